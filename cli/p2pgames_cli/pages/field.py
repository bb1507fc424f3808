"""What can be filled in on a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.turn_input import next_caret
from p2pgames_protocol.wire.names import is_written

ECHOED: Final = 2000
"""Characters of a text that are drawn elsewhere, too."""
LONGEST: Final = 1 << 20
"""Characters that are taken from there."""


@dataclass
class TextField:
    """A text of one line, with a caret."""

    name: str
    about: str = ""
    value: str = ""
    secret: bool = False
    """Whether it is shown as stars."""
    offers: Callable[[str], tuple[str, ...]] = lambda _begun: ()
    """Returns what a word that was begun may become."""
    caret: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.caret = len(self.value)

    def type(self, data: str) -> None:
        """Write at the caret; line breaks, as mails put them into what is pasted, become blanks."""
        written = "".join(c if is_written(c) else " " for c in data)
        self.value = self.value[: self.caret] + written + self.value[self.caret :]
        self.caret += len(written)

    @property
    def hint(self) -> str:
        """What the word at the caret may become, else what the field is about."""
        return " · ".join(self.offers(self._begun)) or self.about

    @property
    def _begun(self) -> str:
        return self.value[: self.caret].rpartition(" ")[2]

    def complete(self) -> bool:
        """Complete the word at the caret if there is one way, or correct it; tell whether there is any."""
        begun, found = self._begun, self.offers(self._begun)
        if len(found) == 1 or (found and not found[0].startswith(begun.lower())):
            self.value = self.value[: self.caret - len(begun)] + self.value[self.caret :]
            self.caret -= len(begun)
            self.type(f"{found[0]} ")
        return bool(found)

    def erase(self) -> None:
        """Delete the character before the caret."""
        begin = next_caret(self.value, self.caret, -1)
        self.value = self.value[:begin] + self.value[self.caret :]
        self.caret = begin

    def clear(self) -> None:
        """Delete everything."""
        self.value, self.caret = "", 0

    def go(self, by: int) -> None:
        """Move the caret by a character, never past the ends."""
        self.caret = next_caret(self.value, self.caret, by)

    def plain(self) -> dict[str, Any]:
        """Return it as plain values; without what is secret, or so long that only who wrote it needs it."""
        value = "" if self.secret or len(self.value) > ECHOED else self.value
        kind = "secret" if self.secret else "text"
        return {"kind": kind, "name": self.name, "about": self.hint, "value": value}

    def take(self, said: Mapping[str, Any]) -> None:
        """Write a text, or a piece of a long one after this many characters."""
        text, start = said.get("text"), said.get("from")
        if isinstance(text, str) and type(start) is int and 0 <= start < LONGEST:
            before = self.value[:start]
            self.clear()
            self.type(before + text)


@dataclass
class ChoiceField:
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

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        values = [_(value) for value in self.values]
        return {"kind": "choice", "name": self.name, "about": self.about, "values": values, "at": self.at}

    def take(self, said: Mapping[str, Any]) -> None:
        """Choose a value by its number."""
        value = said.get("value")
        if type(value) is int and 0 <= value < len(self.values):
            self.at = value


@dataclass
class MoreField:
    """Further fields, on a page of their own."""

    name: str
    shown: Callable[[], str]
    """Returns in short what they hold."""
    about: str
    open: Callable[[], None]

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"kind": "more", "name": self.name, "about": self.about, "value": self.shown()}

    def take(self, _said: Mapping[str, Any]) -> None:
        """Open the page."""
        self.open()


Field: TypeAlias = TextField | ChoiceField | MoreField
