"""Decks that all seats shuffle in turn (Barnett-Smart 2003): nobody knows the order while one of them keeps silent.

A deck begins as an `UnsealedDeck`, open to all. Each seat takes its turn, in seat order, all decks of the game in
one event. A verified shuffle by the last seat makes it a `SealedDeck`, the only kind that cards are dealt from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.text import Count
from p2pgames_protocol.chance import edwards, messages
from p2pgames_protocol.chance.edwards import Forged, Point
from p2pgames_protocol.chance.elgamal import Cards, DeckId, derive_mask, face_points, first_cards, read_cards
from p2pgames_protocol.chance.joint_key import Keys, SecretKey
from p2pgames_protocol.chance.shuffle_proof import Proof, Statement, prove, read_proof, sizes, verify

MAX_DECKS: Final = 8
"""Decks in one event: several times what any of the games has."""

SentShuffle: TypeAlias = tuple[bytes, ...]
"""One deck shuffled, as it is sent: left, right, commitments, chain and announcements, responses."""

_VERIFIED: Final = object()


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """A deck that every seat has shuffled, every shuffle verified.

    ``stages`` holds the cards before the first shuffle and after each; the last are dealt from. ``open`` are the seats
    that left before their turn with their keys open to all, and never shuffled. Only `UnsealedDeck` makes one.
    """

    id: DeckId
    keys: Keys
    faces: tuple[Point, ...]
    stages: tuple[Cards, ...]
    verified: InitVar[object]
    open: frozenset[Seat] = frozenset()

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("A sealed deck comes from verified shuffles.")

    @property
    def cards(self) -> Cards:
        """The cards in their final order."""
        return self.stages[-1]

    @property
    def turns(self) -> tuple[Seat, ...]:
        """The seats that have shuffled, in order."""
        return tuple(seat for seat in self.keys.seats if seat not in self.open)


@dataclass(frozen=True, slots=True)
class UnsealedDeck:
    """A deck that some seats have still to shuffle; every shuffle so far is verified."""

    id: DeckId
    keys: Keys
    faces: tuple[Point, ...]
    stages: tuple[Cards, ...]
    verified: InitVar[object]
    open: frozenset[Seat] = frozenset()

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("A deck is made by start_deck, and changed by verified shuffles.")

    @property
    def turns(self) -> tuple[Seat, ...]:
        """The seats that shuffle, in order."""
        return tuple(seat for seat in self.keys.seats if seat not in self.open)

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is to shuffle."""
        return self.turns[len(self.stages) - 1]

    def without(self, seats: Iterable[Seat]) -> UnsealedDeck | SealedDeck:
        """Return the deck which these seats, whose keys are open to all, need not shuffle any more."""
        return self._after(
            self.stages, self.open | (frozenset(seats) & {*self.turns[len(self.stages) - 1 :]})
        )

    def _after(self, stages: tuple[Cards, ...], open_seats: frozenset[Seat]) -> UnsealedDeck | SealedDeck:
        kind = UnsealedDeck if len(stages) <= len(self.keys.seats) - len(open_seats) else SealedDeck
        return kind(self.id, self.keys, self.faces, stages, _VERIFIED, open_seats)

    def shuffle(self, secret: bytes) -> SentShuffle:
        """Return the deck shuffled by the seat at turn, with the proof; the same for the same secret.

        Raises ValueError if this is not that seat's game secret.
        """
        return self.shuffled(secret)[0]

    def shuffled(self, secret: bytes) -> tuple[SentShuffle, UnsealedDeck | SealedDeck]:
        """Return the same, and the deck as it is then: whoever made a proof need not verify it."""
        own = SecretKey.derive(secret, self.id.epoch, self.seat)
        if own.point != self.keys.point(self.seat):
            raise ValueError(f"The key of seat {self.seat + 1} was not made of this secret.")
        before = self.stages[-1]
        mask = derive_mask(secret, self.id, self.seat, before)
        after = mask.apply(before, self.keys.joint)
        sent = after.write() + prove(secret, self.statement(after), mask).write()
        return sent, self._after((*self.stages, after), self.open)

    def take(self, sent: object) -> UnsealedDeck | SealedDeck:
        """Return the deck as the seat at turn has shuffled it; raise `Forged` if it did not prove that."""
        checked = _check_form(sent, len(self.faces))
        after = cards_after(self.id.digest, self.seat, self.keys.joint, self.stages[-1], checked)
        return self._after((*self.stages, after), self.open)

    def statement(self, after: Cards) -> Statement:
        """Return what the seat at turn has to prove of these cards."""
        return Statement(self.id.digest, self.seat, self.keys.joint, self.stages[-1], after)


@lru_cache(maxsize=32)
def cards_after(deck: bytes, seat: Seat, joint: Point, before: Cards, sent: SentShuffle) -> Cards:
    """Return the cards after a shuffle; raise `Forged` if the seat did not prove that they are the same ones.

    They follow from what is given here alone, so seats at one computer verify a shuffle once; what fails is not kept.
    """
    after, proof = read_shuffle(sent, len(before))
    verify(Statement(deck, seat, joint, before, after), proof)
    return after


def start_deck(deck: DeckId, keys: Keys, size: int) -> UnsealedDeck:
    """Return a deck of ``size`` cards in the order of their faces; raise ValueError if it is too large or empty."""
    if deck.epoch != keys.epoch:
        raise ValueError("The deck and its keys are of different epochs.")
    faces = face_points(deck, size)
    return UnsealedDeck(deck, keys, faces, (first_cards(faces, keys),), _VERIFIED)


def read_shuffle(sent: object, size: int) -> tuple[Cards, Proof]:
    """Return cards and proof, not verified; raise `Forged` on a wrong form before any work on the curve."""
    left, right, commitments, announced, responses = _check_form(sent, size)
    return read_cards(left, right, size), read_proof(commitments, announced, responses, size)


def _check_form(sent: object, size: int) -> SentShuffle:
    counts = size, size, *sizes(size)
    if type(sent) is not tuple or len(sent) != len(counts):
        raise Forged(messages.SHUFFLE_FIELDS(length=Count(len(counts))))
    if any(
        type(field) is not bytes or len(field) != count * edwards.SIZE
        for field, count in zip(sent, counts, strict=True)
    ):
        raise Forged(messages.NOT_SHUFFLE(size=Count(size)))
    return sent


def take_shuffles(decks: Sequence[UnsealedDeck], sent: object) -> tuple[UnsealedDeck | SealedDeck, ...]:
    """Return the decks after an event; raise `Forged` if it does not shuffle exactly these decks."""
    if len(decks) > MAX_DECKS:
        raise ValueError(f"One event shuffles at most {MAX_DECKS} decks.")
    if type(sent) is not tuple or len(sent) != len(decks):
        raise Forged(messages.NOT_EACH_SHUFFLED(decks=Count(len(decks))))
    for deck, each in zip(decks, sent, strict=True):
        _check_form(each, len(deck.faces))
    return tuple(deck.take(each) for deck, each in zip(decks, sent, strict=True))
