"""What is said before a slip that cannot be taken back, while markers are laid."""

from dataclasses import replace

from p2pgames.contract import effect_of_move
from p2pgames.games.bus.state import EMPTY, Area, BusTask, put_marker
from tests.p2pgames.games.bus.tables import BUS, position, town

ROAD = town(
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
    {1: "AC", 2: "AA", 3: "AB"},
    stations=(0, 4),
    starts=(1,),
)
MARKER, PASS = ("take", "vroomm"), ("pass",)


def ready(**changes):
    """Three lines on a road, before the first marker, which seat 0 lays."""
    return replace(position(3, ROAD, lines=((1, 2), (3, 2), (5, 6))), task=BusTask.CHOOSE, turn=0, **changes)


def warned(state, move):
    """What is said first of a move of seat 0, where it is a warning."""
    said = str(effect_of_move(BUS, state, 0, move))
    return said.partition("careful: ")[2].partition(";")[0].partition(".")[0] if "careful: " in said else ""


def test_the_last_marker():
    state = ready()
    assert warned(replace(state, markers=(2, 5, 5)), MARKER) == ""
    assert warned(replace(state, markers=(1, 5, 5)), MARKER) == "your last marker, for all rounds to come"


def test_a_marker_that_brings_nothing():
    state, nothing = ready(), "this marker gives you nothing"
    assert warned(state, ("take", "line")) == ""
    assert warned(replace(state, spaces=put_marker(EMPTY, Area.LINE, 0, 1)), ("take", "line")) == nothing
    assert warned(replace(state, buses=(5, 1, 1)), ("take", "bus")) == nothing
    second = replace(state, spaces=put_marker(EMPTY, Area.RIDERS, 0, 1))
    assert warned(second, ("take", "riders")) == "", "a bus may still come, and two passengers with it"
    third = replace(second, spaces=put_marker(second.spaces, Area.RIDERS, 1, 1))
    assert warned(third, ("take", "riders")) == nothing
    taken = replace(
        second, buses=(1, 2, 1), spaces=put_marker(put_marker(EMPTY, Area.RIDERS, 0, 1), Area.BUS, 0, 0)
    )
    assert warned(taken, ("take", "riders")) == ""


def test_a_pass_with_rides_open():
    laid = put_marker(put_marker(EMPTY, Area.LINE, 0, 0), Area.BUS, 0, 0)
    built = ((), (), (1,), *[()] * 5)
    state = replace(ready(), spaces=laid, riders=(0, 1, 0, 0, 0, 0, 0, 0), built=built, clock=0)
    assert warned(state, PASS) == "1 ride is open to you, and you have no marker on vroomm"
    assert warned(replace(state, spaces=put_marker(laid, Area.VROOMM, 0, 0)), PASS) == ""
    assert warned(replace(state, riders=(0,) * 8), PASS) == ""
