"""What follows from the set of records of a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from p2pgames.contract import AnyRules, Seat, Why
from p2pgames_protocol.audit.record_set import place, record_set, round_of, verify
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.misconduct import Fault, conflicts, first_equivocation
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.false_absence import lone_votes
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.receivers.evidence import convict
from p2pgames_protocol.log.replica.receivers.vote import convict_false
from p2pgames_protocol.log.replica.replica import Replica


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
        """Tell whether the record has a place in the log, or beside it, that incriminates nobody.

        A note binds nobody by itself, a by decides nothing. Where an absence is contested, what was built on the event
        that counts no more is of another branch, and no fault.
        """
        since = self.replica.ballots.contested_since
        if record.kind in (Kind.NOTE, Kind.BY) or (since is not None and round_of(record) >= since):
            return True
        match outcome.status:
            case Status.STRAY | Status.EARLY | Status.KNOWN:
                return self._is_of_who_was_out(record)
            case Status.AUTHOR:
                return outcome.misconduct is not None and outcome.misconduct.fault is Fault.ILLEGAL
        return outcome.status is Status.ACCEPTED

    def _is_of_who_was_out(self, record: Record) -> bool:
        """Tell whether it is a have for a round in which its seat was voted out already."""
        if record.kind is not Kind.HAVE:
            return False
        have, left = Have.read(record.body), self.replica.position.departures
        return any(d.seat == have.seat and d.round <= have.round and d.why is Why.VOTED for d in left)


def replay(genesis: Genesis, rules: AnyRules, records: Iterable[Record]) -> Replay:
    """Return what follows from all records of a file except its genesis, whatever their order and number of copies.

    Raises `Damaged` if a record is malformed or not signed by whom it names, `Refused` if the genesis is not for these
    rules.
    """
    verified = frozenset(records)
    verify(genesis, sorted(verified, key=place))
    return replay_verified(genesis, rules, verified)


def replay_verified(genesis: Genesis, rules: AnyRules, verified: frozenset[Record]) -> Replay:
    """Do the same for records of which every signature is checked already."""
    messages = record_set(verified)
    kept = [record for record in conflicts(messages)[0] if record.kind is not Kind.EVIDENCE]
    played = Replay(Replica(genesis, rules, verified=verified))
    played.hear(kept)
    twice = first_equivocation(genesis, messages)
    if twice is not None:
        played.replica.accusations.note(convict(played.replica, twice))
        return played
    for cast, vote in lone_votes(played.replica):
        if proof := _proof_against(played.replica, kept, cast, vote):
            convict_false(played.replica, cast, vote, proof)
    return played


def _proof_against(replica: Replica, kept: list[Record], cast: Record, vote: Vote) -> tuple[Record, ...]:
    """Return what the voter of a lone vote signed that names a digest of the log without that vote."""
    without = Replay(Replica(replica.genesis, replica.rules, verified=replica.verified))
    without.hear(record for record in kept if record is not cast)
    digests = {position.previous for position in without.replica.positions[vote.round + 1 :]}
    return tuple(record for record in kept if _named_by(record, vote.voter) in digests)


def _named_by(record: Record, seat: Seat) -> bytes | None:
    """Return the digest that an event or a have of a seat names."""
    if record.kind is Kind.EVENT:
        event = Event.read(record.body)
        return event.previous if event.seat == seat else None
    have = Have.read(record.body) if record.kind is Kind.HAVE else None
    return have.digest if have is not None and have.seat == seat else None
