"""The picture: every stick, sock and link is on it, told apart without colour, and pointing leads to moves."""

from dataclasses import replace
from random import Random

import pytest

from p2pgames.contract import Moved
from p2pgames.drawing.shapes import Path
from p2pgames.games.socks import notation
from p2pgames.games.socks.city import FREE, PRINTED
from p2pgames.games.socks.rules import prize_links, way_links
from p2pgames.games.socks.state import SocksTask
from p2pgames.picture.picture import View
from p2pgames.registry import game
from tests.p2pgames.games.socks.tables import BOTS, RULES, dealer, lay, line, table

PAINTER = game("socks").painter
GIANT, HUGE, LARGE, SMALL = (165, 66), (115, 56), (90, 36), (80, 20)
PAIRS = ((0, (0, -1), (7, -1)), (1, (0, 0), (11, 0)))
HIGH = [(q, -1) for q in range(12)]


def drawn(state, size=LARGE, **more):
    return PAINTER.picture(state, View(columns=size[0], rows=size[1], **more))


def between(state, size, one, other, **more):
    """The characters of the link between two cells."""
    here = notation.frame_of_city(state.town)
    name = "-".join(here.name(cell) for cell in sorted((one, other), key=here.place))
    picture = drawn(state, size, **more)
    spot = picture.spot(name)
    return {line[spot.column : spot.column + spot.columns].strip() for line in
            picture.lines[spot.row : spot.row + spot.rows]}  # fmt: skip


def station(state, size, cell, **more):
    """The three characters of a station."""
    picture = drawn(state, size, **more)
    spot = picture.spot(notation.frame_of_city(state.town).name(cell))
    return picture.lines[spot.row][spot.column : spot.column + spot.columns]


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_sticks_of_both_printed_links_and_free_ones_differ_without_colour(size):
    state = line(table(pairs=PAIRS), HIGH[2:4], 0)
    state = line(state, HIGH[4:6], 1)
    state = lay(state, (8, 0), (9, -1), 0)
    state = lay(state, (5, 0), (6, -1), 1)
    level = "───", "━━━"
    assert between(state, size, HIGH[2], HIGH[3]) == {level[0]}
    assert between(state, size, HIGH[4], HIGH[5]) == {level[1]}
    assert between(state, size, (2, 0), (3, 0)) == {":::"}
    assert between(state, size, (3, 0), (4, 0)) == {"·"}
    assert between(state, size, (8, 0), (9, -1)) == {"╱"}
    assert between(state, size, (5, 0), (6, -1)) == {"▞"}
    assert between(lay(state, (1, -1), (1, 0), 0), size, (1, -1), (1, 0)) == {"╲"}
    assert between(lay(state, (1, -1), (1, 0), 1), size, (1, -1), (1, 0)) == {"▚"}


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_socks_blockers_won_ones_and_the_last_stick_are_marked(size):
    state = line(table(pairs=PAIRS, blockers=[(11, -1)]), HIGH[:7], 1)
    assert station(state, size, HIGH[0]) == "(A)"
    assert station(state, size, HIGH[11]) == "[#]"
    assert station(state, size, (0, 0), cursor="b2") == "«B»"
    assert "○" in station(state, size, HIGH[6])
    after = lay(state, HIGH[6], HIGH[7], 1)
    assert station(after, size, HIGH[7]).strip("━─ ") == "a"
    seen = station(after, size, HIGH[6], recent=((state, 1, ("stick", 6, -1, 7, -1)),))
    assert "◆" in seen


def test_the_typed_stick_is_laid_and_the_pairs_tell_its_effect():
    state = line(table(pairs=PAIRS), HIGH[:7], 0)
    state = replace(state, turn=0, todo=2)
    view = View(columns=90, rows=36, seat=0, typed="a13-a15")
    assert between(state, LARGE, HIGH[6], HIGH[7], seat=0, typed="a13-a15") == {"───"}
    text = "\n".join("".join(part for _, part in row) for row in PAINTER.side_panel_rows(state, view))
    assert " a a1-a15    6  won by ●" in text
    before = "\n".join(
        "".join(p for _, p in row) for row in PAINTER.side_panel_rows(state, replace(view, typed=""))
    )
    assert " A a1-a15    6  ●1  ▲- " in before
    assert "sticks to lay this turn: 2" in before


