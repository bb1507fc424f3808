"""Turns, refills, passes, and the end without a winner."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from p2pgames.contract import Choose, Illegal, Moved, Over, Roll, Rolled
from p2pgames.games.line1.board import GROUND, LINKS, SPACES, STACK, START, TILE
from p2pgames.games.line1.rules import Line1AsAtFirst
from p2pgames.games.line1.sentences import NO_LAYS
from p2pgames.games.line1.state import Line1Task, Trip
from tests.p2pgames.games.line1.tables import (
    RULES,
    dealt,
    go,
    hand,
    position,
    random_play,
    refusal,
    settings,
    texts,
    typed,
)

FULL = ", ".join(
    f"cross {name}"
    for name in SPACES
    if len(name) > 1 and name[0] in "abcdefghijkl" and SPACES[name] in GROUND
)
"""A cross on every cell: rails lead everywhere, but nothing can be laid or exchanged."""


def full(but="", **changes):
    """A board full of tiles with trees but for these cells."""
    empty = set(but.split())
    board = ", ".join(text for text in FULL.split(", ") if text.split()[1] not in empty)
    return position(board, **changes)


def roll(state, *values):
    return RULES.apply(state, Rolled(values))


# -- the beginning --


@pytest.mark.parametrize("seats", range(2, 6))
def test_everybody_begins_with_three_straights_and_two_curves(seats):
    state = RULES.start(seats, settings(seats))
    assert state.hands == (hand("straight straight straight curve curve"),) * seats
    assert state.stack == STACK
    assert sum(STACK) == 101
    assert set(state.track.cells) == {0}


def test_a_wrong_start_is_refused():
    for seats, first in ((1, None), (6, None), (2, 2), (2, -1), (2, False)):
        with pytest.raises(ValueError, match=r"."):
            RULES.start(seats, settings(2), first)
    with pytest.raises(ValueError, match="strict, loose"):
        settings(2, pockets="none")


def test_the_numbers_of_tiles_are_those_of_the_list():
    counts = [21, 20, 10, 10, 10, 6, 6, 6, 4, 4, 2, 2]
    assert list(STACK) == counts
    assert Counter(START) == {0: 3, 1: 2}


def test_the_coin_decides_who_begins_and_turns_go_by_seat():
    state = RULES.start(4, settings(4))
    assert RULES.ask(state) == Roll((4,))
    assert roll(state, 2).turn == 2
    began = position("", ["straight straight curve"] * 3, seats=3, turn=2)
    after = go(began, "straight e6, straight h8")
    assert roll(after, 0, 0, 0, 0).turn == 0


# -- the turn --


def test_a_turn_is_two_lays_of_the_hand_each_judged_by_itself():
    state = go(position("", ["straight straight curve"]), "straight e6")
    assert (state.turn, state.lays, state.task) == (0, 1, Line1Task.TURN)
    assert state.hands[0] == hand("straight curve")
    # The second lay must match the first.
    assert "block the rail" in refusal(state, "straight e7 r1") or "building" in refusal(
        state, "straight e7 r1"
    )
    after = go(state, "curve h8")
    assert (after.lays, after.task) == (2, Line1Task.DRAW)


def test_only_tiles_of_the_hand_are_laid_and_only_by_the_seat_at_turn():
    state = position("", ["straight"])
    assert refusal(state, "cross e6") == "You hold no cross."
    assert RULES.moves(state, 1, {}) == ()
    with pytest.raises(Illegal, match="seat 1"):
        RULES.apply(state, Moved(1, ("lay", "straight", 0, SPACES["e6"])))


def test_the_hand_is_refilled_to_five_by_one_roll_with_a_side_for_each_tile_left():
    state = go(position("", ["straight straight straight curve curve"]), "straight e6, straight h8")
    assert RULES.ask(state) == Roll((101, 100), 0)
    after = roll(state, 0, 0)
    assert after.hands[0] == hand("straight straight straight curve curve")
    assert after.stack[0] == STACK[0] - 2
    assert (after.turn, after.task, after.lays) == (1, Line1Task.TURN, 0)


def test_each_value_counts_into_what_is_left_of_the_stack_in_the_order_of_the_types():
    state = go(position("", ["straight straight straight curve curve"]), "straight e6, straight h8")
    drawn = roll(state, 20, 20)
    assert drawn.hands[0] == hand("straight straight curve curve curve")
    drawn = roll(state, 100, 99)
    assert drawn.hands[0] == hand("straight curve curve mixed-right mixed-right")
    assert drawn.stack[-1] == 0
    for wrong in [(101, 0), (0, 100), (0,), (0, 0, 0), (-1, 0), (True, 0)]:
        with pytest.raises(Illegal):
            roll(state, *wrong)


def test_after_one_exchange_one_tile_is_drawn_after_two_none():
    board = "straight e6 r1, straight g6 r1"
    one = go(position(board, ["cross cross straight curve curve"]), "cross e6, straight h8")
    assert one.drawing == 1
    two = go(position(board, ["cross cross straight curve curve"]), "cross e6, cross g6")
    assert (two.task, two.turn) == (Line1Task.TURN, 1)
    assert two.hands[0] == hand("straight straight straight curve curve")


def test_the_last_tiles_of_the_stack_are_drawn_and_then_the_hand_stays_short():
    stack = (1, *(0,) * 11)
    state = go(
        position("", ["straight straight straight curve curve"], stack=stack), "straight e6, straight h8"
    )
    assert RULES.ask(state) == Roll((1,), 0)
    after = roll(state, 0)
    assert len(after.hands[0]) == 4
    assert after.turn == 1
    empty = go(replace(after, turn=0), "straight g3, straight g6")
    assert (empty.turn, len(empty.hands[0])) == (1, 2)


# -- passes --


def test_a_pass_only_when_no_lay_exchange_or_pair_is_legal():
    assert texts(full(hands=["straight curve"])) == ["pass"]
    free = position("", ["straight"])
    assert "must" in refusal(free, "pass")
    assert "pass" not in texts(free)
    # Only an exchange.
    board = [text for text in FULL.split(", ") if text.split()[1] != "e6"]
    swap = position(", ".join([*board, "straight e6"]), ["cross straight"])
    assert texts(swap) == ["cross e6"]
    assert "must" in refusal(swap, "pass")


def test_a_pair_alone_forbids_to_pass_but_not_after_a_lay():
    board = [text for text in FULL.split(", ") if text.split()[1] not in ("e6", "f6")]
    # Curves that turn their blank sides to each other; a star replaces each only together with the other.
    curves = "curve e6 r1, curve f6 r3"
    state = position(", ".join([*board, curves]), ["star star"])
    assert [text for text in texts(state) if text != "pass"] == ["pair star e6 star f6"]
    assert "must" in refusal(state, "pass")
    after = replace(state, lays=1)
    assert texts(after) == ["pass"]
    assert go(after, "pass").task is Line1Task.DRAW


def test_after_one_lay_the_turn_ends_only_if_nothing_more_can_be_laid():
    state = full("e6", hands=["cross straight"])
    after = go(state, "cross e6")
    assert texts(after) == ["pass"]
    done = go(after, "pass")
    assert (done.task, done.drawing, done.passes) == (Line1Task.DRAW, 4, 0)
    assert "must" in refusal(go(position("", ["straight straight"]), "straight e6"), "pass")


def test_the_first_lay_is_free_even_if_it_leaves_no_second():
    # e6 and h8 are free; a straight fits on neither, crosses on both, and only one cross is there.
    state = full("e6 h8", hands=["cross straight"])
    assert {text.split()[1] for text in texts(state)} == {"e6", "h8"}
    assert texts(go(state, "cross e6")) == ["pass"]


def test_a_pass_is_followed_by_a_refill():
    state = go(full(hands=["straight curve"]), "pass")
    assert RULES.ask(state) == Roll((101, 100, 99), 0)
    assert roll(state, 0, 0, 0).turn == 1


def test_when_all_have_passed_in_a_row_and_nobody_travels_the_game_is_drawn():
    state = full(hands=["straight curve"] * 3, seats=3, stack=(0,) * 12)
    state = go(state, "pass, pass")
    assert RULES.ask(state) == Choose(2)
    over = RULES.ask(go(state, "pass"))
    assert isinstance(over, Over)
    assert over.result.places == (1, 1, 1)
    assert over.result.why == NO_LAYS()
    assert over.result.scores is None


def test_the_last_pass_still_refills_before_the_draw():
    state = full(hands=["straight curve", "straight curve"], passes=1, stack=(3, *(0,) * 11))
    after = go(state, "pass")
    assert after.task is Line1Task.DRAW
    assert roll(after, 0, 0, 0).task is Line1Task.OVER


def test_a_lay_between_passes_counts_them_anew():
    state = full("e6", hands=["cross straight", "straight curve"], passes=1, stack=(0,) * 12)
    after = go(state, "cross e6, pass")
    assert (after.turn, after.passes) == (1, 0)
    two = go(position(hands=["straight straight"], passes=1, stack=(0,) * 12), "straight e6, straight h8")
    assert (two.turn, two.passes) == (1, 0)
    assert go(after, "pass").task is Line1Task.TURN


def test_while_somebody_travels_passes_do_not_end_the_game():
    trip = Trip(5, 1, typed("5N b1 5S"))
    state = full(hands=["straight", ""], trips=(None, trip), passes=5, stack=(0,) * 12)
    after = go(state, "pass")
    assert (after.task, after.turn) == (Line1Task.TURN, 1)


# -- open tiles --

TRIP = Trip(5, 1, typed("5N b1 5S"))


def laying(stack=(0,) * 12, always=False, theirs="cross fork", **changes):
    return position(
        "", ["straight straight curve", theirs], stack=stack, trips=(None, TRIP), always=always, **changes
    )


def test_with_an_empty_stack_open_tiles_of_travellers_may_be_taken_or_left():
    state = go(laying(), "straight e6, straight h8")
    assert state.task is Line1Task.TAKE
    assert texts(state) == ["take 2 fork", "take 2 cross", "pass"]
    left = go(state, "pass")
    assert (left.turn, left.task, left.hands, left.passes) == (1, Line1Task.TURN, state.hands, state.passes)
    one = go(go(state, "take 2 cross"), "pass")
    assert (one.turn, one.hands) == (1, (hand("cross curve"), hand("fork")))
    # While the stack lasts the hand is filled from it.
    drawing = go(laying((1, *(0,) * 11), always=True), "straight e6, straight h8")
    assert texts(drawing) == ["draw", "take 2 fork", "take 2 cross"]
    assert refusal(drawing, "pass")


def test_in_version_0_open_tiles_of_travellers_must_be_taken():
    state = go(laying(may_leave=False), "straight e6, straight h8")
    assert Line1AsAtFirst().start(2, settings()).may_leave is False
    assert state.task is Line1Task.TAKE
    assert texts(state) == ["take 2 fork", "take 2 cross"]
    for text in ("draw", "pass", "curve g3"):
        assert refusal(state, text)
    one = go(state, "take 2 cross")
    assert one.hands == (hand("cross curve"), hand("fork"))
    assert one.task is Line1Task.TAKE
    two = go(one, "take 2 fork")
    # Nothing is left to take: the hand stays short.
    assert (two.turn, two.task, two.hands[0]) == (1, Line1Task.TURN, hand("curve cross fork"))


def test_first_the_stack_is_drawn_then_open_tiles_are_taken():
    state = go(laying((1, *(0,) * 11)), "straight e6, straight h8")
    assert RULES.ask(state) == Roll((1,), 0)
    assert texts(roll(state, 0)) == ["take 2 fork", "take 2 cross", "pass"]


def test_the_taker_chooses_owner_and_tile():
    state = position(
        "", ["straight straight curve", "cross", "fork star", "wye"], seats=4, stack=(0,) * 12,
        trips=(None, TRIP, None, TRIP), gone=(2,),
    )  # fmt: skip
    state = go(state, "straight e6, straight h8")
    assert texts(state) == ["take 2 cross", "take 3 fork", "take 3 star", "take 4 wye", "pass"]
    assert "no curve among" in refusal(state, "take 2 curve")
    assert "who are on their trip or have left" in refusal(state, "take 1 curve")


def test_tiles_of_players_who_lay_are_not_taken():
    state = position("", ["straight straight", "cross"], stack=(0,) * 12)
    assert go(state, "straight e6, straight h8").turn == 1


def test_while_the_stack_lasts_open_tiles_are_taken_only_with_the_option():
    state = go(laying(STACK), "straight e6, straight h8")
    assert state.drawing == 4
    state = go(laying(STACK, always=True), "straight e6, straight h8")
    assert texts(state) == ["draw", "take 2 fork", "take 2 cross"]
    drawn = go(state, "draw")
    assert RULES.ask(drawn) == Roll((101,), 0)
    # Each tile is chosen after the one before was seen.
    assert texts(roll(drawn, 0)) == ["draw", "take 2 fork", "take 2 cross"]
    taken = go(go(roll(drawn, 0), "take 2 fork"), "take 2 cross")
    # No open tile is left: the rest is drawn at once.
    assert RULES.ask(taken) == Roll((100,), 0)


def test_with_the_option_and_an_empty_stack_there_is_nothing_to_draw():
    state = go(laying(always=True), "straight e6, straight h8")
    assert "stack is empty" in refusal(state, "draw")
    assert texts(state) == ["take 2 fork", "take 2 cross", "pass"]


def test_a_full_hand_takes_nothing():
    board = "straight e6 r1, straight g6 r1"
    state = position(board, ["cross cross straight curve curve", "fork"], stack=(0,) * 12, trips=(None, TRIP))
    assert go(state, "cross e6, cross g6").turn == 1


# -- whole games --


@pytest.mark.parametrize("options", [{}, {"traveller_tiles": "always"}, {"pockets": "loose"}])
@pytest.mark.parametrize("seats", range(2, 6))
def test_hands_and_tiles_are_conserved_and_exchanges_lose_no_connection(seats, options):
    dealer = dealt(seats, 10 * seats, **options)
    before = None
    for state in random_play(dealer):
        on_board = Counter(TILE[at] for at in state.track.cells if at)
        everything = on_board + Counter(tile for held in state.hands for tile in held)
        everything.update(dict(enumerate(state.stack)))
        expected = Counter(dict(enumerate(STACK))) + Counter({0: 3 * seats, 1: 2 * seats})
        assert everything == expected
        assert sum(everything.values()) == 101 + 5 * seats
        assert max(map(len, state.hands)) <= 5
        if before is not None:
            for old, new in zip(before.track.cells, state.track.cells, strict=True):
                assert LINKS[old] <= LINKS[new]
            for was, sign in zip(before.signs, state.signs, strict=True):
                assert was in (-1, sign)
        before = state
    assert dealer.result is not None
