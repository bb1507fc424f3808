"""Players made of code."""

from __future__ import annotations

from random import Random

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.linja.state import ROWS, Pawns, State, points
from p2pgames.games.linja.turn import Partial, legal, play

PROGRESS = (0, 4, 8, 12, 18, 23, 28, 36)
"""What a pawn is worth by the rows it has gone: rising as the points do, so that it wants to go on."""
DECIDED = 1000


def greedy(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Choose the turn after which the own pawns stand best, ties at random."""
    ranked = [(_value(turn, seat), random.random(), move) for move, turn in _legal(state, state.pawns, seat)]
    return max(ranked, key=lambda entry: entry[:2])[2]


def careful(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Choose the turn whose best answer leaves most, ties at random."""
    best: tuple[float, float, Move] | None = None
    for move, turn in _legal(state, state.pawns, seat):
        value = _after_answer(state, turn, seat)
        entry = (value, random.random(), move)
        if best is None or entry[:2] > best[:2]:
            best = entry
    if best is None:
        raise ValueError("The seat is not to move.")
    return best[2]


def _legal(state: State, pawns: Pawns, seat: Seat) -> list[tuple[Move, Partial]]:
    moves = legal(pawns, seat, any_pawn=state.any_pawn)
    return [(move, play(pawns, seat, move, any_pawn=state.any_pawn)) for move in moves]


def _after_answer(state: State, turn: Partial, seat: Seat) -> int:
    if turn.ended:
        return _value(turn, seat)
    return -max(_value(answer, 1 - seat) for _, answer in _legal(state, turn.pawns, 1 - seat))


def _value(turn: Partial, seat: Seat) -> int:
    """How the position looks to the seat: decided if it ended the game, else by how far pawns have come."""
    if turn.ended:
        own, other = points(turn.pawns)[seat], points(turn.pawns)[1 - seat]
        return DECIDED * ((own > other) - (own < other)) + own - other
    red, black = turn.pawns
    balance = sum(PROGRESS[row] * (red[row] - black[ROWS - 1 - row]) for row in range(ROWS))
    return balance if seat == 0 else -balance
