"""Bots: they make legal moves, the same from the same seed, and change nothing."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from p2pgames.game import LEVELS
from p2pgames_protocol.testing.game.broken import expect, shown
from p2pgames_protocol.testing.game.case import Case
from p2pgames_protocol.testing.game.plain import exact, same


def quick(case: Case, random: Random) -> None:
    """Check the bots that do not search."""
    asked(case, random, (name for name in case.game.bots if name not in LEVELS))


def thinking(case: Case, random: Random) -> None:
    """Check the bots that search."""
    asked(case, random, (name for name in case.game.bots if name in LEVELS))


def asked(case: Case, random: Random, names: Iterable[str]) -> None:
    """Ask these bots for a move in a position, twice."""
    dealer = case.played()
    if (seat := dealer.turn) is None:
        return
    before, known = exact(case.rules.wire(dealer.state)), dealer.known[seat]
    for name in names:
        seed = random.random()
        once, again = (
            case.game.bots[name](case.rules, dealer.state, seat, dict(known), Random(seed)) for _ in range(2)
        )
        legal = any(same(once, move) for move in dealer.moves())
        expect(legal, f"The bot {name} makes the move {shown(once)}, which is not listed.")
        expect(
            same(once, again),
            f"The bot {name} makes other moves from the same seed: it reads a clock, or `random`.",
        )
        expect(
            exact(case.rules.wire(dealer.state)) == before, f"The bot {name} changes the state it is shown."
        )
