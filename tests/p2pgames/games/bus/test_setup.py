"""The pieces, the set-up, and the coin."""

from collections import Counter

import pytest

from p2pgames.contract import Choose, Illegal, Left, Roll, Rolled, Why
from p2pgames.games.bus import GAME
from p2pgames.games.bus.state import BUILDINGS, BUSES, CITIES, MARKERS, RIDERS, STICKS, STONES, TYPES, BusTask
from tests.p2pgames.games.bus.tables import BUS, dealt, left, play, refused, typed


@pytest.mark.parametrize("town", sorted(CITIES))
def test_both_cities_have_all_their_crossings_streets_and_sites(town):
    city = CITIES[town]
    assert len(city.crossings) == 36
    assert len(city.streets) == len(set(city.streets)) == 70
    assert Counter("".join(city.sites)) == {"A": 12, "B": 11, "C": 9, "D": 15}
    assert len(city.stations) == 2
    assert all(not city.sites[station] for station in city.stations)
    assert len(city.starts) == 4
    assert all(city.sites[start] == "AA" for start in city.starts)
    reached, frontier = {0}, [0]
    while frontier:
        fresh = {far for far, _ in city.around[frontier.pop()]} - reached
        reached |= fresh
        frontier += fresh
    assert len(reached) == 36


@pytest.mark.parametrize(("seats", "sticks", "stones"), [(3, 30, 4), (4, 20, 5), (5, 20, 5)])
def test_everybody_gets_sticks_markers_and_one_bus(seats, sticks, stones):
    state = dealt(seats).state
    assert [state.sticks(seat) for seat in range(seats)] == [sticks] * seats
    assert state.markers == (20,) * seats
    assert state.buses == (1,) * seats
    assert state.fleet == 1
    assert state.stones_left == stones
    assert BUS.scores(state) == (0,) * seats


def test_the_clock_begins_at_the_house_and_four_passengers_are_in_the_middle():
    state = dealt().state
    assert TYPES[state.clock] == "house"
    assert [at for at in state.city.crossings if state.riders[at]] == [0, 1, 2, 3]
    assert state.waiting == RIDERS - 4 == 11


def test_the_coin_says_who_starts():
    state = BUS.start(4, {"city": "classic"})
    assert BUS.ask(state) == Roll((4,))
    assert [BUS.ask(BUS.apply(state, Rolled((value,)))) for value in range(4)] == list(map(Choose, range(4)))
    for wrong in (Rolled((4,)), Rolled((-1,)), Rolled((True,)), Rolled((1, 1)), Rolled(())):
        with pytest.raises(Illegal):
            BUS.apply(state, wrong)


@pytest.mark.parametrize("first", [-1, 3, True, 1.0, "0"])
def test_only_a_seat_can_be_given_to_begin(first):
    assert BUS.start(3, {"city": "classic"}, 2).turn == 2
    with pytest.raises(ValueError, match="one of 0 to 2"):
        BUS.start(3, {"city": "classic"}, first)


@pytest.mark.parametrize("seats", [2, 6])
def test_bus_is_for_three_to_five(seats):
    assert list(BUS.players) == [3, 4, 5]
    with pytest.raises(ValueError, match="3 to 5 players"):
        BUS.start(seats, {"city": "classic"}, 0)


def test_the_coin_falls_among_those_still_there():
    state = left(BUS.start(4, {"city": "classic"}), 1)
    assert BUS.ask(state) == Roll((3,))
    begun = BUS.apply(state, Rolled((1,)))
    assert (begun.start, begun.stack) == (2, (2, 3, 0, 1))


