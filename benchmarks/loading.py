"""How long a browser takes to open the page of a whole game, and to draw its first board.

``python -m benchmarks.loading [REPEATS]`` prints the table alone. It needs chromium: where there is none,
these rows are left out.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.measure import Row, printed
from p2pgames_cli.main import run
from tests.browser import Page, browser

PROGRAM: Final = "chromium"
GAMES: Final = ("linja", "bus")
"""The smallest and the largest page."""
EMPTY: Final = "<!doctype html><meta charset=utf-8><title>Empty</title><p>Empty"
PAINTED: Final = """new Promise((done) => {
  const there = () => document.readyState === "complete" && document.querySelector("%s");
  const look = () => requestAnimationFrame(there() ? last : look);
  const last = () => requestAnimationFrame(() => done(performance.now()));
  look();
})"""
"""By the clock of the page, which begins with the navigation: when a frame has begun after one that drew an element."""


def rows(repeats: int) -> Iterator[Row]:
    """Measure pages from a file against an empty one, and clicks between two clients on loopback."""
    if shutil.which(PROGRAM) is None:
        print(f"There is no {PROGRAM}: how long pages take to load is left out.", file=sys.stderr)
        return
    with TemporaryDirectory() as folder, browser() as page:
        yield from _loads(page, Path(folder), repeats)


def _loads(page: Page, folder: Path, repeats: int) -> Iterator[Row]:
    empty = folder / "empty.html"
    empty.write_text(EMPTY, encoding="utf-8")
    pages = {"empty": empty} | {name: _written(folder, name) for name in GAMES}
    taken: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(repeats):
        for name, file in pages.items():
            taken[name].append(_load(page, file))
    bare = taken.pop("empty")
    yield Row("an empty page in chromium, from navigation to the drawn frame", "ms", tuple(bare))
    for name, times in taken.items():
        ratio = median(times) / median(bare)
        what = f"{name}, the page of a whole game, from navigation to the drawn board"
        yield Row(what, "ms", tuple(times), "an empty page", ratio)


def _written(folder: Path, name: str) -> Path:
    game, out = folder / f"{name}.p2pg", folder / f"{name}.html"
    with redirect_stdout(StringIO()):
        run(["demo", name, "--seed", "page", "--bot", "random", "--out", str(game)])
        run(["export", str(game), "--format", "html", "--out", str(out)])
    return out


def _load(page: Page, file: Path) -> float:
    """Return the milliseconds until the board is drawn, on the empty page its one line."""
    page.open("about:blank")
    page.call("Page.navigate", url=file.as_uri())
    return float(page.value(PAINTED % ("p" if file.stem == "empty" else "#drawn *")))


def main(repeats: str = "7") -> None:
    """Print the table."""
    printed(rows(int(repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])
