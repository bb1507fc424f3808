"""The game secret: what everything secret of one seat in one game derives from, and is checked by at the end."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Seat
from p2pgames.text import Count
from p2pgames_protocol.chance import coin, sentences
from p2pgames_protocol.chance.deck import SealedDeck, SentShuffle, UnsealedDeck
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import derive_mask
from p2pgames_protocol.chance.joint_key import Epoch, SecretKey
from p2pgames_protocol.wire.codec import digest, encode
from p2pgames_protocol.wire.identity import Identity


class GameSecret:
    """Derived from the seat's key under the game id, so it cannot be used at another table."""

    __slots__ = ("_bytes", "_game", "_seat")

    def __init__(self, own: Identity, game_id: bytes, seat: Seat) -> None:
        self._bytes, self._game, self._seat = own.derive("game secret", game_id), game_id, seat

    def __repr__(self) -> str:
        return "GameSecret(hidden)"

    def commitment(self) -> bytes:
        """Return the hash that the key event publishes."""
        return commitment(self._game, self._seat, self._bytes)

    def coin_tip(self) -> bytes:
        """Return the tip of the seat's coin chain. The first time this takes long; from then on the values do not."""
        return coin.tip(self._bytes, self._game, self._seat)

    def coin_value(self, index: int) -> bytes:
        """Return the seat's value for the roll with this index."""
        return coin.value(self._bytes, self._game, self._seat, index)

    def deck_key(self, epoch: Epoch) -> SecretKey:
        """Return the seat's deck key for an epoch."""
        return SecretKey.derive(self._bytes, epoch, self._seat)

    def shuffle(
        self, decks: Sequence[UnsealedDeck]
    ) -> tuple[tuple[SentShuffle, UnsealedDeck | SealedDeck], ...]:
        """Return these decks shuffled: as each is sent, with its proof, and as it is then.

        It takes about a millisecond for each card.
        """
        return tuple(deck.shuffled(self._bytes) for deck in decks)

    def reveal(self) -> bytes:
        """Return the secret itself; for the reveal when the game is over."""
        return self._bytes


def commitment(game: bytes, seat: Seat, secret: bytes) -> bytes:
    """Return the hash by which a seat is committed to its game secret; another seat that copies it can open nothing."""
    return digest("commitment", game, encode(seat), secret)


# What a seat did in a shuffle, computed anew once its game secret is revealed.


def recompute_shuffle(deck: SealedDeck, seat: Seat, secret: bytes) -> tuple[int, ...]:
    """Return where each card came from in the shuffle of this seat; where it was, if the seat left before its turn.

    Raises `Forged` if the seat's key or its shuffle does not follow from the secret, ValueError for a seat without a
    key.
    """
    if SecretKey.derive(secret, deck.id.epoch, seat).point != deck.keys.point(seat):
        raise Forged(sentences.KEY_NOT_DERIVED(seat=Count(seat + 1)))
    if seat in deck.open:
        return tuple(range(len(deck.faces)))
    turn = deck.turns.index(seat)
    before, after = deck.stages[turn : turn + 2]
    mask = derive_mask(secret, deck.id, seat, before)
    if mask.apply(before, deck.keys.joint) != after:
        raise Forged(sentences.SHUFFLE_NOT_DERIVED(seat=Count(seat + 1)))
    return mask.order
