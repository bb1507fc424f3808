"""The flags of commands whose work is done side by side."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import click

from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.i18n.catalogue import _

_Decorated: TypeAlias = Callable[..., Any]


def workers_flags(jobs_help: str, *, every_processor: bool = False) -> Callable[[_Decorated], _Decorated]:
    """Add ``--jobs`` and ``--cluster`` to a command, which gets them as ``workers``."""

    def add(function: _Decorated) -> _Decorated:
        @click.option("--jobs", type=click.IntRange(1, 256), help=jobs_help)
        @click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Let the workers of your dask cluster do it: tls://HOST:PORT, or 127.0.0.1:PORT on this computer.",
        )
        @wraps(function)
        def command(jobs: int | None, cluster: str | None, **more: Any) -> Any:
            if jobs is not None and cluster is not None:
                raise click.UsageError(_("Give --jobs or --cluster, not both."))
            usual = (os.cpu_count() or 1) if every_processor else 1
            return function(workers=Workers(jobs or usual, cluster), **more)

        return command

    return add
