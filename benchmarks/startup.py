"""How long the command takes to start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median

from benchmarks.measure import Row, timed


def rows(repeats: int) -> Iterator[Row]:
    """Measure the commands that people type without thinking, against Python doing nothing."""
    nothing = timed(partial(_run, "-c", "pass"), 3 * repeats)
    yield Row("python -c pass", "s", nothing)
    for arguments in (["--help"], ["--version"], ["games"]):
        taken = timed(
            partial(_run, "-c", "from p2pgames_cli.main import main; main()", *arguments), 3 * repeats
        )
        name = f"p2pgames {' '.join(arguments)}"
        yield Row(name, "s", taken, "python doing nothing", median(taken) / median(nothing), "under 0.2 s")


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
