"""Who may vote on an absent seat, or claim its absence."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.position import Position


def may_vote(position: Position, voter: Seat, seat: Seat) -> bool:
    """Tell whether ``voter`` has a vote on what ``seat`` owes the open round: at least three must be in."""
    both = {voter, seat} <= set(position.seats) and voter != seat
    return (
        both and len(position.seats) > 2 and seat in position.due and not (position.over or position.paused)
    )


def may_claim(position: Position, voter: Seat, seat: Seat) -> bool:
    """Tell whether ``voter`` may claim that ``seat`` gives nothing to the open round: only two may be in."""
    both = set(position.seats) == {voter, seat} and voter != seat
    return both and seat in position.due and not (position.over or position.paused)
