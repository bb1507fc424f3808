"""Measure everything, or some parts, and write docs/benchmarks.md: ``python -m benchmarks [REPEATS [PART ...]]``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks import (
    clicks,
    clients,
    decks,
    drawings,
    latency,
    loading,
    logs,
    pages,
    relaying,
    rules,
    startup,
    transports,
)
from benchmarks.measure import HEAD, machine

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
READING = (
    "What people wait for stands first. Pages of whole games are measured in seconds of the processor. A fast audit"
    " still verifies coins and cards, so for games with cards it is hardly faster than a full one. In"
    " random games all legal moves are listed at every turn; above 1.00 x python-chess, ours are the faster ones."
    " Whole clients are set beside random games of python-chess, played by turns with them: their aims were set in"
    " seconds, on a machine on which it made 25,000 moves in one."
)


NOTICED = (
    "p2pgames --help",
    "p2pgames hotseat linja, until the board stands",
    "a table of two, from the invite to the first choice of a move",
    "6 clients of Metro, from the last seat taken to the first choice",
    "a move of Linja, from Enter to the other's terminal, whole clients",
    "a move of Linja, from the click in a window to the other window's drawn board",
    "of that, composing the screen of 120 x 40",
    "the same screen once more, its board and its events as they were",
    "p2pgames demo metro --seats 6",
    "full audit of a game of Metro of 6 seats",
    "line1 for 5, the page of a whole game written",
    "bus for 5, the page of a whole game written",
    "metro for 6, the page of a whole game written",
    "such a client in memory, all in the middle",
    "a game of Metro of 6 seats",
)
"""How the rows begin of what people wait for; they stand first."""


PARTS = {
    part.__name__.rpartition(".")[2]: part
    for part in (
        logs,
        rules,
        drawings,
        pages,
        loading,
        clicks,
        decks,
        latency,
        relaying,
        clients,
        transports,
        startup,
    )
}


def main(repeats: str = "7", *names: str) -> None:
    """Print the table and write the page; of some parts alone, the rows of the others stay as they are."""
    rows = dict[str, str]()
    for name in names or PARTS:
        for row in PARTS[name].rows(int(repeats)):
            if row.name in rows:
                raise ValueError(f"Two rows are called {row.name}.")
            rows[row.name] = row.text()
            print(row.text(), flush=True)
    known = dict[str, str]()
    page = (
        "# Benchmarks\n\nWritten by `python -m benchmarks`. Ratios compare medians of the same run; times depend on the"
        " machine and its load.\n\n"
        f"Measured on {machine()}; {repeats} repeats (for start-up times, three times as many).\n\n{READING}\n\n"
    )
    if names:
        page, _head, tables = PAGE.read_text(encoding="utf-8").partition(HEAD)
        lines = (line for line in tables.splitlines() if line.startswith("| ") and line not in HEAD)
        known = {line.split(" | ")[0].removeprefix("| "): line for line in lines}
    PAGE.write_text(page + _tables(known | rows), "utf-8")


def _tables(rows: Mapping[str, str]) -> str:
    """Return the rows of what people wait for, and below them all others."""
    first = {name: row for begun in NOTICED for name, row in rows.items() if name.startswith(begun)}
    rest = [row for name, row in rows.items() if name not in first]
    return "\n".join((HEAD, *first.values(), "", "## Everything else", "", HEAD, *rest)) + "\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
