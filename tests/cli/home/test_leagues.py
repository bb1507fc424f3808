"""The player's leagues at home: whom they owe a game, tables that count, and handing in what was played."""

import json
import sys
from dataclasses import replace

import pytest

from p2pgames_cli.app import game_index
from p2pgames_cli.app.host import HostRequest
from p2pgames_cli.app.league.mine import note_league, noted_leagues
from p2pgames_cli.library.stored_games import Stored, game_file
from p2pgames_protocol.league.league import Scoring, sign_enrolment, sign_league
from p2pgames_protocol.testing.room import identity
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.cli.at_home import AtHome, text


@pytest.fixture
def winter(tmp_path):
    """A league of four, none of whom has played."""
    return folder_of(tmp_path / "winter", WINTER, ("Ada", "Ben", "Cora", "Dan"))


def at_home(tmp_path, *folders):
    """Ada's home, who knows these leagues."""
    at = AtHome(tmp_path / "home")
    for folder in folders:
        note_league(at.where, folder)
    return at


def test_whom_one_owes_a_game_is_one_key_from_an_invite(tmp_path, winter):
    at = at_home(tmp_path, winter).press("m", "6")
    line = next(line for line in text(at.stack).split("\n") if "Winter" in line)
    assert "place 1 of 4, 0 games" in line
    rival = next(name for name in ("Ben", "Cora", "Dan") if name in line)
    assert line.endswith((f"you open a table for {rival}", f"{rival} opens a table for you"))
    at.press("1")
    assert f"i {rival}" in text(at.stack)
    at.press("i")
    (asked,) = at.ran
    assert isinstance(asked, HostRequest)
    assert (asked.table.league, asked.table.seats) == (winter, 2)
    assert dict(asked.table.options) == dict(WINTER.league.games[0].options)
    assert at.press("1").ran[1].table == asked.table


def test_the_game_asked_for_is_chosen_where_two_can_play_several(tmp_path):
    (linja,) = WINTER.league.games
    other = replace(linja, options=(("bonus", "any"),))
    signed = sign_league(identity(0), replace(WINTER.league, games=tuple(sorted((linja, other), key=str))))
    folder = folder_of(tmp_path / "both", signed, ("Ada", "Ben"))
    at = at_home(tmp_path, folder).press("m", "6", "1", "i")
    assert at.ran == []
    at.press("2")
    assert dict(at.ran[0].table.options) in (dict(linja.options), dict(other.options))


def test_table_and_round_are_shown_and_own_games_handed_in(tmp_path, winter):
    at = at_home(tmp_path, winter)
    (at.where.games / "x").parent.mkdir(exist_ok=True)
    for nonce in (1, 2):
        data = log(nonce)
        (at.where.games / f"{nonce:064x}.p2pg").write_bytes(data)
    (at.where.games / f"{3:064x}.p2pg").write_bytes(log(4, None))
    (at.where.games / f"{4:064x}.p2pg").write_bytes(log(5, resigns=False))
    at.games.refresh()
    at.press("m", "6", "1", "s")
    assert "0 games count." in text(at.stack)
    at.press("\x1b", "p")
    assert " opens a table for " in text(at.stack)
    at.press("\x1b")
    assert "2 of your games are not in the folder yet" in text(at.stack)
    at.press("h")
    assert text(at.stack).count("counts.") == 2
    assert len([*winter.glob("*.p2pg")]) == 2
    at.press("\x1b")
    assert "2 games" in text(at.stack)
    at.press("1")
    assert "Hand in" not in text(at.stack)


def test_what_is_known_of_finished_games_is_not_read_again_for_leagues_and_results(
    tmp_path, winter, monkeypatch
):
    monkeypatch.setattr(game_index, "SETTLED", -1)
    where = at_home(tmp_path, winter).where
    for nonce in (1, 2):
        (where.games / f"{nonce}.p2pg").write_bytes(log(nonce))
    for file in where.games.glob("*.p2pg"):
        file.rename(file.with_name(f"{game_file(where, file, file.stat()).id}.p2pg"))
    AtHome(tmp_path / "home").read_games()
    monkeypatch.delattr(Stored, "judged")
    monkeypatch.setattr(game_index, "game_file", None)
    at = AtHome(tmp_path / "home").press("m", "5")
    at.read_games()
    assert "in 2 games" in text(at.stack)
    at.press("\x1b", "6", "1")
    assert "2 of your games are not in the folder yet" in text(at.stack)


def test_one_takes_part_from_the_home(tmp_path):
    folder = folder_of(tmp_path / "winter", WINTER, ())
    at = at_home(tmp_path).press("m", "6", "j")
    at.stack.page.fields[0].value = str(folder / "league.p2pl")
    at.stack.press("down")
    at.press("\r")
    assert "You take part." in text(at.stack)
    assert noted_leagues(at.where) == [folder]
    assert len([*folder.glob("*.p2pe")]) == 1
    at.press("\x1b")
    assert "Winter" in text(at.stack)
    assert "nobody now" in text(at.press("1").stack)


def test_a_folder_that_cannot_be_read_says_why_and_the_others_are_there(tmp_path, winter):
    broken = folder_of(tmp_path / "broken", WINTER, ())
    (broken / "league.p2pl").write_bytes(b"no league")
    at = at_home(tmp_path, winter, broken, tmp_path / "gone").press("m", "6")
    assert "1 broken  cannot be shown" in text(at.stack)
    assert "2 Winter" in text(at.stack)
    at.press("1")
    assert "begins with the line" in " ".join(text(at.stack).split())


def test_a_damaged_note_of_the_leagues_is_an_empty_one(tmp_path, winter):
    at = at_home(tmp_path, winter, winter)
    file = at.where.folder / "leagues.json"
    assert json.loads(file.read_text()) == [str(winter)]
    for damaged in ("[", "{}", "[1]"):
        file.write_text(damaged)
        assert noted_leagues(at.where) == []
    note_league(at.where, winter)
    assert noted_leagues(at.where) == [winter]


def test_without_the_library_for_ratings_there_are_tables_and_pairs(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "choix.opt", None)
    signed = sign_league(identity(0), replace(WINTER.league, scoring=Scoring.RATING))
    folder = folder_of(tmp_path / "rated", signed, ("Ada", "Ben"))
    (folder / "1.p2pg").write_bytes(log(1, signed.id))
    at = at_home(tmp_path, folder).press("m", "6")
    assert "a package for its ratings is missing" in text(at.stack)
    assert "pip install choix" in " ".join(text(at.press("1", "s").stack).split())
    at.press("\x1b", "i")
    assert at.ran[0].table.league == folder


def test_who_does_not_take_part_yet_is_asked(tmp_path, winter):
    at = at_home(tmp_path, winter)
    for path in winter.glob("*.p2pe"):
        path.unlink()
    (winter / "1.p2pe").write_bytes(sign_enrolment(identity(1), WINTER.id, "Ben"))
    at.press("m", "6")
    assert "you do not take part yet" in text(at.stack)
    at.press("1")
    assert at.stack.page.fields[0].value == str(winter)
