"""What a search knows of Line 1: whose cards are likely, and plans that are kept up while tiles are laid."""

from random import Random

import pytest

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.games.line1 import GAME, bots
from p2pgames.games.line1.board import OUT, own_terminals
from p2pgames.games.line1.bots import (
    ARCS,
    PLACES,
    GuessedWorld,
    cheapest_plan,
    guessed_world,
    likely,
    planned,
    steps_on,
)
from p2pgames.games.line1.state import Line1Task
from p2pgames.games.line1.turns import cards_of
from p2pgames.search.search import Searcher


def reached(plies, seed, seats=2):
    dealer = LocalDealer(GAME.rules, seats, resolve_options(GAME.rules, seats, {}), Random(seed))
    for number, _ in enumerate(playout(dealer, [GAME.bots["builder"]] * seats), 1):
        if number == plies:
            break
    return dealer


def test_what_lies_on_the_board_tells_whose_cards_are_likely():
    right = 0
    for seed in range(6):
        dealer = reached(36, seed)
        seat = dealer.turn
        other = 1 - seat
        if dealer.state.trips[other] is None:
            right += likely(dealer.state, dealer.known[seat]) == cards_of(
                dealer.state, other, dealer.known[other]
            )
    assert right >= 3


def test_what_is_guessed_of_a_schedule_is_no_more_than_its_plan_costs_and_what_stops_lie_off_the_way():
    equal = 0
    for plies in (0, 14, 30, 44):
        state = reached(plies or 1, plies).state
        for line in range(1, 7):
            direct, through = bots._direct_and_through(state.track, state.signs, line)
            for card in range(1, 7):
                found, past = (
                    cheapest_plan(state, line, card),
                    [through[each] for each in state.stops(line, card)],
                )
                assert direct <= min(past)
                assert found is None or max(past) <= found.cost
                equal += found is not None and max(past) == found.cost
                assert bots.about(state, line, card) == max(past) + sum(past) - (len(past) - 1) * direct
    assert equal > 5


def test_what_ways_cost_is_least_for_each_door():
    state = reached(20, 5).state
    start, goal = own_terminals(2)
    steps, home = steps_on(state.track), {ARCS + 2 * goal, ARCS + 2 * goal + 1}
    least = dict.fromkeys(OUT[start], 0)
    for _ in range(PLACES):
        before = dict(least)
        for door, cost in before.items():
            for beyond, price in steps[door] if door not in home else ():
                if beyond not in (ARCS + 2 * start, ARCS + 2 * start + 1):
                    least[beyond] = min(least.get(beyond, bots.MOST), cost + price)
        if least == before:
            break
    found = bots._costs(state.track, start, goal)
    assert [least.get(door, bots.MOST) for door in range(PLACES)] == found


def test_a_guessed_world_gives_everybody_cards_that_lie_nowhere_else():
    dealer = reached(20, 3, seats=4)
    seat = dealer.turn
    for number in range(10):
        found = guessed_world(dealer.state, seat, dealer.known[seat], Random(number))
        hands = [cards_of(dealer.state, each, found) for each in range(4)]
        assert hands[seat] == cards_of(dealer.state, seat, dealer.known[seat])
        assert len({line for line, _ in hands}) == len({card for _, card in hands}) == 4


@pytest.mark.parametrize("seed", range(3))
def test_a_plan_that_is_kept_up_is_one_that_can_still_be_carried_out(seed):
    dealer = reached(12, seed)
    root, kept = dealer.state, 0
    thought = GuessedWorld({}, root)
    for _ in range(8):
        state, seat = dealer.state, dealer.turn
        for each in range(2):
            cards = cards_of(state, each, dealer.known[each])
            found, fresh = thought.plan(state, cards), planned(state, cards)
            assert (found is None) == (fresh is None)
            if found is not None:
                assert found.cost >= fresh.cost
                kept += found.lacking != planned(root, cards).lacking
                if not found.lacking:
                    assert not fresh.lacking
        dealer.play(GAME.bots["builder"](GAME.rules, state, seat, dealer.known[seat], Random(1)))
    assert kept


def test_a_trip_that_can_begin_begins():
    for seed in range(3):
        dealer = reached(1, seed)
        while dealer.turn is not None:
            state, seat = dealer.state, dealer.turn
            moves = dealer.moves()
            if state.task is Line1Task.TURN and moves[0][0] == "go":
                bot = Searcher(GAME.bots["strong"].evaluator, 8)
                assert bot(GAME.rules, state, seat, dealer.known[seat], Random(1))[0] == "go"
                break
            dealer.play(GAME.bots["builder"](GAME.rules, state, seat, dealer.known[seat], Random(1)))
