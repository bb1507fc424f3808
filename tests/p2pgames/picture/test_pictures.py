"""What every game's pictures must keep, at every size, in every position."""

from itertools import permutations
from random import Random

import pytest

from p2pgames.contract import Illegal, settle
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.picture.ascii import to_ascii
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Picture, Spot, View
from p2pgames.registry import game, names

SIZES = ((88, 36), (80, 20), (90, 34), (60, 16), (115, 56))
PAINTED = [name for name in names() if game(name).painter is not None]


def positions(name, seed, step=7):
    """Positions of a random game with what a picture may be asked to show of them."""
    rules = game(name).rules
    seats = Random(seed).choice(rules.players)
    dealer = LocalDealer(rules, seats, settle(rules, seats, {}), Random(seed))
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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAINTED)
def test_a_picture_fits_and_can_be_drawn_in_ascii(name, size):
    painter = game(name).painter
    for dealer, recent in positions(name, f"{size}"):
        picture = painter.picture(dealer.state, view(dealer, recent, size))
        widths = {len(line) for line in picture.lines}
        assert len(widths) == 1
        assert widths.pop() <= size[0]
        assert len(picture.rows) <= size[1]
        drawn = "".join(picture.ascii().lines)
        assert drawn.isascii()
        assert "?" not in drawn
        for spot in picture.spots:
            if spot.beyond:
                continue
            assert picture.spot_at(spot.row, spot.column) is not None
            assert spot.row + spot.rows <= len(picture.rows)
            assert spot.column + spot.columns <= len(picture.lines[0])
        assert len({spot.name for spot in picture.spots}) == len(picture.spots)


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
    painter = game(name).painter
    for dealer, recent in positions(name, "panel"):
        for row in painter.panel(dealer.state, view(dealer, recent, (88, 36))):
            assert sum(len(text) for _, text in row) <= 36
        assert all(len(str(painter.tally(dealer.state, seat))) <= 20 for seat in range(dealer.seats))


@pytest.mark.parametrize("name", PAINTED)
def test_pointing_at_legal_spots_leads_to_a_legal_move(name):
    painter, rules = game(name).painter, game(name).rules
    random = Random(1)
    for dealer, recent in positions(name, "point"):
        if (seat := dealer.turn) is None:
            continue
        typed, cursor = "", ""
        for _ in range(12):
            try:
                rules.parse(dealer.state, seat, dealer.known[seat], typed)
            except Illegal:
                pass
            else:
                if typed:
                    break
            seen = painter.picture(dealer.state, view(dealer, recent, (88, 36), typed=typed, cursor=cursor))
            legal = [spot for spot in seen.spots if spot.legal]
            if not legal:
                typed = rules.text(
                    dealer.state, seat, dealer.moves()[0]
                )  # a move that has no place on the board
                continue
            cursor = random.choice(legal).name
            typed = painter.point(dealer.state, seat, dealer.known[seat], typed, cursor)
        assert (
            rules.why_not(
                dealer.state,
                seat,
                dealer.known[seat],
                rules.parse(dealer.state, seat, dealer.known[seat], typed),
            )
            is None
        )


@pytest.mark.parametrize("name", PAINTED)
def test_a_picture_is_the_same_for_equal_arguments_and_hides_from_a_spectator(name):
    painter = game(name).painter
    for dealer, recent in positions(name, "same", step=15):
        eyes = View(recent=recent)
        assert painter.picture(dealer.state, eyes) == painter.picture(dealer.state, eyes)
        assert painter.panel(dealer.state, eyes) == painter.panel(dealer.state, eyes)


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


@pytest.mark.parametrize("size", SIZES)
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
