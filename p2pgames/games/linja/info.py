"""What is known of Linja without its rules."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Option, RulesInfo
from p2pgames.text import message

PLAYERS: Final = 2

BONUS = message(
    "linja.bonus", "own: a bonus moves a pawn of your own; any: it may also move one of the opponent's"
)
ABOUT = message("linja.about", "Race your pawns past the other side.")


class LinjaInfo(RulesInfo):
    """Version 0 of Linja."""

    name = "linja"
    version = 0
    players = range(PLAYERS, PLAYERS + 1)
    options = (Option("bonus", ("own", "any"), BONUS()),)
