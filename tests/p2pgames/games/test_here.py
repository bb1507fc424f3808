"""What stands at a spot, in words: every spot of every board has them, and nothing else does."""

from dataclasses import replace
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.picture.picture import SignedPainter
from p2pgames.text import English
from tests.p2pgames.drawing.tables import positions

NOWHERE = (
    "",
    " ",
    "-",
    "zz9",
    "99",
    "-1",
    "²",
    "a1-",
    "00-99",
    "1-2-3",
    "tile 0",
    "tile x",
    "take 9 curve",
    "e",
)
ROWS_OF_60 = 2 * 57
"""Characters that fit above and below the line of the smallest screen."""
BY_HAND = {"layout": "players"}


@pytest.mark.parametrize(
    ("name", "options"), [*((name, {}) for name in registry.names()), ("socks", BY_HAND)]
)
def test_every_spot_has_words_and_nothing_else_has(name, options):
    game = registry.game(name)
    for table in positions(name, game.rules.players[-1], 8, 5, **options):
        seat, state = table.dealer.turn, table.dealer.state
        view = table.view(seat)
        spots = {spot.name for spot in game.painter.picture(state, replace(view, columns=80, rows=20)).spots}
        spots |= {spot.name for spot in table.drawing(view).spots}
        told = {spot: game.rules.describe_spot(state, seat, view.known, spot) for spot in spots}
        assert [spot for spot, said in told.items() if said is None] == []
        said = English(("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")).say
        assert max(map(len, map(said, told.values()))) < 2 * ROWS_OF_60
        assert [
            spot for spot in NOWHERE if game.rules.describe_spot(state, seat, view.known, spot) is not None
        ] == []


def said(name, seats, plies, spots):
    """Return what stands at spots after so many moves of bots in a game that seat 1 begins."""
    game = registry.game(name)
    dealer = LocalDealer(game.rules, seats, resolve_options(game.rules, seats, {}), Random(1), first=0)
    for _ in range(plies):
        seat = dealer.turn
        dealer.play(game.bots[game.usual](game.rules, dealer.state, seat, dealer.known[seat], dealer.random))
    return [str(game.rules.describe_spot(dealer.state, 0, dealer.known[0], spot)) for spot in spots]


TOLD = {
    ("linja", 2, 4): (
        "row 1: 1 Red and 1 Black; room for 4 more; worth -1 to Red, 3 to Black",
        "row 7: 3 Red and 6 Black; Black's start line, Red's goal; worth 5 to Red, -1 to Black",
    ),
    ("bus", 3, 1): (
        "02: no building yet; both sites A are free; 1 passenger wants a house",
        "04: no building yet; sites A and C are free",
    ),
    ("bus", 3, 60): (
        "06: office; site C is free; Seat 2's line ends here; the lines of Seat 1 and Seat 3 run through here",
        "25: Dampfross Station; 6 passengers want a house; Seat 1's line ends here; Seat 3's line runs through here",
        "01: house and house; 2 passengers in the houses; Seat 2's line ends here",
        "00-01: street, no line runs along it",
        "00: office and pub; 1 passenger wants a house; Seat 1's line runs through here",
        "vroomm: carry passengers, 1 point each; free",
        "line: lay sticks of your line; next space a: 2 streets",
    ),
    ("metro", 2, 20): (
        "c1: tile bcdd; Blue's line 6 crosses it",
        "b1: tile adad; Yellow's line 7 and Yellow's line 11 cross it",
        "station 4: Blue's train is under way: 2 tiles, next d2",
        "station 5: Yellow's train has arrived: 2 points",
        "the pile: 46 tiles left; to draw one more, type draw or point at the pile; you must then lay it",
    ),
    ("metro", 2, 70): ("station 25: Yellow's train has arrived: 12 points",),
    ("line1", 2, 30): (
        "b1: empty; terminal 5N opens to it",
        "h2: wye r2, rails east-south, south-west; stop sign of G, Gericht",
        "f3: empty; the first tile beside M, Museum, gets its stop sign",
        "k2: cross, rails north-south, east-west; its trees rule out an exchange",
    ),
    ("socks", 2, 20): (
        "c8-d9: a stick of Seat 2",
        "c6: sock D (red); its pair lies on k10, worth 7 points; Seat 1 needs 3 sticks; Seat 2 needs 2 sticks",
        "d9: a station; 3 sticks of Seat 1; 1 stick of Seat 2",
    ),
}


@pytest.mark.parametrize(("name", "seats", "plies"), TOLD)
def test_what_stands_somewhere_is_said_in_whole_words(name, seats, plies):
    expected = TOLD[name, seats, plies]
    heads = [text.partition(":")[0] for text in expected]
    spots = [
        "draw" if head == "the pile" else head.removeprefix("row ").removeprefix("station ") for head in heads
    ]
    assert said(name, seats, plies, spots) == list(expected)


def test_only_whoever_is_to_move_is_told_to_draw_by_pointing():
    rules = registry.game("metro").rules
    dealer = LocalDealer(rules, 2, resolve_options(rules, 2, {}), Random(1), first=0)
    told = {seat: str(rules.describe_spot(dealer.state, seat, {}, "draw")) for seat in (0, 1, None)}
    assert "to draw one more" in told.pop(dealer.turn)
    assert not any("to draw one more" in said for said in told.values())


def test_a_tile_says_how_it_was_turned():
    rules = registry.game("metro").rules
    for table in positions("metro", 2, 8, 5, orientation="free"):
        state, turned = table.dealer.state, 0
        for cell, piece in enumerate(state.cells):
            if piece:
                said = str(rules.describe_spot(state, 0, {}, f"{'abcdefgh'[cell % 8]}{cell // 8 + 1}"))
                assert (f"turned r{piece[-1]}" in said) == (piece[-1] != "0")
                turned += piece[-1] != "0"
    assert turned


SIGNS = {
    "bus": {"line", "riders", "build", "vroomm"},
    "line1": {"A", "M"},
    "metro": {"draw", "tiles"},
    "socks": {"pairs"},
}
"""Some that a game explains beside its board."""


@pytest.mark.parametrize("name", registry.names())
def test_what_is_drawn_beside_the_board_is_explained_as_in_the_panel(name):
    game = registry.game(name)
    explained = set()
    for table in positions(name, game.rules.players[0], 8, 9, bot=game.usual):
        view = table.view(table.dealer.turn)
        drawn = {spot.name for spot in table.aside(view).spots if not spot.name.startswith("part-")}
        beside = (
            game.painter.side_panel_entries(table.dealer.state, view)
            if isinstance(game.painter, SignedPainter)
            else ()
        )
        assert drawn <= {about for about, _row in beside}
        for about in drawn:
            assert game.rules.describe_spot(table.dealer.state, view.seat, view.known, about), about
        explained |= drawn
    assert SIGNS.get(name, set()) <= explained
