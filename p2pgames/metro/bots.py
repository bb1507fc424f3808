"""Players made of code."""

from __future__ import annotations

from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.metro.board import NOBODY
from p2pgames.metro.lines import Change, changes
from p2pgames.metro.notation import DRAW, read
from p2pgames.metro.state import State

STILL_TO_COME: Final = 6.0
"""What an open line is worth beyond its crossings on an empty board; it shrinks as the board fills."""


def greedy(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:
    """Return the lay that scores most for the seat and least for the others; never draw one more."""
    moves = [move for move in rules.moves(state, seat, known) if move != DRAW]
    return max(moves, key=lambda move: (_gain(state, seat, move, 0.0), random.random()))


def patient(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:
    """Keep own lines open and long and end those of others early; draw one more rather than lose by a lay."""
    hope = STILL_TO_COME * (1 - state.laid / 60)
    best: Move = DRAW
    value = float("-inf")
    draws = False
    for move in rules.moves(state, seat, known):
        if move == DRAW:
            draws = True
        elif (gain := _gain(state, seat, move, hope) + random.random() / 100) > value:
            best, value = move, gain
    return DRAW if draws and value < 0 else best


def _gain(state: State, seat: Seat, move: Move, hope: float) -> float:
    lay = read(move)
    if lay is None:
        return 0.0
    done = changes(state.cells, state.ends, state.lengths, state.owners, lay.cell, f"{lay.face}{lay.turns}")
    rivals = max(len(state.inside) - 1, 1)
    return sum(_worth(change, hope) * (1 if change.owner == seat else -1 / rivals) for change in done)


def _worth(change: Change, hope: float) -> float:
    """Return by how much the tile raises what the owner may expect of the line."""
    if change.owner == NOBODY:
        return 0.0
    after = change.points if change.end < 0 else change.after + hope
    return after - change.before - hope
