"""The hidden cards that a seat sees with its own share."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Face, Known, Seat, Slot
from p2pgames_protocol.chance.decryption_share import own_share
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.decks import DecksState
from p2pgames_protocol.log.given_shares import prove_given
from p2pgames_protocol.log.replica.faces import Faces
from p2pgames_protocol.wire.codec import Plain


class OwnCards(Faces):
    """The faces open to all, and those that one seat opens for itself; it shows them to the others as well."""

    def __init__(self, secret: GameSecret, seat: Seat) -> None:
        self._secret = secret
        self._seat = seat
        self._opened: dict[Slot, int] = {}

    def known(self, decks_state: DecksState) -> Known:
        """Return the faces this seat has seen: those open to all, and those of the cards that were dealt to it."""
        own = {slot: self._open(decks_state, slot) for slot in decks_state.dealt_to(self._seat)}
        return {**decks_state.public, **own} if own else decks_state.public

    def _open(self, decks_state: DecksState, slot: Slot) -> Face:
        """Return what is on a card that was dealt to this seat, once all the others gave their share."""
        return decks_state.faces[slot[0]][self._card(decks_state, slot)]

    def _card(self, decks_state: DecksState, slot: Slot) -> int:
        if slot not in self._opened:
            deck = decks_state.decks[slot[0]]
            key = self._secret.deck_key(deck.id.epoch)
            given = self._seat in decks_state.shares.get(slot, {})
            self._opened[slot] = decks_state.card(slot, None if given else own_share(key, (deck, slot[1])))
        return self._opened[slot]

    def show(self, decks_state: DecksState, slots: Sequence[Slot]) -> tuple[Plain, Plain]:
        """Return the numbers of these cards, and the shares that let everybody see them, as they are sent."""
        owed = decks_state.owed(self._seat, ((slot, None) for slot in slots))
        numbers = tuple((*slot, self._card(decks_state, slot)) for slot in slots)
        return numbers, prove_given(decks_state, self._secret, owed)
