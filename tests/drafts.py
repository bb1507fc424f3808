"""A log that is written round by round, for readers without the rules: nobody need have played it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from p2pgames import registry
from p2pgames_protocol.chance import coin
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Have, Kind, Note, Record, Vote, sign
from p2pgames_protocol.log.validate import event_digest, round_digest, start_digest
from p2pgames_protocol.testing.room import Room, seated
from tests.first_linja import FIRST_LINJA

LEFT = ((1, 1, 1, 1), None, "played")


class Draft:
    """A log of Bus that is written round by round, the keys of round 0 are there."""

    def __init__(self, seats: int = 4) -> None:
        """Begin with the round of the keys."""
        room = Room(registry.rules("bus", 0), seats) if seats > 2 else Room(FIRST_LINJA, 2)
        self.secrets = [seated(seat).derive("game secret", room.genesis.game_id) for seat in range(seats)]
        self.genesis, self.number = room.genesis, 0
        self.inside = frozenset(range(seats))
        self.previous = start_digest(room.genesis.game_id)
        self.records = [Record(Kind.GENESIS, room.genesis.record)]
        self.close(*(record for store in room.stores for record in store if record.kind is Kind.EVENT))

    def sign(self, kind: Kind, seat: int, body: bytes) -> Record:
        """Return a record of a seat."""
        return sign(seated(seat), kind, self.genesis.game_id, body)

    def event(self, seat: int, act: str = "move", body: Any = (("pass",), (), ()), **changes: Any) -> Record:
        """Return an event of a seat for the open round; `changes` are fields of `Event`."""
        header = {"previous": self.previous, "state": bytes(32), "inside": self.inside} | changes
        return self.sign(
            Kind.EVENT, seat, Event(round=self.number, seat=seat, act=act, body=body, **header).pack()
        )

    def note(self, seat: int) -> bytes:
        """Return a resignation, packed."""
        return self.sign(Kind.NOTE, seat, Note(seat, RESIGN).pack()).pack()

    def vote(self, voter: int, seat: int, inside: frozenset[int] | None = None) -> Record:
        """Return the vote that a seat is absent from the open round."""
        at = self.number, self.previous, self.inside if inside is None else inside
        return self.sign(Kind.VOTE, voter, Vote(Ballot.ABSENT, voter, seat, *at).pack())

    def have(self, seat: int, number: int, digest: bytes) -> Record:
        """Return a have."""
        return self.sign(Kind.HAVE, seat, Have(seat, number, digest).pack())

    def value(self, seat: int, k: int) -> bytes:
        """Return the value of a seat's chain for a roll."""
        return coin.value(self.secrets[seat], self.genesis.game_id, seat, k)

    def coin(self, seat: int, k: int, sides: int) -> Record:
        """Return an event for a roll for nobody, with one side."""
        return self.event(seat, "coin", (k, (sides,), None, self.value(seat, k)))

    def reveal(self, seat: int, result: Any = LEFT) -> Record:
        """Return a reveal, with the result that the seat signs."""
        return self.event(seat, "reveal", (self.secrets[seat], result))

    def close(self, *given: Record, absent: Iterable[int] = ()) -> Draft:
        """Add these records, and close the round with the events among them, but those of who is absent."""
        self.records += given
        events = [Event.read(record.body) for record in given if record.kind is Kind.EVENT]
        hashed = {event.seat: event_digest(event.pack()) for event in events if event.seat not in absent}
        self.previous = round_digest(
            self.genesis.game_id, self.number, self.previous, self.inside, hashed, absent
        )
        self.number += 1
        self.inside -= frozenset(absent)
        return self

    def out(self, *seats: int) -> Draft:
        """Let these be out in the next rounds."""
        self.inside -= frozenset(seats)
        return self

    def file(self, *more: Record) -> bytes:
        """Return the game file, with records at its end."""
        return logfile.write_records([*self.records, *more])
