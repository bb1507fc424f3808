"""A newcomer's first ten minutes, by a mouse alone in a browser and by keys alone in a terminal.

``python -m tests.ten_minutes`` takes the pictures of ``docs/first-game`` anew, a test holds the page there to what it
says. Only what is typed as text (a name, five words) is no press. Whoever plays takes what is seen: what is not in
sight, or lies under something else, cannot be pressed.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from p2pgames import registry
from tests.browser import Failed, Page, browser
from tests.cli.at_window import ASKED, COMPLETE
from tests.cli.clicking import POINTED
from tests.cli.client import Client
from tests.cli.home_page import AT_TABLE, HOME, LOBBY, SEEN
from tests.cli.terminal_window import Window
from tests.window_pictures import keep_both

FOLDER = Path(__file__).parent.parent / "docs" / "first-game"
SIZES = ((1300, 850), (900, 700), (390, 800))
TERMINALS = ((60, 20), (80, 24), (120, 40))
MOVES = 10
JOIN, REMATCH = "the friend joins with five words", "both choose a rematch"
MINE = "document.querySelector('#move.mine #typing') !== null"
PLACE = """((selector, text) => {
  const named = (one) => !text || (one.querySelector("b, span:first-child") ?? one).textContent.trim().startsWith(text)
    || one.textContent.trim().startsWith(text);
  const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && named(one));
  const shown = all.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const within = ([, box]) => box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  const middle = ([, box]) => [box.x + box.width / 2, box.y + box.height / 2];
  const met = (one) => document.elementFromPoint(...middle(one));
  const hit = (one) => one[0].contains(met(one));
  const found = shown.find((one) => within(one) && hit(one));
  return found ? middle(found) : shown.length ? "out of sight" : "nowhere";
})"""
"""Where the middle of an element with this text is, if it is wholly on the screen and nothing lies over it."""
LEFT_AT = """[...document.querySelectorAll("#board .legal")].map((one) => one.dataset.spot)"""


class Mouse:
    """Somebody at a window: presses are counted by the part of the ten minutes that they belong to."""

    def __init__(self, page: Page, shot: Callable[[str], None] = lambda _name: None) -> None:
        self.page, self.shot = page, shot
        self.part, self.presses = "", Counter[str]()

    def begin(self, part: str) -> None:
        """Count what follows for this part."""
        self.part = part

    def sees(self, *selectors: str) -> None:
        """Fail unless all of these are wholly on the screen."""
        for selector in selectors:
            try:
                self.page.until(f"Array.isArray({PLACE}({json.dumps(selector)}, ''))")
            except Failed:
                said = self.page.value(f"{PLACE}({json.dumps(selector)}, '')")
                raise AssertionError(f"{self.part}: {selector} is {said}") from None

    def press(self, selector: str, text: str = "", *, scrolls: bool = False) -> None:
        """Click on an element, as soon as it is there; scroll to it first, which is a press, only where one may."""
        where = f"{PLACE}({json.dumps(selector)}, {json.dumps(text)})"
        self.page.until(f"{where} !== 'nowhere'")
        if scrolls and self.page.value(where) == "out of sight":
            self.presses[self.part] += 1
            self.page.value(
                f"[...document.querySelectorAll({json.dumps(selector)})]"
                f".find((one) => one.textContent.trim().startsWith({json.dumps(text)}))"
                ".scrollIntoView({ block: 'center', behavior: 'instant' })"
            )
        try:
            self.page.until(f"Array.isArray({where})")
        except Failed:
            raise AssertionError(f"{self.part}: {selector} {text} is {self.page.value(where)}") from None
        x, y = self.page.value(where)
        self.presses[self.part] += 1
        for kind in ("mousePressed", "mouseReleased"):
            self.page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def types(self, text: str) -> None:
        """Type into the field that the page has put the caret into."""
        self.page.until("document.activeElement.matches('input')")
        self.page.call("Input.insertText", text=text)


def _settings(home: Path) -> Path:
    """Make a home whose tables stay on this computer."""
    home.mkdir()
    (home / "settings.toml").write_text('[network]\nvia = "tcp,lan"\n', encoding="ascii")
    return home


@contextmanager
def _client(page: Page, home: Path) -> Iterator[None]:
    with Client(_settings(home), "--window", mode="--plain") as client:
        page.open(next(line.strip() for line in client.lines() if "/open/" in line))
        yield


def _named(mouse: Mouse, name: str) -> None:
    mouse.begin("give a name")
    mouse.types(name)
    mouse.press("#homepage form button", "Go on")
    mouse.page.until(HOME)


def _moved(mouse: Mouse) -> None:
    """Make the simplest move: places that can be clicked, until Send is ready."""
    page = mouse.page
    page.until(f"{MINE} && {LEFT_AT}.length > 0")
    mouse.sees("#board")
    for _each in range(6):
        before = json.dumps(page.value("document.getElementById('line').value"))
        mouse.press(f'#board [data-spot="{page.value(LEFT_AT)[0]}"]')
        page.until(f"document.getElementById('line').value !== {before}")
        if page.value(COMPLETE):
            break
    _sent(mouse)


def _sent(mouse: Mouse) -> None:
    step = mouse.page.value("document.getElementById('slider').value")
    mouse.sees("#board", "#preview")
    mouse.press("#send")
    mouse.page.until(f"document.getElementById('slider').value !== {json.dumps(step)}")


def by_mouse(page: Page, other: Page, folder: Path, shot: Callable[[str], None]) -> Counter[str]:
    """Play the ten minutes in two browsers; return the presses of each part."""
    ada, ben = Mouse(page, shot), Mouse(other)
    with _client(page, folder / "a"), _client(other, folder / "b"):
        _named(ada, "Ada")
        page.until("document.querySelectorAll('.picture svg').length === 5")
        shot("home")
        _lesson(ada)
        ada.begin("begin a game against a bot")
        ada.press("#lesson button")
        ada.page.until("document.getElementById('lesson').hidden")
        ada.begin("make ten moves")
        for _turn in range(MOVES):
            _moved(ada)
        _hint(ada)
        words = _opened(ada)
        ada.begin(JOIN)
        _named(ben, "Ben")
        ben.begin(JOIN)
        ben.press(".doors button", "Join a table")
        ben.types(words)
        ben.press("#homepage form .main")
        for one in (page, other):
            one.until(AT_TABLE)
        _again(ada, ben)
    assert page.errors == other.errors == []
    return ada.presses + Counter({part: ben.presses[part] for part in (JOIN, REMATCH)})


def _lesson(ada: Mouse) -> None:
    page = ada.page
    ada.begin("play the lesson of Linja to its end")
    ada.press("#homepage .card:nth-child(3) button", "Learn", scrolls=True)
    page.until(f"{AT_TABLE} && !document.getElementById('lesson').hidden")
    for number, spots in enumerate(POINTED["linja"], 1):
        page.until(f"document.querySelector('#lesson b').textContent.startsWith('{number} ') && {MINE}")
        ada.sees("#board", "#lesson")
        if number == 2:
            ada.shot("lesson")
        for spot in spots.split():
            ada.press(f'#board [data-spot="{spot}"]')
            page.until("document.getElementById('line').value !== ''")
        page.until(COMPLETE)
        _sent(ada)
    ada.sees("#board", "#lesson")
    ada.shot("learnt")


def _hint(ada: Mouse) -> None:
    ada.begin("take a hint")
    ada.page.until(f"{MINE} && {LEFT_AT}.length > 0")
    ada.press("#quick button", "Hint", scrolls=True)
    ada.page.until("document.querySelector('#text_body .offered') !== null")
    ada.shot("hint")
    ada.press("#text_body .offered")
    ada.page.until(COMPLETE)
    _sent(ada)


def _opened(ada: Mouse) -> str:
    """Open a table for a friend; return its words."""
    page = ada.page
    ada.begin("open a table for a friend")
    ada.press("#homeward")
    page.until(f"({ASKED}) || ({HOME})")
    if page.value(ASKED):
        ada.press("#question [data-answer=yes]")
    page.until(SEEN)
    ada.press("#homepage .card:nth-child(3) button", "With friends", scrolls=True)
    ada.press("#homepage form .main")
    page.until(f"{LOBBY} && document.getElementById('aloud').textContent.trim() !== ''")
    ada.sees("#aloud", "#copy button")
    ada.shot("words")
    words: str = page.value("document.getElementById('aloud').textContent.trim()")
    return words


def _again(ada: Mouse, ben: Mouse) -> None:
    """End the game by resigning, and begin another one at the same table."""
    ada.begin("resign")
    ada.press("#quick button", "Resign", scrolls=True)
    ada.press("#question [data-answer=yes]")
    for one in (ada, ben):
        one.page.until("document.body.classList.contains('over')")
        one.begin(REMATCH)
        one.press("#ending button", "Rematch", scrolls=True)
    for one in (ada, ben):
        one.page.until("!document.body.classList.contains('over')")


# In a terminal.

ENTER, UP, TAB, LEAVE, HINT = "\r", "\x1b[A", "\t", "\x03", "\x1bh"
WORDS = re.compile(r"^ *((?:[a-z]+ ){4}[a-z]+)$")


class Keys:
    """Somebody at a terminal; keys are counted as `Mouse` counts presses, and what a move is typed with is keys."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.part, self.presses = "", Counter[str]()

    def press(self, *keys: str) -> None:
        """Press one key after the other."""
        self.presses[self.part] += len(keys)
        self.window.press(*keys)


