"""Valid files as long as somebody likes who has every seat: games that go on and on, full of one kind of record.

No rule is broken in them, so they are read to their end by all that reads games: audit, merge, replay, export.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count

from p2pgames import registry
from p2pgames_protocol.log.consents import PAUSE, TAKEBACK
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import (
    DECLINE,
    RESIGN,
    Ballot,
    Have,
    Kind,
    Note,
    Record,
    Vote,
    make_by,
    sign,
)
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.validate import event_digest
from p2pgames_protocol.testing.room import Room, forge, identity, seated
from p2pgames_protocol.wire.codec import Plain

GAME = "socks"
"""Its points are told move by move, all its moves can be taken back, and it has no cards."""
SEATS = 2
THREE = "bus", 3
"""A game for more than two, in which one vote alone puts nobody out."""
CARDS = "line1", 3
"""A game whose decks are sealed and whose hands are dealt before the first move, which can be taken back."""


@cache
def _room(game: str, seats: int) -> Room:
    """A table at which nobody has moved."""
    room = Room(registry.rules(game, 0), seats)
    room.play(0)
    return room


def genesis(game: str = GAME, seats: int = SEATS) -> Genesis:
    """The genesis of all files of a game."""
    return _room(game, seats).genesis


class Table:
    """A game whose seats all sign what is needed."""

    def __init__(self, game: str = GAME, seats: int = SEATS) -> None:
        room = _room(game, seats)
        self.seats = range(seats)
        self.replica = Replica(room.genesis, room.rules)
        self.hearing = Intake(self.replica)
        self.begun = [*room.replicas[0].records()]
        for record in self.begun:
            self.hearing.receive(record)

    @property
    def turn(self) -> int:
        """The seat that is to move."""
        (seat,) = self.replica.position.due
        return seat

    def _heard(self, record: Record) -> Record:
        self.hearing.receive(record)
        return record

    def sign(self, seat: int, kind: Kind, body: bytes) -> Record:
        """Return a record that this seat signs."""
        return sign(seated(seat), kind, self.replica.genesis.game_id, body)

    def move(self, number: int = 0) -> Record:
        """Return a legal move, made: with another number another one, as long as there are others."""
        rules, state, seat = self.replica.rules, self.replica.position.state, self.turn
        legal = [*rules.moves(state, seat, self.replica.known)]
        return self._heard(forge(self.replica, seat, body=(legal[number % len(legal)], (), ())))

    def agree(self, says: str, to: int | None = None) -> Record:
        """Return the event by which all agree to something, heard."""
        notes = tuple(self.note(seat, says, to).pack() for seat in self.seats if seat != self.turn)
        body: tuple[Plain, ...] = () if to is None else (to,)
        return self._heard(forge(self.replica, self.turn, says, body=body, notes=notes))

    def note(self, seat: int, says: str, to: int | None = None, after: bytes | None = None) -> Record:
        """Return a note of a seat after a round, the newest where none is named; it is not heard."""
        said = Note(seat, says, self.replica.position.previous if after is None else after, to)
        return self.sign(seat, Kind.NOTE, said.pack())

    def take_back(self) -> Record:
        """Return the event by which the newest move is taken back."""
        return self.agree(TAKEBACK.name, self.replica.position.past[-1].round)


def moves_taken_back() -> Iterator[Record]:
    """One move, taken back again and again."""
    table = Table()
    yield from table.begun
    while True:
        yield table.move()
        yield table.take_back()


def pauses() -> Iterator[Record]:
    """A pause before each move that is taken back: the pauses stay, so more and more rounds count."""
    table = Table()
    yield from table.begun
    while True:
        yield table.agree(PAUSE.name)
        yield table.move()
        yield table.take_back()


def games_taken_back() -> Iterator[Record]:
    """Twenty moves, all of them taken back at once, again and again."""
    table = Table()
    yield from table.begun
    while True:
        first = table.replica.position.round
        for _ in range(20):
            yield table.move()
        yield table.agree(TAKEBACK.name, first)


def notes_of_nothing() -> Iterator[Record]:
    """Moves taken back, and for each some notes that name no round that ever was."""
    table, number = Table(), count()
    yield from table.begun
    while True:
        yield table.move()
        yield table.take_back()
        for _ in range(8):
            yield table.note(0, "draw", after=sha256(str(next(number)).encode()).digest())


def notes_of_rounds() -> Iterator[Record]:
    """Offers, refusals and resignations, as many as may be signed after each round."""
    table, number = Table(), count()
    yield from table.begun
    while True:
        for seat in range(SEATS):
            for says in ("draw", PAUSE.name, DECLINE):
                yield table.note(seat, says)
            for past in table.replica.position.past[-1:]:
                yield table.note(seat, TAKEBACK.name, past.round)
        key = sha256(str(next(number)).encode()).digest()
        yield table.sign(0, Kind.NOTE, Note(0, RESIGN, keys=(key,)).pack())
        yield table.move()
        yield table.take_back()


def votes() -> Iterator[Record]:
    """For each event a vote that it is there."""
    table = Table()
    yield from table.begun
    while True:
        for act in (table.move, table.take_back):
            position, seat = table.replica.position, table.turn
            event = act()
            about = 1 - seat, seat, position.round, position.previous, position.inside
            said = Vote(Ballot.PRESENT, *about, event_digest(event.body))
            yield table.sign(1 - seat, Kind.VOTE, said.pack())
            yield event


def votes_of_three() -> Iterator[Record]:
    """Among three, for each event a vote that it is absent and one that it is there."""
    table = Table(*THREE)
    yield from table.begun
    while True:
        for act in (table.move, table.take_back):
            position, seat = table.replica.position, table.turn
            event = act()
            one, other = (each for each in table.seats if each != seat)
            about = seat, position.round, position.previous, position.inside
            yield table.sign(one, Kind.VOTE, Vote(Ballot.ABSENT, one, *about).pack())
            there = Vote(Ballot.PRESENT, other, *about, event_digest(event.body))
            yield table.sign(other, Kind.VOTE, there.pack())
            yield event


def moves_with_cards() -> Iterator[Record]:
    """The same move beside sealed decks and hidden hands, taken back again and again."""
    table = Table(*CARDS)
    yield from table.begun
    while True:
        yield table.move()
        yield table.take_back()


def draws_declined() -> Iterator[Record]:
    """Offers that are declined, or answered too late, and pauses in between."""
    table = Table()
    yield from table.begun
    while True:
        yield table.note(0, "draw")
        yield table.note(1, DECLINE)
        yield table.agree(PAUSE.name)
        yield table.note(1, "draw")
        yield table.move()
        yield table.note(0, "draw")
        yield table.take_back()


def haves() -> Iterator[Record]:
    """Of each round the haves of all seats."""
    table = Table()
    yield from table.begun
    while True:
        for act in (table.move, table.take_back):
            yield act()
            position = table.replica.position
            for seat in range(SEATS):
                have = Have(seat, position.round - 1, position.previous)
                yield table.sign(seat, Kind.HAVE, have.pack())


def bys() -> Iterator[Record]:
    """A seat that others take over again and again."""
    table = Table()
    yield from table.begun
    for number in count():
        seat = number % SEATS
        by = make_by(identity(100 + number % 100), genesis().game_id, seat, f"P{number}", number)
        yield table.sign(seat, Kind.BY, by.pack())
        if number % 8 == 0:
            yield table.move()
            yield table.take_back()


def different_moves() -> Iterator[Record]:
    """One move after the other, each another one where there is, all taken back at once when none is left."""
    table, number = Table(), count()
    yield from table.begun
    while True:
        first = table.replica.position.round
        for _ in range(12):
            yield table.move(next(number))
        yield table.agree(TAKEBACK.name, first)


PLAYED: dict[str, Callable[[], Iterator[Record]]] = {
    "moves taken back": moves_taken_back,
    "pauses": pauses,
    "games taken back": games_taken_back,
    "notes that name nothing": notes_of_nothing,
    "notes after each round": notes_of_rounds,
    "votes for each event": votes,
    "votes among three": votes_of_three,
    "moves beside hidden cards": moves_with_cards,
    "offers declined": draws_declined,
    "different moves taken back": different_moves,
    "haves of each round": haves,
    "seats taken over": bys,
}
"""By what a file is full of: the records, without an end."""
TABLES = {"votes among three": THREE, "moves beside hidden cards": CARDS}
"""At which table those files are made that are of another game."""


def forks() -> Iterator[Record]:
    """For each move another one that its seat has signed for the same round: whoever does that has cheated."""
    table = Table()
    yield from table.begun
    while True:
        position, seat = table.replica.position, table.turn
        legal = [*table.replica.rules.moves(position.state, seat, table.replica.known)]
        yield forge(table.replica, seat, body=(legal[1], (), ()))
        yield table.move()
        yield table.take_back()
