"""Folders that are kept in step make copies of game files; the file named after its id is the game."""

import json
import os
import shutil

import pytest

from p2pgames_protocol.mail.letters import PendingTables
from p2pgames_protocol.store.home import Home
from tests.cli.at_home import AtHome, text
from tests.cli.client import Client, game_file
from tests.cli.homes import ran


@pytest.fixture
def copied(home):
    """The home with a copy beside its game that changed last, and the id of the game."""
    file = game_file(home)
    copy = file.with_name(f"{file.stem} (Eva's conflicted copy 2026-11-28).p2pg")
    shutil.copy(file, copy)
    later = file.stat().st_mtime + 60
    os.utime(copy, (later, later))
    return home, file, copy


def test_the_game_is_listed_once_and_the_copy_named_once(copied, capsys):
    home, file, copy = copied
    for more in ((), ("--json",), ("--results",), ("--series",)):
        code, out, err = ran(capsys, home, "list", *more)
        assert code == 0
        assert err.count(str(copy)) == 1
        assert f"Another copy of game {file.stem[:8]}; it is left out." in err
        assert str(copy) not in out
    (row,) = map(json.loads, ran(capsys, home, "list", "--json")[1].splitlines())
    assert row["game_id"] == file.stem


@pytest.mark.parametrize("words", [["export"], ["replay", "--plain"], ["analyse"], ["pack"]])
def test_commands_take_the_id_for_the_game(copied, capsys, words):
    home, file, copy = copied
    copy.write_bytes(file.read_bytes()[:-1])
    with_id = ran(capsys, home, words[0], file.stem[:8], *words[1:])
    copy.unlink()
    assert with_id == ran(capsys, home, words[0], file.stem[:8], *words[1:])


@pytest.mark.parametrize("named", [True, False])
def test_the_game_goes_on_whether_it_is_named_or_not(copied, named):
    home, file, copy = copied
    before, beside = file.stat().st_size, copy.read_bytes()
    with Client(home, "resume", *([file.stem[:8]] if named else [])) as eva:
        eva.send(move=eva.until("ask")["moves"][0])
        eva.until("ask")
        eva.send(do="quit")
        assert eva.wait() == 0
    assert file.stat().st_size > before
    assert copy.read_bytes() == beside


def test_two_copies_and_no_file_named_after_the_id_are_one_game(copied, capsys):
    home, file, copy = copied
    file.rename(file.with_name("saved.p2pg"))
    rows = [json.loads(line) for line in ran(capsys, home, "list", "--json")[1].splitlines()]
    assert [row["game_id"] for row in rows] == [file.stem]
    assert copy.exists()


def test_the_home_shows_the_game_once_and_the_copy_apart(copied):
    home, _file, _copy = copied
    at = AtHome(home)
    assert text(at.stack).count("Linja with") == 1
    at.press("^", "^")
    assert "files that hold a game once more" in text(at.stack)
    at.press("\r")
    assert "Another copy of game" in text(at.stack)


def test_a_table_that_fills_up_by_mail_is_there_once(tmp_path, capsys):
    home = tmp_path / "home"
    assert ran(capsys, home, "host", "linja", "--offline", "--name", "Ada")[0] == 0
    (file,) = (home / "games").glob("*.table")
    shutil.copy(file, file.with_name(f"{file.stem} (conflicted copy).table"))
    assert len(list(PendingTables(Home.at(home)))) == 1
