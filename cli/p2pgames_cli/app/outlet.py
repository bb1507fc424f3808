"""Standard output that never makes the game wait."""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from typing import Final

from p2pgames_cli.config.outlet import Outlet
from p2pgames_cli.i18n.catalogue import ngettext
from p2pgames_cli.table.play_options import Mode
from p2pgames_cli.ui.typed_line import Beside, edits, typing

LIMITS: Final = {Mode.PLAIN: 64 * 1024, Mode.WINDOW: 64 * 1024, Mode.JSON: 4 * 1024 * 1024}
"""Bytes that are kept for a reader that takes nothing: a person has looked away, a program needs all of it."""
HURRY: Final = 1.0
"""Seconds that are left for reading to who is interrupted."""


@contextmanager
def unhurried(mode: Mode) -> Iterator[None]:
    """Let standard output keep nobody waiting while the body runs; afterwards wait until all of it is read.

    Who is interrupted does not wait. Raises OSError if the reader is gone.
    """
    stdout = sys.stdout
    if not isinstance(stdout, io.TextIOWrapper) or not _leads_out(stdout):
        yield  # a test's or the home's
        return
    stdout.flush()
    sink, keys = getattr(stdout.buffer, "raw", stdout.buffer), ExitStack()
    if mode is Mode.PLAIN and edits():
        beside = Beside(sink, LIMITS[mode], _said(mode), stdout.encoding)
        outlet: Outlet = beside
        keys.enter_context(typing(beside.line))
    else:
        outlet = Outlet(sink, LIMITS[mode], _said(mode))
    text = io.TextIOWrapper(outlet, stdout.encoding, stdout.errors, write_through=True)  # type: ignore[type-var]
    try:
        with keys, redirect_stdout(text):
            yield
    except BaseException as wrong:
        with suppress(OSError):
            outlet.finish(math.inf if isinstance(wrong, Exception) else HURRY)
        raise
    else:
        outlet.finish()
    finally:
        text.detach()


def _leads_out(stream: io.TextIOWrapper) -> bool:
    try:
        return stream.fileno() >= 0
    except OSError:
        return False


def _said(mode: Mode) -> Callable[[int], str]:
    if mode is Mode.JSON:
        from p2pgames_cli.json.output import as_line

        return lambda count: as_line("lost", count=count) + "\n"
    return lambda count: (
        ngettext(
            "{count} line was dropped: nobody read it.",
            "{count} lines were dropped: nobody read them.",
            count,
        ).format(count=count)
        + "\n"
    )
