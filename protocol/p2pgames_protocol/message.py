"""The signed messages of a running game: event, have, vote and note.

Every message is a fixed array, signed by its seat over a tag, the game id and the bytes. A *record* wraps
one message for file and wire: ``[kind, body, signature]``. Its id leaves the signature out, since one signer
can make many valid signatures of the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol import shape
from p2pgames_protocol.codec import Malformed, Plain, pack, unpack
from p2pgames_protocol.digest import digest
from p2pgames_protocol.identity import SIGNATURE_SIZE, Identity, verify

MAX_NOTES: Final = 64
"""Notes one event may embed: more than one of each kind from every seat."""


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
    EVIDENCE = "evidence"
    """Two messages that no honest seat signs both; their signatures are inside."""


SIGNED: Final = (Kind.EVENT, Kind.HAVE, Kind.VOTE, Kind.NOTE)


@dataclass(frozen=True, slots=True)
class Record:
    """A kind, the bytes of a message, and their signature (empty where the signatures are inside)."""

    kind: Kind
    body: bytes
    signature: bytes = b""

    def pack(self) -> bytes:
        """Return the encoding, for file and wire."""
        return pack((self.kind.value, self.body, self.signature))

    @classmethod
    def read(cls, data: bytes) -> Record:
        """Decode a record; raise `Malformed` if it is none."""
        return _read_record(data)

    @property
    def id(self) -> bytes:
        """The hash that names the message, whatever its signature."""
        return digest("record", self.kind.encode(), self.body)

    def signed_by(self, game_id: bytes, key: bytes) -> bool:
        """Tell whether the key signed this message for this game."""
        return verify(key, self.signature, self.kind, game_id, self.body)


@lru_cache(maxsize=64)
def _read_record(data: bytes) -> Record:
    """Decode a record once, however many others pass it on."""
    name, body, signature = shape.unpacked(data, 3, "The record")
    try:
        kind = Kind(shape.text(name, 16, "The kind of record"))
    except ValueError:
        raise Malformed("The record is of no known kind.") from None
    size = SIGNATURE_SIZE if kind in SIGNED else 0
    return Record(
        kind, shape.some_binary(body, "The message"), shape.binary(signature, size, "The signature")
    )


def sign(identity: Identity, kind: Kind, game_id: bytes, body: bytes) -> Record:
    """Return the record of a message signed for one game."""
    return Record(kind, body, identity.sign(kind, game_id, body))


class Act(StrEnum):
    """What an event does: the kinds of events."""

    KEY = "key"
    """Commits to the game secret and the coin: ``[hash of secret, coin tip, deck key, proof]``."""
    REKEY = "rekey"
    """Gives a fresh deck key, after somebody has left: ``[deck key, proof]``."""
    SHUFFLE = "shuffle"
    """Shuffles all decks that are asked for: each five byte strings."""
    SHARE = "share"
    """Gives the shares that others need to see cards: a batch for each set of keys, mostly one or none."""
    MOVE = "move"
    """Makes a move of the game: ``[move, shares]``, the shares opening the hidden cards it shows."""
    COIN = "coin"
    """Reveals the next value of the seat's hash chain: ``[value, tip of the next chain or nil]``."""
    RESIGN = "resign"
    """Leaves the game, in place of whatever is owed: ``[]``."""
    TAKEBACK = "takeback"
    """Goes back to before a round, with the consents of all others still in: ``[round]``."""
    DRAW = "draw"
    """Ends the game as a draw, with the consents of all others still in: ``[]``."""
    PAUSE = "pause"
    """Stops the time until the next event, with the consents of all others still in: ``[]``."""
    EMBED = "embed"
    """Carries notes and nothing else, in place of a move: ``[]``."""
    REVEAL = "reveal"
    """Publishes the game secret when the game is over: ``[secret]``."""


@dataclass(frozen=True, slots=True)
class Event:
    """What one seat gives to one round.

    ``previous`` is the digest of the round before, ``state`` that of the rules' state before this round.
    ``body`` is judged with the round; ``notes`` are records embedded whole.
    """

    round: int
    seat: Seat
    previous: bytes
    state: bytes
    act: str
    body: tuple[Plain, ...]
    notes: tuple[bytes, ...] = ()

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.round, self.seat, self.previous, self.state, str(self.act), self.body, self.notes))

    @classmethod
    def read(cls, body: bytes) -> Event:
        """Decode an event; raise `Malformed` if it is none. Whether it makes sense is not judged here."""
        return _read_event(body)


