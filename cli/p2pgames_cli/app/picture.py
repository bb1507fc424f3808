"""How a picture of a game looks: the colours of a theme, or a size in characters."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.text import whole_number
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _

LEAST = (80, 24)
MOST = (500, 200)
"""Columns and rows of the smallest and the largest picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What was chosen for a picture; of a game without a drawing it is made of characters anyway."""

    theme: str
    columns: int
    rows: int
    cells: bool
    """Whether it is made of characters where there is a drawing too."""


def picture(theme: str | None, size: str | None, usual: str, *, cells: bool) -> Picture:
    """Return the picture that was asked for, else the ``usual`` size in dark; raise `Stop` for what cannot be."""
    if size is not None and not cells:
        raise Stop(Code.USAGE, _("--size is for --cells: a drawing has no columns and rows."))
    if theme is not None and cells:
        raise Stop(Code.USAGE, _("--theme is for drawings; --cells has the colours of a terminal."))
    return Picture(theme or "dark", *_measures(size or usual), cells)


def _measures(size: str) -> tuple[int, int]:
    columns, cross, rows = size.partition("x")
    wide, high = whole_number(columns) or 0, whole_number(rows) or 0
    if cross and LEAST[0] <= wide <= MOST[0] and LEAST[1] <= high <= MOST[1]:
        return wide, high
    raise Stop(
        Code.USAGE,
        _("A size is written as 120x40, from {least} to {most}, not {size!r}.").format(
            least="x".join(map(str, LEAST)), most="x".join(map(str, MOST)), size=size
        ),
    )
