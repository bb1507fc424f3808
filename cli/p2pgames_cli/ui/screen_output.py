"""What a full screen writes, in a thread: a terminal that takes nothing, as after Ctrl-S, must not hold up the table.

prompt_toolkit writes to the terminal from its loop, which is also that of the links. A frozen terminal would stop both,
and the others would see this player gone.
"""

from __future__ import annotations

import io
from base64 import b64encode
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.output import Output

from p2pgames_cli.config.outlet import Outlet
from p2pgames_cli.ui import tty

LIMIT: Final = 128 * 1024
"""Bytes that are kept for a terminal that takes nothing: a few whole frames. Then all is drawn anew once it does."""


class ScreenOutlet(Outlet):
    """Takes the frames of one screen after the other."""

    def __init__(self, terminal: Any) -> None:
        """Begin with a terminal's stream that has no buffer of Python's."""
        super().__init__(terminal, LIMIT, self._after_gap)
        self._app: Application[Any] | None = None
        self._torn = False

    def _after_gap(self, _lines: int) -> str:
        """Have everything drawn anew by the screen that is shown; return what takes one away that is shown no more."""
        if self._app is None:
            return tty.PUT_RIGHT.decode()
        self._torn = True
        self._app.invalidate()
        return ""

    def draw(self, app: Application[Any]) -> None:
        """Note which screen is shown; what is drawn next is all of it, if anything was dropped meanwhile."""
        self._app = app
        if self._torn:
            self._torn = False
            app.renderer.clear()

    def rest(self) -> None:
        """Drop what waits, and wait a moment for the frame that is being written: all is drawn again later."""
        with self._change:
            self._size -= sum(map(len, self._waiting))
            self._waiting.clear()
            self._lost, self._torn = 0, False
        self.wait(tty.PATIENCE)

    def leave(self) -> None:
        """Wait a moment until all is written, once the screen is gone."""
        self._app = None
        self.wait(tty.PATIENCE)


def outlet_of(output: Output) -> ScreenOutlet | None:
    """Return what writes for a terminal, from now on in a thread; None if the output leads to none."""
    terminal: Any = getattr(output, "vt100_output", output)  # on Windows one lies within the other
    stdout = getattr(terminal, "stdout", None)
    if not isinstance(stdout, io.TextIOWrapper):
        return None
    if not isinstance(stdout.buffer, ScreenOutlet):
        if not stdout.isatty():
            return None
        stdout.flush()
        outlet = ScreenOutlet(getattr(stdout.buffer, "raw", stdout.buffer))
        tty.stop_first(outlet.stop)
        terminal.stdout = io.TextIOWrapper(outlet, stdout.encoding, stdout.errors, write_through=True)
    return terminal.stdout.buffer  # type: ignore[no-any-return]


# The clipboard, as far as the terminal lets programs write to it.


def copied(output: Output, text: str) -> None:
    """Give a text to the terminal, to be put on the clipboard (xterm's OSC 52); others show nothing of it."""
    output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x1b\\")
    output.flush()
