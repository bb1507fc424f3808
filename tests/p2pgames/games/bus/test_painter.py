"""Bus's picture.

``REDRAW=1 pytest tests/p2pgames/games/bus/test_painter.py`` writes the pictures anew: look at them.
"""

import os
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from p2pgames.contract import Illegal, Moved
from p2pgames.dealer import random_bot
from p2pgames.games.bus import GAME
from p2pgames.games.bus.state import CITIES, TYPES, BusEnd, BusTask
from p2pgames.games.bus.view import terminal as layouts
from p2pgames.games.bus.view.terminal import layout
from p2pgames.picture.picture import GLYPHS, View
from tests.p2pgames.games.bus.tables import BUS, dealt, play, position, random_play, resolving, typed

PAINTER = GAME.painter
PICTURES = Path(__file__).parent / "pictures"
HUGE, LARGE, SMALL = ({"columns": wide, "rows": high} for wide, high in ((115, 56), (90, 36), (80, 20)))
SIZES = pytest.mark.parametrize("room", [LARGE, SMALL], ids=["large", "small"])
PAGES = pytest.mark.parametrize(
    "size", [layouts.HUGE, layouts.LARGE, layouts.SMALL], ids=["huge", "large", "small"]
)
TOWNS = pytest.mark.parametrize("town", sorted(CITIES))
LAYOUTS = pytest.mark.parametrize(
    "page",
    [layout(town, size) for town in sorted(CITIES) for size in (layouts.HUGE, layouts.LARGE, layouts.SMALL)],
)
LINES = ((8, 0, 2, 3), (0, 4, 5), (25, 7, 3, 2))
"""The lines of most tests."""
STREETS = CITIES["classic"].street
DRIVER = GAME.bots["driver"]


def game(seed, plies, seats=3, town="classic", bot=random_bot):
    """A dealer some moves into a game, and the newest moves."""
    dealer = dealt(seats, town, seed)
    recent = []
    for _ in range(plies):
        if (seat := dealer.turn) is None:
            break
        recent = [*recent, (dealer.state, seat, bot(BUS, dealer.state, seat, {}, dealer.random))][-seats:]
        dealer.play(recent[-1][2])
    return dealer.state, tuple(recent)


def look(state, seat=None, room=LARGE, **more):
    """The picture for the seat at turn, or another one."""
    return PAINTER.picture(state, View(seat=state.turn if seat is None else seat, **{**room, **more}))


def panel(state, seat=None, **more):
    """The panel's lines."""
    view = View(seat=state.turn if seat is None else seat, **{"columns": 31, "rows": 36, **more})
    return ["".join(text for _, text in row) for row in PAINTER.side_panel_rows(state, view)]


def ink(picture, row, column):
    """The inks of one character."""
    for names, text in picture.rows[row]:
        if column < len(text):
            return set(names.split())
        column -= len(text)
    raise AssertionError("outside")


def label(picture, at):
    """The two rows of a crossing's label, as far as they go without a blank."""
    spot = picture.spot(f"{at:02d}")
    upper = picture.lines[spot.row][spot.column :]
    lower = picture.lines[spot.row + 1][spot.column :]
    return re.match(r"\d\d(☻\d+)?(:[●▲■◆★]+)?[◄◁]?", upper)[0], re.match(r"\[[^\]]*\]", lower)[0]


def legal(picture):
    """The names of the legal spots."""
    return {spot.name for spot in picture.spots if spot.legal}


def crossings(picture):
    """The crossings among the legal spots."""
    return {int(name) for name in legal(picture) if name.isdecimal()}


# -- the drawing ------------------------------------------------------------------------------------


def cells(label_at, columns=5):
    row, column = label_at
    return {(row + down, column + right) for down in range(2) for right in range(columns)}


@LAYOUTS
def test_no_two_labels_touch_and_all_lie_on_the_sheet(page):
    for one, other in combinations(page.labels, 2):
        assert not cells(one) & cells(other)
    top = 2 if page.large else 1
    for at in page.labels:
        assert all(top <= row < page.rows and 1 <= column < page.columns for row, column in cells(at, 6))


