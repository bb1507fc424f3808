"""The line under the board: what is typed, an example of it, and what holds at the table."""

from __future__ import annotations

from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import history_text
from p2pgames_cli.table.status import brief
from p2pgames_cli.ui.styles import fitted, length, seen, width

FOOT: Final = 4
"""Rows under the board: preview or status, line, notice, keys."""
PROMPT: Final = N_("move> ")


def input_line(desk: Desk, columns: int) -> Row:
    """Return the line that is typed, and at its end what holds at the table; where both do not fit, its sign alone."""
    holds = "" if desk.still or desk.manner.trial is not None else brief(desk.guarantee)
    left = _typed(desk, columns)
    example = _example(desk)
    if length(left) + length(example) + width(holds) + 2 <= columns:
        left = (*left, *example)
    room = columns - length(left) - 2
    shown = holds if width(holds) <= room else holds[:1]
    ink = {"!": "bad reverse bold", "…": "bold"}.get(holds[:1], "")
    return (*fitted(left, columns - width(shown) - 2), ("", " "), (ink, shown), ("", " "))


def _typed(desk: Desk, columns: int) -> Row:
    if desk.browsing and desk.typed:
        return ("bold", f" {_('step>')} "), ("", f"{desk.typed}▏")
    if desk.mine is None:
        return (("", " " + _idle(desk)),)
    return ("bold", f" {_(PROMPT)}"), ("", _seen(desk, columns)[0])


def _seen(desk: Desk, columns: int) -> tuple[str, int]:
    """Return the part of the line that is seen, and the caret's column in it; at its end room is left for a sign."""
    return seen(desk.typed, desk.line.caret, columns - 5 - width(_(PROMPT)))


def _example(desk: Desk) -> Row:
    """Return how a move is typed, for a line that is empty yet; nothing while it could show a hand that is hidden."""
    hidden = desk.overlay is not None or desk.covered or desk.veiled
    if hidden or desk.mine is None or desk.typed or desk.choices is None or not desk.choices.moves:
        return ()
    text = next((text for text, _ in desk.choices.moves if text != "pass"), "pass")
    return ("", " "), ("dim", _("such as {move}").format(move=text))


def _idle(desk: Desk) -> str:
    if desk.overlay is not None and desk.overlay.tells_waiting:
        return ""
    eyes = f", {desk.onlooker}" if desk.onlooker else ""
    happened = desk.place.history.of_round(desk.step - 1) if desk.still and desk.step else ()
    if happened:
        said = " ".join(history_text.sentence(desk.ledger, entry) for entry in happened)
        after = _("After step {step} of {count}").format(step=desk.step, count=len(desk.ledger.log))
        return f"{after}{eyes}: {said}"
    if desk.step is not None:
        said = _("The position after step {step} of {count}")
        return f"{said.format(step=desk.step, count=len(desk.ledger.log))}{eyes}."
    if desk.position.over:
        return f"{_('The game is over')}{eyes}. {history_text.outcome_of(desk.ledger)}"
    if desk.still:
        so_far = _("So far the game has come, to step {step}").format(step=len(desk.ledger.log))
        return f"{so_far}{eyes}."
    return desk.awaited()


def caret_at(desk: Desk, rows: int, columns: int) -> tuple[int, int] | None:
    """Return row and column of the caret in the line; None where it is not seen."""
    if desk.mine is None or desk.overlay is not None:
        return None
    return rows - 3, 1 + width(_(PROMPT)) + _seen(desk, columns)[1]
