"""What a seat did in a shuffle, computed anew once its game secret is revealed."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames.text import Count
from p2pgames_protocol.chance import messages
from p2pgames_protocol.chance.deck import SealedDeck
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import derive_mask
from p2pgames_protocol.chance.joint_key import SecretKey


def recompute_shuffle(deck: SealedDeck, seat: Seat, secret: bytes) -> tuple[int, ...]:
    """Return where each card came from in the shuffle of this seat; where it was, if the seat left before its turn.

    Raises `Forged` if the seat's key or its shuffle does not follow from the secret, ValueError for a seat without a
    key.
    """
    if SecretKey.derive(secret, deck.id.epoch, seat).point != deck.keys.point(seat):
        raise Forged(messages.KEY_NOT_DERIVED(seat=Count(seat + 1)))
    if seat in deck.open:
        return tuple(range(len(deck.faces)))
    turn = deck.turns.index(seat)
    before, after = deck.stages[turn : turn + 2]
    mask = derive_mask(secret, deck.id, seat, before)
    if mask.apply(before, deck.keys.joint) != after:
        raise Forged(messages.SHUFFLE_NOT_DERIVED(seat=Count(seat + 1)))
    return mask.order
