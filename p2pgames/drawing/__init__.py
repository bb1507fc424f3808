"""Boards as vector drawings: pure values that a page, a picture file or another program shows as it can.

`shapes` holds the values, `paths` and `seats` help to make them, `widths` measures texts, `themes` gives inks
their colours, and `svg` writes a drawing as SVG.
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
