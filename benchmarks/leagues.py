"""What a league of thousands of games costs, by one process, two, and a cluster of two workers.

``python -m benchmarks.leagues [FOLDER [MOST]]`` plays what is missing of this many games, 2,000 unless given, into the
folder, one that is forgotten unless given, and writes what it measured into docs/leagues.md.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from benchmarks.league_games import found, games
from benchmarks.measure import machine

PAGE: Final = Path(__file__).parent.parent / "docs" / "leagues.md"
BEGIN, END = "<!-- sizes: python -m benchmarks.leagues -->\n", "<!-- end of sizes -->\n"
SIZES: Final = 250, 500, 1000, 2000
CLIENT: Final = """
import json, pathlib, re, resource, sys, time
from p2pgames_cli.main import run
begin = time.perf_counter()
code = run(sys.argv[1:])
taken = time.perf_counter() - begin
own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
cpu = sum(each.ru_utime + each.ru_stime for each in (own, others))
# not ru_maxrss, which begins at what the process that started this one had
most = int(re.search(r"VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])
print(json.dumps([code, taken, cpu, most / 1024, others.ru_maxrss / 1024]), file=sys.stderr)
"""
"""Does a command; says what it took: seconds, processor time, and the most memory of itself and of one it started."""
HEAD: Final = (
    "| files in the league | new ones audited by | files per second | processor ms for each new one "
    "| MiB at most, of the command and of the largest process it started |\n|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Cost:
    """What a command took, and what it printed."""

    seconds: float
    cpu: float
    own: float
    largest: float
    said: str


def main(folder: str = "", most: str = "2000") -> None:
    """Print what was measured, and write it into the page after each size."""
    with tempfile.TemporaryDirectory() as forgotten:
        place = Path(forgotten)
        found(place / "league")
        lines = [HEAD]
        for before, size in pairwise((0, *SIZES)):
            if size > int(most):
                break
            files = games(Path(folder or forgotten, "games"), size)
            for file in files[before:]:
                shutil.copy(file, place / "league")
            for line in _ways(place, size, size - before):
                print(line, flush=True)
                lines.append(line)
            _write(files, lines)


def _write(files: Sequence[Path], lines: Sequence[str]) -> None:
    mean = sum(path.stat().st_size for path in files) / len(files) / 1024
    head = (
        f"A league that grows to {len(files):,} finished games of all five, {mean:.0f} KiB each on average, and its "
        f"table each time; what was audited before is only read. By `python -m benchmarks.leagues`; {machine()}; "
        "beside other work, so processor time says more than seconds.\n\n"
    )
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table = "\n".join(lines) + "\n"
    PAGE.write_text(before + BEGIN + head + table + END + rest.partition(END)[2], encoding="utf-8")


def _ways(place: Path, size: int, new: int) -> Iterator[str]:
    """Yield what it costs to compute the table by each way, in a home that knows all but the new files."""
    costs = {
        "one process": _cost(place / "one", "--jobs", "1"),
        "two processes": _cost(place / "two", "--jobs", "2"),
        "a cluster of two workers": _cluster_cost(place / "cluster"),
    }
    if len({cost.said for cost in costs.values()}) != 1:
        raise ValueError("the tables differ")
    if len(json.loads(costs["one process"].said)["counted"]) != size:
        raise ValueError("a game that was played does not count")
    for name, cost in costs.items():
        largest = f", {cost.largest:.0f}" if cost.largest else ""
        spent = 1000 * cost.cpu / new
        yield f"| {size:,} | {name} | {new / cost.seconds:.1f} | {spent:.0f} | {cost.own:.0f}{largest} |"


def _cluster_cost(home: Path) -> Cost:
    """Return the same of a cluster: its scheduler is in this process, its workers have ended when it is counted."""
    from distributed import LocalCluster

    before = os.times()
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        cost = _cost(home, "--cluster", cluster.scheduler_address)
    after = os.times()
    return replace(cost, cpu=sum(after[:4]) - sum(before[:4]))


def _cost(home: Path, *flags: str) -> Cost:
    asked = ["league", "standings", str(home.parent / "league"), "--json", "--home", str(home), *flags]
    done = subprocess.run([sys.executable, "-c", CLIENT, *asked], check=True, capture_output=True, text=True)
    code, seconds, cpu, own, largest = json.loads(done.stderr.splitlines()[-1])
    if code:
        raise ValueError(done.stderr)
    return Cost(seconds, cpu, own, largest, done.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