@TOWNS
def test_a_city_is_the_same_at_both_sizes_but_for_the_scale(town):
    """Columns are one more or less where they are rounded, and rows one: nothing changes its place among others."""
    small, large = layout(town, layouts.SMALL), layout(town, layouts.LARGE)
    for (down, right), (row, column) in zip(small.labels, large.labels, strict=True):
        assert abs((row - 2) * 17 - (down - 1) * 32) <= 17 / 2
        assert abs((column - 1) * 72 - (right - 1) * 80) <= 72 / 2
    for (a, b), (c, d) in combinations(zip(small.labels, large.labels, strict=True), 2):
        assert all((x < y) == (v < w) and (x > y) == (v > w) for x, y, v, w in zip(a, c, b, d, strict=True))


@TOWNS
def test_the_same_can_be_pointed_at_at_both_sizes(town):
    for plies in range(0, 150, 7):
        state, _recent = game(2, plies, town=town)
        names = [{spot.name for spot in look(state, room=room).spots} for room in (HUGE, LARGE, SMALL)]
        assert names[0] == names[1], plies


def turns(one, other, third):
    """Which way one turns at ``other`` on the way to ``third``: its sign."""
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


@TOWNS
@PAGES
def test_no_two_streets_cross(town, size):
    page = layout(town, size)
    for (a, b), (c, d) in combinations(CITIES[town].streets, 2):
        if not {a, b} & {c, d}:
            ends = [page.labels[each] for each in (a, b, c, d)]
            across = turns(*ends[:2], ends[2]) * turns(*ends[:2], ends[3]) < 0
            back = turns(*ends[2:], ends[0]) * turns(*ends[2:], ends[1]) < 0
            assert not (across and back), (a, b, c, d)


@TOWNS
@PAGES
def test_no_street_runs_through_a_label_or_the_box_and_each_has_room_for_two_users(town, size):
    page = layout(town, size)
    row, column = page.box
    box = set() if page.large else {(row + down, column + right) for down in range(4) for right in range(12)}
    for pair, way in zip(CITIES[town].streets, page.ways, strict=True):
        assert len(way.beads) >= 2
        for at, where in enumerate(page.labels):
            if at not in pair:
                assert not cells(where, 4) & {*way.cells, *way.dots}, (pair, at)
        assert not box & {*way.cells, *way.dots}, pair
    assert not any(box & cells(where) for where in page.labels)


# -- lines ------------------------------------------------------------------------------------------


def users(state, one, other):
    """The signs of the seats whose line goes from one crossing to the other or back."""
    ways = {(one, other), (other, one)}
    return {GLYPHS[s] for s, line in enumerate(state.lines) if ways & set(pairwise(line))}


def signs_between(picture, one, other, margin=250):
    """The signs on the straight way between two labels, away from its ends, each with the cells it stands on."""
    begin, end = picture.spot(f"{one:02d}"), picture.spot(f"{other:02d}")
    written = {
        (spot.row, spot.column + right)
        for at in (one, other)
        for spot in [picture.spot(f"{at:02d}")]
        for right in range(len(label(picture, at)[0]))
    }
    found, lines = {}, picture.lines
    for step in range(margin, 1001 - margin, 5):
        row = round(begin.row + (end.row - begin.row) * step / 1000)
        column = round(begin.column + 1 + (end.column - begin.column) * step / 1000)
        if (row, column) not in written and lines[row][column] in GLYPHS:
            found.setdefault(lines[row][column], set()).add((row, column))
    return found


@SIZES
@pytest.mark.parametrize("seed", range(6))
def test_on_each_street_stand_the_signs_of_its_users(room, seed):
    state, recent = game(seed, 60 + 25 * seed, 3 + seed % 3, ("classic", "garden")[seed % 2], DRIVER)
    picture = look(state, room=room, recent=recent)
    used = 0
    for one, other in state.city.streets:
        expected = users(state, one, other)
        found = signs_between(picture, one, other)
        if len(expected) <= 2:
            assert expected <= set(signs_between(picture, one, other, 50)), (one, other)
        # A bead of a street close by may touch the way, two do not.
        assert {sign for sign, at in found.items() if len(at) > 1} <= expected, (one, other)
        used += bool(expected)
    assert used > 5


