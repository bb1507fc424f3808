"""An event: what a seat does in a round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import MAX_BYTES, Plain, pack

MAX_EVENT: Final = MAX_BYTES // 2 - 128
"""The largest event: two of them, with their signatures, fit into one message, the evidence against who signs both."""
MAX_NOTES: Final = 64
"""Notes one event may embed: more than one of each kind from every seat."""


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
    fields = shape.unpacked(body, 7, field_names.EVENT, MAX_EVENT)
    inner = shape.some_array(fields[5], 2**16, field_names.BODY)
    notes = shape.some_array(fields[6], MAX_NOTES, field_names.NOTES)
    return Event(
        shape.round_number(fields[0]),
        shape.seat(fields[1]),
        shape.hashed(fields[2], field_names.PREVIOUS_DIGEST),
        shape.hashed(fields[3], field_names.STATE_DIGEST),
        shape.text(fields[4], 16, field_names.EVENT_KIND),
        inner,
        tuple(shape.some_binary(note, field_names.A_NOTE) for note in notes),
    )
