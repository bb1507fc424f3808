"""What a game tells the search: which moves promise most, and what the chances of each seat are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from p2pgames.contract import Event, Face, Known, Move, Result, Rules, Seat, Slot, effect_of_move
from p2pgames.text import Message

S = TypeVar("S")
Ranked: TypeAlias = tuple[float, Move]
"""A move with what it promises its seat, in points of the game."""


# Chances to win, one for each seat, in whole millionths.
#
# The last digits of ``exp`` differ between computers, and sums of floats between Python versions: whole numbers do
# not.

UNIT: Final = 1_000_000
"""A sure win."""
Chances: TypeAlias = tuple[int, ...]
_FAR: Final = -30.0
"""Less than this makes no millionth: e to this power is below a ten-millionth of one."""


def shares(stands: Sequence[float], scale: float, out: Iterable[Seat] = ()) -> Chances:
    """Return chances from how seats stand: ``scale`` points more make a seat e times as likely to win.

    Seats that are ``out`` cannot win; somebody is inside.
    """
    gone = frozenset(out)
    most = max(stand for seat, stand in enumerate(stands) if seat not in gone)
    weights = [
        0 if seat in gone else round(UNIT * exp(max(_FAR, (stand - most) / scale)))
        for seat, stand in enumerate(stands)
    ]
    total = sum(weights)
    return tuple(UNIT * weight // total for weight in weights)


def ended(result: Result) -> Chances:
    """Return the chances at the end of a game; a win is shared."""
    winners = result.winners
    share = UNIT // len(winners)
    return tuple(share if place == 1 else 0 for place in result.places)


class Estimate(NamedTuple):
    """How a position looks: the chance of each seat to win, and how it stands, in points or whatever is counted."""

    chances: Chances
    stands: Sequence[float]


@dataclass(frozen=True, slots=True)
class Width:
    """How a search spreads its visits.

    Each game's numbers were tried in matches against its usual bot; docs/bots.md says how strong they made it.
    """

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


# How far a stated chance is to be believed: what came of such chances in finished games.

_LEAST: Final = 0.002
"""Nothing is thought surer than this, unless it is proved: no few hundred finished games could tell it apart."""


@dataclass(frozen=True, slots=True)
class Trust:
    """A rising curve from stated to likely chances, in whole numbers that ``python -m benchmarks.calibration`` fits."""

    spread: int
    """How far a chance that is off the even one is believed, in percent: 100 all the way, 50 the odds' square root."""
    shift: int
    """What is added to the logarithm of the odds, in hundredths: above 0 for those who understate."""
    points: int = 100
    """How much came of a stated lead, in percent."""

    def of(self, chance: float, even: float) -> float:
        """Return what a stated chance comes to, where equals would have ``even``."""
        return 1 / (1 + exp(-(odds(even) + self.spread / 100 * off(chance, even) + self.shift / 100)))


FULL: Final = Trust(100, 0)
"""What is stated is believed."""


def odds(chance: float) -> float:
    """Return the logarithm of the odds, of a chance that is neither nothing nor sure."""
    inside = min(1 - _LEAST, max(_LEAST, chance))
    return log(inside / (1 - inside))


def off(chance: float, even: float) -> float:
    """Return how far a chance is from the even one, in logarithms of the odds."""
    return odds(chance) - odds(even)


class Evaluator(ABC, Generic[S]):
    """How a game is thought about. ``known`` holds what the seat has seen, or a guessed world.

    Equal arguments, and an equal state of ``random``, give equal answers everywhere: no float may depend on the sum
    of several others, on ``exp`` or on a power, unless it is rounded (`p2pgames.search.evaluator`, ``math.fsum``).
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
    def leaf(self, state: S, known: Known, random: Random) -> Estimate:
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
        return effect_of_move(rules, state, seat, move)
