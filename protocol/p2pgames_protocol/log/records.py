"""The signed messages of a running game: event, have, vote, note and by.

Every message is a fixed array, signed by its seat over a tag, the game id and the bytes. A *record* wraps
one message for file and wire: ``[kind, body, signature]``. Its id leaves the signature out, since one signer
can make many valid signatures of the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import sentences
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import MAX_BYTES, Malformed, Plain, digest, pack, unpack
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, verify
from p2pgames_protocol.wire.sentences import NOT_FIELDS, SIGNATURE


class Kind(StrEnum):
    """The kinds of records."""

    GENESIS = "genesis"
    """The genesis; its signatures are inside."""
    EVENT = "event"
    """What a seat owes a round."""
    HAVE = "have"
    """A seat has closed a round with this digest."""
    VOTE = "vote"
    """A seat says something about another seat's missing event."""
    NOTE = "note"
    """Something said out of turn, waiting to be embedded in an event."""
    BY = "by"
    """Who plays on for a seat that was handed over; it decides nothing."""
    EVIDENCE = "evidence"
    """Two messages that no honest seat signs both; their signatures are inside."""


SIGNED: Final = (Kind.EVENT, Kind.HAVE, Kind.VOTE, Kind.NOTE, Kind.BY)


@dataclass(frozen=True)
class Record:
    """A kind, the bytes of a message, and their signature (empty if the signatures are inside)."""

    kind: Kind
    body: bytes = field(repr=False)
    """It may hold deck keys that a seat hands out, so it is not shown."""
    signature: bytes = field(default=b"", repr=False)

    def pack(self) -> bytes:
        """Return the encoding, for file and wire."""
        return pack((self.kind.value, self.body, self.signature))

    @classmethod
    def read(cls, data: bytes) -> Record:
        """Decode a record; raise `Malformed` if it is not one."""
        return _read_record(data)

    @cached_property
    def id(self) -> bytes:
        """The hash that names the message, whatever its signature."""
        return digest("record", self.kind.encode(), self.body)

    def signed_by(self, game_id: bytes, key: bytes) -> bool:
        """Tell whether the key signed this message for this game."""
        return verify(key, self.signature, self.kind, game_id, self.body)


@lru_cache(maxsize=64)
def _read_record(data: bytes) -> Record:
    """Decode a record once, however many others pass it on."""
    name, body, signature = fields.unpacked(data, 3, sentences.RECORD)
    try:
        kind = Kind(fields.text(name, 16, sentences.RECORD_KIND))
    except ValueError:
        raise Malformed(sentences.RECORD_UNKNOWN(kind=Verbatim(fields.named(name)))) from None
    size = SIGNATURE_SIZE if kind in SIGNED else 0
    return Record(
        kind, fields.some_binary(body, sentences.MESSAGE), fields.binary(signature, size, SIGNATURE)
    )


def sign(identity: Identity, kind: Kind, game_id: bytes, body: bytes) -> Record:
    """Return the record of a message signed for one game."""
    return Record(kind, body, identity.sign(kind, game_id, body))


# Who signed a record.


# A note: what a seat offers, refuses or gives up between its events.

DECLINE: Final = "decline"
"""The seat agrees to nothing that is offered; it has no effect, and is never embedded."""
MAX_KEYS: Final = 16
"""Deck keys of one seat: one at first, and another each time that others have left."""
DECK_KEY_SIZE: Final = 32
"""Bytes of a secret deck key, a scalar of the group (SPEC B.3)."""


# An event: what a seat does in a round.

MAX_EVENT: Final = MAX_BYTES // 2 - 128
"""The largest event: two of them, with their signatures, fit into one message, the evidence against who signs both."""
MAX_NOTES: Final = 64
"""Notes one event may embed: more than one of each kind from every seat."""


SMALL: Final = 1024
"""Bytes of an event of which more are kept decoded, those of a whole game: an audit looks at each three times."""

RESIGN: Final = "resign"
"""Carries resignations, mostly its author's own, in place of whatever is owed: ``[]``."""


