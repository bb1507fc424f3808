"""Building lines: heads, free and shared streets, circles."""

from itertools import pairwise
from random import Random

import pytest

from p2pgames.games.bus.state import BusTask
from p2pgames.games.bus.turns import extended, heads
from tests.p2pgames.games.bus.tables import (
    dealt,
    effect,
    opened,
    play,
    position,
    random_play,
    random_town,
    refused,
    resolving,
    town,
    typed,
)

#  0 - 1 - 2 - 3
#  |   |   |   |
#  4 - 5 - 6 - 7
GRID = town([(0, 1), (1, 2), (2, 3), (0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7)])

# Crossing 0 in the middle of 1 to 5; 3 and 4 are joined, and 2 goes on to 6.
STAR = town([(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (2, 6), (3, 4)])

# A circle 0, 1, 2 with three more streets from 0.
WHEEL = town([(0, 1), (1, 2), (0, 2), (0, 3), (0, 4), (0, 5)])


def laying(*lines, turn=0, place=GRID, todo=3):
    """A position in which a seat extends its line in space a."""
    return position(place=place, lines=lines, task=BusTask.LINE, turn=turn, todo=todo, step=5)


def test_a_line_grows_from_its_two_heads_only():
    state = laying((0, 1, 2), (), ())
    assert typed(state) == ["00-04", "02-03", "02-06"]
    assert refused(state, "01-05") == (
        "A stick starts at a head of your line; 01 is not one, yours are at 00 and 02."
    )
    assert refused(state, "02-05") == "There is no street between 02 and 05."


def test_a_line_takes_no_street_twice():
    state = laying((0, 1), (), ())
    assert refused(state, "01-00") == "Your line already uses 01-00: no line uses a street twice."
    assert typed(laying((5, 1, 2, 6), (), ())) == ["05-04", "05-06", "06-05", "06-07"]


def test_a_used_street_only_where_every_street_of_the_head_is_used():
    state = laying((0, 1), (2, 1, 0), ())
    assert typed(state) == ["00-04", "01-05"]
    assert refused(state, "01-02") == (
        "01-02 is used by Seat 2, and from 01 an unused street still leads to 05; "
        "you may take a used one only where the head of each line on it meets yours there."
    )
    assert typed(laying((0, 1), (2, 1, 5), ())) == ["00-04", "01-02", "01-05"]


def test_after_a_shared_street_the_next_is_a_free_one_again():
    state = play(laying((0, 1), (6, 2, 1, 5), ()), "01-02")
    assert state.lines[0] == (0, 1, 2)
    assert typed(state) == ["00-04", "02-03"]


def test_heads_that_meet_may_go_on_side_by_side():
    assert typed(laying((0, 1), (3, 2, 1), ())) == ["00-04", "01-02", "01-05"]
    assert typed(laying((0, 1), (3, 2, 1), (), turn=1)) == ["01-00", "01-05", "03-07"]
    assert typed(laying((0, 1, 2), (3, 2, 1), ())) == ["00-04", "02-06"]


def test_every_user_of_the_street_must_have_its_head_there():
    assert typed(laying((1, 0), (6, 2, 0), (2, 0, 3), place=STAR)) == ["00-04", "00-05"]
    assert typed(laying((1, 0), (6, 2, 0), (6, 2, 0), place=STAR)) == ["00-02", "00-03", "00-04", "00-05"]


def test_a_head_meets_only_through_the_street_by_which_it_came():
    assert typed(laying((1, 0), (2, 0, 4, 3, 0), (), place=STAR)) == ["00-03", "00-05"]


def test_a_circle_is_closed_from_either_head_and_both_heads_are_there():
    state = laying((0, 1, 2), (), (), place=WHEEL)
    assert {"00-02", "02-00"} <= set(typed(state))
    assert heads(play(state, "02-00").lines[0]) == (0,)
    assert heads(play(state, "00-02").lines[0]) == (2,)
    assert "closes a loop at 00" in effect(state, 0, ("stick", 2, 0))


def test_from_a_circle_two_different_streets_may_leave():
    state = play(laying((0, 1, 2), (), (), place=WHEEL, todo=5), "02-00", "00-03")
    assert state.lines[0] == (0, 1, 2, 0, 3)
    assert typed(state) == ["00-04", "00-05"]
    assert play(state, "00-05").lines[0] == (3, 0, 2, 1, 0, 5)


def test_after_a_circle_the_head_that_moved_last_goes_on_and_the_other_keeps_its_street():
    by_02 = play(laying((0, 1, 2), (5, 0), (), place=WHEEL, todo=5), "02-00", "00-03")
    assert typed(laying(*by_02.lines, turn=1, place=WHEEL)) == ["00-01", "00-04"]
    by_01 = play(laying((0, 2, 1), (5, 0), (), place=WHEEL, todo=5), "01-00", "00-03")
    assert typed(laying(*by_01.lines, turn=1, place=WHEEL)) == ["00-02", "00-04"]


def test_a_line_may_come_to_a_crossing_again():
    assert "02-00" in typed(laying((3, 0, 1, 2), (), (), place=WHEEL))


def test_without_a_street_or_a_stick_the_rest_is_lost():
    path = town([(at, at + 1) for at in range(32)])
    full = position(place=path, lines=(tuple(range(31)), (31, 32), ()), buses=(3, 1, 1))
    assert full.sticks(0) == 0
    assert resolving(full, line=(0, 1)).task is BusTask.LINE
    assert resolving(full, line=(0, 1)).turn == 1
    assert resolving(full, line=(0,)).task is not BusTask.LINE
    short = town([(0, 1), (1, 2)])
    stuck = resolving(position(place=short, lines=((0, 1), (1, 2), ()), buses=(3, 1, 1)), line=(0,))
    assert (stuck.turn, stuck.todo) == (0, 3)
    assert play(stuck, "01-02").task is not BusTask.LINE


@pytest.mark.parametrize("small", [False, True])
def test_a_line_is_always_one_walk_between_its_heads_without_a_street_twice(small):
    """All its streets, each once, from one head to the other: found again by trying every way."""
    checked = 0
    for seed in range(4):
        dealer = dealt(3, "classic", seed)
        if small:
            dealer.state = opened(random_town(Random(seed), 7, 10), 3)
        lengths = {}
        for state in random_play(dealer):
            for seat, line in enumerate(state.lines):
                if not line or len(line) == lengths.get(seat):
                    continue
                lengths[seat] = len(line)
                streets = {frozenset(pair) for pair in pairwise(line)}
                assert len(streets) == len(line) - 1
                assert all(tuple(sorted(street)) in state.city.streets for street in streets)
                assert walks(streets, line[0], line[-1])
                checked += 1
    assert checked > 20


def walks(streets, start, end):
    """Whether all the streets can be driven in one walk, each once."""
    if not streets:
        return start == end
    return any(walks(streets - {street}, *(street - {start}), end) for street in streets if start in street)


def test_a_stick_moves_one_head_and_leaves_the_other():
    assert extended((4, 0, 1), 1, 2) == (4, 0, 1, 2)
    assert extended((4, 0, 1), 4, 5) == (1, 0, 4, 5)
    assert extended((0, 1, 2, 0), 0, 3) == (0, 1, 2, 0, 3)
