"""A table that fills up, as the full screen shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Knock:
    """Somebody who wants to sit down; the host answers."""

    name: str
    key: str
    answer: Callable[[bool], None]


@dataclass
class Room:
    """Who sits at a table, the invite that leads to it, and who knocks."""

    title: str
    lines: list[str] = field(default_factory=list)
    """What was told meanwhile, newest last."""
    invite: str = ""
    code: tuple[str, ...] = ()
    """The invite as a QR code: blocks where it is dark, two rows of modules in each line."""
    names: tuple[str, ...] = ()
    seats: int = 0
    knocks: list[Knock] = field(default_factory=list)
    carriers: tuple[str, ...] = ()
    """How those get on that need something before they can dial."""

    def answer(self, *, admit: bool) -> None:
        """Let in or refuse who knocked first."""
        if self.knocks:
            self.knocks.pop(0).answer(admit)
