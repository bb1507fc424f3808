"""A game whose file is gone, or has lost its beginning: one command gets it back, and nothing is signed twice."""

import json
import shutil
from random import Random

import pytest

from p2pgames_cli.library.stored_games import replay_file
from p2pgames_protocol.log import file as logfile
from tests.cli.at_home import AtHome, text
from tests.cli.client import Client, game_file, host, join, resume
from tests.cli.homes import both, check_same, flip, ran, until_round


def began(tmp_path, rounds=10):
    """Play a game between two homes for some rounds, and leave it; return the homes."""
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        both(lambda: until_round(ada, rounds, Random(1)), lambda: until_round(ben, rounds, Random(2)))
    return tmp_path / "a", tmp_path / "b"


def played_on(there, back, *arguments, capsys):
    """Have the game got back in one home from a client in the other, and played to its end; nobody is blamed."""
    with resume(there) as one:
        line = one.until("invite")["invite"]
        with resume(back, "--fetch", "--at", line, *arguments) as other:
            assert len(other.until("copy")["awaits"]) == 1
            both(lambda: one.play(Random(1)), lambda: other.play(Random(2)))
            assert (one.wait(), other.wait()) == (0, 0), one.complaints() + other.complaints()
    assert check_same([there, back], capsys)["finished"]


@pytest.mark.parametrize("who", [0, 1], ids=["host", "guest"])
def test_whoever_lost_the_file_gets_the_game_back_by_the_note_of_it(who, tmp_path, capsys):
    homes = began(tmp_path)
    back, there = homes[who], homes[1 - who]
    file = game_file(back)
    shutil.rmtree(back / "games")
    _, out, _ = ran(capsys, back, "list")
    assert "Its file is gone" in out
    assert f"p2pgames resume {file.stem[:8]} --fetch" in out
    row = json.loads(ran(capsys, back, "list", "--json")[1])
    assert (row["game_id"], row["problem_message"]["id"], row["file"]) == (
        file.stem,
        "library.gone",
        str(file),
    )
    for game in ([], [file.stem[:8]]):
        code, _, err = ran(capsys, back, "resume", *game)
        assert (code, "Its file is gone" in err, "--fetch" in err) == (3, True, True)
    played_on(there, back, capsys=capsys)


@pytest.mark.parametrize("who", [0, 1], ids=["host", "guest"])
def test_whoever_lost_all_but_the_key_gets_the_game_back_from_a_player(who, tmp_path, capsys):
    homes = began(tmp_path)
    back, there = homes[who], homes[1 - who]
    shutil.rmtree(back / "games")
    shutil.rmtree(back / "state")
    played_on(there, back, capsys=capsys)


def test_a_damaged_beginning_is_put_aside_and_the_game_got_back(tmp_path, capsys):
    there, back = began(tmp_path)
    file = game_file(back)
    flip(file, len(logfile.MAGIC) + logfile.HEAD + 5)
    damaged = file.read_bytes()
    _, out, _ = ran(capsys, back, "list")
    assert "Its beginning is damaged" in out
    assert f"resume {file.stem[:8]} --fetch" in out
    played_on(there, back, file.stem[:8], capsys=capsys)
    assert file.with_name(f"{file.name}.damaged").read_bytes() == damaged


def test_a_line_of_a_game_in_which_one_has_no_seat_gives_nothing(tmp_path, capsys):
    there, _ = began(tmp_path)
    with resume(there) as one:
        line = one.until("invite")["invite"]
        code, _, err = ran(capsys, tmp_path / "c", "resume", "--fetch", "--at", line)
    assert (code, "No game of yours is open there" in err) == (1, True)
    assert not list((tmp_path / "c").rglob("*.p2pg"))


def test_a_line_of_another_game_than_was_named_gives_nothing(tmp_path, capsys):
    there, back = began(tmp_path)
    shutil.rmtree(back / "games")
    shutil.rmtree(back / "state")
    with resume(there) as one:
        line = one.until("invite")["invite"]
        code, _, err = ran(capsys, back, "resume", "0" * 8, "--fetch", "--at", line)
    assert (code, "The line is of another game" in err) == (2, True)
    assert not list(back.rglob("*.p2pg"))


