"""One table in terminals and in windows: a client with both open at once, and another one with a window alone.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import json
from random import Random

import pytest

from tests.cli.at_window import READY, arrive, at_turn, step
from tests.cli.clicking import awaited, turn_by_clicks
from tests.cli.client import join
from tests.cli.terminal_window import Window

pytestmark = pytest.mark.browser

EVENTS = "document.getElementById('events').textContent"
FIRST = "document.querySelector('#moves b')?.textContent ?? ''"
LINKED = "/open/"
TURNS = 4
"""Half of them are typed in the terminal."""


def test_a_terminal_and_its_window_play_against_another_window(page, other, tmp_path):
    invite = tmp_path / "invite"
    own = ("--home", str(tmp_path / "ada"), "host", "linja", "--listen", "127.0.0.1:0", "--name", "Ada")
    with Window(*own, "--via", "tcp", "--invite-file", str(invite)) as terminal:
        terminal.until("P2PGAMES:")
        ben = ("--via", "tcp", "--name", "Ben", "--window")
        with join(tmp_path / "ben", invite.read_text("ascii").strip(), *ben) as client:
            arrive(other, client.until("window")["link"])
            terminal.until("players")
            terminal.press("\x1bw")
            shown = terminal.until(LINKED)
            arrive(page, next(line for line in shown if LINKED in line).split()[0])
            terminal.press("\x1b")
            terminal.until("═══")
            page.until(READY)
            random, made = Random(1), {page: 0, other: 0}
            while made[page] < TURNS or not made[other]:
                mover = page if awaited(page) == "mine" else other
                if mover is other and awaited(other) != "mine":
                    continue
                assert at_turn(mover)
                before = step(mover)
                if mover is page and made[page] % 2:
                    typed(terminal, page)
                else:
                    turn_by_clicks(mover, random)
                made[mover] += 1
                for each in (page, other):
                    each.until(f"Number(document.getElementById('slider').value) > {before}")
                who, move, *_ = page.value(f"{EVENTS}.split(/(?=Ada: |Ben: )/).at(-1)").split(": ")
                terminal.until(f"{who} {move}")
            assert page.errors == other.errors == []


def typed(terminal, page):
    """Make a move in the terminal: while it is typed the page has none of it."""
    page.until(f"({FIRST}) !== ''")
    move = page.value(FIRST)
    terminal.until("such as")  # what the other did was played first
    terminal.press(move)
    terminal.until(f"> {move}")
    assert page.value("document.getElementById('line').value") == ""
    before = step(page)
    terminal.press("\r")
    page.until(f"Number(document.getElementById('slider').value) > {before}")
    assert json.dumps(move)[1:-1] in page.value(EVENTS)
