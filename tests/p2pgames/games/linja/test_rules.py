"""Linja: every sentence of its rules that a program can break."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgames.contract import Choose, Illegal, Left, Moved, Over, Roll, Rolled, Why, effect_of_move
from p2pgames.dealer import LocalDealer, playout
from p2pgames.games.linja import GAME
from p2pgames.games.linja.rules import Linja, legal_turns, play_turn
from p2pgames.games.linja.state import SETUP, LinjaEnd, LinjaState, have_passed, points
from tests import seeds
from tests.independent import linja as independent

RULES = Linja()


def at(red, black, turn=0, bonus="own"):
    """A state with these counts, the seat to move."""
    start = RULES.start(2, {"bonus": bonus}, turn)
    return LinjaState(start.any_pawn, (tuple(red), tuple(black)), turn)


def go(state, text):
    """The state after a typed turn."""
    seat = state.turn
    return RULES.apply(state, Moved(seat, RULES.parse(state, seat, {}, text)))


def refusal(state, text):
    """Why a typed turn is refused."""
    with pytest.raises(Illegal) as caught:
        RULES.parse(state, state.turn, {}, text)
    return str(caught.value)


def test_the_set_up_has_six_pawns_on_each_start_line_and_one_on_each_inner_row():
    assert SETUP == ((6, 1, 1, 1, 1, 1, 1, 0), (0, 1, 1, 1, 1, 1, 1, 6))
    assert sum(SETUP[0]) == sum(SETUP[1]) == 12


def test_the_coin_decides_who_begins():
    start = RULES.start(2, {"bonus": "own"})
    assert RULES.ask(start) == Roll((2,))
    for first in (0, 1):
        assert RULES.ask(RULES.apply(start, Rolled((first,)))) == Choose(first)


def test_the_coin_is_thrown_once_and_shows_a_seat():
    start = RULES.start(2, {"bonus": "own"})
    for state, values in ((start, (2,)), (start, (-1,)), (start, (0, 0)), (at(*SETUP), (0,))):
        with pytest.raises(Illegal, match="not possible now"):
            RULES.apply(state, Rolled(values))


@pytest.mark.parametrize(
    ("seats", "bonus", "first"), [(1, "own", 0), (3, "own", 0), (2, "both", 0), (2, "own", 2), (2, "own", -1)]
)
def test_only_two_play_with_an_option_there_is_and_a_seat_that_begins(seats, bonus, first):
    assert list(RULES.players) == [2]
    with pytest.raises(ValueError, match=r"2 players|bonus|seat that begins"):
        RULES.start(seats, {"bonus": bonus}, first)


@pytest.mark.parametrize("turn", [0, 1])
def test_only_the_seat_at_turn_moves(turn):
    state, text = at(*SETUP, turn=turn), ("0-1", "7-6")[1 - turn]
    move = (("open", *map(int, text.split("-"))),)
    assert RULES.apply(at(*SETUP, turn=1 - turn), Moved(1 - turn, move)).turn == turn
    with pytest.raises(Illegal, match="not possible now"):
        RULES.apply(state, Moved(1 - turn, move))
    with pytest.raises(Illegal, match="not your turn"):
        RULES.parse(state, 1 - turn, {}, text)
    assert RULES.moves(state, 1 - turn, {}) == ()
    with pytest.raises(Illegal, match="not possible now"):
        RULES.apply(RULES.start(2, {"bonus": "own"}), Moved(-1, move))


def test_an_opening_goes_one_row_forward_and_no_other_way():
    state = at(*SETUP)
    assert go(state, "0-1").pawns[0] == (5, 2, 1, 1, 1, 1, 1, 0)
    for wrong in ("0-2", "1-0", "3-3", "7-6"):
        assert "one row forward" in refusal(state, wrong)
    black = at(*SETUP, turn=1)
    assert go(black, "7-6").pawns[1] == (0, 1, 1, 1, 1, 1, 2, 5)
    assert "one row forward" in refusal(black, "0-1")


def test_an_opening_of_strength_four_is_followed_by_four_rows():
    """As in the rulebook's example; its picture is not in the text, so the position is ours."""
    state = at((5, 0, 1, 2, 2, 1, 1, 0), (0, 1, 2, 2, 2, 0, 0, 5))
    after = go(state, "2-3 0-4")
    assert after.pawns[0] == (4, 0, 0, 3, 3, 1, 1, 0)
    assert "4 rows" in refusal(state, "2-3 0-3")


