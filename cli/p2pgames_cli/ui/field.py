"""What can be filled in on a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass
class Text:
    """A text of one line, with a caret."""

    name: str
    about: str = ""
    value: str = ""
    secret: bool = False
    """Whether it is shown as stars."""
    caret: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.caret = len(self.value)

    def type(self, data: str) -> None:
        """Write at the caret; line breaks, as mails put them into what is pasted, become blanks."""
        written = "".join(c if c.isprintable() else " " for c in data)
        self.value = self.value[: self.caret] + written + self.value[self.caret :]
        self.caret += len(written)

    def erase(self) -> None:
        """Delete the character before the caret."""
        if self.caret:
            self.value = self.value[: self.caret - 1] + self.value[self.caret :]
            self.caret -= 1

    def clear(self) -> None:
        """Delete everything."""
        self.value, self.caret = "", 0

    def go(self, by: int) -> None:
        """Move the caret, never past the ends."""
        self.caret = max(0, min(self.caret + by, len(self.value)))


@dataclass
class Choice:
    """One of a few values."""

    name: str
    values: tuple[str, ...]
    about: str = ""
    at: int = 0
    option: str = ""
    """What the command line calls it, where it is an option of a game or table."""

    @property
    def value(self) -> str:
        """The value that is chosen."""
        return self.values[self.at]

    def step(self, by: int) -> None:
        """Choose the next value, or the one before."""
        self.at = (self.at + by) % len(self.values)


@dataclass
class More:
    """Further fields, on a page of their own."""

    name: str
    shown: Callable[[], str]
    """Returns in short what they hold."""
    about: str
    open: Callable[[], None]


Field: TypeAlias = Text | Choice | More
