"""A seat that is handed over between clients in processes of their own, and by mail with the commands alone."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity, make_genesis
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.invite import SEAT_PREFIX
from tests.cli.client import Client, game_file, replica, until


def line_with(client, words):
    """Read until a line that holds these words, and return it."""
    for line in client.lines():
        if words in line:
            return line
    raise AssertionError(f"The client ended before it said {words!r}: {client.complaints()}")


@pytest.mark.parametrize("carrier", ["tls", "iroh"])
def test_a_successor_plays_on_in_a_process_of_its_own(tmp_path, carrier):
    if carrier == "iroh":
        pytest.importorskip("iroh", reason="there is no iroh for this system")
    here = {"tls": ("--listen", "127.0.0.1:0"), "iroh": ("--via", "iroh", "--relay", "none")}[carrier]
    homes = [tmp_path / name for name in "abc"]
    with Client(homes[0], "host", "linja", *here, "--name", "Ada", "--bot", "careful") as ada:
        invite = ada.until("invite")["invite"]
        with Client(homes[1], "join", invite, *here, "--name", "Ben", mode="--plain") as ben:
            ada.until("table")
            line_with(ben, "our turn")
            ben.type("hand-over")
            assert "signing for it once more" in line_with(ben, "You still know")
            assert line_with(ben, "Type yes or no.").startswith("Hand your seat over?")
            ben.type("yes")
            line = line_with(ben, "P2PGAMES-SEAT:").strip()
            addresses = invites.read_invite(line, SEAT_PREFIX).addresses
            assert addresses
            assert all(address.startswith(f"{carrier}:") for address in addresses)
            with Client(homes[2], "take", line, *here, "--name", "Cleo", "--bot", "random") as cleo:
                line_with(ben, "Your seat is taken")
                ben.type("quit")
                assert ben.wait() == 0
                told = until(ada, "by", lambda said: said["seat"] == 1)
                assert (told["name"], told["shown"]) == ("Cleo", "Cleo")
                cleo.until("over")
                assert cleo.wait() == 0
        ada.until("over")
        assert ada.wait() == 0
    assert replica(homes[0]).position.over
    seed = next((homes[2] / "games").glob("*.seat"))
    assert os.name == "nt" or seed.stat().st_mode & 0o077 == 0
    secret = seed.read_bytes()
    kept = [file for file in homes[2].rglob("*") if file.is_file() and file != seed]
    assert all(secret not in file.read_bytes() for file in kept)
    with Client(homes[1], "audit", str(game_file(homes[0]))) as audit:
        report = json.loads(audit.process.stdout.readline())
    assert [by["name"] for by in report["by"]] == ["Cleo"]
    assert report["seats"][1]["name"] == "Ben"


@pytest.fixture
def homes(tmp_path, monkeypatch):
    """Two homes with a game of Linja that has just begun, one without any, and nothing that can be read."""
    genesis = make_genesis(registry.rules("linja", 0), 2)
    folders = []
    for seat in (0, 1, 2):
        folders.append(tmp_path / f"home{seat}")
        home = Home(folders[-1])
        home.make()
        home.keep_identity(identity(seat))
        home.keep_name(f"P{seat}")
        if seat < 2:
            own = Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, registry.rules)
            trio.run(play_game, own, genesis)
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        monkeypatch.chdir(tmp_path)
        yield folders


def ran(capsys, home, *arguments):
    """Exit code, standard output and standard error of a command in a home."""
    code = run([arguments[0], "--home", str(home), *map(str, arguments[1:])])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def handed(capsys, giver, taker, *what):
    assert ran(capsys, giver, "pack", "--all", "--out", "x.pack")[0] == 0
    code, out, err = ran(capsys, taker, "unpack", "x.pack", *what)
    assert code == 0, err
    return out


def test_by_mail_a_file_and_a_line_hand_a_seat_over(homes, capsys, tmp_path):
    host_home, giver, successor = homes
    handed(capsys, host_home, giver)
    handed(capsys, giver, host_home)
    game = game_file(giver).stem[:8]
    code, _, err = ran(capsys, giver, "give", game)
    assert (code != 0, "You still know" in err) == (True, True)
    assert ran(capsys, giver, "resume", "--offline", game)[0] != 2  # nobody said yes: the seat is still here
    code, line, err = ran(capsys, giver, "give", game, "--yes", "--out", "linja.seat")
    assert (code, line.startswith("P2PGAMES-SEAT:"), "linja.seat holds your seat" in err) == (0, True, True)
    code, _, err = ran(capsys, giver, "resume", "--offline", game)
    assert (code, "handed this seat over" in err, f"p2pgames give {game}" in " ".join(err.split())) == (
        2,
        True,
        True,
    )
    code, again, _ = ran(capsys, giver, "give", game, "--yes", "--out", "again.seat")
    assert (code, again) == (0, line)

    code, _, err = ran(capsys, successor, "take", line)
    assert (code, "goes with a file" in err) == (2, True)
    code, out, err = ran(capsys, successor, "take", line, "--file", "again.seat")
    assert (code, "still knows the seat's cards" in out + err) == (0, True)
    code, _, err = ran(capsys, host_home, "take", line, "--file", "linja.seat")
    assert (code, "already" in err) == (3, True)
    assert ran(capsys, successor, "resume", "--offline", game)[0] in (0, 5)
    told = handed(capsys, successor, host_home)
    assert "Player1 has handed seat 2 over to P2" in " ".join(told.split())
    assert "nothing new" not in told
    assert "handed seat" not in handed(capsys, successor, host_home)  # once is enough
    (by,) = replay_file(game_file(host_home)).successors.successors_of(1)
    assert (by.name, by.key) == ("P2", identity(2).key)
    row = json.loads(ran(capsys, successor, "list", "--json")[1])
    assert (row["you"], row["handed_over"]) == (1, False)
    row = json.loads(ran(capsys, giver, "list", "--json")[1])
    assert (row["you"], row["handed_over"], row["your_turn"]) == (None, True, False)
    assert "handed over" in ran(capsys, giver, "list")[1]
