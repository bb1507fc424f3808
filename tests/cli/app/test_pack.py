"""A whole game by mail with the commands alone: resume --offline, pack, unpack."""

import io
import json
import os
import re
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.library.stored_games import replayed
from p2pgames_cli.main import run
from p2pgames_protocol.mail import bundle
from p2pgames_protocol.net.open_game import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.table import identity, make_genesis


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    """Standard input that has ended: in tests it is nothing that can be read."""
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@pytest.fixture
def homes(tmp_path):
    """Two homes with a game of Linja that has just begun."""
    genesis = make_genesis(registry.rules("linja", 0), 2)
    folders = []
    for seat in (0, 1):
        folders.append(tmp_path / f"home{seat}")
        home = Home(folders[-1])
        home.make()
        home.keep_identity(identity(seat))
        trio.run(
            play_game,
            Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, registry.rules),
            genesis,
        )
    return folders


def ran(capsys, home, *arguments):
    """Exit code, standard output and standard error of a command in a home."""
    code = run([arguments[0], "--home", str(home), *map(str, arguments[1:])])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def handed(capsys, homes, to, file):
    """What unpack says of what the other packs."""
    assert ran(capsys, homes[1 - to], "pack", "--out", file)[0] == 0
    code, out, _ = ran(capsys, homes[to], "unpack", "--json", file)
    assert code == 0
    return json.loads(out)


def test_a_whole_game(homes, tmp_path, capsys):
    file = tmp_path / "x.pack"
    said, to = handed(capsys, homes, 0, file), 0
    while not said["finished"] or said["send"]:
        if said["your_turn"]:
            code, out, _ = ran(capsys, homes[to], "resume", "--offline", "--bot", "random")
            assert code == 0
            assert "p2pgames pack" in out or "over" in out
        to = 1 - to
        said = handed(capsys, homes, to, file)
        assert not said["missing"]
    ends = [replayed(next((home / "games").glob("*.p2pg"))) for home in homes]
    assert ends[0].position.previous == ends[1].position.previous
    assert not any(replica.waiting_for for replica in ends)
    for home in homes:
        assert run(["audit", "-q", str(next((home / "games").glob("*.p2pg")))]) == 0


def test_text_in_parts_is_pasted_back(homes, capsys, monkeypatch):
    code, text, _ = ran(capsys, homes[0], "pack", "--text", "--size", "400")
    assert code == 0
    parts = re.findall(r"-----BEGIN.*?-----END[^\n]*\n", text, re.DOTALL)
    assert len(parts) > 2
    assert all(len(part.replace("\n", "\r\n")) <= 400 for part in parts)
    pasted = "Hello!\r\n" + "".join(f"> {line}\r\n" for line in text.splitlines())

    class Input:
        buffer = io.BytesIO(pasted.encode())

    monkeypatch.setattr("sys.stdin", Input)
    code, out, _ = ran(capsys, homes[1], "unpack", "-")
    assert code == 0
    assert "1 new step" in out


def test_parts_are_written_to_numbered_files_and_taken_in_any_order(homes, tmp_path, capsys):
    assert ran(capsys, homes[0], "pack", "--lines", "10", "--out", tmp_path / "m.txt")[0] == 0
    files = sorted(tmp_path.glob("m-*.txt"), reverse=True)
    assert len(files) > 1
    code, _, err = ran(capsys, homes[1], "unpack", *files[1:])
    assert (code, err.count("\n")) == (3, 1)
    assert ran(capsys, homes[1], "unpack", *files)[0] == 0


def test_what_cannot_be_taken_is_one_sentence_and_changes_nothing(homes, tmp_path, capsys):
    game = next((homes[1] / "games").glob("*.p2pg"))
    before = game.read_bytes()
    ran(capsys, homes[0], "pack", "--out", tmp_path / "good")
    data = (tmp_path / "good").read_bytes()
    cases = {b"": 3, b"Hello": 3, data[:-1]: 3, data[:-1] + b"\0": 3, game.read_bytes(): 3, b"\xff" * 99: 3}
    for content, expected in cases.items():
        (tmp_path / "bad").write_bytes(content)
        code, out, err = ran(capsys, homes[1], "unpack", tmp_path / "bad")
        assert (code, out, err.count("\n")) == (expected, "", 1)
    stranger = tmp_path / "stranger"
    code, out, err = ran(capsys, stranger, "unpack", tmp_path / "good")
    assert (code, out) == (1, "")
    assert "not in this home" in err
    assert not (stranger / "games").exists() or not any((stranger / "games").iterdir())
    assert ran(capsys, homes[1], "unpack", tmp_path / "nowhere")[0] == 1
    assert game.read_bytes() == before


def test_a_person_moves_offline_in_plain_lines_and_is_told_what_to_send(homes, tmp_path, capsys, monkeypatch):
    said = [handed(capsys, homes, to, tmp_path / "x.pack") for to in (0, 1, 0, 1, 0)]
    assert any(one["steps"] for one in said)
    to = next(seat for seat in (0, 1) if handed(capsys, homes, seat, tmp_path / "x.pack")["your_turn"])
    file = tmp_path / "typed"
    file.write_text("moves\n1\n", encoding="ascii")
    with file.open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        code, out, _ = ran(capsys, homes[to], "resume", "--offline", "--plain")
        assert code == 0
        assert out.splitlines()[-1].startswith(("Waiting for", "It is your turn"))
        code, out, _ = ran(capsys, homes[1 - to], "resume", "--offline", "--plain")
        assert code == 0
        assert "Waiting for" in out


def test_a_game_at_one_computer_is_not_for_mail(tmp_path, capsys):
    home = Home(tmp_path / "h")
    home.make()
    home.keep_identity(identity(0))
    run(["hotseat", "--home", str(home.folder), "--plain", "linja"])
    capsys.readouterr()
    game = next(home.games.glob("*.p2pg"))
    before = game.read_bytes()
    code, _, err = ran(capsys, home.folder, "pack", "--out", tmp_path / "x")
    assert (code, err.count("\n")) == (2, 1)
    (tmp_path / "x").write_bytes(bundle.write(replayed(game)))
    code, _, err = ran(capsys, home.folder, "unpack", tmp_path / "x")
    assert (code, err.count("\n")) == (2, 1)
    assert game.read_bytes() == before
