"""What is said of a table that leaves no record: a what-if, or a lesson."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table.session import TableSession


def title(session: TableSession) -> str:
    """Return what the table is called."""
    return headed(_("What if") if session.course is None else _("Lesson"), session.game.title)


def greeting(session: TableSession) -> Iterator[str]:
    """Yield what it is, and how something is taken back."""
    if session.course is None:
        yield _("This is a what-if: nothing here is saved.")
        yield _("back takes your last move back.")
    else:
        yield _("This is a lesson: nothing here is saved.")
        yield _("hint shows a move that is asked for, back goes back a step.")


def question(session: TableSession) -> str:
    """Return what is asked before it is left."""
    if session.course is None:
        return _("Leave the what-if? Nothing of it is saved.")
    return _("Leave the lesson?")


def farewell(session: TableSession) -> str:
    """Return what is said when it has been left."""
    if session.course is None:
        return _("You have left the what-if. Nothing of it is saved.")
    return _("You have left the lesson.")
