"""Who may vote on an absent seat."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.position import Position


def may_vote(position: Position, voter: Seat, seat: Seat) -> bool:
    """Tell whether ``voter`` has a vote on what ``seat`` owes the open round."""
    both = {voter, seat} <= position.inside and voter != seat
    return both and seat in position.due and not (position.over or position.paused)


def between_two(position: Position) -> bool:
    """Tell whether one vote on the open round puts a seat out, and the game has no places if that is contested.

    Between two nothing can tell a move that one denies from a player who was silent and comes up with a move once the
    game is lost. Among more the others are witnesses.
    """
    return len(position.seats) == 2
