"""Bus as a drawing: a map on which each line has a lane of its own, with the action board above it.

Layers from below: roads, lines, the newest moves, heads, crossings with their plots and passengers, the move that is
meant; then the action board, the clock and the stocks. Where things lie in a city was searched for once and stands in
data/map.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from p2pgames.contract import Move, Seat
from p2pgames.drawing.paths import beside, dist, line, mix, toward
from p2pgames.drawing.seats import badge, core
from p2pgames.drawing.shapes import Drawing, Group, Motion, Path, Point, Rect, Shape, Spot, Step, area, stroke
from p2pgames.games.bus import notation, sentences
from p2pgames.games.bus.board import City, Crossing, Street, number
from p2pgames.games.bus.state import Line, State, Task
from p2pgames.games.bus.view import svg_board, svg_crossings
from p2pgames.games.bus.view.scene import Scene, scene
from p2pgames.games.bus.view.svg_crossings import ICONS
from p2pgames.games.bus.view.svg_plan import (
    NODE,
    PLOT,
    STATION,
    WIDTH,
    Plan,
    crossing_spots,
    plan,
    street_spots,
)
from p2pgames.picture.picture import View

CORNER: Final = 22


def drawing(state: State, view: View) -> Drawing:
    """Return the city and the action board as they would be right after the move being considered."""
    shown, where = scene(state, view), plan(state.city)
    legal = frozenset(name for at in state.city.crossings if shown.legal(view.typed, name := number(at)))
    actions, areas = svg_board.strip(shown, view)
    pills, answers = svg_board.stocks(shown, view)
    return Drawing(
        WIDTH,
        where.height,
        (*_map(shown, where, view, legal), *actions, *pills),
        _spots(
            (
                *areas,
                *answers,
                *crossing_spots(shown, where, view, legal),
                *street_spots(shown, where, view),
            )
        ),
        ICONS,
        "Bus",
        _said(shown, view),
    )


# Roads, and the lines on them: each has a lane of its own along a street and bends from lane to lane.

LANE: Final = 10.2
"""From the middle of one line to the next."""
ROAD: Final = 13
TRIM: Final = 20
"""How far from a crossing's middle lines leave their lanes."""
BADGE: Final = 11


