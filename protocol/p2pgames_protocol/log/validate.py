"""Whether a record is in order: a note, a vote, an event in the open round; and the digests that all readers compute.

None of it needs the rules of the game but `validate`, so a live peer and an audit with or without rules compute it in
the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.secret import commitment
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.misconduct import read_evidence
from p2pgames_protocol.log.position import NOTHING, Basis, Ending, Position, Proved, ValidatedEvent
from p2pgames_protocol.log.records import DECLINE, RESIGN, By, Event, Kind, Note, Record, author
from p2pgames_protocol.wire.codec import Malformed, Plain, digest, encode, pack
from p2pgames_protocol.wire.fields import named, sum_of
from p2pgames_protocol.wire.identity import verify
from p2pgames_protocol.wire.sentences import NOT_FIELDS

# Which notes there are, and which count: as resignations, as offers, and inside an event.


def read_note(body: bytes) -> Note:
    """Return the note; raise `Malformed` if it is not one, or is of an unknown kind."""
    note = Note.read(body)
    if note.says not in (RESIGN, DECLINE, *CONSENTS):
        raise Malformed(sentences.NOTE_UNKNOWN(kind=Verbatim(named(note.says))))
    if (note.to is not None) != (note.says in CONSENTS and CONSENTS[note.says].names_round):
        raise Malformed(NOT_FIELDS(what=sentences.NOTE, length=Count(3 + (note.to is None))))
    return note


def check_resignations(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Illegal` for embedded notes that let nobody leave, or that the event may not carry."""
    if notes and event.act == position.kind.act and not position.kind.carries:
        raise Illegal(sentences.CARRIES_NOTHING(act=Verbatim(event.act)))
    if not all(is_resignation(position, note) for note in notes):
        raise Illegal(sentences.NOTE_NO_EFFECT)


