"""A bot for any game that counts points: it takes the move after which it leads by most."""

from __future__ import annotations

from random import Random
from typing import Any

from p2pgames.contract import AnyRules, Known, Move, Moved, Seat


def leader(rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:
    """Return the legal move with the largest lead right after it; one of several at random."""

    def lead(move: Move) -> int:
        points = rules.scores(rules.apply(state, Moved(seat, move))) or (0,) * (seat + 1)
        return points[seat] - max((each for other, each in enumerate(points) if other != seat), default=0)

    moves = rules.moves(state, seat, known)
    most = max(map(lead, moves))
    return random.choice([move for move in moves if lead(move) == most])
