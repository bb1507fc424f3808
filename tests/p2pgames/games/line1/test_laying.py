"""The rules of laying and exchanging, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgames.games.line1.board import (
    BUILDING_AT,
    GROUND,
    NAMES,
    OF_TILE,
    PIECE,
    SPACES,
    START,
    STOP_OF,
    TILES,
    TREES,
    UPGRADES,
    bare,
    each,
)
from p2pgames.games.line1.turns import legal_lays
from tests.p2pgames.games.line1.tables import go, hand, position, refusal, texts

ALL = "straight curve branch-left fork cross"


def laid(board, hold=ALL, signs="", **options):
    return position(board, [hold], signs, options=options)


def test_a_tile_may_lie_on_any_free_cell_and_need_not_touch_track():
    state = laid("straight e6 r1")
    assert "curve i9" in texts(state)
    assert "curve f6" in texts(state)
    bare_cells = {cell for cell in GROUND if any(move[3] == cell for move in legal_lays(bare(True), START))}
    assert bare_cells == set(GROUND)


def test_a_rail_leads_into_a_free_cell_or_meets_a_rail():
    state = laid("straight e6 r1, curve h7")
    assert "straight f6 r1" in texts(state)
    # The curve on h7 has rails to the south and the west.
    assert "straight h8" in texts(state)
    assert "straight g7 r1" in texts(state)
    assert "blank side of the tile on h7" in refusal(state, "straight i7 r1")
    assert "blank side of the tile on e6" in refusal(state, "curve e5")


def test_no_rail_leads_off_the_board():
    state = laid("")
    assert refusal(state, "straight a1") == "A rail would lead off the board on the north side of a1."
    assert "off the board on the west side of a1" in refusal(state, "straight a1 r1")
    assert "off the board on the south side of a12" in refusal(state, "curve a12")
    assert "off the board on the east side of l9" in refusal(state, "straight l9 r1")
    assert "straight a1 r1" not in texts(state)


def test_a_rail_may_lead_into_the_arc_of_a_terminal():
    state = laid("")
    for text in (
        "straight a6 r1",
        "straight a7 r1",
        "straight b1",
        "straight c1",
        "straight l2 r1",
        "straight j12",
    ):
        assert text in texts(state)


def test_no_rail_leads_into_a_building():
    state = laid("")
    assert (
        refusal(state, "straight a4") == "A rail would lead into building E (E-Werk) on the south side of a4."
    )
    assert "into building M (Museum)" in refusal(state, "straight e4 r1")


@pytest.mark.parametrize("cell", BUILDING_AT)
def test_no_tile_covers_a_building(cell):
    state = laid("")
    assert "no tile may cover a building" in refusal(state, f"curve {NAMES[cell]}")
    assert not [text for text in texts(state) if text.split()[1] == NAMES[cell]]


def test_no_tile_blocks_the_track_of_a_laid_one():
    state = laid("straight e6 r1")
    assert refusal(state, "straight f6") == "The tile would block the rail coming from e6."
    assert "straight f6" not in texts(state)


def test_no_tile_blocks_the_arc_of_a_terminal():
    state = laid("")
    assert (
        refusal(state, "straight a10")
        == "The tile would block the arc of terminal 2W on the west side of a10."
    )
    assert "block the arc of terminal 5N on the north side of b1" in refusal(state, "straight b1 r1")


def test_a_tile_between_two_others_must_fit_both():
    """As in the rulebook's illustration, with tiles of ours: two, with one free cell between them."""
    state = laid("straight e6 r1, straight g6 r1", hold="straight curve twin fork triangle")
    fitting = {text for text in texts(state) if text.split()[1] == "f6"}
    forks = {"fork f6", "fork f6 r1", "fork f6 r2", "fork f6 r3"}
    # A triangle has three rails: both of its turns with rails to the east and the west, and those two only.
    assert fitting == {"straight f6 r1", "twin f6", "twin f6 r1", "triangle f6", "triangle f6 r2", *forks}


# -- pockets: every end can be continued --


def test_a_rail_into_a_corner_with_one_way_out_is_allowed_and_into_none_is_not():
    # a1 has the edge in the north and west: a rail may come in by the east if the south stays open.
    state = laid("")
    assert "curve b1 r1" in texts(state)
    blocked = laid("straight a2 r1")
    assert refusal(blocked, "curve b1 r1") == "A rail leads into a1, and no tile could continue it there."
    assert "curve b1 r1" not in texts(blocked)


def test_a_blank_side_may_not_close_the_last_way_out_of_a_pocket():
    # The curve on b1 leads into a1, whose only other way is south.
    state = laid("curve b1 r1")
    assert refusal(state, "straight a2 r1") == "A rail leads into a1, and no tile could continue it there."
    assert "straight a1" not in texts(state)
    assert "curve a1 r3" in texts(state)