@SIZES
def test_a_street_shows_all_of_its_five_users(room):
    shared = position(5, lines=((5, 4, 0, 8),) * 5)
    picture = look(shared, room=room)
    cells = layout("classic", layouts.LARGE if room is LARGE else layouts.SMALL).ways[STREETS[4, 0]].cells
    assert {picture.lines[row][column] for row, column in cells} >= set(GLYPHS[:5])


def test_a_lone_user_colours_the_street_and_the_own_line_is_bold():
    state = position(3, lines=LINES)
    picture = look(state, seat=0)
    way = layout("classic", layouts.LARGE).ways
    for pair, mine in (((0, 8), True), ((4, 5), False)):
        for at in way[STREETS[pair]].beads[1:]:
            assert f"seat{0 if mine else 1}" in ink(picture, *at)
            assert ("bold" in ink(picture, *at)) == mine
    assert ink(picture, *way[STREETS[18, 28]].cells[0]) == {"dim"}


# -- crossings --------------------------------------------------------------------------------------


@SIZES
@pytest.mark.parametrize("seed", range(4))
def test_a_label_tells_who_waits_who_sits_what_stands_there_and_whose_line_ends(room, seed):
    state, _ = game(seed, 70 + 30 * seed, 3 + seed % 3, ("classic", "garden")[seed % 2], DRIVER)
    picture = look(state, room=room)
    seen = set()
    for at in state.city.crossings:
        upper, lower = label(picture, at)
        suiting = [kind for kind in state.built[at] if kind == state.clock]
        seated = min(len(suiting), state.riders[at])
        waiting = state.riders[at] - seated
        ends = sorted(
            s for s, line in enumerate(state.lines) for end in (line[:1], line[-1:]) if end == (at,)
        )
        heads = ":" + "".join(GLYPHS[seat] for seat in ends) if ends else ""
        assert upper == f"{at:02d}" + (f"☻{waiting}" if waiting else "") + heads
        if at in state.city.stations:
            assert lower == "[STN]"
            continue
        assert lower.count("☻") == seated
        letters = lower.replace("☻", "")[1:-1]
        built = "".join("HOP"[kind] for kind in state.built[at])
        assert letters == built + state.city.sites[at][len(built) :]
        seen |= {"waits"} if waiting else set()
        seen |= {"sits"} if seated else set()
    assert seen >= {"sits"}


def test_the_passenger_stands_after_a_building_of_the_hour_and_a_free_one_is_reversed():
    built = ((1, 0), (0, 0), (2, 1), *((),) * 33)
    state = position(lines=LINES, built=built, riders=(2, 1, 1, *(0,) * 33), clock=0)
    picture = look(state, seat=1)
    assert label(picture, 0) == ("00☻1:▲", "[OH☻]")
    assert label(picture, 1) == ("01", "[H☻H]")
    assert label(picture, 2) == ("02☻1:■", "[PO]")
    spot = picture.spot("01")
    reversed_at = [c for c in range(6) if "reverse" in ink(picture, spot.row + 1, spot.column + c)]
    assert reversed_at == [3]


def test_the_numbers_of_own_heads_and_of_legal_crossings_are_bold():
    state = position_for(BusTask.LINE)
    for seat in range(3):
        picture = look(state, seat=seat)
        bold = {
            at
            for at in range(36)
            for spot in [picture.spot(f"{at:02d}")]
            if "bold" in ink(picture, spot.row, spot.column)
        }
        assert bold == {state.lines[seat][0], state.lines[seat][-1]} | crossings(picture)


def test_both_heads_at_the_end_of_a_circle_are_shown():
    state = position(lines=((0, 4, 15, 8, 0), (), ()))
    assert label(look(state), 0)[0].endswith(":●●")


# -- the action board, clock and stocks ---------------------------------------------------------------


@SIZES
def test_the_action_board_shows_each_marker_on_its_space(room):
    state = play(position(4, lines=(*LINES, ())), "line", "line", "vroomm", "bus", "start", "line")
    first = look(state, room=room).lines[0].replace(" ", "")
    board = "1line●▲▲···2bus◆3riders······4build······5clock·6vroomm■·····7start●"
    assert first.startswith(board if room is LARGE else re.sub("[0-9]", "", board))


