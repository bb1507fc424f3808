"""The board as the page gets it: each shape as one element, the spots by name, and what is to glide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from p2pgames.drawing.shapes import Drawing, Group, Ink, Shape, Text
from p2pgames.drawing.svg import Writer, path_data
from p2pgames.picture.picture import Drawer, View
from p2pgames_cli.window.page_model import PageModel
from p2pgames_protocol.log.history import MoveEntry

PREFIX: Final = "b-"
"""How ids inside the board begin; those of the page are others."""
BESIDE: Final = "p-"
"""The same for what stands beside it."""


@dataclass
class Board:
    """Draws the position that a page shows; what was drawn last is kept as long as nothing of it has changed."""

    model: PageModel
    _view: tuple[object, View] | None = None
    _shown: dict[str, Any] = field(default_factory=dict)
    _seats: tuple[tuple[Ink, tuple[Shape, ...]], ...] = ()
    _steps: int = -1

    @property
    def seats(self) -> tuple[tuple[Ink, tuple[Shape, ...]], ...]:
        """The inks and signs of the players, where the drawing says so."""
        if not self._shown:
            self.drawn()
        return self._seats

    @property
    def leads_on(self) -> bool:
        """Whether pointing at a spot of the board leads on from what stands in the line."""
        return any(legal for _name, _outline, legal, _said in (self.drawn() or {}).get("spots", ()))

    def drawn(self) -> dict[str, Any] | None:
        """Return the board; None if nothing draws the game."""
        model, painter = self.model, self.model.table.painter
        if not isinstance(painter, Drawer):
            return None
        view = model.view()
        if self._view is None or self._view[0] is not model.table.state or self._view[1] != view:
            drawing = painter.drawing(model.table.state, view)
            self._seats = drawing.seats
            self._shown = {**_elements(drawing, PREFIX), "glides": list(self._glides(painter, view))}
            self._view = (model.table.state, view)
        return self._shown

    def panel(self) -> dict[str, Any] | None:
        """Return what the game says beside its board: a drawing, or rows of inked characters; None if nothing."""
        painter, model = self.model.table.painter, self.model
        if painter is None:
            return None
        if isinstance(painter, Drawer):
            drawing = painter.aside(model.table.state, model.view())
            return (
                {**_elements(drawing, BESIDE), "meanings": self._meanings(drawing)}
                if drawing.shapes
                else None
            )
        rows = painter.panel(model.table.state, model.view())
        return {"rows": [[[ink, text] for ink, text in row] for row in rows]} if rows else None

    def _meanings(self, drawing: Drawing) -> list[str]:
        """Return what each part of what stands beside the board means, empty if it says all itself."""
        table = self.model.table
        return [
            table.named(table.here(spot.name)) or ("" if _words(spot.title) <= _written(part) else spot.title)
            for spot, part in zip(drawing.spots, drawing.shapes, strict=True)
        ]

    def _glides(self, painter: Drawer, view: View) -> Iterator[list[Any]]:
        """Yield the ways of what others have moved since the board was drawn last."""
        model = self.model
        shown = (
            len(model.table.replica.log)
            if model.table.standpoint.step is None
            else model.table.standpoint.step
        )
        before, self._steps = self._steps, shown
        if not 0 <= before < shown <= before + 2 * len(model.table.replica.names):
            return
        begun = 0  # one move after the other
        for entry in model.table.handle.history.entries(before, shown):
            if isinstance(entry, MoveEntry) and (
                model.table.standpoint.replaying or entry.seat != model.table.sight.seat
            ):
                ways = painter.motions(entry.state, entry.move, view)
                yield from (
                    [PREFIX + way.key, path_data(way.steps), way.ms, begun + way.wait] for way in ways
                )
                begun += max((way.wait + way.ms for way in ways), default=0)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _written(shape: Shape) -> frozenset[str]:
    """Return the words that a shape shows."""
    if isinstance(shape, Group):
        return frozenset().union(*map(_written, shape.shapes))
    return _words(shape.text) if isinstance(shape, Text) else frozenset()


def _elements(drawing: Drawing, prefix: str) -> dict[str, Any]:
    writer = Writer(prefix=prefix)
    return {
        "size": [ceil(drawing.width), ceil(drawing.height)],
        "title": drawing.title,
        "desc": drawing.desc,
        "symbols": writer.symbols(drawing.symbols),
        "shapes": [_element(writer, shape) for shape in drawing.shapes],
        "spots": [
            [spot.name, [round(at, 1) for point in spot.outline for at in point], spot.legal, spot.said]
            for spot in drawing.spots
        ],
    }


def _element(writer: Writer, shape: Shape) -> str:
    """Return a shape as one element: text with a halo would be two."""
    markup = writer.shape(shape)
    return f"<g>{markup}</g>" if isinstance(shape, Text) and shape.halo else markup
