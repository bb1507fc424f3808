"""Timing something several times, and a table of what came out."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median


@dataclass(frozen=True)
class Row:
    """What was measured: seconds (or a rate) at least, in the middle and at most, and against what."""

    name: str
    unit: str
    values: tuple[float, ...]
    against: str = ""
    ratio: float | None = None
    aim: str = ""

    def text(self) -> str:
        """Return the row of a Markdown table."""
        numbers = " | ".join(f"{value:,.3g}" if value < 1000 else f"{value:,.0f}" for value in self.spread())
        ratio = (
            ""
            if self.ratio is None
            else f"{self.ratio:,.{0 if self.ratio >= 10_000 else 2}f} x {self.against}"
        )
        return f"| {self.name} | {self.unit} | {numbers} | {ratio} | {self.aim} |"

    def spread(self) -> tuple[float, float, float]:
        """Return minimum, median and maximum."""
        return min(self.values), median(self.values), max(self.values)


HEAD = "| what | unit | min | median | max | ratio of medians | aim |\n|---|---|---|---|---|---|---|"


def printed(rows: Iterable[Row]) -> None:
    """Print the table, row by row as they are measured."""
    print(HEAD)
    for row in rows:
        print(row.text(), flush=True)


def timed(
    work: Callable[[], object], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, ...]:
    """Return the seconds each of several runs took, on a clock: `time.process_time` leaves out what else runs."""
    taken = []
    for _ in range(repeats):
        start = clock()
        work()
        taken.append(clock() - start)
    return tuple(taken)


def by_turns(
    works: Iterable[Callable[[], object]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> list[tuple[float, ...]]:
    """Return the same for each of several works, done by turns: what else the machine does falls on all alike."""
    works = tuple(works)
    rounds = [[timed(work, 1, clock)[0] for work in works] for _ in range(repeats)]
    return list(zip(*rounds, strict=True))


def machine() -> str:
    """Return what it was measured on."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("cryptography", "msgpack", "trio", "chess"))
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} on {os.cpu_count()} cores; {libraries}"
