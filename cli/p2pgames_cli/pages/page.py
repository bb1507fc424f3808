"""A page on the screen: it draws itself, says which keys work on it, and knows what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import ngettext
from p2pgames_cli.table.item import Item

PAGE: Final = 15
"""Lines that a page key scrolls."""
SCROLLING: Final = {"PgUp": -PAGE, "PgDn": PAGE, "Home": -(10**6), "End": 10**6}
"""Keys that scroll a page to read, and by how many lines."""
ARROWS: Final = {"up": -1, "left": -1, "down": 1, "right": 1}
"""Keys that go on by one, or back."""

Key: TypeAlias = tuple[str, str, str]
"""A key as it is shown, what it does in a word, and what to press for it: empty if it is only explained."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What came of a key that was pressed on a page."""

    taken: bool = True
    """Whether the page knows the key; if not, whoever shows the page may."""
    leaves: bool = False
    """Whether the page goes away, before anything else is done."""
    do: Callable[[], object] | None = None
    """What is to be done then."""


Said: TypeAlias = Mapping[str, Any]
"""What was done on a page that is drawn elsewhere, by name."""
T = TypeVar("T")


def meant(said: Said, key: str, there: Sequence[T], named: Callable[[T], str]) -> T | None:
    """Return the item with this number, if it has this name, too: the page may show how things were before."""
    at = said.get(key)
    fits = type(at) is int and 0 <= at < len(there) and said.get("name") == named(there[at])
    return there[at] if fits and isinstance(at, int) else None


TAKEN: Final = Reaction()
PASSED: Final = Reaction(taken=False)
LEFT: Final = Reaction(leaves=True)


def leaving(do: Callable[[], object]) -> Reaction:
    """Return that the page goes away, and that something is done then."""
    return Reaction(leaves=True, do=do)


def doing(do: Callable[[], object]) -> Reaction:
    """Return that something is done, while the page stays."""
    return Reaction(do=do)


# What a page puts on the screen: rows, what a click on them does, where the caret stands.

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


class Page(Protocol):
    """What is asked of the page on top by the code that shows it.

    Keys are called ``up``, ``down``, ``left``, ``right``, ``enter``, ``escape``, ``tab``, ``s-tab``, ``backspace``,
    ``delete``, and otherwise as in the settings.
    """

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return at most this many rows, none wider than this many columns."""

    def keys(self) -> list[Key]:
        """Return the keys that work on it, the most used first."""

    def press(self, key: str) -> Reaction:
        """Do what a key means here."""

    def plain(self) -> dict[str, Any]:
        """Return what stands on it as plain values, for what draws it in another way than in rows."""
        return {}

    def handle_event(self, said: Said) -> Reaction:  # noqa: ARG002
        """Do what was done with these values; what no longer fits them does nothing."""
        return PASSED

    def type(self, text: str) -> Reaction:  # noqa: ARG002
        """Take in a character that was typed, or a text that was pasted."""
        return PASSED

    @property
    def name(self) -> str:
        """What the page is, where asking for it again takes it away; empty for all others."""
        return ""

    @property
    def heading(self) -> str:
        """What stands above it; empty if it has that in its rows."""
        return ""

    @property
    def asks(self) -> str:
        """A question that stands at the foot, over all else; empty for a page that covers what is below it."""
        return ""

    @property
    def typing(self) -> bool:
        """Whether letters are text."""
        return False

    @property
    def leaves(self) -> str:
        """The label of the key that leaves the screen; empty if it is not offered here."""
        return ""

    @property
    def escapes(self) -> bool:
        """Whether Esc on it asks whether to leave the screen, where no other page lies below it."""
        return False

    @property
    def sees_all(self) -> bool:
        """Whether a key on it tells that the player has seen all that happened."""
        return True

    @property
    def tells_waiting(self) -> bool:
        """Whether it says whom the table waits for."""
        return False

    @property
    def ahead(self) -> str | None:
        """What was typed before the player's turn, and stands in the line then; None if nothing waits for it."""
        return None

    def listed(self) -> list[Item]:
        """Return what can be done here, for the list of all keys."""
        return []
