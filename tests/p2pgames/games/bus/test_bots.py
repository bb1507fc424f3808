"""The bots: legal, repeatable, and the strongest far better than chance."""

from random import Random

import pytest

from p2pgames.contract import Left, Why
from p2pgames.dealer import LocalDealer, playout, random_bot
from p2pgames.games.bus import GAME
from tests.p2pgames.games.bus.tables import BUS


def wins(seats, seeds):
    """In how many games the strongest bot wins against random seats, sitting everywhere in turn."""
    bot = GAME.bots[GAME.usual]
    won = 0
    for seed in seeds:
        own = seed % seats
        dealer = LocalDealer(BUS, seats, {"city": ("classic", "garden")[seed // seats % 2]}, Random(seed))
        for _ in playout(dealer, [bot if seat == own else random_bot for seat in range(seats)]):
            pass
        won += dealer.result.winners == (own,)
    return won


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_strongest_bot_beats_random_seats(seats):
    assert wins(seats, range(10)) >= 7


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_strongest_bot_wins_at_least_twice_its_share_of_200_games(seats):
    assert wins(seats, range(200)) >= 2 * 200 / seats


def test_bots_play_legal_games_to_the_end_and_repeat_them_also_when_a_seat_has_left():
    def played():
        dealer = LocalDealer(BUS, 4, {"city": "garden"}, Random(3))
        for number, _ in enumerate(playout(dealer, [GAME.bots["driver"]] * 4)):
            if number == 60:
                break
        dealer.leave(dealer.turn, Why.VOTED)
        for _ in playout(dealer, [GAME.bots["driver"]] * 4):
            pass
        return dealer

    one, other = played(), played()
    assert one.events == other.events
    assert any(isinstance(event, Left) for event in one.events)
    assert one.result == other.result
