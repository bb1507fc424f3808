"""Proof that a seat signed what no honest seat signs: two messages that exclude each other.

Judged from the genesis and the two messages alone, without the rest of the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames.contract import Seat
from p2pgames_protocol import shape
from p2pgames_protocol.codec import Malformed, pack
from p2pgames_protocol.genesis import Genesis
from p2pgames_protocol.message import Event, Have, Kind, Record


class Fault(StrEnum):
    """What a seat can be blamed for, with a proof."""

    EQUIVOCATION = "equivocation"
    """Two different events, or two different haves, for one round."""
    ILLEGAL = "illegal"
    """An event that the rules or the protocol forbid; it stands in the log and takes its author out."""
    OUT_OF_TURN = "out of turn"
    """An event for a round in which the seat owes none."""
    CONTRADICTION = "contradiction"
    """A claim that an event is missing, by a seat that signed what was built on it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who is to blame for what, in which round, in a sentence, and the records that show it."""

    fault: Fault
    seat: Seat
    round: int
    why: str
    records: tuple[Record, ...]


def evidence(one: Record, other: Record) -> Record:
    """Return the record that holds both messages, in an order that does not depend on who found them."""
    first, second = sorted((one, other), key=lambda record: record.body)
    return Record(Kind.EVIDENCE, pack((first.pack(), second.pack())))


def judge(genesis: Genesis, record: Record) -> Verdict:
    """Return the verdict on an evidence record; raise `Malformed` if it does not prove anything."""
    packed = shape.unpacked(record.body, 2, "The evidence")
    one, other = (Record.read(shape.some_binary(part, "A message of the evidence")) for part in packed)
    if one.kind is not other.kind or one.kind not in (Kind.EVENT, Kind.HAVE) or one.body >= other.body:
        raise Malformed("The evidence does not hold two different events or haves in order.")
    read = Event.read if one.kind is Kind.EVENT else Have.read
    left, right = read(one.body), read(other.body)
    if (left.seat, left.round) != (right.seat, right.round) or left.seat >= len(genesis.keys):
        raise Malformed("The two messages of the evidence are not of one seat and round.")
    key = genesis.keys[left.seat]
    if not (one.signed_by(genesis.game_id, key) and other.signed_by(genesis.game_id, key)):
        raise Malformed("A message of the evidence is not signed by the seat it names.")
    why = (
        f"{genesis.names[left.seat]} (seat {left.seat + 1}) signed two different {one.kind.value}s for round "
        f"{left.round}: this key signed twice (cheating, or a copied key)."
    )
    return Verdict(Fault.EQUIVOCATION, left.seat, left.round, why, (one, other))
