"""Pictures of the window in a browser, light and dark, from the running program: ``python -m tests.window_pictures``.

One for the README, of a game that has gone on for a while, and one for each first-game page, of the lesson's first step
with the click made and the move ready to be sent. They need chromium (`tests/browser.py`).
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode
from pathlib import Path

from p2pgames import registry
from tests.browser import Page, browser
from tests.cli.at_window import COMPLETE, at_turn, finish_turn, opened
from tests.cli.clicking import POINTED

DOCS = Path(__file__).parent.parent / "docs"
SIZE = 1200, 780
"""What most laptops show of a page without scrolling."""
TURNS = 12
"""After so many turns a board of Metro has something to see on all sides."""


def main(names: list[str]) -> None:
    """Make the picture of the README, then those of these games, of all for none."""
    with browser() as page:
        page.size(*SIZE)
        page.prefer(reduced_motion="reduce")
        if not names:
            _game(page)
        for name in names or registry.names():
            _lesson(page, name)


def _game(page: Page) -> None:
    bots = [flag for seat in (2, 3, 4) for flag in ("--bot", f"{seat}=easy")]
    with (
        tempfile.TemporaryDirectory() as home,
        opened(page, Path(home), "hotseat", "metro", "--seats", "4", *bots),
    ):
        for _turn in range(TURNS):
            at_turn(page)
            finish_turn(page)
        at_turn(page)
        keep_both(page, DOCS / "pictures" / "window")


def _lesson(page: Page, name: str) -> None:
    with tempfile.TemporaryDirectory() as home, opened(page, Path(home), "learn", name):
        for spot in POINTED[name][0].split():
            page.click(f'[data-spot="{spot}"]')
        page.until(COMPLETE)
        page.value("window.scrollTo(0, 0)")
        keep_both(page, DOCS / "pictures" / f"window-{name}")


def keep_both(page: Page, file: Path) -> None:
    """Keep what is seen, in light colours and in dark ones."""
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)  # what is under it would be explained
    for theme in ("light", "dark"):
        page.prefer(reduced_motion="reduce", color_scheme=theme)
        shot = page.call("Page.captureScreenshot", format="webp", quality=80)  # a third of a PNG
        file.with_name(f"{file.name}-{theme}.webp").write_bytes(b64decode(shot["data"]))


if __name__ == "__main__":
    main(sys.argv[1:])
