"""Socks in the City as a drawing: hexagons with parks between them, rails that are printed, sticks, and the socks.

`streets` is the finished city, `laying` the table while it is laid out; `ground` and `pieces` serve both.
"""

from __future__ import annotations

from p2pgames.drawing.shapes import Drawing, Rect, Text, area
from p2pgames.drawing.widths import fitted
from p2pgames.games.socks import messages
from p2pgames.games.socks.painter.drawing import laying, streets
from p2pgames.games.socks.state import SOCKS, State
from p2pgames.picture.picture import View

TITLE = "Socks in the City"
WIDE, HIGH = 880, 620


def drawing(state: State, view: View) -> Drawing:
    """Return the city, or what lies of it."""
    if state.city is not None:
        return streets.drawing(state, view, TITLE, _said(state, view))
    if state.total:
        return laying.drawing(state, view, TITLE, view.say(messages.tile_of(state)))
    text = view.say(messages.NOT_LAID_OUT())
    words = Text(WIDE / 2, HIGH / 2, text, fitted(text, 24, WIDE - 80), "muted")
    return Drawing(WIDE, HIGH, (Rect(0, 0, WIDE, HIGH, area("board"), 24), words), title=TITLE, desc=text)


def _said(state: State, view: View) -> str:
    prizes = (", ".join(SOCKS[colour] for colour in state.prizes(seat)) for seat in range(2))
    return "; ".join(f"{view.called(seat)} {won or '–'}" for seat, won in enumerate(prizes))