def test_pawns_may_stand_so_that_the_points_are_39_to_46():
    """The totals of the rulebook's example; its picture is not in the text, so the position is ours."""
    assert points(((0, 0, 0, 1, 0, 3, 3, 5), (6, 4, 2, 0, 0, 0, 0, 0))) == (39, 46)


def test_the_follow_up_may_be_declined_and_may_use_the_same_pawn():
    state = at(*SETUP)
    assert go(state, "0-1").turn == 1
    assert go(state, "0-1 1-3").pawns[0] == (5, 1, 1, 2, 1, 1, 1, 0)


def test_an_empty_row_or_the_goal_line_gives_no_follow_up():
    state = at((11, 0, 0, 0, 0, 0, 1, 0), (0, 0, 1, 0, 0, 0, 0, 11))
    assert "no follow-up" in refusal(state, "0-1 0-1")
    assert "no follow-up" in refusal(state, "6-7 0-1")


def test_a_follow_up_stops_on_the_goal_line_without_a_bonus():
    state = at((5, 1, 1, 1, 1, 2, 1, 0), (0, 2, 1, 1, 1, 0, 1, 6))
    over = go(state, "0-1 5-7")
    assert over.pawns[0] == (4, 2, 1, 1, 1, 1, 1, 1)
    assert "exactly" in refusal(state, "0-1 5-7 +7-6")
    assert "to the goal line" in refusal(state, "0-1 5-6")


def test_a_goal_reached_exactly_earns_one_bonus():
    state = at((5, 1, 1, 1, 2, 1, 1, 0), (0, 2, 1, 1, 1, 0, 1, 6))
    assert go(state, "0-1 4-7 +7-6").pawns[0] == (4, 2, 1, 1, 1, 1, 2, 0)
    assert go(state, "6-7 +1-0").pawns[0] == (6, 0, 1, 1, 2, 1, 0, 1)
    assert "up, then perhaps a bonus" in refusal(state, "0-1 4-7 +7-6 +6-7")
    assert "no pawn" in refusal(state, "6-7 +6-7")
    assert "one row" in refusal(state, "6-7 +4-6")


def test_a_null_turn_is_legal():
    state = at(*SETUP)
    assert go(state, "6-7 +7-6").pawns == SETUP


def test_a_full_row_may_be_passed_but_not_ended_on():
    state = at((5, 1, 0, 3, 1, 1, 1, 0), (0, 1, 2, 3, 1, 1, 0, 4))
    assert "full" in refusal(state, "0-1 1-3")
    passed = at((5, 1, 1, 3, 1, 1, 0, 0), (0, 2, 0, 3, 1, 1, 0, 5))
    assert go(passed, "0-1 1-4").pawns[0] == (4, 1, 1, 3, 2, 1, 0, 0)
    assert "full" in refusal(passed, "2-3")


def test_room_made_by_the_opening_counts():
    state = at((4, 2, 0, 3, 1, 1, 1, 0), (0, 1, 1, 3, 1, 0, 0, 6))
    assert "3-4 1-3" in [RULES.text(state, 0, move) for move in legal_turns(state.pawns, 0, any_pawn=False)]


def test_start_lines_hold_any_number():
    state = at((0, 0, 0, 0, 0, 0, 1, 11), (12, 0, 0, 0, 0, 0, 0, 0))
    assert go(state, "6-7").pawns[0][7] == 12


def test_pawns_on_the_goal_line_do_not_follow_up_but_may_step_back_in_a_bonus():
    state = at((4, 1, 1, 1, 1, 1, 1, 2), (0, 1, 1, 1, 1, 1, 1, 6))
    assert "one row forward" in refusal(state, "7-6")
    assert "goal line" in refusal(state, "0-1 7-7")
    assert go(state, "6-7 +7-6").pawns[0][7] == 2


def test_a_bonus_moves_the_opponents_pawns_only_with_the_option():
    own, both = (at(*SETUP, bonus=bonus) for bonus in ("own", "any"))
    assert "bonus=any" in refusal(own, "6-7 +x3-4")
    assert go(both, "6-7 +x3-4").pawns[1] == (0, 1, 1, 0, 2, 1, 1, 6)
    locked = at((5, 1, 1, 1, 1, 1, 2, 0), (1, 1, 1, 1, 1, 1, 1, 5), bonus="any")
    assert "locked" in refusal(locked, "6-7 +x0-1")
    assert go(locked, "6-7 +x1-0").pawns[1][0] == 2


