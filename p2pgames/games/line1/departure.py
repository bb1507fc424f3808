"""A seat leaves: its tiles stay, open to all; its tram and its turns are gone."""

from __future__ import annotations

from p2pgames.changed import changed
from p2pgames.contract import Illegal, Seat
from p2pgames.games.line1 import refusals
from p2pgames.games.line1.state import End, State, Task
from p2pgames.games.line1.turn import pass_on


def leave(state: State, seat: Seat, *, open_cards: bool) -> State:
    """Return the state without the seat; raise `Illegal` if it is not inside.

    Its cards are out of the game. Cards that are not dealt yet are sealed anew, unless its own are open to all: else
    nobody could open one of the old deck without that seat. Dealt ones are not touched: their owners can still prove
    them. A leaver at turn gets no more tiles.
    """
    if type(seat) is not int or seat not in state.inside:
        raise Illegal(refusals.NOT_INSIDE())
    trips = (*state.trips[:seat], None, *state.trips[seat + 1 :])
    gone = changed(state, gone=tuple(sorted((*state.gone, seat))), trips=trips, passes=0)
    if len(gone.inside) == 1:
        return changed(gone, task=Task.OVER, drawing=0, lays=0, why=End.ALONE)
    if state.task in (Task.SEAL, Task.DEAL) and not open_cards:
        gone = changed(gone, task=Task.SEAL, deck=state.deck + 1)
    if seat != state.turn:
        return gone
    dealt = state.task not in (Task.BEGIN, Task.SEAL, Task.DEAL)
    return pass_on(gone) if dealt else changed(gone, turn=gone.after(seat))
