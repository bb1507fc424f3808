"""One line of a list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Item:
    """What it is called, its key, what it does."""

    name: str
    key: str
    about: str
    do: Callable[[], object] | None
    """What it does; None for a key that is only explained."""
    action: str = ""
    """The id of its action, in every language."""
    waits: bool = False
    """Whether it waits for the player."""
    more: Callable[[], object] | None = None
    """What shows all else that can be done with it, where there is more."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        does = {"does": self.do is not None, "more": self.more is not None, "waits": self.waits}
        return {"name": self.name, "key": self.key, "about": self.about, **does}