def test_no_bonus_leaves_the_board():
    state = at(*SETUP, bonus="any")
    assert "not a step" in refusal(state, "6-7 +7-8")
    assert "rows 0 to 7" in str(RULES.why_not(state, 0, {}, (("open", 6, 7), ("bonus", 7, 8))))


def test_the_game_ends_when_all_have_passed_even_if_the_rest_of_the_turn_undoes_it():
    state = at((0, 0, 0, 0, 1, 5, 5, 1), (7, 4, 0, 0, 1, 0, 0, 0))
    assert not have_passed(state.pawns)
    assert go(state, "4-5").why
    undone = at((0, 0, 0, 0, 0, 1, 5, 6), (7, 4, 0, 0, 0, 1, 0, 0), turn=0)
    after = go(undone, "5-6")
    assert after.why
    assert RULES.ask(after) == Over(RULES.ask(after).result)
    back = at((0, 0, 0, 0, 0, 0, 1, 11), (11, 0, 0, 0, 0, 0, 1, 0))
    ended = go(back, "6-7 +7-6")
    assert ended.why
    assert not have_passed(ended.pawns)


def test_the_other_player_has_no_last_turn():
    ended = go(at((0, 0, 0, 0, 1, 5, 5, 1), (7, 4, 0, 0, 1, 0, 0, 0)), "4-5")
    assert RULES.moves(ended, 1, {}) == ()


def test_a_pass_only_without_an_opening_and_two_end_the_game():
    assert "only when no pawn" in refusal(at(*SETUP), "pass")
    red = at((5, 0, 0, 0, 0, 0, 0, 7), (6, 6, 0, 0, 0, 0, 0, 0))
    assert RULES.moves(red, 0, {}) == ((),)
    assert "full" in refusal(red, "0-1")
    only = LinjaState(False, ((12, 0, 0, 0, 0, 0, 0, 0), (6, 6, 0, 0, 0, 0, 0, 0)), 0)
    once = go(only, "pass")
    assert once.turn == 1
    assert once.passed
    blocked = LinjaState(False, ((6, 6, 0, 0, 0, 0, 0, 0), (12, 0, 0, 0, 0, 0, 0, 0)), 1, passed=True)
    assert go(blocked, "pass").why == "Neither player can move."


def test_the_third_repetition_ends_the_game_and_the_set_up_counts():
    state = RULES.start(2, {"bonus": "own"}, 0)
    for text in ("6-7 +7-6", "1-0 +0-1", "6-7 +7-6"):
        state = go(state, text)
        assert not state.why
    assert "third time" in go(state, "1-0 +0-1").why


def test_points_and_places():
    drawn = LinjaState(
        False, ((0, 0, 0, 0, 0, 0, 0, 12), (12, 0, 0, 0, 0, 0, 0, 0)), 0, why=LinjaEnd.ALL_PASSED
    )
    assert RULES.ask(drawn).result.places == (1, 1)
    assert RULES.ask(drawn).result.scores == (60, 60)
    red = LinjaState(
        False, ((0, 0, 0, 0, 0, 0, 0, 12), (11, 1, 0, 0, 0, 0, 0, 0)), 0, why=LinjaEnd.ALL_PASSED
    )
    assert RULES.ask(red).result.places == (1, 2)
    black = LinjaState(
        False, ((0, 0, 0, 0, 0, 0, 1, 11), (12, 0, 0, 0, 0, 0, 0, 0)), 0, why=LinjaEnd.ALL_PASSED
    )
    assert RULES.ask(black).result.places == (2, 1)


@pytest.mark.parametrize("gone", [0, 1])
def test_who_leaves_loses(gone):
    left = RULES.apply(at(*SETUP), Left(gone, Why.RESIGNED))
    assert RULES.ask(left).result.places == ((2, 1), (1, 2))[gone]
    behind = at((0, 0, 0, 0, 0, 0, 6, 6), (0, 0, 0, 0, 0, 0, 0, 12))
    assert RULES.ask(RULES.apply(behind, Left(0, Why.VOTED))).result.places == (2, 1)
    with pytest.raises(Illegal):
        RULES.apply(left, Left(1 - gone, Why.RESIGNED))


def test_the_loser_begins_the_next_game_and_after_a_draw_the_other():
    for began in (0, 1):
        assert RULES.begins_next((1, 2), began) == 1
        assert RULES.begins_next((2, 1), began) == 0
        assert RULES.begins_next((1, 1), began) == 1 - began


