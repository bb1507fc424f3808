"""The engine against the game told a second time."""

from random import Random

import pytest

from p2pgames.contract import Left, Moved, Why
from p2pgames.games.bus.state import CITIES
from tests import seeds
from tests.p2pgames.games.bus.mirror import story
from tests.p2pgames.games.bus.tables import BUS, effect, every_move, opened, random_town, why_not


def compare(place, seats, first, random, leaving=0.0, judged=0.0):
    """Play one random game through both; return the counts of what happened on the way.

    With ``leaving`` seats leave, at or out of turn, before so many of the decisions. With ``judged`` every move that
    can be written is put to the judge at so many of them.
    """
    trying = Random(f"{seats} {first}")
    state = opened(place, seats, first)
    told = story(place.streets, place.sites, place.stations, place.starts, seats, first)
    seat, allowed = next(told)
    seen = dict.fromkeys(("moves", "shared", "circles", "rides", "left"), 0)
    while True:
        moves = BUS.moves(state, state.turn, {})
        assert (state.turn, set(moves)) == (seat, allowed)
        assert len(moves) == len(allowed)
        if trying.random() < judged:
            assert {move for move in every_move(place) if why_not(state, seat, move) is None} == allowed
        if random.random() < leaving:
            move = ("left", random.choice(state.inside))
            seen["left"] += 1
            state = BUS.apply(state, Left(move[1], Why.RESIGNED))
        else:
            move = random.choice(moves)
            seen["moves"] += 1
            seen["shared"] += "beside" in effect(state, seat, move)
            seen["circles"] += "loop" in effect(state, seat, move)
            seen["rides"] += move[0] == "carry"
            state = BUS.apply(state, Moved(seat, move))
        try:
            seat, allowed = told.send(move)
        except StopIteration as end:
            result = BUS.ask(state).result
            assert (result.places, result.scores) == end.value
            seen["why"] = str(result.why)
            return seen


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("town", sorted(CITIES))
def test_the_engine_agrees_with_the_second_telling(seats, town):
    total = dict.fromkeys(("shared", "circles", "rides"), 0)
    for seed in seeds(8, 12):
        random = Random(f"{town} {seats} {seed}")
        seen = compare(CITIES[town], seats, random.randrange(seats), random)
        total = {what: total[what] + seen[what] for what in total}
    assert min(total.values()) > 0


def test_the_engine_agrees_in_small_cities_where_lines_crowd():
    total, ends = dict.fromkeys(("shared", "circles", "rides"), 0), set()
    games = {*seeds(40, 120), 110}  # with 110 the last time stone is taken
    for seed in games:
        random = Random(seed)
        place = random_town(random, random.randint(5, 9), random.randint(8, 10))
        seats = random.choice((3, 4, 5))
        seen = compare(place, seats, random.randrange(seats), random, judged=0.03)
        total = {what: total[what] + seen[what] for what in total}
        ends.add(seen["why"])
    assert len(ends) == 3
    assert total["shared"] > 4 * len(games)
    assert total["circles"] > 0.8 * len(games)
    assert total["rides"] > 0.8 * len(games)


def test_the_engine_agrees_when_seats_leave():
    left, ends = 0, set()
    games = seeds(40, 90)
    for seed in games:
        random = Random(f"left {seed}")
        small = random_town(random, random.randint(6, 9), random.randint(9, 11))
        place = small if seed % 3 else CITIES[random.choice(sorted(CITIES))]
        seats = random.choice((3, 4, 5))
        seen = compare(place, seats, random.randrange(seats), random, leaving=0.02)
        left += seen["left"]
        ends.add(seen["why"])
    assert left > len(games)
    assert len(ends) == 4


@pytest.mark.slow
def test_the_engine_agrees_over_many_games():
    for seed in range(600):
        random = Random(f"long {seed}")
        seats = random.choice((3, 4, 5))
        small = random_town(random, random.randint(6, 12), random.randint(11, 15))
        place = small if seed % 2 else CITIES[random.choice(sorted(CITIES))]
        compare(place, seats, random.randrange(seats), random)
