"""What a search does about the clock, and that time is stopped where that pays."""

from random import Random

import pytest

from p2pgames.games.bus.bots import EVALUATOR, RUN, STOP, rides_ahead
from p2pgames.games.bus.state import BusTask
from p2pgames.games.bus.turns import tick
from p2pgames.search.search import search
from tests.p2pgames.games.bus.tables import BUS, position, resolving, town

ROAD = town(
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
    {1: "AC", 2: "AA", 3: "AB", 5: "BB"},
    stations=(0, 4),
    starts=(1,),
)
LINES = ((1, 2), (4, 5), (6, 7))


def at_the_clock(built, drivers=(0,), **changes):
    """The holder of the clock is to decide; who drives finds two passengers, and buildings of these types."""
    riders = (0, 2, 0, 0, 2, 0, 0, 0)
    before = position(3, ROAD, lines=LINES, riders=riders, buses=(2, 2, 1), built=built, **changes)
    return resolving(before, clock=(0,), vroomm=drivers)


HERE = ((), (), (0, 0), (), (), (), (), ())
"""Seat 0 finds two rides at this hour and none at the next."""
NEXT = ((), (), (1, 1), (), (), (), (), ())
THEIRS = ((), (), (), (), (), (1, 1), (), ())
"""Seat 1 finds two rides at the next hour."""


@pytest.mark.parametrize(
    ("built", "drivers", "best", "changes"),
    [
        (HERE, (0,), STOP, {"markers": (9, 9, 9)}),
        (NEXT, (0,), RUN, {"markers": (9, 9, 9)}),
        (HERE, (1,), RUN, {"markers": (9, 9, 9)}),
        # the last round: with two rides seat 1 would pass by, and of equal scores more stones are better
        (THEIRS, (1,), STOP, {"markers": (0, 0, 1), "points": (7, 6, 0)}),
        (NEXT, (0,), RUN, {"markers": (0, 0, 1), "points": (7, 7, 0)}),
    ],
)
def test_time_is_stopped_for_rides_kept_or_for_those_that_others_lose(built, drivers, best, changes):
    state = at_the_clock(built, drivers, **changes)
    assert (state.task, state.turn) == (BusTask.CLOCK, 0)
    found = search(BUS, EVALUATOR, state, 0, {}, 1, nodes=80, early=False)
    assert found.best.move == best


def test_a_choice_of_the_hour_is_ranked_by_what_stopping_time_brings():
    def worth(built):
        state = at_the_clock(built)
        choosing = position(
            3,
            ROAD,
            lines=LINES,
            riders=state.riders,
            buses=(2, 2, 1),
            built=built,
            spaces=(*state.spaces[:4], (-1,), *state.spaces[5:]),
        )
        return {move: value for value, move in EVALUATOR.rank(choosing, 0, {}, Random(1))}["take", "clock"]

    assert worth(HERE) > worth(NEXT) + 1


def test_rides_count_less_those_of_each_other():
    state = at_the_clock(THEIRS, (1, 1))
    assert rides_ahead(state, 1) == 0
    assert rides_ahead(tick(state), 1) == 2
    assert rides_ahead(tick(state), 0) == -1
