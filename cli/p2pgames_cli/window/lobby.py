"""A table that fills up, as the page shows it: the invite, who sits there, who knocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import trio

from p2pgames import registry

LINES: Final = 12
"""Of what was told, the newest that are shown."""


@dataclass
class Asked:
    """A question that is answered on the page with yes or no."""

    text: str
    answered: trio.Event = field(default_factory=trio.Event)
    yes: bool = False


@dataclass
class Lobby:
    """What is known of a table before its game begins."""

    game: str = ""
    invite: str = ""
    words: str = ""
    """Those that lead here; empty where nothing does by words."""
    watch: str = ""
    """The invite for those who only watch."""
    again: bool = False
    """Whether the game goes on: the line leads those back who sit at the table already."""
    seats: int = 0
    hosting: bool = False
    names: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    left: trio.Event = field(default_factory=trio.Event)
    """Set when the player leaves the table before its game begins."""

    def leads(self, invite: str, game: str, watch: str = "", words: str = "", *, again: bool = False) -> None:
        """Show the invite, the one for those who only watch, and the words."""
        self.invite, self.game, self.watch, self.words, self.again = invite, game, watch, words, again

    def sit(self, names: tuple[str, ...]) -> None:
        """Show who sits at the table."""
        self.names = names

    def plays(self, game: str, seats: int) -> None:
        """Show what is to be played, by how many."""
        self.game, self.seats = game, seats

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        return {
            "lobby": {
                "game": _title(self.game),
                "invite": self.invite,
                "words": self.words,
                "watch": self.watch,
                "again": self.again,
                "code": squares(self.invite) if self.invite else None,
                # Who has just come knows the seats before who sits there: they would all be free.
                "seats": self.seats if self.names else 0,
                "hosting": self.hosting,
                "names": list(self.names),
                "lines": self.lines[-LINES:],
                "asked": self.asked[0].text if self.asked else "",
            }
        }

    def take(self, said: Mapping[str, Any]) -> None:
        """Answer the question that is shown, or leave; there is nothing else to do."""
        if type(said.get("answer")) is bool and self.asked and said.get("to") == self.asked[0].text:
            self.asked[0].yes = said["answer"]
            self.asked[0].answered.set()
        elif said.get("leave") is True:
            self.left.set()


def _title(name: str) -> str:
    """Return what a game is called; what is not installed here is called as the invite says."""
    try:
        return registry.game(name).title
    except registry.Unknown:
        return name


@lru_cache(4)
def squares(text: str) -> dict[str, Any]:
    """Return the QR code of a text (ISO/IEC 18004): its side, and a path of its dark modules."""
    import segno

    rows = list(segno.make(text, error="l").matrix_iter(border=4))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return {"side": len(rows), "path": "".join(dark)}
