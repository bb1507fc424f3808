"""A terminal that takes nothing does not stop the loop; once it does again, the newest frame stands on it."""

import asyncio
import os
import threading

import pytest

from p2pgames_cli.table.session import Client, Mode, PlayOptions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
ROWS, COLUMNS = 24, 80
PATIENCE = 30
"""Seconds until a loop that stands still is given up; nothing waits that long when all is well."""


class Frozen:
    """A terminal of which the test reads only when it says so."""

    def __init__(self):
        import fcntl
        import struct
        import termios
        import tty

        import pyte

        self.outer, inner = os.openpty()
        tty.setraw(inner)
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.file = os.fdopen(inner, "w", encoding="utf-8")
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.change = threading.Condition()
        self.blocked = False
        """Whether the test had to read so that the loop goes on."""

    def thaw(self):
        """Read all that is written from now on, in a thread."""
        threading.Thread(target=self._read, daemon=True).start()

    def rescue(self):
        """Read so that a loop that waits for it goes on."""
        self.blocked = True
        self.thaw()

    def _read(self):
        while piece := os.read(self.outer, 65536):
            with self.change:
                self.stream.feed(piece)
                self.change.notify_all()

    def shows(self, text):
        """Wait until the first row is this text, and tell whether it is in time."""
        with self.change:
            return self.change.wait_for(lambda: self.screen.display[0].strip() == text, PATIENCE)


def application(terminal, keyboard, told):
    """A screen that shows what is told, in colours that make its frames long."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.output.vt100 import Vt100_Output

    from p2pgames_cli.ui.app import application_of
    from tests.cli.shown import Rows

    def rows():
        inks = ["bold" if (column + told[0]) % 2 else "reverse" for column in range(60)]
        return [(("", f"frame {told[0]}"),), *[tuple((ink, "x") for ink in inks) for _ in range(20)]]

    output = Vt100_Output.from_pty(terminal.file, term="dumb")
    with create_app_session(input=keyboard, output=output):
        return application_of(Rows(Client(PlayOptions(Mode.SCREEN)), rows))


async def redrawn(app, told, frames):
    """Have so many frames drawn, one after the other; begin when the first one stands."""
    drawn = asyncio.Event()
    app.after_render += lambda _: drawn.set()
    for _ in range(frames):
        await drawn.wait()
        drawn.clear()
        told[0] += 1
        app.invalidate()
    await drawn.wait()


@pytest.mark.parametrize("frames", [3, 60], ids=["kept", "dropped"])
def test_a_terminal_that_takes_nothing_does_not_stop_the_loop(frames, monkeypatch):
    from prompt_toolkit.input import create_pipe_input

    from p2pgames_cli.ui import screen_output
    from p2pgames_cli.ui.app import _shown

    monkeypatch.setattr(screen_output, "LIMIT", 64 * 1024)
    terminal, told = Frozen(), [0]

    async def main():
        with create_pipe_input() as keyboard:
            app = application(terminal, keyboard, told)
            shown = asyncio.create_task(_shown(app))
            rescue = threading.Timer(PATIENCE, terminal.rescue)
            rescue.start()
            await redrawn(app, told, frames)
            rescue.cancel()
            assert not terminal.blocked
            terminal.thaw()
            assert await asyncio.to_thread(terminal.shows, f"frame {frames}")
            app.exit()
            await shown

    asyncio.run(asyncio.wait_for(main(), 2 * PATIENCE))
