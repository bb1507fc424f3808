"""Metro's picture.

``REDRAW=1 pytest tests/p2pgames/games/metro/test_painter.py`` writes the pictures anew: look at them.
"""

import os
import re
from itertools import product
from pathlib import Path
from random import Random

import pytest

from p2pgames.contract import Illegal, resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.games.metro import GAME
from p2pgames.games.metro.board import CELLS, COPIES, DOORS, EXITS, NAMES, PLAYABLE, STATIONS
from p2pgames.games.metro.bots import greedy
from p2pgames.games.metro.state import DRAW, changes
from p2pgames.games.metro.view.terminal_board import GIANT, HUGE, LARGE, SMALL
from p2pgames.picture.picture import GLYPHS, View
from tests.p2pgames.games.metro.stacked import RULES, table
from tests.p2pgames.games.metro.walker import EAST, NORTH, SOUTH, WEST, glyphs, ink, walk

PAINTER = GAME.painter
PICTURES = Path(__file__).parent / "pictures"
FREE = {"orientation": "free", "hand": "3"}
HEAVY = set("━┃┏┓┗┛╋┿╂")
HUGE_ROOM, GIANT_ROOM = {"columns": 115, "rows": 56}, {"columns": 165, "rows": 66}
WIDE, TALL, LOW = {"columns": 88, "rows": 36}, {"columns": 80, "rows": 36}, {"columns": 80, "rows": 20}


def game(seed, plies, seats=2, bot=random_bot, **options):
    dealer = LocalDealer(RULES, seats, resolve_options(RULES, seats, options), Random(seed))
    recent = []
    for _ in range(plies):
        seat = dealer.turn
        move = bot(RULES, dealer.state, seat, dealer.known[seat], dealer.random)
        recent = [*recent, (dealer.state, seat, move)][-seats:]
        dealer.play(move)
    return dealer, tuple(recent)


def view(dealer, recent=(), seat=None, **more):
    seat = dealer.turn if seat is None else seat
    return View(seat=seat, known=dealer.known[seat], recent=recent, **{**WIDE, **more})