def test_the_space_that_is_carried_out_is_reversed():
    state = resolving(position(lines=LINES, buses=(2, 1, 1)), line=(0, 1))
    picture = look(state)
    marked = [c for c in range(88) if "reverse" in ink(picture, 0, c)]
    assert [picture.lines[0][c] for c in marked] == ["▲"]
    assert marked == [picture.lines[0].index("▲")]
    assert "bold" in ink(picture, 0, marked[0])
    assert "bold" not in ink(picture, 0, picture.lines[0].index("●"))


def test_clock_stones_fleet_passengers_and_buildings_stand_above_the_map():
    state = position(5, clock=1, stones=(1, 0, 0, 2, 0), buses=(1, 3, 1, 1, 1), built=((0, 1), *((),) * 35))
    second = look(state).lines[1]
    assert second.startswith("clock  house [office] pub  stones 2  fleet 3  outside ☻11  H29 O29 P30")


def test_the_answers_to_the_clock_have_room_in_a_wordy_language():
    state = resolving(position(lines=LINES, buses=(3, 1, 1)), clock=(0,))
    wordy = {
        "stones 4": "Zeitsteine 4",
        "fleet 3": "Flotte 3",
        "outside ☻11": "draußen ☻11",
        "clock": "Uhrzeit",
    }
    assert (
        look(state, say=lambda text: wordy.get(str(text), str(text)))
        .lines[1]
        .rstrip()
        .endswith("(stop) (run)")
    )


def test_the_box_of_the_small_map_tells_the_hour_and_what_the_task_is_about():
    fresh = position(lines=LINES, buses=(3, 1, 1))
    for state, words in (
        (fresh, ("house→office", "marker 1", "fleet 3", "stones 4")),
        (resolving(fresh, build=(0,)), ("house→office", "buildings: 3", "H30 O30 P30")),
        (resolving(fresh, riders=(0, 1)), ("riders: 3", "outside ☻11")),
        (resolving(fresh, clock=(0,)), ("stop or run", "(stop) (run)")),
        (resolving(fresh, line=(0,)), ("sticks: 3",)),
    ):
        text = "\n".join(look(state, room=SMALL).lines)
        assert all(word in text for word in words), words


# -- pointing ---------------------------------------------------------------------------------------


def position_for(task):
    """A position with that task."""
    state = position(
        lines=LINES, buses=(2, 1, 1), riders=(2, *(0,) * 35), built=((), (), (1,), (1,), *((),) * 32), clock=0
    )
    return {
        BusTask.CHOOSE: state,
        BusTask.LINE: resolving(state, line=(0,)),
        BusTask.RIDERS: resolving(state, riders=(0,)),
        BusTask.BUILD: resolving(state, build=(0,)),
        BusTask.CLOCK: resolving(state, clock=(0,)),
        BusTask.VROOMM: resolving(state, vroomm=(0,)),
        BusTask.FIRST: position(task=BusTask.FIRST),
    }[task]


ENDS = {
    BusTask.LINE: lambda moves: {move[2] for move in moves} | {move[1] for move in moves},
    BusTask.RIDERS: lambda moves: {move[1] for move in moves},
    BusTask.BUILD: lambda moves: {move[1] for move in moves},
    BusTask.VROOMM: lambda moves: {at for move in moves for at in move[1:]},
    BusTask.FIRST: lambda moves: {at for move in moves for at in move[1:]},
}


@SIZES
@pytest.mark.parametrize("task", sorted(ENDS))
def test_the_crossings_that_may_be_pointed_at_are_those_of_the_legal_moves(room, task):
    state = position_for(task)
    moves = BUS.moves(state, state.turn, {})
    picture = look(state, room=room)
    assert crossings(picture) == ENDS[task](moves)
    marked = {int(each) for line in picture.lines for each in re.findall(r"»(\d\d)", line)}
    assert marked == crossings(picture)
    other = look(state, seat=(state.turn + 1) % 3, room=room)
    assert not legal(other)
    assert "»" not in "".join(other.lines)


@SIZES
def test_areas_and_answers_may_be_pointed_at_when_they_are_asked_for(room):
    state = position_for(BusTask.CHOOSE)
    assert legal(look(state, room=room)) == {"line", "bus", "riders", "build", "clock", "vroomm", "start"}
    state = play(state, "bus", "clock", "line", "line", "line", "line")
    assert legal(look(state, room=room)) == {"line", "riders", "build", "vroomm", "start", "pass"}
    assert legal(look(position_for(BusTask.CLOCK), room=room)) == {"stop", "run"}
    assert {"house", "office", "pub"} <= legal(look(position_for(BusTask.BUILD), room=room))
    for spot in ("line", "pass"):
        assert PAINTER.point(state, state.turn, {}, "", spot) == spot


