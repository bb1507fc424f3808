"""What is known of Line 1 without its rules."""

from __future__ import annotations

from p2pgames.contract import Option, RulesInfo
from p2pgames.text import message

POCKETS = message(
    "line1.pockets",
    "strict: every rail must have a tile that could continue it; loose: that is not checked",
)
TRAVELLER_TILES = message(
    "line1.traveller-tiles",
    "tiles of players on their trip may be taken when the stack is empty, or always",
)
ABOUT = message("line1.about", "Lay a tram route and ride it home first.")


class Line1Info(RulesInfo):
    """Version 1 of Line 1."""

    name = "line1"
    version = 1
    players = range(2, 6)
    decks = True
    options = (
        Option("pockets", ("strict", "loose"), POCKETS()),
        Option("traveller_tiles", ("empty", "always"), TRAVELLER_TILES()),
    )
