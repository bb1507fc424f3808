"""Cards under encryption (ElGamal), and what a shuffle does to them: a new order, every card masked anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames_protocol.chance import edwards, sentences
from p2pgames_protocol.chance.edwards import Point, Scalar
from p2pgames_protocol.chance.joint_key import Epoch, Keys
from p2pgames_protocol.wire.codec import digest, encode

MAX_CARDS: Final = 112
"""Cards of all decks of one shuffle together, almost twice the 60 tiles of Metro: an event holds it in eight decks,
with resignations of all seats as notes."""
MAX_NAME: Final = 64
"""Bytes of the longest name of a deck."""


@dataclass(frozen=True, slots=True)
class DeckId:
    """Which deck of which game: what everything about a deck is bound to."""

    epoch: Epoch
    name: str

    def __post_init__(self) -> None:
        if not 0 < len(self.name.encode()) <= MAX_NAME:
            raise ValueError(f"The name of a deck has 1 to {MAX_NAME} bytes.")

    @property
    def digest(self) -> bytes:
        """The hash of it all, and of the name of the group."""
        name = self.name.encode()
        return digest("deck", edwards.NAME.encode(), self.epoch.game, encode(self.epoch.number), name)


@dataclass(frozen=True, slots=True)
class Cards:
    """Encrypted cards in order: card i is the pair ``left[i] = r * G``, ``right[i] = M + r * K``.

    M is the point of the face, K the joint key, r a number that nobody knows alone.
    """

    left: tuple[Point, ...]
    right: tuple[Point, ...]

    def __len__(self) -> int:
        return len(self.left)

    @property
    def points(self) -> tuple[Point, ...]:
        """All the left points, then all the right ones, for hashing."""
        return self.left + self.right

    def write(self) -> tuple[bytes, bytes]:
        """Return both lists, each in one string."""
        return b"".join(self.left), b"".join(self.right)


def read_cards(left: object, right: object, count: int) -> Cards:
    """Return this many cards from two strings, their points not looked at yet; raise `Forged` for another form."""
    return Cards(
        edwards.split_points(left, count, sentences.A_CARD),
        edwards.split_points(right, count, sentences.A_CARD),
    )


def face_points(deck: DeckId, count: int) -> tuple[Point, ...]:
    """Return the point that stands for each face, by hashing, so that nobody knows how they are related."""
    if not 0 < count <= MAX_CARDS:
        raise ValueError(f"A deck has 1 to {MAX_CARDS} cards.")
    return tuple(edwards.hash_to_point("deck card", deck.digest, encode(index)) for index in range(count))


def first_cards(faces: tuple[Point, ...], keys: Keys) -> Cards:
    """Return the deck before the first shuffle, in which everybody knows every card: the public number is 1."""
    return Cards((edwards.BASE,) * len(faces), tuple(edwards.add(face, keys.joint) for face in faces))


@dataclass(frozen=True, slots=True, repr=False)
class Mask:
    """What one shuffle did: card i came from place ``order[i]``, and ``factors[i]`` was added to its number."""

    order: tuple[int, ...]
    factors: tuple[Scalar, ...]

    def __repr__(self) -> str:
        return "Mask(hidden)"

    def apply(self, cards: Cards, joint: Point) -> Cards:
        """Return the cards in the new order, each encrypted anew under the joint key."""
        pairs = tuple(zip(self.order, self.factors, strict=True))
        return Cards(
            tuple(edwards.add(cards.left[place], edwards.base(factor)) for place, factor in pairs),
            tuple(
                edwards.add(cards.right[place], edwards.multiply(factor, joint)) for place, factor in pairs
            ),
        )


def derive_mask(secret: bytes, deck: DeckId, seat: int, cards: Cards) -> Mask:
    """Return the mask a seat's game secret gives for exactly these cards."""
    bound = deck.digest, encode(seat), digest("deck cards", *cards.points)
    return Mask(
        edwards.permutation(secret, "deck order", *bound, size=len(cards)),
        edwards.scalars(secret, "deck factor", *bound, number=len(cards)),
    )
