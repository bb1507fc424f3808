"""The terminal that the client was started in, restored at the end: a signal would end Python without that.

Only signal handlers do this by hand. Where Python ends in order, prompt_toolkit and getpass see to it themselves.
What stops the program, such as Ctrl-Z, takes the screen away first; once it goes on, all is drawn again.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

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
_kept: list[tuple[int, list[Any]]] = []
"""The terminal, with the settings that it had at first."""
_pauses: list[Callable[[], object]] = []
"""What has each full screen that is shown, or each line that is typed, call `stop` at a good moment."""
_screens: list[object] = []
"""Has something in it while a full screen is shown."""


@contextmanager
def full_screen(put_right: Callable[[], None], pause: Callable[[], object]) -> Iterator[None]:
    """Note that a full screen is shown while the body runs; ``put_right`` takes it away, also where it is gone.

    ``pause`` is called by a signal handler: it has `stop` called as soon as nothing is being drawn.
    """
    _pauses.append(pause)
    _screens.append(pause)
    try:
        yield
    finally:
        put_right()
        _screens.pop()
        _pauses.pop()


@contextmanager
def single_keys(again: Callable[[], None]) -> Iterator[None]:
    """Have the terminal hand on each key at once, and show none, while the body runs.

    ``again`` shows what was typed so far, once a program that was stopped goes on.
    """
    if sys.platform == "win32":
        raise OSError("There is no termios here.")
    import termios

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    keys = termios.tcgetattr(terminal)
    keys[3] &= ~(termios.ICANON | termios.ECHO)

    def pause() -> None:
        stop(screen=False)
        again()

    termios.tcsetattr(terminal, termios.TCSADRAIN, keys)
    _pauses.append(pause)
    try:
        yield
    finally:
        _pauses.remove(pause)
        with suppress(OSError, termios.error):  # it may be gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


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
    _kept[:] = [(terminal, before)]

    def pause(_number: int, _frame: FrameType | None) -> None:
        _pauses[-1]() if _pauses else _stop()

    def leave(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        for stop in _stops:
            stop()
        # In the background the terminal is another's. One that is gone raises either error.
        with suppress(OSError, termios.error):
            if os.tcgetpgrp(terminal) == os.getpgrp():
                termios.tcsetattr(terminal, termios.TCSANOW, before)
                if _screens:
                    _write(terminal)
        os.kill(os.getpid(), number)

    for number in (getattr(signal, name) for name in SIGNALS):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, leave)
    if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:  # ignored where no shell could bring it back
        signal.signal(signal.SIGTSTP, pause)


def stop(*, screen: bool = True) -> None:
    """Give the terminal back and stop the program, as Ctrl-Z does; return once it has the terminal again.

    Whoever calls this draws nothing meanwhile, and draws all again afterwards.
    """
    if sys.platform == "win32":
        return
    import termios

    for terminal, before in _kept:
        with suppress(OSError, termios.error):
            raw = termios.tcgetattr(terminal)
            termios.tcsetattr(terminal, termios.TCSANOW, before)
            if screen:
                _write(terminal)
            _stop()
            while (
                os.tcgetpgrp(terminal) != os.getpgrp()
            ):  # sent on in the background, where it cannot be shown
                os.kill(os.getpid(), signal.SIGSTOP)
            termios.tcsetattr(terminal, termios.TCSANOW, raw)


def _stop() -> None:
    """Stop at once, and return once the program is sent on."""
    handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, handler)


def _write(terminal: int) -> None:
    """Take the full screen away, past the buffers of Python: they may be just what the signal has interrupted."""
    if select.select([], [terminal], [], PATIENCE)[1]:
        os.write(terminal, PUT_RIGHT)
