"""The hidden cards that a seat sees with its own share."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames.contract import Face, Known, Seat, Slot
from p2pgames_protocol.chance.decryption_share import own_share
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.decks import DecksState
from p2pgames_protocol.log.given_shares import prove_given
from p2pgames_protocol.log.replica.faces import Faces


class OwnCards(Faces):
    """The faces open to all, and those that one seat opens for itself; it shows them to the others as well."""

    def __init__(self, secret: GameSecret, seat: Seat) -> None:
        self._secret = secret
        self._seat = seat
        self._opened: dict[Slot, Face] = {}

    def known(self, decks_state: DecksState) -> Known:
        """Return the faces this seat has seen: those open to all, and those of the cards that were dealt to it."""
        own = {slot: self._open(decks_state, slot) for slot in decks_state.dealt_to(self._seat)}
        return {**decks_state.public, **own} if own else decks_state.public

    def _open(self, decks_state: DecksState, slot: Slot) -> Face:
        """Return what is on a card that was dealt to this seat, once all the others gave their share."""
        if slot not in self._opened:
            deck = decks_state.decks[slot[0]]
            key = self._secret.deck_key(deck.id.epoch)
            self._opened[slot] = decks_state.face(slot, own_share(key, (deck, slot[1])))
        return self._opened[slot]

    def show(self, decks_state: DecksState, slots: Iterable[Slot]) -> tuple[tuple[bytes, ...], ...]:
        """Return the shares of this seat that let everybody see these cards, as they are sent."""
        return prove_given(decks_state, self._secret, slots)
