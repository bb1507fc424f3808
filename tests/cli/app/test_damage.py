"""A game file that is damaged: it is listed with what helps, and one command fetches it anew from the others."""

import json
from dataclasses import replace
from random import Random

import pytest

from p2pgames_cli.library.stored_games import replay_file
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.wire.codec import pack, unpack
from tests.cli.at_home import AtHome, text
from tests.cli.client import Client, game_file, host, join, resume
from tests.cli.homes import both, check_same, flip, ran, until_round


def middle(file):
    """The place of a byte within the third record."""
    payloads = logfile.split(file.read_bytes()).payloads
    return len(logfile.MAGIC) + sum(logfile.HEAD + len(one) for one in payloads[:2]) + logfile.HEAD + 5


def test_a_game_damaged_in_the_middle_is_listed_with_what_helps(home, capsys):
    file = game_file(home)
    flip(file, middle(file))
    _, out, _ = ran(capsys, home, "list")
    assert "No games yet" not in out
    assert "Record 3 is damaged" in out
    assert f"p2pgames resume {file.stem[:8]} --fetch" in out
    row = json.loads(ran(capsys, home, "list", "--json")[1])
    assert row["game_id"] == file.stem
    assert "Record 3 is damaged" in row["problem"]
    assert "--fetch" in row["help"]
    ids = (row["problem_message"]["id"], row["help_message"]["id"])
    assert ids == ("file.middle-damaged", "library.go-on-from-what-is-sound")
    for game in ([], [file.stem[:8]]):
        code, out, err = ran(capsys, home, "resume", *game)
        assert code == 3
        assert str(file) in err
        assert "Record 3 is damaged" in err
        assert "--fetch" in err
    code, _, err = ran(capsys, home, "list", "--series")
    assert str(file) in err


def test_a_game_of_an_older_form_is_listed_as_what_it_is(home, capsys):
    file = game_file(home)
    genesis, *rest = logfile.read_records(file.read_bytes())
    signed, joins = unpack(genesis.body)
    body, signature = unpack(joins[0])
    proposal, key, _seat_key, *more = unpack(body)
    older = pack((pack((proposal, key, *more)), signature))
    record = replace(genesis, body=pack((signed, (older, *joins[1:]))))
    file.write_bytes(logfile.write_records([record, *rest]))
    _, out, _ = ran(capsys, home, "list")
    assert "It was made by an older version" in out
    assert "Start anew" in out
    row = json.loads(ran(capsys, home, "list", "--json")[1])
    ids = (row["problem_message"]["id"], row["help_message"]["id"])
    assert ids == ("library.older", "library.start-anew")
    code, _, err = ran(capsys, home, "resume", file.stem[:8])
    assert (code, "older version" in err) == (3, True)


@pytest.mark.parametrize(
    ("number", "age", "helps"), [(b"0", "older", "start-anew"), (b"2", "newer", "update")]
)
def test_a_game_of_another_format_is_listed_as_what_it_is_and_opened_by_nothing(
    number, age, helps, home, capsys
):
    file = game_file(home)
    kept = file.read_bytes().replace(logfile.MAGIC, b"p2pgames log " + number + b"\n", 1)
    file.write_bytes(kept)
    _, out, _ = ran(capsys, home, "list")
    assert f"It was made by a{'n' * (age == 'older')} {age} version" in out
    row = json.loads(ran(capsys, home, "list", "--json")[1])
    ids = (row["problem_message"]["id"], row["help_message"]["id"])
    assert ids == (f"library.{age}", f"library.{helps}")
    for command in ("resume", "replay"):
        code, _, err = ran(capsys, home, command, file.stem[:8])
        assert (code, f"{age} version" in err) == (3, True)
    for command in (
        ("replay", str(file)),
        ("export", str(file)),
        ("audit", str(file)),
        ("audit", "--fast", str(file)),
    ):
        code, out, err = ran(capsys, home, *command)
        assert code == 3
        assert f"of format {number.decode()}; this version of the program reads format 1" in out + err
    assert file.read_bytes() == kept


