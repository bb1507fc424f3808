"""A run of moves by one seat that nobody has seen yet: it can be taken back until it is sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from p2pgames.contract import AnyRules, Choose, Event, Move, Moved, Open, Opened, Over, Roll, Rolled, Seat

FAR = 8
"""Rolls and openings in a row after a move that are looked through."""


class Final(Enum):
    """Why a move deserves a question before it is sent."""

    NOTHING = ""
    """It is a move like any other."""
    END = "end"
    """The game ends with it."""
    CHANCE = "chance"
    """Dice roll or cards are opened, and then the same seat goes on."""


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

    @property
    def final(self) -> Final:
        """What makes the draft a step that deserves a question: the end of the game, or chance before the seat goes on.

        Cards that are drawn when the turn is over decide nothing that the seat could have chosen otherwise.
        """
        state = self.state
        for _ in range(FAR):
            match self.rules.ask(state):
                case Over():
                    return Final.END if state is self.state else Final.NOTHING
                case Choose(seat):
                    return Final.CHANCE if seat == self.seat and state is not self.state else Final.NOTHING
                case Roll(sides):
                    event: Event = Rolled((0,) * len(sides))
                case Open(slots) if all(seat is not None for _slot, seat in slots):
                    event = Opened(tuple((slot, None) for slot, _seat in slots))
                case _:
                    return Final.NOTHING
            state = self.rules.apply(state, event)
        return Final.NOTHING

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
