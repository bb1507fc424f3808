"""The records of a file, heard in an order of their own: what follows from them never depends on how they stand there.

Round by round the votes come first, then the events; notes, bys, haves and evidence come last. Where a seat
has signed two messages that exclude each other, one of them is heard, and both are evidence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from p2pgames.contract import AnyRules, Seat
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.misconduct import Fault, conflicts
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.false_absence import lone_votes
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.receivers.evidence import convict_pair
from p2pgames_protocol.log.replica.receivers.vote import convict_false
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.wire.codec import Malformed

LAST = 2**32
"""Greater than any round."""
_PLACES = {Kind.NOTE: 0, Kind.BY: 1, Kind.HAVE: 2, Kind.EVIDENCE: 3, Kind.GENESIS: 4}


@dataclass
class Replay:
    """A replica that has heard a set of records, and what became of each."""

    replica: Replica
    heard: list[tuple[Record, Reception]] = field(default_factory=list)

    def hear(self, records: Iterable[Record]) -> None:
        """Feed the replica."""
        hearing = Hearing(self.replica, judging=False)
        self.heard += [(record, hearing.receive(record)) for record in records]

    def explains(self, record: Record, outcome: Reception) -> bool:
        """Tell whether the record has a place in the log, or beside it, that speaks against nobody.

        A signed note binds nobody by itself. Where an absence is contested, what was built on the event that counts
        no more is of another branch, and no fault.
        """
        match outcome.status:
            case Status.KNOWN | Status.EARLY if record.kind is Kind.NOTE:
                return self._is_signed_note(record)
            case Status.KNOWN if record.kind is Kind.BY:
                return True  # it was verified, and need not be kept
            case Status.KNOWN if outcome.why is None:
                return False
            case Status.STRAY | Status.EARLY | Status.KNOWN:
                since = self.replica.ballots.contested_since
                return since is not None and round_of(record) >= since
            case Status.AUTHOR:
                return outcome.misconduct is not None and outcome.misconduct.fault in (
                    Fault.ILLEGAL,
                    Fault.EQUIVOCATION,
                )
        return outcome.status is Status.ACCEPTED

    def _is_signed_note(self, record: Record) -> bool:
        """A replica that has no use for a note may not have verified it."""
        genesis, seat = self.replica.genesis, Note.read(record.body).seat
        return seat < len(genesis.keys) and record.signed_by(genesis.game_id, genesis.keys[seat])


def replay(genesis: Genesis, rules: AnyRules, records: Iterable[Record]) -> Replay:
    """Return what follows from all records of a file but its genesis, in whatever order they are given.

    Raises `Refused` if the genesis is not for these rules.
    """
    kept, found = conflicts(sorted(records, key=place))
    played = Replay(Replica(genesis, rules))
    played.hear(kept)
    played.heard += [(other, convict_pair(played.replica, one, other)) for one, other in found]
    if played.replica.accusations.verdict is None:
        for cast, vote in lone_votes(played.replica):
            if proof := _proof_against(genesis, rules, kept, cast, vote):
                convict_false(played.replica, cast, vote, proof)
    return played


def _proof_against(
    genesis: Genesis, rules: AnyRules, kept: Iterable[Record], cast: Record, vote: Vote
) -> tuple[Record, ...]:
    """Return what the voter of a lone vote signed that names a digest of the log without that vote."""
    without = Replay(Replica(genesis, rules))
    without.hear(record for record in kept if record is not cast)
    digests = {position.previous for position in without.replica.positions[vote.round + 1 :]}
    return tuple(record for record in kept if _named_by(record, vote.voter) in digests)


def _named_by(record: Record, seat: Seat) -> bytes | None:
    """Return the digest that an event or a have of a seat names."""
    try:
        if record.kind is Kind.EVENT:
            event = Event.read(record.body)
            return event.previous if event.seat == seat else None
        have = Have.read(record.body) if record.kind is Kind.HAVE else None
    except Malformed:
        return None
    return have.digest if have is not None and have.seat == seat else None


def place(record: Record) -> tuple[int | bytes, ...]:
    """Return what records are sorted by: before others stands what they are judged by."""
    try:
        match record.kind:
            case Kind.VOTE:
                vote = Vote.read(record.body)
                key = (vote.round, 0, vote.seat, vote.voter)
            case Kind.EVENT:
                event = Event.read(record.body)
                key = (event.round, 1, event.seat, 0)
            case Kind.HAVE:
                have = Have.read(record.body)
                key = (LAST, _PLACES[record.kind], have.round, have.seat)
            case _:
                key = (LAST, _PLACES[record.kind], 0, 0)
    except Malformed:
        key = (LAST, LAST, 0, 0)
    return (*key, record.body, record.signature)


def round_of(record: Record) -> int:
    """Return the round that an event, a have or a vote is about; -1 for what is about none."""
    match record.kind:
        case Kind.EVENT:
            return Event.read(record.body).round
        case Kind.HAVE:
            return Have.read(record.body).round
        case Kind.VOTE:
            return Vote.read(record.body).round
    return -1