@dataclass(frozen=True, slots=True)
class Event:
    """What one seat gives to one round.

    ``previous`` is the digest of the round before, ``state`` that of the rules' state before this round, ``inside``
    are the seats still in before it.
    ``act`` is what it does: that of the round's kind, a consent, or `RESIGN`. ``body`` is judged with the round;
    ``notes`` are records embedded whole.
    """

    round: int
    seat: Seat
    previous: bytes
    state: bytes
    inside: frozenset[Seat]
    act: str
    body: tuple[Plain, ...]
    notes: tuple[bytes, ...] = field(default=(), repr=False)

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        header = self.round, self.seat, self.previous, self.state, shape.sum_of(self.inside)
        return pack((*header, str(self.act), self.body, self.notes))

    @classmethod
    def read(cls, body: bytes) -> Event:
        """Decode an event; raise `Malformed` if it is not one. Whether it makes sense is not judged here."""
        return _read_small(body) if len(body) <= SMALL else _read_event(body)


@lru_cache(maxsize=64)
def _read_event(body: bytes) -> Event:
    """Decode an event once, however many parts of the program look at it in a row."""
    fields = shape.unpacked(body, 8, sentences.EVENT, MAX_EVENT)
    inner = shape.some_array(fields[6], 2**16, sentences.BODY)
    notes = shape.some_array(fields[7], MAX_NOTES, sentences.NOTES)
    return Event(
        shape.round_number(fields[0]),
        shape.seat(fields[1]),
        shape.hashed(fields[2], sentences.PREVIOUS_DIGEST),
        shape.hashed(fields[3], sentences.STATE_DIGEST),
        shape.seats(fields[4], sentences.SEATS_IN),
        shape.text(fields[5], 16, sentences.EVENT_KIND),
        inner,
        tuple(shape.some_binary(note, sentences.A_NOTE) for note in notes),
    )


# An audit looks at each event in four or five passes: with more events than these each pass reads them anew. Calls then
# grow by half at once (1,024 events are about 250 KiB of moves), and on both sides of that in proportion to the bytes.
_read_small = lru_cache(maxsize=1024)(_read_event.__wrapped__)


@dataclass(frozen=True, slots=True)
class Note:
    """Something a seat says out of turn.

    It declines, or agrees to one of `consents.registry`, ``after`` the round whose digest it names was closed; ``to``
    is the round that such an agreement names, mostly None. Or it resigns: that names no round, never lapses, and hands
    out ``keys``, the seat's secret deck keys, the oldest first; none if it keeps them.
    """

    seat: Seat
    says: str
    after: bytes = b""
    to: int | None = None
    keys: tuple[bytes, ...] = field(default=(), repr=False)

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        if self.says == RESIGN:
            return pack((self.seat, self.says, self.keys))
        to = () if self.to is None else (self.to,)
        return pack((self.seat, self.says, self.after, *to))

    @classmethod
    def read(cls, body: bytes) -> Note:
        """Decode a note; raise `Malformed` if it is not one. Whether it says anything known is for `read_note`."""
        fields = shape.some_array(unpack(body), 4, sentences.NOTE)
        if len(fields) < 3:
            raise Malformed(NOT_FIELDS(what=sentences.NOTE, length=Count(3)))
        seat, says = shape.seat(fields[0]), shape.text(fields[1], 16, sentences.NOTE_KIND)
        if says == RESIGN:
            _, _, listed = shape.array(fields, 3, sentences.NOTE)
            keys = shape.some_array(listed, MAX_KEYS, sentences.DECK_KEYS)
            read = (shape.binary(key, DECK_KEY_SIZE, sentences.A_DECK_KEY) for key in keys)
            return cls(seat, says, keys=tuple(read))
        _, _, after, *to = fields
        return cls(
            seat,
            says,
            shape.hashed(after, sentences.ROUND_DIGEST),
            shape.round_number(to[0]) if to else None,
        )


# A have: up to which round a seat has the log, and its digest.


@dataclass(frozen=True, slots=True)
class Have:
    """A seat has verified and closed all rounds up to this one, whose digest this is."""

    seat: Seat
    round: int
    digest: bytes

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.seat, self.round, self.digest))

    @classmethod
    def read(cls, body: bytes) -> Have:
        """Decode a have; raise `Malformed` if it is not one."""
        return _read_have(body)


@lru_cache(maxsize=1024)
def _read_have(body: bytes) -> Have:
    """Decode a have once: those of a whole game are kept, since an audit looks at each several times."""
    seat, number, closed = fields.unpacked(body, 3, sentences.HAVE)
    return Have(fields.seat(seat), fields.round_number(number), fields.hashed(closed, sentences.DIGEST))


