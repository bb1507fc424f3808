"""Sticks, dead ends, twins, prizes, turns and the end, on small tables where each can be seen."""

from dataclasses import replace
from itertools import pairwise

import pytest

from p2pgames.contract import Choose, Illegal, Left, Moved, Rolled, Why
from p2pgames.games.socks import rules as sticks
from p2pgames.games.socks.state import SocksEnd
from tests.p2pgames.games.socks.tables import ROW, RULES, dealer, lay, line, table

A, B, C = 0, 1, 2
LOW = [(q, 0) for q in range(12)]
"""The lower row of six tiles side by side; twins are 0-1, 2-3, 4-5, ..."""
HIGH = [(q, -1) for q in range(12)]
"""The upper row, of single stations; (q, -1) is a neighbour of (q, 0) and (q - 1, 0)."""
PAIR = ((A, (0, -1), (7, -1)),)


def owners(state):
    return {colour: owner for colour, owner in enumerate(state.won) if owner >= 0}


def stick(one, two):
    return ("stick", *one, *two)


def test_a_city_has_four_stations_a_tile_and_a_printed_link_between_twins():
    state = table(pairs=PAIR)
    assert len(state.town.stations) == 24
    assert sorted(state.links).count(3) == 6
    assert all(RULES.why_not(state, 0, {}, stick(LOW[q], LOW[q + 1])) for q in range(0, 12, 2))
    assert len(state.town.ends) == 11 + 11 + 12 + 11


def test_neighbours_take_one_stick_also_across_tiles():
    state = lay(table(pairs=PAIR), (1, 0), (2, 0), 0)
    for seat in (0, 1):
        with pytest.raises(Illegal, match="Seat 1 lies there already"):
            lay(state, (1, 0), (2, 0), seat)


def test_a_stick_joins_neighbours_only_and_in_one_way_of_writing():
    state = table(pairs=PAIR)
    for wrong in (
        stick((1, 0), (3, 0)), stick((2, 0), (1, 0)), stick((1, 0), (1, 0)), ("stick", 1, 0, 2), stick((1, 0), (1, 1)),
        ("stick", True, 0, 2, 0), ("stick", 1, False, 2, 0), "b3-b5", 7, (), (("stick",),), ("tile", 1, 0, 2, 0),
        ("stick", 2**63, 0, 2, 0),
    ):  # fmt: skip
        assert RULES.why_not(state, 0, {}, wrong) is not None
    assert RULES.why_not(state, 0, {}, stick((1, 0), (2, 0))) is None


def test_sticks_need_not_hang_together():
    state = lay(table(pairs=PAIR), (1, 0), (2, 0))
    state = lay(state, (9, -1), (10, -1))
    assert RULES.ask(lay(state, (3, -1), (4, -1))) == Choose(0)


def test_one_stick_in_the_first_turn_then_two():
    game = dealer(1)
    first = game.turn
    turns = []
    while game.turn is not None and len(turns) < 9:
        turns.append(game.turn)
        game.play(game.moves()[0])
    second = 1 - first
    assert turns == [first, second, second, first, first, second, second, first, first]


def test_the_beginners_last_turn_is_one_stick():
    game = dealer(5)
    first = game.turn
    turns = []
    while game.turn is not None:
        turns.append(game.turn)
        game.play(game.random.choice(game.moves()))
    if len(turns) == 80:
        assert turns[-3:] == [1 - first, 1 - first, first]
    state = replace(table(pairs=PAIR), left=(1, 0), todo=1, turn=0)
    assert sticks._next(state, (0, 0))[1] == 0
    state = replace(table(pairs=PAIR), left=(1, 2), todo=2, turn=1)
    assert sticks._next(state, (1, 1)) == (1, 1)
    assert sticks._next(replace(state, todo=1), (1, 0)) == (0, 1)
    assert sticks._next(replace(state, todo=1), (40, 0)) == (0, 2)
    assert sticks._next(replace(state, todo=1, turn=1), (0, 4)) == (1, 2)


def test_joining_the_pair_wins_the_prize_at_once():
    state = line(table(pairs=(*PAIR, (B, (0, 0), (8, 0)))), HIGH[:7], 0)
    assert owners(state) == {}
    state = lay(state, HIGH[6], HIGH[7], 0)
    assert owners(state) == {A: 0}
    assert RULES.scores(state) == (6, 0)


def test_printed_links_count_for_both():
    for seat in (0, 1):
        state = table(pairs=((A, (0, -1), (7, -1)), (B, (11, 0), (3, -1))))
        path = [HIGH[0], LOW[0], LOW[1], LOW[2], LOW[3], LOW[4], LOW[5], LOW[6], HIGH[7]]
        for one, two in pairwise(path):
            if (one, two) not in zip(LOW[::2], LOW[1::2], strict=True):
                state = lay(state, one, two, seat)
        assert owners(state) == {A: seat}
        assert state.left[seat] == 35


