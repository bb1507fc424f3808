"""Names of stations, typed moves, and the position in words."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames.contract import Illegal, effect_of_move
from p2pgames.games.socks import notation
from p2pgames.games.socks.city import DIRECTIONS
from p2pgames.games.socks.notation import LAYING, fitted, row_name, row_number
from p2pgames.games.socks.state import SocksTask
from tests.p2pgames.games.socks.tables import BOTS, RULES, dealer, lay, table


@given(st.integers(-90, 150), st.integers(-80, 300))
def test_every_row_has_a_name_of_its_own_and_names_lead_back(row, column):
    assert row_number(row_name(row)) == row
    cell = LAYING.cell(row, column)
    if cell is not None:
        assert LAYING.place(cell) == (row, column)
    assert (cell is None) == bool((row + column + LAYING.top + LAYING.left - row - row) % 2)


def test_rows_are_named_a_to_z_and_beyond():
    assert [row_name(row) for row in (0, 25, 26, 51, 52, -1, -26, -27)] == [
        "a", "z", "za", "zz", "zza", "az", "aa", "aaz",
    ]  # fmt: skip
    assert LAYING.name((0, 0)) == "n50"


def test_level_neighbours_differ_by_two_and_slanted_ones_by_one():
    for sixths in range(3):
        here = notation.NamingFrame(sixths, -20, -40)
        row, column = here.place((2, 3))
        steps = {
            tuple(b - a for a, b in zip((row, column), here.place((2 + q, 3 + r)), strict=True))
            for q, r in DIRECTIONS
        }
        assert steps == {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}


def test_a_city_is_turned_to_the_fewest_rows_from_a_and_1_on():
    for number in range(40):
        town = dealer(number).state.town
        here = notation.frame_of_city(town)
        cells = [town.cell(station) for station in town.stations]
        rows = [row for row, _ in map(here.place, cells)]
        columns = [column for _, column in map(here.place, cells)]
        heights = [len({pick(cell) for cell in cells}) for pick in (lambda c: c[0], lambda c: c[1], sum)]
        assert (min(rows), min(columns)) == (0, 0)
        assert max(rows) + 1 == min(heights) <= 13


def test_a_low_city_of_the_players_is_not_turned():
    long = [(0, r) for r in range(9)]
    assert fitted(long, by_hand=True).sixths == 0
    assert fitted(long, by_hand=False).sixths != 0
    assert fitted([(0, r) for r in range(notation.HIGH)], by_hand=True).sixths == 0
    assert fitted([(0, r) for r in range(notation.HIGH + 1)], by_hand=True).sixths != 0


@pytest.mark.parametrize("typed", ["a1-a3", "A1-A3", "a3-a1", " a1 - a3 ", "a1 a3", "a1–a3", "a1  a3"])
def test_a_stick_is_its_two_stations_in_any_order(typed):
    state = table(pairs=((0, (0, -1), (7, -1)),))
    assert RULES.parse(state, 0, {}, typed) == ("stick", 0, -1, 1, -1)
    assert RULES.text(state, 0, ("stick", 0, -1, 1, -1)) == "a1-a3"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "Name two"), ("a1", "Name two"), ("a1-a3-a5", "Name two"), ("a3-a4", "no hexagon"),
        ("a1-c?", "no hexagon"), ("a1-a5", "side by side"), ("a1-a1", "side by side"), ("b2-b4", "printed"),
        ("bb2-a3", "no hexagon"), ("a2222-a3", "no hexagon"),
    ],
)  # fmt: skip
def test_what_is_no_stick_is_refused_with_a_reason(typed, reason):
    state = table(pairs=((0, (0, -1), (7, -1)),))
    with pytest.raises(Illegal, match=reason):
        RULES.parse(state, 0, {}, typed)


def test_tiles_and_socks_as_they_are_typed():
    game = dealer(2, 0, layout="players")
    assert RULES.parse(game.state, 0, {}, "n50") == ("tile", 0, 0, 0)
    assert (
        RULES.parse(game.state, 0, {}, "N50 R4")
        == RULES.parse(game.state, 0, {}, "n50 4")
        == ("tile", 0, 0, 4)
    )
    for wrong in ("n50 r6", "n50 rr", "n50 1 1", "n51", "tile"):
        with pytest.raises(Illegal):
            RULES.parse(game.state, 0, {}, wrong)
    while game.state.task is SocksTask.TILE:
        game.play(BOTS["rival"](RULES, game.state, game.turn, {}, Random(1)))
    first = game.moves()[0]
    text = RULES.text(game.state, game.turn, first)
    letter, station = text.split()
    for typed in (text, text.lower(), f"{letter}-{station}", f" {letter}   {station}"):
        assert RULES.parse(game.state, game.turn, {}, typed) == first
    with pytest.raises(Illegal, match="Name a sock"):
        RULES.parse(game.state, game.turn, {}, station)
    game.play(first)
    second = game.moves()[-1]
    letter, station = RULES.text(game.state, game.turn, second).split()
    assert RULES.parse(game.state, game.turn, {}, station) == second


def test_nobody_types_out_of_turn():
    state = table(pairs=((0, (0, -1), (7, -1)),))
    with pytest.raises(Illegal, match="not your turn"):
        RULES.parse(state, 1, {}, "a1-a3")


def test_the_words_name_everything_on_the_table():
    state = table(pairs=((0, (0, -1), (7, -1)), (1, (0, 0), (8, 0))), blockers=[(11, -1)], rebuild=True)
    state = lay(state, (1, -1), (2, -1))
    state = lay(state, (2, 0), (3, 0), 1)
    text = "\n".join(map(str, RULES.words(state, 0, {})))
    for part in (
        "you must lay 1 stick" if state.turn == 0 else "Seat 2 must lay 1 stick.",
        "Seat 1: 0 points, has won nothing yet, 39 sticks left.",
        "Socks A (orange) lie on a1 and a15, worth 6: Seat 1 needs 6 sticks, Seat 2 needs 6 sticks.",
        "Blocked: a23.",
        "Seat 1's sticks: a3-a5.",
        "Seat 2's sticks: b6-b8.",
        "Printed links: b2-b4, b10-b12,",
        "Row b: b2 b4 b6",
    ):
        assert part in text


def test_an_effect_tells_what_is_won_nearer_or_lost():
    state = table(pairs=((0, (0, -1), (7, -1)), (1, (0, 0), (8, 0))))
    assert effect_of_move(RULES, state, 0, ("stick", 10, -1, 11, -1)) is None
    for q in range(6):
        state = lay(state, (q, -1), (q + 1, -1), 0)
    last = ("stick", 6, -1, 7, -1)
    assert str(effect_of_move(RULES, replace(state, turn=0), 0, last)) == "wins pair A, 6 points"
    assert str(effect_of_move(RULES, replace(state, turn=1), 1, last)) == "A: Seat 1 now needs 2 (was 1)"
    game = dealer(2, 0, layout="players")
    while game.turn is not None and game.state.city is None:
        move = BOTS["rival"](RULES, game.state, game.turn, {}, Random(3))
        told = effect_of_move(RULES, game.state, game.turn, move)
        if game.state.lone:
            assert str(told).endswith("points")
        game.play(move)
    assert notation.naming(game.state).place(game.state.town.layout.tiles[0][:2]) is not None