# Votes on absent seats.


class Ballot(StrEnum):
    """What a vote says."""

    ABSENT = "absent"
    """The seat has given nothing to the round: it is out when all others still in say so."""
    PRESENT = "present"
    """The seat's event is here."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What ``voter`` says about the event that ``seat`` owes ``round``; no free fields.

    ``inside`` are the seats still in before the round. ``event`` is the hash of that event in a vote that says it is
    here, and empty in one that says it is not.
    """

    ballot: Ballot
    voter: Seat
    seat: Seat
    round: int
    previous: bytes
    inside: frozenset[Seat]
    event: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        event = (self.event,) if self.ballot is Ballot.PRESENT else ()
        about = self.voter, self.seat, self.round, self.previous, shape.sum_of(self.inside)
        return pack((self.ballot.value, *about, *event))

    @classmethod
    def read(cls, body: bytes) -> Vote:
        """Decode a vote; raise `Malformed` if it is not one."""
        fields = shape.some_array(unpack(body), 7, sentences.VOTE)
        try:
            says = Ballot(shape.text(fields[0] if fields else None, 16, sentences.BALLOT))
        except ValueError:
            raise Malformed(sentences.VOTE_UNKNOWN) from None
        present = says is Ballot.PRESENT
        _, voter, seat, number, previous, inside, *event = shape.array(fields, 6 + present, sentences.VOTE)
        return cls(
            says,
            shape.seat(voter),
            shape.seat(seat),
            shape.round_number(number),
            shape.hashed(previous, sentences.PREVIOUS_DIGEST),
            shape.seats(inside, sentences.SEATS_IN),
            shape.hashed(event[0], sentences.EVENT_HASH) if present else b"",
        )


# A by: who plays on for a seat that was handed over.

MAX_NAME: Final = 32
"""Bytes of a player's name (SPEC 4.2): it stands beside every move, and on a line with others."""


@dataclass(frozen=True, slots=True)
class By:
    """From this round on the seat is played by somebody else, who has signed that with their identity.

    It is information: no result depends on it. The seat key signs the record, the identity the fields before its
    signature.
    """

    seat: Seat
    key: bytes
    """The identity of who plays now."""
    name: str
    round: int
    signature: bytes = b""

    def said(self) -> bytes:
        """Return the bytes that the identity signs."""
        return pack((self.seat, self.key, self.name, self.round))

    def pack(self) -> bytes:
        """Return the bytes that the seat key signs."""
        return pack((self.seat, self.key, self.name, self.round, self.signature))

    @classmethod
    def read(cls, body: bytes) -> By:
        """Decode a by; raise `Malformed` if it is not one. Whether it is signed is for `signed_by`."""
        return _read_by(body)


@lru_cache(maxsize=64)
def _read_by(body: bytes) -> By:
    """Decode a by once, as `_read_event` does."""
    seat, key, name, number, signature = shape.unpacked(body, 5, sentences.BY)
    return By(
        shape.seat(seat),
        shape.binary(key, KEY_SIZE, sentences.PLAYER_KEY),
        shape.text(name, MAX_NAME, sentences.PLAYER_NAME),
        shape.round_number(number),
        shape.binary(signature, SIGNATURE_SIZE, SIGNATURE),
    )


def in_order(bys: Iterable[By]) -> tuple[By, ...]:
    """Return the bys by seat, the newest of each seat last."""
    return tuple(sorted(bys, key=lambda by: (by.seat, by.round, by.pack())))


def make_by(identity: Identity, game_id: bytes, seat: Seat, name: str, number: int) -> By:
    """Return the by of this player for a seat, with their signature."""
    by = By(seat, identity.key, name, number)
    return By(seat, identity.key, name, number, identity.sign("by", game_id, by.said()))


def author(record: Record) -> Seat | None:
    """Return the seat that a signed message names as its author; None for genesis and evidence, which have several."""
    match record.kind:
        case Kind.EVENT:
            return Event.read(record.body).seat
        case Kind.HAVE:
            return Have.read(record.body).seat
        case Kind.VOTE:
            return Vote.read(record.body).voter
        case Kind.NOTE:
            return Note.read(record.body).seat
        case Kind.BY:
            return By.read(record.body).seat
    return None
