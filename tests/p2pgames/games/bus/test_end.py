"""The three ends, points and places; and what happens when a player leaves."""

import pytest

from p2pgames.contract import Choose, Illegal, Left, Moved, Over, Rolled, Why
from p2pgames.games.bus.state import CITIES, EMPTY, Area, BusTask
from tests.p2pgames.games.bus.tables import BUS, dealt, effect, left, play, position, random_play, resolving

FULL = tuple((0,) * len(sites) for sites in CITIES["classic"].sites)


def over(state):
    """The result, the game being over."""
    ask = BUS.ask(state)
    assert isinstance(ask, Over)
    return ask.result


def ended(seats=3, **changes):
    """The result of a round in which nothing happens any more."""
    return over(resolving(position(seats, markers=(0,) * seats, **changes), start=(0,)))


# -- the ends ---------------------------------------------------------------------------------------


def test_the_last_stone_ends_the_game_at_once_before_vroomm():
    state = position(
        lines=((0, 1), (), ()), stones=(1, 2, 0), riders=(1,) + (0,) * 35, built=((), (0,)) + ((),) * 34
    )
    state = resolving(state, clock=(2,), vroomm=(0,))
    assert "it costs 1 point; the game ends: The last time stone is taken." in effect(
        state, 2, ("clock", "stop")
    )
    result = over(play(state, "stop"))
    assert str(result.why) == "The last time stone is taken."
    ended_state = play(state, "stop")
    assert (ended_state.turn, ended_state.todo, BUS.moves(ended_state, -1, {})) == (-1, 0, ())
    assert result.scores == (-1, -2, -1)
    assert play(state, "run").task is BusTask.CHOOSE


def test_with_one_stone_more_the_round_goes_on():
    state = position(
        lines=((0, 1), (), ()), stones=(1, 1, 0), riders=(1,) + (0,) * 35, built=((), (0,)) + ((),) * 34
    )
    state = play(resolving(state, clock=(2,), vroomm=(0,)), "stop")
    assert (state.task, state.turn) == (BusTask.VROOMM, 0)


def test_without_a_free_site_the_game_ends_with_the_round():
    lines = ((0, 1), (2, 3), (4, 5))
    nearly = (*FULL[:35], ())
    state = resolving(position(built=nearly, lines=lines), build=(0,), clock=(1,))
    state = play(state, "35 D house")
    assert (state.task, state.turn) == (BusTask.CLOCK, 1)
    assert str(over(play(state, "run")).why) == "No building site is free."
    assert resolving(position(built=nearly, lines=lines), bus=(0,)).task is BusTask.CHOOSE


@pytest.mark.parametrize(("markers", "ends"), [((0, 5, 0), True), ((0, 0, 0), True), ((1, 5, 0), False)])
def test_with_one_player_left_who_has_markers_the_game_ends_with_the_round(markers, ends):
    state = resolving(position(markers=markers), clock=(1,))
    assert state.task is BusTask.CLOCK
    state = play(state, "run")
    assert (state.task is BusTask.OVER) == ends
    if ends:
        assert str(over(state).why) == "At most one player has markers left."


def test_the_markers_of_who_has_left_do_not_keep_the_game_going():
    state = left(resolving(position(4, markers=(3, 3, 0, 0)), clock=(2,)), 1)
    assert state.task is BusTask.CLOCK
    assert play(state, "run").task is BusTask.OVER


# -- places -----------------------------------------------------------------------------------------


def test_a_stone_costs_a_point_and_the_most_points_win():
    result = ended(points=(4, 6, 3), stones=(0, 2, 0))
    assert result.scores == (4, 4, 3)
    assert ended(points=(4, 6, 3), stones=(0, 3, 0)).places == (1, 2, 3)
    assert ended(points=(4, 6, 3), stones=(0, 1, 0)).winners == (1,)


def test_among_equal_scores_more_stones_win():
    assert ended(points=(3, 4, 5), stones=(0, 1, 2)).places == (3, 2, 1)


def test_then_who_came_to_the_points_first():
    assert ended(points=(3, 3, 3), stack=(2, 0, 1)).places == (2, 3, 1)
    built = ((), (0, 0), (0, 0), (), *((),) * 32)
    state = position(
        lines=((0, 1), (0, 2), (3, 7)), riders=(4,) + (0,) * 35, built=built, clock=2, markers=(0, 0, 0)
    )
    state = resolving(state, vroomm=(0, 1, 1, 0))
    result = over(play(state, "0-1", "0-2", "0-2", "0-1"))
    assert result.scores == (2, 2, 0)
    assert result.places == (2, 1, 3)


