"""Points and places."""

from __future__ import annotations

from p2pgames.contract import Result
from p2pgames.games.bus import messages
from p2pgames.games.bus.state import State


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat, one less for each time stone."""
    return tuple(points - stones for points, stones in zip(state.points, state.stones, strict=True))


def result(state: State) -> Result:
    """Rank the seats that are inside, then those that have left; nobody shares a place.

    Among equal scores more stones are better, then who came to the points first. A seat without a point
    has never moved in the stack, so there the order from the first start player stands.
    """
    net = scores(state)
    order = sorted(
        range(state.seats),
        key=lambda seat: (seat in state.gone, -net[seat], -state.stones[seat], _age(state, seat)),
    )
    places = tuple(1 + order.index(seat) for seat in range(state.seats))
    return Result(places, net, messages.WHY[state.why])


def _age(state: State, seat: int) -> int:
    return state.stack.index(seat) if state.stack else seat
