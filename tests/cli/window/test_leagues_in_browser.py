"""Leagues in the home at the window, in chromium: from the list to the invite of the one whom one owes a game.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.league.league import read_league, sign_enrolment
from p2pgames_protocol.testing.room import identity
from tests.axe import violations
from tests.cli.home_page import LOBBY, at_home, by_tcp, choose, door

pytestmark = pytest.mark.browser


def test_whom_one_owes_a_game_is_invited_from_the_page(page, tmp_path):
    home, league = tmp_path / "home", tmp_path / "winter"
    at = ["--home", str(home)]
    assert run([*at, "league", "new", str(league), "--title", "Winter", "--game", "linja"]) == 0
    assert run([*at, "league", "join", str(league)]) == 0
    signed = read_league((league / "league.p2pl").read_bytes())
    (league / "ben.p2pe").write_bytes(sign_enrolment(identity(1), signed.id, "Ben"))
    with at_home(page, home):
        door(page, "More", "Leagues", "Winter")
        page.until("document.querySelector('#homepage').textContent.includes('Ben')")
        assert violations(page) == []
        choose(page, "Standings")
        page.until("document.querySelector('#homepage').textContent.includes('0 games count.')")
        page.press("Escape")
        choose(page, "Ben")
        by_tcp(page)
        page.until(f"{LOBBY} && document.getElementById('invited').value")
