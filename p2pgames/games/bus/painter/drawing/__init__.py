"""Bus as a drawing: a map on which each line has a lane of its own, with the action board above it.

Layers from below: roads, lines, the newest moves, heads, crossings with their plots and passengers, the move that is
meant; then the action board, the clock and the stocks. Where things lie in a city was searched for once and stands in
data/map.json.
"""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Move
from p2pgames.drawing.shapes import Drawing, Motion, Rect, Shape, Spot, area
from p2pgames.games.bus import messages, moves
from p2pgames.games.bus.names import number
from p2pgames.games.bus.painter.drawing import crossings, lines, places, preview, stocks, strip
from p2pgames.games.bus.painter.drawing.icons import ICONS
from p2pgames.games.bus.painter.drawing.plan import WIDTH, Plan, plan
from p2pgames.games.bus.painter.scene import Scene, scene
from p2pgames.games.bus.state import State
from p2pgames.picture.picture import View

CORNER: Final = 22


def drawing(state: State, view: View) -> Drawing:
    """Return the city and the action board as they would be right after the move being considered."""
    shown, where = scene(state, view), plan(state.city)
    legal = frozenset(name for at in state.city.crossings if shown.legal(view.typed, name := number(at)))
    actions, areas = strip.strip(shown, view)
    pills, answers = stocks.stocks(shown, view)
    return Drawing(
        WIDTH,
        where.height,
        (*_map(shown, where, view, legal), *actions, *pills),
        _spots(
            (
                *areas,
                *answers,
                *places.crossings(shown, where, view, legal),
                *places.streets(shown, where, view),
            )
        ),
        ICONS,
        "Bus",
        _said(shown, view),
    )


def _map(shown: Scene, where: Plan, view: View, legal: frozenset[str]) -> tuple[Shape, ...]:
    return (
        Rect(0, 0, WIDTH, where.height, area("board"), CORNER),
        *lines.roads(shown, where),
        *lines.lines(shown, where),
        *crossings.newest(shown, where),
        *lines.heads(shown, where),
        *crossings.crossings(shown, where, view, legal),
        *preview.preview(shown, where),
    )


def _spots(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple({spot.name: spot for spot in spots}.values())


def _said(shown: Scene, view: View) -> str:
    state = shown.state
    points = (f"{view.called(seat)} {mine}" for seat, mine in enumerate(state.points))
    hour = view.brief(messages.KINDS[state.clock])
    return f"{view.brief(messages.CLOCK())}: {hour}; {', '.join(points)}"


def motions(before: State, move: Move) -> tuple[Motion, ...]:
    """Return the way of a line's head along its new street, or of a passenger along the line."""
    return preview.motions(before, moves.play(before, move), move, plan(before.city))
