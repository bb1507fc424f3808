"""How long a move takes from the click in one window to the drawn board of another, and the same in two terminals.

``python -m benchmarks.clicks [REPEATS]`` prints the table alone: so many games, with `MOVES` moves each. Both ways
whole clients play over TLS on loopback. It needs chromium: where there is none, these rows are left out.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from select import select
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from benchmarks.measure import Row, printed
from p2pgames.contract import Choose
from p2pgames_cli.library.stored_games import replay_file
from tests.browser import Page, browser
from tests.cli.at_window import COMPLETE, arrive, link_of
from tests.cli.client import Client
from tests.cli.terminal_window import Window

PROGRAM: Final = "chromium"
GAME: Final = "linja"
MOVES: Final = 10
"""Of each game: none of them is the last, about which a client asks."""
BEGUN: Final = 60.0
"""Seconds until the table is full and its game is written."""
SETTINGS: Final = 'motion = "off"\n'
"""What the other did is not played move by move: that takes as long as people need to see it."""
MOMENT: Final = 0.05
PATIENCE: Final = 20.0
"""Seconds for a move to come about."""
NOW: Final = "performance.timeOrigin + performance.now()"
"""Milliseconds on the clock of the computer, which all browsers share."""
WATCH: Final = f"""(() => {{
  const before = Number(document.getElementById("slider").max);
  window.drawn = new Promise((done) => {{
    const there = () => Number(document.getElementById("slider").max) > before;
    const look = () => requestAnimationFrame(there() ? last : look);
    const last = () => requestAnimationFrame(() => done({NOW}));
    look();
  }});
}})()"""
"""Has the page note when a frame has begun after one with a further step."""


class Side(Protocol):
    """One player's client."""

    def write(self, move: str) -> None:
        """Let a move stand in the line, complete."""

    def wait(self) -> None:
        """Let a moment pass."""

    def watch(self) -> None:
        """Look out for the next move of the other."""

    def send(self) -> float:
        """Send what stands in the line; return the milliseconds on a clock that both sides share."""

    def seen(self, move: str) -> float:
        """Return when the other's move was drawn, on the same clock."""


class AtWindow:
    """A client whose window is open in a browser."""

    def __init__(self, page: Page, link: str) -> None:
        """Follow the link."""
        self._page = page
        arrive(page, link)

    def write(self, move: str) -> None:
        """Let a move stand in the line, complete."""
        self._page.until("document.querySelector('#move.mine') !== null")
        self._page.value(
            f"(() => {{ const line = document.getElementById('line'); line.value = {json.dumps(move)};"
            " line.dispatchEvent(new Event('input')); })()"
        )
        self._page.until(COMPLETE)

    def wait(self) -> None:
        """Let a moment pass."""
        time.sleep(MOMENT)

    def watch(self) -> None:
        """Look out for the next move of the other."""
        self._page.value(WATCH)

    def send(self) -> float:
        """Click on *Send*."""
        return float(
            self._page.value(f"(() => {{ document.getElementById('send').click(); return {NOW}; }})()")
        )

    def seen(self, move: str) -> float:  # noqa: ARG002
        """Return when the board was drawn."""
        return float(self._page.value("drawn"))