def test_the_others_sticks_do_not_count():
    state = line(table(pairs=PAIR), HIGH[:4], 0)
    state = line(state, HIGH[3:8], 1)
    assert owners(state) == {}


def test_a_sock_is_a_dead_end_for_lines_of_every_colour():
    """The line of A runs into a sock of B, and does not go on behind it."""
    state = table(pairs=((A, (0, -1), (8, -1)), (B, (4, -1), (11, 0))))
    state = line(state, HIGH[:9], 0)
    assert owners(state) == {}
    state = line(state, [HIGH[3], (3, 0)], 0)
    state = lay(state, (4, 0), (5, -1), 0)
    assert owners(state) == {}
    state = line(state, [(3, 0), (4, 0)], 0)
    assert owners(state) == {A: 0}


def test_a_sock_still_blocks_after_its_prize_is_won():
    state = line(table(pairs=((A, (0, -1), (8, -1)), (B, (4, -1), (11, 0)))), [(4, -1), (4, 0)], 1)
    for number in (5, 7, 9):
        state = line(state, LOW[number : number + 2], 1)
    assert owners(state) == {B: 1}
    state = line(state, HIGH[:9], 0)
    assert owners(state) == {B: 1}
    state = line(state, [(3, -1), (3, 0), (4, 0)], 0)
    assert owners(lay(state, (4, 0), (5, -1), 0)) == {A: 0, B: 1}


def test_a_sock_on_a_twin_blocks_its_half_only():
    """B's sock lies on the twin (4, 0): lines pass through (5, 0)."""
    pairs = ((A, (0, -1), (8, -1)), (B, (4, 0), (11, 0)))
    state = line(table(pairs=pairs), [*HIGH[:5], (4, 0)], 0)
    state = line(state, [(5, 0), (6, -1), (7, -1), (8, -1)], 0)
    assert owners(state) == {}
    state = line(state, [HIGH[4], (5, -1), (5, 0)], 0)
    assert owners(state) == {A: 0}


def test_reaching_the_twin_of_a_socks_station_is_enough():
    state = table(pairs=((A, (1, 0), (8, 0)), (B, (11, 0), (3, -1))))
    state = line(state, [(0, 0), (1, -1), (2, -1), (2, 0)], 0)
    state = line(state, [(3, 0), (4, 0)], 0)
    assert owners(state) == {}
    state = line(state, [(5, 0), (6, 0)], 0)
    state = line(state, [(7, 0), (8, 0)], 0)
    assert owners(state) == {A: 0}
    state = table(pairs=((A, (1, 0), (8, 0)), (B, (11, 0), (3, -1))))
    state = line(state, [(0, 0), (1, -1), (2, -1), (3, -1)], 0)
    state = line(state, [(2, -1), (2, 0)], 0)
    state = line(state, [(3, 0), (4, 0)], 0)
    state = line(state, [(5, 0), (6, 0)], 0)
    state = line(state, [(7, 0), (8, -1), (9, -1), (9, 0)], 0)
    assert owners(state) == {A: 0}


def test_one_stick_may_win_two_colours():
    pairs = ((A, (0, -1), (8, -1)), (B, (2, -1), (9, -1)), (C, (11, 0), (11, -1)))
    state = table(pairs=pairs)
    state = line(state, [(0, -1), (1, -1), (1, 0), (2, 0)], 0)
    state = line(state, [(2, -1), (2, 0)], 0)
    state = line(state, [(3, 0), (4, 0)], 0)
    state = line(state, [(7, 0), (8, -1)], 0)
    state = line(state, [(7, 0), (8, 0)], 0)
    state = line(state, [(9, 0), (9, -1)], 0)
    assert owners(state) == {}
    state = lay(state, (5, 0), (6, 0), 0)
    assert owners(state) == {A: 0, B: 0}


def test_the_first_to_join_keeps_the_prize():
    state = line(table(pairs=(*PAIR, (B, (0, 0), (8, 0)))), HIGH[:8], 1)
    state = lay(state, HIGH[0], LOW[0], 0)
    state = line(state, [LOW[1], LOW[2]], 0)
    state = line(state, [LOW[3], LOW[4]], 0)
    state = line(state, [LOW[5], LOW[6], HIGH[7]], 0)
    assert owners(state)[A] == 1


@pytest.mark.parametrize(
    ("one", "other", "worth"), [((0, 0), (7, 0), 6), ((0, 0), (11, 0), 10), ((0, -1), (8, 0), 8)]
)
def test_a_prize_is_worth_the_stations_between_as_the_crow_flies(one, other, worth):
    assert table(pairs=((A, one, other),)).town.worth[A] == worth


