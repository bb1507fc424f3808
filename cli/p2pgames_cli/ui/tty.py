"""Signals that end or stop the client, and the terminal that it was started in, restored at the end.

What ends the program interrupts it first, so that tables are left in order; prompt_toolkit and getpass restore the
terminal then. It is put right by hand only where that takes too long.
What stops the program, such as Ctrl-Z, takes the screen away first; once it goes on, all is drawn again.
Windows tells of a closed window otherwise, and ends the program at once when it has been heard: so hearing takes as
long as the program needs to end.
"""

from __future__ import annotations

import _thread
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""By name: Windows has no SIGHUP, and is alone in having SIGBREAK."""
PARTING: Final = 8.0
"""Seconds to leave tables in order; what is left by then ends with the program."""
CLOSING: Final = frozenset({2, 5, 6})
"""What Windows tells a console when its window is closed, and when its user logs off or the computer is shut down."""
CLOSING_TIME: Final = 4.5
"""Seconds to leave tables in order then: Windows ends the program after five."""
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

_ended = threading.Event()
"""Set when all was left in order."""
_handlers: list[object] = []
"""What Windows calls, which must not be collected."""
leaving: list[int] = []
"""The signal that the program is ending by."""
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
    """Have the signals that end a program interrupt it, as Ctrl-C does; those that are ignored still are.

    So tables are left in order, and the router takes its port back. `end_as_told` belongs at the end.
    """
    for number in (getattr(signal, name) for name in SIGNALS if hasattr(signal, name)):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _leave)
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        _handlers.append(ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)(console_event))
        kernel = ctypes.windll.kernel32
        kernel.SetConsoleCtrlHandler(_handlers[0], True)
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # As in the background of a shell. trio and asyncio are interrupted only where Python has its own handler; to
        # block the signal keeps Ctrl-C from it all the same.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        signal.signal(signal.SIGINT, signal.default_int_handler)
    terminal = next((fd for fd in range(3) if os.isatty(fd)), None)
    if terminal is None:
        return
    import termios

    _kept[:] = [(terminal, termios.tcgetattr(terminal))]

    def pause(_number: int, _frame: FrameType | None) -> None:
        _pauses[-1]() if _pauses else stop(screen=False)

    if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:  # ignored where no shell could bring it back
        signal.signal(signal.SIGTSTP, pause)


def console_event(event: int) -> bool:
    """Interrupt the program if its console is closed, as a signal does; return once it has ended, or time is up.

    Windows calls this in a thread of its own, and tells by False that it was something else, such as Ctrl-C.
    """
    if event not in CLOSING:
        return False
    _thread.interrupt_main(next(getattr(signal, name) for name in reversed(SIGNALS) if hasattr(signal, name)))
    _ended.wait(CLOSING_TIME)
    return True


def _leave(number: int, frame: FrameType | None) -> None:
    """Interrupt the program; the same signal once more ends it at once, and so does the time."""
    signal.signal(number, signal.SIG_DFL)
    leaving.append(number)
    late = threading.Timer(PARTING, end_as_told)
    late.daemon = True
    late.start()
    interrupt = signal.getsignal(signal.SIGINT)
    if callable(interrupt):
        interrupt(signal.SIGINT, frame)


def end_as_told() -> None:
    """End by the signal that interrupted the program, if one did, with the terminal as it was at first."""
    _ended.set()
    if not leaving:
        return
    for stop in _stops:
        stop()
    if sys.platform != "win32":
        import termios

        for terminal, before in _kept:
            # In the background the terminal is another's. One that is gone raises either error.
            with suppress(OSError, termios.error):
                if os.tcgetpgrp(terminal) == os.getpgrp():
                    termios.tcsetattr(terminal, termios.TCSANOW, before)
                    if _screens:
                        _write(terminal)
    os.kill(os.getpid(), leaving[0])


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
