"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from p2pgames.contract import Move, Seat
from p2pgames.search.chances import UNIT
from p2pgames.search.node import FINE, Node, Option


class Why(StrEnum):
    """Why a search ended."""

    RUNNING = "running"
    """It has not: this is a report under way."""
    NODES = "nodes"
    """The nodes are used up."""
    STOPPED = "stopped"
    """It was told to stop."""
    FORCED = "forced"
    """There is one move only."""
    DECIDED = "decided"
    """No other move could still get more visits."""
    SOLVED = "solved"
    """The position is played out to the end."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was tried."""

    move: Move
    visits: int
    chance: float
    """The chance to win with it, 0 to 1."""
    error: float
    """The standard error of the chance, of sampling alone: the judgement of positions has its own."""
    sure: bool
    """Whether the chance comes from playing on to the end of the game."""
    chances: tuple[float, ...] = ()
    """The same for every seat, as an average of all positions that were looked at; empty if there was none."""
    lead: float | None = None
    """What the seat may expect to be ahead of the best other at the end; None if nothing is counted."""


@dataclass(frozen=True, slots=True)
class Report:
    """The moves that were tried, the best first; ``nodes`` is how many positions were looked at."""

    choices: tuple[Choice, ...]
    nodes: int
    why: Why

    @property
    def best(self) -> Choice:
        """The move to make."""
        return self.choices[0]


def report(root: Node, nodes: int, why: Why) -> Report:
    """Return what the tree says now; before the first node the first of the ranking alone."""
    options = root.options or []
    tried = [option for option in options if option.visits] or options[:1]
    tried.sort(key=lambda option: _merit(option, root.seat))
    return Report(tuple(_choice(option, root.seat) for option in tried), nodes, why)


def _merit(option: Option, seat: Seat) -> tuple[bool, bool, int, int]:
    """A proved win comes first and a proved loss last; else most visits say most."""
    sure = None if option.exact is None else option.exact[seat]
    return sure != UNIT, sure == 0, -option.visits, -option.total


def _choice(option: Option, seat: Seat) -> Choice:
    if not option.visits:
        return Choice(option.move, 0, 0.5, 0.5, sure=False)
    lead = option.lead / option.leads / FINE if option.leads else None
    if option.exact is not None:
        chances = tuple(chance / UNIT for chance in option.exact)
        return Choice(option.move, option.visits, chances[seat], 0.0, sure=True, chances=chances, lead=lead)
    mean = option.total / option.visits / UNIT
    spread = max(0.0, option.squares / option.visits / UNIT**2 - mean * mean)
    error = sqrt(spread / option.visits)
    chances = tuple(total / option.visits / UNIT for total in option.sums)
    return Choice(option.move, option.visits, mean, error, sure=False, chances=chances, lead=lead)
