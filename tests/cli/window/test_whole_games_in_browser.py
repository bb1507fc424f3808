"""Whole games of every kind by clicks alone, from the set-up to the end: two clients, each with a window of its own.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

from random import Random

import pytest

from tests.cli.at_window import OVER, READY, step
from tests.cli.clicking import played_by_clicks
from tests.cli.client import join
from tests.cli.home_page import (
    AT_TABLE,
    FORM,
    LOBBY,
    STEP,
    at_home,
    begin,
    by_tcp,
    chosen,
    door,
    field,
    paste,
    push,
)
from tests.inherited import strangers

pytestmark = pytest.mark.browser

MAIN = "#homepage .does .main"
GAMES = {
    "Linja": {},
    "Metro": {},
    "Socks in the City": {"layout": "players", "size": "beginner"},
    "Line 1": {},
    "Bus": {},
}


@pytest.mark.parametrize(("game", "options"), GAMES.items())
def test_a_whole_game_by_clicks_alone_between_two_windows(page, other, tmp_path, game, options):
    with at_home(page, tmp_path / "ada", "Ada"), at_home(other, tmp_path / "ben", "Ben"):
        invite, seats = opened_by_clicks(page, game, options)
        joined_by_clicks(other, invite)
        if seats == 2:
            finished([page, other], game)
            return
        with join(tmp_path / "cleo", invite, "--bot", "random", "--name", "Cleo"):
            finished([page, other], game)


def opened_by_clicks(page, game, options):
    """Open a table from the home; return its invite, and how many sit at it."""
    begin(page, game, "With friends")
    page.until(FORM)
    if options:
        push(page, "#homepage .field .further")
    for name, value in options.items():
        chosen(page, name, value)
    push(page, MAIN)
    by_tcp(page)
    # The invite may stand there a moment before anybody sits.
    page.until(f"{LOBBY} && document.getElementById('invited').value && document.querySelector('#seated li')")
    return page.value(
        "[document.getElementById('invited').value, document.querySelectorAll('#seated li').length]"
    )


def joined_by_clicks(page, invite):
    """Sit down at a table from the home: the invite is pasted."""
    door(page, "Join a table")
    page.until(f"{FORM} && document.activeElement === {field('invite')}")
    paste(page, invite)
    push(page, MAIN)


def finished(pages, game):
    """Play to the end, and see how it ended in both windows."""
    for page in pages:
        page.until(f"{AT_TABLE} && {READY}")
    turns = played_by_clicks(pages, Random(game))
    assert turns > 10
    results = set()
    for page in pages:
        page.until(OVER)
        assert page.value("document.querySelectorAll('#board .legal').length") == 0
        assert strangers(page, "#board, #panel svg, #signs symbol") == []
        results.add(page.value("document.getElementById('whose').textContent"))
        assert page.errors == []
    (result,) = results
    assert "wins" in result or "share" in result
    look_back(pages[0])


def look_back(page):
    """See how everybody stands, keep the game, and see it from its beginning and its end."""
    assert page.value("document.getElementById('typing').hidden")
    stands = "[...document.querySelectorAll('#ending li')].map((each) => each.textContent)"
    assert page.value(stands)[0].startswith("1.")
    saved = "fetch('game.html').then((found) => found.text())"
    assert page.value(saved).startswith("<!doctype html>")
    last = step(page)
    page.value("[...document.querySelectorAll('#ending button')].at(-1).click()")
    page.until(f"{STEP} === 0 && document.getElementById('ending').hidden")
    page.click("#steps [data-go=last]")
    page.until(f"{STEP} === {last} && !document.getElementById('ending').hidden")
