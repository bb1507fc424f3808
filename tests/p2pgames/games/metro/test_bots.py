"""The bots are legal players, and the strongest is no beginner."""

from random import Random

import pytest

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.games.metro import GAME
from p2pgames.games.metro.state import DRAW
from p2pgames.search.search import LEVELS


def wins(bot, rival, games, seed):
    """How many of these seeded two-player games the bot wins alone, sitting on both seats in turn."""
    won = 0
    for number in range(games):
        seat = number % 2
        bots = [GAME.bots[rival]] * 2
        bots[seat] = GAME.bots[bot]
        dealer = LocalDealer(GAME.rules, 2, resolve_options(GAME.rules, 2, {}), Random(seed + number))
        list(playout(dealer, bots))
        won += dealer.result.winners == (seat,)
    return won


def test_the_bots_are_listed_from_weakest_to_strongest():
    assert list(GAME.bots) == ["random", "greedy", "patient", *LEVELS]
    assert wins("greedy", "random", 30, 50) > 15
    assert wins("patient", "greedy", 10, 50) >= 9


def test_the_strongest_bot_beats_random_play():
    assert wins(GAME.usual, "random", 20, 1) >= 18


@pytest.mark.slow
def test_the_strongest_bot_beats_random_play_in_200_games():
    assert wins(GAME.usual, "random", 200, 1000) >= 160


@pytest.mark.parametrize("bot", ["greedy", "patient"])
def test_bots_play_every_set_up_to_the_end(bot):
    drawn = 0
    for seats, orientation, size in ((3, "free", "1"), (4, "arrow", "3"), (6, "free", "2")):
        dealer = LocalDealer(GAME.rules, seats, {"orientation": orientation, "hand": size}, Random(7))
        drawn += sum(move == DRAW for _, move in playout(dealer, [GAME.bots[bot]] * seats))
        assert dealer.state.laid == 60
    assert (drawn > 0) == (bot == "patient")


def test_a_bot_knows_no_more_than_its_seat():
    # With the other hands and the pile dealt otherwise, the same seat sees the same and does the same.
    one, other = (
        LocalDealer(GAME.rules, 2, resolve_options(GAME.rules, 2, {}), Random(seed), 0) for seed in ("a", "b")
    )
    other.known[0] = one.known[0]
    for name in ("greedy", "patient"):
        moves = {
            GAME.bots[name](GAME.rules, table.state, 0, table.known[0], Random(3)) for table in (one, other)
        }
        assert len(moves) == 1
