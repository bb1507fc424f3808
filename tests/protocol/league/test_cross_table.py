"""Who has which points against whom, how they came together, and how players are called who look alike."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as some

from p2pgames_protocol.league.game import Counted
from p2pgames_protocol.league.standing import cross_table, points_over_time, shown_names, standings
from tests.protocol.league.games import game, key, some_games


def test_a_game_of_several_gives_each_points_against_each():
    found = cross_table([game(1, (0, 1, 2), (2, 1, 2)), game(2, (0, 1), (1, 2))])
    assert {(one[0], other[0]): points for (one, other), points in found.items()} == {
        (0, 1): 2,
        (1, 0): 2,
        (0, 2): 1,
        (2, 0): 1,
        (1, 2): 2,
        (2, 1): 0,
    }


@given(some.integers(2, 6), some.integers(1, 12), some.integers())
def test_all_that_somebody_has_against_others_is_what_they_have_in_the_table(players, count, seed):
    games = tuple(some_games(Random(seed), players, count))
    found, course = cross_table(games), points_over_time(games)
    assert points_over_time(games[::-1]) == course
    for one in standings([key(number) for number in range(players)], Counted(games, (), ())):
        assert sum(points for (own, _other), points in found.items() if own == one.key) == one.points
        assert course.get(one.key, (0,))[-1] == one.points
        assert len(course.get(one.key, ())) == one.games
        assert {other for own, other in found if own == one.key} == one.opponents


def test_a_course_goes_by_the_ids():
    first, second = game(1, (0, 1), (1, 2)), game(2, (0, 1), (2, 1))
    assert points_over_time([second, first]) == {key(0): (2, 2), key(1): (0, 2)}
    assert points_over_time([first, replace(second, id=bytes(32))]) == {key(0): (0, 2), key(1): (2, 2)}


def test_names_that_look_alike_have_the_key_beside_them():
    found = shown_names({key(0): "Ada", key(1): "Ben", key(2): "\N{CYRILLIC CAPITAL LETTER A}da"})
    assert found[key(1)] == "Ben"
    assert found[key(0)].startswith("Ada (0000-0000")
    assert found[key(2)].endswith("(0202-0202)")
