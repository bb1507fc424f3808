"""Deck keys: one ElGamal key of every seat, and their sum, under which the cards of all seats are sealed.

Every key comes with a proof that its seat knows the secret part (Schnorr 1991), so that no seat can choose a
key that cancels the others'.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import InitVar, dataclass
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import SeatName
from p2pgames_protocol.chance import edwards, sentences
from p2pgames_protocol.chance.edwards import Forged, Point, Scalar
from p2pgames_protocol.wire.codec import HASH_SIZE, encode

_VERIFIED: Final = object()


@dataclass(frozen=True, slots=True)
class Epoch:
    """One set of deck keys in one game: number 0 at first, one more with every reshuffle under fresh keys."""

    game: bytes
    number: int = 0

    def __post_init__(self) -> None:
        if len(self.game) != HASH_SIZE:
            raise ValueError(f"A game id has {HASH_SIZE} bytes.")

    def parts(self, seat: Seat) -> tuple[bytes, ...]:
        """Return what every proof of this seat about its key is bound to, for hashing."""
        return edwards.NAME.encode(), self.game, encode(self.number), encode(seat)


@dataclass(frozen=True, slots=True)
class DeckKey:
    """A seat's public key, of which the seat has proved that it knows the secret part.

    Only `read_key` makes one, and `SecretKey.public` for one's own.
    """

    epoch: Epoch
    seat: Seat
    point: Point
    verified: InitVar[object]

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("A deck key comes from a verified proof.")


@dataclass(frozen=True, slots=True, repr=False)
class SecretKey:
    """A seat's secret key, the number ``scalar``; its public part is ``point``."""

    epoch: Epoch
    seat: Seat
    scalar: Scalar
    point: Point

    def __repr__(self) -> str:
        return f"SecretKey(seat={self.seat}, hidden)"

    @classmethod
    def derive(cls, secret: bytes, epoch: Epoch, seat: Seat) -> SecretKey:
        """Return the key that follows from the seat's game secret."""
        scalar = edwards.scalar(secret, "deck key", *epoch.parts(seat))
        return cls(epoch, seat, scalar, edwards.base(scalar))

    @property
    def public(self) -> DeckKey:
        """The public part."""
        return DeckKey(self.epoch, self.seat, self.point, _VERIFIED)

    @classmethod
    def read(cls, key: DeckKey, sent: bytes) -> SecretKey:
        """Return the secret part of a key that its seat has handed out; raise `Forged` if it is not of this key."""
        scalar = edwards.read_scalar(sent, sentences.DECK_KEY)
        if edwards.base(scalar) != key.point:
            raise Forged(sentences.OTHER_SECRET_KEY)
        return cls(key.epoch, key.seat, scalar, key.point)

    def write(self) -> bytes:
        """Return the secret part itself, to be handed out."""
        return edwards.write_scalar(self.scalar)

    def nonce(self, tag: str, *parts: bytes) -> Scalar:
        """Return the number that hides this key in one proof; other parts give another number."""
        return edwards.scalar(edwards.write_scalar(self.scalar), tag, *parts)

    def prove(self) -> tuple[bytes, bytes]:
        """Return what the key event carries: the point, and announcement and response in one string."""
        parts = *self.epoch.parts(self.seat), self.point
        nonce = self.nonce("deck key nonce", *parts)
        announcement = edwards.base(nonce)
        response = nonce + _challenge(parts, announcement) * self.scalar
        return self.point, announcement + edwards.write_scalar(response)


def read_key(epoch: Epoch, seat: Seat, sent: object) -> DeckKey:
    """Return the key the seat sent, its proof verified; raise `Forged` if it is not valid for this seat here."""
    if type(sent) is not tuple or len(sent) != 2:
        raise Forged(sentences.KEY_FIELDS)
    point = edwards.read_point(sent[0], sentences.DECK_KEY)
    (announcement,), response = edwards.split_proof(sent[1], 1, sentences.DECK_KEY_PROOF)
    edwards.check_points((announcement,), sentences.DECK_KEY_PROOF)
    challenge = _challenge((*epoch.parts(seat), point), announcement)
    if edwards.add(announcement, edwards.multiply(challenge, point)) != edwards.base(response):
        raise Forged(sentences.KEY_UNPROVED(player=SeatName(seat)))
    return DeckKey(epoch, seat, point, _VERIFIED)


def _challenge(parts: tuple[bytes, ...], announcement: Point) -> Scalar:
    return edwards.hash_to_scalar("deck key proof", *parts, announcement)


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of all seats that are in the game, in seat order; ``joint`` is their sum."""

    epoch: Epoch
    seats: tuple[Seat, ...]
    points: tuple[Point, ...]
    joint: Point
    verified: InitVar[object]

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("Joint keys are made of verified keys.")

    def turn(self, seat: Seat) -> int:
        """Return when the seat shuffles, 0 for the first; raise ValueError for a seat without a key."""
        if seat not in self.seats:
            raise ValueError(f"Seat {seat + 1} has no deck key.")
        return self.seats.index(seat)

    def point(self, seat: Seat) -> Point:
        """Return the key of a seat; raise ValueError for a seat without one."""
        return self.points[self.turn(seat)]


def join_keys(keys: Iterable[DeckKey]) -> Keys:
    """Return the keys together; raise `Forged` if their sum is no key.

    Raises ValueError unless there is at least one key, all are of one epoch, and no seat has two.
    """
    ordered = sorted(keys, key=lambda key: key.seat)
    seats = tuple(key.seat for key in ordered)
    if len(set(seats)) != len(seats) or len({key.epoch for key in ordered}) != 1:
        raise ValueError("The keys of one deck are of one epoch, one for each seat.")
    points = tuple(key.point for key in ordered)
    joint = edwards.total(points)
    if joint == edwards.NEUTRAL:
        raise Forged(sentences.KEYS_CANCEL)
    return Keys(ordered[0].epoch, seats, points, joint, _VERIFIED)
