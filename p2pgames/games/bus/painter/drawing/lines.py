"""Roads, and the lines on them: each has a lane of its own along a street and bends from lane to lane."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import beside, dist, line, toward
from p2pgames.drawing.seats import badge, core
from p2pgames.drawing.shapes import Group, Path, Point, Shape, Step, stroke
from p2pgames.games.bus.board import City, Crossing, Street
from p2pgames.games.bus.painter.drawing.plan import NODE, STATION, Plan
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.games.bus.state import Line, Task

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