@SIZES
def test_every_street_that_may_be_built_can_be_pointed_at(room):
    for task in (BusTask.LINE, BusTask.FIRST):
        state = position_for(task)
        picture = look(state, room=room)
        streets = {name for name in legal(picture) if "-" in name}
        assert streets == set(typed(state))
        for name in streets:
            assert PAINTER.point(state, state.turn, {}, "", name) == name


def test_a_street_at_an_own_head_that_may_not_be_built_tells_why():
    state = position_for(BusTask.LINE)
    spot = look(state).spot("03-02")
    assert not spot.legal
    with pytest.raises(Illegal, match="no line uses a street twice"):
        BUS.parse(state, 0, {}, PAINTER.point(state, 0, {}, "", "03-02"))
    with pytest.raises(Illegal, match="already uses 03-02"):
        BUS.parse(state, 0, {}, PAINTER.point(state, 0, {}, "", "02"))


def test_pointing_where_no_street_of_a_head_leads_says_so():
    state = position_for(BusTask.LINE)
    assert PAINTER.point(state, 0, {}, "", "35") == "35"
    assert PAINTER.point(state, 0, {}, "03-", "15") == "15"
    with pytest.raises(Illegal, match="No move ends at 35 now"):
        BUS.parse(state, 0, {}, "35")


def test_streets_between_the_own_heads_can_be_built_from_either_and_both_ways_are_spots():
    state = resolving(position(lines=((0, 4, 15, 8), (1, 5), (7, 11))), line=(0,))
    picture = look(state)
    one, other = picture.spot("00-08"), picture.spot("08-00")
    assert one.legal
    assert other.legal
    near, far = picture.spot("08"), picture.spot("00")
    assert abs(one.column - near.column) < abs(other.column - near.column)
    assert abs(other.column - far.column) < abs(one.column - far.column)
    assert {PAINTER.point(state, 0, {}, "", "08"), PAINTER.point(state, 0, {}, "00-08", "00")} == {
        "00-08",
        "08-00",
    }


def test_pointing_at_a_far_end_writes_the_stick_and_again_the_next_one_that_ends_there():
    state = resolving(position(lines=((0, 4, 15), (25, 27), (12, 23))), line=(0,))
    both = [text for text in typed(state) if text.endswith("08")]
    assert both == ["00-08", "15-08"]
    first = PAINTER.point(state, 0, {}, "", "08")
    again = PAINTER.point(state, 0, {}, first, "08")
    assert [first, again, PAINTER.point(state, 0, {}, again, "08")] == ["00-08", "15-08", "00-08"]
    assert PAINTER.point(state, 0, {}, "15-", "08") == "15-08"


def test_pointing_at_a_head_begins_a_stick_and_leaves_only_its_far_ends():
    state = position_for(BusTask.LINE)
    assert PAINTER.point(state, 0, {}, "", "03") == "03-"
    ends = {int(text[3:]) for text in typed(state) if text.startswith("03")}
    heads = {8}
    assert crossings(look(state, typed="03-")) - heads == ends


def test_a_first_stick_goes_from_the_first_crossing_pointed_at_to_the_next():
    state = position_for(BusTask.FIRST)
    assert PAINTER.point(state, 0, {}, "", "08") == "08-"
    assert PAINTER.point(state, 0, {}, "08-", "00") == "00-08"
    assert PAINTER.point(state, 0, {}, "08-", "35") == "35-"
    assert PAINTER.point(state, 0, {}, "00-08", "04") == "04-"


