"""Lessons: each step can be done, every other move is answered, and the last one ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.game import Game
from p2pgames_protocol.local.course import Course
from p2pgames_protocol.testing.game.broken import expect, fail
from p2pgames_protocol.testing.game.case import Case
from p2pgames_protocol.testing.game.position import NAMES

FEW: Final = 40
"""Moves that are tried at a step beside those it asks for."""


def taught(case: Case, _random: Random) -> None:
    """Check the lesson of a game from its first step to its last."""
    done(case.game)


def done(game: Game) -> Course:
    """Do the lesson, and try what it does not ask for; return it at its end."""
    if game.lesson is None:
        fail("The game has no lesson.")
    course = Course(game.rules, game.lesson, NAMES[: game.lesson.seats])
    while course.step is not None:
        number, right = course.at + 1, asked(course)
        others = [move for move in legal(course) if move not in right] if right else []
        for move in others[:: max(1, len(others) // FEW)]:
            answered(course, move)
        _act(course, right[0] if right else legal(course)[0])
        expect(course.at == number, f"Step {number} is done, and the next one does not begin.")
    expect(course.handle.replica.finished, "The last step of the lesson does not end the game.")
    return course


def _act(course: Course, move: Move) -> None:
    try:
        course.handle.signer.act(move)
    except Illegal as refusal:
        fail(f"Step {course.at + 1} cannot be done as it is written: {refusal}")


def asked(course: Course) -> list[Move]:
    """Return the moves that the step asks for; none if every legal one will do."""
    return [read(course, text) for text in course.step.moves] if course.step is not None else []


def legal(course: Course) -> Sequence[Move]:
    """Return the legal moves where the lesson is."""
    replica = course.handle.replica
    listed = replica.rules.moves(replica.position.state, course.lesson.seat, replica.known)
    expect(listed, f"At step {course.at + 1} the pupil has no move.")
    return listed


def read(course: Course, text: str) -> Move:
    """Return the move that a text means where the lesson is; raise `Broken` if it means none."""
    replica, seat = course.handle.replica, course.lesson.seat
    try:
        return replica.rules.parse(replica.position.state, seat, replica.known, text)
    except Illegal as refusal:
        fail(f"Step {course.at + 1} asks for {text!r}, which is refused: {refusal}")


def answered(course: Course, move: Move) -> None:
    """Check that a move that is not asked for changes nothing, and is told why."""
    step, before = course.step, course.handle.replica.position
    try:
        course.handle.signer.act(move)
    except Illegal as refusal:
        said = "" if step is None else str(step.why or step.task)
        expect(said in str(refusal), f"Step {course.at + 1} does not say why {move!r} will not do.")
        expect(
            course.handle.replica.position is before,
            f"At step {course.at + 1} a refused move changed something.",
        )
        return
    fail(f"Step {course.at + 1} takes {move!r}, which it does not ask for.")
