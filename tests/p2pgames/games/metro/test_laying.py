"""Metro: where a tile may be laid, and what the lines score."""

from random import Random

from p2pgames.contract import effect_of_move
from p2pgames.dealer import LocalDealer, playout, random_bot
from p2pgames.games.metro.board import (
    BORDER,
    CELLS,
    EXITS,
    PLAYABLE,
    TURNS,
    allowed_places,
    fits_nowhere,
    turned,
)
from p2pgames.games.metro.state import DRAW, MetroLay, changes, source
from tests.p2pgames.games.metro.stacked import CLASSIC, RULES, go, legal, names, refusal, table


def test_a_tile_goes_on_the_edge_or_beside_a_laid_tile():
    dealer = table("aaaa aaaa aaaa aaaa")
    assert legal(dealer) - {"draw"} == names(BORDER)
    assert "neither on the edge" in refusal(dealer, "b2")
    go(dealer, "b1")
    assert "b2" in legal(dealer)
    assert "neither on the edge" in refusal(dealer, "c2")
    assert refusal(dealer, "b1") == "There is already a tile on b1."


def test_no_tile_on_the_central_block_and_a_cell_beside_it_is_not_open_by_that():
    dealer = table("aaaa aaaa")
    assert refusal(dealer, "d4") == "d4 is part of the block in the middle, where no tile is laid."
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
    assert RULES.parse(dealer.state, 0, dealer.known[0], "b1 r2") == MetroLay(0, "adad", CELLS["b1"], 0).move
    same = MetroLay(0, "adad", CELLS["b1"], 2).move
    assert "write r0" in str(RULES.why_not(dealer.state, 0, dealer.known[0], same))


def test_no_line_over_one_tile_from_a_numbered_station_to_a_numbered_one():
    # As in the rulebook's two examples, with tiles of ours: at the border and across the corner.
    border = table("dada aaaa")
    assert refusal(border, "b1").startswith(
        "There dada would lead from station 7 straight back into it, over this"
    )
    corner = table("cccc aaaa")
    assert "from station 8 to station 9" in refusal(corner, "a1")
    # In the other direction round the same corner.
    other = table("bbbb aaaa")
    assert "from station 9 to station 8" in refusal(other, "a1")


def test_a_line_over_one_tile_is_forbidden_from_unowned_stations_too():
    dealer = table("bbad aaaa", seats=3)
    assert "from station 16 straight back into it" in refusal(dealer, "a8")


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
    assert allowed_places(corner, "adad", free=True) == ((0, 0), (1, 0))
    # cbaa joins the corner's stations; turned by one or three quarters it leads away from both.
    assert allowed_places(corner, "cbaa", free=False) == ((0, 0),)
    assert fits_nowhere(corner, "cbaa", free=False)
    assert not fits_nowhere(corner, "cbaa", free=True)
    assert allowed_places(corner, "cbaa", free=True) == ((1, 0), (3, 0))


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


def test_five_tiles_into_the_central_block_are_ten_points():
    """As in the rulebook's example; its picture is not in the text, so the tiles are ours."""
    dealer = table("aaaa aaaa baac aaaa baac", "b1, b2, b3, c3, d3", seats=5)
    assert dealer.state.lengths[7 - 1] == 5
    assert dealer.state.points == (0, 0, 10, 0, 0)


def test_up_to_four_lines_finish_at_once_and_all_score():
    dealer = table("aaaa aaaa aaaa aaaa cbcb cbcb dddd", "b1, a2, c1, a3, c2, b3")
    assert dealer.state.points == (0, 0)
    move = RULES.parse(dealer.state, 0, dealer.known[0], "b2")
    assert str(effect_of_move(RULES, dealer.state, 0, move)) == (
        "dddd; Seat 2's train 6 arrives, 5 points; train 7 arrives, 3 points; "
        "Seat 2's train 10 arrives, 3 points; train 11 arrives, 5 points"
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
