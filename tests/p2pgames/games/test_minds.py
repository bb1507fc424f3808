"""What bots that search make of each game: they finish games, use what it offers, and are far from beginners."""

from random import Random

import pytest

from p2pgames.contract import Moved, resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.games.bus.state import BY_LABEL, EMPTY, ORDER, BusTask, put_marker
from p2pgames.games.linja.bots import LinjaEvaluator
from p2pgames.games.linja.state import LinjaState
from p2pgames.registry import game
from p2pgames.search.search import Searcher
from tests.p2pgames.games.bus.tables import position, town


def bot(name, nodes):
    return Searcher(game(name).bots["strong"].evaluator, nodes)


def played(name, bots, seed, **chosen):
    rules = game(name).rules
    dealer = LocalDealer(rules, len(bots), resolve_options(rules, len(bots), chosen), Random(seed))
    return dealer, list(playout(dealer, bots))


def test_linja_between_equals_is_played_out_and_not_always_the_same():
    games = [played("linja", [bot("linja", 60)] * 2, seed)[0] for seed in range(4)]
    assert {str(each.result.why) for each in games} == {"All pawns have passed each other."}
    assert len({tuple(each.events) for each in games}) > 1
    assert any(len(each.result.winners) == 1 for each in games)


def test_linja_puts_the_turn_first_that_ends_the_game_as_a_win_and_last_the_one_that_loses_it():
    # Red's last pawn passes Black's with the follow-up; then it is 57 to 50, or the other way round
    for black, place in (((9, 2, 0, 0, 1, 0, 0, 0), 0), ((12, 0, 0, 0, 1, 0, 0, 0), -1)):
        state = LinjaState(any_pawn=False, pawns=((0, 0, 0, 1, 0, 0, 0, 11), black), turn=0)
        ranked = LinjaEvaluator().rank(state, 0, {}, Random(1))
        ending = [move for _, move in ranked if game("linja").rules.apply(state, Moved(0, move)).why]
        assert ending == [ranked[place][1]]


@pytest.mark.parametrize("seats", [3, 4])
def test_bus_is_played_with_all_markers_and_nobody_passes_for_ever(seats):
    dealer, moves = played("bus", [bot("bus", 6)] * seats, 2)
    assert max(dealer.state.markers) <= 2
    assert moves.count((0, ("pass",))) <= dealer.state.round
    assert min(dealer.state.points) > 0


def test_bus_stops_time_where_that_brings_more_than_its_stone_costs():
    place = town([(0, 1), (1, 2), (2, 3), (3, 4)], {1: "A", 2: "A", 3: "AB", 4: "BC"}, stations=(0,))
    spaces = put_marker(put_marker(EMPTY, BY_LABEL["clock"], 0, 0), BY_LABEL["vroomm"], 0, 0)
    for kind, word in ((0, "stop"), (1, "run")):
        state = position(
            place=place,
            lines=((0, 1, 2, 3), (3, 4), (3, 4)),
            riders=(3, 0, 0, 0, 0),
            built=((), (kind,), (kind,), (kind,), ()),
            buses=(3, 1, 1),
            markers=(2, 2, 2),
            points=(0, 2, 2),
            spaces=spaces,
            task=BusTask.CLOCK,
            step=ORDER.index((BY_LABEL["clock"], 0)),
        )
        assert bot("bus", 60)(game("bus").rules, state, 0, {}, Random(1)) == ("clock", word)


@pytest.mark.parametrize(
    ("name", "nodes", "games", "least"),
    [
        ("linja", 200, 4, 3),
        pytest.param("socks", 60, 4, 3, marks=pytest.mark.slow),
        pytest.param("metro", 40, 6, 4, marks=pytest.mark.slow),
    ],
)
def test_a_short_search_beats_the_usual_bot(name, nodes, games, least):
    usual, won = game(name).bots[game(name).usual], 0
    for number in range(games):
        bots = [usual] * 2
        bots[number % 2] = bot(name, nodes)
        dealer, _ = played(name, bots, f"short {number // 2}")
        won += number % 2 in dealer.result.winners
    assert won >= least