def test_without_a_rail_into_it_a_pocket_may_be_closed():
    state = laid("straight g5 r1, straight f6, straight g7 r1")
    assert "straight h6" in texts(state)


def test_the_pocket_check_asks_for_no_tile_of_the_supply_and_not_what_comes_after():
    # h8 has rails from all four sides: a tile that joins north, east, south and west exists, if none is left or not.
    board = "straight h7, straight h9, straight g8 r1"
    state = replace(laid(board), stack=(0,) * len(TILES))
    assert "straight i8 r1" in texts(state)


def test_with_loose_pockets_track_may_lead_into_a_dead_end():
    state = laid("straight a2 r1", pockets="loose")
    assert "curve b1 r1" in texts(state)
    other = laid("curve b1 r1", pockets="loose")
    assert "straight a2 r1" in texts(other)


def test_an_exchange_is_checked_for_pockets_too():
    # e6 is closed in all directions but for a new rail from f6, which could not be continued.
    board = "straight e5 r1, straight d6, straight e7 r1, straight f6"
    state = laid(board, hold="branch-left branch-right")
    assert "no tile could continue it there" in refusal(state, "branch-left f6")
    assert "branch-right f6" in texts(state)
    loose = laid(board, hold="branch-left branch-right", pockets="loose")
    assert "branch-left f6" in texts(loose)


def test_a_closed_ring_is_legal_also_one_that_closes_a_terminal_upon_itself():
    ring = laid("curve b2 r3, curve c2, curve c3 r1", hold="curve")
    assert "curve b3 r2" in texts(ring)
    assert "curve c1 r1" not in texts(laid("straight b1", hold="curve"))
    assert "curve c1 r1" in texts(laid("curve b1 r2", hold="curve"))


# -- exchanges --


def test_an_exchange_keeps_every_connection_and_adds_one():
    """As in the rulebook's illustration, with tiles of ours: some may take the place of a straight, others may not."""
    state = laid("straight e6 r1", hold="branch-left cross star wye straight")
    there = {text for text in texts(state) if text.split()[1] == "e6"}
    assert there == {"branch-left e6 r1", "branch-left e6 r3", "cross e6"}
    assert refusal(state, "star e6").startswith("An exchange keeps every connection: east-west on e6")
    assert "east-west on e6 would be lost" in refusal(state, "branch-left e6")
    assert refusal(state, "straight e6 r1") == "An exchange adds a connection: on e6 nothing would be new."


def test_the_new_connections_keep_the_laying_rules():
    state = laid("straight a8, straight g6 r1, straight g7 r1", hold="branch-left branch-right cross")
    assert "off the board" in refusal(state, "branch-left a8")
    assert "blank side of the tile on g7" in refusal(state, "cross g6")
    museum = laid("straight f3 r1", hold="cross")
    assert "into building M" in refusal(museum, "cross f3")


def test_tiles_with_trees_are_never_exchanged():
    state = laid("cross e6, triangle h8", hold="star fork mixed-left")
    assert refusal(state, "star e6") == "The cross on e6 has trees: it cannot be exchanged."
    assert "has trees" in refusal(state, "fork h8")
    assert [TILES[tile] for tile, tree in enumerate(TREES) if tree] == [
        "triangle", "fork", "star", "cross", "mixed-left", "mixed-right",
    ]  # fmt: skip
    for tile, tree in enumerate(TREES):
        assert all(not UPGRADES[piece] for piece in each(OF_TILE[tile])) == tree


def test_the_old_tile_comes_into_the_hand_and_may_be_laid_in_the_same_turn():
    state = laid("straight e6 r1, curve i9", hold="cross")
    after = go(state, "cross e6")
    assert after.hands[0] == hand("straight")
    assert after.turn == 0
    assert "straight g3" in texts(after)
    assert go(after, "straight g3").hands[0] == ()


def test_the_old_tile_may_be_used_for_an_exchange_elsewhere():
    state = laid("branch-left e6, straight h8", hold="fork curve")
    after = go(state, "fork e6 r1")
    assert "branch-left h8" in texts(after)
    assert go(after, "branch-left h8").hands[0] == hand("curve straight")


def test_a_tile_laid_in_this_turn_may_be_exchanged():
    state = go(laid("", hold="straight cross curve"), "straight e6")
    assert "cross e6" in texts(state)
    assert go(state, "cross e6").hands[0] == hand("straight curve")


def test_signs_and_trams_stay_on_the_cell_when_its_tile_is_exchanged():
    state = laid("straight k8", signs="A k8", hold="branch-left fork")
    after = go(state, "branch-left k8")
    assert after.signs == state.signs


# -- pairs --

BLANK = "straight g6 r1, straight g7 r1"
"""Two tiles with blank sides against each other."""


