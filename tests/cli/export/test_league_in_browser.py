"""The page of a league in a real browser: on phones and wide screens, dark and light, and open to everybody.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

from dataclasses import replace

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.league.league import Scoring, sign_league
from p2pgames_protocol.testing.room import identity
from tests.axe import violations
from tests.cli.app.league.leagues import WINTER, folder_of, log

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=Scoring)
def league(request, tmp_path_factory):
    """The address of the page of a league with doubts, and games that do not count."""
    where = tmp_path_factory.mktemp("league")
    signed = sign_league(identity(0), replace(WINTER.league, scoring=request.param))
    names = ("Ada", "Somebody with a long name indeed", "Nobody yet")
    folder = folder_of(where / "league", signed, names)
    for nonce, moves in ((1, 4), (2, 0), (3, 4)):
        (folder / f"{nonce}.p2pg").write_bytes(log(nonce, signed.id, moves))
    arguments = ["league", "show", str(folder), "--html", str(where / "page.html")]
    assert run(["--home", str(where / "home"), *arguments]) == 0
    return (where / "page.html").as_uri()


@pytest.mark.parametrize("width", [400, 1000, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_keeps_nobody_out(page, league, width, scheme):
    page.size(width, 900)
    page.prefer(color_scheme=scheme)
    page.open(league)
    assert page.value("document.documentElement.scrollWidth") <= width
    ground = page.value("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    assert violations(page) == []


def test_a_game_is_one_click_away(page, league):
    page.open(league)
    page.click("section[aria-labelledby=games-head] a")
    page.until("document.getElementById('stage')?.hidden === false")
    assert page.value("location.pathname.includes('/page-games/')")
