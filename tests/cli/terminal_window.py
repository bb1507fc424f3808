"""The client in a terminal of its own: what it writes is drawn by an emulator, what is pressed is sent to it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

import pyte

from tests.cli.emulator import Screen
from tests.cli.forked import AtTerminal
from tests.cli.terminal import AT_TERMINAL

PATIENCE = 120
"""Seconds until a test gives up; nothing waits that long when all is well."""


class Window:
    """A running ``p2pgames``, begun from nothing where it is ``cold``; use it with ``with``, which ends the process."""

    def __init__(
        self,
        *arguments,
        columns=120,
        rows=40,
        prefix=(),
        answer=None,
        code=AT_TERMINAL,
        cold=False,
        **environment,
    ):
        self.written = b""
        self.screen = Screen(columns, rows)
        if answer is not None:  # called with what the emulator would say of itself
            self.screen.write_process_input = answer
            environment = {"PROMPT_TOOLKIT_NO_CPR": "", **environment}
        self.stream = pyte.ByteStream(self.screen)
        self.terminal, inner = pty.openpty()
        self.name = os.ttyname(inner)
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environment}
        self.process = (
            subprocess.Popen(
                [*prefix, sys.executable, "-c", code, *arguments],
                stdin=inner,
                stdout=inner,
                stderr=inner,
                start_new_session=True,
                env=environment,
            )
            if cold or prefix
            else AtTerminal(arguments, environment, inner, code)
        )
        os.close(inner)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def press(self, *keys):
        """Press keys, or paste; everything is sent at once."""
        os.write(self.terminal, "".join(keys).encode())

    def click(self, row, column):
        """Press and release the left button (xterm SGR mouse protocol)."""
        self.press(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def paste(self, text):
        """Paste a text as terminals do, between brackets."""
        self.press(f"\x1b[200~{text}\x1b[201~")

    @property
    def lines(self):
        """What stands on the screen, row by row."""
        return [line.rstrip() for line in self.screen.display]

    def until(self, *texts):
        """Wait until all the texts stand on the screen, and return its rows.

        A text may be broken over several rows, unless it begins with the blank that begins a row.
        """
        limit = time.monotonic() + PATIENCE
        while True:
            lines = self.lines
            whole = " ".join(" ".join(lines).split())
            if all(
                any(text in line for line in lines) or (text in whole and not text.startswith(" "))
                for text in texts
            ):
                return lines
            assert self._read(limit), "\n".join(lines)

    def ended(self):
        """Wait until the process has ended, and return its exit code."""
        limit = time.monotonic() + PATIENCE
        while self._read(limit):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, limit):
        """Draw what is written next; tell whether there was anything in time."""
        left = limit - time.monotonic()
        if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
            return False
        try:
            piece = os.read(self.terminal, 65536)
        except OSError:  # what Linux calls the end
            return False
        self.written += piece
        self.stream.feed(piece)
        return bool(piece)


def newcomer(window, name):
    """Give a name at a home that is new, and come to its first page."""
    window.until("What shall the others call you?")
    window.press(name, "\r")
    window.until("1 Bus", "[Join a table]")
