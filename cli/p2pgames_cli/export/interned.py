"""What a film shows, each shape, sentence and motion held once, by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Drawing, Group, Ink, Motion, Shape, Spot, Text
from p2pgames.drawing.svg import Writer, path_data
from p2pgames_cli.i18n.prose import unbroken

PREFIX = "b-"
"""How ids inside the boards begin; those of the page are others."""

Table: TypeAlias = dict[Any, int]


@dataclass
class Interned:
    """Tables of whatever frames name by a number: things as keys, in the order in which they came."""

    shapes: dict[Shape | str, int] = field(default_factory=dict)
    """Those of drawings, and rows of characters as they are written."""
    placed: dict[tuple[int, float, float], int] = field(default_factory=dict)
    """Shapes in what stands beside boards, and where in it: the same ones stand in many places."""
    parts: dict[tuple[float, float, int, tuple[int, ...]], int] = field(default_factory=dict)
    """Of what stands beside boards: the room above a part, its height, the text that is read, and what is placed."""
    outlines: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[int, int], int] = field(default_factory=dict)
    """What can be pointed at: an outline, and the text that says what lies there."""
    points: dict[tuple[int, Seat, int, int], int] = field(default_factory=dict)
    """The step at which a seat got points, or 0, who, how many, and the text that says what for."""
    texts: dict[str, int] = field(default_factory=dict)
    motions: dict[Motion, int] = field(default_factory=dict)
    symbols: dict[str, tuple[Shape, ...]] = field(default_factory=dict)
    seats: tuple[tuple[Ink, tuple[Shape, ...]], ...] = ()
    """The inks and signs of the players, where the drawings say so."""

    def shape(self, shape: Shape | str) -> int:
        """Return the number of a shape."""
        return _number(self.shapes, shape)

    def text(self, text: str) -> int:
        """Return the number of a text."""
        return _number(self.texts, unbroken(text))

    def motion(self, motion: Motion) -> int:
        """Return the number of a motion."""
        return _number(self.motions, motion)

    def place(self, spot: Spot) -> int:
        """Return the number of a place that can be pointed at."""
        outline = " ".join(f"{x:.0f},{y:.0f}" for x, y in spot.outline)
        return _number(self.places, (_number(self.outlines, outline), self.text(spot.title)))

    def got(self, step: int, seat: Seat, points: int, what: str) -> int:
        """Return the number of some points."""
        return _number(self.points, (step, seat, points, self.text(what)))

    def column(self, drawn: Drawing) -> Iterator[int]:
        """Yield the numbers of the parts of a column, from its top on."""
        self.symbols.update(drawn.symbols)
        end = 0.0
        for group, spot in zip(drawn.shapes, drawn.spots, strict=True):
            top, bottom = spot.outline[0][1], spot.outline[-1][1]
            placed = tuple(map(self._placed, group.shapes if isinstance(group, Group) else (group,)))
            part = round(top - end, 1), round(bottom - top, 1), self.text(spot.title), placed
            yield _number(self.parts, part)
            end = bottom

    def _placed(self, shape: Shape) -> int:
        group = shape if isinstance(shape, Group) else Group((shape,))
        at = self.shape(replace(group, x=0, y=0)), round(group.x, 1), round(group.y, 1)
        return _number(self.placed, at)

    def data(self) -> tuple[dict[str, object], list[int], list[int]]:
        """Return the tables as plain data, and where in them each shape and each text went.

        Both are in the order of the alphabet, since that packs best.
        """
        shapes, shape = _ordered(self._elements())
        texts, text = _ordered(self.texts)
        data = {
            "shapes": shapes,
            "texts": texts,
            "placed": [[shape[number], x, y] for number, x, y in self.placed],
            "parts": [[above, high, text[said], *placed] for above, high, said, placed in self.parts],
            "outlines": [*self.outlines],
            "places": [[outline, text[said]] for outline, said in self.places],
            "points": [[*who, text[what]] for *who, what in self.points],
            "ways": [[PREFIX + m.key, path_data(m.steps), m.ms, m.wait] for m in self.motions],
            "symbols": Writer(prefix=PREFIX).symbols(self.symbols),
        }
        return data, shape, text

    def _elements(self) -> Iterator[str]:
        """Yield each shape as one element of SVG."""
        writer = Writer(prefix=PREFIX)
        return (each if isinstance(each, str) else _element(writer, each) for each in self.shapes)


def _number(table: Table, thing: object) -> int:
    """Return the number of a thing, a new one if the table lacks it."""
    return table.setdefault(thing, len(table))


def _element(writer: Writer, shape: Shape) -> str:
    """Return a shape as one element: text with a halo would be two."""
    markup = writer.shape(shape)
    return f"<g>{markup}</g>" if isinstance(shape, Text) and shape.halo else markup


def _ordered(texts: Iterable[str]) -> tuple[list[str], list[int]]:
    """Return texts in order, and where in it each of them went."""
    given = [*texts]
    order = sorted(range(len(given)), key=given.__getitem__)
    places = [0] * len(given)
    for place, number in enumerate(order):
        places[number] = place
    return [given[number] for number in order], places
