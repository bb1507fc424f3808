"""The players of Linja made of code: two that look one turn ahead, and what those that search go by."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.linja.rules import LONGEST, Partial, Step, legal_turns, play_turn
from p2pgames.games.linja.state import ROWS, LinjaState, Pawns, points
from p2pgames.search.evaluator import Estimate, Evaluator, Ranked, Trust, Width, shares

PROGRESS = (0, 4, 8, 12, 18, 23, 28, 36)
"""What a pawn is worth by the rows it has gone: rising as the points do, so that it wants to go on."""
DECIDED = 1000
"""More than twelve pawns can be ahead by `PROGRESS`, which is 432: how the game ends counts first."""


def greedy(rules: AnyRules, state: LinjaState, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Choose the turn after which the own pawns stand best, ties at random."""
    ranked = [(_value(turn, seat), random.random(), move) for move, turn in _legal(state, state.pawns, seat)]
    return max(ranked, key=lambda entry: entry[:2])[2]


def careful(rules: AnyRules, state: LinjaState, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Choose the turn whose best answer leaves most, ties at random."""
    best: tuple[float, float, Move] | None = None
    for move, turn in _legal(state, state.pawns, seat):
        value = (
            _value(turn, seat)
            if turn.ended
            else -max(_value(answer, 1 - seat) for _, answer in _legal(state, turn.pawns, 1 - seat))
        )
        entry = (value, random.random(), move)
        if best is None or entry[:2] > best[:2]:
            best = entry
    if best is None:
        raise ValueError("The seat is not to move.")
    return best[2]


def _legal(state: LinjaState, pawns: Pawns, seat: Seat) -> list[tuple[Move, Partial]]:
    moves = legal_turns(pawns, seat, any_pawn=state.any_pawn)
    return [(move, play_turn(pawns, seat, move, any_pawn=state.any_pawn)) for move in moves]


def _value(turn: Partial, seat: Seat) -> int:
    """How the position looks to the seat: decided if it ended the game, else by how far pawns have come."""
    if turn.ended:
        own, other = points(turn.pawns)[seat], points(turn.pawns)[1 - seat]
        return DECIDED * ((own > other) - (own < other)) + own - other
    ahead = balance(turn.pawns)
    return ahead if seat == 0 else -ahead


# How Linja is thought about: how far pawns have come, searched deep.

_SCALE: Final = 22.0
"""Units of `PROGRESS` that make a seat e times as likely to win; `trust` then says what came of it in games."""
_TEMPO: Final = 4.0
"""What the turn is worth, in units of `PROGRESS`."""
_POINTS: Final = 0.2
"""What a unit of `PROGRESS` comes to at the end, in points."""
_WORTH: Final = (PROGRESS, tuple(reversed(PROGRESS)))
"""What a pawn of each colour is worth by its row."""


class LinjaEvaluator(Evaluator[LinjaState]):
    """Looks at what `careful` looks at, several turns ahead."""

    width = Width(keep=6, more=1.5, warm=12.0, bonus=1.0)
    nodes = 6_000
    trust = Trust(spread=170, shift=-10)

    def rank(self, state: LinjaState, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return all turns by what they gain on the board, and those that end the game by who wins it."""
        pawns = state.pawns
        moves = legal_turns(pawns, seat, any_pawn=state.any_pawn)
        worth = _ending if _near_end(pawns) else _gain
        found = [(worth(state, seat, move), random.random(), move) for move in moves]
        found.sort(key=lambda entry: entry[:2], reverse=True)
        return [(value, move) for value, _, move in found]

    def leaf(self, state: LinjaState, known: Known, random: Random) -> Estimate:  # noqa: ARG002
        """Return the chances by how far the pawns have come, and whose turn it is."""
        half = balance(state.pawns) + (_TEMPO if state.turn == 0 else -_TEMPO)
        return Estimate(shares((half, 0.0), _SCALE), (half * _POINTS, 0.0))


def balance(pawns: Pawns) -> int:
    """Return by how much Red's pawns have come further than Black's."""
    red, black = pawns
    return sum(PROGRESS[row] * (red[row] - black[ROWS - 1 - row]) for row in range(ROWS))


def _gain(state: LinjaState, seat: Seat, move: Move) -> float:  # noqa: ARG001
    """Return what the steps of a turn gain: a pawn of the other's pushed back counts as well."""
    total = 0
    for kind, start, end in cast("tuple[Step, ...]", move):
        worth = _WORTH[1 - seat] if kind == "theirs" else _WORTH[seat]
        total += (worth[end] - worth[start]) * (-1 if kind == "theirs" else 1)
    return float(total)


def _ending(state: LinjaState, seat: Seat, move: Move) -> float:
    turn = play_turn(state.pawns, seat, move, any_pawn=state.any_pawn)
    if not turn.ended:
        return _gain(state, seat, move)
    own, other = points(turn.pawns)[seat], points(turn.pawns)[1 - seat]
    return float(DECIDED * ((own > other) - (own < other)))


def _near_end(pawns: Pawns) -> bool:
    """Tell whether so few pawns have still to pass that one turn may end the game."""
    red, black = pawns
    lowest = next(row for row in range(ROWS) if red[row])
    highest = next(row for row in reversed(range(ROWS)) if black[row])
    return min(sum(red[: highest + 1]), sum(black[lowest:])) <= LONGEST


EVALUATOR: Final = LinjaEvaluator()
