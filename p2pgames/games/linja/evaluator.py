"""How Linja is thought about: how far pawns have come, searched deep."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.linja.bots import PROGRESS
from p2pgames.games.linja.state import ROWS, Pawns, State, points
from p2pgames.games.linja.turn import LONGEST, Step, legal, play
from p2pgames.search.chances import shares
from p2pgames.search.evaluator import Evaluator, Judged, Ranked, Width
from p2pgames.search.trust import Trust

_SCALE: Final = 22.0
_TEMPO: Final = 4.0
"""What the turn is worth, in units of `PROGRESS`."""
_POINTS: Final = 0.2
"""What a unit of `PROGRESS` comes to at the end, in points."""
_DECIDED: Final = 1000.0
_WORTH: Final = (PROGRESS, tuple(reversed(PROGRESS)))
"""What a pawn of each colour is worth by its row."""


class LinjaEvaluator(Evaluator[State]):
    """Looks at what `careful` looks at, several turns ahead."""

    width = Width(keep=6, more=1.5, warm=12.0, bonus=1.0)
    nodes = 6_000
    trust = Trust(spread=170, shift=-10)

    def rank(self, state: State, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return all turns by what they gain on the board, and those that end the game by who wins it."""
        pawns = state.pawns
        moves = legal(pawns, seat, any_pawn=state.any_pawn)
        worth = _ending if _near_end(pawns) else _gain
        found = [(worth(state, seat, move), random.random(), move) for move in moves]
        found.sort(key=lambda entry: entry[:2], reverse=True)
        return [(value, move) for value, _, move in found]

    def leaf(self, state: State, known: Known, random: Random) -> Judged:  # noqa: ARG002
        """Return the chances by how far the pawns have come, and whose turn it is."""
        half = balance(state.pawns) + (_TEMPO if state.turn == 0 else -_TEMPO)
        return Judged(shares((half, 0.0), _SCALE), (half * _POINTS, 0.0))


def balance(pawns: Pawns) -> int:
    """Return by how much Red's pawns have come further than Black's."""
    red, black = pawns
    return sum(PROGRESS[row] * (red[row] - black[ROWS - 1 - row]) for row in range(ROWS))


def _gain(state: State, seat: Seat, move: Move) -> float:  # noqa: ARG001
    """Return what the steps of a turn gain: a pawn of the other's pushed back counts as well."""
    total = 0
    for kind, start, end in cast("tuple[Step, ...]", move):
        worth = _WORTH[1 - seat] if kind == "theirs" else _WORTH[seat]
        total += (worth[end] - worth[start]) * (-1 if kind == "theirs" else 1)
    return float(total)


def _ending(state: State, seat: Seat, move: Move) -> float:
    turn = play(state.pawns, seat, move, any_pawn=state.any_pawn)
    if not turn.ended:
        return _gain(state, seat, move)
    own, other = points(turn.pawns)[seat], points(turn.pawns)[1 - seat]
    return _DECIDED * ((own > other) - (own < other))


def _near_end(pawns: Pawns) -> bool:
    """Tell whether so few pawns have still to pass that one turn may end the game."""
    red, black = pawns
    lowest = next(row for row in range(ROWS) if red[row])
    highest = next(row for row in reversed(range(ROWS)) if black[row])
    return min(sum(red[: highest + 1]), sum(black[lowest:])) <= LONGEST


EVALUATOR: Final = LinjaEvaluator()
