"""A seat of a game that is only tried out, and what it sees of the cards."""

from __future__ import annotations

from typing import Protocol

from p2pgames.contract import Illegal, Known, Move, Seat, Why
from p2pgames.messages import NOT_YOUR_TURN
from p2pgames_protocol.log.decks import DecksState
from p2pgames_protocol.log.departures import without
from p2pgames_protocol.log.messages import NOTHING_TO_RESIGN
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.faces import Faces
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.turn import TURN
from p2pgames_protocol.log.signer.voting import Voting


class TrialGame(Protocol):
    """The game: it deals, and knows every card."""

    def move(self, seat: Seat, move: Move) -> None:
        """Make a move; raise `Illegal`, and change nothing, if it is not allowed."""

    def leave(self, seat: Seat) -> None:
        """Take a seat out of the game; raise `Illegal` if it may not leave."""

    def sees(self, seat: Seat, decks_state: DecksState) -> Known:
        """Return the faces a seat has seen."""


class Trial:
    """A seat of a game that is only tried out: used like a `Signer`, and never signing."""

    behind = False

    def __init__(self, game: TrialGame, replica: Replica, seat: Seat) -> None:
        self.seat = seat
        self.replica = replica
        self.voting = _NobodyAway(replica, seat)
        self._game = game

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to choose."""
        position = self.replica.position
        return position.kind is TURN and self.seat in position.due

    def act(self, move: Move, at: bytes | None = None) -> None:  # noqa: ARG002
        """Make a move; raise `Illegal` if it is not this seat's turn or not allowed."""
        if not self.my_turn:
            raise Illegal(NOT_YOUR_TURN())
        self._game.move(self.seat, move)

    def after_resigning(self) -> Position:
        """Return what would follow if this seat resigned now."""
        return without(self.replica.position, self.seat, Why.RESIGNED, ())

    def resign(self) -> None:
        """Leave the game; raise `Illegal` when there is nothing to leave."""
        if self.replica.finished or self.seat not in self.replica.position.seats:
            raise Illegal(NOTHING_TO_RESIGN)
        self._game.leave(self.seat)


class Seen(Faces):
    """The faces that one seat has seen: the game knows every card."""

    def __init__(self, game: TrialGame, seat: Seat) -> None:
        self._game = game
        self._seat = seat

    def known(self, decks_state: DecksState) -> Known:
        """Return those open to all, and those of the seat's own cards."""
        return self._game.sees(self._seat, decks_state)


class _NobodyAway(Voting):
    """The votes of a seat all of whose others are here."""

    def votable(self) -> tuple[Seat, ...]:
        """Return nobody."""
        return ()
