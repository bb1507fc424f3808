"""What a game tells the search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from p2pgames.contract import Event, Face, Known, Move, Rules, Seat, Slot
from p2pgames.search.chances import Chances
from p2pgames.search.trust import FULL, Trust
from p2pgames.telling import effect
from p2pgames.text import Message

S = TypeVar("S")
Ranked: TypeAlias = tuple[float, Move]
"""A move with what it promises its seat, in points of the game."""


class Judged(NamedTuple):
    """How a position looks: the chance of each seat to win, and how it stands, in points or whatever is counted."""

    chances: Chances
    stands: Sequence[float]


@dataclass(frozen=True, slots=True)
class Width:
    """How a search spreads its visits."""

    keep: int
    """How many of the best ranked moves are tried from the first."""
    more: float
    """How many more for each root of the visits."""
    warm: float
    """Points by which a move must rank lower to be e times less likely at first."""
    bonus: float
    """What little-tried moves are given on top of their average, as a share of a win."""
    grow: float = 0.5
    """After n visits n to this power outcomes are kept where chance or hidden cards decide."""


class Evaluator(ABC, Generic[S]):
    """How a game is thought about. ``known`` holds what the seat has seen, or a guessed world.

    Equal arguments, and an equal state of ``random``, give equal answers everywhere: no float may depend on the sum
    of several others, on ``exp`` or on a power, unless it is rounded (`p2pgames.search.chances`, ``math.fsum``).
    """

    width: ClassVar[Width]
    hidden: ClassVar[bool] = False
    """Whether seats hold faces that others have not seen."""
    turns: ClassVar[bool] = False
    """Whether seats stand by turns that they are ahead; else by points."""
    nodes: ClassVar[int] = 400
    """What a hint looks at: about what a core gives in 0.4 s."""
    trust: ClassVar[Trust] = FULL
    """What finished games made of the chances that a search states."""

    @abstractmethod
    def rank(self, state: S, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:
        """Return the moves of the seat at turn that are worth a thought, at least one, the most promising first."""

    @abstractmethod
    def leaf(self, state: S, known: Known, random: Random) -> Judged:
        """Return the chance of each seat to win and how it stands, in a state where somebody is to move."""

    def guess(self, state: S, seat: Seat, known: Known, random: Random) -> Known:  # noqa: ARG002
        """Return a world that could be: what the seat knows, and faces for what others hold."""
        return known

    def draw(self, state: S, slot: Slot, known: Known, random: Random) -> Face:
        """Return a face that could lie at a slot nobody has seen in this world."""
        raise NotImplementedError(f"{type(self).__name__} draws nothing.")

    def apply(self, rules: Rules[S], state: S, event: Event) -> S:
        """Return the state after an event that is known to be legal; a game may leave out the checks."""
        return rules.apply(state, event)

    def tell(self, rules: Rules[S], state: S, seat: Seat, known: Known, move: Move) -> Message | None:  # noqa: ARG002
        """Return in one line what a legal move changes, as far as its seat may know; None if nothing can be named."""
        return effect(rules, state, seat, move)
