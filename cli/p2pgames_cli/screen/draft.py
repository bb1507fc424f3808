"""A run of moves by one seat that nobody has seen yet: it can be taken back until it is sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from p2pgames.contract import AnyRules, Choose, Move, Moved, Seat


@dataclass(frozen=True, slots=True)
class Draft:
    """Moves on top of the position at the table."""

    rules: AnyRules
    seat: Seat
    states: tuple[Any, ...]
    """The state at the table, and after every move of the draft."""
    moves: tuple[Move, ...] = ()

    @property
    def state(self) -> Any:
        """The state after the draft."""
        return self.states[-1]

    @property
    def goes_on(self) -> bool:
        """Whether the same seat is to choose again: then nothing must be sent yet."""
        ask = self.rules.ask(self.state)
        return isinstance(ask, Choose) and ask.seat == self.seat

    def add(self, move: Move) -> Draft:
        """Return the draft with one more legal move."""
        after = self.rules.apply(self.state, Moved(self.seat, move))
        return replace(self, states=(*self.states, after), moves=(*self.moves, move))

    def undo(self) -> Draft:
        """Return the draft without its last move."""
        return replace(self, states=self.states[:-1], moves=self.moves[:-1]) if self.moves else self

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves in the game's notation."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(self.rules.text(state, self.seat, move) for state, move in pairs)
