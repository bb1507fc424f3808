"""The move being considered, and what the last move has moved."""

from __future__ import annotations

from p2pgames.contract import Move
from p2pgames.drawing.paths import line, mix, toward
from p2pgames.drawing.shapes import Group, Motion, Path, Point, Shape, Step, stroke
from p2pgames.games.bus.board import Crossing
from p2pgames.games.bus.names import number
from p2pgames.games.bus.painter.drawing import lines
from p2pgames.games.bus.painter.drawing.plan import PLOT, Plan
from p2pgames.games.bus.painter.scene import Scene, scene
from p2pgames.games.bus.state import Line, State
from p2pgames.picture.picture import View


def preview(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    """Return the meant stick, or an arrow for the meant ride."""
    match shown.move:
        case ("stick", int(one), int(other)):
            start, end = lines.lane(shown, plan, one, other, shown.before.turn)
            steps = line(start, end)
            ink = f"seat{shown.before.turn}"
            edge = Path(steps, stroke("accent", 15.2, (9, 6), blunt=True))
            return (Group((edge, Path(steps, stroke(ink, 9))), "preview", role="preview"),)
        case ("carry", int(source), int(target)):
            return (_ride(plan.points[source], plan.points[target]),)
    return ()


def _ride(source: Point, target: Point) -> Group:
    begin, tip = toward(source, target, 24), toward(target, source, 26)
    (bx, by), (ex, ey) = mix(begin, tip, 0.3), mix(begin, tip, 0.7)
    way: tuple[Step, ...] = (("M", *begin), ("C", bx, by - 30, ex, ey - 30, *tip))
    back = toward(tip, (ex, ey - 30), 13)
    dx, dy = (tip[1] - back[1]) * 0.6, (back[0] - tip[0]) * 0.6
    head = line((back[0] + dx, back[1] + dy), tip, (back[0] - dx, back[1] - dy))
    return Group(
        (
            Path((*way, *head), stroke("board", 9)),
            Path(way, stroke("accent", 3.6, (9, 7))),
            Path(head, stroke("accent", 3.6)),
        ),
        "preview",
        role="preview",
    )


def motions(before: State, after: State, move: Move, plan: Plan) -> tuple[Motion, ...]:
    """Return what went where by a legal move."""
    seat = before.turn
    match move:
        case ("stick", int(one), int(other)):
            way = lines.lane(scene(after, View()), plan, one, other, seat)
            return (Motion(f"head-{seat}-1", line(*way)),)
        case ("carry", int(source), int(target)):
            seats = scene(after, View()).seated(target)
            plots = [k for k, kind in enumerate(after.built[target]) if kind == after.clock]
            x, y = plan.plot(target, plots[seats - 1])
            stops = [plan.points[at] for at in _along(before.lines[seat], source, target)]
            place = (x + PLOT - 4, y + PLOT - 5)
            return (Motion(f"seated-{number(target)}-0", line(plan.stands[source], *stops, place), 700),)
    return ()


def _along(way: Line, source: Crossing, target: Crossing) -> Line:
    """Return the crossings of a line from one to another, the shorter way where it comes by twice."""
    pairs = [
        (i, j) for i, one in enumerate(way) for j, other in enumerate(way) if (one, other) == (source, target)
    ]
    i, j = min(pairs, key=lambda pair: abs(pair[0] - pair[1]))
    return way[i : j + 1] if i <= j else way[j : i + 1][::-1]
