"""A lesson as data: steps that say what is to be learnt, set up a position, and ask for a certain move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgames.contract import Face, Seat, Slot
from p2pgames.text import Message


@dataclass(frozen=True, slots=True)
class Setting:
    """A position that a step begins with, and every card of its decks where it lies."""

    state: Any
    cards: Mapping[Slot, Face] = field(default_factory=dict)
    held: Mapping[Slot, Seat] = field(default_factory=dict)
    """The slots that one seat alone has seen; what nobody has seen is not in it."""
    public: Mapping[Slot, Face] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn, by one move."""

    learn: Message
    """What is to be learnt."""
    task: Message
    """What is to be done for it now."""
    moves: tuple[str, ...] = ()
    """The moves that are asked for, in notation: any of them will do; empty if every legal one does."""
    why: Message | None = None
    """Why another legal move is not what is asked for, where that needs to be said."""
    replies: tuple[str, ...] = ()
    """The moves that the others make after it."""
    rolls: tuple[tuple[int, ...], ...] = ()
    """What is rolled after it, one after the other; what more is rolled is left to chance."""
    at: Callable[[], Setting] | None = None
    """Makes the position the step begins with; None if it goes on from the step before."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How a game is learnt by playing: the pupil sits at ``seat``, and the last step ends the game."""

    steps: tuple[Step, ...]
    seats: int = 2
    seat: Seat = 0
    options: Mapping[str, str] = field(default_factory=dict)
