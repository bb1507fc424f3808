"""A page of things to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.pages.page import (
    ARROWS,
    PASSED,
    TAKEN,
    Key,
    Page,
    PageContent,
    Reaction,
    Said,
    doing,
    meant,
)
from p2pgames_cli.pages.rows import column, heading, width
from p2pgames_cli.table.item import Item

Section = tuple[str, Sequence[Item]]
"""A heading, empty for none, and what stands under it."""
NAME: Final = 44
"""Columns that a name takes at most."""
_OWN: Final = (("r", N_("replay")), ("a", N_("audit")), ("m", N_("more")))


@dataclass
class Menu(Page):
    """Items under headings; one of them is chosen."""

    title: str
    build: Callable[[], list[Section]]
    """Returns the sections: they may change while the page is open."""
    letters: dict[str, Callable[[], None]] = field(default_factory=dict)
    """What further keys do, with the chosen item."""
    lettered: Callable[[], bool] = lambda: True
    """Tells whether there are items for them."""
    chosen: int = 0

    @property
    def items(self) -> list[Item]:
        """All the items, in the order in which they stand."""
        return [item for _, items in self.build() for item in items]

    @property
    def heading(self) -> str:
        """The title."""
        return self.title

    @property
    def leaves(self) -> str:
        """The screen can be left from here."""
        return _("leave")

    def listed(self) -> list[Item]:
        """Return the items."""
        return self.items

    def keys(self) -> list[Key]:
        """Return how an item is chosen, and the further keys."""
        own = [(key, _(word), key) for key, word in _OWN if key in self.letters and self.lettered()]
        return [("↑↓", _("choose"), ""), ("Enter", _("open"), "enter"), *own]

    def press(self, key: str) -> Reaction:
        """Choose another item, or do what the chosen one says."""
        if key == "enter":
            return doing(self.enter)
        if key not in ARROWS:
            return PASSED
        count = len(self.items)
        self.chosen = (self.chosen + ARROWS[key]) % count if count else 0
        return TAKEN

    def type(self, text: str) -> Reaction:
        """Do what a key means: that of an item, which is chosen thereby, or a further one."""
        for at, item in enumerate(self.items):
            if item.key == text and item.do is not None:
                self.chosen = at
                return doing(item.do)
        return doing(self.letters[text]) if text in self.letters else PASSED

    def plain(self) -> dict[str, Any]:
        """Return the sections with their items."""
        return {
            "kind": "menu",
            "sections": [[title, [item.plain() for item in items]] for title, items in self.build()],
        }

    def handle_event(self, said: Said) -> Reaction:
        """Do what an item says, or show what else can be done with it."""
        key = "more" if "more" in said else "item"
        item = meant(said, key, self.items, lambda item: item.name)
        do = None if item is None else item.more if key == "more" else item.do
        if do is None:
            return PASSED
        self.chosen = said[key]
        return doing(do)

    def enter(self) -> None:
        """Do what the chosen item says."""
        items = self.items
        if self.chosen < len(items) and (do := items[self.chosen].do) is not None:
            do()

    def click(self, at: int) -> None:
        """Choose an item and do what it says."""
        self.chosen = at
        self.enter()

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return the items under their headings, as far as there is room, the chosen one among them."""
        content, at, chosen = PageContent(), 0, 0
        for title, items in self.build():
            if title:
                content.rows += [*([()] if content.rows else []), heading(title, columns)]
            wide = min(max((width(item.name) for item in items), default=0), NAME)
            for item in items:
                here = at == self.chosen
                chosen = len(content.rows) if here else chosen
                name = f" {'▸' if here else ' '} {item.key:<1} {column(item.name, wide)} "
                row = (("reverse" if here else "bold", name), ("", f" {item.about}"))
                content.add(row, partial(self.click, at), columns)
                at += 1
        return content.scrolled(chosen, rows)
