"""Shares: what each seat contributes to open a card, with the proof that it used its own key.

A batch has one proof that all its shares have the same logarithm as the key (Chaum-Pedersen 1992), over a sum
with hashed weights (the composites of RFC 9497, 2.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.text import Count, SeatName
from p2pgames_protocol.chance import edwards, sentences
from p2pgames_protocol.chance.deck import SealedDeck
from p2pgames_protocol.chance.edwards import ORDER, Forged, Point, Scalar
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import SecretKey
from p2pgames_protocol.wire.codec import digest, encode

SealedSlot: TypeAlias = tuple[SealedDeck, int]
"""A sealed deck and a position in it, 0 for the first."""

ShownCard: TypeAlias = tuple[bytes, int, Point]
"""The digest of a deck's id, a position in it, and the left point of the card there."""

_VERIFIED: Final = object()


@dataclass(frozen=True, slots=True)
class DecryptionShare:
    """A seat's share in one card, verified: the card's left point times the seat's secret key.

    Only `read_shares` makes one, and `own_share` for one's own.
    """

    deck: DeckId
    position: int
    seat: Seat
    card: Point
    point: Point
    verified: InitVar[object]

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("A share comes from a verified proof.")


def own_share(key: SecretKey, slot: SealedSlot) -> DecryptionShare:
    """Return one's own share, without a proof: for opening a card in private, and when secrets are revealed."""
    _check_key(key, (slot,))
    (deck, position), card = slot, _card(slot)
    return DecryptionShare(deck.id, position, key.seat, card, edwards.multiply(key.scalar, card), _VERIFIED)


def prove_shares(key: SecretKey, slots: Sequence[SealedSlot]) -> tuple[bytes, ...]:
    """Return the shares in these cards as they are sent: the points, then the proof; () for no cards.

    Raises ValueError unless all the decks are sealed under this key.
    """
    if not slots:
        return ()
    _check_key(key, slots)
    shown = _shown(slots)
    cards = [card for *_, card in shown]
    shares = [edwards.multiply(key.scalar, card) for card in cards]
    bound = _statement(key.seat, key.point, shown, shares)
    weights = _weights(bound, len(slots))
    nonce = key.nonce("share nonce", bound)
    hidden = [nonce * weight % ORDER for weight in weights]
    first, second = edwards.base(nonce), edwards.combine(edwards.terms(hidden, cards))
    response = nonce + _challenge(bound, first, second) * key.scalar
    return b"".join(shares), first + second + edwards.write_scalar(response)


def read_shares(seat: Seat, slots: Sequence[SealedSlot], sent: object) -> tuple[DecryptionShare, ...]:
    """Return the seat's shares in exactly these cards, verified; raise `Forged` if they are not proved.

    Raises ValueError unless all the decks are sealed under the same keys, the seat's among them.
    """
    if type(sent) is not tuple or len(sent) != (2 if slots else 0):
        raise Forged(sentences.NOT_SHARES(cards=Count(len(slots))))
    if not slots:
        return ()
    shown = _shown(slots)
    announcements, response = edwards.split_proof(sent[1], 2, sentences.SHARES_PROOF)
    shares = edwards.split_points(sent[0], len(slots), sentences.A_SHARE)
    verify_shares(seat, _common_key(seat, slots), shown, shares, announcements, response)
    return tuple(
        DecryptionShare(deck.id, position, seat, card, share, _VERIFIED)
        for (deck, position), (*_, card), share in zip(slots, shown, shares, strict=True)
    )


@lru_cache(maxsize=64)
def verify_shares(
    seat: Seat,
    key: Point,
    shown: tuple[ShownCard, ...],
    shares: tuple[Point, ...],
    announcements: tuple[Point, ...],
    response: Scalar,
) -> None:
    """Raise `Forged` unless the seat has proved its shares, and all points are in the group.

    That follows from what is given here alone, so seats at one computer verify a share once; what fails is not kept.
    """
    first, second = announcements
    bound = _statement(seat, key, shown, shares)
    weights = _weights(bound, len(shown))
    challenge = _challenge(bound, first, second)
    own = (1, first), (challenge, key), (-response, edwards.BASE)
    others = (
        (1, second),
        *edwards.terms((challenge * weight for weight in weights), shares),
        *edwards.terms((-response * weight for weight in weights), (card for *_, card in shown)),
    )
    sums = {edwards.combine_unread(equation) for equation in (own, others)}
    if None in sums:
        edwards.check_points((first, second), sentences.SHARES_PROOF)
        edwards.check_points(shares, sentences.A_SHARE)
    if sums != {edwards.NEUTRAL}:
        raise Forged(sentences.SHARES_UNPROVED(player=SeatName(seat)))


def open_card(slot: SealedSlot, shares: Iterable[DecryptionShare]) -> int:
    """Return the number of the face in the deck as it was before the first shuffle.

    Raises ValueError unless there is one share of every seat, all in this card, and `Forged` if it is no card.
    """
    (deck, position), card = slot, _card(slot)
    given = {share.seat: share for share in shares}
    if tuple(sorted(given)) != deck.keys.seats:
        raise ValueError("A card is opened with one share of every seat.")
    if any((share.deck, share.position, share.card) != (deck.id, position, card) for share in given.values()):
        raise ValueError("A share belongs to another card.")
    face = edwards.subtract(
        deck.cards.right[position], edwards.total(share.point for share in given.values())
    )
    if face not in deck.faces:
        raise Forged(sentences.NO_CARD)
    return deck.faces.index(face)


def _card(slot: SealedSlot) -> Point:
    deck, position = slot
    if not 0 <= position < len(deck.faces):
        raise ValueError(f"The deck has no position {position}.")
    return deck.cards.left[position]


def _common_key(seat: Seat, slots: Sequence[SealedSlot]) -> Point:
    keys = slots[0][0].keys
    if any(deck.keys != keys for deck, _ in slots):
        raise ValueError("The cards of one batch are sealed under the same keys.")
    return keys.point(seat)


def _check_key(key: SecretKey, slots: Sequence[SealedSlot]) -> None:
    if _common_key(key.seat, slots) != key.point:
        raise ValueError(f"The decks are not sealed under this key of seat {key.seat + 1}.")


def _shown(slots: Iterable[SealedSlot]) -> tuple[ShownCard, ...]:
    return tuple((deck.id.digest, position, _card((deck, position))) for deck, position in slots)


def _statement(seat: Seat, key: Point, shown: Iterable[ShownCard], shares: Iterable[Point]) -> bytes:
    rows = (
        (deck, encode(position), card, share)
        for (deck, position, card), share in zip(shown, shares, strict=True)
    )
    return digest("shares", encode(seat), key, *(part for row in rows for part in row))


def _weights(bound: bytes, number: int) -> list[Scalar]:
    return [edwards.hash_to_scalar("share weight", bound, encode(index)) for index in range(number)]


def _challenge(bound: bytes, first: Point, second: Point) -> Scalar:
    return edwards.hash_to_scalar("share proof", bound, first, second)
