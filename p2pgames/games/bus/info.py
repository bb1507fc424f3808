"""What is known of Bus without its rules."""

from __future__ import annotations

from p2pgames.contract import Option, RulesInfo
from p2pgames.text import message

CITY = message("bus.city", "classic: the city of the printed board; garden: another one")
ABOUT = message("bus.about", "Build a bus line, carry the passengers.")


class BusInfo(RulesInfo):
    """Version 0 of Bus."""

    name = "bus"
    version = 0
    players = range(3, 6)
    options = (Option("city", ("classic", "garden"), CITY()),)
