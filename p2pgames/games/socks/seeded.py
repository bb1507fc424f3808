"""Numbers drawn from the joint seed, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias, TypeVar

Seed: TypeAlias = tuple[int, ...]
"""Eight values below `WORD`, as the joint coin rolls them."""

WORDS: Final = 8
WORD: Final = 2**32
T = TypeVar("T")


class Draw:
    """SHA-256 in counter mode over the seed, read as words of four bytes, most significant first."""

    def __init__(self, seed: Seed) -> None:
        """Begin at the first word."""
        self._key = b"".join(value.to_bytes(4, "big") for value in seed)
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each with the same chance; ``bound`` is at most `WORD`."""
        limit = WORD - WORD % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def one(self, things: Sequence[T]) -> T:
        """Return one of the things, each with the same chance."""
        return things[self.below(len(things))]

    def order(self, things: Sequence[T]) -> list[T]:
        """Return the things in an order drawn by lot (Fisher and Yates)."""
        drawn = list(things)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn
