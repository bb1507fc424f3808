"""Shuttle as a picture in characters, and what pointing at it types."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.drawing.layout import column, heading, prose
from p2pgames.drawing.shapes import Drawing, Motion
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Picture, Row, Spot, View
from p2pgames.text import FaceName
from shuttle import drawing, messages
from shuttle.notation import held
from shuttle.state import DEPOT, TICKETS, State

STOPS: Final = range(-DEPOT, DEPOT + 1)
ROWS: Final = 9


class ShuttlePainter:
    """Draws the line with its tram, the open ticket, and the viewer's own ones."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the board, wide where there is room for it."""
        pitch = 7 if view.columns >= 88 else 5
        canvas = Canvas(pitch * len(STOPS), ROWS)
        canvas.put(1, 1, "─" * (pitch * (len(STOPS) - 1)), "dim")
        for number, stop in enumerate(STOPS):
            seat = (-DEPOT, DEPOT).index(stop) if abs(stop) == DEPOT else None
            glyph, ink = ("○", "") if seat is None else (GLYPHS[seat], f"seat{seat}")
            canvas.put(1, 1 + number * pitch, glyph, ink)
            if stop == state.tram:
                canvas.put(0, number * pitch, "┌█┐", "bold")
        ticket = messages.OPEN(ticket=FaceName(state.shown[-1])) if state.shown else messages.NOTHING_OPEN()
        canvas.put(3, 1, view.say(ticket))
        return canvas.picture(self._tickets(canvas, state, view))

    def _tickets(self, canvas: Canvas, state: State, view: View) -> tuple[Spot, ...]:
        own = held(state, view.seat, view.known) if view.seat is not None else {}
        mine = view.seat == state.turn and not state.over
        for number, face in enumerate(own):
            ink = "reverse" if view.cursor == face else "bold" if mine else ""
            for row, text in enumerate(("┌────┐", f"│ {face:>2} │", "└────┘")):
                canvas.put(5 + row, 1 + number * 8, text, ink)
        return tuple(Spot(face, 5, 1 + number * 8, 3, 6, mine) for number, face in enumerate(own))

    def side_panel_rows(self, state: State, view: View) -> tuple[Row, ...]:  # noqa: ARG002
        """Return the tickets that the viewer has not seen."""
        return ((("bold", view.say(messages.UNSEEN())),), (("", _unseen(view)),))

    def side_panel_drawing(self, state: State, view: View) -> Drawing:  # noqa: ARG002
        """Return the same, drawn."""
        return column("Shuttle", (heading(view.say(messages.UNSEEN())), prose(_unseen(view) or "–")), {})

    def seat_summary(self, state: State, seat: Seat) -> None:
        """Count nothing for a seat."""

    def seat_summary_in_words(self, state: State, seat: Seat) -> None:
        """Count nothing for a seat."""

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:
        """Return the ticket that was pointed at."""
        return spot if spot in held(state, seat, known) else typed

    def drawing(self, state: State, view: View) -> Drawing:
        """Return the board in lines and areas."""
        return drawing.drawing(state, view)

    def motions(self, before: State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return the way of the tram."""
        return drawing.motions(before, move)


def _unseen(view: View) -> str:
    return " ".join(face for face in TICKETS if face not in view.known.values())
