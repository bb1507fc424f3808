"""Rounds of shuffles, one seat after the other."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Shuffle, Shuffled
from p2pgames_protocol.chance.deck import SealedDeck, UnsealedDeck
from p2pgames_protocol.log.position import Position


def take_shuffle(closed: Position, ask: Shuffle, decks: tuple[UnsealedDeck | SealedDeck, ...]) -> Position:
    """Return the position after one seat's shuffle; the deck is sealed with the last one."""
    dealing = replace(closed.dealing, shuffling=decks)
    if dealing.unsealed:
        return replace(closed, dealing=dealing)
    state = closed.rules.apply(closed.state, Shuffled())
    return replace(closed, state=state, dealing=dealing.seal(ask))
