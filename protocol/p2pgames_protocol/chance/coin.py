"""Public randomness from hash chains (Lamport 1981) that are committed before the first roll.

Each seat's key event holds the tip of its chain; roll k reveals the k-th preimage of every seat, and all
of them together make the outcome. Nobody can choose a value: each was fixed before anything was known.
A seat has one chain for the whole game, with more values than a game has rolls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.wire.codec import HASH_SIZE, digest, encode, prefixed

LENGTH: Final = 65_536
"""Values in a chain, and rolls in a game: more than a game file has room for."""
STRIDE: Final = 256
"""A walked chain is kept at every so many values: the others are a fraction of a millisecond away."""
WORD: Final = 8
"""Bytes drawn for one value; sides are far below 2**64, so that few draws are rejected."""


@lru_cache(maxsize=256)
def _marks(secret: bytes, game: bytes, seat: Seat) -> tuple[bytes, ...]:
    """Return every `STRIDE`-th value of a chain, the tip first."""
    marks = [digest("coin seed", secret)]
    for index in range(LENGTH, 0, -STRIDE):
        marks.append(walk(game, seat, marks[-1], index, index - STRIDE))
    return tuple(reversed(marks))


def walk(game: bytes, seat: Seat, revealed: bytes, index: int, back: int) -> bytes:
    """Return the value with the index ``back``, 0 for the tip, that follows from the one with a larger index."""
    # each is digest("coin", game, seat, index, value); what is the same in all of them is hashed once
    begun = sha256(prefixed("coin", game, encode(seat)) + len(encode(0)).to_bytes(4, "big"))
    size = HASH_SIZE.to_bytes(4, "big")
    for place in range(index, back, -1):
        link = begun.copy()
        link.update(place.to_bytes(8, "big") + size + revealed)
        revealed = link.digest()
    return revealed


def tip(secret: bytes, game: bytes, seat: Seat) -> bytes:
    """Return the public end of a seat's chain. The first time this takes as long as some thousand rolls."""
    return _marks(secret, game, seat)[0]


def value(secret: bytes, game: bytes, seat: Seat, index: int) -> bytes:
    """Return what a seat reveals for the roll with this index, from 1 to `LENGTH`."""
    mark = -(-index // STRIDE)
    return walk(game, seat, _marks(secret, game, seat)[mark], mark * STRIDE, index)


@dataclass(frozen=True, slots=True)
class ChainHead:
    """What is publicly known of one seat's chain: its newest value, and the index of that, 0 for the tip."""

    last: bytes
    place: int = 0

    def advance(self, game: bytes, seat: Seat, index: int, revealed: bytes) -> ChainHead | None:
        """Return what is known once the value for this index is revealed; None if it does not fit."""
        if not self.place < index <= LENGTH or len(revealed) != HASH_SIZE:
            return None
        fits = walk(game, seat, revealed, index, self.place) == self.last
        return ChainHead(revealed, index) if fits else None


def outcome(
    game_id: bytes, index: int, values: tuple[tuple[Seat, bytes], ...], sides: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the values of a roll, the i-th uniform in ``range(sides[i])``, from all revealed values."""
    parts = [part for seat, revealed in sorted(values) for part in (encode(seat), revealed)]
    seed = digest("roll", game_id, encode(index), *parts)
    drawn: list[int] = []
    counter = 0
    for side in sides:
        bound = 2 ** (8 * WORD) // side * side
        number = bound
        while number >= bound:
            block = sha256(prefixed("draw", seed, encode(counter))).digest()
            number = int.from_bytes(block[:WORD], "big")
            counter += 1
        drawn.append(number % side)
    return tuple(drawn)