def by_keys(size: tuple[int, int], folder: Path, shot: Callable[[str, Window], None]) -> Counter[str]:
    """Play the ten minutes at two terminals of this size; return the presses of each part."""
    homes = [{"P2PGAMES_HOME": str(_settings(folder / name))} for name in "ab"]
    columns, rows = size
    with (
        Window(columns=columns, rows=rows, **homes[0]) as here,
        Window(columns=columns, rows=rows, **homes[1]) as there,
    ):
        ada, ben = Keys(here), Keys(there)
        for one, name in ((ada, "Ada"), (ben, "Ben")):
            one.part = "give a name"
            one.window.until("What shall the others call you?")
            one.window.press(name)
            one.press(ENTER)
            one.window.until("[Join a table]", "[With friends]")
        shot("home", here)
        _taught(ada, shot)
        ada.part = "begin a game against a bot"
        ada.press(ENTER)
        here.until("move>", "such as", "Cleo")
        ada.part = "make ten moves"
        for _turn in range(MOVES):
            here.until("move>", "such as")
            ada.press(TAB, ENTER)
            here.until("▶ ", "Enter")
            ada.press(ENTER)
            here.until("Meanwhile")
        ada.part = "take a hint"
        here.until("move>", "such as")
        ada.press(HINT)
        here.until("1/", "wins about", "0 ●", "7 ▲", "take it")
        shot("hint", here)
        ada.press(ENTER, ENTER)
        here.until("Meanwhile")
        words = _told(ada, shot)
        ben.part = JOIN
        ben.press("j")
        there.until("five words you were told")
        there.press(words)
        there.until(words)
        ben.press(ENTER)
        for window in (here, there):
            window.until("● Ada", "▲ Ben", "all connected")
        ada.part = "resign"
        ada.press(*"resign", ENTER)
        here.until("Resign? Ada leaves the game for good.")
        ada.press(ENTER)
        for one in (ada, ben):
            one.part = REMATCH
            one.window.until("rematch")
            one.press("r")
        for window in (here, there):
            window.until("● ", "all connected", "0 ●")
    return ada.presses + Counter({part: ben.presses[part] for part in (JOIN, REMATCH)})