def text(dealer, *args, **more):
    looking = view(dealer, *args, **more)
    rows = PAINTER.side_panel_rows(dealer.state, looking)
    lines = [
        *PAINTER.picture(dealer.state, looking).lines,
        "-" * 36,
        *("".join(t for _, t in row) for row in rows),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


# -- tracks --


@pytest.mark.parametrize("size", [GIANT, HUGE, LARGE, SMALL])
def test_every_code_is_drawn_with_free_corners_and_the_exits_of_the_rules(size):
    assert set(size.tiles) == set(COPIES)
    for code, strokes in size.tiles.items():
        at = {(stroke.row, stroke.column): stroke for stroke in strokes}
        assert not {(r, c) for r in (0, size.rows - 1) for c in (0, size.columns - 1)} & set(at)
        for side in range(4):
            last = at[size.leaving(EXITS[f"{code}0"][side])]
            assert side in (last.across, last.down), (code, side)


@pytest.mark.parametrize(
    ("room", "seed"), [*product((WIDE, TALL), range(4)), (HUGE_ROOM, 2), (GIANT_ROOM, 3)]
)
def test_the_characters_of_every_line_lead_from_its_station_to_where_the_rules_say_it_is(room, seed):
    dealer, recent = game(seed, 15 + 14 * seed, 2 + seed, **(FREE if seed % 2 else {}))
    picture = PAINTER.picture(dealer.state, view(dealer, recent, **room))
    for station, (end, length) in enumerate(zip(dealer.state.ends, dealer.state.lengths, strict=True), 1):
        cells, way, at, _ = walk(picture, station)
        assert len(cells) == length, station
        there = picture.spot_at(*at)
        if end >= 0:
            assert there.name == NAMES[end >> 2]
            assert way == (SOUTH, WEST, NORTH, EAST)[end & 3]
        elif end >= -len(STATIONS):
            door = DOORS[-end]
            assert cells[-1] == NAMES[door >> 2]
            assert way == (NORTH, EAST, SOUTH, WEST)[door & 3]
            assert there is None or there.name in map(str, STATIONS)
        else:
            assert there is None
            assert picture.lines[at[0]][at[1]] == "░"


def test_both_ends_of_a_running_line_name_its_owner_and_station_without_colour():
    dealer, recent = game(3, 25, 4)
    lines = "\n".join(PAINTER.picture(dealer.state, view(dealer, recent)).lines)
    counts = set()
    for station, (end, length) in enumerate(zip(dealer.state.ends, dealer.state.lengths, strict=True), 1):
        sign = GLYPHS[dealer.state.owners[station - 1]]
        found = re.findall(rf"{sign}{station}(?!\d)|(?<!\d){station}{sign}", lines)
        expected = 0 if end < 0 else 2 if length else 1
        assert len(found) == expected, station
        counts.add(expected)
    assert counts == {0, 1, 2}


def test_every_track_of_a_running_line_has_its_owner_s_colour():
    dealer, recent = game(3, 25, 4)
    picture = PAINTER.picture(dealer.state, view(dealer, recent))
    for station, (end, owner) in enumerate(zip(dealer.state.ends, dealer.state.owners, strict=True), 1):
        for row, column in walk(picture, station)[3]:
            if picture.lines[row][column] != "┼":
                assert ("dim" if end < 0 else f"seat{owner}") in ink(picture, row, column).split(), station


def test_own_lines_are_bold_and_finished_ones_dim():
    dealer, _ = game(3, 25, 4)
    seat = dealer.turn
    picture = PAINTER.picture(dealer.state, view(dealer))
    tracks = {ink for row in picture.rows for ink, run in row if set(run) & set("─│╭╮╰╯")}
    assert any("bold" in ink and f"seat{seat}" in ink for ink in tracks)
    assert not any(
        "bold" in ink and f"seat{other}" in ink for other in range(4) if other != seat for ink in tracks
    )
    assert any("dim" in ink for ink in tracks)
    spectator = PAINTER.picture(dealer.state, View(**WIDE))
    assert not any("bold seat" in ink for row in spectator.rows for ink, _ in row)


# -- what may be done --


@pytest.mark.parametrize("options", [{}, FREE])
def test_the_cells_that_may_be_pointed_at_are_those_of_the_legal_moves(options):
    for plies in (0, 9, 30):
        dealer, recent = game(plies, plies, 3, **options)
        lays = [move for move in dealer.moves() if move != DRAW]
        picture = PAINTER.picture(dealer.state, view(dealer, recent))
        assert {spot.name for spot in picture.spots if spot.legal} == {NAMES[move[3]] for move in lays} | {
            "draw"
        }
        marked = {name for name in NAMES if f"({name})" in "".join(picture.lines)}
        assert marked == {NAMES[move[3]] for move in lays}
        waiting = PAINTER.picture(dealer.state, view(dealer, recent, seat=(dealer.turn + 1) % 3))
        assert not any(spot.legal for spot in waiting.spots)
        assert "(" not in "".join(waiting.lines)


def test_pointing_again_goes_through_all_ways_to_lay_on_a_cell_and_round():
    dealer = table("cbaa aaaa aaaa aaaa aacb aaaa", "", orientation="free", hand="3")
    here = [m for m in dealer.moves() if m != DRAW and m[3] == CELLS["b1"]]
    typed, seen = "", []
    for _ in here:
        typed = PAINTER.point(dealer.state, 0, dealer.known[0], typed, "b1")
        seen.append(RULES.parse(dealer.state, 0, dealer.known[0], typed))
    assert sorted(seen) == sorted(here)
    assert PAINTER.point(dealer.state, 0, dealer.known[0], typed, "b1") == RULES.text(
        dealer.state, 0, seen[0]
    )


def test_pointing_keeps_the_tile_and_the_rotation_that_are_typed():
    dealer = table("cbaa cbaa cbaa aaaa aaaa aaaa", "", orientation="free", hand="3")
    assert PAINTER.point(dealer.state, 0, dealer.known[0], "2", "b1") == "2 b1"
    assert PAINTER.point(dealer.state, 0, dealer.known[0], "3 b1 r2", "d1") == "3 d1 r2"
    assert PAINTER.point(dealer.state, 0, dealer.known[0], "draw", "d1") == "1 d1"


def test_pointing_where_no_tile_may_lie_writes_what_tells_the_reason():
    dealer = table("aaaa aaaa")
    typed = PAINTER.point(dealer.state, 0, dealer.known[0], "", "c3")
    with pytest.raises(Illegal, match="neither on the edge"):
        RULES.parse(dealer.state, 0, dealer.known[0], typed)
    assert PAINTER.point(dealer.state, 0, dealer.known[0], "b1", "13") == "b1"


def test_the_pile_can_be_pointed_at_as_long_as_one_more_tile_may_be_drawn():
    dealer = table("aaaa aaaa")
    assert PAINTER.picture(dealer.state, view(dealer)).spot("draw").legal
    assert PAINTER.point(dealer.state, 0, dealer.known[0], "b1", "draw") == "draw"
    dealer.play(DRAW)
    assert not PAINTER.picture(dealer.state, view(dealer)).spot("draw").legal
    assert "draw" not in "".join(PAINTER.picture(dealer.state, view(dealer)).lines)
    assert PAINTER.point(dealer.state, 0, dealer.known[0], "b1", "draw") == "b1"


def test_a_second_click_on_the_only_way_leads_nowhere_on():
    dealer = table("aaaa aaaa")
    picture = PAINTER.picture(dealer.state, view(dealer, typed="b1", cursor="b1"))
    assert not picture.spot("b1").legal
    assert picture.spot("c1").legal


# -- what it would do --


def heavy(picture):
    return {(r, c) for r, line in enumerate(picture.lines) for c, glyph in enumerate(line) if glyph in HEAVY}


def lays_that_score(dealer):
    for move in dealer.moves():
        if move != DRAW:
            done = [c for c in changes(dealer.state, move[3], f"{move[2]}{move[4]}") if c.points]
            if done:
                yield move, done


@pytest.mark.parametrize("room", [WIDE, TALL])
@pytest.mark.parametrize("options", [{}, FREE])
def test_the_preview_draws_the_tile_follows_the_lines_it_changes_and_says_what_they_score(room, options):
    shown = 0
    for seed in range(4):
        dealer, recent = game(seed, 26, 3, **options)
        for move, done in list(lays_that_score(dealer))[:12]:
            looking = view(dealer, recent, typed=RULES.text(dealer.state, dealer.turn, move), **room)
            picture = PAINTER.picture(dealer.state, looking)
            panel = "\n".join(
                "".join(t for _, t in row) for row in PAINTER.side_panel_rows(dealer.state, looking)
            )
            for change in done:
                line = f"{GLYPHS[change.owner]}{change.station}"
                assert f"{line} {change.before}→{change.after} in " in panel
                assert f"+{change.points}" in panel
                cells, way, (row, column), path = walk(picture, change.station)
                assert len(cells) == change.after
                assert glyphs(picture, path) <= HEAVY
                text, line_of = f"+{change.points}", picture.lines[row]
                before, after = line_of[: column + 1], line_of[column:]
                assert before.endswith(text) if way in (WEST, SOUTH) else after.startswith(text)
                assert room is WIDE or any(f" {line} +{change.points}" in each for each in picture.lines)
            shown += 1
    assert shown > 10


def test_nothing_is_heavy_unless_something_is_typed_or_traced():
    dealer, recent = game(5, 26, 3)
    assert not HEAVY & set("".join(PAINTER.picture(dealer.state, view(dealer, recent)).lines))
    refused = PAINTER.picture(dealer.state, view(dealer, recent, typed="d4"))
    assert not HEAVY & set("".join(refused.lines))
    other = PAINTER.picture(
        dealer.state, view(dealer, recent, seat=(dealer.turn + 1) % 3, typed="a1", cursor="a1")
    )
    assert not HEAVY & set("".join(other.lines))


def test_the_cursor_on_a_legal_cell_previews_the_tile_there():
    dealer = table("cbaa aaaa")
    typed = PAINTER.picture(dealer.state, view(dealer, typed="c1", cursor="c1"))
    pointed = PAINTER.picture(dealer.state, view(dealer, cursor="c1"))
    assert pointed.rows == typed.rows


def test_a_station_under_the_cursor_traces_its_line():
    dealer, recent = game(5, 26, 3)
    station = max(STATIONS, key=lambda s: dealer.state.lengths[s - 1])
    picture = PAINTER.picture(dealer.state, view(dealer, recent, cursor=str(station)))
    cells, _, _, path = walk(picture, station)
    assert heavy(picture) == set(path)
    panel = PAINTER.side_panel_rows(dealer.state, view(dealer, cursor=str(station)))
    assert any(f"{station}: {len(cells)} tile" in "".join(t for _, t in row) for row in panel)


def test_a_cell_that_is_traced_shows_the_lines_of_its_trains_or_without_any_all_its_tracks():
    dealer, recent = game(5, 26, 3)
    owned = [station for station in STATIONS if dealer.state.owners[station - 1] >= 0]
    seen = set()
    for cell in (cell for cell in PLAYABLE if dealer.state.cells[cell]):
        picture = PAINTER.picture(dealer.state, view(dealer, recent, cursor=NAMES[cell], trace=True))
        walks = [walk(picture, station) for station in owned]
        trains = [set(path) for cells, _, _, path in walks if NAMES[cell] in cells]
        assert heavy(picture) == set().union(*trains) or not trains
        assert heavy(picture)
        seen.add(len(trains))
    assert seen >= {0, 1, 2}


def test_the_newest_tiles_are_marked_at_their_corners():
    dealer, recent = game(2, 20, 3)
    picture = PAINTER.picture(dealer.state, view(dealer, recent))
    laid = [move for _, _, move in recent if move != DRAW]
    spot = picture.spot(NAMES[laid[-1][3]])
    right, bottom = spot.column + spot.columns - 1, spot.row + spot.rows - 1
    corners = (spot.row, spot.column), (spot.row, right), (bottom, spot.column), (bottom, right)
    assert "".join(picture.lines[r][c] for r, c in corners) == "◤◥◣◢"
    assert "".join(picture.lines).count("◤") == len(laid)
    assert "◤" not in "".join(PAINTER.picture(dealer.state, view(dealer)).lines)


# -- the small board --


def test_a_small_board_shows_the_cell_under_the_cursor_whole_and_has_a_spot_for_every_cell():
    dealer, recent = game(4, 30, 3)
    for cell in PLAYABLE:
        picture = PAINTER.picture(dealer.state, view(dealer, recent, cursor=NAMES[cell], **LOW))
        assert (len(picture.rows), len(picture.lines[0])) == (20, 80)
        spot = picture.spot(NAMES[cell])
        assert (spot.rows, spot.columns) == (4, 8)
        assert picture.spot("draw").rows == 2
        names = [spot.name for spot in picture.spots if spot.name in CELLS]
        assert names == [NAMES[each] for each in PLAYABLE]


def test_one_step_from_the_cursor_is_in_the_window_too():
    dealer, recent = game(4, 30, 3)
    for cell in PLAYABLE:
        picture = PAINTER.picture(dealer.state, view(dealer, recent, cursor=NAMES[cell], **LOW))
        for near in (cell - 8, cell + 8):
            if near in PLAYABLE:
                assert picture.spot(NAMES[near]).rows == 4


# -- secrets, and the rest --


def test_a_picture_shows_no_tile_of_another_hand_even_to_one_who_knew_it():
    for options in ({}, FREE):
        dealer, recent = game(6, 12, 3, **options)
        everything = {slot: face for known in dealer.known for slot, face in known.items()}
        public = View(recent=recent, **LOW)
        for eyes in (None, *range(3)):
            own = View(seat=eyes, known=dealer.known[eyes] if eyes is not None else {}, recent=recent, **LOW)
            all_seeing = View(seat=eyes, known=everything, recent=recent, **LOW)
            assert PAINTER.picture(dealer.state, own) == PAINTER.picture(dealer.state, all_seeing)
            assert PAINTER.side_panel_rows(dealer.state, own) == PAINTER.side_panel_rows(
                dealer.state, all_seeing
            )
        panel = "".join(t for row in PAINTER.side_panel_rows(dealer.state, public) for _, t in row)
        assert not any(face in panel for face in COPIES)
        assert "only you see" not in panel


def test_own_tiles_stay_in_the_panel_while_others_move():
    dealer = table("cbaa aaaa", "b1", seats=2)
    waiting = [
        "".join(t for _, t in row) for row in PAINTER.side_panel_rows(dealer.state, view(dealer, seat=0))
    ]
    assert any(dealer.known[0][dealer.state.hands[0][0].slot] in row for row in waiting)


@pytest.mark.parametrize("columns", [29, 36])
def test_a_tile_that_may_be_turned_is_drawn_in_each_of_its_rotations(columns):
    dealer = table("cbaa aaaa adad aaaa", "", orientation="free")
    rows = PAINTER.side_panel_rows(dealer.state, view(dealer, columns=columns, typed="b1 r2"))
    panel = "\n".join("".join(t for _, t in row) for row in rows)
    assert all(word in panel for word in ("cbaa", " r1", "▸r2", " r3"))
    assert max(map(len, panel.split("\n"))) <= columns


def test_the_panel_has_room_for_its_words_beside_a_wide_board():
    for seed in range(6):
        dealer, recent = game(seed, 50, 2, greedy)
        for move in dealer.moves():
            typed = RULES.text(dealer.state, dealer.turn, move)
            narrow, wide = (
                [
                    "".join(t for _, t in row).rstrip()
                    for row in PAINTER.side_panel_rows(dealer.state, looking)
                ]
                for looking in (view(dealer, recent, typed=typed, columns=columns) for columns in (29, 36))
            )
            assert narrow == wide


def test_the_tally_counts_trains_under_way():
    dealer, _ = game(1, 0, 2)
    assert str(PAINTER.seat_summary(dealer.state, 0)) == "16 trains"
    dealer, _ = game(3, 50, 6)
    for seat in range(6):
        count = sum(o == seat and e >= 0 for o, e in zip(dealer.state.owners, dealer.state.ends, strict=True))
        assert str(PAINTER.seat_summary(dealer.state, seat)) == (
            f"{count} train" if count == 1 else f"{count} trains"
        )


SNAPSHOTS = {
    "begin": lambda: text(game(1, 0, 3)[0], cursor="c1"),
    "middle": lambda: text(*game(4, 54, 4, greedy), cursor="e6"),
    "traced": lambda: text(*game(5, 33, 3), cursor="19"),
    "turned": lambda: text(*game(8, 30, 6, **FREE), **LOW, typed="2"),
    "small": lambda: text(*game(9, 44, 5), **LOW, cursor="g7"),
}


@pytest.mark.parametrize("name", sorted(SNAPSHOTS))
def test_pictures_look_as_they_did(name):
    path, drawn = PICTURES / f"{name}.txt", SNAPSHOTS[name]()
    if os.environ.get("REDRAW"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


def test_where_there_is_room_the_colour_of_a_seat_is_said_by_which_the_board_calls_it():
    state = table("cbaa dddd").state
    assert [str(PAINTER.seat_summary_in_words(state, seat)) for seat in (0, 1)] == [
        "Yellow, 16 trains",
        "Blue, 16 trains",
    ]
    assert str(PAINTER.seat_summary(state, 0)) == "16 trains"
