"""A consent and a kind of round that the product does not have: each is one class, and one line in a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from p2pgames.contract import Illegal
from p2pgames.text import as_it_is
from p2pgames_protocol.audit import full
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.merge import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import open_round
from p2pgames_protocol.log.consents.consent import Consent
from p2pgames_protocol.log.consents.registry import CONSENTS
from p2pgames_protocol.log.position import RoundKind
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, sign
from p2pgames_protocol.log.rounds.registry import ROUNDS
from p2pgames_protocol.log.validated_event import NOTHING
from p2pgames_protocol.testing.room import Room
from p2pgames_protocol.testing.table import identity
from tests.dice import DICE, Dice


class Level(Consent):
    """Sets everybody's points to those of the round it names."""

    name, names_round = "level", True

    def refusal(self, position, to):
        return "" if to % 2 == 0 else "Only to an even number."

    def apply(self, before, closed, to):
        return replace(closed, state=replace(closed.state, points=(to, to)))


@pytest.fixture
def level(monkeypatch):
    monkeypatch.setitem(CONSENTS, Level.name, Level())


def agreed(room, to):
    for table in room.tables:
        table.offer("level", to)
        room.collect()
        room.deliver_all()


@pytest.mark.usefixtures("level")
def test_a_consent_is_a_class_and_a_line():
    room = Room(DICE, 2)
    room.play(2)
    with pytest.raises(Illegal, match="even number"):
        room.tables[0].offer("level", 3)
    agreed(room, 2)
    for table in room.tables:
        assert table.position.state.points == (2, 2)
        assert {Event.read(record.body).act for record in table.log[-1].values()} == {"level"}
    room.play()
    for look in (full.full, fast):
        report = look(canonical(room.tables[0]), lambda *_: room.rules)
        assert report.grade is Grade.FINISHED, report.why


def test_what_is_not_in_the_table_says_nothing_known():
    room = Room(DICE, 2)
    room.play(1)
    note = Note(0, "level", room.tables[0].position.previous, 2)
    outcome = room.tables[1].receive(sign(identity(0), Kind.NOTE, room.genesis.game_id, note.pack()))
    assert (outcome.status, str(outcome.why)) == (Status.SENDER, "The note says nothing known.")


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

    def owed(self, position, seat, secret):
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
    monkeypatch.setattr(open_round, "ROUNDS", (*ROUNDS, GreetRound()))
    room = Room(Polite(), seats)
    room.play()
    table = room.tables[0]
    assert table.positions[1].kind.name == "greet"
    assert {Event.read(record.body).body for record in table.log[1].values()} == {("hello",)}
    assert table.positions[2].state.aim == 20 + seats
    for look in (full.full, fast):
        report = look(canonical(table), lambda *_: room.rules)
        assert report.grade is Grade.FINISHED, report.why


def test_rules_that_ask_for_what_no_round_is_for_are_refused_with_their_name():
    room = Room(DICE, 2)
    room.rules = Polite()
    position = replace(room.tables[0].position, rules=Polite(), ending=None)
    asking = replace(position, state=replace(position.state, rolling="greet"))
    with pytest.raises(NotImplementedError, match="polite asks for Greet"):
        open_round.open_round(asking)