def _taught(ada: Keys, shot: Callable[[str, Window], None]) -> None:
    """Play the lesson: what each step asks for stands on the screen together with the whole board and the line."""
    lesson = registry.game("linja").lesson
    assert lesson is not None
    ada.part = "play the lesson of Linja to its end"
    ada.press("3", "l")
    count = len(lesson.steps)
    for number, step in enumerate(lesson.steps, 1):
        board = (f"{row} " for row in range(8))
        ada.window.until(f" {number} of {count} ", str(step.task), "move>", *board)
        if number == 2:
            shot("lesson", ada.window)
        ada.press(*step.moves[0], ENTER)
    ada.window.until("That was the lesson", "Now play it against a bot", "Play it against a bot")
    shot("learnt", ada.window)


def _told(ada: Keys, shot: Callable[[str, Window], None]) -> str:
    """Open a table for a friend; return its words."""
    ada.part = "open a table for a friend"
    ada.press(LEAVE)
    ada.window.until("Leave the table?")
    ada.press("y")
    ada.window.until("[With friends]")
    ada.press("3", "f")
    ada.window.until("Open the table")
    ada.press(UP, ENTER)
    ada.window.until("Tell the others these words", "copy words")
    shot("words", ada.window)
    return next(found[1] for line in ada.window.lines if (found := WORDS.match(line)))


def allowed(column: int) -> dict[str, int]:
    """Return what the page says that each part takes: in clicks (1) or keys (2)."""
    said = (FOLDER / "ten-minutes.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in said.splitlines() if line[:1] == "|"]
    return {row[0]: int(row[column]) for row in rows[2:]}


# The pictures.

PICTURED = {1300: "home", 900: "hint", 390: "lesson words"}
"""What is kept of each width: enough to see, little to store."""


def main() -> None:
    """Play at every size, and keep the pictures, light and dark."""
    for width, height in SIZES:
        with browser() as page, browser() as other, tempfile.TemporaryDirectory() as folder:
            page.size(width, height, phone=width < 800)

            def shot(name: str, page: Page = page, width: int = width) -> None:
                if name in PICTURED[width]:
                    page.value("scrollTo(0, 0)")
                    keep_both(page, FOLDER / f"{name}-{width}")

            by_mouse(page, other, Path(folder), shot)


if __name__ == "__main__":
    main()
