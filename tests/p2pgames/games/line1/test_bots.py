"""The bots are legal players, and the strongest is no beginner."""

from __future__ import annotations

from random import Random

import pytest

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.games.line1 import GAME
from p2pgames.games.line1.bots import cheapest_plan
from p2pgames.games.line1.turns import cards_of
from p2pgames.search.search import LEVELS
from tests.p2pgames.games.line1.trips import LINE2, ready


def wins(games, seed, seats=2):
    """How many of these seeded games builder wins alone against random play, sitting on every seat in turn."""
    won = 0
    for number in range(games):
        seat = number % seats
        bots = [GAME.bots["random"]] * seats
        bots[seat] = GAME.bots["builder"]
        dealer = LocalDealer(GAME.rules, seats, resolve_options(GAME.rules, seats, {}), Random(seed + number))
        list(playout(dealer, bots))
        won += dealer.result.winners == (seat,)
    return won


def test_builder_beats_random_play():
    assert list(GAME.bots) == ["random", "builder", *LEVELS]
    assert wins(12, 1) >= 10


@pytest.mark.slow
def test_builder_beats_random_play_in_200_games():
    assert wins(200, 1000) >= 160


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"traveller_tiles": "always", "pockets": "loose"}])
def test_games_of_builders_end_with_a_tram_at_home(seats, options):
    dealer = LocalDealer(GAME.rules, seats, resolve_options(GAME.rules, seats, options), Random(7))
    list(playout(dealer, [GAME.bots["builder"]] * seats))
    assert dealer.result is not None
    assert len(dealer.result.winners) == 1


def test_the_plan_of_a_connected_schedule_lacks_nothing():
    state, known = ready()
    assert cheapest_plan(state, *cards_of(state, 0, known[0])).lacking == ()
    apart, _ = ready(board=LINE2.replace(", straight k9", ""))
    way = cheapest_plan(apart, 2, 1)
    assert [(cell, link) for cell, link in way.lacking] == [(8 * 12 + 10, (0, 2))]
    assert way.cost > cheapest_plan(state, 2, 1).cost
