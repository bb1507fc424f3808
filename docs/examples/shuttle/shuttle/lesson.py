"""How Shuttle is learnt: one whole game that you win, with every ticket where the lesson needs it."""

from __future__ import annotations

from typing import Final

from p2pgames.game import Exercise, Lesson, LessonPosition
from p2pgames.text import message
from shuttle.state import DECK, State

YOU: Final = 0
ORDER: Final = ("3", "5", "8", "10", "12", "2", "6", "1", "11", "9", "7", "4")
"""The tickets in the order in which they are drawn."""
DEALT: Final = ((0, 2, 4), (1, 3, 5))


def _begin() -> LessonPosition:
    """Return the position once both have drawn: you begin."""
    cards = {(DECK, place): face for place, face in enumerate(ORDER)}
    held = {(DECK, place): seat for seat, hand in enumerate(DEALT) for place in hand}
    return LessonPosition(State(YOU, sealed=True, hands=DEALT, drawing=(), drawn=6), cards, held)


LESSON: Final = Lesson(
    (
        Exercise(
            message(
                "shuttle.learn-aim",
                "You want the tram in your depot, on the left. At your turn you show a ticket. The first one of the"
                " game moves nothing, but the other player has to beat it.",
            )(),
            message("shuttle.do-aim", "Get rid of the lowest: type 3, or point at the ticket.")(),
            ("3",),
            replies=("5",),
            at=_begin,
        ),
        Exercise(
            message(
                "shuttle.learn-higher",
                "The 5 was two higher than your 3, so the tram went two stops to the right. Now you have to beat the"
                " 5, and with that you pull it back to your side.",
            )(),
            message("shuttle.do-higher", "Show the 8: it is three higher.")(),
            ("8",),
            replies=("10",),
        ),
        Exercise(
            message(
                "shuttle.learn-highest",
                "Nothing beats the 12. Whoever has to answer it can only show a lower ticket, and then the tram stays"
                " where it is.",
            )(),
            message("shuttle.do-highest", "Show the 12.")(),
            ("12",),
            replies=("2",),
        ),
        Exercise(
            message(
                "shuttle.learn-three",
                "Three stops are the most that a ticket brings. On the 2 all of yours bring three, so keep the high"
                " ones.",
            )(),
            message("shuttle.do-three", "Show the lowest of your tickets: the 6.")(),
            ("6",),
            message("shuttle.why-three", "That brings three stops, too, but the 6 does it as well.")(),
            replies=("9",),
        ),
        Exercise(
            message(
                "shuttle.learn-last",
                "All tickets are drawn. The 9 has pulled the tram away; what you have left is the 11 and the 7.",
            )(),
            message("shuttle.do-last", "Show the one that is higher than the 9.")(),
            ("11",),
            replies=("4",),
        ),
        Exercise(
            message(
                "shuttle.learn-home",
                "The tram is two stops from your depot, and your 7 beats the 4 by three.",
            )(),
            message("shuttle.do-home", "Bring it home.")(),
            ("7",),
        ),
    )
)
