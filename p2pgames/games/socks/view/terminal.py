"""Socks in the City as a picture: a map of hexagons with rulers, and where it does not fit, a part of it.

Seat 1's sticks are thin and seat 2's thick, whatever their colour; socks are letters in brackets.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.socks import sentences
from p2pgames.games.socks.notation import names, row_name
from p2pgames.games.socks.state import SOCKS, State
from p2pgames.games.socks.view import pointing
from p2pgames.games.socks.view.panel import brief, pairs, panel
from p2pgames.games.socks.view.scene import Scene, scene
from p2pgames.games.socks.view.terminal_map import (
    COLUMNS,
    LARGE,
    NARROW,
    Layout,
    Place,
    draw_laying,
    draw_map,
    extent,
    join,
    laying_marks,
    map_marks,
)
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Picture, Row, Spot, View
from p2pgames.text import Count, FaceName, Message

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing, Motion

LETTERS: Final = 4
"""The columns of the rows' names."""
SMALL: Final = 30
"""Rows below which pairs stand beside the map: there is no panel then."""


class SocksPainter:
    """Draws Socks in the City, and turns pointing into sticks, tiles and socks."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the map, as large as there is room for; on a small screen pairs and an overview beside it."""
        if state.city is None and not state.total:
            return _empty(view)
        shown = scene(state, view) if state.city else None
        first, last = _extent(state)
        rows, columns = last[0] - first[0] + 1, last[1] - first[1] + 1
        small = view.rows < SMALL
        room = view.columns - LETTERS - (COLUMNS if small else 0)
        for layout in (*LARGE, NARROW):
            high, wide = layout.extent(rows, columns)
            if high < view.rows and wide <= room:
                break
        canvas = Canvas(wide, high)
        spots = _drawn(canvas, layout, state, shown, view)
        cut = high >= view.rows or wide > room
        room = view.columns - LETTERS - (COLUMNS if small or cut else 0)
        seen = _part(
            canvas,
            layout,
            first,
            spots,
            min(high, view.rows - 1),
            min(wide, room),
            _focus(spots, view, state),
        )
        if not small and not cut:
            return seen
        marks = map_marks(shown) if shown else laying_marks(state, view)
        below = () if not small else pairs(shown, view.say, wide=False) if shown else brief(state, view.say)
        return join(seen, marks, below, view)

    def side_panel_rows(self, state: State, view: View) -> tuple[Row, ...]:
        """Return the pairs, what each takes, and what the signs mean."""
        return tuple(row for _name, row in panel(state, view))

    def side_panel_entries(self, state: State, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return panel(state, view)

    def seat_summary(self, state: State, seat: Seat) -> Message:
        """Return how many sticks a seat has, and which prizes."""
        prizes = "".join(SOCKS[colour] for colour in state.prizes(seat))
        sticks = Count(state.left[seat])
        if not prizes:
            return sentences.COUNTED_STICKS(count=sticks)
        return sentences.STICKS_AND_PRIZES(count=sticks, prizes=FaceName(prizes))

    def seat_summary_in_words(self, state: State, seat: Seat) -> Message:
        """Return the same in words."""
        sticks, won = (
            sentences.COUNTED_STICKS(count=Count(state.left[seat])),
            sentences.letters(state.prizes(seat)),
        )
        return sentences.HAS_WON(sticks=sticks, colours=won) if won.items else sticks

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the stick, tile or sock that pointing there begins or completes."""
        return pointing.point(state, seat, typed, spot)

    def drawing(self, state: State, view: View) -> Drawing:
        """Return the city, or what lies of it, in lines and areas."""
        from p2pgames.games.socks.view.svg import drawing

        return drawing(state, view)

    def side_panel_drawing(self, state: State, view: View) -> Drawing:
        """Return what stands beside the board, drawn."""
        from p2pgames.games.socks.view.svg_aside import aside

        return aside(state, view)

    def motions(self, before: State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return none: what is laid stays where it is."""
        return ()


def _drawn(canvas: Canvas, layout: Layout, state: State, shown: Scene | None, view: View) -> tuple[Spot, ...]:
    if shown is None:
        return draw_laying(canvas, layout, state, view)
    return draw_map(canvas, layout, shown, view.cursor)


def _empty(view: View) -> Picture:
    text = view.say(sentences.NOT_LAID_OUT())
    return Picture(((("", text[: view.columns]),),))


def _extent(state: State) -> tuple[Place, Place]:
    """Return the first and last row and column of the map."""
    if state.city is None:
        return extent(state)
    here = names(state)
    places = [here.place(state.town.cell(station)) for station in state.town.stations]
    return (0, 0), (max(row for row, _ in places), max(column for _, column in places))


def _focus(spots: tuple[Spot, ...], view: View, state: State) -> Place | None:
    """Return the character a part of the map must show: the cursor, what is typed, or the newest move."""
    wanted = [view.cursor, *view.typed.lower().replace("-", " ").split(), view.around]
    if view.recent:
        before, _, move = view.recent[-1]
        if names(before) == names(state):
            wanted += pointing.words_of(before, move)
    found = {spot.name: spot for spot in spots}
    spot = next((found[name] for name in wanted if name in found), None)
    return None if spot is None else (spot.row, spot.column)


def _part(
    canvas: Canvas,
    layout: Layout,
    first: Place,
    spots: tuple[Spot, ...],
    rows: int,
    columns: int,
    focus: Place | None,
) -> Picture:
    """Return so much of the map, around the focus where it does not fit, with rulers above and to the left."""
    row, column = focus or (canvas.rows // 2, canvas.columns // 2)
    top = max(0, min(row - rows // 2, canvas.rows - rows))
    left = max(0, min(column - columns // 2, canvas.columns - columns))
    seen = canvas.window(top, left, rows, columns, spots)
    lines = [_ruler(layout, first[1], left, columns)]
    for number, line in enumerate(seen.rows, top):
        name = row_name(first[0] + number // layout.height) if number % layout.height == 0 else ""
        lines.append((("bold", f"{name:>2}".ljust(LETTERS)), *line))
    moved = tuple(replace(spot, row=spot.row + 1, column=spot.column + LETTERS) for spot in seen.spots)
    return Picture(tuple(lines), moved)


def _ruler(layout: Layout, first: int, left: int, columns: int) -> Row:
    """Return the numbers of the columns, every other one, or on a small map every fourth."""
    canvas = Canvas(LETTERS + columns, 1)
    every = 4 if layout is NARROW else 2
    for column in range(first - first % every, first + (left + columns) // layout.width + 1, every):
        at = (column - first) * layout.width + 1 - left
        if 0 <= at < columns and column >= first:
            canvas.put(0, LETTERS + at, str(column + 1), "bold")
    return canvas.picture().rows[0]
