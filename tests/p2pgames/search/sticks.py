"""A game as small as a search needs, and what thinks about it."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.contract import Choose, Illegal, Moved, Over, Result, Roll, Rolled
from p2pgames.search.evaluator import UNIT, Estimate, Evaluator, Width
from p2pgames.text import as_it_is


@dataclass(frozen=True)
class Heap:
    """Take one to three sticks; who takes the last one wins. With dice, a fourth of the turns lose a stick more."""

    left: int
    turn: int = 0
    dice: bool = False
    rolling: bool = False


class Sticks:
    """As much of rules as a search needs."""

    def ask(self, state):
        if state.left <= 0:
            return Over(Result((2, 1) if state.turn == 0 else (1, 2), None, as_it_is("")))
        return Roll((4,)) if state.rolling else Choose(state.turn)

    def apply(self, state, event):
        match event:
            case Moved(_, taken) if 1 <= taken <= min(3, state.left):
                return Heap(state.left - taken, 1 - state.turn, state.dice, state.dice)
            case Rolled((value,)):
                return Heap(state.left - (value == 0 and state.left > 1), state.turn, state.dice)
        raise Illegal(as_it_is("No."))


class Taker(Evaluator):
    """Knows the moves and nothing else."""

    width = Width(keep=3, more=1.0, warm=1.0, bonus=1.0, grow=1.0)

    def rank(self, state, seat, known, random):
        return [(0.0, taken) for taken in range(1, min(3, state.left) + 1)]

    def leaf(self, state, known, random):
        return Estimate((UNIT // 2, UNIT // 2), (3.0, 1.0))
