"""The line under the board: what is typed, an example of it, and what holds at the table."""

from __future__ import annotations

from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.status import brief
from p2pgames_cli.ui.styles import fitted, length, seen, width

FOOT: Final = 4
"""Rows under the board: preview or status, line, notice, keys."""
PROMPT: Final = N_("move> ")


def input_line(presenter: Presenter, columns: int) -> Row:
    """Return the line that is typed, and at its end what holds at the table; where both do not fit, its sign alone."""
    model = presenter.model
    holds = "" if model.timeline.replaying or model.what_if is not None else brief(model.guarantee)
    left = _typed(presenter, columns)
    example = _example(presenter)
    if length(left) + length(example) + width(holds) + 2 <= columns:
        left = (*left, *example)
    room = columns - length(left) - 2
    shown = holds if width(holds) <= room else holds[:1]
    ink = {"!": "bad reverse bold", "…": "bold"}.get(holds[:1], "")
    return (*fitted(left, columns - width(shown) - 2), ("", " "), (ink, shown), ("", " "))


def _typed(presenter: Presenter, columns: int) -> Row:
    model = presenter.model
    if model.timeline.browsing and presenter.input.typed:
        return ("bold", f" {_('step>')} "), ("", f"{presenter.input.typed}▏")
    if model.mine is None:
        return (("", " " + _idle(presenter)),)
    return ("bold", f" {_(PROMPT)}"), ("", _seen(presenter, columns)[0])


def _seen(presenter: Presenter, columns: int) -> tuple[str, int]:
    """Return the part of the line that is seen, and the caret's column in it; at its end room is left for a sign."""
    return seen(presenter.input.typed, presenter.input.line.caret, columns - 5 - width(_(PROMPT)))


def _example(presenter: Presenter) -> Row:
    """Return how a move is typed, for a line that is empty yet; nothing while it could show a hand that is hidden."""
    model = presenter.model
    hidden = presenter.overlay is not None or model.visibility.covered or model.visibility.hand_hidden
    if (
        hidden
        or model.mine is None
        or presenter.input.typed
        or model.choices.legal is None
        or not model.choices.legal.moves
    ):
        return ()
    text = next((text for text, _ in model.choices.legal.moves if text != "pass"), "pass")
    return ("", " "), ("dim", _("such as {move}").format(move=text))


def _idle(presenter: Presenter) -> str:
    model, at = presenter.model, presenter.model.timeline
    if presenter.overlay is not None and presenter.overlay.tells_waiting:
        return ""
    seen_as = f", {model.visibility.onlooker}" if model.visibility.onlooker else ""
    happened = model.handle.history.of_round(at.shown - 1) if at.replaying and at.step else ()
    if happened:
        said = " ".join(history_text.sentence(model.replica, entry) for entry in happened)
        after = _("After step {step} of {count}").format(step=at.shown, count=len(model.replica.log))
        return headed(f"{after}{seen_as}", said)
    if at.step is not None:
        said = _("The position after step {step} of {count}")
        return f"{said.format(step=at.shown, count=len(model.replica.log))}{seen_as}."
    if model.position.over:
        return f"{_('The game is over')}{seen_as}. {history_text.outcome_of(model.replica)}"
    if at.replaying:
        so_far = _("The game has come this far, to step {step}").format(step=len(model.replica.log))
        return f"{so_far}{seen_as}."
    return model.awaited()


def caret_at(presenter: Presenter, rows: int, columns: int) -> tuple[int, int] | None:
    """Return row and column of the caret in the line; None if it is not seen."""
    if presenter.model.mine is None or presenter.overlay is not None:
        return None
    return rows - 3, 1 + width(_(PROMPT)) + _seen(presenter, columns)[1]
