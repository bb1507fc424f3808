"""Marks of what is new or meant cover nothing that is read."""

from dataclasses import replace
from math import dist

from p2pgames.drawing.shapes import Circle, Group, Paint
from p2pgames.games.line1.board import ARCS, GROUND, NAMES
from p2pgames.games.line1.view.svg_board import bullet
from tests.p2pgames.drawing.tables import positions

ARROW = Paint("board", "accent", 2)
"""How the ground of the arrow is painted that says where a tile may be exchanged."""
BULLET = 18.5
"""The radius of the number of a line at its terminal, with its rim."""


def test_the_number_of_a_terminal_lies_over_the_cursor_beside_it():
    (table,) = positions("line1", 2, 1, 1)
    for cell in (cell for cell in GROUND if NAMES[cell] in ("a2", "a10", "l3")):
        keys = [
            group.key for group in table.drawing(table.view(0, cursor=NAMES[cell])).shapes if keyed(group)
        ]
        assert keys.index("cursor") < min(keys.index(key) for key in keys if key.startswith("terminal-"))


def test_no_number_of_a_terminal_covers_what_says_that_a_tile_may_be_exchanged():
    seen = 0
    for table in positions("line1", 4, 2, 9):
        if (turn := table.dealer.turn) is None:
            continue
        view = table.view(turn)
        for tile in (
            spot.name for spot in table.drawing(view).spots if spot.legal and spot.name not in NAMES
        ):
            for shape in table.drawing(replace(view, typed=table.point(view, tile))).shapes:
                if isinstance(shape, Circle) and shape.paint == ARROW:
                    seen += 1
                    far = min(dist((shape.x, shape.y), bullet(end)) for end in ARCS)
                    assert far > shape.r + BULLET, (shape.x, shape.y)
    assert seen


def test_the_end_of_a_line_lies_over_the_ground_of_the_newest_crossing():
    seen = 0
    for table in positions("bus", 5, 3, 9):
        shapes = table.drawing(table.view(None)).shapes
        grounds = [at for at, shape in enumerate(shapes) if tinted(shape)]
        heads = [at for at, shape in enumerate(shapes) if keyed(shape) and shape.key.startswith("head-")]
        if grounds and heads:
            seen += 1
            assert max(grounds) < min(heads)
    assert seen


def keyed(shape):
    return isinstance(shape, Group) and bool(shape.key)


def tinted(shape):
    return isinstance(shape, Circle) and shape.paint.alpha == 0.28
