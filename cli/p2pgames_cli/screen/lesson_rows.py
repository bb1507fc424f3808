"""The step of a lesson, above the board."""

from __future__ import annotations

from p2pgames.picture.picture import Row, Run
from p2pgames_cli.table import lesson_step
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.styles import fitted, width, wrapped


def lesson_rows(model: TableModel, columns: int) -> list[Row]:
    """Return the step: what is learnt by it, then bold what is to be done; nothing if this is no lesson."""
    if model.course is None:
        return []
    said = lesson_step.now(model.course)
    head: Run = ("reverse bold", f" {said.head or '✓'} ")
    aside = width(head[1]) + 1
    room = columns - aside - 1
    runs: list[Run] = [("", line) for line in wrapped(said.learn, room)]
    runs += [("bold", line) for line in wrapped(said.task, room)]
    rows: list[Row] = [(head, ("", " "), runs[0]), *((("", " " * aside), run) for run in runs[1:])]
    return [fitted(row, columns) for row in rows]