def test_from_another_computer_the_invite_is_refused_with_what_helps(tmp_path, capsys):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", invite := ada.until("invite")["invite"]) as ben:
        both(lambda: until_round(ada, 5, Random(1)), lambda: until_round(ben, 5, Random(2)))
        ben.kill()
        shutil.rmtree(tmp_path / "b" / "games")
        shutil.rmtree(tmp_path / "b" / "state")
        code, _, err = ran(capsys, tmp_path / "b", "join", invite, "--yes")
        assert (code != 0, "resume --fetch --at" in err) == (True, True)
        with resume(tmp_path / "b", "--fetch", "--at", invite) as again:
            both(lambda: ada.play(Random(1)), lambda: again.play(Random(2)))
            assert (ada.wait(), again.wait()) == (0, 0)
    assert check_same([tmp_path / "a", tmp_path / "b"], capsys)["finished"]


@pytest.mark.parametrize("state", [True, False], ids=["noted", "unknown"])
def test_a_game_is_got_back_from_a_pack_and_signs_nothing_yet(state, tmp_path, capsys):
    there, back = began(tmp_path)
    file = game_file(back)
    shutil.rmtree(back / "games")
    if not state:
        shutil.rmtree(back / "state")
    assert ran(capsys, there, "pack", "--all", "--out", tmp_path / "pack")[0] == 0
    code, out, err = ran(capsys, back, "unpack", tmp_path / "pack", "--json")
    assert (code, json.loads(out)["read_only"]) == (0, True), err
    assert len(replay_file(file).log) >= len(replay_file(game_file(there)).log) - 1
    played_on_live(there, back, capsys)


def played_on_live(there, back, capsys):
    """Play on over a link."""
    with resume(there) as one, resume(back, "--at", one.until("invite")["invite"]) as other:
        both(lambda: one.play(Random(1)), lambda: other.play(Random(2)))
        assert (one.wait(), other.wait()) == (0, 0)
    assert check_same([there, back], capsys)["finished"]


def test_a_pack_of_a_game_of_others_is_refused_as_before(tmp_path, capsys):
    there, _ = began(tmp_path, 3)
    assert ran(capsys, there, "pack", "--all", "--out", tmp_path / "pack")[0] == 0
    assert ran(capsys, tmp_path / "c", "id", "new")[0] == 0
    code, _, err = ran(capsys, tmp_path / "c", "unpack", tmp_path / "pack")
    assert (code, "not in this home" in err) == (1, True)


def test_at_one_computer_the_note_alone_gives_the_whole_game_back(home, capsys):
    file = game_file(home)
    rounds = len(replay_file(file, torn=True).log)
    file.unlink()
    assert "Its file is gone" in ran(capsys, home, "list")[1]
    with Client(home, "resume", "--fetch") as eva:
        eva.until("ask")
        eva.send(do="quit")
        assert eva.wait() == 0
    assert len(replay_file(file).log) >= rounds


def test_the_home_offers_to_get_it_back(home):
    file = game_file(home)
    file.unlink()
    at = AtHome(home)
    at.choose(-1)
    assert "Its file is gone" in text(at.stack, 120, 40)
    at.press("\r", "\r")
    assert [(request.game_id, request.fetch) for request in at.ran] == [(file.stem, True)]


def test_a_game_of_which_the_note_is_older_is_listed_with_what_helps(home, capsys):
    file = game_file(home)
    note = home / "state" / f"{file.stem}.instance"
    note.write_bytes(note.read_bytes()[:32])
    file.unlink()
    out = " ".join(ran(capsys, home, "list")[1].split())
    assert "resume --fetch --at LINE" in out
    code, _, err = ran(capsys, home, "resume", "--fetch")
    assert (code, "Its file is gone" in err) == (3, True)


def test_a_game_that_is_over_may_be_deleted(tmp_path, capsys):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        both(lambda: ada.play(Random(1)), lambda: ben.play(Random(2)))
        assert (ada.wait(), ben.wait()) == (0, 0)
    game_file(tmp_path / "a").unlink()
    _, out, _ = ran(capsys, tmp_path / "a", "list")
    assert "gone" not in out
