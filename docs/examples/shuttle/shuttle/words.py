"""The position in sentences, and how it ended."""

from __future__ import annotations

from p2pgames.contract import Known, Seat
from p2pgames.text import Count, FaceName, Message, SeatName
from shuttle import messages
from shuttle.notation import held
from shuttle.state import DEPOT, NOBODY, State


def position(state: State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
    """Return who is to move, how far the tram is from both depots, the open ticket and the own ones."""
    far = (DEPOT + state.tram, DEPOT - state.tram)
    to_go = (messages.FAR(count=Count(stops), player=SeatName(who)) for who, stops in enumerate(far))
    ticket = messages.OPEN(ticket=FaceName(state.shown[-1])) if state.shown else messages.NOTHING_OPEN()
    own = held(state, seat, known) if seat is not None else {}
    return (
        _next(state, seat),
        *to_go,
        ticket,
        *([messages.YOURS(tickets=messages.tickets([*own]))] if own else []),
    )


def why(state: State) -> Message:
    """Return why the game is over."""
    if state.gone != NOBODY:
        return messages.HAS_LEFT(player=SeatName(state.gone))
    if abs(state.tram) == DEPOT:
        return messages.HOME(player=SeatName(int(state.tram > 0)))
    return messages.ALL_SHOWN()


def _next(state: State, seat: Seat | None) -> Message:
    if state.over:
        return why(state)
    if state.turn == NOBODY:
        return messages.NOT_ROLLED()
    return messages.YOUR_MOVE() if state.turn == seat else messages.TO_MOVE(player=SeatName(state.turn))
