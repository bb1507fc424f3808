"""Choosing actions, and what every area yields."""

import pytest

from p2pgames.games.bus.state import EMPTY, ORDER, TYPES, Area, BusTask
from tests.p2pgames.games.bus.tables import BUS, left, play, position, refused, resolving, town, typed

# Stations 0 and 4; a long road with sites.
ROAD = town(
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9)],
    {1: "AC", 2: "AA", 3: "AB", 5: "B"},
    stations=(0, 4),
    starts=(1,),
)
LINES = ((1, 2), (3, 2), (5, 6), (7, 6), (8, 9))


def ready(seats=3, **changes):
    """The road, before the first marker."""
    return position(seats, ROAD, lines=LINES[:seats], **changes)


def order(state):
    """Who is asked for what until the next choice of markers, the last move listed being made each time."""
    asked = []
    while state.task not in (BusTask.CHOOSE, BusTask.OVER):
        asked.append((state.task.value, state.turn))
        state = play(state, typed(state)[-1])
    return asked


# -- choosing ---------------------------------------------------------------------------------------


def test_markers_are_laid_in_turn_each_on_the_first_free_space():
    state = play(ready(), "line", "line", "vroomm", "line")
    assert state.spaces[Area.LINE] == (0, 1, 0, -1, -1, -1)
    assert state.spaces[Area.VROOMM][0] == 2
    assert state.turn == 1
    assert state.markers == (18, 19, 19)


def test_the_start_player_begins_and_the_turn_goes_to_the_left():
    dealt_round = position(4, ROAD, lines=LINES[:4], start=2, turn=2)
    assert [play(dealt_round, *["l"] * count).turn for count in range(5)] == [2, 3, 0, 1, 2]


def test_two_markers_are_compulsory():
    state = ready()
    assert "pass" not in typed(state)
    assert refused(state, "pass") == "Everybody places 2 markers before passing."
    state = play(state, *["line"] * 3)
    assert "pass" not in typed(state)
    state = play(state, *["line"] * 3)
    assert "pass" in typed(state)


def test_more_markers_are_free_and_a_pass_is_final():
    state = play(ready(), *["line"] * 6, "pass", "v", "v", "v", "v")
    assert (state.turn, state.passed) == (1, (0,))
    state = play(state, "pass", "v", "v")
    assert (state.turn, state.task) == (2, BusTask.CHOOSE)
    assert play(state, "pass").task is not BusTask.CHOOSE


def test_bus_clock_and_start_are_for_one_player_each():
    state = play(ready(), "bus", "clock", "start")
    assert not {"bus", "clock", "start"} & set(typed(state))
    assert refused(state, "clock") == "All spaces of clock are taken this round."


def test_the_other_areas_have_six_spaces():
    state = play(ready(), *["riders"] * 6)
    assert "riders" not in typed(state)
    assert [len(row) for row in EMPTY] == [6, 1, 6, 6, 1, 6, 1]


def test_who_has_no_marker_left_is_skipped():
    state = play(ready(markers=(1, 3, 0)), "line")
    assert state.turn == 1
    state = play(state, "line")
    assert (state.turn, "pass" in typed(state)) == (1, False)
    state = play(state, "line")
    assert (state.turn, "pass" in typed(state)) == (1, True)
    assert play(state, "line").task is not BusTask.CHOOSE


def test_choosing_ends_when_no_space_is_free():
    everything = ["line", "riders", "build", "vroomm"] * 6 + ["bus", "clock", "start"]
    state = play(ready(5), *everything)
    assert state.task is not BusTask.CHOOSE
    assert sum(state.markers) == 100 - 27


def test_a_space_that_yields_nothing_may_be_taken():
    state = play(ready(), "build", "build")
    assert state.spaces[Area.BUILD][1] == 1
    assert state.yields(Area.BUILD, 1) == 0


# -- order and amounts ------------------------------------------------------------------------------


def test_the_areas_are_carried_out_from_left_to_right():
    assert [area for area, _ in ORDER] == sorted(area for area, _ in ORDER)
    spaces = {area: [space for each, space in ORDER if each is area] for area in Area}
    assert spaces[Area.LINE] == spaces[Area.BUILD] == [5, 4, 3, 2, 1, 0]
    assert spaces[Area.RIDERS] == spaces[Area.VROOMM] == [0, 1, 2, 3, 4, 5]


def test_line_and_build_go_from_the_last_space_to_the_first_riders_from_the_first():
    state = ready(buses=(3, 1, 1))
    laid = resolving(state, line=(0, 1, 2), riders=(0, 1, 2), build=(0, 1, 2), clock=(1,))
    asked = order(laid)
    assert asked[:4] == [("line", 2), ("line", 1), ("line", 1), ("line", 0)]
    assert [who for what, who in asked if what == "riders"] == [0, 0, 0, 1, 1, 2]
    assert [who for what, who in asked if what == "build"] == [2, 1, 1, 0, 0, 0]
    assert asked[-1] == ("clock", 1)


