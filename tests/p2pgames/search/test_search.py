"""The search itself: repeatable, stoppable, fair, and right where the end can be seen."""

import os
import subprocess
import sys
from random import Random

import pytest

from p2pgames.contract import Result, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.registry import game
from p2pgames.search.evaluator import UNIT, ended, shares
from p2pgames.search.search import SearchEnd, Searcher, search
from p2pgames.text import as_it_is
from tests import ROOT
from tests.p2pgames.search.positions import SEARCHING, found_in, reached
from tests.p2pgames.search.sticks import Heap, Sticks, Taker


def looked(left, **more):
    return search(Sticks(), Taker(), Heap(left), 0, {}, 1, **{"nodes": 3000, **more})


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_a_won_position_is_won_and_proved(left):
    found = looked(left)
    assert found.why is SearchEnd.SOLVED
    assert found.best.move == left % 4
    assert found.best.sure
    assert found.best.chance == 1


@pytest.mark.parametrize("left", [4, 8])
def test_a_lost_position_is_known_as_lost(left):
    found = looked(left)
    assert found.why is SearchEnd.SOLVED
    assert {choice.chance for choice in found.choices} == {0}
    assert len(found.choices) == 3


def test_a_proved_loss_is_not_played_while_there_is_anything_else():
    # 3 may be answered by 3, which wins; nothing is known of the other moves yet
    found = search(Sticks(), Taker(), Heap(6), 0, {}, 1, nodes=12, early=False)
    assert found.best.move != 3


@pytest.mark.parametrize("seed", range(4))
def test_where_chance_decides_nothing_is_proved_and_every_outcome_counts_as_often_as_it_comes_up(seed):
    found = search(Sticks(), Taker(), Heap(6, dice=True), 0, {}, seed, nodes=2000, early=False)
    assert found.why is SearchEnd.NODES
    assert not any(choice.sure for choice in found.choices)
    assert sum(choice.visits for choice in found.choices) == found.nodes == 2000
    # after 2 there are 4 left, or 3 with a chance of 1 in 4: then the other takes them all, else it loses
    assert found.best.move == 2
    assert found.best.chance == pytest.approx(0.75, abs=0.04)
    assert 0 < found.best.error < 0.05


def test_a_search_ends_at_once_when_it_is_told_and_still_has_a_move():
    for after in (0, 1, 5):
        left = iter(range(after))
        found = looked(30, nodes=0, stop=lambda left=left: next(left, None) is None)
        assert (found.nodes, found.why) == (after, SearchEnd.STOPPED)
        assert found.best.move in (1, 2, 3)


def test_it_needs_something_that_ends_it():
    with pytest.raises(ValueError, match="number of nodes"):
        looked(30, nodes=0)


def test_it_ends_early_only_where_no_other_move_could_get_more_visits():
    early, late = (
        search(Sticks(), Taker(), Heap(6, dice=True), 0, {}, 1, nodes=4000, early=early)
        for early in (True, False)
    )
    assert late.why is SearchEnd.NODES
    assert early.best.move == late.best.move
    assert early.why is SearchEnd.DECIDED
    first, second = (choice.visits for choice in early.choices[:2])
    assert first - second > 4000 - early.nodes


def test_progress_is_told_and_ends_where_the_report_begins():
    told = []
    found = looked(30, nodes=200, progress=told.append, early=False)
    assert [each.nodes for each in told] == list(range(16, 201, 16))
    assert {each.why for each in told} == {SearchEnd.RUNNING}
    assert found.nodes == 200


def test_one_move_needs_no_thought():
    assert looked(1).why is SearchEnd.FORCED
    assert looked(1).best.move == 1


def test_a_move_that_must_be_looked_at_is_even_where_the_ranking_leaves_it_out():
    class Narrow(Taker):
        def rank(self, state, seat, known, random):
            return [(0.0, 1)]

    found = search(Sticks(), Narrow(), Heap(31, dice=True), 0, {}, 1, nodes=160, must=(3, 1), early=False)
    visits = {choice.move: choice.visits for choice in found.choices}
    assert set(visits) == {1, 3}
    assert visits[3] >= 160 // 16
    assert sum(visits.values()) == 160


def test_chances_are_shared_out_whole():
    assert shares((0.0, 0.0), 5.0) == (UNIT // 2, UNIT // 2)
    one, other, gone = shares((3.0, 0.0, 99.0), 3.0, out=(2,))
    assert gone == 0
    assert one / other == pytest.approx(2.71828, rel=1e-4)
    assert ended(Result((1, 3, 1), None, as_it_is(""))) == (UNIT // 2, 0, UNIT // 2)


# -- with the games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("plies", [3, 14, 30])
def test_equal_seeds_and_nodes_give_equal_moves_and_visits(name, plies):
    dealer = reached(name, plies)
    assert found_in(dealer, 40) == found_in(dealer, 40)


PROGRAM = """
from tests.p2pgames.search.positions import SEARCHING, found_in, reached
from tests.p2pgames.search.sticks import Heap, Sticks, Taker
for name in SEARCHING:
    for plies in (5, 25):
        found = found_in(reached(name, plies), 50)
        print(name, plies, [(c.move, c.visits, round(c.chance, 9)) for c in found.choices])
"""


def output(python, seed):
    paths = os.pathsep.join(str(ROOT / part) for part in ("", "protocol", "cli"))
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
    done = subprocess.run(
        [python, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout


def test_a_search_does_not_depend_on_the_hash_seed():
    outputs = {output(sys.executable, seed) for seed in ("0", "4242")}
    assert len(outputs) == 1
    assert len(outputs.pop()) > 500


@pytest.mark.parametrize("name", SEARCHING)
def test_levels_are_the_same_in_every_game_and_think_more_from_one_to_the_next(name):
    bots = [bot for bot in game(name).bots.values() if isinstance(bot, Searcher)]
    assert [key for key, bot in game(name).bots.items() if bot in bots] == [
        "easy",
        "fair",
        "strong",
        "master",
    ]
    assert sorted({bot.nodes for bot in bots}) == [bot.nodes for bot in bots]
    assert not isinstance(game(name).bots[game(name).usual], Searcher)


@pytest.mark.parametrize("name", SEARCHING)
def test_a_bot_that_searches_makes_legal_moves_at_every_number_of_seats_from_first_to_last(name):
    what = game(name)
    bot, usual = Searcher(what.bots["easy"].evaluator, 3), what.bots[what.usual]
    for seats in (what.rules.players[0], what.rules.players[-1]):
        dealer, random, asked = (
            LocalDealer(what.rules, seats, resolve_options(what.rules, seats, {}), Random(5)),
            Random(1),
            0,
        )
        while (seat := dealer.turn) is not None:
            # all decisions of a game take Line 1 half a minute
            searching = random.random() < 0.2
            move = (bot if searching else usual)(what.rules, dealer.state, seat, dealer.known[seat], random)
            asked += searching
            dealer.play(move)
        assert dealer.result is not None
        assert asked > 5
