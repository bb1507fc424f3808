"""The line under the board: what is typed, an example of it, and what holds at the table."""

from __future__ import annotations

from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.status import brief
from p2pgames_cli.ui.styles import fitted, length, seen, width

FOOT: Final = 4
"""Rows under the board: preview or status, line, notice, keys."""
PROMPT: Final = N_("move> ")


def input_line(presenter: Presenter, columns: int) -> Row:
    """Return the line that is typed, and at its end what holds at the table; where both do not fit, its sign alone."""
    holds = "" if presenter.still or presenter.play_options.trial is not None else brief(presenter.guarantee)
    left = _typed(presenter, columns)
    example = _example(presenter)
    if length(left) + length(example) + width(holds) + 2 <= columns:
        left = (*left, *example)
    room = columns - length(left) - 2
    shown = holds if width(holds) <= room else holds[:1]
    ink = {"!": "bad reverse bold", "…": "bold"}.get(holds[:1], "")
    return (*fitted(left, columns - width(shown) - 2), ("", " "), (ink, shown), ("", " "))


def _typed(presenter: Presenter, columns: int) -> Row:
    if presenter.browsing and presenter.typed:
        return ("bold", f" {_('step>')} "), ("", f"{presenter.typed}▏")
    if presenter.mine is None:
        return (("", " " + _idle(presenter)),)
    return ("bold", f" {_(PROMPT)}"), ("", _seen(presenter, columns)[0])


def _seen(presenter: Presenter, columns: int) -> tuple[str, int]:
    """Return the part of the line that is seen, and the caret's column in it; at its end room is left for a sign."""
    return seen(presenter.typed, presenter.line.caret, columns - 5 - width(_(PROMPT)))


def _example(presenter: Presenter) -> Row:
    """Return how a move is typed, for a line that is empty yet; nothing while it could show a hand that is hidden."""
    hidden = presenter.overlay is not None or presenter.covered or presenter.veiled
    if (
        hidden
        or presenter.mine is None
        or presenter.typed
        or presenter.choices is None
        or not presenter.choices.moves
    ):
        return ()
    text = next((text for text, _ in presenter.choices.moves if text != "pass"), "pass")
    return ("", " "), ("dim", _("such as {move}").format(move=text))


def _idle(presenter: Presenter) -> str:
    if presenter.overlay is not None and presenter.overlay.tells_waiting:
        return ""
    seen_as = f", {presenter.onlooker}" if presenter.onlooker else ""
    happened = (
        presenter.place.history.of_round(presenter.step - 1) if presenter.still and presenter.step else ()
    )
    if happened:
        said = " ".join(history_text.sentence(presenter.replica, entry) for entry in happened)
        after = _("After step {step} of {count}").format(
            step=presenter.step, count=len(presenter.replica.log)
        )
        return f"{after}{seen_as}: {said}"
    if presenter.step is not None:
        said = _("The position after step {step} of {count}")
        return f"{said.format(step=presenter.step, count=len(presenter.replica.log))}{seen_as}."
    if presenter.position.over:
        return f"{_('The game is over')}{seen_as}. {history_text.outcome_of(presenter.replica)}"
    if presenter.still:
        so_far = _("So far the game has come, to step {step}").format(step=len(presenter.replica.log))
        return f"{so_far}{seen_as}."
    return presenter.awaited()


def caret_at(presenter: Presenter, rows: int, columns: int) -> tuple[int, int] | None:
    """Return row and column of the caret in the line; None where it is not seen."""
    if presenter.mine is None or presenter.overlay is not None:
        return None
    return rows - 3, 1 + width(_(PROMPT)) + _seen(presenter, columns)[1]
