"""Metro: every sentence of its rules that a program can break, but for departures."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from p2pgames.contract import Choose, Illegal, Moved, Open, Opened, Over, Roll, Rolled, Shuffle, Shuffled
from p2pgames.dealer import LocalDealer, playout, random_bot
from p2pgames.metro.board import BORDER, CELLS, COLOURS, NAMES, OWNERS, PLAYABLE, STATIONS
from p2pgames.metro.lines import changes, source
from p2pgames.metro.notation import DRAW, Lay
from p2pgames.metro.placement import fits_nowhere, places
from p2pgames.metro.state import wire
from p2pgames.metro.tiles import ALL, COPIES, EXITS, TURNS, turned
from tests.games.metro.stacked import RULES, go, hand, legal, pile, refusal, table

CLASSIC = {"orientation": "arrow", "hand": "1"}


def names(there):
    """Cells by name."""
    return {NAMES[cell] for cell in there}


# -- material and set-up --------------------------------------------------------------------------


def test_there_are_60_tiles_each_with_four_tracks_and_every_way_to_join_the_sides():
    assert len(ALL) == 60
    assert Counter(ALL) == COPIES
    exits = {EXITS[f"{face}0"] for face in COPIES}
    assert len(exits) == 24
    assert all(sorted(way) == [0, 1, 2, 3] for way in exits)
    assert Counter(COPIES.values()) == {4: 5, 3: 2, 2: 17}


def test_60_cells_are_playable_and_28_lie_on_the_edge():
    assert len(PLAYABLE) == 60
    assert names(set(range(64)) - set(PLAYABLE)) == {"d4", "e4", "d5", "e5"}
    assert len(BORDER) == 28


@pytest.mark.parametrize(("seats", "each"), [(2, 16), (3, 10), (4, 8), (5, 6), (6, 5)])
def test_each_player_has_as_many_stations_as_carriages(seats, each):
    counts = Counter(OWNERS[seats])
    assert [counts[seat] for seat in range(seats)] == [each] * seats
    nobodys = {station for station in STATIONS if OWNERS[seats][station - 1] == -1}
    assert nobodys == ({16, 17} if seats in (3, 5, 6) else set())


def test_the_colours_go_by_seat_and_the_sixth_is_red():
    assert COLOURS == ("Yellow", "Blue", "Orange", "Green", "Lilac", "Red")
    # The summary cards' example: the Place de Clichy, number 9, is lilac's with six players.
    assert OWNERS[6][9 - 1] == COLOURS.index("Lilac")


def test_the_coin_decides_who_begins_then_the_deck_is_sealed_and_dealt():
    state = RULES.start(3, CLASSIC)
    assert RULES.ask(state) == Roll((3,))
    state = RULES.apply(state, Rolled((2,)))
    assert RULES.ask(state) == Shuffle((("tiles", ALL),))
    state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Open(tuple((("tiles", seat), seat) for seat in range(3)))
    dealt = Opened(tuple((("tiles", seat), None) for seat in range(3)))
    assert RULES.ask(RULES.apply(state, dealt)) == Choose(2)


def test_a_roll_out_of_range_or_of_another_type_is_refused():
    state = RULES.start(3, CLASSIC)
    for wrong in (3, -1, True, "1"):
        with pytest.raises(Illegal):
            RULES.apply(state, Rolled((wrong,)))


def test_tiles_dealt_are_seen_by_their_owners_alone():
    dealer = table("cbaa dddd aaaa")
    assert dealer.known == [{("tiles", 0): "cbaa"}, {("tiles", 1): "dddd"}]
    assert dealer.state.hidden() == (("tiles", 0), ("tiles", 1))
    state = RULES.apply(RULES.start(2, CLASSIC, 0), Shuffled())
    with pytest.raises(Illegal, match="owner alone"):
        RULES.apply(state, Opened(((("tiles", 0), "aaaa"), (("tiles", 1), None))))
    with pytest.raises(Illegal, match="not the time"):
        RULES.apply(state, Opened(((("tiles", 1), None), (("tiles", 0), None))))


def test_a_wrong_start_is_refused():
    for seats, first in ((1, None), (7, None), (2, 2), (2, -1), (2, True)):
        with pytest.raises(ValueError, match=r"."):
            RULES.start(seats, CLASSIC, first)
    with pytest.raises(ValueError, match="1, 2, 3"):
        RULES.start(2, {"orientation": "arrow", "hand": "4"})


# -- the turn -------------------------------------------------------------------------------------


def test_a_turn_lays_a_tile_refills_the_hand_and_passes_on():
    dealer = table("aaaa bbbb cccc dddd", "b1", first=0)
    assert dealer.state.cells[CELLS["b1"]] == "aaaa0"
    assert hand(dealer, 0) == ["cccc"]
    assert dealer.known[1].get(("tiles", 2)) is None
    assert dealer.turn == 1
    go(dealer, "c1")
    assert hand(dealer, 1) == ["dddd"]
    assert dealer.turn == 0


def test_a_seat_moves_only_when_it_is_its_turn():
    dealer = table("aaaa bbbb")
    assert RULES.moves(dealer.state, 1, dealer.known[1]) == ()
    move = Lay(0, "bbbb", CELLS["b1"], 0).move
    assert RULES.why_not(dealer.state, 1, dealer.known[1], move) == "It is Yellow's turn."
    with pytest.raises(Illegal, match="not your turn"):
        RULES.parse(dealer.state, 1, dealer.known[1], "b1")


def test_one_more_tile_may_be_drawn_and_must_then_be_laid():
    dealer = table("aaaa bbbb cbaa cccc", "draw")
    assert dealer.turn == 0
    assert hand(dealer, 0) == ["aaaa", "cbaa"]
    assert dealer.known[0][("tiles", 2)] == "cbaa"
    assert ("tiles", 2) not in dealer.known[1]
    assert refusal(dealer, "draw") == "You have drawn one more tile in this turn: lay it."
    assert "lay that one" in refusal(dealer, "1 b1")
    go(dealer, "b1")
    assert dealer.state.cells[CELLS["b1"]] == "cbaa0"
    assert hand(dealer, 0) == ["aaaa"]
    assert dealer.state.top == 3
    assert dealer.turn == 1


def test_the_next_turn_after_a_draw_is_an_ordinary_one():
    dealer = table("aaaa bbbb cbaa cccc dacc", "draw, b1, draw, c1")
    assert not dealer.state.drew
    go(dealer, "d1")
    assert hand(dealer, 0) == ["dacc"]
    assert hand(dealer, 1) == ["bbbb"]


def last_tiles(count, seats=2, seed=3, **options):
    """A table with so many tiles left to lay, played at random without a draw."""
    dealer = table(seats=seats, **options)
    random = Random(seed)
    while 60 - dealer.state.laid > count:
        dealer.play(random.choice([move for move in dealer.moves() if move != DRAW]))
    return dealer


def test_from_an_empty_pile_nothing_is_drawn():
    dealer = last_tiles(3)
    assert dealer.state.pile == 1
    assert DRAW in dealer.moves()
    go(dealer, min(legal(dealer) - {"draw"}))
    assert dealer.state.pile == 0
    assert DRAW not in dealer.moves()
    assert refusal(dealer, "draw") == "The pile is empty: lay a tile of your hand."


def test_with_an_empty_pile_play_goes_on_until_the_hands_are_empty():
    dealer = last_tiles(6, 3, hand="2")
    assert dealer.state.pile == 0
    turns = []
    while dealer.turn is not None:
        turns.append(dealer.turn)
        dealer.play(dealer.moves()[0])
    assert turns == [turns[0], (turns[0] + 1) % 3, (turns[0] + 2) % 3] * 2
    assert dealer.state.hands == ((), (), ())


def test_a_player_all_of_whose_lines_have_arrived_still_lays_tiles():
    seen = 0
    for seed in range(30):
        dealer = LocalDealer(RULES, 6, CLASSIC, Random(seed))
        while (seat := dealer.turn) is not None:
            state = dealer.state
            trains = [
                e for e, owner in zip(state.ends, state.owners, strict=True) if owner == seat and e >= 0
            ]
            seen += not trains
            assert dealer.moves()
            dealer.play(dealer.random.choice(dealer.moves()))
    assert seen


# -- placement ------------------------------------------------------------------------------------


def test_a_tile_goes_on_the_edge_or_beside_a_laid_tile():
    dealer = table("aaaa aaaa aaaa aaaa")
    assert legal(dealer) - {"draw"} == names(BORDER)
    assert "neither on the edge" in refusal(dealer, "b2")
    go(dealer, "b1")
    assert "b2" in legal(dealer)
    assert "neither on the edge" in refusal(dealer, "c2")
    assert refusal(dealer, "b1") == "On b1 there is a tile already."


def test_no_tile_on_the_central_block_and_a_cell_beside_it_is_not_open_by_that():
    dealer = table("aaaa aaaa")
    assert refusal(dealer, "d4") == "d4 belongs to the central block, where no tile is laid."
    assert "neither on the edge" in refusal(dealer, "d3")


def test_a_tile_may_lie_beside_the_line_or_station_of_an_opponent():
    dealer = table("aaaa baac", "b1")
    assert {"a1", "c1", "b2"} <= legal(dealer)


def test_the_arrow_says_how_a_tile_lies():
    dealer = table("cbaa aaaa")
    assert all(move[4] == 0 for move in dealer.moves() if move != DRAW)
    assert "arrow" in refusal(dealer, "b1 r1")
    assert RULES.parse(dealer.state, 0, dealer.known[0], "b1 r0")[4] == 0


def test_with_free_orientation_a_tile_is_turned_by_quarters_clockwise():
    assert [turned("badb", turns) for turns in range(4)] == ["badb", "bbad", "dbba", "adbb"]
    dealer = table("badb aaaa", orientation="free")
    go(dealer, "b1 r1")
    assert dealer.state.cells[CELLS["b1"]] == "badb1"
    # Unturned badb leads from the south back out of it; turned once it does so from the west.
    assert EXITS["badb0"] == (1, 3, 2, 0)
    assert EXITS["badb1"] == (1, 2, 0, 3)


def test_rotations_with_equal_codes_are_one_move():
    assert TURNS["dddd"] == (0,)
    assert TURNS["adad"] == (0, 1)
    assert TURNS["cbaa"] == (0, 1, 2, 3)
    dealer = table("adad aaaa", orientation="free")
    assert RULES.parse(dealer.state, 0, dealer.known[0], "b1 r2") == Lay(0, "adad", CELLS["b1"], 0).move
    same = Lay(0, "adad", CELLS["b1"], 2).move
    assert "name it r0" in RULES.why_not(dealer.state, 0, dealer.known[0], same)


def test_no_line_over_one_tile_from_a_numbered_station_to_a_numbered_one():
    # The rulebook's two examples: at the border and across the corner.
    border = table("dada aaaa")
    assert refusal(border, "b1").startswith("There dada would lead from station 7 back into it over this")
    corner = table("cccc aaaa")
    assert "from station 8 to station 9" in refusal(corner, "a1")
    # In the other direction round the same corner.
    other = table("bbbb aaaa")
    assert "from station 9 to station 8" in refusal(other, "a1")


def test_a_line_over_one_tile_is_forbidden_from_unowned_stations_too():
    dealer = table("bbad aaaa", seats=3)
    assert "from station 16 back into it" in refusal(dealer, "a8")


def test_a_turn_round_beside_the_central_block_is_free():
    dealer = table("aaaa aaaa adbb aaaa", "a4, b4")
    assert "c4" in legal(dealer)
    go(dealer, "c4")
    assert EXITS["adbb0"][1] == 1


def test_two_tiles_between_stations_are_enough():
    dealer = table("baac cbcb", "a1, b1")
    assert dealer.state.lengths[8 - 1] == dealer.state.lengths[7 - 1] == 2
    assert dealer.state.points == (2, 2)


def test_a_tile_that_fits_nowhere_may_be_laid_on_any_open_cell():
    dealer = table("dddd aaaa")
    assert legal(dealer) - {"draw"} == names(BORDER)
    go(dealer, "a1")
    # Both one-tile lines score like any other: station 8 is Blue's, station 9 Yellow's.
    assert dealer.state.points == (1, 1)


def test_the_exception_ends_as_soon_as_one_open_cell_is_allowed():
    dealer = table("aaaa dddd aaaa", "b1")
    assert legal(dealer) == {"b2", "draw"}
    assert "fits nowhere else" in refusal(dealer, "c1")


def test_the_exception_looks_at_the_tile_being_laid_alone():
    # Another tile of the hand that fits, or a pile to draw from, do not matter.
    dealer = table("aaaa dddd bbbb bbbb", hand="2")
    assert {"1 b1", "2 b1", "draw"} <= legal(dealer)


def test_with_free_orientation_the_exception_needs_every_rotation_forbidden():
    full = tuple("aaaa0" if cell in PLAYABLE else "" for cell in range(64))
    corner = ("", *full[1:])
    assert fits_nowhere(corner, "adad", free=False)
    assert fits_nowhere(corner, "adad", free=True)
    assert places(corner, "adad", free=True) == ((0, 0), (1, 0))
    # cbaa joins the corner's stations; turned by one or three quarters it leads away from both.
    assert places(corner, "cbaa", free=False) == ((0, 0),)
    assert fits_nowhere(corner, "cbaa", free=False)
    assert not fits_nowhere(corner, "cbaa", free=True)
    assert places(corner, "cbaa", free=True) == ((1, 0), (3, 0))


# -- scoring --------------------------------------------------------------------------------------


def test_a_line_scores_a_point_for_each_crossing_also_twice_over_one_tile():
    # Line 8 goes over a1 to b1, turns round there and comes back over a1 into station 9.
    dealer = table("baac accd")
    go(dealer, "a1")
    assert dealer.state.points == (0, 0)
    go(dealer, "b1")
    assert dealer.state.lengths[8 - 1] == 3
    assert dealer.state.points == (0, 3)


def test_a_line_that_ends_in_the_central_block_scores_double():
    dealer = table("aaaa aaaa aaaa", "a4, b4, c4")
    assert dealer.state.lengths[12 - 1] == 3
    assert dealer.state.points == (0, 6)
    assert dealer.state.ends[12 - 1] == -40


def test_the_rulebooks_five_tiles_into_the_central_block_are_ten_points():
    dealer = table("aaaa aaaa baac aaaa baac", "b1, b2, b3, c3, d3", seats=5)
    assert dealer.state.lengths[7 - 1] == 5
    assert dealer.state.points == (0, 0, 10, 0, 0)


def test_up_to_four_lines_finish_at_once_and_all_score():
    dealer = table("aaaa aaaa aaaa aaaa cbcb cbcb dddd", "b1, a2, c1, a3, c2, b3")
    assert dealer.state.points == (0, 0)
    move = RULES.parse(dealer.state, 0, dealer.known[0], "b2")
    assert RULES.effect(dealer.state, 0, move) == (
        "dddd; line 6 ends in station 6 after 5: Blue +5; line 7 ends in station 7 after 3: Yellow +3; "
        "line 10 ends in station 10 after 3: Blue +3; line 11 ends in station 11 after 5: Yellow +5"
    )
    go(dealer, "b2")
    assert dealer.state.points == (8, 8)


def test_a_line_may_end_in_any_station_its_own_or_another_players():
    own = table("aaaa dddd", "b1, b2")
    assert own.state.ends[7 - 1] == -7
    assert own.state.points == (3, 0)
    # Line 7 of Yellow ends in Yellow's station 9, line 8 of Blue in Yellow's station 7.
    other = table("baac cbcb", "a1, b1")
    assert (other.state.ends[7 - 1], other.state.ends[8 - 1]) == (-9, -7)
    assert other.state.points == (2, 2)


def test_lines_of_unowned_stations_score_nothing():
    # Line 18 goes up over b8, turns round on b7 and comes back over b8: three crossings for Orange.
    oranges = table("aaaa dddd aaaa", "b8, b7", seats=3)
    assert oranges.state.points == (0, 0, 3)
    # Line 17 does the same on a8 and a7, but is nobody's with three players.
    nobodys = table("aaaa ccda aaaa", "a8, a7", seats=3)
    assert nobodys.state.ends[17 - 1] == -17
    assert nobodys.state.lengths[17 - 1] == 3
    assert nobodys.state.points == (0, 0, 0)


def test_lines_out_of_the_central_block_score_nothing():
    # The last tile also joins the centre with station 12, over c4, b4 and a4: only line 12 itself scores.
    dealer = table("aaaa aaaa aaaa", "a4, b4")
    done = changes(dealer.state, CELLS["c4"], "aaaa0")
    assert [(change.station, change.points) for change in done] == [(12, 6)]
    go(dealer, "c4")
    assert source(dealer.state.cells, 4 * CELLS["a4"] + 1) == -40
    assert dealer.state.points == (0, 6)


def test_a_station_scores_only_once():
    for seed in range(5):
        dealer = LocalDealer(RULES, 2, CLASSIC, Random(seed))
        list(playout(dealer, [random_bot] * 2))
        doubled = zip(dealer.state.ends, dealer.state.lengths, strict=True)
        assert sum(n * (2 if end < -32 else 1) for end, n in doubled) == sum(dealer.state.points)


# -- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("orientation", ["arrow", "free"])
@pytest.mark.parametrize("size", "123")
def test_the_game_ends_with_60_tiles_laid_and_all_32_lines_arrived(seats, orientation, size):
    for seed in range(4):
        options = {"orientation": orientation, "hand": size}
        dealer = LocalDealer(RULES, seats, options, Random(seed))
        lays = sum(move != DRAW for _, move in playout(dealer, [random_bot] * seats))
        assert lays == dealer.state.laid == 60
        assert max(dealer.state.ends) < 0
        assert not any(dealer.state.hands)
        assert dealer.state.pile == 0
        assert dealer.result.why == "All tiles are laid."


def test_random_games_are_as_long_as_they_should_be():
    total, forced = 0, 0
    for seed in range(60):
        dealer = LocalDealer(RULES, 4, CLASSIC, Random(seed))
        one = 0
        for seat, move in playout(dealer, [random_bot] * 4):
            one |= "exception" in RULES.effect(dealer.state, seat, move)
        total, forced = total + sum(dealer.result.scores), forced + one
    assert 188 < total / 60 < 208
    assert 30 <= forced < 60


def test_most_points_win_and_equal_points_share_the_win():
    ended = last_tiles(1, 3)
    ended.play(ended.moves()[0])
    state = ended.state
    ask = RULES.ask(replace(state, points=(7, 9, 9)))
    assert isinstance(ask, Over)
    assert ask.result.places == (3, 1, 1)
    assert ask.result.winners == (1, 2)
    assert RULES.ask(replace(state, points=(120, 9, 101))).result.places == (1, 3, 2)


def test_nothing_is_applied_after_the_end():
    dealer = last_tiles(1)
    move, seat = dealer.moves()[0], dealer.turn
    dealer.play(move)
    for event in (Moved(seat, move), Moved(1 - seat, DRAW), Shuffled(), Rolled((0,))):
        with pytest.raises(Illegal, match="over"):
            RULES.apply(dealer.state, event)


# -- the hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3])
def test_a_bigger_hand_is_refilled_to_its_size(size):
    dealer = table(seats=2, hand=str(size))
    assert [len(tiles) for tiles in dealer.state.hands] == [size, size]
    before = hand(dealer, 0)
    coming = pile(dealer)[0]
    go(dealer, "2 b1")
    assert hand(dealer, 0) == [before[0], *before[2:], coming]


def test_with_several_tiles_the_number_says_which():
    dealer = table("aaaa cbaa bbbb bbbb", hand="2")
    assert refusal(dealer, "b1") == "Say which tile: type its number, 1 to 2, before the cell."
    assert refusal(dealer, "3 b1") == "You hold no tile 3."
    assert refusal(dealer, "cccc b1") == "You hold no tile cccc."
    second = Lay(1, "cbaa", CELLS["b1"], 0).move
    for text in ("2 b1", "2 B1", " 2  b 1 ", "cbaa b1", "2 b1 r0"):
        assert RULES.parse(dealer.state, 0, dealer.known[0], text) == second
    assert RULES.text(dealer.state, 0, second) == "2 b1"
    go(dealer, "draw")
    assert all(" " not in text for text in legal(dealer))


def test_a_code_names_the_tile_just_drawn_also_if_the_hand_holds_another_of_it():
    dealer = table("aaaa bbbb aaaa", "draw")
    assert RULES.parse(dealer.state, 0, dealer.known[0], "aaaa b1")[1] == 1


def test_text_that_is_no_move_is_refused():
    dealer = table("aaaa bbbb")
    for wrong in ("", "d", "i1", "a9", "a0", "b1 r", "b1 x", "lay b1", "b1 b2", "١ b1"):
        assert "not a move" in refusal(dealer, wrong)
    assert "r0, r1, r2 or r3" in refusal(dealer, "b1 r4")
    assert RULES.parse(dealer.state, 0, dealer.known[0], "DR") == DRAW


# -- what is public -------------------------------------------------------------------------------


def test_a_move_shows_the_tile_and_the_state_holds_no_hidden_face():
    dealer = table("cbaa dddd")
    move = Lay(0, "cbaa", CELLS["b1"], 0).move
    assert RULES.shows(dealer.state, 0, move) == ((("tiles", 0), "cbaa"),)
    assert RULES.shows(dealer.state, 0, DRAW) == ()
    assert "cbaa" not in str(wire(dealer.state))
    lie = Lay(0, "aaaa", CELLS["b1"], 0).move
    assert RULES.why_not(dealer.state, 0, dealer.known[0], lie) == "You do not hold aaaa."
    with pytest.raises(Illegal, match="not aaaa"):
        dealer.play(lie)


def test_a_face_of_which_all_tiles_lie_is_refused_by_everyone():
    dealer = table("dddd cccc dddd", "b1, a2, b2")
    move = Lay(0, "dddd", CELLS["c2"], 0).move
    with pytest.raises(Illegal, match="All tiles dddd"):
        RULES.apply(dealer.state, Moved(1, move))


def test_moves_of_the_wrong_form_are_refused():
    dealer = table("cbaa dddd", orientation="free")
    good = ("lay", 0, "cbaa", CELLS["b1"], 0)
    assert RULES.why_not(dealer.state, 0, dealer.known[0], good) is None
    for at, wrongs in enumerate(
        (
            ("put", 1, b"lay"),
            (-1, 1, False, 10**30, "0"),
            ("", "aabb", 7, ("cbaa",)),
            (-1, 64, True, 10**30, "b1", 27),
            (-1, 4, False, 10**30, ()),
        )
    ):
        for wrong in wrongs:
            bad = (*good[:at], wrong, *good[at + 1 :])
            assert RULES.why_not(dealer.state, 0, dealer.known[0], bad), bad
    for bad in ((), "draw", ("draw", 0), 0, ("lay",), (*good, 0)):
        assert "lays a tile" in RULES.why_not(dealer.state, 0, dealer.known[0], bad)


def test_words_tell_each_seat_what_it_may_know():
    dealer = table("cbaa dddd aaaa", "b1", seats=2)
    mine = " ".join(RULES.words(dealer.state, 1, dealer.known[1]))
    assert mine.startswith("Blue is to move, that is you.")
    assert "You hold tile 1: dddd." in mine
    assert "Yellow holds tile 1: hidden." in mine
    assert "Row 1: b1 cbaa." in mine
    assert "It may be laid on b2." in mine
    assert "Yellow's line 7: 1 crossing, runs into a1 going west." in mine
    watcher = " ".join(RULES.words(dealer.state, None, {}))
    assert "dddd" not in watcher
    assert "aaaa" not in watcher


def test_words_name_the_exception_and_the_rotations():
    dealer = table("dddd aaaa")
    assert any("by the exception on a1 b1" in line for line in RULES.words(dealer.state, 0, dealer.known[0]))
    dealer = table("adad aaaa", orientation="free")
    assert any("; turned r1 on a2" in line for line in RULES.words(dealer.state, 0, dealer.known[0]))
