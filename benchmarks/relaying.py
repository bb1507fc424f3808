"""How often a record is sent, and what links carry: ``python -m benchmarks.relaying [GAME:SEATS ...]``."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from benchmarks.measure import Row
from p2pgames import registry
from p2pgames_cli.app.demo import make_plan, play_demo
from p2pgames_protocol.log.records import Record
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.wire.codec import Plain, pack

GAMES = ("metro:2", "metro:3", "metro:4", "metro:6", "line1:5")
SEED = "tuesday"


@dataclass
class Traffic:
    """What went over all links of a table."""

    records: dict[bytes, int] = field(default_factory=dict)
    """By id: how many bytes such a message has."""
    sends: int = 0
    size: int = 0
    log: int = 0
    cpu: float = 0.0

    def count(self, message: tuple[Plain, ...]) -> None:
        """Count one message."""
        size = 4 + len(pack(message))
        self.size += size
        match message:
            case ("record", bytes(data)):
                self.sends += 1
                self.records[Record.read(data).id] = size
            case _:
                pass


@contextmanager
def counted(traffic: Traffic) -> Iterator[None]:
    """Count all that any link sends meanwhile."""
    send_all = Link.send_all

    async def counting(self: Link, several: Iterable[tuple[Plain, ...]]) -> None:
        several = list(several)
        for message in several:
            traffic.count(message)
        await send_all(self, several)

    Link.send_all = counting  # type: ignore[method-assign]
    try:
        yield
    finally:
        Link.send_all = send_all  # type: ignore[method-assign]


def play(name: str, seats: int) -> Traffic:
    """Play a demo with a fixed seed, and return what went over its links."""
    traffic = Traffic()
    plan = make_plan(registry.game(name), seats, {}, None, SEED)
    with tempfile.TemporaryDirectory() as folder, counted(traffic):
        start = time.process_time()
        traffic.log = len(trio.run(play_demo, plan, Path(folder), False))
        traffic.cpu = time.process_time() - start
    return traffic


def rows(_repeats: int) -> Iterator[Row]:
    """Play each game once: counts differ little from run to run."""
    for game in GAMES:
        name, seats = game.split(":")
        traffic = play(name, int(seats))
        each, share = traffic.sends / len(traffic.records), traffic.size / traffic.log
        aim = f"at most {1.1 * (int(seats) - 1):.2g}"
        label = f"a game of {name} among {seats}"
        yield Row(f"{label}: sends for each record", "", (each,), aim=aim)
        aim = "at most 6" if seats == "6" else ""
        yield Row(f"{label}: bytes over all links", "x the log", (share,), aim=aim)
        once = (int(seats) - 1) * sum(traffic.records.values()) / traffic.log
        yield Row(f"{label}: each record once to each other seat", "x the log", (once,))


def main(*games: str) -> None:
    """Print a line for each game."""
    print("game     records  sends/record  links/log  CPU s")
    for game in games or GAMES:
        name, seats = game.split(":")
        found = play(name, int(seats))
        each, share = found.sends / len(found.records), found.size / found.log
        print(f"{game:8} {len(found.records):7} {each:13.2f} {share:10.2f} {found.cpu:6.1f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
