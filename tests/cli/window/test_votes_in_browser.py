"""Three clients, one at the window: the one at turn is killed, and voted out by the button that comes for it.

Needs chromium (`tests/browser.py`), and the shortest time of a table, on a clock that makes it ten seconds.
"""

import pytest

from tests.cli.at_window import ASKED, READY, at_turn, finish_turn, link_of
from tests.cli.client import HURRIED, host, join

pytestmark = pytest.mark.browser

DUE = "!document.getElementById('due').hidden"
MINE = "document.getElementById('move').classList.contains('mine')"
PLAYERS = "[...document.querySelectorAll('#players li')]"
AT_TURN = "(document.querySelector('#players .moves bdi')?.textContent ?? '')"


def test_who_is_silent_for_too_long_is_voted_out_by_a_button(page, tmp_path):
    table = ("--seats", "3", "--option", "time=1m", "--name", "Ada", "--window")
    with host(tmp_path / "ada", *table, game="metro", before=HURRIED, cold=True) as ada:
        page.open(link_of(ada))
        invite = ada.until("invite")["invite"]
        with (
            join(tmp_path / "ben", invite, "--yes", "--name", "Ben", before=HURRIED, cold=True) as ben,
            join(tmp_path / "cleo", invite, "--yes", "--name", "Cleo", before=HURRIED, cold=True) as cleo,
        ):
            page.until(f"{READY} && {AT_TURN} !== ''")
            while page.value(f"{AT_TURN} === 'Ada'"):
                assert at_turn(page)
                finish_turn(page)
                page.until(f"!{MINE} && {AT_TURN} !== ''")
            silent = page.value(AT_TURN)
            gone, stays = (ben, cleo) if silent == "Ben" else (cleo, ben)
            gone.kill()
            assert page.value(f"!({DUE})")
            seat = page.value(f"{PLAYERS}.findIndex((one) => one.classList.contains('moves'))")
            page.until(DUE)
            assert f"You may vote {silent} out" in page.value("document.getElementById('due').textContent")
            page.click("#due button")
            page.until(ASKED)
            page.click("#question [data-answer=yes]")
            page.until(f"!({DUE})")
            stays.send(do="vote", seat=seat)
            page.until(f"document.getElementById('events').textContent.includes('{silent} is out')")
            page.until(
                "[...document.querySelectorAll('#players .tally')].some((one) => /left/.test(one.textContent))"
            )
        assert page.errors == []