def test_text_and_words():
    state = at(*SETUP)
    assert RULES.parse(state, 0, {}, " 0 - 1  2-4 ") == (("open", 0, 1), ("follow", 2, 4))
    assert "; the game ends: All pawns have passed each other." in str(
        effect_of_move(RULES, at((0, 0, 0, 0, 1, 5, 5, 1), (7, 4, 0, 0, 1, 0, 0, 0)), 0, (("open", 4, 5),))
    )
    assert str(effect_of_move(RULES, state, 0, (("open", 6, 7),))) == "-3 to -1 points"
    assert str(RULES.words(state, 0, {})[0]) == "Red is to move: that is you."
    assert str(RULES.words(state, 0, {})[1]).startswith("Row 7, Black's start line: 6 Black")
    assert str(RULES.words(state, 1, {})[1]).startswith("Row 0, Red's start line: 6 Red")


KINDS = ("open", "follow", "bonus", "theirs")
STEPS = [(kind, a, b) for kind in KINDS for a, b in product(range(8), repeat=2) if a != b]


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**6), st.integers(0, 45), st.booleans())
def test_the_listing_is_exactly_what_the_judge_accepts(seed, plies, any_pawn):
    dealer = LocalDealer(RULES, 2, {"bonus": "any" if any_pawn else "own"}, Random(seed))
    for _ in range(plies):
        if dealer.turn is None:
            return
        dealer.play(dealer.random.choice(dealer.moves()))
    if dealer.turn is None:
        return
    pawns, seat = dealer.state.pawns, dealer.turn
    assert set(dealer.moves()) == set(_all_turns(pawns, seat, any_pawn))


def _all_turns(pawns, seat, any_pawn):
    """Every turn of up to three steps that the judge accepts, found by trying all of them."""
    front = [()]
    for _ in range(4):
        following = []
        for start in front:
            for step in STEPS if start else [step for step in STEPS if step[0] == "open"]:
                try:
                    play_turn(pawns, seat, (*start, step), any_pawn=any_pawn)
                except Illegal:
                    continue
                following.append((*start, step))
        yield from following
        front = following
    try:
        play_turn(pawns, seat, (), any_pawn=any_pawn)
    except Illegal:
        return
    yield ()


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(["own", "any"]))
def test_pawns_are_conserved_and_inner_rows_never_overflow(seed, bonus):
    dealer = LocalDealer(RULES, 2, {"bonus": bonus}, Random(seed))
    while dealer.turn is not None:
        dealer.play(dealer.random.choice(dealer.moves()))
        red, black = dealer.state.pawns
        assert sum(red) == sum(black) == 12
        assert min(red) >= 0 <= min(black)
        assert all(red[row] + black[row] <= 6 for row in range(1, 7))
    assert dealer.result.scores == points(dealer.state.pawns)


def wins(bot, games, seed):
    """How many of these seeded games the bot wins against random play, both seats alternating."""
    won = 0
    for number in range(games):
        seat = number % 2
        bots = [GAME.bots["random"]] * 2
        bots[seat] = GAME.bots[bot]
        dealer = LocalDealer(RULES, 2, {"bonus": "own"}, Random(seed + number))
        list(playout(dealer, bots))
        won += dealer.result.winners == (seat,)
    return won


def test_the_strongest_bot_beats_random_play():
    assert wins(GAME.usual, 20, 1) >= 16


@pytest.mark.slow
def test_the_strongest_bot_beats_random_play_in_200_games():
    assert wins(GAME.usual, 200, 1000) >= 160


# -- listing and judge against a third telling, which shares no code with them --


def crowded(random):
    """A position as no game need reach it: rows are often full, and either colour may have lost its way."""
    while True:
        rows = [[0, 0] for _ in range(8)]
        favoured = [*random.sample(range(8), 3), *range(8)]
        for seat in [0, 1] * 12:
            room = [y for y in favoured if y in (0, 7) or sum(rows[y]) < 6]
            rows[random.choice(room)][seat] += 1
        pawns = tuple(tuple(row[seat] for row in rows) for seat in (0, 1))
        if not have_passed(pawns):
            return pawns


def third(pawns, seat, bonus, *, passed=False):
    """The independent reader's position."""
    position = independent.Position({"bonus": bonus}, seat, 2)
    position.rows = [list(row) for row in zip(*pawns, strict=True)]
    position.passed = passed
    position.seen = []
    position.begin(seat)
    return position


