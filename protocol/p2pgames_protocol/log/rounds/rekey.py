"""Rounds of fresh deck keys, after somebody has left."""

from __future__ import annotations

from collections.abc import Callable

from p2pgames.contract import Illegal, Seat, Shuffle
from p2pgames.replace import replace
from p2pgames.text import Message
from p2pgames_protocol.chance.joint_key import Epoch, read_key
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.position import Body, Given, Position, Proved, RoundKind
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.log.rounds.keys import joint_keys, no_joint_keys
from p2pgames_protocol.wire.codec import pack


class RekeyRound(RoundKind):
    """Cards are to be shuffled, and seats left with their keys: all give new ones: ``[epoch, key, proof]``."""

    name = act = "rekey"

    def opened(self, position: Position) -> Position | None:
        """Open it where a shuffle is asked for and the keys do not serve for it."""
        if not isinstance(position.ask, Shuffle):
            return None
        fresh = replace(position.decks_state, keys=None, epoch=position.decks_state.epoch + 1)
        return replace(position, kind=self, decks_state=fresh)

    def check(self, position: Position, event: Event) -> Proved:
        """Return the fresh key."""
        epoch = _epoch(position)
        if pack(event.body[:1]) != pack((epoch.number,)):
            raise Illegal(sentences.OTHER_EPOCH)
        return Proved(key=read_key(epoch, event.seat, event.body[1:]))

    def wrong_together(self, position: Position, given: Given) -> Message | None:  # noqa: ARG002
        """Return what is wrong with the fresh keys together."""
        return no_joint_keys(given)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:  # noqa: ARG002
        """Return the position with the fresh keys joined."""
        return replace(closed, decks_state=replace(closed.decks_state, keys=joint_keys(given)))

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:  # noqa: ARG002
        """Return a function that makes the seat's fresh key."""
        epoch = _epoch(position)
        return lambda: (epoch.number, *secret.deck_key(epoch).prove())


def _epoch(position: Position) -> Epoch:
    return Epoch(position.genesis.game_id, position.decks_state.epoch)


REKEY = RekeyRound()
