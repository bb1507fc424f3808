"""Playing from a program: what can be asked for, that all of it is documented, and whole games by the example alone."""

import ast
import json
import re
import subprocess
import sys
from threading import Event

import pytest
import trio
from trio.testing import MockClock

from p2pgames import registry
from p2pgames.picture.picture import View
from p2pgames_cli.app.run import exit_code
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Front, Unfit
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.disk import RealDisk
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.testing.room import forge, identity, make_genesis
from tests import ROOT
from tests.cli.client import RUN, host, join, resume, until
from tests.cli.presenter import a_program, hot_seat

CLIENT = ROOT / "cli" / "p2pgames_cli"
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "player.py"
PATIENCE = 200
"""Seconds until a game is given up; nothing takes so long when all is well."""
GAMES = ("bus", "line1", "linja", "metro", "socks")


ASKED = ("events", "hand", "look", "moves", "picture", "position", "rules", "scores", "why", "words")
"""Questions about the position and the log."""
SILENT = {
    *("move", "say", "rematch", "vote", "take-over", "quit"),
    *("take-back", "back", "draw", "pause", "accept", "decline"),
}
"""Actions that programs are sent no object for: what comes of them is told as it happens."""


def table(page, heading):
    """Return what stands in code in the first column of the table under a heading, by line."""
    part = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `")]


def written():
    """Yield the types that the client writes, wherever an object is made with one."""
    makers = ("say", "as_line", "News")
    for file in CLIENT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield first.value
    yield from (action.answered for action in everything.seen_in(Front.JSON) if action.id not in SILENT)


def test_every_object_that_is_written_is_documented_and_no_other():
    documented = [name for row in table(PAGE, "What comes out") for name in re.findall("`(.*?)`", row)]
    assert sorted(documented) == sorted(set(written()))


def requests():
    """What a program can write, as the page has it: the examples of its table, read as JSON."""
    for row in table(PAGE, "What goes in"):
        yield from map(json.loads, re.findall("`({.*?})`", row))


def test_everything_that_can_be_done_is_documented_and_no_more():
    asked = [
        everything.action_asked(said)
        for said in requests()
        if said.get("do") not in ("admit", "agree", "refuse", "ways")
    ]
    assert set(asked) == set(everything.seen_in(Front.JSON))


def test_every_request_of_the_page_holds_what_its_action_needs():
    for said in requests():
        if (action := everything.action_asked(said)) is not None:
            action.argument.taken(said)


@pytest.mark.parametrize(
    "said",
    [
        {"do": "vote", "seat": "1"},
        {"do": "mute", "seat": "1"},
        {"do": "unmute", "seat": True},
        {"say": 1},
        {"plan": [1]},
    ],
)
def test_a_request_without_what_its_action_needs_is_refused(said):
    with pytest.raises(Unfit):
        everything.action_asked(said).argument.taken(said)


def test_what_can_be_asked_for_in_lines_can_be_asked_for_by_programs():
    # Events and messages are told to programs, and kept by them; after a lesson they begin a game themselves.
    told = {"last", "help", "chat", "play-bot"}
    assert {a.id for a in everything.seen_in(Front.LINES) if Front.JSON not in a.fronts} == told


# -- asking --


class Program:
    """A program at a hot-seat table, which hears what is printed."""

    def __init__(self, hot, capsys):
        self.machine = a_program(hot.handles)
        self.capsys = capsys

    async def ask(self, **said):
        """Say an object; return all that is printed."""
        await self.machine._take(json.dumps(said))
        return [json.loads(line) for line in self.capsys.readouterr().out.splitlines()]


class Stuck(RealDisk):
    """A disk that takes its time until it is let go."""

    def __init__(self):
        self.reached, self.go = Event(), Event()

    def sync(self, path):
        """Wait, then sync."""
        self.reached.set()
        assert self.go.wait(PATIENCE)
        super().sync(path)


async def peer_and_other(folder, first=0):
    """The first of two peers, and the signer of the other, which has signed its key and is away."""
    rules = registry.game("linja").rules
    genesis = make_genesis(rules, 2, first=first)
    other = Signer(genesis, rules, identity(1))
    other.auto_signer.sign_from_now_on()
    table = Signer(genesis, rules, identity(0))
    peer = Peer(table.replica, Store(folder / "g.p2pg", folder / "g.instance"), bytes(32), table)
    await peer.live.start()
    await peer.live.take_in(other.replica.records())
    return peer, other


async def peer_alone(folder):
    """The first of two peers, whose turn it is."""
    peer, _ = await peer_and_other(folder)
    return peer, [peer]


async def hot_alone(folder):
    """A table at one computer."""
    hot = await hot_seat(folder)
    return hot, hot.handles


@pytest.mark.parametrize("made", [peer_alone, hot_alone])
def test_a_move_is_told_once_it_is_stored_and_not_before(tmp_path, capsys, made):
    async def main():
        owner, handles = await made(tmp_path)
        handle, owner.store.disk = handles[0], Stuck()
        machine = a_program(handles)
        machine._tell()
        assert handle.signer.my_turn
        move = handle.replica.rules.moves(handle.replica.position.state, 0, {})[0]
        number = handle.replica.position.round
        capsys.readouterr()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(handle.act, move)
            await trio.to_thread.run_sync(owner.store.disk.reached.wait)
            assert not handle.signer.my_turn
            machine._tell()
            assert capsys.readouterr().out == ""
            owner.store.disk.go.set()
        machine._tell()
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert number in [line["round"] for line in told if line["type"] == "event"]

    trio.run(main)


def out(capsys):
    """Return what was printed since, as objects."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("first", [0, 1])
def test_who_resigns_is_answered_at_once_whoever_is_to_move(tmp_path, capsys, first):
    async def main():
        peer, other = await peer_and_other(tmp_path, first)
        machine = a_program([peer])
        machine._tell()
        out(capsys)
        await machine._take('{"do": "resign"}')
        (said,) = out(capsys)
        assert (said["type"], said["seat"], said["counts"]) == ("resigned", 0, first == 0)
        assert said["waiting_for"] == ([] if first == 0 else [1])
        machine._tell()
        assert ("left" in [line.get("kind") for line in out(capsys)]) is (first == 0)
        if first:
            for record in peer.replica.records():
                other.receive(record)
            other.auto_signer.settle()  # with two, the one who stays has nothing left to decide
            await peer.live.take_in(other.replica.records())
            machine._tell()
            assert "left" in [line.get("kind") for line in out(capsys)]

    trio.run(main)


def test_a_game_that_evidence_ends_is_told_with_the_fault_and_without_places(tmp_path, capsys):
    async def main():
        peer, other = await peer_and_other(tmp_path, first=1)
        twin = Signer(other.replica.genesis, other.replica.rules, identity(1))
        for record in peer.replica.records():
            other.receive(record)
            twin.receive(record)
        for signer, at in ((other, 0), (twin, 1)):
            signer.auto_signer.sign_from_now_on()
            signer.act(signer.replica.rules.moves(signer.replica.position.state, 1, {})[at])
        machine = a_program([peer])
        await peer.live.take_in([*other.replica.records(), *twin.replica.records()])
        await machine.run()
        told = out(capsys)
        (fault,) = (line for line in told if line["type"] == "fault")
        assert (fault["seat"], fault["kind"]) == (1, "equivocation")
        (over,) = (line for line in told if line["type"] == "over")
        assert told.index(fault) < told.index(over) == len(told) - 1
        assert over["places"] is None
        assert exit_code(peer) is Code.DECIDED

    trio.run(main)


def test_a_game_that_a_fault_ends_is_told_with_its_places(tmp_path, capsys):
    async def main():
        peer, other = await peer_and_other(tmp_path, first=1)
        for record in peer.replica.records():
            other.receive(record)
        await peer.live.take_in([forge(other.replica, 1, body=("fly", (), ()))])
        await a_program([peer]).run()
        told = out(capsys)
        (fault,) = (line for line in told if line["type"] == "fault")
        (over,) = (line for line in told if line["type"] == "over")
        assert fault["seat"] == 1
        assert (over["basis"], over["places"]) == ("fault", [1, 2])
        assert exit_code(peer) is Code.DECIDED

    trio.run(main, clock=MockClock(autojump_threshold=0.05))


def test_a_program_is_heard_while_the_end_is_confirmed(tmp_path, capsys, monkeypatch):
    async def main():
        peer, other = await peer_and_other(tmp_path)
        await peer.resign()
        for record in peer.replica.records():
            other.receive(record)
        other.auto_signer.settle()
        revealed = [record for record in other.replica.records() if record.kind is not Kind.HAVE]
        await peer.live.take_in(revealed)
        assert peer.replica.position.kind is DONE
        assert not peer.replica.complete
        links = type(peer.links)
        monkeypatch.setattr(links, "connected", property(lambda _: (peer.replica.genesis.keys[1],)))
        machine = a_program([peer])
        machine.typed.waiting += ['{"do": "status"}', '{"do": "quit"}']
        await machine.run()
        told = out(capsys)
        kinds = [line["type"] for line in told]
        assert kinds.index("over") < kinds.index("status")
        status = told[kinds.index("status")]
        assert (status["confirmed"], status["lacking"]) == (False, [1])
        assert machine.quits

    trio.run(main)


def asking(folder, capsys, scenario, name="linja"):
    async def main():
        seats = registry.game(name).rules.players[0]
        await scenario(Program(await hot_seat(folder, name, seats), capsys))

    trio.run(main)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_has_an_answer_in_every_game(tmp_path, capsys, name):
    async def scenario(program):
        picture = registry.game(name).painter.picture(program.machine.model.state, View())
        needed = {"why": {"move": "nonsense"}, "look": {"place": picture.spots[0].name}}
        for asked in ASKED:
            (said,) = await program.ask(do=asked, **needed.get(asked, {}))
            assert said["type"] == asked, said
            assert len(said) > 1

    asking(tmp_path, capsys, scenario, name)


def test_a_move_is_judged_without_being_made(tmp_path, capsys):
    async def scenario(program):
        (allowed,) = await program.ask(do="why", move="0-1")
        assert (allowed["allowed"], allowed["move"], allowed["why"]) == (True, "0-1", None)
        (refused,) = await program.ask(do="why", move="5-4")
        assert not refused["allowed"]
        assert refused["why"].endswith(".")
        assert program.machine.handles[0].signer.my_turn
        (listed,) = await program.ask(do="moves", begin="0-1 ")
        assert len(listed["moves"]) > 1
        assert all(one["move"].startswith("0-1 ") and one["effect"] for one in listed["moves"])

    asking(tmp_path, capsys, scenario)


def test_a_hand_is_ones_own(tmp_path, capsys):
    async def scenario(program):
        (said,) = await program.ask(do="hand")
        own = program.machine.handles[0].replica.known
        assert list(said["known"].values()) == [own[slot] for slot in sorted(own)]
        assert said["lines"][0].startswith("You hold tile 1: ")

    asking(tmp_path, capsys, scenario, "metro")


@pytest.mark.parametrize(
    "nonsense",
    [
        {"do": "picture", "columns": 10**9},
        {"do": "picture", "rows": True},
        {"do": "events", "since": -1},
        {"do": "events", "since": "x"},
        {"do": "moves", "begin": 3},
        {"do": "why"},
        {"do": ["why"]},
        {"do": "nothing of the kind"},
    ],
)
def test_nonsense_is_answered_by_a_sentence(tmp_path, capsys, nonsense):
    async def scenario(program):
        (said,) = await program.ask(**nonsense)
        assert said["type"] == "error"
        assert said["why"].endswith(".")

    asking(tmp_path, capsys, scenario)


# -- the example plays --


def example(home, *arguments):
    """Start the example as a client with a home of its own."""
    command = [sys.executable, "-c", RUN, "--home", str(home), *arguments]
    return subprocess.Popen(
        [sys.executable, str(EXAMPLE), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def test_a_program_is_heard_while_the_reveal_of_somebody_who_is_away_is_awaited(tmp_path):
    with host(tmp_path / "a") as ada:
        with join(tmp_path / "b", ada.until("invite")["invite"], "--bot", "random") as ben:
            ada.until("ask")
            ben.kill()
        until(ada, "presence", lambda said: said["connected"] == [])
        ada.send(do="resign")
        assert [one["seat"] for one in ada.until("waiting")["seats"]] == [1]
        heard(ada)
        assert "over" not in {json.loads(line)["type"] for line in ada.lines()}
    with resume(tmp_path / "a") as ada:
        assert ada.until("idle")["seats"] == [1]
        ada.type("nonsense")
        ada.until("error")
        ada.send(do="quit")
        ada.wait()


def heard(client):
    """Have what is of no use refused, a question answered, and the client closed by a word."""
    client.type("nonsense")
    client.until("error")
    client.send(do="status")
    client.until("status")
    client.send(do="quit")
    client.process.wait(PATIENCE)


def played(folder, game, *options):
    """Let examples play a whole game between processes that share nothing; return what each said at the end."""
    seats = registry.game(game).rules.players[0]
    local = ("--listen", "127.0.0.1:0")
    host = example(folder / "0", "host", game, *options, *local)
    invite = host.stdout.readline().strip()
    guests = [example(folder / str(seat), "join", invite, *local) for seat in range(1, seats)]
    ends = []
    for one in (host, *guests):
        try:
            said, wrong = one.communicate(timeout=PATIENCE)
        finally:
            one.kill()
        assert one.returncode == 0, wrong
        ends.append(said.splitlines()[-1])
    return ends


@pytest.mark.parametrize(
    "game",
    ["linja", *(pytest.param(name, marks=pytest.mark.slow) for name in ("socks", "bus", "line1", "metro"))],
)
def test_the_example_plays_a_whole_game_between_processes(tmp_path, game):
    ends = played(tmp_path, game)
    assert len(set(ends)) == 1
    assert ends[0].startswith("played: ")