def check_resign(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Illegal` for an event that does nothing but let seats leave, where it may not.

    Who decides may give one for others; who owes anything else only to leave.
    """
    if event.body or not notes:
        raise Illegal(sentences.RESIGNS_NOBODY)
    if not position.kind.may_agree and all(note.seat != event.seat for note in notes):
        raise Illegal(sentences.RESIGNS_OTHERS)


def is_resignation(position: Position, note: Note) -> bool:
    """Tell whether the note lets its seat leave as soon as an event embeds it."""
    return note.says == RESIGN and note.seat in position.seats and not position.over


# When all players agree on something in mid-game, such as to take moves back, to a draw, to a pause.
#
# Each says so by a note after the newest closed round. The seat that owes the next event embeds the notes of all
# others still in, whole with their signatures; its event is its own consent. What is not embedded before the next
# event of any kind has lapsed.


@dataclass(frozen=True, slots=True)
class StandingOffer:
    """Something that is offered now, and who has agreed to it; ``to`` as in `Note`."""

    says: str
    to: int | None
    seats: tuple[Seat, ...]


def offers(position: Position, notes: Iterable[Note]) -> tuple[StandingOffer, ...]:
    """Return what is offered in the open round."""
    agreed: dict[tuple[str, int | None], list[Seat]] = {}
    for note in notes:
        if note.says in CONSENTS and is_live(position, note):
            agreed.setdefault((note.says, note.to), []).append(note.seat)
    return tuple(StandingOffer(says, to, tuple(sorted(seats))) for (says, to), seats in agreed.items())


def is_live(position: Position, note: Note) -> bool:
    """Tell whether an offer, or the refusal of one, may take effect in the open round."""
    if note.says == RESIGN or note.after != position.previous or note.seat not in position.seats:
        return False
    return not why_not(position, note.says, note.to)


def why_not(position: Position, says: str, to: int | None) -> Message | None:
    """Return why something cannot be agreed on or declined now, in a sentence; None if it can."""
    if position.over or not position.kind.may_agree:
        return sentences.NOT_WHILE_WAITING
    return CONSENTS[says].refusal(position, to) if says in CONSENTS else None


def check_consent(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Malformed` for a wrong body, and `Illegal` if it cannot be, or somebody still in has not agreed."""
    consent = CONSENTS[event.act]
    if refusal := why_not(position, consent.name, consent.target(event.body)):
        raise Illegal(refusal)
    if not is_whole(event, notes, position.seats):
        raise Illegal(sentences.NOT_ALL_CONSENT(consent=Verbatim(consent.name)))


def is_whole(event: Event, notes: Collection[Note], seats: Iterable[Seat]) -> bool:
    """Tell whether an event embeds the consents of just all others in; raise `Malformed` for a wrong body."""
    wanted = event.act, CONSENTS[event.act].target(event.body), event.previous
    agreed = sorted(note.seat for note in notes if (note.says, note.to, note.after) == wanted)
    return len(agreed) == len(notes) and agreed == sorted(seat for seat in seats if seat != event.seat)


def is_note_for(position: Position, note: Note) -> bool:
    """Tell whether the note may take effect in the open round."""
    return is_resignation(position, note) or is_live(position, note)


def signed_note(genesis: Genesis, record: Record, note: Note) -> bool:
    """Tell whether the note is signed by its seat for this game."""
    return note.seat < len(genesis.keys) and verify(
        genesis.keys[note.seat], record.signature, Kind.NOTE, genesis.game_id, record.body
    )


# Who may vote on an absent seat.


def may_vote(position: Position, voter: Seat, seat: Seat) -> bool:
    """Tell whether ``voter`` has a vote on what ``seat`` owes the open round."""
    both = {voter, seat} <= position.inside and voter != seat
    return both and seat in position.due and not (position.over or position.paused)


def between_two(position: Position) -> bool:
    """Tell whether one vote on the open round puts a seat out, and the game has no places if that is contested.

    Between two nothing can tell a move that one denies from a player who was silent and comes up with a move once the
    game is lost. Among more the others are witnesses.
    """
    return len(position.seats) == 2


# Whether a record is well-formed and signed by the seat that it names; only the genesis is needed to tell.


def signed_by(genesis: Genesis, record: Record) -> By:
    """Return the by of a record; raise `Malformed` unless its identity and the seat signed it for this game."""
    by = By.read(record.body)
    if by.seat >= len(genesis.keys) or not record.signed_by(genesis.game_id, genesis.keys[by.seat]):
        raise Malformed(sentences.RECORD_UNSIGNED(seat=Count(by.seat + 1)))
    if not verify(by.key, by.signature, Kind.BY, genesis.game_id, by.said()):
        raise Malformed(sentences.BY_UNSIGNED(seat=Count(by.seat + 1)))
    return by


def check_signed(genesis: Genesis, record: Record) -> None:
    """Raise `Malformed` unless the record, which is no genesis, is signed for this game by the seat it names.

    An evidence must hold two such records that exclude each other.
    """
    match record.kind:
        case Kind.GENESIS:
            raise Malformed(sentences.OTHER_GENESIS)
        case Kind.BY:
            signed_by(genesis, record)
            return
        case Kind.EVIDENCE:
            read_evidence(genesis, record)
            return
        case Kind.NOTE:
            read_note(record.body)
    seat = author(record)
    if seat is None or seat >= len(genesis.keys) or not record.signed_by(genesis.game_id, genesis.keys[seat]):
        raise Malformed(sentences.RECORD_UNSIGNED(seat=Count(0 if seat is None else seat + 1)))


# The digests of rounds and events, and what an event embeds.

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


def resignations_in(event: Event, notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the resignations that an event embeds; none if it embeds anything else."""
    notes = tuple(notes)
    return () if event.act in CONSENTS or any(note.says != RESIGN for note in notes) else notes


def revealed_secret(game_id: bytes, event: Event, committed: object) -> bytes:
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


def signed_otherwise(result: SignedResult, reveals: Iterable[Event]) -> tuple[Seat, ...]:
    """Return the seats whose reveals name another result; who names none has signed nothing else."""
    return tuple(
        sorted(event.seat for event in reveals if said_result(event) not in (None, pack(result.plain)))
    )


def _numbers(value: Plain, many: int) -> TypeGuard[tuple[int, ...]]:
    return type(value) is tuple and len(value) == many and all(type(one) is int for one in value)


def validate(position: Position, event: Event, body: bytes, own: Proved | None = None) -> ValidatedEvent:
    """Return what is made of an event of a due seat that names the right previous digest.

    Signature, round, seat and link are checked already; whatever is wrong here is its author's fault. ``own`` is what
    an event shows of which the author itself asks: its proofs need not be verified.
    """
    if event.state != position.state_digest:
        rules = position.rules
        why = sentences.OTHER_STATE(
            theirs=Verbatim(event.state.hex()[:16]),
            ours=Verbatim(position.state_digest.hex()[:16]),
            rules=Verbatim(rules.name),
            version=Count(rules.version),
        )
        return ValidatedEvent(event, body, why)
    if event.inside != position.inside:
        return ValidatedEvent(event, body, sentences.OTHER_SEATS)
    try:
        notes = embedded(position.genesis, event)
        if event.act in CONSENTS:
            check_consent(position, event, notes)
            return ValidatedEvent(event, body)
        check_resignations(position, event, notes)
        if event.act == RESIGN and not position.kind.after_end:
            check_resign(position, event, notes)
            proved = NOTHING
        else:
            proved = position.kind.validate(position, event) if own is None else own
    except (Illegal, Malformed, Forged) as wrong:
        return ValidatedEvent(event, body, wrong.message)
    return ValidatedEvent(event, body, None, resignations_in(event, notes), proved)
