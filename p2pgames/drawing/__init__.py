"""Boards as vector drawings: pure values that a page, a picture file or another program shows as it can.

`shapes` holds the values and what helps to make them, `layout` measures texts and stacks what stands beside a board,
and `svg` writes a drawing as SVG in the colours of a theme.
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
