"""What lies over the board for a while: a page to read, a list to choose from, a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pgames.picture.picture import Row
from p2pgames_cli.screen.chat_page import Speech
from p2pgames_cli.screen.plans_page import Foresight


@dataclass
class Sheet:
    """Lines to read and scroll through."""

    title: str
    lines: list[str]
    top: int = 0
    markdown: bool = False
    """Whether asterisks in the lines mean emphasis."""

    def scroll(self, by: int, room: int) -> None:
        """Move the page, never past its ends; ``room`` lines are seen at once."""
        self.top = max(0, min(self.top + by, len(self.lines) - room))


class Standing(Sheet):
    """What holds at the table, and whom it waits for: the line below the page need not say that again."""


@dataclass
class Decision(Sheet):
    """Something that takes reading before it is done, with Enter, or left, with Esc."""

    yes: Callable[[], None] = lambda: None
    does: str = ""
    """What Enter does, in a word or two."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a palette: what it is called, its key, what it does."""

    name: str
    key: str
    about: str
    do: Callable[[], None] | None
    """What it does; None for a key that is only explained."""
    action: str = ""
    """Its name in the settings, in every language; see `p2pgames_cli.config.keymap`."""


@dataclass
class Palette:
    """All that can be done now, narrowed by what is typed."""

    items: list[Item]
    title: str = ""
    typed: str = ""
    chosen: int = 0
    meant: Callable[[str], Item | None] = lambda _typed: None
    """What a typed sentence does, such as ``say hello``, that no item could list; None for anything else."""
    ahead: bool = False
    """Whether typing opened it, while nothing could be typed into the line; on a turn the line takes the text."""

    @property
    def found(self) -> list[Item]:
        """What the typed sentence does; else the items that hold its words, those that begin with the first first.

        Of a list that typing opened, only the items that begin with what is typed.
        """
        if (item := self.meant(self.typed)) is not None:
            return [item]
        if self.ahead:  # it may be a move: its letters must not happen to choose something else
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
        if self.deed is None:
            self.step(1)

    def step(self, by: int) -> None:
        """Choose another item that can be done."""
        found = self.found
        for _ in found:
            self.chosen = (self.chosen + by) % len(found)
            if found[self.chosen].do is not None:
                break

    @property
    def deed(self) -> Callable[[], None] | None:
        """What the chosen item does, if anything."""
        found = self.found
        return found[self.chosen].do if found else None

    def type(self, typed: str) -> None:
        """Narrow the list down."""
        self.typed, self.chosen = typed, 0
        self._skip()


@dataclass
class Question:
    """Something to confirm with Enter or leave with Esc."""

    text: str
    yes: Callable[[], None]


@dataclass
class Curtain:
    """Hides the hands of several players at one computer until the next one is alone with the screen."""

    name: str


@dataclass
class Panels:
    """The panels, on a screen too narrow to show them beside the board."""

    rows: list[Row] = field(default_factory=list)


Overlay: TypeAlias = Sheet | Palette | Question | Curtain | Panels | Speech | Foresight
