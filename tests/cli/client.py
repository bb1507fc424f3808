"""Whole clients in processes of their own, spoken to in JSON or in lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from random import Random

from p2pgames_cli.library.stored_games import replay_file
from tests.cli.forked import Forked

RUN = "import sys; sys.argv[0] = 'p2pgames'; from p2pgames_cli.main import main; main()"
HURRIED = "import time; real = time.monotonic; time.monotonic = lambda: 6 * real(); "
"""Has a client run on a computer whose clock is six times as fast: a minute at a table is ten seconds."""
PATIENCE = 200
"""Seconds until a client is killed, and the test with it; nothing takes so long when all is well."""


class Client:
    """One running client with a home of its own; ``before`` is code that it runs first."""

    def __init__(self, home, *arguments, mode="--json", patience=PATIENCE, prefix=(), cold=False, before=""):
        self.home = home
        environment = {name: value for name, value in os.environ.items() if not name.startswith("P2PGAMES")}
        self.errors = (home.parent / f"{home.name}.errors").open("a+", encoding="utf-8")
        given = ["--home", str(home), *arguments, mode]
        cold = cold or prefix or sys.platform == "win32"
        self.process = (
            self._cold(prefix, before + RUN, given, environment)
            if cold
            else Forked(given, environment, self.errors, before)
        )
        self.watchdog = threading.Timer(patience, self.process.kill)
        self.watchdog.start()

    def _cold(self, prefix, code, given, environment):
        """Start it from nothing: where that is what is tried, beyond a command of its own, and without forks."""
        return subprocess.Popen(
            [*prefix, sys.executable, "-c", code, *given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            bufsize=1,
            encoding="utf-8",
            env=environment,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def send(self, **said):
        """Say one object; a client that has gone is no mistake of the test."""
        self.type(json.dumps(said))

    def type(self, line):
        """Type one line."""
        with suppress(BrokenPipeError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def lines(self):
        """Yield what the client prints."""
        while line := self.process.stdout.readline():
            yield line

    def until(self, kind):
        """Read until an object of this kind, and return it."""
        for line in self.lines():
            said = json.loads(line)
            if said["type"] == kind:
                return said
        raise AssertionError(f"The client ended before it said {kind}: {self.complaints()}")

    def complaints(self):
        """Return what went to standard error."""
        self.errors.seek(0)
        return self.errors.read()

    def play(self, random: Random):
        """Answer every question with a random legal move until the game is over; return how it ended."""
        for line in self.lines():
            said = json.loads(line)
            if said["type"] == "ask":
                self.send(move=random.choice(said["moves"]))
            elif said["type"] == "over":
                return said
        return None

    def wait(self):
        """Wait for the end, and return the exit code."""
        code = self.process.wait(PATIENCE)
        self._forget()
        return code

    def kill(self):
        """End the client as a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._forget()

    def _forget(self):
        self.watchdog.cancel()
        self.errors.close()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(BrokenPipeError):
                pipe.close()


def ran(*arguments, environment):
    """Run a command to its end, with nothing typed, and return what `subprocess.run` would."""
    given = [*map(str, arguments)]
    if sys.platform == "win32":
        return subprocess.run(
            [sys.executable, "-c", RUN, *given],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            env=environment,
            encoding="utf-8",
        )
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = Forked(given, environment, errors)
        process.stdin.close()
        with process.stdout:
            said = process.stdout.read()
        code = process.wait(PATIENCE)
        errors.seek(0)
        return subprocess.CompletedProcess(given, code, said, errors.read())


def host(home, *arguments, game="linja", **more):
    """A client that opens a table on the loopback."""
    return Client(home, "host", game, "--listen", "127.0.0.1:0", *arguments, **more)


def join(home, invite, *arguments, **more):
    """A client that joins."""
    return Client(home, "join", invite, "--listen", "127.0.0.1:0", *arguments, **more)


def resume(home, *arguments, **more):
    """A client that goes on with its only game."""
    return Client(home, "resume", *arguments, **more)


def game_file(home):
    """The only game file of a home."""
    (file,) = (home / "games").glob("*.p2pg")
    return file


def replica(home):
    """The only game of a home, replayed from its file; raises if anything in it is not valid."""
    return replay_file(game_file(home))


def until(client, kind, fits):
    """Read until an object of a kind that fits."""
    while not fits(said := client.until(kind)):
        pass
    return said
