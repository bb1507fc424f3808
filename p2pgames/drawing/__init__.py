"""Boards as vector drawings: pure values that a page, a picture file or another program shows as it can.

`shapes` holds the values and what helps to make them, `layout` measures texts and stacks what stands beside a board,
and `svg` writes a drawing as SVG in the colours of a theme.

How large things of a board are was chosen by eye. What must not happen, whatever words and boards turn out to be,
`p2pgames_protocol.testing.game.drawings` checks for every game: labels that touch, are covered or lie outside.
"""

from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Ink,
    Motion,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    Use,
    area,
    stroke,
)

__all__ = [
    "Circle",
    "Drawing",
    "Group",
    "Ink",
    "Motion",
    "Paint",
    "Path",
    "Point",
    "Poly",
    "Rect",
    "Shape",
    "Spot",
    "Step",
    "Text",
    "Use",
    "area",
    "stroke",
]
