"""A newcomer's path in tmux, the terminal many people have: a name, a table, some moves, away and back."""

import os
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.cli.client import RUN

PATIENCE = 120
"""Seconds until the test gives up; nothing waits that long when all is well."""


class Pane:
    """A pane of a tmux server of its own; use it with ``with``, which ends the server."""

    def __init__(self, folder, columns, rows, **environment):
        # Paths of sockets are short everywhere, at most 103 bytes (unix(4)).
        self.short = tempfile.TemporaryDirectory(dir="/tmp")
        self.socket, self.pipe = f"{self.short.name}/s", folder / "pipe"
        os.mkfifo(self.pipe)
        # Open at both ends, so that it is never at its end.
        self.output = os.open(self.pipe, os.O_RDWR | os.O_NONBLOCK)
        given = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
        size = ["-x", str(columns), "-y", str(rows)]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, *given, "sh")
        self.tmux("pipe-pane", f"cat > {self.pipe}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")
        os.close(self.output)
        self.short.cleanup()

    def tmux(self, *arguments):
        made = subprocess.run(
            ["tmux", "-S", self.socket, *arguments], capture_output=True, check=True, timeout=PATIENCE
        )
        return made.stdout.decode()

    def type(self, *keys):
        """Press keys, by the names that tmux gives them; a text is typed as it is."""
        for key in keys:
            self.tmux("send-keys", *(() if key in ("Enter", "Up", "Down", "Escape", "C-c") else ("-l",)), key)

    def until(self, *texts):
        """Wait until all the texts stand in the pane, and return what does."""
        limit = time.monotonic() + PATIENCE
        while True:
            shown = self.tmux("capture-pane", "-p")
            if all(text in shown for text in texts):
                return shown
            assert select.select([self.output], [], [], max(0, limit - time.monotonic()))[0], shown
            os.read(self.output, 65536)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux in the path")
def test_a_newcomer_plays_leaves_and_comes_back(tmp_path):
    home = tmp_path / "home"
    start = shlex.join([sys.executable, "-c", RUN])
    with Pane(tmp_path, 80, 24, P2PGAMES_HOME=str(home), LANG="C.UTF-8") as pane:
        pane.type(start, "Enter")
        pane.until("Welcome! What shall the others call you?")
        pane.type("Ada", "Enter")
        pane.until("[Join a table]")
        pane.type("m2")
        pane.until("3 Linja")
        pane.type("3")
        pane.until("[ Begin ]")
        pane.type("Up", "Enter")
        pane.until("move>", "Linja")
        for _ in range(3):
            ada = "▸● Ada" in pane.until("move>")
            move, after = ("0-1", "▸▲ Ben") if ada else ("7-6", "▸● Ada")
            pane.type(move)
            pane.until(f"▶ {move}")
            pane.type("Enter")
            pane.until(after)
        pane.type("C-c")
        pane.until("Leave the table? The game is saved.")
        pane.type("y")
        pane.until("your games", ", last news")
        pane.type("Enter")
        pane.until("move>", "Linja")
        pane.type("C-c", "y")
        pane.until("your games")
        pane.type("m")
        pane.until("1 Rules")
        pane.type("Escape")
        pane.until("your games")
        pane.type("Down", "Right", "Enter")
        pane.until("2 Replay")
        pane.type("2")
        pane.until("step 0 of", "what if")
        pane.type("q")
        pane.until("2 Replay")
    (file,) = Path(home, "games").glob("*.p2pg")
    assert file.stat().st_size
