"""Players made of code."""

from __future__ import annotations

from math import fsum
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.metro.board import NOBODY
from p2pgames.games.metro.lines import Change, changes
from p2pgames.games.metro.notation import DRAW, read
from p2pgames.games.metro.state import State

STILL_TO_COME: Final = 14.0
"""What an open line is worth beyond its crossings so far. Of 8 to 20 in steps of 3, 14 and more did best."""

WORTH_LAYING: Final = 3.0
"""Below this a new tile promises more than the ones in hand."""


def greedy(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:
    """Return the lay that makes own lines longest now and those of others shortest; never draw one more."""
    lays = [move for move in rules.moves(state, seat, known) if move != DRAW]
    return max(lays, key=lambda move: (_gain(state, seat, move, 0.0), random.random()))


def patient(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:
    """Return the lay that keeps own lines open and ends those of others early; draw if none is good."""
    moves = rules.moves(state, seat, known)
    lays = [
        (_gain(state, seat, move, STILL_TO_COME), random.random(), move) for move in moves if move != DRAW
    ]
    value, _, best = max(lays, key=lambda lay: lay[:2])
    return DRAW if value < WORTH_LAYING and DRAW in moves else best


def _gain(state: State, seat: Seat, move: Move, hope: float) -> float:
    lay = read(move)
    if lay is None:
        return 0.0
    rivals = max(len(state.inside) - 1, 1)
    done = changes(state, lay.cell, f"{lay.face}{lay.turns}")
    # fsum: the built-in adds floats otherwise from Python 3.12 on, and bots must play alike everywhere
    return fsum(_worth(change, hope) * (1 if change.owner == seat else -1 / rivals) for change in done)


def _worth(change: Change, hope: float) -> float:
    """Return by how much the tile raises what the owner may expect of the line."""
    if change.owner == NOBODY:
        return 0.0
    after = change.points if change.end < 0 else change.after + hope
    return after - change.before - hope
