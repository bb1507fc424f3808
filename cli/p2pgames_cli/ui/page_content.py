"""What a page puts on the screen: rows, what a click on them does, where the caret stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import ngettext

WIDE = 100
"""Columns that a page takes at most."""


@dataclass(frozen=True, slots=True)
class Region:
    """Characters that do something when they are clicked."""

    row: int
    column: int
    columns: int
    do: Callable[[], object]


@dataclass
class PageContent:
    """Rows, what a click on them does, and where the caret stands."""

    rows: list[Row] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    caret: tuple[int, int] | None = None

    def add(self, row: Row, do: Callable[[], object] | None = None, columns: int = WIDE) -> None:
        """Add a row, which can be clicked."""
        if do is not None:
            self.regions.append(Region(len(self.rows), 0, columns, do))
        self.rows.append(row)

    def shifted(self, rows: int, columns: int = 0) -> list[Region]:
        """Return what clicks on it do where it stands so many rows and columns further on."""
        return [Region(r.row + rows, r.column + columns, r.columns, r.do) for r in self.regions]

    def scrolled(self, chosen: int, rows: int) -> PageContent:
        """Return this many rows of it, the chosen one among them; the first and the last say what is left out."""
        top = max(0, min(chosen - rows // 2, len(self.rows) - rows))
        shown, below = self.rows[top : top + rows], len(self.rows) - top - rows
        cut = {at for at, left in ((0, top), (rows - 1, below)) if left > 0}
        for at, sign, left in ((0, "↑", top), (rows - 1, "↓", below)):
            if at in cut:
                said = ngettext("{count} more line", "{count} more lines", left + 1).format(count=left + 1)
                shown[at] = (("dim", f" {sign} {said}"),)
        regions = [Region(r.row - top, r.column, r.columns, r.do) for r in self.regions]
        caret = (self.caret[0] - top, self.caret[1]) if self.caret else None
        return PageContent(shown, [r for r in regions if 0 <= r.row < rows and r.row not in cut], caret)

    def region_at(self, row: int, column: int) -> Region | None:
        """Return what a click on a character does, if anything."""
        return next((r for r in self.regions if r.row == row and 0 <= column - r.column < r.columns), None)
