"""The table of a league as people and programs are shown it."""

import json
import sys
from dataclasses import replace

import pytest

from p2pgames_protocol.league.league import Scoring, sign_league
from p2pgames_protocol.testing.room import identity
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.cli.homes import ran

RATED = sign_league(identity(0), replace(WINTER.league, scoring=Scoring.RATING))


@pytest.fixture
def rated(tmp_path):
    """A league by rating: two games of two, and a third who has not played."""
    folder = folder_of(tmp_path / "rated", RATED, ("P0", "P1", "P2"))
    for nonce in (1, 2):
        (folder / f"{nonce}.p2pg").write_bytes(log(nonce, RATED.id))
    return folder


def test_a_rating_is_never_shown_without_how_far_off_it_may_be(tmp_path, capsys, rated):
    _code, out, _err = ran(capsys, tmp_path / "home", "league", "standings", rated)
    _head, *lines = out.splitlines()
    assert [line[:3] for line in lines[:3]] == [" 1.", " 1.", "   "]
    assert all("1500 ± " in line for line in lines[:2])
    assert " – " in lines[2]
    assert "95 %" in lines[3]
    said = json.loads(ran(capsys, tmp_path / "home", "league", "standings", rated, "--json")[1])
    found = [(one["place"], one["rating"], one["margin"]) for one in said["standings"]]
    assert found == [(1, 1500, found[0][2]), (1, 1500, found[0][2]), (None, None, None)]
    assert 0 < found[0][2] < 694


def test_games_that_are_none_of_the_league_are_named_beside_the_table(tmp_path, capsys):
    folder = folder_of(tmp_path / "winter", WINTER)
    (folder / "1.p2pg").write_bytes(log(1, None))
    code, out, err = ran(capsys, tmp_path / "home", "league", "standings", folder)
    assert code == 0
    assert "0 games count." in out
    assert err.endswith(": Its table did not name this league.\n")


def test_without_the_library_a_league_by_rating_has_no_other_table_but_pairs(
    tmp_path, capsys, rated, monkeypatch
):
    monkeypatch.setitem(sys.modules, "choix.opt", None)
    code, out, err = ran(capsys, tmp_path / "home", "league", "standings", rated)
    assert (code, out) == (1, "")
    assert "pip install choix" in err
    assert ran(capsys, tmp_path / "home", "league", "pair", rated)[0] == 0
    folder = folder_of(tmp_path / "winter", WINTER)
    assert ran(capsys, tmp_path / "home", "league", "standings", folder)[0] == 0


def test_a_league_is_founded_by_points_unless_by_rating(tmp_path, capsys):
    for more, by in (((), "points"), (("--by", "rating"), "rating")):
        command = ("league", "new", tmp_path / by, "--title", "W", "--game", "linja", *more)
        assert f"by {by}" in ran(capsys, tmp_path / "ada", *command)[1]
        assert (
            json.loads(ran(capsys, tmp_path / "ada", "league", "show", tmp_path / by, "--json")[1])["by"]
            == by
        )
