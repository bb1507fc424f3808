"""Rounds of coin values, and the rolls that follow from them."""

from __future__ import annotations

from collections.abc import Callable

from p2pgames.contract import Illegal, Roll, Rolled, Seat
from p2pgames.replace import replace
from p2pgames.text import Count
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import ChainHead, outcome
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.position import NOTHING, Body, Given, Position, Proved, RoundKind
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.log.rounds.reveal import cannot_go_on
from p2pgames_protocol.wire.codec import pack


class CoinRound(RoundKind):
    """A roll: for nobody, all seats give their value; for a seat, that seat gives its own first.

    A value is the next of the seat's hash chain: ``[number of the roll, sides, seat or nil, value]``.
    """

    name = act = "coin"

    def opened(self, position: Position) -> Position | None:
        """Open it where a roll is asked for; a game with more rolls than a chain has values ends."""
        if not isinstance(position.ask, Roll):
            return None
        return replace(position, kind=self) if position.rolls < coin.LENGTH else cannot_go_on(position)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the seat that gives its value first, or all."""
        first = _first(position)
        return position.seats if first is None else (first,)

    def check(self, position: Position, event: Event) -> Proved:
        """The value must be the one committed to."""
        head_after(position, event)
        return NOTHING

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position with the first seat's value, or after the roll that all values decide."""
        moved = pay_coins(closed, before, given)
        first = _first(before)
        return (
            roll_dice(moved, before) if first is None else replace(moved, first_value=moved.heads[first].last)
        )

    def void(self, closed: Position) -> Position:
        """A roll that somebody did not give its value to uses up its index."""
        return replace(closed, rolls=closed.rolls + 1)

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:  # noqa: ARG002
        """Return a function that makes the seat's next value."""
        return lambda: (*_named(position), secret.coin_value(position.rolls + 1))


class RestRound(CoinRound):
    """The second half of a roll for a seat: all the others give theirs."""

    name = "rest"

    def opened(self, position: Position) -> Position | None:
        """Open it once the first value is there."""
        return None if position.first_value is None else super().opened(position)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return all seats but the first."""
        first = position.ask.seat if isinstance(position.ask, Roll) else None
        return tuple(seat for seat in position.seats if seat != first)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after the roll."""
        return roll_dice(pay_coins(closed, before, given), before)


def _first(position: Position) -> Seat | None:
    """Return the seat that a roll is for; None if all give their values at once."""
    seat = position.ask.seat if isinstance(position.ask, Roll) else None
    return seat if seat in position.seats else None


def pay_coins(closed: Position, before: Position, given: Given) -> Position:
    """Return the position with everybody's coin one value further."""
    heads = tuple(
        head_after(before, given[seat].event) if seat in given else head
        for seat, head in enumerate(before.heads)
    )
    return replace(closed, heads=heads)


def roll_dice(moved: Position, before: Position) -> Position:
    """Return the position after a roll, which all values given for it decide."""
    ask = before.ask
    if not isinstance(ask, Roll):
        raise TypeError("only a roll is rolled")
    values = tuple((seat, moved.heads[seat].last) for seat in moved.seats)
    drawn = outcome(moved.genesis.game_id, moved.rolls + 1, values, ask.sides)
    state = moved.rules.apply(moved.state, Rolled(drawn))
    return replace(moved, state=state, rolls=moved.rolls + 1)


def head_after(position: Position, event: Event) -> ChainHead:
    """Return what is known of the seat's coin after its value; raise `Illegal` if that is not the committed one."""
    game, index = position.genesis.game_id, position.rolls + 1
    # packed, for True equals 1
    if pack(event.body[:3]) != pack(_named(position)):
        raise Illegal(sentences.OTHER_ROLL(roll=Count(index)))
    match event.body[3:]:
        case (bytes(value),):
            taken = position.heads[event.seat].advance(game, event.seat, index, value)
            if taken is not None:
                return taken
    raise Illegal(sentences.WRONG_COIN(roll=Count(index)))


def _named(position: Position) -> Body:
    """Return what every value of a roll says of it: the number, the sides, and the seat that it is for."""
    if not isinstance(position.ask, Roll):
        raise TypeError("only a roll is rolled")
    return position.rolls + 1, position.ask.sides, _first(position)


COIN = CoinRound()
REST = RestRound()
