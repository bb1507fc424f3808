"""What is true of Shuttle alone; what every game must keep, p2pgames tests by itself."""

from random import Random

import pytest

from p2pgames.contract import Illegal, Left, Why
from p2pgames.dealer import LocalDealer, playout
from p2pgames.picture.picture import View
from shuttle import GAME
from shuttle.state import State
from shuttle.turn import show, stops

DEALT = State(0, sealed=True, hands=((0, 2, 4), (1, 3, 5)), drawing=(), drawn=6)


@pytest.mark.parametrize(
    ("before", "face", "far"), [("4", "5", 1), ("4", "7", 3), ("4", "12", 3), ("4", "3", 0)]
)
def test_the_tram_comes_as_far_as_the_ticket_is_higher_but_three_stops_at_most(before, face, far):
    assert stops(State(shown=(before,)), face) == far


def test_the_first_ticket_moves_nothing_and_a_new_one_is_drawn():
    after = show(DEALT, 0, (2, "12"))
    assert (after.tram, after.turn, after.shown) == (0, 1, ("12",))
    assert (after.hands, after.drawing) == (((0, 4), (1, 3, 5)), (0,))


def test_each_player_pulls_the_tram_to_their_own_side():
    first = show(DEALT, 0, (0, "1"))
    second = show(first, 1, (1, "3"))
    assert second.tram == 2
    assert show(second, 0, (2, "6")).tram == -1


@pytest.mark.parametrize("move", [(1, "7"), (0, "3"), (0, "13"), (True, "7"), ("7",), "7"])
def test_what_the_seat_cannot_hold_is_refused(move):
    with pytest.raises(Illegal, match="shows no ticket"):
        show(show(show(DEALT, 0, (4, "3")), 1, (1, "2")), 0, move)


def test_who_leaves_loses():
    result = GAME.rules.ask(GAME.rules.apply(DEALT, Left(0, Why.RESIGNED))).result
    assert result.winners == (1,)


def test_the_careful_bot_beats_the_random_one():
    won = 0
    for seed in range(100):
        dealer = LocalDealer(GAME.rules, 2, {}, Random(seed))
        list(playout(dealer, [GAME.bots["careful"], GAME.bots["random"]]))
        won += dealer.result.places[0] < dealer.result.places[1]
    assert won > 50


@pytest.mark.parametrize(("columns", "wide"), [(80, 55), (120, 77)])
def test_nobody_sees_the_tickets_of_the_other(columns, wide):
    dealer = LocalDealer(GAME.rules, 2, {}, Random(1), first=0)
    for seat in (0, 1):
        view = View(columns, 34, seat, dealer.known[seat])
        picture, drawing = (draw(dealer.state, view) for draw in (GAME.painter.picture, GAME.painter.drawing))
        assert {len(line) for line in picture.lines} == {wide}
        own = {face for _, face in dealer.known[seat].items()}
        assert {spot.name for spot in picture.spots} == {spot.name for spot in drawing.spots} == own
        assert {spot.legal for spot in picture.spots} == {seat == 0}