@pytest.mark.parametrize(
    ("noted", "helps", "said"),
    [(True, "get-it-back", "resume {} --fetch"), (False, "get-it-from-a-player", "resume --fetch --at LINE")],
)
def test_a_game_whose_beginning_is_damaged_is_listed_too(noted, helps, said, home, capsys):
    file = game_file(home)
    said = said.format(file.stem[:8])
    if not noted:
        (home / "state" / f"{file.stem}.instance").unlink()
    flip(file, len(logfile.MAGIC) + logfile.HEAD + 5)
    _, out, _ = ran(capsys, home, "list")
    assert "Its beginning is damaged" in out
    assert said in " ".join(out.split())
    row = json.loads(ran(capsys, home, "list", "--json")[1])
    assert (row["game_id"], row["game"], row["file"]) == (file.stem, None, str(file))
    assert row["problem"].startswith("Its beginning is damaged: ")
    assert row["problem_message"]["params"]["why"]["message"]["id"]
    assert row["help_message"]["id"] == f"library.{helps}"
    for game in ([], [file.stem[:8]]):
        code, _, err = ran(capsys, home, "resume", *game)
        assert code == 3
        assert str(file) in err
        assert said in err


def test_the_home_lists_both_and_says_what_helps(home):
    file = game_file(home)
    file.with_name("0" * 64 + ".p2pg").write_bytes(b"\0" * 64)
    flip(file, middle(file))
    at = AtHome(home)
    at.games.row(at.games.found[0])
    shown = text(at.stack, 120, 40)
    assert "games that cannot be read" in shown
    assert "00000000" in shown
    assert "Linja with" in shown
    assert "cannot be used: Record 3" in shown
    at.choose(-2)
    at.press("\r", "\r")
    assert [(request.game_id, request.fetch) for request in at.ran] == [(file.stem, True)]
    at.press("\x1b")
    at.choose(-1)
    at.press("\r")
    assert "p2pgames resume --fetch --at LINE" in " ".join(text(at.stack, 120, 40).split())


def test_at_one_computer_the_sound_beginning_goes_on_and_the_damaged_file_is_kept(home, capsys):
    file = game_file(home)
    payloads = logfile.split(file.read_bytes()).payloads
    flip(file, len(file.read_bytes()) - len(payloads[-1]) - logfile.HEAD - len(payloads[-2]) + 5)
    damaged = file.read_bytes()
    assert "Nobody else has this game" in ran(capsys, home, "resume")[2]
    with Client(home, "resume", file.stem[:8], "--fetch") as eva:
        eva.until("ask")
        eva.send(do="quit")
        assert eva.wait() == 0
    assert file.with_name(f"{file.name}.damaged").read_bytes() == damaged
    assert len(replay_file(file).log) > 3


def test_what_is_sound_is_not_fetched(home, capsys):
    file = game_file(home)
    before = file.read_bytes()
    code, _, err = ran(capsys, home, "resume", "--fetch")
    assert code == 2
    assert "Nothing of this game is damaged" in err
    assert file.read_bytes() == before
    assert len(list(file.parent.iterdir())) == 2


@pytest.mark.parametrize("what", ["log", "notes"])
def test_a_damaged_game_is_fetched_anew_from_the_others(what, tmp_path, capsys):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        both(lambda: until_round(ada, 10, Random(1)), lambda: until_round(ben, 10, Random(2)))
    file = game_file(tmp_path / "b")
    if what == "log":
        flip(file, middle(file))
        damaged = file.read_bytes()
    else:
        local = file.with_suffix(".local")
        local.write_bytes(local.read_bytes() + logfile.frame(b"nonsense"))
        damaged = local.read_bytes()
    code, _, err = ran(capsys, tmp_path / "b", "resume")
    assert code == 3
    assert "is damaged" in err
    assert "--fetch" in err
    with resume(tmp_path / "a") as ada:
        line = ada.until("invite")["invite"]
        with resume(tmp_path / "b", "--fetch", "--at", line) as ben:
            table = ben.until("copy")
            assert table["awaits"] == [0], "nothing is signed before the others have shown what they have"
            both(lambda: ada.play(Random(1)), lambda: ben.play(Random(2)))
            assert (ada.wait(), ben.wait()) == (0, 0)
    assert check_same([tmp_path / "a", tmp_path / "b"], capsys)["finished"]
    name = file.name if what == "log" else local.name
    assert file.with_name(f"{name}.damaged").read_bytes() == damaged
    capsys.readouterr()
    assert len(ran(capsys, tmp_path / "b", "list", "--json")[1].splitlines()) == 1


def test_what_is_wrong_is_said_in_the_users_language_and_to_programs_in_english(home, capsys, monkeypatch):
    flip(game_file(home), middle(game_file(home)))
    settings = home / "settings.toml"
    settings.write_text('language = "de"\n', encoding="utf-8")
    _, out, _ = ran(capsys, home, "list")
    assert "beschädigt" in out
    assert "damaged" not in out
    assert "damaged" in json.loads(ran(capsys, home, "list", "--json")[1])["problem"]
