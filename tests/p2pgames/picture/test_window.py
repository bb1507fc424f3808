"""A board that has no room is shown in part, and keys lead to every place all the same."""

from random import Random

import pytest

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.picture.canvas import across_names, window
from p2pgames.picture.picture import Picture, Spot, View
from p2pgames.registry import game, names

LINES = ("HEAD....", "abcdefgh", "ijklmnop", "qrstuvwx")
SPOTS = (Spot("head", 0, 0, 1, 4), *(Spot(c, r, at) for r in (1, 2, 3) for at, c in enumerate(LINES[r])))
WHOLE = Picture(tuple((("", line[:3]), ("bold", line[3:])) for line in LINES), SPOTS)


def test_a_window_has_what_matters_in_its_middle_and_its_spots_lie_where_they_are_seen():
    seen = window(WHOLE, 3, 3, "m", margin=1)
    assert seen.lines == ("D..", "def", "lmn")
    for spot in seen.spots:
        shown = not spot.beyond
        assert shown == (spot.name in "deflmn" or spot.name == "head")
        if shown and spot.name != "head":
            assert seen.lines[spot.row][spot.column] == spot.name
            assert seen.spot_at(spot.row, spot.column) == spot
    assert window(WHOLE, 8, 4, "m") is WHOLE
    assert window(WHOLE, 8, 2, "", margin=1).lines == ("HEAD....", "ijklmnop")


def test_a_part_of_a_board_begins_with_the_names_of_rows_and_whole_cells():
    rows = [f"{row}  ..[a{row}][b{row}][c{row}][d{row}]" for row in (1, 2)]
    board = Picture(tuple((("bold", line[0]), ("", line[1:])) for line in rows), (Spot("d1", 0, 17, 1, 4),))
    assert across_names(board, 12, "", (5, 4), 2).lines == ("1 [a1][b1][c", "2 [a2][b2][c")
    last = across_names(board, 12, "d1", (5, 4), 2)
    assert last.lines == ("1 [c1][d1]  ", "2 [c2][d2]  ")
    assert last.spots == (Spot("d1", 0, 6, 1, 4),)


@pytest.mark.parametrize("name", [name for name in names() if game(name).painter is not None])
def test_tab_leads_to_every_legal_place_however_little_of_the_board_is_shown(name):
    found, random = game(name), Random(4)
    rules, painter = found.rules, found.painter
    dealer = LocalDealer(rules, rules.players[0], resolve_options(rules, rules.players[0], {}), random)
    for ply in range(8):
        seat = dealer.turn
        room = {"seat": seat, "known": dealer.known[seat]}
        whole = painter.picture(dealer.state, View(columns=200, rows=80, **room))
        legal, orders = {spot.name for spot in whole.spots if spot.legal}, set()
        for cursor in ("", *random.sample(sorted(legal), min(len(legal), 3))) if ply % 3 == 0 else ():
            seen = painter.picture(dealer.state, View(columns=60, rows=16, cursor=cursor, **room))
            orders.add(tuple(spot.name for spot in window(seen, 60, 16, cursor).spots if spot.name in legal))
            assert not cursor or not seen.spot(cursor).beyond
        assert all(set(order) == legal for order in orders)
        assert len(orders) <= 1  # so that the next place after each is always the same, and none is left out
        dealer.play(found.bots[found.usual](rules, dealer.state, seat, dealer.known[seat], random))
