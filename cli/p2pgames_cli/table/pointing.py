"""The cursor on a board."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgames.picture.picture import Picture, Spot
from p2pgames_cli.table import pointer


@dataclass
class Pointing:
    """Where the cursor is on the board that was shown last."""

    picture: Picture = field(default_factory=lambda: Picture(()))
    """The board as it was shown last; pointing refers to it."""
    cursor: str = ""
    """The spot the cursor is on; empty while typing."""
    fresh: bool = False
    """Whether the cursor has come to its spot since the last pointing."""

    sign: str = ""
    """What is pointed at beside the board; empty for nothing."""

    clicked: str = ""
    """What stood in the line after the last click."""
    offered: str = ""
    """What another click on the spot sends, as the board that was shown last says; empty if it sends nothing."""
    another: str = ""
    """The move that another click on the spot makes of the one in the line; empty if several do not begin there."""

    @property
    def at(self) -> str:
        """What is to be told about: what is pointed at beside the board, else the spot that the cursor is on."""
        return self.sign or self.cursor

    def look(self, sign: str) -> None:
        """Point at something beside the board; the cursor stays where it is."""
        self.sign = sign

    def go_to(self, spot: str) -> None:
        """Put the cursor on a spot."""
        self.fresh = self.fresh or spot != self.cursor
        self.cursor, self.sign = spot, ""

    def move(self, direction: str) -> bool:
        """Move the cursor to the nearest spot up, down, left or right; tell whether there is one."""
        return self._go_to(pointer.nearest(self.picture, self.cursor, direction))

    def next_legal(self, by: int = 1) -> bool:
        """Move the cursor to the next spot that leads on to a legal move; tell whether there is one."""
        return self._go_to(pointer.next_legal(self.picture, self.cursor, by))

    def _go_to(self, spot: Spot | None) -> bool:
        if spot is not None:
            self.go_to(spot.name)
        return spot is not None

    def leave(self) -> None:
        """Take the cursor from the board."""
        self.cursor = self.sign = ""
