"""Founding a league, taking part, and opening tables that count in it."""

import json

import pytest

from p2pgames import registry
from p2pgames_cli.app.player import player
from p2pgames_cli.app.table_request import TableRequest, propose
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.user import User
from p2pgames_protocol.store.home import Home
from tests.cli.homes import ran


@pytest.fixture
def winter(tmp_path, capsys):
    """A league of Linja and Bus, founded by Ada."""
    folder = tmp_path / "winter"
    games = ("--game", "linja", "--game", "bus:4", "--most", "2", "--name", "Ada")
    assert ran(capsys, tmp_path / "ada", "league", "new", folder, "--title", "Winter", *games)[0] == 0
    return folder


def host(tmp_path):
    """Ada, who can propose."""
    return player(User(Home(tmp_path / "ada")))


def test_whoever_enrols_takes_part_and_everybody_sees_it(tmp_path, capsys, winter):
    for name in ("Ada", "Ben"):
        code, out, err = ran(capsys, tmp_path / name.lower(), "league", "join", winter, "--name", name)
        assert code == 0
        assert "You take part" in err
    assert "bus with 4 seats" in out
    assert ran(capsys, tmp_path / "cora", "league", "show", winter)[1] == out
    said = json.loads(ran(capsys, tmp_path / "cora", "league", "show", winter / "league.p2pl", "--json")[1])
    assert [one["name"] for one in said["players"]] == ["Ada", "Ben"]
    assert said["most"] == 2
    again = ran(capsys, tmp_path / "ada", "league", "new", winter, "--title", "W", "--game", "linja")
    assert (again[0], "is there already" in again[2]) == (1, True)


def test_who_is_not_invited_does_not_take_part(tmp_path, capsys, winter):
    home = tmp_path / "ada"
    key = json.loads(ran(capsys, home, "id", "--json")[1])["key"]
    closed = tmp_path / "closed"
    command = ("league", "new", closed, "--title", "Us", "--game", "linja", "--player", key)
    assert "invited, and not here yet" in ran(capsys, home, *command)[1]
    assert ran(capsys, home, "league", "join", closed)[0] == 0
    code, _out, err = ran(capsys, tmp_path / "ben", "league", "join", closed)
    assert (code, "has not invited your key" in err) == (1, True)
    code, _out, err = ran(capsys, home, "league", "show", tmp_path)
    assert (code, "There is no league" in err) == (1, True)
    (closed / "league.p2pl").write_bytes(b"no league")
    assert ran(capsys, home, "league", "show", closed)[0] == 3


def test_a_table_of_a_league_has_its_terms(tmp_path, winter):
    ada = host(tmp_path)
    proposal = propose(ada, TableRequest(registry.game("bus"), league=winter))
    assert (proposal.seats, len(proposal.league)) == (4, 32)
    for wrong, why in (
        (TableRequest(registry.game("metro"), league=winter), "does not play metro"),
        (TableRequest(registry.game("bus"), 3, league=winter), "--seats"),
        (TableRequest(registry.game("linja"), 2, {"bonus": "any"}, league=winter), "--option"),
        (TableRequest(registry.game("bus"), bots=("fair",), league=winter), "Your bots"),
    ):
        with pytest.raises(Stop, match=why):
            propose(ada, wrong)


def test_what_is_typed_wrongly_is_refused(tmp_path, capsys, winter):
    home = tmp_path / "ada"
    for game, why in (("bus:x", "GAME:SEATS"), ("nim", "nim"), ("linja:3", "2")):
        command = ("league", "new", tmp_path / "n", "--title", "N", "--game", game)
        code, _out, err = ran(capsys, home, *command)
        assert (code, why in err) == (2, True)
    command = ("league", "new", tmp_path / "n", "--title", "N", "--game", "linja", "--player", "ab")
    assert ran(capsys, home, *command)[0] == 2
