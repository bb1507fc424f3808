"""What is known of Metro without its rules."""

from __future__ import annotations

from p2pgames.contract import Option, RulesInfo
from p2pgames.text import message

ORIENTATION = message(
    "metro.orientation", "arrow: the arrow says how a tile lies; free: you may turn it as you like"
)
HAND = message("metro.hand", "how many tiles each player holds")
ABOUT = message("metro.about", "Make your trains take the longest way.")


class MetroInfo(RulesInfo):
    """Version 0 of Metro."""

    name = "metro"
    version = 0
    players = range(2, 7)
    decks = True
    options = (
        Option("orientation", ("arrow", "free"), ORIENTATION()),
        Option("hand", ("1", "2", "3"), HAND()),
    )
