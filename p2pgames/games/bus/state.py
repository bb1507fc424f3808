"""The state of a game: everything on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames.contract import Seat, Wire
from p2pgames.games.bus.board import EMPTY, RIDERS, STICKS, STONES, Area, Board, City, Crossing


class Task(StrEnum):
    """What is to be decided next."""

    ROLL = "roll"
    """Chance says who begins."""
    FIRST = "first"
    """The first stick of a line."""
    CHOOSE = "choose"
    """A marker, or to pass."""
    LINE = "line"
    """A stick that extends a line; also the second one of the set-up."""
    RIDERS = "riders"
    """A station for a new passenger."""
    BUILD = "build"
    """A building; also those of the set-up."""
    CLOCK = "clock"
    """Whether time stops."""
    VROOMM = "vroomm"
    """A passenger to be carried."""
    OVER = "over"
    """Nothing: the game has ended."""


class End(StrEnum):
    """Why the game has ended. The values stand in the digest of the state, so they never change."""

    NOT_YET = ""
    """It goes on."""
    NO_STONE = "The last time stone is taken."
    NO_SITE = "No building site is free."
    NO_MARKERS = "At most one player has markers left."
    ALL_LEFT = "All the others have left."


Line = tuple[Crossing, ...]
"""The crossings of a line from head to head, the head that moved last at the end; empty before it begins."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. Tuples named in the plural hold one entry for each seat, but ``riders`` and ``built``.

    ``turn`` is to decide ``task``, ``todo`` times at most; ``queue`` holds the decisions of the set-up that
    come after it, and ``step`` the space of `areas.ORDER` that is being carried out, -1 before. ``spaces``
    is the action board. ``points`` are gross, without stones. ``stack`` holds the seats in the order in
    which they came to their points. ``riders`` counts passengers and ``built`` holds the types of
    buildings, in the order of the sites, for each crossing. ``why`` says how the game ended.
    """

    city: City
    seats: int
    start: Seat
    lines: tuple[Line, ...]
    markers: tuple[int, ...]
    buses: tuple[int, ...]
    points: tuple[int, ...]
    stones: tuple[int, ...]
    stack: tuple[Seat, ...]
    riders: tuple[int, ...]
    built: tuple[tuple[int, ...], ...]
    task: Task = Task.ROLL
    turn: Seat = -1
    todo: int = 0
    step: int = -1
    queue: tuple[tuple[Task, Seat], ...] = ()
    spaces: Board = EMPTY
    passed: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()
    clock: int = 0
    round: int = 0
    why: End = End.NOT_YET

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def fleet(self) -> int:
        """The largest number of buses anybody has, of those who have left too."""
        return max(self.buses)

    @property
    def waiting(self) -> int:
        """The passengers that are not in the city yet."""
        return RIDERS - sum(self.riders)

    @property
    def stones_left(self) -> int:
        """The time stones nobody has taken."""
        return STONES[self.seats] - sum(self.stones)

    def sticks(self, seat: Seat) -> int:
        """Return how many sticks the seat still has."""
        return STICKS[self.seats] - max(0, len(self.lines[seat]) - 1)

    def yields(self, area: Area, space: int) -> int:
        """Return how many sticks, passengers or buildings a space of one of these three areas yields now."""
        extra = 1 if area is Area.LINE and self.seats == max(STICKS) else 0
        return max(0, self.fleet + extra - space)

    def after(self, seat: Seat) -> Seat:
        """Return the next seat to the left that is still inside."""
        return next(
            each for step in range(1, self.seats + 1) if (each := (seat + step) % self.seats) not in self.gone
        )


def added(counts: tuple[int, ...], at: int, change: int = 1) -> tuple[int, ...]:
    """Return the counts with one of them changed."""
    return (*counts[:at], counts[at] + change, *counts[at + 1 :])


def wire(state: State) -> Wire:
    """Return the whole state as plain values."""
    return (
        state.city.name,
        state.seats,
        state.start,
        state.lines,
        state.markers,
        state.buses,
        state.points,
        state.stones,
        state.stack,
        state.riders,
        state.built,
        state.task.value,
        state.turn,
        state.todo,
        state.step,
        tuple((task.value, seat) for task, seat in state.queue),
        state.spaces,
        state.passed,
        state.gone,
        state.clock,
        state.round,
        state.why.value,
    )
