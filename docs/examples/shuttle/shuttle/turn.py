"""One turn: a ticket is shown, the tram goes, and a new ticket is drawn."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Face, Illegal, Move, Seat
from shuttle import messages
from shuttle.state import DEPOT, TICKETS, State

MOST = 3


def read(move: Move) -> tuple[int, Face]:
    """Return the place and the face of the ticket that a move shows; raise `Illegal` if it shows none."""
    match move:
        case (int(place), str(face)) if (
            type(place) is int and place in range(len(TICKETS)) and face in TICKETS
        ):
            return place, face
    raise Illegal(messages.NO_TICKET())


def stops(state: State, face: Face) -> int:
    """Return how far the tram comes for a ticket."""
    higher = int(face) - int(state.shown[-1]) if state.shown else 0
    return min(max(higher, 0), MOST)


def show(state: State, seat: Seat, move: Move) -> State:
    """Return the state after the seat at turn has shown a ticket; raise `Illegal` if it does not hold it."""
    place, face = read(move)
    if place not in state.hands[seat] or face in state.shown:
        raise Illegal(messages.NO_TICKET())
    tram = state.tram + (1 if seat else -1) * stops(state, face)
    return replace(
        state,
        tram=min(max(tram, -DEPOT), DEPOT),
        hands=with_hand(state, seat, tuple(each for each in state.hands[seat] if each != place)),
        shown=(*state.shown, face),
        drawing=(seat,) if state.drawn < len(TICKETS) else (),
        turn=1 - seat,
    )


def draw(state: State) -> State:
    """Return the state after everybody who draws has taken the next ticket."""
    for seat in state.drawing:
        hands = with_hand(state, seat, (*state.hands[seat], state.drawn))
        state = replace(state, hands=hands, drawn=state.drawn + 1)
    return replace(state, drawing=())


def with_hand(state: State, seat: Seat, hand: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the hands, that of the seat replaced."""
    return (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)
