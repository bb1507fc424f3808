"""The line that somebody types in plain lines: what is said meanwhile is printed above it, and it stands there again.

A terminal's own editing does not tell what was typed so far. So keys are read one by one here, and a few of them edit
the line as the terminal did. A terminal that cannot move its cursor is told what came once the line is sent.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from p2pgames_cli.config.outlet import Outlet
from p2pgames_cli.table import input as typed
from p2pgames_cli.table.turn_input import without_last
from p2pgames_cli.ui import tty
from p2pgames_protocol.wire.names import is_written

LONGEST: Final = 4096
"""Characters of a line; a terminal's own line holds no more (termios)."""
HELD: Final = 64 * 1024
"""Bytes that are kept back at most while a line is typed; then they are said in the middle of it."""
_KEY: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])")
"""A key of several characters, such as an arrow (ECMA-48)."""


class TypedLine:
    """What was typed since Enter, behind what was asked on the same row."""

    def __init__(self, draw: Callable[[str], object], *, moves: bool, columns: Callable[[], int]) -> None:
        """``draw`` writes to the terminal as it is; ``moves`` tells whether it can move its cursor."""
        self._draw, self._moves, self._columns = draw, moves, columns
        self.text = self._asked = self._key = ""
        self._held: list[str] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, keys: bytes) -> tuple[bytes, bool]:
        """Take keys in; return the lines that were sent by them, and whether there are no more."""
        sent = ""
        for sign in self._decoder.decode(keys):
            if self._key:
                self._key += sign
                self._key = "" if _KEY.fullmatch(self._key) else self._key
                continue
            match sign:
                case "\n" | "\r":
                    sent += f"{self.text}\n"
                    self.text = self._asked = ""
                    self._draw("\n" + self._released())
                case "\x04" if not self.text:
                    return sent.encode(), True
                case "\x1b":
                    self._key = sign
                case "\x7f" | "\b":
                    self._change(without_last(self.text))
                case "\x15":
                    self._change("")
                case "\x17":
                    self._change(re.sub(r"\S*\s*$", "", self.text))
                case "\t":
                    self._write(" ")
                case _ if is_written(sign):
                    self._write(sign)
        return sent.encode(), False

    def _write(self, sign: str) -> None:
        if len(self.text) < LONGEST:
            self.text += sign
            self._draw(sign)

    def _change(self, text: str) -> None:
        """Shorten the line."""
        gone, hidden = self.text[len(text) :], self._hidden()
        self.text = text
        if self._moves:
            self._draw(f"{hidden}{self._asked}{text}")
        else:
            self._draw("\b \b" * _width(gone))

    def said(self, text: str) -> str:
        """Return what is written to say something now: above the line, if one is being typed."""
        if not self.text:
            self._asked = (self._asked + text).rpartition("\n")[2]
            return text
        if not self._moves:
            self._held.append(text)
            return self._released() if sum(map(len, self._held)) > HELD else ""
        hidden = self._hidden()
        if not text.endswith("\n"):
            self._asked = text.rpartition("\n")[2]
            return f"{hidden}{text}{self.text}"
        return f"{hidden}{text}{self._asked}{self.text}"

    def again(self) -> None:
        """Write the line once more, where something else stands now."""
        self._draw(f"{self._asked}{self.text}")

    def _released(self) -> str:
        said = "".join(self._held)
        self._held.clear()
        return said

    def _hidden(self) -> str:
        """Return what takes away the rows of the line, with what was asked on the first of them."""
        rows = max(0, _width(self._asked + self.text) - 1) // max(1, self._columns())
        return (f"\x1b[{rows}A" if rows else "") + "\r\x1b[J"


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    from p2pgames_cli.pages.rows import width  # loads prompt_toolkit, which most lines need not wait for

    return width(text)


class Beside(Outlet):
    """Says things beside a line that is typed."""

    def __init__(self, sink: Any, limit: int, told: Callable[[int], str], encoding: str) -> None:
        super().__init__(sink, limit, told)
        self._encoding = encoding
        moves = os.environ.get("TERM", "dumb") != "dumb"
        self.line = TypedLine(self._draw, moves=moves, columns=lambda: shutil.get_terminal_size().columns)

    def _draw(self, text: str) -> None:
        super().write(text.encode(self._encoding, "replace"))

    def write(self, data: Any, /) -> int:
        """Say something; raise OSError if nobody reads any more."""
        self._draw(self.line.said(bytes(data).decode(self._encoding, "replace")))
        return len(data)


def edits() -> bool:
    """Tell whether a person types here into a terminal that shows it and edits it line by line."""
    if sys.platform == "win32" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    import termios

    wanted = termios.ICANON | termios.ECHO
    return bool(termios.tcgetattr(sys.stdin.fileno())[3] & wanted == wanted)


@contextmanager
def typing(line: TypedLine) -> Iterator[None]:
    """Read keys into a line while the body runs."""
    typed.edited = line.feed
    try:
        with tty.single_keys(line.again):
            yield
    finally:
        typed.edited = None
