"""Bus as a picture: the city with everybody's line, the action board, the clock, and what a move would change.

A line is a row of beads in its seat's sign and colour along each of its streets; where several share a street their
beads alternate. What the viewer points at or has typed is drawn as if it were done, reversed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.bus import captions, messages
from p2pgames.games.bus.names import number
from p2pgames.games.bus.painter import city_view
from p2pgames.games.bus.painter import panel as painter_panel
from p2pgames.games.bus.painter.action_board import Strip
from p2pgames.games.bus.painter.layout import HUGE, LARGE, SMALL, layout
from p2pgames.games.bus.painter.pointing import draft_of
from p2pgames.games.bus.painter.scene import Scene, scene
from p2pgames.games.bus.state import State
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Picture, Row, View
from p2pgames.picture.window import window
from p2pgames.text import Count, Message

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing, Motion

HEAD: Final = 3
"""Rows above a part of the map."""


class BusPainter:
    """Draws Bus, and turns pointing at places into moves."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the whole city, large where there is room."""
        return _drawn(state, scene(state, view), view)

    def panel(self, state: State, view: View) -> tuple[Row, ...]:
        """Return what is to be done, the action board in words, and traced lines."""
        return tuple(row for _name, row in self.beside(state, view))

    def beside(self, state: State, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return painter_panel.panel(state, scene(state, view), view)

    def tally(self, state: State, seat: Seat) -> Message:
        """Return how many buses, markers and sticks the seat has."""
        return captions.TALLY(
            buses=Count(state.buses[seat]),
            markers=Count(state.markers[seat]),
            sticks=Count(state.sticks(seat)),
        )

    def holdings(self, state: State, seat: Seat) -> Message:
        """Return the same in words."""
        return captions.HOLDINGS(
            buses=messages.BUSES(count=Count(state.buses[seat])),
            markers=messages.MARKERS(count=Count(state.markers[seat])),
            sticks=messages.STICKS(count=Count(state.sticks(seat))),
        )

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the move that pointing at a place means, or as much of it as is clear."""
        draft = draft_of(state, seat)
        return typed if draft is None else draft.point(typed, spot)

    def drawing(self, state: State, view: View) -> Drawing:
        """Return city and action board in lines and areas."""
        from p2pgames.games.bus.painter.drawing import drawing

        return drawing(state, view)

    def aside(self, state: State, view: View) -> Drawing:
        """Return what stands beside the board, drawn."""
        from p2pgames.games.bus.painter.drawing.aside import aside

        return aside(state, view)

    def motions(self, before: State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return the way of a head along its new street, or of a passenger along a line."""
        from p2pgames.games.bus.painter.drawing import motions

        return motions(before, move)


def _drawn(state: State, shown: Scene, view: View) -> Picture:
    if view.columns < SMALL[0]:
        return _compact(state, shown, view)
    fits = (size for size in (HUGE, LARGE) if view.columns >= size[0] and view.rows >= size[1])
    chosen = layout(state.city.name, next(fits, SMALL))
    canvas = Canvas(chosen.columns, chosen.rows)
    places = city_view.draw(canvas, shown, chosen, view)
    strip = Strip(canvas, shown, view)
    strip.actions(large=chosen.large)
    if chosen.large:
        strip.stocks()
    else:
        strip.box(chosen.box)
    return canvas.picture([*places, *strip.spots])


def _compact(state: State, shown: Scene, view: View) -> Picture:
    """Return action board, clock and stocks, and below them the part of the small map around what matters."""
    page = layout(state.city.name, SMALL)
    canvas, head = Canvas(page.columns, page.rows), Canvas(page.columns, HEAD)
    places = city_view.draw(canvas, shown, page, view)
    strip = Strip(Canvas(view.columns, HEAD), shown, view)
    strip.actions(large=False, rows=HEAD - 1)
    strip.line(HEAD - 1)
    city = [replace(place, row=place.row + HEAD - 1) for place in places]
    board = Picture((*head.picture().rows, *canvas.picture().rows[1:]), tuple(city))
    seen = window(board, view.columns, view.rows, _focus(shown, view), HEAD)
    return Picture((*strip.canvas.picture().rows, *seen.rows[HEAD:]), (*seen.spots, *strip.spots))


def _focus(shown: Scene, view: View) -> str:
    """Return the crossing or street that a part of the map must show; empty if none matters."""
    if view.cursor[:1].isdecimal():
        return view.cursor
    if shown.changed:
        return number(max(shown.changed))
    if view.around[:1].isdecimal():
        return view.around
    last = [at for at, (_, newest) in shown.newest.items() if newest]
    line = shown.before.lines[shown.seat] if shown.seat is not None else ()
    return number(next(iter((*last, *line)), 0))
