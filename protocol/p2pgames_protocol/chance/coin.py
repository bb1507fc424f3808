"""Public randomness from hash chains (Lamport 1981) that are committed before the first roll.

Each seat's key event holds the tip of its chain; roll k reveals the k-th preimage of every seat, and all
of them together make the outcome. Nobody can choose a value: each was fixed before anything was known.
A chain has `LENGTH` values. A seat's first value of a chain carries the tip of the chain after it, so
rolls never run out; it is the first and not the last, because a roll that somebody withholds uses up its
index, and the last might be used up unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.wire.hashing import SIZE, digest, encode, prefixed

LENGTH: Final = 64
"""Values in one chain: more than the seats that can leave, so that no chain is used up unseen."""
WORD: Final = 8
"""Bytes drawn for one value; sides are far below 2**64, so that few draws are rejected."""


@lru_cache(maxsize=512)
def _chain(secret: bytes, number: int) -> tuple[bytes, ...]:
    value = digest("coin seed", secret, encode(number))
    values = [value]
    for _ in range(LENGTH):
        value = step(value)
        values.append(value)
    return tuple(reversed(values))


def step(value: bytes) -> bytes:
    """Return the value before this one in its chain."""
    return digest("coin", value)


def tip(secret: bytes, number: int) -> bytes:
    """Return the public end of the seat's chain with this number, 0 for the first."""
    return _chain(secret, number)[0]


def value(secret: bytes, index: int) -> bytes:
    """Return what the seat reveals for the roll with this index, 1 for the first roll of the game."""
    number, place = divmod(index - 1, LENGTH)
    return _chain(secret, number)[place + 1]


@dataclass(frozen=True, slots=True)
class Purse:
    """What is publicly known of one seat's chains.

    ``last`` is the newest value (or tip) of chain ``number``, at place ``place`` in it (0 for the tip), and
    ``after`` the tip of the chain after it, None until the seat has given it.
    """

    last: bytes
    number: int = 0
    place: int = 0
    after: bytes | None = None

    def owes_tip(self, index: int) -> bool:
        """Tell whether the value for this index must come with the tip of the chain after its own."""
        number = (index - 1) // LENGTH
        return number > self.number or self.after is None

    def take(self, index: int, revealed: bytes, after: bytes | None) -> Purse | None:
        """Return what is known once the value for this index is revealed; None if it does not fit."""
        number, place = (index - 1) // LENGTH, (index - 1) % LENGTH + 1
        if self.owes_tip(index) != (after is not None) or len(revealed) != SIZE:
            return None
        base, start = (self.last, self.place) if number == self.number else (self.after, 0)
        checked = revealed
        for _ in range(place - start):
            checked = step(checked)
        if number - self.number > 1 or checked != base:
            return None
        return Purse(revealed, number, place, after if after is not None else self.after)


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