def judged(pawns, seat, bonus, move, *, passed=False):
    """The state after a move as the third telling has it; None where it is illegal."""
    position = third(pawns, seat, bonus, passed=passed)
    try:
        position.play(seat, [list(step) for step in move])
    except independent.Forbidden:
        return None
    return position.wire()


def neighbours(moves, random):
    """These moves, and those that differ from one of them in a row, a kind, a step too few or too many."""
    yield ()
    for move in moves:
        yield move
        yield from (move[:-1], (*move, random.choice(STEPS)))
        if not move:
            continue
        at = random.randrange(len(move))
        kind, start, end = move[at]
        for step in (
            *((kind, start, row) for row in (end - 1, end + 1, random.randrange(8))),
            *((kind, row, end) for row in (start - 1, start + 1)),
            (kind, start + 1, end + 1),
            (kind, start - 1, end - 1),
            (random.choice(KINDS), start, end),
        ):
            yield (*move[:at], step, *move[at + 1 :])
        if len(move) < 3:
            yield from ((*move, step) for step in STEPS if step[0] in ("bonus", "theirs"))


def plain(value):
    """A state's values as the other reader has them."""
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def put_to_all(state, bonus, random):
    """Judge, listing and third telling agree on every legal turn and on its neighbours."""
    pawns, seat = state.pawns, state.turn
    listed = set(RULES.moves(state, seat, {}))
    own = random.sample(sorted(listed), min(4, len(listed)))
    for move in {*neighbours(own, random)}:
        after = judged(pawns, seat, bonus, move, passed=state.passed)
        assert (after is not None) == (move in listed), (pawns, seat, move)
        try:
            ours = RULES.apply(state, Moved(seat, move))
        except Illegal:
            assert after is None, (pawns, seat, move)
        else:
            assert after is not None, (pawns, seat, move)
            # What has been before is not the third telling's to know here.
            assert plain(RULES.wire(ours))[1:4] == after[1:4]
            assert bool(ours.why) == bool(after[6]) or ours.why is LinjaEnd.THIRD_TIME


@pytest.mark.parametrize("bonus", ["own", "any"])
def test_neighbours_of_legal_turns_are_judged_alike_in_random_games(bonus):
    for seed in seeds(2, 4):
        dealer = LocalDealer(RULES, 2, {"bonus": bonus}, Random(seed))
        while dealer.turn is not None:
            put_to_all(dealer.state, bonus, dealer.random)
            dealer.play(dealer.random.choice(dealer.moves()))


@pytest.mark.parametrize("bonus", ["own", "any"])
def test_neighbours_of_legal_turns_are_judged_alike_where_rows_are_full(bonus):
    random = Random(bonus)
    for number in seeds(90, 250):
        pawns, seat, passed = crowded(random), number % 2, random.random() < 0.5
        put_to_all(LinjaState(bonus == "any", pawns, seat, passed), bonus, random)


def test_a_bonus_does_not_end_on_a_full_row():
    full = at((4, 0, 2, 3, 1, 1, 1, 0), (0, 1, 1, 3, 1, 0, 0, 6))
    assert "full" in refusal(full, "6-7 +2-3")
    assert go(full, "6-7 +2-1").pawns[0] == (4, 1, 1, 3, 1, 1, 0, 1)


def test_the_room_that_a_follow_up_made_is_there_for_the_bonus():
    state = at((4, 1, 1, 3, 1, 1, 1, 0), (0, 2, 1, 3, 0, 0, 0, 6))
    assert "0-1 3-7 +2-3" not in [RULES.text(state, 0, move) for move in RULES.moves(state, 0, {})]
    four = at((3, 1, 1, 3, 1, 1, 2, 0), (0, 3, 1, 3, 0, 0, 0, 5))
    assert "0-1 3-7 +2-3" in [RULES.text(four, 0, move) for move in RULES.moves(four, 0, {})]
    assert go(four, "0-1 3-7 +2-3").pawns[0] == (2, 2, 0, 3, 1, 1, 2, 1)


def test_a_pass_counts_no_longer_once_there_was_a_turn():
    state = LinjaState(False, ((12, 0, 0, 0, 0, 0, 0, 0), (3, 6, 1, 0, 0, 0, 0, 2)), 0)
    state = go(go(state, "pass"), "7-6")
    assert (state.turn, state.passed, state.why) == (0, False, LinjaEnd.NOT_YET)
    state = go(state, "pass")
    assert (state.turn, state.passed, state.why) == (1, True, LinjaEnd.NOT_YET)
