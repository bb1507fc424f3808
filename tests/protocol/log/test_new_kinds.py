"""A consent, a kind of round and a transport that the product does not have: each is a class, and a line in a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgames.contract import Illegal
from p2pgames.text import BadValue, as_it_is
from p2pgames_protocol.audit import full
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.discovery.registry import TRANSPORTS, TransportSpec, named_by, names_in, switched_on
from p2pgames_protocol.log import advance
from p2pgames_protocol.log.consents import CONSENTS, Consent
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.position import NOTHING, RoundKind
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Event, Kind, Note, sign
from p2pgames_protocol.log.rounds import ROUNDS
from p2pgames_protocol.net.session import host_table, join_table, linger
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import Room, identity, seated
from p2pgames_protocol.transports.tcp import connect, serve
from p2pgames_protocol.transports.transport import ChannelBinding, Pipe, Transport
from tests import ROOT
from tests.dice import DICE, Dice

GUIDE = ROOT / "docs" / "adding-a-kind.md"


class Level(Consent):
    """Gives everybody the points of the leader."""

    name = "level"

    def refusal(self, position, to):
        return as_it_is("All have the same.") if len(set(position.state.points)) == 1 else None

    def apply(self, before, closed, to):
        points = closed.state.points
        return replace(closed, state=replace(closed.state, points=(max(points),) * len(points)))


class LevelAt(Consent):
    """Gives everybody as many points as the round it names has for a number."""

    name, names_round = "level-at", True

    def refusal(self, position, to):
        return as_it_is("Only at an even number.") if to % 2 else None

    def apply(self, before, closed, to):
        return replace(closed, state=replace(closed.state, points=(to, to)))


@pytest.mark.parametrize(("consent", "to", "points"), [(Level(), None, None), (LevelAt(), 2, (2, 2))])
def test_a_consent_is_a_class_and_a_line(monkeypatch, consent, to, points):
    monkeypatch.setitem(CONSENTS, consent.name, consent)
    room = Room(DICE, 2)
    room.deliver_all()
    with pytest.raises(Illegal, match=r"even number|All have the same"):
        room.signers[0].offer(consent.name, None if to is None else 3)
    room.play(2)
    points = points or (max(room.replicas[0].position.state.points),) * 2
    agreed(room, consent.name, to)
    for table in room.replicas:
        assert table.position.state.points == points
        assert {Event.read(record.body).act for record in table.log[-1].values()} == {consent.name}
    room.play()
    for report in (
        full.full(canonical(room.replicas[0]), lambda *_: room.rules),
        fast(canonical(room.replicas[0])),
    ):
        assert report.grade is Grade.FINISHED, report.why


def agreed(room, says, to):
    for signer in room.signers:
        signer.offer(says, to)
        room.collect()
        room.deliver_all()


def test_what_is_not_in_the_table_says_nothing_known():
    room = Room(DICE, 2)
    room.play(1)
    note = Note(0, "level", room.replicas[0].position.previous, 2)
    outcome = room.signers[1].receive(sign(seated(0), Kind.NOTE, room.genesis.game_id, note.pack()))
    assert (outcome.status, str(outcome.why)) == (Status.SENDER, "There is no kind of note 'level'.")


@dataclass(frozen=True)
class Greet:
    """The rules want everybody to greet."""


@dataclass(frozen=True)
class Greeted:
    """All who are in have."""

    words: tuple[str, ...]


class GreetRound(RoundKind):
    """Every seat says something: ``[word]``."""

    name = act = "greet"

    def opened(self, position):
        return replace(position, kind=self) if position.ask == Greet() else None

    def check(self, position, event):
        if event.body != ("hello",):
            raise Illegal(as_it_is("That is no greeting."))
        return NOTHING

    def advance(self, before, closed, given):
        words = tuple(given[seat].event.body[0] for seat in sorted(given))
        return replace(closed, state=closed.rules.apply(closed.state, Greeted(words)))

    def contribution(self, position, seat, secret):
        return lambda: ("hello",)


class Polite(Dice):
    name = "polite"

    def start(self, seats, options, first=None):
        return replace(super().start(seats, options, first), rolling="greet")

    def ask(self, state):
        return Greet() if state.rolling == "greet" else super().ask(state)

    def apply(self, state, event):
        if isinstance(event, Greeted):
            return replace(state, rolling="first", aim=20 + len(event.words))
        return super().apply(state, event)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_kind_of_round_is_a_class_and_a_line(monkeypatch, seats):
    monkeypatch.setattr(advance, "ROUNDS", (*ROUNDS, GreetRound()))
    room = Room(Polite(), seats)
    room.play()
    table = room.replicas[0]
    assert table.positions[1].kind.name == "greet"
    assert {Event.read(record.body).body for record in table.log[1].values()} == {("hello",)}
    assert table.positions[2].state.aim == 20 + seats
    for report in (full.full(canonical(table), lambda *_: room.rules), fast(canonical(table))):
        assert report.grade is Grade.FINISHED, report.why


def test_rules_that_ask_for_what_no_round_is_for_are_refused_with_their_name():
    room = Room(DICE, 2)
    room.rules = Polite()
    position = replace(room.replicas[0].position, rules=Polite(), ending=None)
    asking = replace(position, state=replace(position.state, rolling="greet"))
    with pytest.raises(NotImplementedError, match="polite asks for Greet"):
        advance.open_round(asking)


class Bare(Transport):
    """Plain TCP under a name of its own: ``bare:HOST:PORT``."""

    name = "bare"

    async def dial(self, address):
        stream = await connect(address.removeprefix("bare:"))
        return Pipe(stream, ChannelBinding(self.name))

    async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
        async def take(stream):
            await handler(Pipe(stream, ChannelBinding(self.name)))

        await serve(where, take, lambda place: f"bare:{place}", task_status)


BARE = TransportSpec(
    "bare",
    "bare",
    lambda player, options: Bare(),
    as_it_is("tells the host your address, and others your moves"),
)


def person(folder, number):
    home = Home(folder / str(number))
    home.make()
    return Player(identity(number), f"P{number}", home, Random(number).randbytes, lambda *_: DICE)


async def play(peer):
    while not peer.replica.finished:
        if peer.signer.my_turn:
            await peer.act("roll")
        else:
            await peer.changed()
    await linger(peer)


async def over_bare(folder):
    (name,), here = names_in("bare"), ("127.0.0.1:0",)
    host, guest = person(folder, 0), person(folder, 1)
    proposal = Proposal.of(identity(0).key, DICE, 2, bytes(32))
    async with host_table(host, proposal, listen=here, ways=switched_on(host, [name])) as opened:
        assert {address.partition(":")[0] for address in opened.invite.addresses} == {"bare"}
        ways = switched_on(guest, named_by(opened.invite.addresses))
        async with join_table(guest, opened.invite, listen=here, ways=ways) as joined:
            peers = [await session.begun() for session in (opened, joined)]
            async with trio.open_nursery() as nursery:
                for peer in peers:
                    nursery.start_soon(play, peer)
            return peers


def test_a_transport_is_a_class_and_a_line(monkeypatch, tmp_path):
    with pytest.raises(BadValue, match="bare"):
        names_in("bare")
    monkeypatch.setitem(TRANSPORTS, BARE.name, BARE)
    peers = trio.run(over_bare, tmp_path)
    for peer in peers:
        assert full.full(canonical(peer.replica), lambda *_: DICE).grade is Grade.FINISHED


@pytest.mark.parametrize("shown", GUIDE.read_text("utf-8").split("```python\n")[1:])
def test_what_the_guide_shows_is_what_is_tested(shown):
    assert shown.split("```")[0].strip() in Path(__file__).read_text("utf-8")