def roads(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    """Return all streets, wider where several lines run, and dots along those where a stick may be laid."""
    ways = [(ROAD, _streets(shown.state.city, plan)), *_broad(shown, plan)]
    kerbs = (Path(steps, stroke("kerb", width + 4)) for width, steps in ways)
    return (*kerbs, *(Path(steps, stroke("road", width)) for width, steps in ways), *_offered(shown, plan))


@lru_cache(8)
def _streets(city: City, plan: Plan) -> tuple[Step, ...]:
    return tuple(step for a, b in city.streets for step in line(plan.points[a], plan.points[b]))


def _broad(shown: Scene, plan: Plan) -> Iterator[tuple[float, tuple[Step, ...]]]:
    """Yield width and way of every street with several lines, each by itself: what changes is little."""
    for street, (a, b) in enumerate(shown.state.city.streets):
        if (width := len(shown.users[street]) * LANE + 7) > ROAD:
            yield width, line(plan.points[a], plan.points[b])


def _offered(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    if shown.draft is None or shown.before.task not in (Task.FIRST, Task.LINE):
        return ()
    steps: list[Step] = []
    for a, b in (map(int, text.split("-")) for text in shown.draft.moves):
        p, q = plan.points[a], plan.points[b]
        steps.extend(line(toward(p, q, NODE + 6), toward(q, p, NODE + 6)))
    return (Path(tuple(steps), stroke("accent", 3, (2, 9))),)


def lane(shown: Scene, plan: Plan, one: Crossing, other: Crossing, seat: Seat) -> tuple[Point, Point]:
    """Return the ends of a seat's lane along a street, on its way from one crossing to the other."""
    city = shown.state.city
    street = city.street[one, other]
    a, b = city.streets[street]
    p, q = plan.points[a], plan.points[b]
    users = shown.users[street]
    # In the street's own direction, so that no two lines change sides on it.
    ox, oy = beside(p, q, (users.index(seat) - (len(users) - 1) / 2) * LANE)
    trim = min(TRIM, dist(p, q) * 0.3)
    (sx, sy), (ex, ey) = toward(p, q, trim), toward(q, p, trim)
    start, end = (sx + ox, sy + oy), (ex + ox, ey + oy)
    return (start, end) if a == one else (end, start)


def lines(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    """Return every line that is to be seen."""
    return tuple(_line(shown, plan, seat, line) for seat, line in _seen(shown))


def _seen(shown: Scene) -> list[tuple[Seat, Line]]:
    every = enumerate(shown.state.lines)
    return [
        (seat, line) for seat, line in every if len(line) > 1 and (not shown.traced or seat in shown.traced)
    ]


def _line(shown: Scene, plan: Plan, seat: Seat, crossings: Line) -> Group:
    steps: list[Step] = []
    before: tuple[Point, Point] | None = None
    for one, other in pairwise(crossings):
        start, end = lane(shown, plan, one, other, seat)
        steps.append(_bend(before, (start, end)) if before else ("M", *start))
        steps.append(("L", *end))
        before = start, end
    way = tuple(steps)
    paths = (
        Path(way, stroke("road", LANE + 2.5, blunt=True)),
        Path(way, stroke(f"edge{seat}", LANE - 0.6)),
        Path(way, stroke(f"seat{seat}", LANE - 2.4)),
        *core(seat, way, 2.4, 0.85),
    )
    return Group(paths, f"line-{seat}")


def _bend(before: tuple[Point, Point], after: tuple[Point, Point]) -> Step:
    """Return one curve from lane to lane whose ends run along both streets."""
    reach = dist(before[1], after[0]) * 0.42
    return ("C", *toward(before[1], before[0], -reach), *toward(after[0], after[1], -reach), *after[0])


def heads(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    """Return a badge at both ends of every line, two apart where lanes lie side by side."""
    found: list[Shape] = []
    for seat, way in _seen(shown):
        for end, (head, inner) in enumerate(((way[0], way[1]), (way[-1], way[-2]))):
            x, y = _head(shown, plan, seat, head, inner)
            edge = "text" if seat == shown.seat else "board"
            found.append(Group(badge(seat, 0, 0, BADGE, edge), f"head-{seat}-{end}", x, y))
    return tuple(found)


def _head(shown: Scene, plan: Plan, seat: Seat, head: Crossing, inner: Crossing) -> Point:
    start, end = lane(shown, plan, head, inner, seat)
    street = shown.state.city.street[head, inner]
    back = _arrived(shown, head, street).index(seat) % 2 if len(shown.users[street]) > 1 else 0
    return toward(start, end, _clear(shown, plan, head, inner) - TRIM + 2 * (BADGE + 0.5) * back)


def _clear(shown: Scene, plan: Plan, at: Crossing, other: Crossing) -> float:
    """Return how far from a crossing's middle a badge is clear of it, on the way to another."""
    if at not in shown.state.city.stations:
        return NODE + BADGE + 1
    (x, y), (ox, oy) = plan.points[at], plan.points[other]
    whole = dist((x, y), (ox, oy))
    across, down = (
        STATION[0] / 2 * whole / max(abs(ox - x), 1),
        STATION[1] / 2 * whole / max(abs(oy - y), 1),
    )
    return min(across, down) + BADGE + 1


def _arrived(shown: Scene, head: Crossing, street: Street) -> list[Seat]:
    """Return the seats with a head at a crossing to which they came through this street, by seat."""
    city: City = shown.state.city
    ends = ((seat, pair) for seat, line in _seen(shown) for pair in (line[:2], line[:-3:-1]))
    return sorted({seat for seat, (end, inner) in ends if end == head and city.street[end, inner] == street})


# The move being considered, and what the last move has moved.


def preview(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    """Return the meant stick, or an arrow for the meant ride."""
    match shown.move:
        case ("stick", int(one), int(other)):
            start, end = lane(shown, plan, one, other, shown.before.turn)
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


def move_motions(before: State, after: State, move: Move, plan: Plan) -> tuple[Motion, ...]:
    """Return what went where by a legal move."""
    seat = before.turn
    match move:
        case ("stick", int(one), int(other)):
            way = lane(scene(after, View()), plan, one, other, seat)
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


def _map(shown: Scene, where: Plan, view: View, legal: frozenset[str]) -> tuple[Shape, ...]:
    return (
        Rect(0, 0, WIDTH, where.height, area("board"), CORNER),
        *roads(shown, where),
        *lines(shown, where),
        *svg_crossings.newest(shown, where),
        *heads(shown, where),
        *svg_crossings.crossings(shown, where, view, legal),
        *preview(shown, where),
    )


def _spots(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple({spot.name: spot for spot in spots}.values())


def _said(shown: Scene, view: View) -> str:
    state = shown.state
    points = (f"{view.called(seat)} {mine}" for seat, mine in enumerate(state.points))
    hour = view.brief(sentences.KINDS[state.clock])
    return f"{view.brief(sentences.CLOCK())}: {hour}; {', '.join(points)}"


def motions(before: State, move: Move) -> tuple[Motion, ...]:
    """Return the way of a line's head along its new street, or of a passenger along the line."""
    return move_motions(before, notation.play(before, move), move, plan(before.city))
