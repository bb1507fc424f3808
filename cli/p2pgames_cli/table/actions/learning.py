"""What can be asked of a lesson: what is to be done now, and a move that does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2pgames.contract import Illegal
from p2pgames.text import Verbatim
from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.table import lesson_step, messages
from p2pgames_cli.table.actions.action import Action, Answer
from p2pgames_cli.table.table_model import TableModel

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course


def lesson(model: TableModel, _argument: None) -> Answer:
    """Say the step of the lesson again."""
    course = model.course
    if course is None:
        raise Illegal(messages.NO_LESSON)
    return Answer(lesson_step.now(course).lines, lambda: lesson_step.as_data(course))


def shown(model: TableModel, course: Course) -> Answer:
    """Show a move that the step asks for."""
    text = next(iter(course.step.moves), "") if course.step is not None else ""
    said = messages.TRY(move=Verbatim(text)) if text else messages.AS_YOU_LIKE
    return Answer([model.named(said)], lambda: lesson_step.as_data(course))


LESSON: Final = Action(
    "lesson",
    N_("lesson"),
    N_("say again what this step of the lesson asks for"),
    lesson,
    available=lambda model: model.course is not None,
)
