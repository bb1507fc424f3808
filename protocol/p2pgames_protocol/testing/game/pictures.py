"""Boards drawn in characters: they fit, can be shown in ASCII, and lead to moves."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

from p2pgames.contract import Illegal
from p2pgames.picture.picture import PANEL, Drawer, Painter, Picture, SignedPainter, View, seat_sign
from p2pgames_protocol.testing.game.case import Case, Position, expect, fail

SIZES: Final = ((88, 36), (80, 20), (90, 34), (60, 16), (115, 56))
"""Columns and rows that a board is given on screens that people have."""
TALLY: Final = 20
CLICKS: Final = 12
"""Clicks after which a move should be complete."""


def fits(case: Case, _random: Random) -> None:
    """Check that the board fits at every size, in characters and in ASCII."""
    position = case.position()
    for size in SIZES:
        fits_into(position, size)


def fits_into(position: Position, size: tuple[int, int]) -> None:
    """Check one size."""
    columns, rows = size
    picture = position.picture(position.view(position.dealer.turn, *size))
    widths = {len(line) for line in picture.lines}
    expect(len(widths) == 1, f"In {columns} columns the rows of the picture have different widths.")
    wide, high = widths.pop(), len(picture.rows)
    expect(
        wide <= columns and high <= rows,
        f"The picture is {wide} by {high}, and there is room for {columns} by {rows}.",
    )
    for line in picture.ascii().lines:
        expect(line.isascii() and "?" not in line, f"In ASCII a row would read {line.strip()!r}.")
    for spot in picture.spots:
        if not spot.beyond:
            expect(picture.spot_at(spot.row, spot.column), f"Nobody can point at the spot {spot.name}.")
            expect(
                spot.row + spot.rows <= high and spot.column + spot.columns <= wide,
                f"The spot {spot.name} lies outside the picture.",
            )
    expect(len({spot.name for spot in picture.spots}) == len(picture.spots), "Two spots have the same name.")


def beside(case: Case, _random: Random) -> None:
    """Check that what stands beside the board keeps to its room."""
    beside_the_board(case.position())


def beside_the_board(position: Position) -> None:
    """Check one position."""
    state, viewer = position.dealer.state, position.view(position.dealer.turn, 88, 36)
    for row in position.painter.side_panel_rows(state, viewer):
        said = "".join(text for _, text in row)
        expect(len(said) <= PANEL, f"{said!r} is longer than the {PANEL} characters of the panel.")
    told(position)
    for seat in range(position.dealer.seats):
        tally = position.painter.seat_summary(state, seat)
        expect(
            tally is None or len(str(tally)) <= TALLY, f"{str(tally)!r} is longer than {TALLY} characters."
        )


def told(position: Position) -> None:
    """Check of one position that whatever can be pointed at beside the board is told about."""
    state, painter = position.dealer.state, position.painter
    viewer = position.view(position.dealer.turn, 88, 36)
    if not isinstance(painter, SignedPainter):
        return
    rows = painter.side_panel_entries(state, viewer)
    expect(
        tuple(row for _, row in rows) == painter.side_panel_rows(state, viewer),
        "The panel has other rows when it is asked.",
    )
    rules, seats = position.dealer.rules, [seat_sign(seat) for seat in range(position.dealer.seats)]
    for name in dict.fromkeys(name for name, _ in rows if name and name not in seats):
        there = rules.describe_spot(state, viewer.seat, viewer.known, name)
        expect(there is not None, f"Nothing is told of {name!r}, which the panel can be asked about.")


def equal(case: Case, _random: Random) -> None:
    """Check that equal positions look equal, to a player and to a spectator without names."""
    same(case.position())


def same(position: Position) -> None:
    """Check one position."""
    state, painter = position.dealer.state, position.painter
    for viewer in (View(recent=position.recent), position.view(0)):
        once, again = (_all(painter, state, viewer) for _ in range(2))
        expect(once == again, "One position gives two different pictures.")


def _all(painter: Painter, state: Any, viewer: View) -> tuple[object, ...]:
    drawing = painter.drawing(state, viewer) if isinstance(painter, Drawer) else None
    return painter.picture(state, viewer), painter.side_panel_rows(state, viewer), drawing


def pointing(case: Case, random: Random) -> None:
    """Check that pointing at whatever is marked as legal ends in a legal move."""
    pointed(case.position(), random)


def pointed(position: Position, random: Random) -> None:
    """Check one position."""
    if (seat := position.dealer.turn) is None:
        return
    view = position.view(seat, 88, 36)
    typed, cursor = "", ""
    for _ in range(CLICKS):
        if typed and _is_move(position, typed):
            return
        picture: Picture = position.picture(position.view(seat, 88, 36, typed=typed, cursor=cursor))
        legal = [spot.name for spot in picture.spots if spot.legal]
        if not legal and not typed:
            return  # such a move has no place on the board
        expect(legal, f"After {typed!r} nothing is left to point at, and that is no move.")
        cursor = random.choice(legal)
        typed = position.painter.point(position.dealer.state, seat, view.known, typed, cursor)
    if not _is_move(position, typed):
        fail(f"After {CLICKS} clicks the line holds {typed!r}, which is no legal move.")


ODD: Final = (
    "",
    " ",
    "+",
    "-",
    "x",
    "+-",
    "+x-",
    "0",
    "-1",
    "99",
    "1" * 380,
    "\u0663",
    "\u00b2",
    "a",
    "Z",
    "/",
    "#",
    "\u202e",
)
"""Pieces of what nobody means; two of the digits are none for `int`, or no ASCII."""


def odd(case: Case, random: Random) -> None:
    """Check that whatever a page points at and types leads to a line, to a board, and to no error."""
    position = case.position()
    seat = position.dealer.turn or 0
    view = position.view(seat, 88, 36)
    names = [spot.name for spot in position.picture(view).spots]
    for _ in range(CLICKS):
        spot, line = ("".join(random.choices((*ODD, *names), k=random.randrange(4))) for _each in range(2))
        line = position.painter.point(position.dealer.state, seat, view.known, line, spot)
        _all(position.painter, position.dealer.state, replace(view, typed=line, cursor=spot))
        position.rules.describe_spot(position.dealer.state, seat, view.known, spot)


def _is_move(position: Position, typed: str) -> bool:
    seat = position.dealer.turn or 0
    try:
        position.rules.parse(position.dealer.state, seat, position.dealer.known[seat], typed)
    except Illegal:
        return False
    return True
