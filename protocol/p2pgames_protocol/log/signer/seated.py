"""What acts for a seat, whether anything is signed by that or not."""

from __future__ import annotations

from typing import Protocol

from p2pgames.contract import Move, Seat
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signer.voting import Voting


class Seated(Protocol):
    """A `Signer`, or a seat of a game that is only tried out."""

    @property
    def seat(self) -> Seat:
        """The seat."""

    @property
    def replica(self) -> Replica:
        """The game as this seat knows it."""

    @property
    def voting(self) -> Voting:
        """Which votes it may give now."""

    @property
    def behind(self) -> bool:
        """Whether it has signed what is built on rounds that are still open here."""

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may."""

    def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; raise `Illegal` if it is not this seat's turn or not allowed."""

    def after_resigning(self) -> Position:
        """Return what would follow if this seat resigned now and nothing else happened: what is asked next."""

    def resign(self) -> None:
        """Leave the game; raise `Illegal` when there is nothing to leave."""
