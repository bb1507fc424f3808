"""A position of Shuttle: all that both players know, and nothing that one of them hides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Face, Seat, Wire

NOBODY: Final = -1
DEPOT: Final = 5
"""How many stops a depot is from the middle: that of seat 0 to the left, that of seat 1 to the right."""
TICKETS: Final = tuple(str(number) for number in range(1, 13))
DECK: Final = "tickets"


@dataclass(frozen=True, slots=True)
class State:
    """Hands hold places in the sealed deck; what is printed on these tickets only their owners know."""

    turn: Seat = NOBODY
    tram: int = 0
    """Stops to the right of the middle; negative to the left of it."""
    sealed: bool = False
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    drawing: tuple[Seat, ...] = (0, 1, 0, 1, 0, 1)
    """Who draws the next tickets."""
    drawn: int = 0
    shown: tuple[Face, ...] = ()
    gone: Seat = NOBODY

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.gone != NOBODY or abs(self.tram) == DEPOT or len(self.shown) == len(TICKETS)

    def wire(self) -> Wire:
        """Return it as plain values."""
        return (
            self.turn, self.tram, self.sealed, self.hands, self.drawing, self.drawn, self.shown, self.gone,
        )  # fmt: skip
