"""Ratings: what the model makes likeliest from all games at once, in whole points that no order moves."""

from dataclasses import replace
from math import exp, log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from p2pgames_protocol.league.game import Counted
from p2pgames_protocol.league.standing import Rating, ratings, standings, standings_by_rating
from tests.protocol.league.games import game, key, some_games

UNIT = 400 / log(10)


def likelihood(strengths, games):
    """The logarithm of how likely strengths are after the games, as LEAGUE.md has it."""
    found = -sum(strength**2 for strength in strengths.values()) / 8
    for one in games:
        for own, place in zip(one.players, one.places, strict=True):
            rivals = [
                strengths[other] for other, its in zip(one.players, one.places, strict=True) if its >= place
            ]
            found += strengths[own] - log(sum(map(exp, rivals)))
    return found


def test_two_players_have_the_ratings_that_can_be_worked_out_by_hand():
    assert ratings([]) == {}
    for wins, losses in ((1, 0), (3, 1), (2, 2), (200, 0)):
        games = [game(number, (0, 1), (1, 2)) for number in range(wins)]
        games += [game(wins + number, (0, 1), (2, 1)) for number in range(losses)]
        low, high = 0.0, 20.0
        while high - low > 1e-12:
            middle = (low + high) / 2
            chance = 1 / (1 + exp(-2 * middle))
            gains = wins * (1 - chance) - losses * chance - middle / 4
            low, high = (middle, high) if gains > 0 else (low, middle)
        chance = 1 / (1 + exp(-2 * low))
        bend, prior = (wins + losses) * chance * (1 - chance), 1 / 4
        margin = round(2 * UNIT * sqrt((bend + prior) / (prior * (prior + 2 * bend))))
        found = ratings(games)
        assert found[key(0)] == Rating(1500 + round(UNIT * low), margin)
        assert found[key(1)] == Rating(1500 - round(UNIT * low), margin)


@given(some.integers(2, 6), some.integers(1, 12), some.integers())
@settings(max_examples=25)
def test_of_all_ratings_they_are_the_likeliest(players, count, seed):
    games = list(some_games(Random(seed), players, count))
    found = {one: (rating.value - 1500) / UNIT for one, rating in ratings(games).items()}
    best = likelihood(found, games)
    for one, strength in found.items():
        for step in (-3, 3):
            assert likelihood(found | {one: strength + step / UNIT}, games) < best


@given(some.integers(2, 6), some.integers(1, 12), some.integers())
@settings(max_examples=25)
def test_no_order_of_games_or_seats_and_no_shift_of_what_goes_in_moves_a_whole_point(players, count, seed):
    random = Random(seed)
    games = list(some_games(random, players, count))
    found = ratings(games)
    turned = [
        replace(one, players=one.players[::-1], places=one.places[::-1], names=one.names[::-1])
        for one in random.sample(games, count)
    ]
    assert list(ratings(turned).items()) == list(found.items())
    for shift in (-1e-9, 1e-9):
        assert ratings(games, spread=2.0 + shift) == found
    for far in (1e-9, 30):
        assert ratings(games, start=[random.uniform(-far, far) for _player in found]) == found


def test_more_games_are_known_more_surely_and_a_win_over_the_strong_counts_more():
    few, many = (
        [game(number, (0, 1), (1 + number % 2, 2 - number % 2)) for number in range(n)] for n in (2, 40)
    )
    assert ratings(many)[key(0)].margin < ratings(few)[key(0)].margin < 347 * 2
    strong = [game(number, (1, 2), (1, 2)) for number in range(6)]
    found = ratings([*strong, game(7, (3, 1), (1, 2)), game(8, (4, 2), (1, 2))])
    assert found[key(3)].value > found[key(4)].value > 1500


def test_a_table_by_rating_has_who_did_not_play_at_its_end():
    games = (game(1, (0, 1, 2), (1, 2, 2)), game(2, (3, 0), (1, 2)))
    counted = Counted(games, (), ())
    table = standings_by_rating([key(number) for number in range(5)], counted)
    assert [(one.key[0], one.place) for one in table] == [(3, 1), (0, 2), (1, 3), (2, 3), (4, None)]
    assert [one.rating is None for one in table] == [False] * 4 + [True]
    assert {one.key: one.points for one in table} == {
        one.key: one.points for one in standings([key(number) for number in range(5)], counted)
    }


def test_equal_points_share_a_place():
    table = standings([key(0), key(1), key(2)], Counted((game(1, (0, 1), (1, 1)),), (), ()))
    assert [one.place for one in table] == [1, 1, 3]


@pytest.mark.slow
def test_a_league_of_2000_games_is_rated():
    games = list(some_games(Random(1), 30, 2000))
    assert len(ratings(games)) == 30