def test_the_distance_counts_over_vacant_hexagons_too():
    """As in the rulebook's example, in a city of ours: three stations lie between, whatever is built."""
    gap = ((0, 0, 0), (4, 0, 0), (1, 1, 0), (3, 1, 0))
    assert table(tiles=gap, pairs=((A, (0, 0), (4, 0)),)).town.worth[A] == 3


def test_a_neutral_line_joins_and_a_sock_is_in_the_way():
    """As under the rulebook's picture: Black joins A over a printed link; White's line for B ends at a sock of A."""
    pairs = ((A, (0, -1), (4, -1)), (B, (3, 0), (11, 0)))
    state = table(pairs=pairs)
    state = line(state, [(0, -1), (0, 0)], 1)
    state = line(state, [(1, 0), (2, -1), (3, -1)], 1)
    assert owners(state) == {}
    state = line(
        state, [(3, 0), (4, -1), (5, -1), (6, -1), (7, -1), (8, -1), (9, -1), (10, -1), (11, -1), (11, 0)], 0
    )
    assert owners(state) == {}
    assert owners(lay(state, (3, -1), (4, -1), 1)) == {A: 1}


def test_the_game_ends_when_all_colours_are_won():
    state = replace(line(table(pairs=PAIR), HIGH[:7], 0), turn=0, todo=2)
    state = lay(state, HIGH[6], HIGH[7])
    result = RULES.ask(state).result
    assert (result.places, result.scores, str(result.why)) == ((1, 2), (6, 0), "All colours are won.")
    with pytest.raises(Illegal, match="over"):
        RULES.apply(state, Moved(0, stick((1, 0), (2, 0))))
    assert RULES.moves(state, 0, {}) == ()


def test_the_game_ends_when_nobody_can_join_any_more_and_the_second_stick_is_not_laid():
    """The second sock's links are all Seat 2's; the way of Seat 2 from the other sock is shut link by link."""
    state = table(tiles=ROW[:3], pairs=((A, (0, -1), (5, -1)),))
    state = lay(state, (0, -1), (0, 0), 1)
    state = lay(state, (0, -1), (1, -1), 0)
    for near in ((4, -1), (4, 0), (5, 0)):
        state = lay(state, near, (5, -1), 1)
    for one, two in (((1, -1), (0, 0)), ((1, -1), (1, 0)), ((1, 0), (2, 0))):
        state = lay(state, one, two, 0)
        assert isinstance(RULES.ask(state), Choose)
    state = lay(replace(state, turn=0, todo=2), (2, -1), (1, 0))
    assert RULES.ask(state).result.places == (1, 1)
    assert state.why == "Nobody can join any more socks."
    assert state.left == (35, 36)
    with pytest.raises(Illegal, match="over"):
        RULES.apply(state, Moved(0, stick((2, 0), (3, -1))))


def test_a_player_needs_sticks_for_all_free_places_of_a_way():
    enough = table(pairs=((A, (0, -1), (7, -1)),), left=(5, 0))
    assert enough.route is not None
    assert len(enough.route.links) == 5
    assert table(pairs=((A, (0, -1), (7, -1)),), left=(4, 0)).route is None
    state = replace(enough, todo=2)
    state = lay(state, (10, -1), (11, -1))
    assert state.why == "Nobody can join any more socks."


def scored(state, won, gone=-1):
    return sticks.result(replace(state, won=won, gone=gone, why=SocksEnd.NO_MORE))


def test_most_points_win_then_more_prizes_then_a_draw():
    pairs = (
        (0, (0, -1), (7, -1)), (1, (1, -1), (8, -1)), (2, (0, 0), (11, 0)), (3, (1, 0), (11, -1)), (4, (2, 0), (9, 0)),
    )  # fmt: skip
    state = table(pairs=pairs)
    assert state.town.worth[:5] == (6, 6, 10, 9, 6)
    assert scored(state, (0, -1, 1, -1, -1, -1)).places == (2, 1)
    assert scored(state, (0, 0, 1, -1, -1, -1)).places == (1, 2)
    assert scored(state, (0, 1, -1, -1, -1, -1)).places == (1, 1)
    heavy = replace(state, city=replace(state.town, worth=(6, 4, 10, 9, 6, 0)))
    assert scored(heavy, (0, 0, 1, -1, -1, -1)).scores == (10, 10)
    assert scored(heavy, (0, 0, 1, -1, -1, -1)).places == (1, 2)
    assert scored(heavy, (0, 0, 1, 1, -1, -1), gone=1).places == (1, 2)


