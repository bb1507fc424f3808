"""How Socks in the City is learnt, in a city that is the same for everybody."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final

from p2pgames.contract import Roll, Rolled, Seat, resolve_options
from p2pgames.game import Exercise, Lesson, LessonPosition
from p2pgames.games.socks import notation
from p2pgames.games.socks.rules import Socks
from p2pgames.games.socks.state import SocksState
from p2pgames.games.socks.turns import lay_stick
from p2pgames.text import message

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


LESSON: Final = Lesson(
    (
        Exercise(
            message(
                "socks.learn-aim",
                "Two socks of each colour lie in the city. Join a pair with your sticks, and you win its "
                "third sock: a point for each station in between.",
            )(),
            message(
                "socks.do-aim",
                "A sock of pair D lies on c12. Lay a stick from there to d11. Click c12, then d11 (or"
                " arrows and Enter), or type c12-d11; then send it.",
            )(),
            (WAY[0],),
            at=lambda: LessonPosition(_city()),
        ),
        Exercise(
            message(
                "socks.learn-printed",
                "The link from d11 to e12 is printed on its tile. It serves both players, and nobody builds on it.",
            )(),
            message("socks.do-printed", "So go on from its other end, from e12 to f11.")(),
            (WAY[1],),
            at=partial(_at, WAY[:1]),
        ),
        Exercise(
            message(
                "socks.learn-two",
                "Only the very first turn has one stick. Every other turn has two, anywhere in the city; this is your"
                " second.",
            )(),
            message("socks.do-two", "From f11 a printed link leads to g10. Go on from there to h9.")(),
            (WAY[2],),
        ),
        Exercise(
            message(
                "socks.learn-win",
                "As soon as your sticks and printed links join the pair, the prize is yours.",
            )(),
            message("socks.do-win", "The other sock of D lies on k10. One stick is missing: find it.")(),
            (WAY[3],),
            message(
                "socks.why-win",
                "Legal, but D is not joined yet: printed links lead from h9 to i8, and from j9 to k10.",
            )(),
            at=partial(_at, WAY[:3]),
        ),
        Exercise(
            message(
                "socks.learn-end-of-path",
                "No path leads through a sock: it can only be an end. Reaching the twin of its station is "
                "enough, as the printed link does the rest.",
            )(),
            message(
                "socks.do-end-of-path", "A sock of E lies on b11, and c10 is the twin. Begin there (c10-d11)."
            )(),
            ("c10-d11",),
            at=partial(_at, ()),
        ),
        Exercise(
            message(
                "socks.learn-block",
                "A link takes one stick at most, so you can block the other player. What each of you "
                "still needs is shown beside the board.",
            )(),
            message(
                "socks.do-block", "The other player needs one stick for D. Lay yours where it is missing."
            )(),
            (WAY[3],),
            message("socks.why-block", "Legal, but the link from i8 to j9 is still open to the other.")(),
            at=partial(_at, WAY[:3], OTHER),
        ),
        Exercise(
            message(
                "socks.learn-both",
                "One stick may serve several pairs, and wins all the pairs it joins.",
            )(),
            message("socks.do-both", "Find the stick that joins both D and E.")(),
            (WAY[1],),
            message("socks.why-both", "Legal, but both paths lack the link from e12 to f11.")(),
            at=partial(_at, TWO_WAYS),
        ),
        Exercise(
            message(
                "socks.learn-end",
                "The game ends when every pair is won, or when nobody has enough sticks to join another. "
                "The most points win, then the most prizes.",
            )(),
            message("socks.do-end", "The other player leads with 21 points to your 17. Join D, and win.")(),
            (WAY[3],),
            message("socks.why-end", "Legal, but the stick from i8 to j9 wins the game.")(),
            at=partial(_at, WAY[:3], won=WON),
        ),
    )
)
