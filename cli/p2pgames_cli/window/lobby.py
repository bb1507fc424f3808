"""A table that fills up, as the page shows it: the invite, who sits there, who knocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import trio

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import asked

if TYPE_CHECKING:
    from p2pgames_cli.ui.page_stack import PageStack

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
    """Those that lead here; empty if nothing does by words."""
    watch: str = ""
    """The invite for those who only watch."""
    again: bool = False
    """Whether the game goes on: the line leads those back who sit at the table already."""
    seats: int = 0
    hosting: bool = False
    names: tuple[str, ...] = ()
    away: tuple[Seat, ...] = ()
    """Those of them who are not linked now."""
    lines: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    leaving: bool = False
    """Whether the player is asked if they mean to leave."""
    left: trio.Event = field(default_factory=trio.Event)
    """Set when the player leaves the table before its game begins."""
    change: Callable[[], None] | None = None
    """Lays over it what the ways to the table are chosen on; None if they cannot be changed."""
    over: PageStack | None = None
    """What lies over it."""

    def begins(self, *, hosting: bool, change: Callable[[], None] | None) -> None:
        """Show a table that fills up."""
        self.hosting, self.change = hosting, change

    def ends(self) -> None:
        """Have nothing changed any more: the game begins, or the table is closed, or opened in other ways."""
        self.over = self.change = None
        self.leaving = False

    def cover(self, over: PageStack) -> None:
        """Lay something over it."""
        self.over = over

    def uncover(self) -> None:
        """Take away what lies over it."""
        self.over = None

    def leads(self, invite: str, game: str, watch: str = "", words: str = "", *, again: bool = False) -> None:
        """Show the invite, the one for those who only watch, and the words."""
        self.invite, self.game, self.watch, self.words, self.again = invite, game, watch, words, again

    def sit(self, names: tuple[str, ...], away: tuple[Seat, ...] = ()) -> None:
        """Show who sits at the table, and who of them is not linked."""
        self.names, self.away = names, away

    def plays(self, game: str, seats: int) -> None:
        """Show what is to be played, by how many."""
        self.game, self.seats = game, seats

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        from p2pgames_cli.table.opening import left_by  # a table at one computer has no lobby to load it for

        return {
            "lobby": {
                "game": _title(self.game),
                "invite": self.invite,
                "words": self.words,
                "watch": self.watch,
                "again": self.again,
                "code": squares(self.invite) if self.invite else None,
                # A newcomer learns the seats before the players: until then all would look free.
                "seats": self.seats if self.names else 0,
                "hosting": self.hosting,
                "names": list(self.names),
                "where": [_("away") if seat in self.away else "" for seat in range(len(self.names))],
                "lines": self.lines[-LINES:],
                "asked": self.asked[0].text if self.asked else "",
                "changes": self.change is not None,
            },
            "question": {"text": asked(left_by(hosting=self.hosting)), "lines": []} if self.leaving else None,
            "overlay": self.over.plain() if self.over is not None else None,
        }

    def take(self, said: Mapping[str, Any]) -> None:
        """Answer the question that is shown, choose other ways, or leave; there is nothing else to do."""
        over = said.get("overlay")
        if type(said.get("answer")) is bool and self.asked and said.get("to") == self.asked[0].text:
            self.asked[0].yes = said["answer"]
            self.asked[0].answered.set()
        elif self.leaving and type(said.get("answer")) is bool and "to" not in said:
            self.leaving = False
            if said["answer"]:
                self.left.set()
        elif said.get("leave") is True:
            self.leaving = True
        elif said.get("ways") is True and self.change is not None:
            self.change()
        elif isinstance(over, dict) and self.over is not None:
            if over.get("back") == -1:
                self.uncover()
            else:
                self.over.told(over)


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
