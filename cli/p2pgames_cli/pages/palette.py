"""A list to choose from: all that can be done now, narrowed by what is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.page import ARROWS, LEFT, PASSED, TAKEN, Key, Page, PageContent, Reaction, leaving
from p2pgames_cli.pages.rows import column, fitted, heading, placed, several, shortened, width
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.turn_input import without_last

KEY: Final = 8
"""Characters for a key in a list."""
NAME: Final = 22
"""Columns for what stands in a list, at least."""
TOLD: Final = 3
"""Rows at the foot of a list for what is said of the chosen line."""


@dataclass
class Palette(Page):
    """All that can be done now, narrowed by what is typed."""

    items: list[Item]
    title: str = ""
    typed: str = ""
    chosen: int = 0
    meant: Callable[[str], Item | None] = lambda _typed: None
    """What a typed sentence does, such as ``say hello``, that no item could list; None for anything else."""
    early: bool = False
    """Whether typing opened it, while nothing could be typed into the line; on a turn the line takes the text."""

    @property
    def found(self) -> list[Item]:
        """What the typed sentence does; else the items that hold its words, those that begin with the first first.

        Of a list that typing opened, only the items that begin with what is typed.
        """
        if (item := self.meant(self.typed)) is not None:
            return [item]
        if self.early:  # it may be a move: its letters must not happen to choose something else
            return [
                i
                for i in self.items
                if any(n.startswith(self.typed.lower()) for n in (i.name.lower(), i.action))
            ]
        words = self.typed.lower().split()
        fits = [i for i in self.items if all(w in f"{i.name} {i.about}".lower() for w in words)]
        return sorted(fits, key=lambda item: not (words and item.name.lower().startswith(words[0])))

    def __post_init__(self) -> None:
        self._skip()

    def _skip(self) -> None:
        """Go on to the first item that can be done, from one that only explains a key."""
        if self.action is None:
            self.step(1)

    def step(self, by: int) -> None:
        """Choose another item that can be done."""
        found = self.found
        for _each in found:
            self.chosen = (self.chosen + by) % len(found)
            if found[self.chosen].do is not None:
                break

    @property
    def action(self) -> Callable[[], object] | None:
        """What the chosen item does, if anything."""
        found = self.found
        return found[self.chosen].do if found else None

    def narrow(self, typed: str) -> None:
        """Narrow the list down to what fits."""
        self.typed, self.chosen = typed, 0
        self._skip()

    @property
    def ahead(self) -> str | None:
        """What was typed before the turn."""
        return self.typed if self.early else None

    @property
    def typing(self) -> bool:
        """Letters narrow the list down."""
        return True

    def keys(self) -> list[Key]:
        """Return how something is chosen, done, or left."""
        return [("↑↓", _("choose"), ""), ("Enter", _("do"), "enter"), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Choose, do what is chosen, or go away."""
        match key:
            case "enter" if self.action is not None:
                return leaving(self.action)
            case "enter":  # what was typed ahead waits for the turn
                return TAKEN if self.early else LEFT
            case "escape":
                return LEFT
            case "backspace" | "Ctrl-U":
                self.narrow(without_last(self.typed) if key == "backspace" else "")
            case _ if key in ARROWS:
                self.step(ARROWS[key])
            case _:
                return PASSED
        return TAKEN

    def type(self, text: str) -> Reaction:
        """Narrow the list down."""
        self.narrow(self.typed + " ".join(text.splitlines()))
        return TAKEN

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return what fits; at the foot all that is said of what is chosen."""
        found = self.found
        room = rows - 2 - TOLD
        first = max(0, min(self.chosen - room // 2, len(found) - room))
        built: list[Row] = [
            heading(self.title or _("what you can do"), columns),
            (("bold", f" ? {self.typed}▏"),),
        ]
        shown = found[first : first + room]
        wide = max([NAME, *(width(item.name) for item in shown)])
        key = max([KEY, *(width(item.key) for item in shown)])
        for at, item in enumerate(shown, first):
            here = at == self.chosen and item.do is not None
            ink = "reverse" if here else "bold" if item.do is not None else ""
            mark = "▸" if here else " " if item.do is not None else "·"
            left = f" {mark} {column(item.name, wide)}"
            about = shortened(item.about, columns - width(left) - key - 3)
            built.append(((ink, left), ("", f" {column(item.key, key)} {about}")))
        if not found:
            none = _("it will be in the line on your turn") if self.early else _("nothing has that name")
            built.append((("", "   " + none),))
        told = several(found[self.chosen].about, columns - 4, TOLD) if found else []
        body = placed(tuple(built), rows - TOLD)
        foot = placed(tuple((("", f"   {line}"),) for line in told), TOLD)
        return PageContent([fitted(row, columns) for row in [*body, *foot]])
