"""Whole clients, each in a process of its own, as people and programs run them: ``python -m benchmarks.clients``.

What is aimed at was set on a machine on which python-chess made 25,000 moves of random games in a second, so it is
given in moves of such games, played by turns with what is measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from queue import Queue
from statistics import median
from threading import Thread
from typing import Any, Final, TypeVar

from benchmarks import floors
from benchmarks.measure import Row, printed, timed
from benchmarks.rules import chess_games

T = TypeVar("T")

RUN: Final = "import sys; sys.argv[0] = 'p2pgames'; from p2pgames_cli.main import main; main()"
HERE: Final = ("--listen", "127.0.0.1:0", "--via", "tcp")
SEATS: Final = 6
MOVES: Final = 30
PATIENCE: Final = 120.0
DEMOS: Final = (("metro", 6, 5.0), ("line1", 5, 2.5), ("bus", 5, 2.5))
"""Game, players, and the seconds aimed at."""
RATE: Final = 25_000
GAMES: Final = 8
CHESS: Final = "one move of python-chess"
RESIDENT: Final = (
    "size, = (line.split()[1] for line in open('/proc/self/status') if line.startswith('VmRSS'))\n"
    "print(int(size) * 1024 / 1e6)"
)


class Client:
    """A running client with a home of its own; what it says comes with the moment at which it was read."""

    def __init__(self, home: Path, *arguments: str) -> None:
        """Start it."""
        command = [sys.executable, "-c", RUN, "--home", str(home), "--name", home.name, *arguments, "--json"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._said: Queue[tuple[float, dict[str, Any]]] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self._said.put((time.perf_counter(), json.loads(line)))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def send(self, **said: object) -> None:
        """Say one object."""
        if self.process.stdin is not None:
            print(json.dumps(said), file=self.process.stdin, flush=True)

    def until(self, *kinds: str) -> tuple[float, dict[str, Any]]:
        """Return the next object of these kinds, and when it was read."""
        while True:
            at, said = self._said.get(timeout=PATIENCE)
            if said["type"] in kinds:
                return at, said

    def memory(self) -> float:
        """Return the megabytes that it has in memory (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024 / 1e6


def rows(repeats: int) -> Iterator[Row]:
    """Measure demos, moves between two programs, and a table of six with what its clients take."""
    for game, seats, aim in DEMOS:
        chess, played = _beside(partial(demo, game, seats), repeats)
        taken, cpu = zip(*played, strict=True)
        yield _row(f"p2pgames demo {game} --seats {seats}", taken, chess, aim)
        yield Row(f"demo of {game}, work of the processor", "CPU s", cpu)
    chess, games = _beside(moves, repeats)
    moved = tuple(seconds for game in games for seconds in game)
    yield _row("two programs, from a move to the event at the other", moved, chess, 0.003)
    chess, tables = _beside(table, repeats)
    started, memory = zip(*tables, strict=True)
    name = f"{SEATS} clients of Metro, from the last seat taken to the first choice"
    yield _row(name, started, chess, 1.4)
    if sys.platform == "linux":
        bare = tuple(_loaded(floors.LINKED)[1] for _ in range(repeats))
        ratio, libraries = median(memory) / median(bare), "its libraries alone"
        name = "such a client in memory, all in the middle"
        yield Row(name, "MB", memory, libraries, ratio, "at most 1.2")
        yield Row("the libraries of such a client alone", "MB", bare)
        yield from iroh(repeats)


def _row(name: str, seconds: tuple[float, ...], chess: float, aim: float) -> Row:
    """Return a row that sets seconds beside those of a move of chess; the aim is in seconds where it was set."""
    return Row(name, "s", seconds, CHESS, median(seconds) / chess, f"at most {aim * RATE:,.0f}")


def _beside(work: Callable[[], T], repeats: int) -> tuple[float, list[T]]:
    """Return the seconds of one move of chess, and what the work returned, both done by turns."""
    chess, results = [], []
    for _ in range(repeats):
        results.append(work())
        chess.append(timed(partial(chess_games, GAMES), 2)[1])  # the first one warms up
    return median(chess) / chess_games(GAMES), results


def demo(game: str, seats: int) -> tuple[float, float]:
    """Return the seconds of a demo as a whole command, and those of its work."""
    import resource

    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", RUN, "demo", game, "--seats", str(seats), "--seed", "tuesday"]
        environment = {**os.environ, "P2PGAMES_HOME": folder}
        subprocess.run(command, check=True, capture_output=True, env=environment)
    taken, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def moves() -> list[float]:
    """Return the seconds from moves that a program makes to the events that the other one is told."""
    taken: list[float] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        host = stack.enter_context(Client(folder / "ada", "host", "linja", *HERE))
        _, said = host.until("invite")
        guest = stack.enter_context(Client(folder / "ben", "join", said["invite"], *HERE))
        clients = [host, guest]
        tables = [client.until("table")[1] for client in clients]
        mine = {table["you"][0]: client for table, client in zip(tables, clients, strict=True)}
        seat = _beginner(clients)
        while len(taken) < MOVES:
            mover, other = mine[seat], mine[1 - seat]
            _, asked = mover.until("ask", "over")
            if asked["type"] == "over":
                break
            start = time.perf_counter()
            mover.send(move=asked["moves"][0])
            at, said = other.until("event")
            while said["kind"] != "move" or said["seat"] != seat:
                at, said = other.until("event")
            taken.append(at - start)
            seat = 1 - seat
    return taken


def _beginner(clients: list[Client]) -> int:
    """Return the seat that the coin has chosen, as all are told."""
    begins = -1
    for client in clients:
        while True:
            _, said = client.until("event")
            if said["kind"] == "roll":
                begins = int(said["values"][0])
                break
    return begins


def table() -> tuple[float, float]:
    """Return the seconds from the last seat taken to the first choice of six clients, and what one has in memory."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        host = stack.enter_context(Client(folder / "p0", "host", "metro", "--seats", str(SEATS), *HERE))
        _, said = host.until("invite")
        others = [
            stack.enter_context(Client(folder / f"p{seat}", "join", said["invite"], *HERE))
            for seat in range(1, SEATS)
        ]
        full, lobby = host.until("lobby")
        while len(lobby["names"]) < SEATS:
            full, lobby = host.until("lobby")
        asked: Queue[float] = Queue()
        for client in (host, *others):
            Thread(target=lambda client=client: asked.put(client.until("ask")[0]), daemon=True).start()
        first = asked.get(timeout=PATIENCE)
        memory = median(client.memory() for client in (host, *others)) if sys.platform == "linux" else 0.0
    return first - full, memory


def iroh(repeats: int) -> Iterator[Row]:
    """Measure what iroh adds to a client that is reached by it, before it has any link."""
    taken, memory = [], []
    for _ in range(repeats):
        (seconds, size), (loaded, with_iroh) = (_loaded(code) for code in ("pass", "import iroh"))
        taken.append(loaded - seconds)
        memory.append(with_iroh - size)
    yield Row("what iroh adds to the start of a client", "s", tuple(taken))
    yield Row("what iroh adds to a client in memory", "MB", tuple(memory))


def _loaded(code: str) -> tuple[float, float]:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{RESIDENT}"], check=True, capture_output=True, text=True
    )
    return time.perf_counter() - start, float(done.stdout)


if __name__ == "__main__":
    printed(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
