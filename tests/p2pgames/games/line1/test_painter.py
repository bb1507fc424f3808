"""Line 1's picture.

``REDRAW=1 pytest tests/p2pgames/games/line1/test_painter.py`` writes the pictures anew: look at them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from p2pgames.games.line1 import GAME
from p2pgames.games.line1.board import BUILDING_AT, GROUND, LINKS, NAMES, PIECES, RAILS, TERMINAL_NAMES
from p2pgames.games.line1.state import Trip
from p2pgames.games.line1.view.terminal_board import LARGE, LARGER, SMALL, USUAL, glyphs
from p2pgames.picture.picture import GLYPHS, View
from tests.p2pgames.games.line1.tables import RULES, dealt, go, position, random_play, typed
from tests.p2pgames.games.line1.trips import BACK, LINE2, ROUTE, announce, ready, riding

PAINTER = GAME.painter
PICTURES = Path(__file__).parent / "pictures"
WIDE, TALL, LOW = {"columns": 90, "rows": 36}, {"columns": 80, "rows": 40}, {"columns": 80, "rows": 20}
ROOMY = {"columns": 115, "rows": 55}
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])
HEAVY = set("━┃┏┓┗┛╋┿╂┣┫┳┻┝┥┯┷┠┨┰┸")
ARMS = {
    "N": "│╰╯├┤┴┼┃┗┛┣┫┻╋╂┿┝┥┷┠┨┸",
    "E": "─╭╰├┬┴┼━┏┗┣┳┻╋╂┿┝┯┷┠┰┸",
    "S": "│╭╮├┤┬┼┃┏┓┣┫┳╋╂┿┝┥┯┠┨┰",
    "W": "─╮╯┤┬┴┼━┓┛┫┳┻╋╂┿┥┯┷┨┰┸",
}


def view(seat=0, known=(), **more):
    return View(seat=seat, known=dict(known), **{**WIDE, **more})


def picture(state, seat=0, known=(), **more):
    return PAINTER.picture(state, view(seat, known, **more))


def ink(shown, row, column):
    for name, text in shown.rows[row]:
        if column < len(text):
            return name.split()
        column -= len(text)
    raise AssertionError("outside")


def cell_text(shown, name):
    """The characters of a cell, top to bottom."""
    spot = shown.spot(name)
    return [
        line[spot.column : spot.column + SMALL.width]
        for line in shown.lines[spot.row : spot.row + SMALL.height]
    ]


# -- tiles --


@SIZES
def test_every_piece_has_a_drawing_of_its_own_with_free_corners(size):
    drawings = {
        tuple(sorted((place, glyph) for place, (glyph, _) in glyphs(piece, (), size).items()))
        for piece in PIECES
    }
    assert len(drawings) == len(PIECES)
    low, right = size.height - 1, size.width - 1
    for piece in PIECES:
        assert not {(0, 0), (0, right), (low, 0), (low, right)} & set(glyphs(piece, (), size))


def test_without_its_first_row_every_piece_still_has_a_drawing_of_its_own():
    """On 36 rows the letters of the columns take the place of that row of the first cells."""
    lower = {
        tuple(sorted((place, glyph) for place, (glyph, _) in glyphs(piece).items() if place[0]))
        for piece in PIECES
    }
    assert len(lower) == len(PIECES)


@pytest.mark.parametrize("rows", [20, 35, 36, 37, 40])
def test_the_letters_of_the_columns_share_their_row_with_no_track(rows):
    state = go(position(hands=["straight straight"]), "straight c1")
    first = picture(state, columns=90, rows=rows).lines[0][: USUAL.columns]
    assert [glyph for glyph in first if glyph.islower()] == list("abcdefghijkl")
    assert not set(first) - set("abcdefghijkl ABCDEFGHIJKLMN456")


def test_on_36_rows_terminals_and_stop_signs_stand_beside_the_letters():
    state = go(position(hands=["straight straight"]), "straight d1 r1")
    shown = picture(state, columns=90, rows=36)
    assert shown.lines[0][: USUAL.columns].replace(" ", "") == "ab5cFdef4ghij6kl"
    assert shown.spot("5N").row == 0
    assert (shown.spot("d1").row, shown.spot("d1").rows, shown.spot("c2").row) == (1, 2, 3)


@SIZES
def test_a_drawing_reaches_the_middle_of_the_sides_with_a_rail_and_no_other(size):
    low, right = size.height - 1, size.width - 1
    middles = ((0, size.down), "N"), ((1, right), "E"), ((low, size.down), "S"), ((1, 0), "W")
    for piece in PIECES:
        drawn = {place: glyph for place, (glyph, _) in glyphs(piece, (), size).items()}
        for side, (place, letter) in enumerate(middles):
            reaches = drawn.get(place, " ") in ARMS[letter]
            assert reaches == bool(RAILS[piece] >> side & 1)


@SIZES
def test_arms_meet_arms_within_a_drawing(size):
    for piece in PIECES:
        drawn = {place: glyph for place, (glyph, _) in glyphs(piece, (), size).items()}
        for (row, column), glyph in drawn.items():
            for letter, (down, right), back in (("E", (0, 1), "W"), ("S", (1, 0), "N")):
                there = row + down, column + right
                if size.within(there):
                    assert (glyph in ARMS[letter]) == (drawn.get(there, " ") in ARMS[back]), piece


@SIZES
def test_a_heavy_connection_is_heavy_from_side_to_side(size):
    for piece in PIECES:
        for link in LINKS[piece]:
            drawn = glyphs(piece, [link], size)
            thick = {place for place, (glyph, heavy) in drawn.items() if heavy}
            assert thick == {place for place, (glyph, _) in drawn.items() if glyph in HEAVY}
            assert len(thick) >= 3
            assert len(glyphs(piece, (), size)) == len(drawn)


@pytest.mark.parametrize("room", [WIDE, TALL, ROOMY])
def test_the_tracks_of_neighbours_join_on_the_board(room):
    dealer = dealt(2, 4)
    *_, state = random_play(dealer, 70)
    shown = picture(state, None, **room)
    joined = 0
    for cell in GROUND:
        spot = shown.spot(NAMES[cell])
        if state.track.cells[cell] and cell % 12 < 11 and state.track.cells[cell + 1]:
            row = spot.row + 1
            beside = spot.column + spot.columns
            left, right = shown.lines[row][beside - 1], shown.lines[row][beside]
            assert (left in ARMS["E"]) == (right in ARMS["W"])
            joined += left in ARMS["E"]
    assert joined > 5


# -- the board --


def test_own_stops_and_terminals_stand_out_without_colour():
    state, known = ready(board="", signs="")
    mine, others = picture(state, 0, known[0]), picture(state, 0, {})
    for letter, own in {"B": True, "D": True, "M": True, "A": False}.items():
        cell = next(at for at, name in BUILDING_AT.items() if name == letter)
        row, column = USUAL.corner(cell)
        text = mine.lines[row + 1][column : column + SMALL.width]
        assert text == (f"▌({letter})▐" if own else f"▌ {letter} ▐")
        assert others.lines[row + 1][column : column + SMALL.width] == f"▌ {letter} ▐"
    spot = mine.spot("2W")
    assert "reverse" in ink(mine, spot.row, spot.column)
    assert "reverse" not in ink(others, spot.row, spot.column)
    assert mine.lines[spot.row][spot.column : spot.column + 2] == "2W"


def test_with_room_for_it_the_whole_board_is_larger_and_the_hand_drawn_beside_it():
    state, known = ready()
    shown = picture(state, 0, known[0], **ROOMY)
    assert (len(shown.lines), shown.spot("c2").rows, shown.spot("c2").columns) == (1 + LARGER.rows, 4, 7)
    assert shown.spot("tile 1").column >= LARGER.columns
    for less in ({"columns": 113}, {"rows": LARGER.rows}):
        assert picture(state, 0, known[0], **ROOMY | less).spot("c2").rows == 3


@pytest.mark.parametrize("room", [WIDE, ROOMY])
def test_every_terminal_and_cell_is_a_spot(room):
    shown = picture(position(), **room)
    assert {spot.name for spot in shown.spots} >= {*(NAMES[cell] for cell in GROUND), *TERMINAL_NAMES}


def test_stop_signs_are_letters_in_reverse_on_their_cell():
    state = go(position(hands=["straight straight"]), "straight k8")
    shown = picture(state)
    spot = shown.spot("k8")
    assert cell_text(shown, "k8")[0][0] == "A"
    assert "reverse" in ink(shown, spot.row, spot.column)
    # A typed lay shows the sign it would set.
    shown = picture(state, typed="straight j4")
    assert cell_text(shown, "j4")[0][0] == "H"


def test_trams_are_shown_on_their_space_several_with_a_plus():
    state, _ = ready(seats=5)
    on_c10 = Trip(2, 1, typed(ROUTE), 3)
    one = picture(replace(state, trips=(None, on_c10, None, None, None)))
    assert cell_text(one, "c10")[1][2] == GLYPHS[1]
    three = picture(replace(state, trips=(on_c10, on_c10, on_c10, None, None)))
    assert cell_text(three, "c10")[1][2:4] == GLYPHS[0] + "+"
    home = picture(replace(state, trips=(replace(on_c10, at=0), None, None, None, None)), 1)
    spot = home.spot("2W")
    assert home.lines[spot.row + 1][spot.column] == GLYPHS[0]


def test_the_newest_lays_are_marked_with_the_colour_of_who_made_them():
    state = position(hands=["straight straight"])
    after = go(state, "straight e6")
    move = RULES.parse(state, 0, {}, "straight e6")
    shown = picture(after, 1, recent=((state, 0, move),))
    spot = shown.spot("e6")
    assert [cell_text(shown, "e6")[line][at] for line, at in ((0, 0), (0, 4), (2, 0), (2, 4))] == list("◤◥◣◢")
    assert "seat0" in ink(shown, spot.row, spot.column)
    then = RULES.parse(after, 0, {}, "straight h8")
    shown = picture(after, 1, recent=((state, 0, move), (after, 0, then)))
    assert cell_text(shown, "e6")[0][0] + cell_text(shown, "e6")[0][4] == "◤ "


def test_the_low_picture_shows_the_rows_around_the_cursor_and_a_map_of_all():
    state = go(position(hands=["straight straight"]), "straight e6")
    low = picture(state, cursor="e11", **LOW)
    assert len(low.rows) <= 20
    assert low.spot("e11").rows == SMALL.height
    assert low.spot("e2").rows == 1
    assert low.lines[low.spot("e6").row][low.spot("e6").column] in "│ "
    top = picture(state, cursor="a1", **LOW)
    assert top.spot("e2").rows == SMALL.height
    assert {spot.name for spot in top.spots} >= {NAMES[cell] for cell in GROUND}


def test_the_low_picture_follows_a_typed_lay_the_own_tram_and_the_newest_lay():
    state, known = riding(3)
    assert picture(state, 0, known[0], **LOW).spot("c10").rows == SMALL.height
    laying = position(hands=["straight curve"])
    assert picture(laying, typed="curve e11", **LOW).spot("e11").rows == SMALL.height
    move = RULES.parse(laying, 0, {}, "curve e3")
    after = go(laying, "curve e3")
    newest = picture(after, 1, recent=((laying, 0, move),), **LOW)
    assert newest.spot("e3").rows == SMALL.height
    assert newest.spot("e11").rows == 1


def test_a_narrow_picture_is_the_board_alone():
    assert {len(line) for line in picture(position(), columns=70, rows=36).lines} == {66}


def test_the_map_shows_tracks_trams_buildings_and_where_a_tile_may_lie():
    state, known = riding(3)
    lines = picture(state, 0, known[0], cursor="a1", **LOW).lines
    small = [line[-12:] for line in lines[-12:]]
    assert small[9][2] == GLYPHS[0]
    assert small[9][3:10] == "───────"
    assert small[3][5] == "M"
    meant = picture(position(hands=["straight"]), typed="straight", cursor="a1", **LOW).lines
    assert "+" in "".join(line[-12:] for line in meant[-12:])


# -- previews and pointing --


def test_a_typed_lay_is_drawn_and_marked():
    shown = picture(position(hands=["straight curve"]), typed="curve g6 r1")
    assert (
        cell_text(shown, "g6") == ["▛╯ ▟"[0] + "╭╯ ▜", "─╯   ", "▙   ▟"]
        or cell_text(shown, "g6")[1] == "─╯   "
    )
    assert cell_text(shown, "g6")[0][2] == "╯"


def test_a_tile_that_is_meant_shows_where_it_may_be_laid_and_exchanged():
    state = position("straight g6 r1", ["straight branch-left"])
    shown = picture(state, typed="branch-left")
    assert cell_text(shown, "g6")[0][4] == "↑"
    assert cell_text(shown, "e9")[1][2] == "+"
    assert cell_text(shown, "a1")[0][2] == "·"
    plain = picture(state)
    assert cell_text(plain, "e9")[1][2] == "·"


def test_a_typed_route_is_drawn_heavy_from_end_to_end():
    state, known = ready()
    shown = picture(state, 0, known[0], typed="go")
    for before, here, after in zip(typed(ROUTE), typed(ROUTE)[1:], typed(ROUTE)[2:], strict=False):
        assert before != after
        assert HEAVY & set("".join(cell_text(shown, NAMES[here])))
    assert not HEAVY & set("".join(picture(state, 0, known[0]).lines))
    # Of a tile with a branch only the track of the route is heavy.
    branched, _ = ready(board=LINE2.replace("straight d10 r1", "branch-left d10 r1"))
    shown = picture(branched, 0, known[0], typed="go")
    assert cell_text(shown, "d10") == [" ╭╯  ", "━┷━━━", "     "]
    # Nobody else sees what is connected.
    assert not HEAVY & set("".join(picture(state, 1, known[1], trace=True).lines))


def test_the_rest_of_the_own_trip_is_heavy_and_what_lies_behind_is_not():
    state, known = riding(3)
    shown = picture(state, 0, known[0])
    assert HEAVY & set("".join(cell_text(shown, "e10")))
    assert not HEAVY & set("".join(cell_text(shown, "b10")))
    other = picture(state, 1, known[1])
    assert not HEAVY & set("".join(other.lines))
    under = picture(state, 1, known[1], cursor="c10")
    assert HEAVY & set("".join(cell_text(under, "e10")))


def test_trace_draws_heavy_what_the_own_terminals_reach():
    state, known = ready(board=LINE2.replace("straight e10 r1", "straight e10"))
    shown = picture(state, 0, known[0], trace=True)
    for name in ("a10", "d10", "f10", "k9", "l7"):
        assert HEAVY & set("".join(cell_text(shown, name))), name
    assert not HEAVY & set("".join(cell_text(shown, "e10")))


def test_a_tile_then_a_cell_then_its_turns():
    state = position(hands=["straight curve fork"])
    typed_now = ""
    for spot, expected in [
        ("tile 2", "curve"),
        ("g6", "curve g6"),
        ("g6", "curve g6 r1"),
        ("g6", "curve g6 r2"),
        ("e6", "curve e6 r2"),
        ("tile 3", "fork e6"),
        ("tile 1", "straight e6"),
        ("e6", "straight e6 r1"),
        ("e6", "straight e6"),
    ]:
        typed_now = PAINTER.point(state, 0, {}, typed_now, spot)
        assert typed_now == expected


def test_a_pair_is_pointed_at_half_by_half():
    state = position("straight e6 r1, straight f6 r1", ["branch-left branch-right"])
    assert PAINTER.point(state, 0, {}, "", "pair") == "pair"
    legal = {spot.name for spot in picture(state, typed="pair").spots if spot.legal}
    assert legal == {"e6", "f6"}
    one = PAINTER.point(state, 0, {}, "pair", "e6")
    assert one.startswith("pair branch-left e6")
    two = PAINTER.point(state, 0, {}, one, "f6")
    assert RULES.parse(state, 0, {}, two)[0] == "pair"
    assert PAINTER.point(state, 0, {}, two, "f6") != two
    shown = picture(state, typed=two)
    assert cell_text(shown, "e6")[0][0] == "▛"
    assert cell_text(shown, "f6")[0][0] == "▛"


def test_roll_pass_draw_take_and_go_can_be_pointed_at():
    state, known = riding(3)
    assert PAINTER.point(state, 0, known[0], "", "roll") == "roll"
    assert picture(state, 0, known[0]).spot("roll").legal
    stuck = position(hands=[""])
    assert PAINTER.point(stuck, 0, {}, "", "pass") == "pass"
    ready_state, own = ready()
    for spot, text in [("go", "go"), ("2E", "go 2E"), ("2W", "go 2W")]:
        assert picture(ready_state, 0, own[0]).spot(spot).legal
        assert PAINTER.point(ready_state, 0, own[0], "", spot) == text
    assert PAINTER.point(ready_state, 0, own[0], "go 2W", "d10") == "go 2W d10"
    assert PAINTER.point(ready_state, 0, own[0], "", "1W") == ""
    assert PAINTER.point(ready_state, 0, own[0], "go 2W", "1W") == "go 2W 1W"
    assert PAINTER.point(ready_state, 0, own[0], "go 2W d10", "2E") == "go 2E"
    assert PAINTER.point(ready_state, 0, {}, "", "2W") == ""
    taking = position(
        hands=["straight straight", "cross fork"], trips=(None, Trip(5, 1, typed("5N b1 5S"))), always=True
    )
    taking = go(taking, "straight e6, straight h8")
    shown = picture(taking)
    assert {spot.name for spot in shown.spots if spot.legal} == {"draw", "take 2 cross", "take 2 fork"}
    assert PAINTER.point(taking, 0, {}, "", "take 2 fork") == "take 2 fork"
    assert PAINTER.point(taking, 0, {}, "", "draw") == "draw"
    low = picture(taking, **LOW)
    assert {spot.name for spot in low.spots if spot.legal} == {"draw", "take 2 cross", "take 2 fork"}


def legal(state, known=(), **more):
    return {spot.name for spot in picture(state, 0, known, **more).spots if spot.legal}


def test_only_spots_that_lead_on_are_legal():
    state, known = riding(3)
    assert legal(state, known[0]) == {"roll"}
    assert legal(state, known[0], typed="roll") == set()
    free = position("straight e6 r1", ["straight branch-left"])
    assert {"tile 1", "tile 2", "e6", "a8"} <= legal(free)
    assert "pair" not in legal(free)
    assert "tile 2" not in legal(free, typed="branch-left")
    assert "tile 1" in legal(free, typed="branch-left")
    # On a8 a straight lies in one way only: pointing there again would change nothing.
    only = position(hands=["straight"])
    assert "a8" in legal(only)
    assert "a8" not in legal(only, typed="straight a8")
    assert "g6" in legal(only, typed="straight g6")


def test_a_tile_that_can_be_laid_nowhere_is_not_legal():
    board = ", ".join(f"cross {NAMES[cell]}" for cell in GROUND if NAMES[cell] != "e6")
    state = position(board, ["straight cross"])
    assert legal(state) == {"e6", "tile 2"}
    assert legal(state, typed="cross") == {"e6"}


def test_the_second_half_of_a_pair_lies_beside_the_first():
    state = position("straight e6 r1, straight f6 r1, straight h8, straight h9", ["branch-left branch-right"])
    assert legal(state, typed="pair") == {"e6", "f6", "h8", "h9"}
    assert legal(state, typed="pair branch-left e6 r1") == {"f6"}
    assert "pair" in {spot.name for spot in picture(state).spots}
    assert "pair" not in {spot.name for spot in picture(position()).spots}
    assert "pair" in legal(state)


def test_anew_can_be_pointed_at_when_it_shortens_the_trip():
    state, known = riding(1)
    long = (*typed("2W a10 b10"), *typed("b10") * 40, *typed("2E"))
    behind = replace(state, trips=(replace(state.trips[0], route=long), None))
    assert PAINTER.point(behind, 0, known[0], "", "anew") == "anew"
    assert PAINTER.point(behind, 0, known[0], "", "2E") == "anew 2E"
    assert PAINTER.point(state, 0, known[0], "", "anew") == ""


# -- the panel --


def panel(state, seat=0, known=(), **more):
    return [
        "".join(text for _, text in row) for row in PAINTER.side_panel_rows(state, view(seat, known, **more))
    ]


def test_the_panel_shows_own_cards_and_what_is_missing_to_their_owner_alone():
    state, known = ready(board="straight a10 r1", signs="B i10")
    mine = panel(state, 0, known[0])
    assert mine[0] == "only you see: line 2, 2W and 2E"
    assert "B Bahnhof: sign on i10" in mine
    assert "D Dom: no stop yet" in mine
    assert "- no track at 2E yet" in mine
    assert not [line for seat in (1, None) for line in panel(state, seat, {}) if "only you" in line]


def test_the_panel_tells_of_a_connection_a_route_and_trips():
    state, known = ready()
    assert "connected, 16 spaces: type go" in panel(state, 0, known[0])
    assert "route 16 spaces, 4 halts for an H" in panel(state, 0, known[0], typed="go")
    waiting = replace(state, turn=1)
    assert "connected, 16 spaces: go at your" in " ".join(panel(waiting, 0, known[0]))
    under_way, _ = riding(3)
    told = " ".join(panel(under_way, 1, known[1]))
    assert "● line 2, B D M: rolled 3, at c10, 13 to go" in " ".join(told.split())
    assert str(PAINTER.seat_summary(under_way, 0)) == "tram 3/16"
    assert str(PAINTER.seat_summary(under_way, 1)) == "5 tiles"


def test_the_panel_counts_hands_and_stack():
    state = position(hands=["straight", "cross cross fork"], gone=())
    lines = panel(state)
    assert "▲ fork, 2 cross" in lines
    assert any(line.startswith("stack 101: 21 straight") for line in lines)
    gone = position(hands=["straight", "cross", "fork"], seats=3, gone=(2,))
    assert "■ fork, to take" in panel(gone)


# -- the pictures --


def scenes():
    state, known = ready()
    yield "route", state, 0, known[0], {**WIDE, "typed": "go"}
    dealer = dealt(2, 4)
    for _ in random_play(dealer, 61):
        pass
    yield (
        "middle",
        dealer.state,
        dealer.turn,
        dealer.known[dealer.turn],
        {**WIDE, "typed": "curve", "cursor": "e7"},
    )
    yield "low", dealer.state, dealer.turn, dealer.known[dealer.turn], {**LOW, "cursor": "h9"}
    under_way, own = riding(3)
    yield "trip", under_way, 0, own[0], TALL


@pytest.mark.parametrize(
    ("name", "state", "seat", "known", "more"), list(scenes()), ids=lambda v: v if isinstance(v, str) else ""
)
def test_the_pictures_are_those_that_were_looked_at(name, state, seat, known, more):
    looking = view(seat, known, **more)
    rows = [*PAINTER.picture(state, looking).lines, "-" * 36]
    rows += ["".join(text for _, text in row) for row in PAINTER.side_panel_rows(state, looking)]
    drawn = "".join(f"{row.rstrip()}\n" for row in rows)
    path = PICTURES / f"{name}.txt"
    if os.environ.get("REDRAW"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8", newline="\n")
    assert drawn == path.read_text(encoding="utf-8")


def test_pointing_anywhere_at_any_time_breaks_nothing():
    random = Random(3)
    dealer = dealt(3, 8, traveller_tiles="always")
    for count, state in enumerate(random_play(dealer)):
        if count % 15:
            continue
        seat, line = dealer.turn, ""
        for _ in range(6):
            shown = picture(state, seat, dealer.known[seat], typed=line)
            line = PAINTER.point(state, seat, dealer.known[seat], line, random.choice(shown.spots).name)
            assert isinstance(line, str)
            assert PAINTER.point(state, (seat + 1) % 3, {}, "", random.choice(shown.spots).name) == ""


def test_announcing_backwards_shows_the_same_track():
    state, known = ready()
    forth, back = (picture(state, 0, known[0], typed=text) for text in ("go", f"go {BACK}"))
    assert forth.lines == back.lines
    assert announce(state, BACK).trips[0].left == 16
