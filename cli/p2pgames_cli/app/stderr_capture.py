"""What libraries print on their own goes to a file: on the screen it would be printed over the game.

libtorrent (fprintf) and iroh (the panics of Rust) write to file descriptor 2, past Python. While a
game between computers runs, that leads to the file, and ``sys.stderr`` to where it led before. Standard output stays
as it is: none of them writes there, and the Windows console knows it by its handle.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr
from pathlib import Path
from typing import Final

from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.store.home import Home

STDERR: Final = 2
NAME: Final = "libraries.log"
MOST: Final = 1024 * 1024
"""Bytes beyond which the file begins anew."""


@contextmanager
def capture_stderr(home: Home) -> Iterator[None]:
    """Redirect what libraries print to a file of the home while the body runs; say afterwards if there was any."""
    file = home.state / NAME
    try:
        sink = _opened(file)
    except OSError:
        yield  # if nothing can be written, the game reports that itself
        return
    before = os.fstat(sink).st_size
    try:
        with _led_to(sink):
            yield
    finally:
        grown = os.fstat(sink).st_size > before
        os.close(sink)
        if grown:
            said = _("A library that p2pgames uses has complained; what it said is in {file}.")
            console.warn(said.format(file=file))


def _opened(file: Path) -> int:
    """Return a descriptor that adds to the file, which is for its owner alone, and for all clients that run with it."""
    large = file.exists() and file.stat().st_size > MOST
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | (os.O_TRUNC if large else 0), 0o600)


@contextmanager
def _led_to(sink: int) -> Iterator[None]:
    try:
        before = os.dup(STDERR)
    except OSError:
        yield  # the client was started without it
        return
    with ExitStack() as stack:
        stack.callback(os.close, before)
        if _is_ours():
            shown = io.TextIOWrapper(
                os.fdopen(os.dup(before), "wb", 0),
                encoding=sys.stderr.encoding,
                errors=sys.stderr.errors,
                write_through=True,
            )
            sys.stderr.flush()
            stack.enter_context(shown)
            stack.enter_context(redirect_stderr(shown))
        # The loop beside trio logs what nobody asks it for; without a handler that goes to sys.stderr.
        unbuffered = os.fdopen(os.dup(sink), "wb", 0)
        handler = _Log(stack.enter_context(io.TextIOWrapper(unbuffered, "utf-8", write_through=True)))
        logging.getLogger().addHandler(handler)
        stack.callback(logging.getLogger().removeHandler, handler)
        stack.callback(os.dup2, before, STDERR)
        os.dup2(sink, STDERR)
        yield


class _Log(logging.StreamHandler[io.TextIOWrapper]):
    """Writes to the file; what finds no room there is lost."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # as logging calls it
        """Say nothing: a traceback would be printed over the game."""


def _is_ours() -> bool:
    """Tell whether ``sys.stderr`` is the one of the process: tests and the home put others in its place."""
    try:
        return sys.stderr.fileno() == STDERR
    except (OSError, ValueError):
        return False
