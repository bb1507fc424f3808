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
        "# Benchmarks\n\nWritten by `python -m benchmarks`. Ratios compare medians of one run; times depend on the"
        " machine and what else it does.\n\n"
        f"Measured on {machine()}; {repeats} repeats (starting: three times as many).\n\n"
        + "\n".join(lines)
        + "\n"
    )
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
