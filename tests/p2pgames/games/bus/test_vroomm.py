"""Passengers take their seats and ride."""

from random import Random

from p2pgames.contract import Moved
from p2pgames.games.bus.state import TYPES, BusTask
from p2pgames.games.bus.turns import rides_due, spare
from tests.p2pgames.games.bus.tables import (
    BUS,
    dealt,
    opened,
    play,
    position,
    random_play,
    random_town,
    refused,
    resolving,
    town,
    typed,
    why_not,
)

HOUSE, OFFICE, PUB = range(3)
ROAD = town(
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)],
    {1: "AAA", 2: "AA", 3: "AA", 5: "B"},
    stations=(0, 4),
)
"""A road, with a station at 0 and at 4."""


def driving(people, built, lines=((0, 1, 2, 3), (2, 3, 4, 5), (5, 6)), spaces=(0,), **changes):
    """A position in which the buses drive at the hour of offices; the clock ran from house."""
    state = position(
        place=ROAD,
        lines=lines,
        riders=tuple(people.get(at, 0) for at in ROAD.crossings),
        built=tuple(built.get(at, ()) for at in ROAD.crossings),
        **changes,
    )
    return resolving(state, vroomm=spaces)


def test_each_bus_carries_one_passenger_for_a_point():
    state = driving({0: 2}, {1: (OFFICE,), 2: (OFFICE,)}, buses=(1, 1, 1))
    assert TYPES[state.clock] == "office"
    assert typed(state) == ["00-01", "00-02"]
    after = play(state, "00-02")
    assert after.points == (1, 0, 0)
    assert after.riders[:3] == (1, 0, 1)
    assert after.task is not BusTask.VROOMM
    assert play(driving({0: 2}, {1: (OFFICE,), 2: (OFFICE,)}, buses=(2, 1, 1)), "0-1").task is BusTask.VROOMM


def went_on(state, text):
    """What is told of a typed move, in English: who, and what."""
    move = Moved(state.turn, BUS.parse(state, state.turn, {}, text))
    return [(told.seat, str(told.what)) for told in BUS.effects(state, move, BUS.apply(state, move))]


def test_buses_with_nobody_to_carry_are_told_of():
    state = driving({0: 1}, {1: (OFFICE,)}, spaces=(0, 1, 2), buses=(1, 1, 1))
    assert [said for said in went_on(state, "00-01") if "nobody" in said[1]] == [
        (1, "Seat 2, vroomm b: nobody to carry"),
        (2, "Seat 3, vroomm c: nobody to carry"),
    ]


def test_nothing_is_passed_over_while_markers_are_laid():
    state = next(state for state in random_play(dealt()) if state.round == 2 and len(state.stack) == 3)
    assert state.task is BusTask.CHOOSE
    assert went_on(state, "vroomm") == [(state.turn, "space a: 1 ride at most")]
    assert went_on(play(state, "line", "vroomm"), "start")[0][1] == "to begin the next round"


def test_buses_that_carry_somebody_are_not_passed_over():
    state = driving({0: 1, 3: 1}, {1: (OFFICE,), 2: (OFFICE,)}, spaces=(0, 1), buses=(1, 1, 1))
    assert not [said for said in went_on(state, "00-01") if "nobody" in said[1]]


def test_passengers_at_a_building_of_the_hour_sit_down_and_stay():
    state = driving({1: 1, 0: 1}, {1: (OFFICE,), 2: (OFFICE,)})
    assert typed(state) == ["00-02"]
    assert refused(state, "01-02") == "Everybody at 01 is seated."
    assert refused(state, "02-03") == "Nobody is waiting at 02."


def test_a_passenger_in_the_wrong_building_moves_over_at_its_crossing_without_a_ride():
    state = driving({1: 1, 0: 1}, {1: (HOUSE, OFFICE), 2: (OFFICE,)})
    assert typed(state) == ["00-02"]
    assert driving({1: 1}, {1: (HOUSE, OFFICE), 2: (OFFICE,)}).task is BusTask.CHOOSE


def test_more_passengers_than_buildings_leave_some_unseated():
    state = driving({1: 3}, {1: (OFFICE,), 2: (OFFICE, OFFICE)}, buses=(5, 1, 1))
    assert spare(state, 1) == 2
    assert rides_due(state, state.lines[0], 5) == 2
    assert play(state, "1-2", "1-2").task is BusTask.CHOOSE


def test_rides_go_from_a_station_or_the_wrong_building_to_a_free_one_of_the_hour():
    state = driving({0: 1, 3: 1}, {1: (PUB,), 2: (OFFICE,), 3: (HOUSE,)})
    assert typed(state) == ["00-02", "03-02"]
    assert refused(state, "00-01") == "There is no free office at 01."


def test_a_passenger_where_nothing_is_built_must_be_carried():
    state = driving({3: 1}, {2: (OFFICE,)})
    assert state.built[3] == ()
    assert typed(state) == ["03-02"]
    assert why_not(state, 0, ("pass",)) == "Now carry a passenger."
    assert play(state, "03-02").points == (1, 0, 0)
    # Nor does a building of another hour elsewhere on the line matter.
    assert typed(driving({3: 1}, {1: (PUB,), 2: (OFFICE,)})) == ["03-02"]


