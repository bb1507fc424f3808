"""The legal moves of a turn, to complete what is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.telling import effect
from p2pgames.text import Message, as_notation


@dataclass(frozen=True, slots=True)
class Choices:
    """Every legal move with its text, in the order of the rules."""

    rules: AnyRules
    state: Any
    seat: Seat
    moves: tuple[tuple[str, Move], ...]

    @classmethod
    def of(cls, rules: AnyRules, state: Any, seat: Seat, known: Known) -> Choices:
        """List the moves; this may take a while in games with very many."""
        legal = rules.moves(state, seat, known)
        return cls(rules, state, seat, tuple((rules.text(state, seat, move), move) for move in legal))

    def beginning(self, typed: str) -> tuple[tuple[str, Move], ...]:
        """Return the moves whose text begins with what is typed; case and extra blanks do not matter."""
        start = " ".join(as_notation(typed).lower().split())
        return tuple((text, move) for text, move in self.moves if text.lower().startswith(start))

    def effect(self, move: Move) -> Message | None:
        """Return in one line what a move brings about."""
        return effect(self.rules, self.state, self.seat, move)
