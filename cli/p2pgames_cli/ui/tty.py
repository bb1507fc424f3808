"""The terminal that the client was started in, restored at the end: a signal would end Python without that.

Only signal handlers do this by hand. Where Python ends in order, prompt_toolkit and getpass see to it themselves.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""By name: Windows has no SIGHUP."""
PATIENCE: Final = 1.0
"""Seconds for a terminal that takes nothing, as after Ctrl-S."""
PUT_RIGHT: Final = (
    b"\x1b\\"  # ends whatever was being written
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"  # the mouse
    b"\x1b[?2004l"  # bracketed paste
    b"\x1b[?1004l\x1b[?2026l"  # focus events, a frame that had begun
    b"\x1b[?1l"  # the keys of the cursor
    b"\x1b[0m\x1b[?1049l"  # the screen before
    b"\x1b[?25h"  # the cursor
)
"""What takes a full screen away (xterm, ctlseqs)."""

_stops: list[Callable[[], None]] = []
"""What ends the threads that write to the terminal."""
_full: list[bool] = []
"""Has something in it while a full screen is shown."""


@contextmanager
def full_screen(put_right: Callable[[], None]) -> Iterator[None]:
    """Note that a full screen is shown while the body runs; ``put_right`` takes it away, also where it is gone."""
    _full.append(True)
    try:
        yield
    finally:
        put_right()
        _full.pop()


def stop_first(stop: Callable[[], None]) -> None:
    """Have a signal that ends the program stop what writes to the terminal, before that is put right."""
    _stops.append(stop)


def keep() -> None:
    """Have the signals that end a program put the terminal right first; those that are ignored still are."""
    terminal = next((fd for fd in range(3) if os.isatty(fd)), None)
    if sys.platform == "win32" or terminal is None:
        return
    import termios

    before = termios.tcgetattr(terminal)

    def leave(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        for stop in _stops:
            stop()
        # In the background the terminal is another's. One that is gone raises either error.
        with suppress(OSError, termios.error):
            if os.tcgetpgrp(terminal) == os.getpgrp():
                termios.tcsetattr(terminal, termios.TCSANOW, before)
                _write(terminal)
        os.kill(os.getpid(), number)

    for number in (getattr(signal, name) for name in SIGNALS):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, leave)


def _write(terminal: int) -> None:
    """Take the full screen away, past the buffers of Python: they may be just what the signal has interrupted."""
    if _full and select.select([], [terminal], [], PATIENCE)[1]:
        os.write(terminal, PUT_RIGHT)
