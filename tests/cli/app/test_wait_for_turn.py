"""Games that take days: a client that waits out of the way until it is its player's turn."""

from __future__ import annotations

import json
import os
import select
from random import Random

from p2pgames import registry
from p2pgames.contract import Moved, resolve_options
from p2pgames_cli.main import run
from tests.cli.client import PATIENCE, host, join, resume


def next_of(client, *kinds):
    """Read until an object of one of these kinds."""
    for line in client.lines():
        said = json.loads(line)
        if said["type"] in kinds:
            return said
    raise AssertionError(f"The client ended before it said {kinds}: {client.complaints()}")


def test_who_waits_is_called_and_shown_the_game_at_its_turn(tmp_path, capsys):
    with host(tmp_path / "a", "--name", "Ada") as ada:
        with join(tmp_path / "b", ada.until("invite")["invite"], "--name", "Ben") as ben:
            asked, _ = beginning(ada, ben)
            ben.send(do="quit")
            assert ben.wait() == 0
        capsys.readouterr()
        assert run(["--home", str(tmp_path / "b"), "list", "--json"]) == 0
        row = json.loads(capsys.readouterr().out)
        assert (row["your_turn"], row["since"]) == (False, row["changed"])
        pipe = tmp_path / "called"
        os.mkfifo(pipe)
        called = f"sh -c 'echo $P2PGAMES_GAME $P2PGAMES_SEAT > {pipe}'"
        with resume(tmp_path / "b", "--wait", "--on-turn", called) as ben:
            assert next_of(ben, "idle", "table") == {"type": "idle", "seats": [0]}
            end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            ada.send(move=asked["moves"][0])
            assert select.select([end], [], [], PATIENCE)[0]
            assert os.read(end, 100) == b"linja 2\n"
            os.close(end)
            moves = ben.until("ask")["moves"]
            ben.send(move=Random(1).choice(moves))
            ada.until("ask")
        assert run(["--home", str(tmp_path / "a"), "list"]) == 0
        assert "last news" in capsys.readouterr().out


def beginning(ada, ben):
    """Let Ben move first if the coin says so; return what Ada is asked, and the state then.

    It does not come from a file: what a client tells may be on its way to the disk.
    """
    rules = registry.game("linja").rules
    first = 1 if "Ben begins" in ben.until("event")["text"] else 0
    state = rules.start(2, resolve_options(rules, 2, {}), first)
    if first == 1:
        text = ben.until("ask")["moves"][0]
        ben.send(move=text)
        state = rules.apply(state, Moved(1, rules.parse(state, 1, {}, text)))
    return ada.until("ask"), state


def planned(state, depth):
    """Moves that can follow from a state of Linja."""
    rules, texts = registry.game("linja").rules, []
    for _ in range(depth):
        seat = rules.ask(state).seat
        move = rules.moves(state, seat, {})[0]
        texts.append(rules.text(state, seat, move))
        state = rules.apply(state, Moved(seat, move))
    return texts


def test_a_plan_is_carried_out_by_a_client_that_only_waits(tmp_path):
    with host(tmp_path / "a", "--name", "Ada") as ada:
        with join(tmp_path / "b", ada.until("invite")["invite"], "--name", "Ben") as ben:
            asked, state = beginning(ada, ben)
            theirs, own, then, _ = moves = planned(state, 4)
            assert theirs in asked["moves"]
            ben.send(plan=moves[:3])
            assert "ends with a move of your own" in ben.until("error")["why"]
            ben.send(plan=moves)
            text = ben.until("plans")["plans"][0]
            assert text.startswith(f"if {theirs} then {own}; if ")
            ben.send(do="quit")
            assert ben.wait() == 0
        with resume(tmp_path / "b", "--wait") as ben:
            ben.until("idle")
            ada.send(move=theirs)
            said = ben.until("plan")
            assert (said["what"], said["text"]) == ("played", own)
            surprise = next(move for move in ada.until("ask")["moves"] if move != then)
            # not yet: the open game would be asked about its plans by the words of a player
            ben.kill()
        with resume(tmp_path / "b", "--wait", mode="--plain") as ben:
            ada.send(move=surprise)
            ben.type("plans")
            printed = ""
            for line in ben.lines():
                printed += line
                if "Nothing is planned" in line:
                    break
            assert "Waiting for Ada." in printed
            assert "Something happened that you had not planned for" in printed
            ben.type("if 0-1")
            assert "A plan reads" in next(line for line in ben.lines() if line.startswith("No:"))


def test_who_waits_in_vain_is_told_so(tmp_path):
    with (
        host(tmp_path / "a", "--bot", "random") as ada,
        join(tmp_path / "b", ada.until("invite")["invite"]) as ben,
    ):
        asked = ben.until("ask")
        ada.kill()
        ben.send(move=asked["moves"][0])
        ben.until("event")
        ben.send(do="quit")
        ben.wait()
        with resume(tmp_path / "b", "--wait", "--timeout", "1", mode="--plain") as again:
            printed = "".join(again.lines())
            assert again.wait() == 6
        assert "Waiting for" in printed
    assert "It was not your turn within 1 second." in ben_errors(tmp_path)
    assert run(["--home", str(tmp_path / "b"), "resume", "--wait", "--offline"]) == 2


def ben_errors(tmp_path):
    return (tmp_path / "b.errors").read_text(encoding="utf-8")
