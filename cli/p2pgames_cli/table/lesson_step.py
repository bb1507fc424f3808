"""A step of a lesson, in words: where it stands, what is learnt, and what is to be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from p2pgames.text import Message, Verbatim, with_message
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named
from p2pgames_cli.table import sentences

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course


@dataclass(frozen=True, slots=True)
class LessonStep:
    """What is said at a step; after the last one what to do next stands in ``task``."""

    number: int
    count: int
    learn: str
    task: str

    @property
    def head(self) -> str:
        """Which step it is; after the last one nothing."""
        if self.over:
            return ""
        return _("{number} of {count}").format(number=self.number, count=self.count)

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return self.number > self.count

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences one after the other."""
        return headed(self.head, self.learn) if self.head else self.learn, self.task


def is_learnt(course: Course | None) -> bool:
    """Tell whether all steps of a lesson are done: a game against a bot may follow it."""
    return course is not None and course.step is None


def current_step(course: Course, *, has_button: bool = False) -> LessonStep:
    """Return what is said now; after the last step what to type next, unless a key or a button begins the game."""
    count, replica = len(course.lesson.steps), course.handle.replica
    names = replica.names
    if (step := course.step) is None:
        after = sentences.NOW_PLAY if has_button else _next(course)
        return LessonStep(count + 1, count, named(sentences.LEARNT), named(after))
    learn = named(step.learn, names)
    if course.fresh:
        learn = f"{_('A new position.')} {learn}"
    return LessonStep(course.at + 1, count, learn, named(step.task, names))


def step_place(course: Course, here: Callable[[str], Message | None]) -> str:
    """Return the spot that the step is about, of which ``here`` tells what stands there; empty if it names none."""
    words = course.step.moves[0].split() if course.step is not None and course.step.moves else []
    return next((word for word in reversed(words) if here(word) is not None), "")


def move_target(course: Course, here: Callable[[str], Message | None]) -> str:
    """Return the first spot of the move that is asked for, where the task names it; else the pupil is to find it."""
    if course.step is None or not course.step.moves:
        return ""
    first = course.step.moves[0]
    named_there = set(re.findall(r"\w+", str(course.step.task)))
    words = [*first.split(), *re.findall(r"\w+", first)]
    spot = next((word for word in words if here(word) is not None), "")
    return spot if named_there.issuperset(re.findall(r"\w+", spot)) else ""


def as_data(course: Course) -> Mapping[str, Any]:
    """Return the same for programs."""
    step, count = course.step, len(course.lesson.steps)
    learn, task = (sentences.LEARNT, _next(course)) if step is None else (step.learn, step.task)
    numbers = {
        "step": min(course.at + 1, count),
        "of": count,
        "done": step is None,
        "new_position": course.fresh,
    }
    moves = [] if step is None else list(step.moves)
    return {**numbers, **with_message("learn", learn), **with_message("task", task), "moves": moves}


def _next(course: Course) -> Message:
    """Return what to type after the lesson."""
    replica = course.handle.replica
    rules = replica.rules
    bots = " ".join(f"--bot {number}=easy" for number in range(2, rules.players[0] + 1))
    return sentences.PLAY_NEXT(game=Verbatim(rules.name), bots=Verbatim(bots))