def test_two_tiles_side_by_side_may_be_exchanged_together():
    """As in the rulebook's illustration, with tiles of ours: neither may be exchanged alone, both may."""
    state = laid(BLANK, hold="branch-left branch-right")
    assert "blank side of the tile on g7" in refusal(state, "branch-right g6 r1")
    assert "blank side of the tile on g6" in refusal(state, "branch-right g7 r3")
    couples = [text for text in texts(state) if text.startswith("pair")]
    assert "pair branch-left g6 r3 branch-right g7 r3" in couples
    assert "pair branch-right g6 r1 branch-left g7 r1" in couples
    after = go(state, "pair branch-left g6 r3 branch-right g7 r3")
    assert after.hands[0] == hand("straight straight")
    assert after.track.cells[SPACES["g6"]] == PIECE["branch-left", 3]
    assert after.track.cells[SPACES["g7"]] == PIECE["branch-right", 3]


def test_a_pair_is_the_whole_turn():
    state = laid(BLANK, hold="branch-left branch-right curve")
    after = go(state, "pair branch-left g6 r3 branch-right g7 r3")
    assert after.lays == 2
    assert after.task == "draw"
    first = go(state, "curve i9")
    assert "not after another tile" in refusal(first, "pair branch-left g6 r3 branch-right g7 r3")
    assert not [text for text in texts(first) if text.startswith("pair")]


def test_both_tiles_of_a_pair_come_from_the_hand_as_it_was():
    one = laid("straight e6 r1, straight f6 r1", hold="branch-left curve")
    assert "too few of branch-left" in refusal(one, "pair branch-left e6 r1 branch-left f6 r1")
    assert not [text for text in texts(one) if text.startswith("pair")]
    two = laid("straight e6 r1, straight f6 r1", hold="branch-left branch-left")
    assert "pair branch-left e6 r1 branch-left f6 r1" in texts(two)
    # The straight that comes back from e6 is no tile of the pair.
    assert "too few of straight" in refusal(two, "pair branch-left e6 r1 straight f6 r1")


def test_each_half_of_a_pair_keeps_all_connections_adds_one_and_replaces_no_tree():
    state = laid(BLANK, hold="branch-left branch-right cross straight star")
    assert "would be lost" in refusal(state, "pair star g6 branch-right g7 r3")
    assert "nothing would be new" in refusal(state, "pair straight g6 r1 branch-right g7 r3")
    trees = laid("cross g6, straight h6 r1", hold="star branch-left")
    assert "has trees" in refusal(trees, "pair star g6 branch-left h6 r1")


def test_two_exchanges_that_are_legal_alone_may_be_made_as_a_pair():
    state = laid("straight e6 r1, straight f6 r1", hold="branch-left branch-right")
    assert "branch-left e6 r1" in texts(state)
    assert "branch-right f6 r1" in texts(state)
    assert "pair branch-left e6 r1 branch-right f6 r1" in texts(state)


def test_a_pair_must_match_and_lie_side_by_side():
    state = laid(f"{BLANK}, straight i9", hold="branch-left branch-right")
    assert "blank side" in refusal(state, "pair branch-left g6 r3 branch-right g7 r1")
    assert "side by side" in refusal(state, "pair branch-left g6 r3 branch-right i9")
    assert "no tile on h7" in refusal(state, "pair branch-left g7 r1 branch-right h7 r1")


def test_a_pair_is_checked_for_pockets_of_the_final_position():
    # d6 is closed but for e6; a pair that opens a rail into it is refused.
    board = "straight d5 r1, straight c6, straight e6, straight f6"
    state = laid(board, hold="cross cross")
    assert "no tile could continue it" in refusal(state, "pair cross e6 cross f6")
    loose = laid(board, hold="cross cross", pockets="loose")
    assert "pair cross e6 cross f6" in texts(loose)


# -- stop signs --


def test_the_first_tile_beside_a_building_gets_its_sign_whatever_its_rails():
    state = go(laid("", hold="straight straight"), "straight k8")
    assert state.stop_cell("A") == SPACES["k8"]
    assert state.stop_cell("I") == -1


def test_a_building_has_one_sign_only():
    """The rulebook's example: building H has its sign, other cells beside it get none."""
    state = go(laid("", hold="straight straight"), "straight j4, straight l4")
    assert state.stop_cell("H") == SPACES["j4"]


def test_a_tile_across_a_corner_of_a_building_gets_no_sign():
    state = laid("", hold="curve straight")
    assert go(state, "straight j3").stop_cell("H") == -1
    assert SPACES["j3"] not in STOP_OF
    for letter, cells in {"H": "j4 l4 k3 k5", "G": "g1 i1 h2", "E": "a4 a6 b5"}.items():
        assert sorted(SPACES[name] for name in cells.split()) == sorted(
            cell for cell, stop in STOP_OF.items() if stop == letter
        )


def test_an_exchange_beside_a_building_sets_no_sign():
    # In a game the first tile has set it; here it is missing, to see that an exchange does not.
    state = laid("straight j4, straight k3 r1", "branch-left")
    assert go(state, "branch-left k3 r1").stop_cell("H") == -1