@pytest.mark.parametrize(
    ("seats", "fleet", "line", "others"),
    [
        (3, 1, [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
        (4, 3, [3, 2, 1, 0, 0, 0], [3, 2, 1, 0, 0, 0]),
        (5, 1, [2, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
        (5, 5, [6, 5, 4, 3, 2, 1], [5, 4, 3, 2, 1, 0]),
    ],
)
def test_the_first_space_yields_the_largest_fleet_and_each_further_one_less(seats, fleet, line, others):
    state = ready(seats, buses=(1,) * (seats - 1) + (fleet,))
    assert [state.yields(Area.LINE, space) for space in range(6)] == line
    for area in (Area.RIDERS, Area.BUILD):
        assert [state.yields(area, space) for space in range(6)] == others


def test_a_new_bus_counts_at_once_but_not_for_lines():
    laid = resolving(ready(), line=(0,), bus=(1,), riders=(2,), build=(0,))
    assert order(laid) == [("line", 0), ("riders", 2), ("riders", 2), ("build", 0), ("build", 0)]


def test_the_marker_on_bus_becomes_a_bus_up_to_five():
    state = resolving(ready(), bus=(1,), clock=(0,))
    assert state.buses == (1, 2, 1)
    assert state.spaces[Area.BUS] == (-1,)
    full = resolving(ready(buses=(1, 5, 1)), bus=(1,), clock=(0,))
    assert full.buses == (1, 5, 1)
    assert full.spaces[Area.BUS] == (1,)


def test_what_cannot_be_done_is_skipped_and_the_rest_is_done():
    nearly = [3, 0, 0, 0, 11, 0, 0, 0, 0, 0]
    state = resolving(ready(buses=(3, 1, 1), riders=tuple(nearly)), riders=(0, 1), clock=(2,))
    assert order(state) == [("riders", 0), ("clock", 2)]
    nowhere = tuple((0,) * len(sites) for sites in ROAD.sites)
    assert order(resolving(ready(built=nowhere), build=(0,), clock=(2,))) == [("clock", 2)]


# -- passengers and buildings -----------------------------------------------------------------------


def test_new_passengers_are_split_over_the_two_stations_as_one_likes():
    state = resolving(ready(buses=(2, 1, 1)), riders=(0,))
    assert typed(state) == ["00", "04"]
    assert play(state, "0", "4").riders[:5] == (1, 1, 0, 0, 1)
    assert play(state, "4", "Dampfross Station").riders[:5] == (0, 1, 0, 0, 2)
    assert refused(state, "03") == "Passengers arrive at a station: 00 or 04."


def test_no_passengers_come_when_none_is_left():
    state = resolving(ready(buses=(5, 1, 1)), riders=(0, 1, 2), clock=(0,))
    assert order(state) == [("riders", 0)] * 5 + [("riders", 1)] * 4 + [("riders", 2)] * 3 + [("clock", 0)]
    short = tuple(14 if at == 0 else 0 for at in ROAD.crossings)
    assert order(resolving(ready(buses=(5, 1, 1), riders=short), riders=(0, 1))) == [("riders", 0)]


def test_all_sites_of_a_letter_are_built_before_the_next_letter():
    state = resolving(ready(buses=(5, 1, 1)), build=(0,), clock=(0,))
    assert [text for text in typed(state) if "house" in text] == ["01 A house", "02 A house", "03 A house"]
    assert refused(state, "05 h") == "All sites A are filled before B; free ones are at 01, 02 and 03."
    state = play(state, "03 h", "01 A o", "02 p")
    assert refused(state, "01 h") == "All sites A are filled before C; free ones are at 02."
    state = play(state, "02 h")
    assert [text for text in typed(state) if "pub" in text] == ["03 B pub", "05 B pub"]


def test_equal_sites_of_a_crossing_are_one_choice():
    assert typed(resolving(ready(), build=(0,))).count("02 A pub") == 1


def test_the_type_is_free_while_there_are_buildings_of_it():
    many = town([(0, 1), (1, 2)], {0: "A" * 40, 1: "A"})
    state = position(place=many, lines=((0, 1),) * 3, built=((0,) * 30, (), ()))
    state = resolving(state, build=(0,))
    assert typed(state) == ["00 A office", "00 A pub", "01 A office", "01 A pub"]
    assert refused(state, "01 house") == "No house is left."


# -- clock and start --------------------------------------------------------------------------------


def test_the_clock_runs_when_nobody_took_it():
    hours = []
    state = ready()
    for _ in range(4):
        hours.append(TYPES[state.clock])
        state = resolving(state, start=(0,))
        assert state.task is BusTask.CHOOSE
    assert hours == ["house", "office", "pub", "house"]


def test_its_chooser_lets_the_clock_run_or_stops_it_for_a_stone():
    state = resolving(ready(), clock=(1,), vroomm=(0,))
    assert typed(state) == ["stop", "run"]
    run, stop = play(state, "run"), play(state, "stop")
    assert (TYPES[run.clock], run.stones, BUS.scores(run)) == ("office", (0, 0, 0), (0, 0, 0))
    assert (TYPES[stop.clock], stop.stones, BUS.scores(stop)) == ("house", (0, 1, 0), (0, -1, 0))
    assert stop.stones_left == 3


def test_who_took_start_starts_else_the_next_to_the_left():
    assert resolving(ready(start=1), start=(0,)).turn == 0
    passed_on = resolving(ready(start=1), clock=(0,))
    assert passed_on.start == 1
    after = play(passed_on, "run")
    assert (after.start, after.turn) == (2, 2)
    assert resolving(ready(start=2), bus=(2,)).start == 0
    nobody_there = left(ready(start=1), 2)
    assert resolving(nobody_there, bus=(0,)).start == 0


def test_markers_are_cleared_after_the_round_but_buses_stay():
    state = resolving(ready(), bus=(1,), vroomm=(0, 1), start=(2,))
    assert state.spaces == EMPTY
    assert state.buses == (1, 2, 1)
    assert (state.round, state.passed) == (2, ())