@lru_cache(maxsize=64)
def _read_event(body: bytes) -> Event:
    """Decode an event once, however many parts of the program look at it in a row."""
    fields = shape.unpacked(body, 7, "The event")
    inner = shape.some_array(fields[5], 2**16, "The body of the event")
    notes = shape.some_array(fields[6], MAX_NOTES, "The list of notes")
    return Event(
        shape.round_number(fields[0]),
        shape.seat(fields[1]),
        shape.hashed(fields[2], "The digest of the round before"),
        shape.hashed(fields[3], "The digest of the state"),
        shape.text(fields[4], 16, "The kind of event"),
        inner,
        tuple(shape.some_binary(note, "A note") for note in notes),
    )


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
        """Decode a have; raise `Malformed` if it is none."""
        return _read_have(body)


@lru_cache(maxsize=64)
def _read_have(body: bytes) -> Have:
    """Decode a have once, as `_read_event` does."""
    seat, number, closed = shape.unpacked(body, 3, "The have")
    return Have(shape.seat(seat), shape.round_number(number), shape.hashed(closed, "The digest"))


class Ballot(StrEnum):
    """What a vote says."""

    CLAIM = "claim"
    """Of two players, the other gave nothing to the round: the game ends here."""
    ABSENT = "absent"
    """Of three and more, the seat has given nothing to the round: it is out when all others say so."""
    PRESENT = "present"
    """The seat's event is here."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What ``voter`` says about the event that ``seat`` owes ``round``; no free fields.

    ``event`` is the hash of that event in a vote that says it is here, and empty in all others.
    """

    ballot: Ballot
    voter: Seat
    seat: Seat
    round: int
    previous: bytes
    event: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        event = (self.event,) if self.ballot is Ballot.PRESENT else ()
        return pack((self.ballot.value, self.voter, self.seat, self.round, self.previous, *event))

    @classmethod
    def read(cls, body: bytes) -> Vote:
        """Decode a vote; raise `Malformed` if it is none."""
        fields = shape.some_array(unpack(body), 6, "The vote")
        try:
            says = Ballot(shape.text(fields[0] if fields else None, 16, "The ballot"))
        except ValueError:
            raise Malformed("The vote says nothing known.") from None
        present = says is Ballot.PRESENT
        _, voter, seat, number, previous, *event = shape.array(fields, 5 + present, "The vote")
        return cls(
            says,
            shape.seat(voter),
            shape.seat(seat),
            shape.round_number(number),
            shape.hashed(previous, "The digest of the round before"),
            shape.hashed(event[0], "The hash of the event") if present else b"",
        )


class Said(StrEnum):
    """The kinds of notes."""

    RESIGN = "resign"
    """The seat leaves the game as soon as an event embeds this; it never lapses."""
    TAKEBACK = "takeback"
    """The seat agrees to go back to before a round."""
    DRAW = "draw"
    """The seat agrees to end the game as a draw."""
    PAUSE = "pause"
    """The seat agrees to stop the time until the next event."""
    DECLINE = "decline"
    """The seat agrees to nothing that is offered; it has no effect, and is never embedded."""


CONSENTS: Final = {Act.TAKEBACK: Said.TAKEBACK, Act.DRAW: Said.DRAW, Act.PAUSE: Said.PAUSE}
"""What all others must have said for an event to do this."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something a seat says out of turn, after the round whose digest it names was closed.

    ``to`` is the round to go back to before, in a note that agrees to a takeback, and None in all others.
    """

    seat: Seat
    says: Said
    after: bytes
    to: int | None = None

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        to = () if self.to is None else (self.to,)
        return pack((self.seat, self.says.value, self.after, *to))

    @classmethod
    def read(cls, body: bytes) -> Note:
        """Decode a note; raise `Malformed` if it is none."""
        fields = shape.some_array(unpack(body), 4, "The note")
        try:
            said = Said(shape.text(fields[1] if len(fields) > 1 else None, 16, "The kind of note"))
        except ValueError:
            raise Malformed("The note says nothing known.") from None
        back = said is Said.TAKEBACK
        seat, _, after, *to = shape.array(fields, 3 + back, "The note")
        return cls(
            shape.seat(seat),
            said,
            shape.hashed(after, "The digest of the round"),
            shape.round_number(to[0]) if back else None,
        )


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
    return None