def test_the_cheapest_way_is_followed_on_request():
    state = line(table(pairs=PAIRS), HIGH[2:5], 0)
    links = way_links(state, 0, 0)
    assert sum(not state.links[link] for link in links) == 5
    picture = drawn(state, seat=0, cursor="a1", trace=True)
    assert sum(line.count("+") for line in picture.lines) == sum(not state.links[link] for link in links)
    assert sum(line.count("+") for line in drawn(state, seat=0, cursor="a1").lines) == 0


def test_a_way_is_as_cheap_as_can_be_and_goes_from_sock_to_sock():
    random = Random(2)
    match = dealer(4, neutral="rebuild")
    while match.turn is not None:
        state = match.state
        for colour in state.open_colours:
            for seat in (0, 1):
                links = way_links(state, seat, colour)
                from p2pgames.games.socks.sentences import sticks_needed

                lack = sticks_needed(state, seat, colour)
                assert (lack is None) == (not links)
                if links:
                    assert sum(not state.links[link] for link in links) == lack
                    at = state.town.socks[colour][0]
                    for link in links:
                        one, two = state.town.ends[link]
                        assert at in (one, two)
                        at = two if at == one else one
                    assert at == state.town.socks[colour][1]
        for _ in range(12):
            if match.turn is not None:
                match.play(random.choice(match.moves()))


def test_pointing_at_two_stations_or_between_them_lays_a_stick():
    state = table(pairs=PAIRS)
    assert PAINTER.point(state, 0, {}, "", "a3") == "a3-"
    assert PAINTER.point(state, 0, {}, "a3-", "a5") == "a3-a5"
    assert PAINTER.point(state, 0, {}, "a5-", "a3") == "a3-a5"
    assert PAINTER.point(state, 0, {}, "a3-", "b12") == "b12-"
    assert PAINTER.point(state, 0, {}, "nonsense", "a3-b4") == "a3-b4"
    assert PAINTER.point(state, 1, {}, "x", "a3-b4") == "x"


def test_tab_goes_round_the_own_ways_first():
    state = table(pairs=PAIRS)
    useful = {RULES.text(state, 0, state.town.moves[link]) for colour in (0, 1) for link in way_links(state, 0, colour)
              if not state.links[link]}  # fmt: skip
    names = [spot.name for spot in drawn(state, seat=0).spots if spot.legal]
    assert set(names[: len(useful)]) == useful
    assert not [spot for spot in drawn(state, seat=1).spots if spot.legal]


@pytest.mark.parametrize("size", [GIANT, HUGE, LARGE, SMALL])
def test_every_station_can_be_pointed_at_at_every_size(size):
    for number in range(6):
        state = dealer(number).state
        everything = {
            notation.frame_of_city(state.town).name(state.town.cell(s)) for s in state.town.stations
        }
        for cursor in ("", *random_names(everything, number)):
            picture = drawn(state, size, seat=state.turn, cursor=cursor)
            assert everything <= {spot.name for spot in picture.spots}
            assert all(len(line) <= size[0] for line in picture.lines)
            assert len(picture.rows) <= size[1]
            if cursor:
                assert any("reverse" in ink for row in picture.rows for ink, _ in row)


def random_names(names, number):
    return Random(number).sample(sorted(names), 3)


def test_a_small_screen_shows_an_overview_and_the_pairs_beside_the_map():
    state = dealer(3).state
    text = "\n".join(drawn(state, SMALL, seat=0).lines)
    assert "worth needed" in text
    assert text.count("(A)") + text.count("A") >= 3