def test_who_leaves_loses_whatever_the_points():
    state = line(table(pairs=(*PAIR, (B, (0, 0), (8, 0)))), HIGH[:8], 1)
    after = RULES.apply(state, Left(1, Why.RESIGNED))
    result = RULES.ask(after).result
    assert (result.places, result.scores, str(result.why)) == ((1, 2), (0, 6), "Seat 2 has left the game.")
    for wrong in (-1, 2, True):
        with pytest.raises(Illegal):
            RULES.apply(state, Left(wrong, Why.RESIGNED))


def test_a_blocker_ends_lines_may_be_reached_and_blocks_its_half_of_a_twin():
    state = line(table(pairs=PAIR, blockers=[(4, -1)]), HIGH[:8], 0)
    assert owners(state) == {}
    state = lay(state, (3, -1), (3, 0), 0)
    state = lay(state, (3, 0), (4, 0), 0)
    assert owners(lay(state, (4, 0), (5, -1), 0)) == {A: 0}
    state = line(table(pairs=PAIR, blockers=[(4, 0)]), [*HIGH[:5], (4, 0)], 0)
    state = line(state, [(5, 0), *HIGH[6:8]], 0)
    assert owners(state) == {}


def test_a_printed_link_may_be_built_on_only_with_the_option():
    state = table(pairs=PAIR)
    with pytest.raises(Illegal, match="printed"):
        lay(state, (2, 0), (3, 0))
    state = lay(table(pairs=PAIR, rebuild=True), (2, 0), (3, 0))
    assert state.left == (39, 40)
    for seat in (0, 1):
        with pytest.raises(Illegal, match="Seat 1 lies there already"):
            lay(state, (2, 0), (3, 0), seat)


def test_a_rebuilt_link_serves_its_builder_alone_and_prizes_stay():
    pairs = ((A, (1, -1), (5, -1)), (B, (0, -1), (11, 0)))
    start = table(pairs=pairs, rebuild=True)
    joined = line(start, [(1, -1), (2, -1), (2, 0)], 0)
    joined = line(joined, [(3, 0), (4, -1), (5, -1)], 0)
    assert owners(joined) == {A: 0}
    assert owners(lay(joined, (2, 0), (3, 0), 1)) == {A: 0}
    cut = line(start, [(1, -1), (2, -1), (2, 0)], 0)
    cut = lay(cut, (2, 0), (3, 0), 1)
    cut = line(cut, [(3, 0), (4, -1), (5, -1)], 0)
    assert owners(cut) == {}
    own = line(start, [(1, -1), (2, -1), (2, 0), (3, 0), (4, -1), (5, -1)], 0)
    assert owners(own) == {A: 0}
    assert own.left[0] == 35


def test_a_rebuilt_link_that_was_the_last_way_ends_the_game():
    """Seat 2 holds both other links between the third and the fourth column; its last stick takes the printed one."""
    state = table(tiles=ROW[:3], pairs=((A, (0, -1), (5, -1)),), rebuild=True)
    for link in ((HIGH[2], HIGH[3]), (LOW[2], HIGH[3])):
        state = lay(state, *link, 1)
    state = replace(state, left=(40, 1), turn=1, todo=1)
    assert RULES.ask(lay(state, HIGH[4], HIGH[5])) == Choose(0)
    state = lay(state, LOW[2], LOW[3])
    assert state.why == "Nobody can join any more socks."


@pytest.mark.parametrize("builder", [0, 1])
def test_rebuilding_elsewhere_leaves_the_others_lines_as_they_are(builder):
    other = 1 - builder
    state = table(pairs=(*PAIR, (B, (0, 0), (8, 0))), rebuild=True)
    state = line(state, [HIGH[0], HIGH[1], LOW[1], LOW[2]], other)
    state = lay(state, LOW[8], LOW[9], builder)
    state = line(state, [LOW[3], LOW[4]], other)
    assert owners(line(state, [LOW[5], LOW[6], HIGH[7]], other)) == {A: other}


def test_only_the_seat_at_turn_lays_and_only_what_is_asked_for():
    state = table(pairs=PAIR)
    with pytest.raises(Illegal, match="not your turn"):
        RULES.apply(state, Moved(1, stick((1, 0), (2, 0))))
    with pytest.raises(Illegal, match="not possible now"):
        RULES.apply(state, Rolled((0,)))
    assert RULES.moves(state, 1, {}) == ()


def test_wrong_rolls_are_refused():
    state = RULES.start(2, dict(dealer(1).options))
    for wrong in ((), (2,), (-1,), (0, 0), (True,)):
        with pytest.raises(Illegal):
            RULES.apply(state, Rolled(wrong))
    state = RULES.apply(state, Rolled((1,)))
    for wrong in ((0,) * 7, (0,) * 9, (2**32, *(0,) * 7), (False,) * 8):
        with pytest.raises(Illegal):
            RULES.apply(state, Rolled(wrong))
