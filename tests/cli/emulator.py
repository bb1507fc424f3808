"""A terminal within this process."""

from __future__ import annotations

import io

import pyte
import trio
import trio.testing

PATIENCE = 120
"""Seconds until a test gives up; nothing waits that long when all is well."""


class Screen(pyte.Screen):
    """One that reads only those rows again that have changed since it was looked at: tests look at every change."""

    def __init__(self, columns, lines):
        self._read = {}
        super().__init__(columns, lines)

    @property
    def display(self):
        """What stands there, row by row; what a wide character covers is empty."""
        for row in self.dirty:
            cells = self.buffer[row]
            self._read[row] = "".join([cells[column].data for column in range(self.columns)])
        self.dirty.clear()
        return [self._read[row] for row in range(self.lines)]


class Terminal:
    """A terminal of this size: what the application writes is drawn, what is pressed is sent to it."""

    def __init__(self, pipe, columns, rows):
        self.pipe = pipe
        self.screen = Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.written = io.StringIO()
        self.raw = ""
        self.token = None
        self.written.flush = self.flushed

    def flushed(self):
        """Wake whoever waits for what was just drawn."""
        if self.token is not None:
            self.token.run_sync_soon(self.wake)

    def wake(self):
        self.drawn.set()

    def press(self, keys):
        self.pipe.send_text(keys)

    def click(self, row, column):
        """Press and release the left button (xterm SGR mouse protocol)."""
        self.press(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    def look(self):
        """Return what stands on the screen now."""
        written = self.written.getvalue()[len(self.raw) :]
        self.raw += written
        self.stream.feed(written)
        return "\n".join(self.screen.display)

    async def until(self, *texts):
        """Wait until all the texts stand on the screen."""
        with trio.move_on_after(PATIENCE):
            while not all(text in self.look() for text in texts):
                self.drawn = trio.Event()
                self.token = trio.lowlevel.current_trio_token()
                await self.drawn.wait()
        assert all(text in self.look() for text in texts), self.look()
