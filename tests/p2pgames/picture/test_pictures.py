"""What every game's pictures must keep, at every size, in every position."""

from itertools import permutations
from random import Random

import pytest

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Picture, Spot, View, to_ascii
from p2pgames.registry import game, names
from p2pgames_protocol.testing.game import pictures
from p2pgames_protocol.testing.game.case import Position

PAINTED = [name for name in names() if game(name).painter is not None]


def positions(name, seed, step=7):
    """Positions of a random game with what a picture may be asked to show of them."""
    rules = game(name).rules
    seats = Random(seed).choice(rules.players)
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, {}), Random(seed))
    recent, count = (), 0
    while (seat := dealer.turn) is not None:
        if count % step == 0:
            yield dealer, recent
        move = random_bot(rules, dealer.state, seat, dealer.known[seat], dealer.random)
        recent = (*recent, (dealer.state, seat, move))[-seats:]
        dealer.play(move)
        count += 1
    yield dealer, recent


def view(dealer, recent, size, **more):
    seat = dealer.turn
    known = dealer.known[seat] if seat is not None else {}
    return View(columns=size[0], rows=size[1], seat=seat, known=known, recent=recent, **more)


@pytest.mark.parametrize("size", pictures.SIZES)
@pytest.mark.parametrize("name", PAINTED)
def test_a_picture_fits_and_can_be_drawn_in_ascii(name, size):
    for dealer, recent in positions(name, f"{size}"):
        pictures.fits_into(Position(game(name), dealer, recent), size)


def test_where_spots_lie_in_each_other_the_smallest_is_meant():
    board = Spot("board", 0, 0, rows=4, columns=10)
    row, place = Spot("row", 1, 0, columns=10), Spot("place", 1, 3)
    for spots in permutations((board, row, place)):
        picture = Picture((), spots)
        assert picture.spot_at(1, 3) == place
        assert picture.spot_at(1, 4) == row
        assert picture.spot_at(2, 3) == board
        assert picture.spot_at(4, 3) is None


@pytest.mark.parametrize("name", PAINTED)
def test_panel_and_tally_keep_to_their_room(name):
    for dealer, recent in positions(name, "panel"):
        pictures.beside_the_board(Position(game(name), dealer, recent))


@pytest.mark.parametrize("name", PAINTED)
def test_pointing_at_legal_spots_leads_to_a_legal_move(name):
    random = Random(1)
    for dealer, recent in positions(name, "point"):
        pictures.pointed(Position(game(name), dealer, recent), random)


@pytest.mark.parametrize("name", PAINTED)
def test_a_picture_is_the_same_for_equal_arguments(name):
    for dealer, recent in positions(name, "same", step=15):
        pictures.same(Position(game(name), dealer, recent))


def test_a_canvas_cuts_what_falls_outside_and_joins_runs():
    canvas = Canvas(4, 2)
    canvas.put(0, 2, "abc", "bold")
    canvas.put(-1, 0, "xxxx")
    canvas.put(1, -1, "xy", "dim")
    canvas.tint(1, 0, "reverse", columns=2)
    assert canvas.picture() == Picture(
        ((("", "  "), ("bold", "ab")), (("dim reverse", "y"), ("reverse", " "), ("", "  "))), ()
    )


def test_a_window_knows_which_spots_lie_in_it():
    canvas = Canvas(6, 6)
    canvas.put(2, 2, "*")
    inside, across = Spot("a", 2, 2), Spot("b", 1, 2, rows=3)
    picture = canvas.window(2, 2, 2, 3, [inside, across])
    assert picture.lines == ("*  ", "   ")
    assert picture.spots == (Spot("a", 0, 0), Spot("b", -1, 0, rows=3, beyond=True))
    assert picture.spot_at(1, 0) is None
    assert picture.spot_at(0, 0) == picture.spot("a")


def test_ascii_keeps_the_length():
    assert to_ascii("●━╋é“ß中") == 'o=+e"s?'


def test_ascii_draws_streets_as_strokes():
    assert to_ascii("⠤⠒⠉⣀⡇⢸⠑⠊⢄⡠⡎⢣") == "--`_||`'--/\\"


@pytest.mark.parametrize("size", pictures.SIZES)
def test_the_pawns_of_linja_are_told_apart_without_colours_and_in_ascii(size):
    painter = game("linja").painter
    for dealer, recent in positions("linja", "pawns"):
        picture = painter.picture(dealer.state, view(dealer, recent, size))
        for shown in (picture, picture.ascii()):
            pawns = [
                {
                    glyph
                    for row in shown.rows
                    for ink, text in row
                    if ink == f"bold seat{seat}"
                    for glyph in text
                }
                for seat in range(2)
            ]
            assert all(pawns)
            assert not pawns[0] & pawns[1]