def test_an_own_tile_is_previewed_and_pointing_again_turns_it():
    match = dealer(3, 0, layout="players")
    typed = PAINTER.point(match.state, 0, {}, "", "n50")
    seen = set()
    for _ in range(6):
        seen.add(typed)
        lines = drawn(match.state, seat=0, typed=typed).lines
        assert sum(line.count("○") for line in lines) == 4
        typed = PAINTER.point(match.state, 0, {}, typed, "n50")
    assert seen == {f"n50 r{sixths}" for sixths in range(6)}


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_layout_of_the_players_is_seen_whole_or_in_part(size):
    match = dealer(5, 0, layout="players")
    while match.state.city is None:
        state = match.state
        picture = drawn(state, size, seat=match.turn)
        legal = [spot.name for spot in picture.spots if spot.legal]
        assert legal
        typed = PAINTER.point(state, match.turn, {}, "", legal[0])
        RULES.apply(state, Moved(match.turn, RULES.parse(state, match.turn, {}, typed)))
        assert len(picture.rows) <= size[1]
        if state.task is SocksTask.SOCK and size == LARGE:
            socks = 2 * len(state.pairs) + bool(state.lone)
            assert sum(line.count("(") for line in picture.lines) == socks
        match.play(BOTS["rival"](RULES, state, match.turn, {}, match.random))


def test_before_the_coin_has_spoken_there_is_a_sentence():
    state = RULES.start(2, dict(dealer(1).options))
    assert drawn(state).lines == ("The city is not laid out yet.",)
    assert PAINTER.side_panel_rows(state, View()) == ()
    assert str(PAINTER.seat_summary(state, 0)) == "40 sticks"


def test_beside_a_small_yard_stands_how_far_it_is():
    match = dealer(5, 0, layout="players")
    match.play(match.moves()[0])
    text = "\n".join(drawn(match.state, SMALL).lines)
    assert "tile 2 of 20" in text
    assert "encloses 0" in text
    while match.state.task is SocksTask.TILE:
        match.play(BOTS["rival"](RULES, match.state, match.turn, {}, match.random))
    assert "to lay: ABCDEF" in "\n".join(drawn(match.state, SMALL).lines)
    match.play(match.moves()[0])
    assert "second sock A" in "\n".join(drawn(match.state, SMALL).lines)


def test_the_newest_tile_and_sock_are_marked():
    match = dealer(5, 0, layout="players")
    for wanted in (4, 4, 2):
        before, seat = match.state, match.turn
        move = BOTS["rival"](RULES, before, seat, {}, match.random)
        match.play(move)
        text = "\n".join(drawn(match.state, recent=((before, seat, move),)).lines)
        assert text.count("◆") == wanted
        while match.state.task is SocksTask.TILE and wanted == 4 and len(match.state.tiles) in range(2, 20):
            match.play(BOTS["rival"](RULES, match.state, match.turn, {}, match.random))


def test_the_links_that_won_a_prize_keep_the_winners_colour():
    """Also the printed one among them, for whoever looks; other sticks of the winner have no band."""
    state = lay(line(table(pairs=PAIRS), HIGH[:8], 1), (9, 0), (10, -1), 1)
    assert state.won[0] == 1
    middle = sorted(prize_links(state))[3]
    state = replace(state, links=state.links[:middle] + bytes([PRINTED]) + state.links[middle + 1 :])
    won = prize_links(state)
    assert won == dict.fromkeys(won, 1)
    assert len(won) == 7
    for seat in (0, 1, None):
        inks = {ink for row in drawn(state, seat=seat).rows for ink, text in row if ":" in text}
        assert "bold seat1" in inks
    bands = [shape for shape in PAINTER.drawing(state, View()).shapes
             if isinstance(shape, Path) and shape.paint.line == "seat1" and shape.paint.width == 22]  # fmt: skip
    assert len(bands) == len(won)
    assert (
        prize_links(replace(state, links=state.links[:middle] + bytes([FREE]) + state.links[middle + 1 :]))
        == {}
    )


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        (("Ann", "Cleo, bot (easy)"), "─╱╲ Ann  ━▞▚ Cleo, bot (easy)"),
        (("Bartholomew the Great", "Ann"), "─╱╲ Bartholomew the Great  ━▞▚ Ann"),
        (("Bartholomew the Great", "Alexandrina Victoria"), "─╱╲ Bartholomew …  ━▞▚ Alexandrina …"),
    ],
)
def test_names_stand_whole_beside_their_sticks_where_they_have_room(called, shown):
    rows = PAINTER.side_panel_rows(table(pairs=PAIRS), View(seat=0, names=called))
    assert shown in ["".join(text for _ink, text in row) for row in rows]