def test_pointing_at_a_site_again_goes_through_the_types_and_another_site_keeps_the_type():
    state = position_for(BusTask.BUILD)
    spot = "00"
    texts = [PAINTER.point(state, 0, {}, "", spot)]
    assert texts[0] == "00 A office"
    for _ in TYPES:
        texts.append(PAINTER.point(state, 0, {}, texts[-1], spot))
    assert texts[1:] == ["00 A pub", "00 A house", "00 A office"]
    assert PAINTER.point(state, 0, {}, "00 A pub", "01") == "01 A pub"
    assert PAINTER.point(state, 0, {}, "", "pub") == "pub"
    assert PAINTER.point(state, 0, {}, "pub", "01") == "01 A pub"
    assert PAINTER.point(state, 0, {}, "01 A pub", "house") == "01 A house"
    assert PAINTER.point(state, 0, {}, "", "08") == "08 office"
    with pytest.raises(Illegal, match="All sites A are filled before B"):
        BUS.parse(state, 0, {}, "08 office")


def test_without_a_building_for_the_coming_hour_pointing_begins_with_the_first_type_there_is():
    left, built = 30, []
    for sites in CITIES["classic"].sites:
        built.append((1,) * min(left, len(sites)))
        left -= len(built[-1])
    state = resolving(position(lines=LINES, built=tuple(built)), build=(0,))
    assert not [text for text in typed(state) if "office" in text]
    spot = typed(state)[0][:2]
    assert PAINTER.point(state, 0, {}, "", spot) == f"{spot} {typed(state)[0][3]} house"
    assert "office" not in legal(look(state))


def test_a_ride_goes_from_the_passenger_pointed_at_to_the_building():
    state = position_for(BusTask.VROOMM)
    assert typed(state) == ["00-02", "00-03"]
    assert PAINTER.point(state, 0, {}, "", "00") == "00-"
    assert PAINTER.point(state, 0, {}, "00-", "03") == "00-03"
    assert PAINTER.point(state, 0, {}, "", "02") == "00-02"
    assert crossings(look(state, typed="00-")) == {2, 3}
    with pytest.raises(Illegal):
        BUS.parse(state, 0, {}, PAINTER.point(state, 0, {}, "", "30"))


@pytest.mark.parametrize("task", [BusTask.CHOOSE, *sorted(ENDS), BusTask.CLOCK])
def test_after_pointing_at_the_only_way_a_second_click_leads_nowhere_on(task):
    state = position_for(task)
    for text in typed(state):
        picture = look(state, typed=text)
        for name in legal(picture):
            assert PAINTER.point(state, state.turn, {}, text, name) != text


@pytest.mark.parametrize("task", [BusTask.CHOOSE, *sorted(ENDS), BusTask.CLOCK])
def test_every_legal_move_can_be_made_by_pointing_alone(task):
    state = position_for(task)
    reached, frontier = set(), {""}
    while frontier:
        text = frontier.pop()
        for name in legal(look(state, typed=text)):
            after = PAINTER.point(state, state.turn, {}, text, name)
            if after not in reached:
                reached.add(after)
                frontier.add(after)
    assert set(typed(state)) <= reached
    assert all(len(text) < 15 for text in reached)


def test_whoever_is_not_at_turn_points_at_nothing():
    state = position_for(BusTask.BUILD)
    assert PAINTER.point(state, 1, {}, "x", "00") == "x"
    assert {spot.name for spot in look(state, seat=1).spots} >= {"00", "35"}


# -- what a move would do -----------------------------------------------------------------------------


@SIZES
@pytest.mark.parametrize("task", [BusTask.LINE, BusTask.FIRST, BusTask.RIDERS, BusTask.BUILD, BusTask.VROOMM])
def test_a_move_is_drawn_as_if_it_were_done(room, task):
    state = position_for(task)
    for move in BUS.moves(state, state.turn, {}):
        text = BUS.text(state, state.turn, move)
        picture = look(state, room=room, typed=text)
        if task in (BusTask.LINE, BusTask.FIRST):
            one, other = move[1:]
            assert GLYPHS[0] in signs_between(picture, one, other)
            way = layout("classic", layouts.LARGE if room is LARGE else layouts.SMALL).ways[
                STREETS[one, other]
            ]
            assert sum("reverse" in ink(picture, *at) for at in way.beads) >= len(way.beads) / 2
            if task is BusTask.LINE:
                assert "●" in label(picture, other)[0]
                assert ":" not in label(picture, one)[0] or "●" not in label(picture, one)[0].split(":")[1]
        if task is BusTask.RIDERS:
            assert label(picture, move[1])[0].startswith(f"{move[1]}☻1")
        if task is BusTask.BUILD:
            at, word = move[1:]
            spot = picture.spot(f"{at:02d}")
            place = 1 + len(state.built[at])
            assert picture.lines[spot.row + 1][spot.column + place] == word[0].upper()
            assert "reverse" in ink(picture, spot.row + 1, spot.column + place)
        if task is BusTask.VROOMM:
            assert label(picture, 0)[0].startswith("00☻1")
            assert "☻" in label(picture, move[2])[1]


