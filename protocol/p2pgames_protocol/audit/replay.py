"""What follows from the set of records of a file, and from those of two copies of it together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from p2pgames.contract import AnyRules, Seat, Why
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.audit import sentences
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis, RulesOf, read_genesis
from p2pgames_protocol.log.intake import Intake, convict, convict_false, lone_votes
from p2pgames_protocol.log.misconduct import Fault, conflicts, first_equivocation
from p2pgames_protocol.log.proof_jobs import Reception, Status
from p2pgames_protocol.log.records import Event, Have, Kind, Record, Vote, author
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.validate import check_signed
from p2pgames_protocol.wire.codec import Malformed

# The records of a file as a set: what follows from a file never depends on how they stand in it.
#
# They are heard in an order of their own: round by round the votes first, then the events; notes, bys, haves and
# evidence come last.

LAST: Final = 2**32
"""Greater than any round."""
_PLACES: Final = {Kind.NOTE: 0, Kind.BY: 1, Kind.HAVE: 2, Kind.EVIDENCE: 3, Kind.GENESIS: 4}
"""The order of what is heard last: a have is judged by all events, and an evidence by whatever there is."""


def read_log(data: bytes, magic: bytes = logfile.MAGIC) -> tuple[Genesis, list[Record]]:
    """Return the genesis of a file and all its other records, as they stand.

    Raises `Damaged` for bytes that are no sound file, `Malformed` or `Refused` if the genesis does not hold.
    """
    first, *records = logfile.read_records(data, magic)
    return read_genesis(first.body), [record for record in records if record != first]


def record_set(records: Iterable[Record]) -> list[Record]:
    """Return every message once, with the smallest of its signatures, in the order in which they are heard."""
    found: dict[tuple[Kind, bytes], Record] = {}
    for record in sorted(set(records), key=sort_key):
        found.setdefault((record.kind, record.body), record)
    return list(found.values())


def copied_records(records: Iterable[Record]) -> list[Record]:
    """Return all records of the messages that are there with several signatures."""
    every = set(records)
    counted = Counter((record.kind, record.body) for record in every)
    return sorted((record for record in every if counted[record.kind, record.body] > 1), key=sort_key)


def verify(genesis: Genesis, records: Iterable[Record]) -> None:
    """Raise `Damaged` unless each of these is well-formed and signed by the seat that it names."""
    for record in records:
        try:
            check_signed(genesis, record)
        except Malformed as wrong:
            raise Damaged(sentences.OF_RECORD(record=record_name(record), why=wrong.message)) from None


def record_name(record: Record) -> Message:
    """Name a record by seat and round, as far as these can be read."""
    try:
        seat, number = author(record), round_of(record)
    except Malformed:
        seat, number = None, -1
    kind = Verbatim(record.kind.value)
    if seat is None:
        return sentences.SOME_RECORD(kind=kind)
    if number < 0:
        return sentences.RECORD_OF(kind=kind, seat=Count(seat + 1))
    return sentences.RECORD_OF_ROUND(kind=kind, seat=Count(seat + 1), round=Count(number))


def sort_key(record: Record) -> tuple[int | bytes, ...]:
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


@dataclass
class Replay:
    """A replica that has heard a set of records, and what became of each."""

    replica: Replica
    heard: list[tuple[Record, Reception]] = field(default_factory=list)

    def feed(self, records: Iterable[Record]) -> None:
        """Let the replica hear these records, and note what became of each."""
        intake = Intake(self.replica, judging=False)
        self.heard += [(record, intake.receive(record)) for record in records]

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
    verify(genesis, sorted(verified, key=sort_key))
    return replay_verified(genesis, rules, verified)


def replay_verified(genesis: Genesis, rules: AnyRules, verified: frozenset[Record]) -> Replay:
    """Do the same for records of which every signature is checked already."""
    messages = record_set(verified)
    kept = [record for record in conflicts(messages)[0] if record.kind is not Kind.EVIDENCE]
    played = Replay(Replica(genesis, rules, verified=verified))
    played.feed(kept)
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
    without.feed(record for record in kept if record is not cast)
    digests = {position.previous for position in without.replica.positions[vote.round + 1 :]}
    return tuple(record for record in kept if _named_by(record, vote.voter) in digests)


def _named_by(record: Record, seat: Seat) -> bytes | None:
    """Return the digest that an event or a have of a seat names."""
    if record.kind is Kind.EVENT:
        event = Event.read(record.body)
        return event.previous if event.seat == seat else None
    have = Have.read(record.body) if record.kind is Kind.HAVE else None
    return have.digest if have is not None and have.seat == seat else None


# Joining two copies of a log, the union of what both hold; and the log that a replica holds, as a file.


def merge(one: bytes, other: bytes, rules_of: RulesOf) -> tuple[bytes, Replica]:
    """Return a file with every message that the copies hold, and its replica; which copy is which makes no difference.

    Nothing is left out: an audit of it says what does not fit, and who signed twice is also seen from what the replica
    found. Raises `Damaged` if the two are not sound copies of one game, `Refused` if their genesis does not hold.
    """
    try:
        (genesis, left), (others, right) = read_log(one), read_log(other)
    except Malformed as wrong:
        raise Damaged(wrong.message) from None
    if genesis.record != others.record:
        raise Damaged(sentences.TWO_GAMES)
    for number, records in ((1, {*left}), (2, {*right}.difference(left))):
        try:
            verify(genesis, records)
        except Damaged:
            raise Damaged(sentences.NOT_SOUND(number=Count(number))) from None
    union = frozenset([*left, *right])
    rules = rules_of(genesis.game, genesis.proposal.version)
    data = logfile.write_records([Record(Kind.GENESIS, genesis.record), *record_set(union)])
    return data, replay_verified(genesis, rules, union).replica


def canonical(replica: Replica) -> bytes:
    """Return the file of a replica with rounds and seats in order: equal replicas give equal files."""
    proofs = {record for misconduct in replica.accusations.found for record in misconduct.beside}
    kept = [record for record in replica.records() if record in proofs or not is_ahead(replica, record)]
    return logfile.write_records([Record(Kind.GENESIS, replica.genesis.record), *kept])


def is_ahead(replica: Replica, record: Record) -> bool:
    """Tell whether the record is a have for a round that this replica has not closed."""
    return record.kind is Kind.HAVE and Have.read(record.body).round >= len(replica.log)