def test_at_zero_the_earlier_seat_from_the_first_start_player():
    state = BUS.apply(BUS.start(3, {"city": "classic"}), Rolled((1,)))
    assert state.stack == (1, 2, 0)
    assert ended(stack=state.stack).places == (3, 1, 2)
    assert ended(stack=state.stack, start=2).places == (3, 1, 2)


def test_nobody_shares_a_place():
    for seed in range(20):
        dealer = dealt(3 + seed % 3, seed=seed)
        for _ in random_play(dealer):
            pass
        assert sorted(dealer.result.places) == list(range(1, dealer.seats + 1))


# -- leaving ----------------------------------------------------------------------------------------


def test_who_leaves_takes_back_the_markers_and_is_skipped():
    state = play(position(4), "line", "line", "vroomm", "line")
    state = left(state, 1)
    assert state.spaces[Area.LINE] == (0, -1, 3, -1, -1, -1)
    assert state.markers == (19, 20, 19, 19)
    state = play(state, "line")
    assert (state.spaces[Area.LINE][:3], state.turn) == ((0, 0, 3), 2)
    assert left(position(4), 0).turn == 1


def test_the_others_keep_the_letters_of_their_spaces():
    state = resolving(position(lines=((0, 1), (2, 3), (4, 5)), buses=(2, 1, 1)), riders=(0, 1), clock=(2,))
    state = left(state, 0)
    assert (state.turn, state.todo) == (1, 1)


def test_sticks_and_buses_of_who_has_left_stay_and_count():
    state = left(position(4, lines=((0, 1), (2, 3), (4, 5), (6, 7)), buses=(1, 4, 1, 1)), 1)
    assert state.lines[1] == (2, 3)
    assert state.fleet == 4


@pytest.mark.parametrize("why", Why)
def test_nothing_of_who_has_left_depends_on_why_or_on_its_deck_keys(why):
    state = position(4, markers=(3, 2, 3, 3), lines=((0, 1), (2, 3), (4, 5), (6, 7)), buses=(1, 4, 1, 1))
    for each in (state, resolving(state, clock=(1,))):
        assert {BUS.apply(each, Left(1, why, is_open)) for is_open in (True, False)} == {left(each, 1)}


def test_five_players_count_as_five_after_one_has_left():
    assert left(position(5), 4).yields(Area.LINE, 0) == 2


def test_the_rest_of_an_action_lapses_when_its_player_leaves():
    lines = ((0, 1), (2, 3), (4, 5))
    state = resolving(position(lines=lines, buses=(1, 3, 1)), line=(0, 1), clock=(2,))
    assert state.turn == 1
    assert left(state, 1).turn == 0


def test_the_clock_runs_when_its_chooser_leaves():
    state = left(resolving(position(), clock=(2,)), 2)
    assert (state.clock, state.task) == (1, BusTask.CHOOSE)
    before = left(resolving(position(lines=((0, 1), (), ())), riders=(0,), clock=(2,)), 2)
    assert play(before, "24").clock == 1


def test_the_start_player_passes_on_to_the_left():
    assert left(position(4), 0).start == 1
    assert left(left(position(4, start=3, turn=3), 0), 3).start == 1
    state = left(resolving(position(4), clock=(1,), start=(2,)), 2)
    assert play(state, "run").start == 1


def test_who_has_left_is_behind_all_others():
    state = left(position(4, points=(9, 1, 0, 7), stack=(0, 1, 2, 3)), 0)
    state = left(state, 3)
    assert ended(4, points=(9, 1, 0, 7), stack=(0, 1, 2, 3), gone=(0, 3), start=1).places == (3, 1, 2, 4)
    assert over(left(state, 2)).winners == (1,)


def test_the_last_one_left_wins():
    state = left(left(BUS.start(3, {"city": "classic"}), 2), 0)
    assert over(state).places == (2, 1, 3)
    assert str(over(state).why) == "All the others have left."
    for event in (Left(1, Why.VOTED), Rolled((0,)), Moved(1, ("pass",))):
        with pytest.raises(Illegal):
            BUS.apply(state, event)


def test_who_has_left_cannot_leave_or_move_again():
    state = left(position(4), 0)
    for event in (Left(0, Why.VOTED), Left(4, Why.VOTED), Left(True, Why.VOTED), Moved(0, ("take", "line"))):
        with pytest.raises(Illegal):
            BUS.apply(state, event)
    assert BUS.ask(state) == Choose(1)
    assert state.spaces == EMPTY
