"""Line 1 as a drawing: twin rails that merge where tracks meet, one's own way as a band along them.

Layers from below: cells, tints of the newest tiles, rails, the way, buildings, marks, terminals, trams, stop signs;
below the board the hand and the words that can be said.
"""

from __future__ import annotations

from typing import Final

from p2pgames.drawing.shapes import Drawing, Rect, Shape, Spot, area
from p2pgames.games.line1 import messages
from p2pgames.games.line1.names import NONE, listed
from p2pgames.games.line1.painter.drawing import board, marks, tracks, tray
from p2pgames.games.line1.painter.drawing.icons import ICONS
from p2pgames.games.line1.painter.drawing.plan import FIELD, HEIGHT, MARGIN, SIDE
from p2pgames.games.line1.painter.drawing.spots import spots
from p2pgames.games.line1.painter.scene import Scene, scene
from p2pgames.games.line1.state import State
from p2pgames.picture.picture import View
from p2pgames.text import Count, Message, SeatName

_GROUND: Final = (
    Rect(0, 0, SIDE, HEIGHT, area("board"), 22),
    Rect(MARGIN - 6, MARGIN - 6, FIELD + 12, FIELD + 12, area("shadow"), 12),
)


def drawing(state: State, view: View) -> Drawing:
    """Return the board as the viewer sees it, with what the typed move would do."""
    shown = scene(state, view)
    entries, words = tray.entries(shown, view), tray.words(shown)
    below: tuple[Spot, ...] = tray.spots(shown, view, entries, words)
    return Drawing(
        SIDE,
        HEIGHT,
        (*_shapes(shown, view), *tray.tray(shown, view, entries, words)),
        (*spots(shown, view), *below),
        {**ICONS, **tracks.symbols(shown.cells, [entry.piece for entry in entries])},
        "Line 1",
        view.say(_hands(state)),
    )


def _shapes(shown: Scene, view: View) -> tuple[Shape, ...]:
    return (
        *_GROUND,
        *board.rulers(),
        *board.grounds(shown.cells),
        *marks.tints(shown),
        *marks.open_cells(shown),
        *tracks.arcs(),
        *tracks.rails(shown.cells),
        *tracks.reach(shown),
        *tracks.route(shown),
        *board.trees(shown.cells),
        *marks.frames(shown),
        *marks.exchanges(shown),
        *board.buildings(shown.stops),
        *marks.fresh(shown),
        *marks.cursor(view.cursor),
        *board.terminals(shown, view.cursor),
        *board.trams(shown.trams),
        *board.signs(shown),
    )


def _hands(state: State) -> Message:
    """Return how many tiles everybody holds."""
    held = (
        messages.HAND_OF(player=SeatName(seat), number=Count(len(hand)))
        for seat, hand in enumerate(state.hands)
    )
    return messages.HANDS(hands=listed(held, NONE()))
