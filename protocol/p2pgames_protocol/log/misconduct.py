"""Proof that a seat signed what no honest seat signs: two messages that exclude each other.

Judged from the genesis and the two messages alone, without the rest of the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records import Event, Have, Kind, Record, Vote
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, pack


class Fault(StrEnum):
    """What a seat can be blamed for, with a proof."""

    EQUIVOCATION = "equivocation"
    """Two different events, two different haves, or two different votes on one seat, for one round."""
    ILLEGAL = "illegal"
    """An event that the rules or the protocol forbid; it stands in the log and takes its author out."""
    OUT_OF_TURN = "out of turn"
    """An event for a round in which the seat owes none."""
    FALSE_ABSENCE = "false absence"
    """A vote by which one of two put out the other, whose event it had: it signed what is built on that."""


@dataclass(frozen=True, slots=True)
class Misconduct:
    """Who is to blame for what, in which round, in a sentence, and the records that show it."""

    fault: Fault
    seat: Seat
    round: int
    why: Message
    records: tuple[Record, ...]

    @property
    def beside(self) -> tuple[Record, ...]:
        """What belies a false absence; it may be no part of the log."""
        return self.records[1:] if self.fault is Fault.FALSE_ABSENCE else ()


def evidence(one: Record, other: Record) -> Record:
    """Return the record that holds both messages, in an order that does not depend on who found them."""
    first, second = sorted((one, other), key=lambda record: record.body)
    return Record(Kind.EVIDENCE, pack((first.pack(), second.pack())))


def read_evidence(genesis: Genesis, record: Record) -> Misconduct:
    """Return what an evidence record shows; raise `Malformed` if it does not prove anything."""
    one, other = _pair(record)
    seat, _, _ = _about(one)
    key = genesis.keys[seat] if seat < len(genesis.keys) else b""
    if not (one.signed_by(genesis.game_id, key) and other.signed_by(genesis.game_id, key)):
        raise Malformed(sentences.EVIDENCE_UNSIGNED)
    return equivocation(genesis, one, other)


def _pair(record: Record) -> tuple[Record, Record]:
    """Return the two messages of an evidence that exclude each other; raise `Malformed` if it holds none."""
    packed = fields.unpacked(record.body, 2, sentences.EVIDENCE)
    one, other = (Record.read(fields.some_binary(part, sentences.EVIDENCE_PART)) for part in packed)
    if one.kind is not other.kind or one.kind not in _SAID or one.body >= other.body:
        raise Malformed(sentences.NOT_TWO_IN_ORDER)
    if _about(one) != _about(other):
        raise Malformed(sentences.NOT_ONE_SEAT)
    return one, other


def equivocation(genesis: Genesis, one: Record, other: Record) -> Misconduct:
    """Return who signed twice by two signed messages that exclude each other, the smaller one first."""
    seat, number, _ = _about(one)
    why = sentences.SIGNED_TWICE(
        name=Verbatim(genesis.names[seat]),
        seat=Count(seat + 1),
        what=_SAID[one.kind],
        round=Count(number),
    )
    return Misconduct(Fault.EQUIVOCATION, seat, number, why, (one, other))


def first_equivocation(genesis: Genesis, records: Iterable[Record]) -> Misconduct | None:
    """Return who signed twice by what a set of signed records holds, of several the first by round and seat."""
    kept, pairs = conflicts(records)
    pairs += [_pair(record) for record in kept if record.kind is Kind.EVIDENCE]
    return min((equivocation(genesis, *pair) for pair in pairs), key=_precedence, default=None)


def _precedence(misconduct: Misconduct) -> tuple[object, ...]:
    one, other = misconduct.records
    return misconduct.round, misconduct.seat, one.kind, one.body, other.body


def why_false(genesis: Genesis, vote: Vote) -> Message:
    """Say what is wrong with a false absence between two."""
    name = Verbatim(genesis.names[vote.voter])
    return sentences.FALSE_ABSENCE(name=name, seat=Count(vote.voter + 1), round=Count(vote.round))


def conflicts(records: Iterable[Record]) -> tuple[list[Record], list[tuple[Record, Record]]]:
    """Return the records with only the first of any that exclude each other, and each other one paired with it.

    What is malformed excludes nothing. Whether they are signed is not looked at.
    """
    kept: list[Record] = []
    found: list[tuple[Record, Record]] = []
    first: dict[object, Record] = {}
    for record in records:
        other = first.setdefault(_subject(record), record)
        if other.body == record.body:
            kept.append(record)
        else:
            found.append((other, record))
    return kept, found


def _subject(record: Record) -> object:
    """Return of what its author may sign one message only; the record itself where that may be many."""
    try:
        return (record.kind, *_about(record)) if record.kind in _SAID else record.id
    except Malformed:
        return record.id


def _about(record: Record) -> tuple[Seat, int, Seat | None]:
    """Return of what seat and round a message is; and of a vote, on whom: of these there may be several."""
    match record.kind:
        case Kind.EVENT:
            event = Event.read(record.body)
            return event.seat, event.round, None
        case Kind.HAVE:
            have = Have.read(record.body)
            return have.seat, have.round, None
    vote = Vote.read(record.body)
    return vote.voter, vote.round, vote.seat


_SAID: Final = {Kind.EVENT: sentences.EVENTS, Kind.HAVE: sentences.HAVES, Kind.VOTE: sentences.VOTES}
"""What players are told that somebody signed twice."""
