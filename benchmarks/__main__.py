"""Measure everything, and write docs/benchmarks.md: ``python -m benchmarks [REPEATS]``."""

from __future__ import annotations

import sys
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
    "A fast audit still verifies coins and cards, so for games with cards it is hardly faster than a full one. In"
    " random games all legal moves are listed at every turn; above 1.00 x python-chess, ours are the faster ones."
    " Whole clients are set beside random games of python-chess, played by turns with them: their aims were set in"
    " seconds, on a machine on which it made 25,000 moves in one."
)


def main(repeats: str = "7") -> None:
    """Print the table and write the page."""
    lines = [HEAD]
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
    ):
        for row in part.rows(int(repeats)):
            lines.append(row.text())
            print(lines[-1], flush=True)
    page = (
        "# Benchmarks\n\nWritten by `python -m benchmarks`. Ratios compare medians of the same run; times depend on the"
        " machine and its load.\n\n"
        f"Measured on {machine()}; {repeats} repeats (for start-up times, three times as many).\n\n{READING}\n\n"
        + "\n".join(lines)
        + "\n"
    )
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
