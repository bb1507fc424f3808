"""A player made of code."""

from __future__ import annotations

from random import Random

from p2pgames.contract import AnyRules, Known, Move, Seat
from shuttle.state import TICKETS, State
from shuttle.turn import read, show, stops


def careful(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:
    """Choose the ticket that brings the tram farthest, less what an unseen ticket would take it back on average."""
    moves = rules.moves(state, seat, known)
    return max(moves, key=lambda move: (_worth(state, seat, known, move), random.random()))


def _worth(state: State, seat: Seat, known: Known, move: Move) -> float:
    after = show(state, seat, move)
    unseen = [face for face in TICKETS if face not in known.values()]
    back = sum(stops(after, face) for face in unseen)
    return stops(state, read(move)[1]) - back / max(len(unseen), 1)
