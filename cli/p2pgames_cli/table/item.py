"""One line of a list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


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