class AtTerminal:
    """A client in a terminal; what it writes counts as seen when the terminal has it."""

    def __init__(self, window: Window) -> None:
        """Take a client that runs."""
        self._window = window

    def write(self, move: str) -> None:
        """Type a move."""
        self._window.press(move)
        self._window.until(f"> {move}")

    def wait(self) -> None:
        """Draw what is written in a moment: a client whose terminal is full waits until somebody reads."""
        if select([self._window.terminal], [], [], MOMENT)[0]:
            self._take()

    def watch(self) -> None:
        """Draw all that was written so far."""
        while select([self._window.terminal], [], [], 0.1)[0]:
            self._take()

    def send(self) -> float:
        """Press Enter."""
        start = time.time()
        self._window.press("\r")
        return 1000 * start

    def seen(self, move: str) -> float:
        """Return when the last of what shows the move was written."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            when = self._take()
            if any(f" {move}:" in line for line in self._window.lines):
                return 1000 * when
        raise TimeoutError("\n".join([move, *self._window.lines]))

    def _take(self) -> float:
        piece = os.read(self._window.terminal, 65536)
        when = time.time()
        self._window.stream.feed(piece)
        return when


def rows(repeats: int) -> Iterator[Row]:
    """Measure moves between two windows against moves between two terminals, and the same between two phones."""
    if shutil.which(PROGRAM) is None:
        print(f"There is no {PROGRAM}: how long clicks take is left out.", file=sys.stderr)
        return
    terminals = [took for _ in range(repeats) for took in _in_terminals()]
    with browser() as one, browser() as other:
        windows = [took for _ in range(repeats) for took in _in_windows(one, other)]
        scans, taps = list[float](), list[float]()
        for page in (one, other):
            page.size(390, 800, phone=True)
        for _ in range(repeats):
            _at_phones(one, other, scans, taps)
    yield Row("a move of Linja, from Enter to the other's terminal, whole clients", "ms", tuple(terminals))
    ratio = median(windows) / median(terminals)
    what = "a move of Linja, from the click in a window to the other window's drawn board"
    yield Row(what, "ms", tuple(windows), "terminals", ratio)
    yield Row("a phone, from the code to the drawn board", "ms", tuple(scans), aim="under 2,000 ms")
    what = "a move of Linja, from the tap at a phone to the other phone's drawn board"
    yield Row(what, "ms", tuple(taps), aim="under 200 ms")


def _in_terminals() -> list[float]:
    with TemporaryDirectory() as kept, ExitStack() as stack:
        folder = Path(kept)
        invite = folder / "invite"
        own = ("host", GAME, "--invite-file", str(invite), *_here(folder, "Ada"))
        host = stack.enter_context(Window(*own))
        while not invite.exists() or not invite.read_text("ascii").strip():
            time.sleep(0.05)
        guest = stack.enter_context(Window("join", invite.read_text("ascii").strip(), *_here(folder, "Ben")))
        for window in (host, guest):
            window.until("players")
        return _played(folder / "Ada", {"Ada": AtTerminal(host), "Ben": AtTerminal(guest)})


def _in_windows(one: Page, other: Page) -> list[float]:
    with TemporaryDirectory() as kept, ExitStack() as stack:
        folder = Path(kept)
        host = stack.enter_context(
            Client(folder / "Ada", "host", GAME, "--window", *_here(folder, "Ada")[2:])
        )
        link, invite = link_of(host), host.until("invite")["invite"]
        guest = Client(folder / "Ben", "join", invite, "--window", *_here(folder, "Ben")[2:])
        stack.enter_context(guest)
        sides = {"Ada": AtWindow(one, link), "Ben": AtWindow(other, link_of(guest))}
        return _played(folder / "Ada", sides)


def _at_phones(one: Page, other: Page, scans: list[float], taps: list[float]) -> None:
    """Note how long two phones took until each had its board, and then each move to the other."""
    with TemporaryDirectory() as kept, ExitStack() as stack:
        home = Path(kept) / "Ada"
        client = stack.enter_context(
            Client(home, "hotseat", GAME, "--names", "Ada,Ben", "--phones", "--phone-at", "127.0.0.1")
        )
        sides = {}
        for page, phone in zip((one, other), client.until("phone")["phones"], strict=True):
            begun = time.time()
            sides[phone["name"]] = AtWindow(page, phone["link"])
            page.until("document.querySelector('#board .spots polygon') !== null")
            scans.append(1000 * (time.time() - begun))
        taps += _played(home, sides)


def _here(folder: Path, name: str) -> tuple[str, ...]:
    (folder / name).mkdir()
    (folder / name / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    return "--home", str(folder / name), "--name", name, "--listen", "127.0.0.1:0", "--via", "tcp"


def _played(home: Path, sides: Mapping[str, Side]) -> list[float]:
    """Play so many moves at random; return the milliseconds that each took."""
    random, taken, made = Random(1), list[float](), list[str]()
    until = time.monotonic() + BEGUN
    while not (files := [*(home / "games").glob("*.p2pg")]):
        if time.monotonic() > until:
            raise TimeoutError("no game has begun")
        for side in sides.values():
            side.wait()
    (file,) = files
    while len(taken) < MOVES:
        replica = replay_file(file)
        state, ask, names = replica.position.state, replica.position.ask, replica.genesis.names
        if not isinstance(ask, Choose) or len(replica.position.past) < len(taken):
            for side in sides.values():  # the coin, or the file is not written yet
                side.wait()
            continue
        moves = (
            replica.rules.text(state, ask.seat, each) for each in replica.rules.moves(state, ask.seat, {})
        )
        move = random.choice([text for text in moves if not any(text in one or one in text for one in made)])
        made.append(move)
        mover, other = sides[names[ask.seat]], sides[names[1 - ask.seat]]
        mover.write(move)
        other.watch()
        sent = mover.send()
        taken.append(other.seen(move) - sent)
    return taken


def main(repeats: str = "3") -> None:
    """Print the table."""
    printed(rows(int(repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])
