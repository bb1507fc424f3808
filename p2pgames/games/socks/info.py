"""What is known of Socks in the City without its rules."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Option, RulesInfo
from p2pgames.text import message

PLAYERS: Final = 2

LAYOUT = message("socks.layout", "random: the joint coin lays out the city; players: you do")
SIZE = message("socks.size", "beginner: 15 to 17 tiles and five colours")
SPACING = message("socks.spacing", "strict: three free stations around every sock; loose: any number")
BLOCKERS = message("socks.blockers", "spare socks that block stations")
NEUTRAL = message("socks.neutral", "rebuild: you may build on printed links")
ABOUT = message("socks.about", "Join pairs of socks across the city.")


class SocksInfo(RulesInfo):
    """Version 0 of Socks in the City."""

    name = "socks"
    version = 0
    players = range(PLAYERS, PLAYERS + 1)
    options = (
        Option("layout", ("random", "players"), LAYOUT()),
        Option("size", ("standard", "beginner"), SIZE()),
        Option("spacing", ("strict", "loose"), SPACING()),
        Option("blockers", tuple(map(str, range(7))), BLOCKERS()),
        Option("neutral", ("fixed", "rebuild"), NEUTRAL()),
    )
