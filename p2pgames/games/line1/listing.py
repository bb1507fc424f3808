"""Every legal move of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.line1 import laying, travel
from p2pgames.games.line1.moves import DRAW, PASS, ROLL
from p2pgames.games.line1.state import State, Task
from p2pgames.games.line1.tiles import TILES


def moves(state: State, seat: Seat, known: Known) -> Sequence[Move]:
    """Return the legal moves of a seat, nothing when it is not to move.

    First a trip that can begin or be begun anew, then lays and exchanges by cell, then pairs; a pass alone, or
    after the tiles that may be taken.
    """
    if seat != state.turn:
        return ()
    if state.task is Task.TAKE:
        takes: list[Move] = [
            ("take", owner, TILES[tile])
            for owner in state.open_hands
            for tile in sorted(set(state.hands[owner]))
        ]
        if sum(state.stack):
            return [DRAW, *takes]
        return [*takes, PASS] if state.may_leave else takes
    if state.task is not Task.TURN:
        return ()
    if state.trip is not None:
        return [ROLL, *travel.announcements(state, seat, known)]
    return _laying(state, seat, known)


def _laying(state: State, seat: Seat, known: Known) -> list[Move]:
    hand = state.hands[seat]
    found = laying.lays(state.track, hand)
    if state.lays:
        return found or [PASS]
    found += laying.pairs(state.track, hand)
    return [*travel.announcements(state, seat, known), *(found or [PASS])]
