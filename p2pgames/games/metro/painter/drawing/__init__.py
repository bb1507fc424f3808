"""Metro as a drawing: every line one stroke from its station to its train, crossings like bridges.

Layers from below: cells, the newest tile's tint, track, what has arrived, lines under way, one's own, what the tile in
hand would change; then trains, stations, and marks. `plan` has the measures.
"""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Move
from p2pgames.drawing.shapes import Drawing, Motion, Rect, Shape, area
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import STATIONS
from p2pgames.games.metro.lines import changes, trace
from p2pgames.games.metro.notation import read
from p2pgames.games.metro.painter.drawing import cells, centre, lines, stations
from p2pgames.games.metro.painter.drawing.plan import FIELD, MARGIN, SIDE
from p2pgames.games.metro.painter.drawing.spots import spots
from p2pgames.games.metro.painter.scene import Scene, scene
from p2pgames.games.metro.state import State
from p2pgames.games.metro.tiles import ALL
from p2pgames.picture.picture import View
from p2pgames.text import Count

_GROUND: Final = (
    Rect(0, 0, SIDE, SIDE, area("board"), 26),
    Rect(MARGIN - 5, MARGIN - 5, FIELD + 10, FIELD + 10, area("shadow"), 12),
)


def drawing(state: State, view: View) -> Drawing:
    """Return the board as the viewer sees it, with what the typed tile would do."""
    shown = scene(state, view)
    return Drawing(
        SIDE,
        SIDE,
        _shapes(shown, view),
        spots(shown, view.say),
        cells.symbols(shown.state),
        "Metro",
        _said(state, view),
    )


def _shapes(shown: Scene, view: View) -> tuple[Shape, ...]:
    return (
        *_GROUND,
        *cells.rulers(),
        *cells.grounds(shown),
        *centre.centre(shown, view),
        *cells.tint(shown),
        *cells.open_marks(shown),
        *cells.tracks(shown.state),
        stations.platforms(),
        *cells.newest(shown),
        *lines.lines(shown),
        *lines.traced(shown),
        *lines.trains(shown),
        *(stations.plate(shown, station, view.cursor) for station in STATIONS),
        *lines.gains(shown),
        *cells.marks(shown, view.cursor),
    )


def _said(state: State, view: View) -> str:
    names = view.names or tuple(map(view.say, messages.COLOURS))
    points = ", ".join(f"{name} {points}" for name, points in zip(names, state.points, strict=False))
    laid = messages.LAID(laid=Count(state.laid), all=Count(len(ALL)), pile=Count(state.pile))
    return f"{view.say(laid)} {points}."


def motions(before: State, move: Move) -> tuple[Motion, ...]:
    """Return the ways of all trains that the move sends on."""
    lay = read(move)
    if lay is None:
        return ()
    laid = scene(before, View()).state.cells
    piece = f"{lay.face}{lay.turns}"
    after = (*laid[: lay.cell], piece, *laid[lay.cell + 1 :])
    return tuple(
        Motion(f"train-{change.station}", lines.run(trace(after, change.station), change.before))
        for change in changes(before, lay.cell, piece)
        if change.owner >= 0
    )
