"""Records that an honest table would not sign."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from p2pgames.contract import Choose, Seat
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Kind, Record, sign
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.testing.table import seated


def forge(replica: Replica, seat: Seat, act: str = "move", **changes: Any) -> Record:
    """Return a validly signed event of a seat for the round that is open in the replica, with some fields changed.

    The fields are those of `Event`. Without ``body`` it makes the first move that is legal now, whoever is to make it.
    """
    position = replica.position
    header = position.round, seat, position.previous, position.state_digest, position.inside
    event = Event(*header, act, (_first_move(replica), (), ()))
    packed = replace(event, **changes).pack()
    return sign(seated(seat), Kind.EVENT, replica.genesis.game_id, packed)


def _first_move(replica: Replica) -> Any:
    position, ask = replica.position, replica.position.ask
    moves = replica.rules.moves(position.state, ask.seat, replica.known) if isinstance(ask, Choose) else ()
    return next(iter(moves), None)


def forge_sized(replica: Replica, seat: Seat, size: int, filling: int) -> Record:
    """Return a forbidden event of this many bytes, from 1,000 on, filled with a byte."""
    small = forge(replica, seat, body=(bytes([filling]) * 500, (), ()))
    return forge(replica, seat, body=(bytes([filling]) * (500 + size - len(small.body)), (), ()))
