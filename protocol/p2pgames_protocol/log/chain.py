"""What a live peer, a full audit and a fast audit compute in the same way, without the rules of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from p2pgames.contract import Illegal, Seat
from p2pgames_protocol.chance.secret import commitment
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.note_rules import read_note, signed_note
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.records import RESIGN, Event, Kind, Note, Record
from p2pgames_protocol.wire.codec import Malformed, Plain, pack
from p2pgames_protocol.wire.fields import sum_of
from p2pgames_protocol.wire.hashing import digest, encode

ABSENT = digest("absent")
"""Stands in a round digest for an event that was voted absent."""


def start_digest(game_id: bytes) -> bytes:
    """Return what the events of the first round name as the round before."""
    return digest("start", game_id)


def event_digest(body: bytes) -> bytes:
    """Return the digest of an event, which leaves its signature out."""
    return digest("event", body)


def round_digest(
    game_id: bytes,
    number: int,
    previous: bytes,
    inside: Iterable[Seat],
    given: Mapping[Seat, bytes],
    absent: Iterable[Seat],
) -> bytes:
    """Return the digest of a round: of who was in before it, who gave which event, by its digest, and who is absent."""
    absent = frozenset(absent)
    parts: list[bytes] = []
    for seat in sorted({*given, *absent}):
        parts += (encode(seat), ABSENT if seat in absent else given[seat])
    return digest("round", game_id, encode(number), previous, encode(sum_of(inside)), *parts)


def embedded(genesis: Genesis, event: Event) -> tuple[Note, ...]:
    """Return the notes that an event embeds; raise `Malformed` or `Illegal` unless their seats have signed them all."""
    return tuple(embedded_note(genesis, packed) for packed in event.notes)


def embedded_note(genesis: Genesis, packed: bytes) -> Note:
    """Return one of the notes that an event embeds; raise `Malformed` or `Illegal` unless its seat has signed it."""
    record = Record.read(packed)
    if record.kind is not Kind.NOTE:
        raise Malformed(sentences.NOT_A_NOTE)
    note = read_note(record.body)
    if not signed_note(genesis, record, note):
        raise Illegal(sentences.UNSIGNED_NOTE)
    return note


def leaving(event: Event, notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the resignations that an event embeds; none if it embeds anything else."""
    notes = tuple(notes)
    return () if event.act in CONSENTS or any(note.says != RESIGN for note in notes) else notes


def revealed(game_id: bytes, event: Event, committed: object) -> bytes:
    """Return the secret that an event reveals; raise `Illegal` if it is not the one committed to."""
    match event.body:
        case (bytes(secret), _) if commitment(game_id, event.seat, secret) == committed:
            return secret
    raise Illegal(sentences.WRONG_SECRET)


# The result of a game as everybody signs it with the secret, so that a log shows it without the rules.


@dataclass(frozen=True, slots=True)
class SignedResult:
    """Places and points by seat, and what they rest on; None if there is no result, or it counts no points."""

    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    basis: Basis

    @property
    def plain(self) -> Plain:
        """The result as it stands in a reveal."""
        return self.places, self.scores, self.basis.value


def result_of(ending: Ending) -> SignedResult:
    """Return what an honest seat signs at the end of a game."""
    if ending.result is None:
        return SignedResult(None, None, ending.basis)
    return SignedResult(ending.result.places, ending.result.scores, ending.basis)


def read_result(value: Plain, seats: int) -> SignedResult | None:
    """Return the result that a reveal in a game for this many seats names; None if it names none."""
    match value:
        case (None, None, str(basis)) if basis in set(Basis):
            return SignedResult(None, None, Basis(basis))
        case (places, scores, str(basis)) if basis in set(Basis) and _numbers(places, seats):
            if {*places} <= {*range(1, seats + 1)} and (scores is None or _numbers(scores, seats)):
                return SignedResult(places, scores, Basis(basis))
    return None


def said_result(event: Event) -> bytes | None:
    """Return the bytes of what a reveal names as the result; None if it is not of the form of a reveal."""
    return pack(event.body[1]) if len(event.body) == 2 else None


def _numbers(value: Plain, many: int) -> TypeGuard[tuple[int, ...]]:
    return type(value) is tuple and len(value) == many and all(type(one) is int for one in value)
