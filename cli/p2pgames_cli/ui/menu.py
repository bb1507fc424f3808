"""A page of things to choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from p2pgames_cli.ui.pages import Item

Section = tuple[str, list[Item]]
"""A heading, empty for none, and what stands under it."""


@dataclass
class Menu:
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

    def step(self, by: int) -> None:
        """Choose another item."""
        count = len(self.items)
        self.chosen = (self.chosen + by) % count if count else 0

    def enter(self) -> None:
        """Do what the chosen item says."""
        items = self.items
        if self.chosen < len(items) and (do := items[self.chosen].do) is not None:
            do()

    def letter(self, data: str) -> Callable[[], None] | None:
        """Return what a key does: that of an item, which is chosen thereby, or a further one."""
        for at, item in enumerate(self.items):
            if item.key == data:
                self.chosen = at
                return item.do
        return self.letters.get(data)

    def click(self, at: int) -> None:
        """Choose an item and do what it says."""
        self.chosen = at
        self.enter()