def test_both_ends_of_a_ride_lie_on_the_own_line():
    state = driving({0: 1, 4: 1}, {2: (OFFICE,), 5: (OFFICE,)})
    assert typed(state) == ["00-02"]
    assert refused(state, "00-05") == "Your line does not reach 05."
    assert refused(state, "04-02") == "Your line does not reach 04."


def test_a_building_takes_one_passenger_in_a_phase():
    state = driving({0: 3}, {1: (OFFICE,)}, buses=(3, 1, 1))
    assert play(state, "00-01").task is BusTask.CHOOSE
    shared = driving({3: 3}, {2: (OFFICE,)}, spaces=(1, 0))
    assert play(shared, "03-02").points == (0, 1, 0)
    assert play(shared, "03-02").task is BusTask.CHOOSE


def test_vroomm_goes_from_the_first_space_and_the_letter_does_not_lessen_the_buses():
    state = driving({3: 5}, {2: (OFFICE, OFFICE), 5: (OFFICE,)}, buses=(2, 1, 1), spaces=(1, 2, 0))
    assert state.turn == 1
    state = play(state, "03-05")
    assert (state.turn, state.todo) == (0, 2)
    assert play(state, "3-2", "3-2").points == (2, 1, 0)


def test_several_spaces_use_all_buses_again():
    state = driving({0: 5}, {1: (OFFICE,) * 3, 2: (OFFICE, OFFICE)}, buses=(2, 1, 1), spaces=(0, 0))
    assert play(state, "0-1", "0-1", "0-1", "0-2").points == (4, 0, 0)
    assert play(state, "0-1", "0-1", "0-1", "0-2").task is BusTask.CHOOSE


def test_a_ride_is_compulsory():
    state = driving({0: 1}, {1: (OFFICE,)})
    assert typed(state) == ["00-01"]
    assert refused(state, "pass") == "Type a ride as its start and end, such as 01-17."
    assert why_not(state, 0, ("pass",)) == "Now carry a passenger."


def test_the_hour_is_the_one_after_the_clock():
    state = position(
        place=ROAD,
        lines=((0, 1, 2, 3), (), ()),
        riders=(1, 0, 0, 0, 0, 0, 0),
        built=((), (HOUSE,), (OFFICE,), (), (), (), ()),
    )
    state = resolving(state, clock=(1,), vroomm=(0,))
    assert typed(play(state, "stop")) == ["00-01"]
    assert typed(play(state, "run")) == ["00-02"]


# -- the compulsory number, by trying everything ----------------------------------------------------


def lengths(people, homes, stops, buses):
    """How many rides every way of driving until nothing is left to do has.

    ``people`` are pairs of a crossing and whether one is seated, ``homes`` of a crossing and whether
    somebody is in the building.
    """
    found = set()
    if buses:
        for person in {p for p in people if p[0] in stops and not p[1]}:
            for home in {h for h in homes if h[0] in stops and not h[1]}:
                fewer = [*without(people, person), (home[0], True)]
                fuller = [*without(homes, home), (home[0], True)]
                found |= {1 + more for more in lengths(fewer, fuller, stops, buses - 1)}
    return found or {0}


def without(things, thing):
    rest = list(things)
    rest.remove(thing)
    return rest


def seated(state):
    """Everybody sits down where there is a building of the hour at the own crossing, one by one."""
    homes = [[at, False] for at, kinds in enumerate(state.built) for kind in kinds if kind == state.clock]
    people = []
    for at, count in enumerate(state.riders):
        for _ in range(count):
            room = next((home for home in homes if home[0] == at and not home[1]), None)
            if room:
                room[1] = True
            people.append((at, room is not None))
    return people, [tuple(home) for home in homes]


def test_the_compulsory_number_is_what_every_way_of_driving_comes_to():
    seen = set()
    for seed in range(400):
        random = Random(seed)
        place = random_town(random, 6, 7)
        state = position(
            place=place,
            clock=random.randrange(3),
            riders=tuple(random.choice((0, 0, 1, 1, 2)) for _ in place.crossings),
            built=tuple(tuple(random.randrange(3) for _ in place.sites[at]) for at in place.crossings),
        )
        line = tuple(random.sample(place.crossings, random.randint(2, 6)))
        if sum(state.riders[at] for at in line) > 5:
            continue
        buses = random.randint(1, 3)
        people, homes = seated(state)
        count = rides_due(state, line, buses)
        assert lengths(people, homes, set(line), buses) == {count}
        seen.add(count)
    assert seen == {0, 1, 2, 3}


def test_in_play_every_seat_makes_exactly_the_compulsory_number_of_rides():
    spaces = 0
    for seed in range(60):
        dealer = dealt(3 + seed % 3, ("classic", "garden")[seed % 2], seed)
        if seed % 3 == 0:
            dealer.state = opened(random_town(Random(seed)), dealer.seats)
        due, at = 0, None
        for state in random_play(dealer):
            here = (state.round, state.step, state.turn)
            if at is not None and here != at:
                assert due == 0
                at = None
            if state.task is BusTask.VROOMM:
                if at is None:
                    due, at = rides_due(state, state.lines[state.turn], state.buses[state.turn]), here
                    spaces += 1
                due -= 1
    assert spaces > 100
