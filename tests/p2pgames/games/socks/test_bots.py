"""Bots: legal moves, the same for the same dice, and better than chance."""

from dataclasses import replace
from random import Random

import pytest

from p2pgames.contract import effect_of_move, resolve_options
from p2pgames.dealer import LocalDealer, playout
from tests.p2pgames.games.socks.tables import BOTS, RULES, line, table


def duel(number, **chosen):
    """A game of rival against random; whether rival won it."""
    seat = number % 2
    bots = [BOTS["random"]] * 2
    bots[seat] = BOTS["rival"]
    game = LocalDealer(RULES, 2, resolve_options(RULES, 2, chosen), Random(number))
    moves = list(playout(game, bots))
    return game.result.winners == (seat,), moves


@pytest.mark.parametrize(
    "chosen", [{}, {"neutral": "rebuild", "blockers": "4"}, {"size": "beginner"}], ids=str
)
def test_rival_beats_random(chosen):
    assert all(duel(number, **chosen)[0] for number in range(6))


def test_a_bot_repeats_itself():
    assert duel(3)[1] == duel(3)[1]


def test_rival_lays_a_compact_city_that_needs_no_coin():
    for number in range(4):
        game = LocalDealer(RULES, 2, resolve_options(RULES, 2, {"layout": "players"}), Random(number))
        while game.state.city is None:
            game.play(BOTS["rival"](RULES, game.state, game.turn, {}, game.random))
        assert game.state.town.layout.by_hand


def test_rival_takes_what_one_stick_wins():
    high = [(q, -1) for q in range(12)]
    pairs = ((0, (0, -1), (7, -1)), (1, (0, 0), (8, 0)))
    start = line(table(pairs=pairs), high[:7], 0)
    move = BOTS["rival"](RULES, replace(start, turn=0, todo=1), 0, {}, Random(1))
    assert "wins pair A" in str(effect_of_move(RULES, replace(start, turn=0, todo=1), 0, move))
