"""How Socks in the City is learnt, in a city that is the same for everybody."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final

from p2pgames.contract import Roll, Rolled, Seat, resolve_options
from p2pgames.game import LessonPosition
from p2pgames.games import read_lesson
from p2pgames.games.socks import notation
from p2pgames.games.socks.rules import Socks, lay_stick
from p2pgames.games.socks.state import SocksState

YOU, OTHER = 0, 1
COIN: Final = tuple(range(2000, 2008))
"""What lays the city out."""
WAY: Final = ("c12-d11", "e12-f11", "g10-h9", "i8-j9")
"""The four sticks that join pair D."""
TWO_WAYS: Final = (WAY[0], *WAY[2:], "c10-d11", "g10-h11", "h11-i12")
"""Pairs D and E, but for the stick that serves both."""
WON: Final = (YOU, YOU, OTHER, -1, OTHER, OTHER)
"""All but pair D."""


@cache
def _city() -> SocksState:
    rules = Socks()
    state = rules.start(2, resolve_options(rules, 2, {}), YOU)
    while isinstance(rules.ask(state), Roll):
        state = rules.apply(state, Rolled(COIN))
    return state


def _at(sticks: tuple[str, ...], seat: Seat = YOU, *, won: tuple[Seat, ...] | None = None) -> LessonPosition:
    """Return a position with these sticks of a seat, in which you have two to lay."""
    state = _city()
    state = state if won is None else replace(state, won=won)
    for stick in sticks:
        link = notation.link(state, notation.parse_move(state, stick))
        state = lay_stick(replace(state, turn=seat, todo=2), link)
    return LessonPosition(replace(state, turn=YOU, todo=2))


LESSON: Final = read_lesson(
    __package__,
    {
        "aim": lambda: LessonPosition(_city()),
        "printed": partial(_at, WAY[:1]),
        "win": partial(_at, WAY[:3]),
        "end-of-path": partial(_at, ()),
        "block": partial(_at, WAY[:3], OTHER),
        "both": partial(_at, TWO_WAYS),
        "end": partial(_at, WAY[:3], won=WON),
    },
)
