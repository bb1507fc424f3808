"""Rounds of coin values, and the rolls that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgames.contract import Illegal, Roll, Rolled, Seat
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import Purse, outcome
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.wire.hashing import SIZE


def pay_coins(closed: Position, position: Position, given: Mapping[Seat, Event]) -> Position:
    """Return the position with everybody's coin one value further."""
    purses = tuple(
        purse_after(position, given[seat]) if seat in given else purse
        for seat, purse in enumerate(position.purses)
    )
    return replace(closed, purses=purses)


def roll_dice(paid: Position, position: Position) -> Position:
    """Return the position after a roll, which all values given for it decide."""
    ask = position.ask
    if not isinstance(ask, Roll):
        raise TypeError("only a roll is rolled")
    values = tuple((seat, paid.purses[seat].last) for seat in paid.seats)
    drawn = outcome(paid.genesis.game_id, paid.rolls + 1, values, ask.sides)
    state = paid.rules.apply(paid.state, Rolled(drawn))
    return replace(paid, state=state, rolls=paid.rolls + 1)


def purse_after(position: Position, event: Event) -> Purse:
    """Return what is known of the seat's coin after its value; raise `Illegal` if that is not the committed one."""
    match event.body:
        case (bytes(value), None | bytes() as after) if after is None or len(after) == SIZE:
            taken = position.purses[event.seat].take(position.rolls + 1, value, after)
            if taken is not None:
                return taken
    raise Illegal(f"The value for roll {position.rolls + 1} is not the one the seat committed to.")


def check_coin(position: Position, seat: Seat, secret: bytes) -> None:
    """Whatever the seat rolled with must come from its secret, or it was chosen with something else in mind."""
    purse = position.purses[seat]
    if coin.tip(secret, 0) != position.tips[seat]:
        raise Illegal("The coin tip of the key event does not come from the revealed secret.")
    if purse.after is not None and coin.tip(secret, purse.number + 1) != purse.after:
        raise Illegal(f"The coin tip for chain {purse.number + 1} does not come from the revealed secret.")