def test_the_marker_that_is_typed_lies_reversed_on_the_first_free_space():
    state = play(position(lines=LINES), "line", "line")
    picture = look(state, typed="line")
    column = picture.lines[0].index("●▲■")
    assert "reverse" in ink(picture, 0, column + 2)
    assert "reverse" not in ink(picture, 0, column + 1)


def test_the_cursor_shows_what_pointing_there_would_do():
    state = position_for(BusTask.LINE)
    far = typed(state)[0]
    pointed = look(state, cursor=far[3:])
    assert signs_between(pointed, int(far[:2]), int(far[3:])).keys() == {"●"}
    spot = pointed.spot(far[3:])
    assert "reverse" in ink(pointed, spot.row, spot.column)


def test_what_is_typed_is_drawn_and_not_what_the_cursor_would_do():
    state = position_for(BusTask.LINE)
    one, other = typed(state)[0], typed(state)[-1]
    assert one[3:] != other[3:]
    picture = look(state, typed=one, cursor=other[3:])
    assert signs_between(picture, int(one[:2]), int(one[3:])).keys() == {"●"}
    assert "●" not in signs_between(picture, int(other[:2]), int(other[3:]))


def test_nothing_is_drawn_that_is_not_legal_or_not_ones_own_to_do():
    state = position_for(BusTask.LINE)
    plain = look(state, seat=1)
    assert look(state, seat=1, typed=typed(state)[0]) == plain
    refused = look(state, typed="03-02")
    assert refused.lines == look(state).lines


# -- the newest moves, and single lines -----------------------------------------------------------------


def test_the_newest_moves_are_marked_where_they_ended():
    state = resolving(position(lines=((8, 0), (4, 5), (25, 7)), buses=(2, 1, 1)), line=(0,))
    recent = []
    for text in ("00-02", "02-03"):
        recent.append((state, state.turn, BUS.parse(state, state.turn, {}, text)))
        state = BUS.apply(state, Moved(*recent[-1][1:]))
    picture = look(state, seat=1, recent=tuple(recent))
    assert label(picture, 2)[0] == "02☻1◁"
    assert label(picture, 3)[0] == "03☻1:●◄"
    assert "".join(picture.lines).count("◄") == 1
    assert not set("◄◁") & set("".join(look(state, seat=1).lines))


def test_the_newest_marker_is_bold_on_its_space():
    state = position(lines=LINES)
    recent = ((state, 0, ("take", "vroomm")),)
    after = play(state, "vroomm")
    picture = look(after, seat=1, recent=recent)
    column = picture.lines[0].index("●")
    assert "bold" in ink(picture, 0, column)
    assert "bold" not in ink(look(after, seat=1), 0, column)


def test_a_traced_crossing_leaves_only_the_lines_that_come_there():
    state = position(lines=LINES)
    picture = look(state, trace=True, cursor="04")
    assert not set("●■") & set("".join(picture.lines[2:]))
    assert "▲" in "".join(picture.lines[2:])
    assert any("▲ line of 2 streets" in line for line in panel(state, trace=True, cursor="04"))
    assert any("00 04 05" in line for line in panel(state, trace=True, cursor="04"))
    own = look(state, trace=True)
    assert not set("▲■") & set("".join(own.lines[2:]))
    assert "●" in "".join(own.lines[2:])
    several = "".join(look(state, trace=True, cursor="03").lines[2:])
    assert set(several) & set(GLYPHS) == {"●", "■"}


# -- beside the map -----------------------------------------------------------------------------------


