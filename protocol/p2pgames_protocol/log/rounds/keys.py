"""Rounds of keys: commitments, coin tips and deck keys."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgames.contract import Seat
from p2pgames_protocol.chance.joint_key import DeckKey, Epoch, Keys, join_keys, read_key
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.validated_event import Judged
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.hashing import SIZE


def joint_keys(position: Position, events: Mapping[Seat, Judged]) -> Keys:
    """Return the joint keys of all who are in."""
    keys = (events[seat].proved.key for seat in position.due)
    return join_keys(key for key in keys if key is not None)


def key_of(event: Event) -> tuple[bytes, bytes]:
    """Return the commitment and the coin tip of a key event; raise `Malformed` if it does not hold them."""
    match event.body:
        case (bytes(committed), bytes(tip), _, _) if len(committed) == len(tip) == SIZE:
            return committed, tip
    raise Malformed("The key event does not hold a commitment and a coin tip.")


def first_key(position: Position, event: Event) -> DeckKey | None:
    """Return the deck key of a key event, None in a game without decks; raise `Malformed` for anything else."""
    key_of(event)
    if position.rules.decks:
        return read_key(Epoch(position.genesis.game_id), event.seat, event.body[2:])
    if event.body[2:] != (None, None):
        raise Malformed("The key event holds a deck key, and the game has no decks.")
    return None
