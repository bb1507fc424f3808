"""The flags of commands whose work is done side by side."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from time import monotonic
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


# How far many things have come, as a bar on a terminal.


@contextmanager
def progress(patience: float = 0.5) -> Iterator[Callable[[int, int], None]]:
    """Give what is to be told how many are done of how many: a bar once that takes longer than ``patience`` seconds.

    It stands on standard error, where that is a terminal, and is gone from it however the work ends.
    """
    with ExitStack() as stack:
        yield _Bar(stack, monotonic() + patience).tell if sys.stderr.isatty() else _nobody


def _nobody(_done: int, _count: int) -> None:
    """Tell nobody."""


class _Bar:
    def __init__(self, stack: ExitStack, begins: float) -> None:
        self._stack, self._begins = stack, begins
        self._bar: Any = None

    def tell(self, done: int, count: int) -> None:
        if self._bar is None and monotonic() >= self._begins and done < count:
            shown = click.progressbar(length=count, file=sys.stderr, show_pos=True, width=0)
            self._bar = self._stack.enter_context(shown)
        if self._bar is not None:
            self._bar.length = count
            self._bar.update(done - self._bar.pos)