def test_the_panel_says_what_is_to_be_done_and_what_each_space_gives():
    state = resolving(position(lines=LINES, buses=(3, 1, 1)), line=(2, 0, 1), vroomm=(0, 1))
    lines = panel(state)
    assert "round 1, you:" in lines
    assert "round 1, ●:" in panel(resolving(position(lines=LINES), line=(0,)), seat=1)
    assert "▸1 line   ▲1●2■3" in lines
    assert " 6 vroomm ●3▲1" in lines
    choosing = play(position(lines=LINES, buses=(3, 1, 5)), "line", "line", "clock")
    assert " 1 line   ▲4●5 next 3" in panel(choosing)
    assert " 6 vroomm  next 3" in panel(choosing)
    assert " 2 bus     free" in panel(choosing)
    assert " 2 bus     free, you have five" in panel(play(choosing, "line", "line"))


def test_a_low_panel_has_no_blank_rows():
    state = position(lines=LINES)
    assert "" in panel(state, trace=True)
    low = panel(state, trace=True, rows=20)
    assert low == [line for line in panel(state, trace=True) if line]


def test_the_signs_are_explained_while_the_game_is_young():
    assert any("want to go" in line for line in panel(dealt(first=0).state))
    assert any("want to go" in line for line in panel(position(round=1)))
    assert not any("want to go" in line for line in panel(position(round=2)))
    over = position(round=1, task=BusTask.OVER, turn=-1, why=BusEnd.NO_SITE)
    assert not any("want to go" in line for line in panel(over, seat=0))


def test_the_panel_has_room_for_its_words_beside_a_wide_board():
    for seed in range(6):
        for plies in range(0, 120, 17):
            state, _ = game(seed, plies, 3 + seed % 3)
            for trace in (False, True):
                assert all(len(line) <= 31 for line in panel(state, trace=trace))
                # No row loses its end at 31 columns, but those that are wrapped at either width.
                wide = [line for line in panel(state, trace=trace, columns=36) if len(line) > 31]
                assert all(line.startswith(" ") for line in wide), wide


def test_the_tally_counts_buses_markers_and_sticks():
    state = position(
        5, lines=((0, 1), (0, 8, 16), (), (), ()), buses=(2, 1, 1, 1, 1), markers=(3, 20, 0, 1, 2)
    )
    assert [str(PAINTER.seat_summary(state, seat)) for seat in range(2)] == ["2b 3m 19s", "1b 20m 18s"]


# -- the pictures themselves ---------------------------------------------------------------------------


def text(state, recent=(), room=LARGE, **more):
    picture = look(state, room=room, recent=recent, **more)
    beside = panel(state, recent=recent, **more)
    return "".join(f"{line.rstrip()}\n" for line in (*picture.lines, "-" * 31, *beside))


SNAPSHOTS = {
    "begin": lambda: text(*game(1, 0)),
    "middle": lambda: text(*game(4, 130, 5, bot=DRIVER)),
    "garden": lambda: text(*game(5, 120, 4, "garden", DRIVER), cursor="15", trace=True),
    "small": lambda: text(*game(4, 130, 5, bot=DRIVER), room=SMALL),
    "small-garden": lambda: text(*game(5, 120, 4, "garden", DRIVER), room=SMALL),
    "stick": lambda: text(*game(2, 29, 4), typed="03"),
}


@pytest.mark.parametrize("name", sorted(SNAPSHOTS))
def test_pictures_look_as_they_did(name):
    path, drawn = PICTURES / f"{name}.txt", SNAPSHOTS[name]()
    if os.environ.get("REDRAW"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


# -- everything else ------------------------------------------------------------------------------------


@SIZES
def test_any_place_may_be_under_the_cursor_for_everybody_at_any_time(room):
    states = [
        BUS.start(3, {"city": "garden"}),
        *(position_for(task) for task in (*ENDS, BusTask.CHOOSE, BusTask.CLOCK)),
    ]
    dealer = dealt(4, seed="leaving")
    for _ in random_play(dealer, 60):
        pass
    for seat in range(3):
        dealer.leave(seat)
        states.append(dealer.state)
    for state in states:
        for seat in (None, 0, 1):
            spots = PAINTER.picture(state, View(seat=seat, **room)).spots
            for spot in spots[::5]:
                view = View(seat=seat, cursor=spot.name, trace=seat == 1, **room)
                assert [s.name for s in PAINTER.picture(state, view).spots] == [s.name for s in spots]
                PAINTER.side_panel_rows(state, view)
                PAINTER.point(state, seat or 0, {}, "", spot.name)