def test_the_set_up_goes_round_twice_and_then_back():
    dealer = dealt(4, first=2)
    order = []
    while dealer.state.round == 0:
        order.append((dealer.state.task, dealer.turn))
        dealer.play(dealer.random.choice(dealer.moves()))
    ring = [2, 3, 0, 1]
    assert order[:8] == [(BusTask.BUILD, seat) for seat in ring for _ in range(2)]
    assert order[8:12] == [(BusTask.FIRST, seat) for seat in ring]
    assert order[12:] == [(BusTask.LINE, seat) for seat in reversed(ring)]
    assert (dealer.state.task, dealer.turn) == (BusTask.CHOOSE, 2)
    assert [len(line) for line in dealer.state.lines] == [3] * 4


def test_the_first_buildings_are_of_any_type_on_free_a_sites():
    state = dealt(first=0).state
    assert len(typed(state)) == 8 * 3
    assert {text.split()[1] for text in typed(state)} == {"A"}
    state = play(state, "04 A pub")
    assert not any(text.startswith("04") for text in typed(state))
    assert refused(state, "04 h").startswith("All sites A are filled before C;")
    assert refused(state, "08 h") == (
        "All sites A are filled before B; free ones are at 00, 01, 02, 03, 05, 06 and 07."
    )
    assert refused(state, "24 h") == "24 is a station: it has no building sites."
    state = play(state, "00 house", "00 office")
    assert refused(state, "00 pub") == "00 has no free site."


def test_the_first_stick_goes_into_any_street_also_a_used_one():
    state = play(dealt(first=0).state, *["0 h", "0 h", "1 h", "1 h", "2 h", "2 h"])
    assert len(typed(state)) == 70
    state = play(state, "08-00", "00-08", "0 8")
    assert state.lines == ((0, 8),) * 3
    assert state.task is BusTask.LINE


def test_leaving_during_the_set_up_skips_the_seat():
    state = play(dealt(4, first=0).state, "0 h", "0 h", "1 h")
    state = left(left(state, 1), 0)
    assert (state.start, state.turn, state.task) == (2, 2, BusTask.BUILD)
    state = play(state, "1 h", "2 h", "2 o", "3 o", "00-08", "00-08")
    assert (state.turn, state.task) == (3, BusTask.LINE)
    for _ in range(2):
        state = play(state, typed(state)[0])
    assert (state.turn, state.task, state.round) == (2, BusTask.CHOOSE, 1)
    with pytest.raises(Illegal):
        BUS.apply(state, Left(0, Why.RESIGNED))


def test_the_rules_in_words_hold_the_numbers_of_the_data():
    words = " ".join(GAME.text.split())
    for count in (
        f"{STICKS[3]} each with three players, {STICKS[4]} each with four or five",
        f"one bus and {MARKERS} markers",
        f"{RIDERS} passengers",
        f"{BUILDINGS} buildings of each type",
        "four with three players, five with four or five" if STONES == {3: 4, 4: 5, 5: 5} else "other stones",
        "twelve A, eleven B, nine C and fifteen D",
        "up to five" if BUSES == 5 else "other buses",
    ):
        assert count in words
    for town, city in CITIES.items():
        one, other = city.stations
        assert f"`city={town}` (stations {one:02d} and {other:02d})" in words


@pytest.mark.parametrize("town", sorted(CITIES))
def test_the_rules_in_words_hold_the_whole_map(town):
    page = GAME.text.split(f"## The {town} city")[1].split("\n## ")[0]
    rows = [tuple(cell.strip() for cell in line.split("|")[1:4]) for line in page.splitlines() if "|" in line]
    ends = {(int(at), int(far)) for at, _, ways in rows[2:] for far in ways.split(", ")}
    city = CITIES[town]
    assert ends == {pair for one, other in city.streets for pair in ((one, other), (other, one))}
    for at, what, _ in rows[2:]:
        number = int(at)
        start = ", a passenger" if number in city.starts else ""
        assert what == city.stations.get(number, city.sites[number]) + start
    assert len(rows) == 2 + 36


def test_there_is_a_city_for_every_name_that_can_be_chosen():
    (option,) = GAME.info.options
    assert option.values == tuple(CITIES)
