"""Where the drawing of each city has its crossings, plots, passengers and names: searched for least overlap.

``python -m tests.p2pgames.games.bus.citymap`` writes p2pgames/games/bus/data/map.json anew; it takes about a
minute. Look at the drawings before committing it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin
from typing import Any

from p2pgames.drawing.layout import width
from p2pgames.drawing.shapes import beside, dist, mix, toward
from p2pgames.games.bus.state import CITIES, DATA, BusCity
from tests import ROOT

FILE = ROOT / "p2pgames" / "games" / "bus" / "data" / "map.json"
WIDTH, TOP, EDGE = 1060, 172, 60
"""The drawing's width, where the map begins below the action board, and the room left at its sides."""
STRETCH = 1.06
PLOT, GAP, NODE, ROAD = 27, 3, 15, 13
ANGLES = [k * pi / 18 for k in range(36)]
AWAY = (0, 6, 12, 20, 28, 38, 50)
ROUNDS = 4
BADGE, LANE, NEAR = 27, 10.2, 130
"""How far the head of a line stands from the middle of its crossing, and from lane to lane."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass
class Map:
    city: BusCity
    points: list[Point]
    height: float
    stands: list[Point]
    badges: list[Point]
    boxes: list[Box]


def mapped(name: str) -> dict[str, Any]:
    """Return a city's places in whole units: the page of a long game is shorter so."""
    made = _map(CITIES[name], json.loads(DATA)["cities"][name]["crossings"])
    for _ in range(ROUNDS):
        for at in sorted(made.city.crossings, key=lambda at: -len(made.city.around[at])):
            made.boxes[at] = min(
                _candidates(made, at), key=lambda found: (round(_cost(made, at, *found), 3), found)
            )[0]
    return {
        "height": round(made.height),
        "points": [[round(n) for n in point] for point in made.points],
        "stands": [[round(n) for n in point] for point in made.stands],
        "boxes": [[ceil(n) for n in box] for box in made.boxes],
    }


def _map(city: BusCity, printed: list[dict[str, Any]]) -> Map:
    xs, ys = [c["x"] for c in printed], [c["y"] for c in printed]
    scale = (WIDTH - 2 * EDGE) / (max(xs) - min(xs))
    points = [
        (EDGE + (c["x"] - min(xs)) * scale, TOP + 24 + (c["y"] - min(ys)) * scale * STRETCH) for c in printed
    ]
    badges = _badges(city, points)
    stands = [_stand(city, points, badges, at) for at in city.crossings]
    nowhere = [(-1e4, -1e4, 0.0, 0.0) for _ in points]
    return Map(city, points, max(y for _, y in points) + 64, stands, badges, nowhere)


def _stand(city: BusCity, points: list[Point], badges: list[Point], at: int) -> Point:
    """Return where passengers wait: off the streets and off the heads of lines that may end there, not far."""
    x, y = points[at]
    near = [badge for badge in badges if dist(badge, points[at]) < NEAR]
    found = []
    for angle in ANGLES:
        for away in (0, 5, 10, 16) if at in city.stations else (0, 5, 10):
            right, down = (46, 37) if at in city.stations else (32, 30)
            px, py = x + cos(angle) * (right + away), y + sin(angle) * (down + away)
            box = (px - 15, py - 13, 36, 27)
            met = sum(_reach(box, badge) for badge in near)
            runs = sum(_runs(box, points[a], points[b]) for a, b in city.streets if at in (a, b))
            found.append((met * 1.5 + runs * 0.8 + away * 2 - sin(angle), (px, py)))
    return min(found)[1]


def _badges(city: BusCity, points: list[Point]) -> list[Point]:
    """Return where the heads of up to three lines may stand that end at a crossing through the same street."""
    found = []
    for at in city.crossings:
        for near, _ in city.around[at]:
            ox, oy = beside(points[at], points[near], LANE)
            for far in (BADGE, BADGE + 23):
                x, y = toward(points[at], points[near], far + (14 if at in city.stations else 0))
                found += [(x + ox * k, y + oy * k) for k in (-1, 0, 1)]
    return found


def _reach(box: Box, badge: Point) -> float:
    """Return how far a head reaches into a box."""
    return max(0, 12 - _away(box, badge))


def _size(city: BusCity, at: int) -> tuple[float, float]:
    if at in city.stations:
        words = city.stations[at].split()
        name, last = " ".join(words[:-1]), words[-1]
        return max(width(name, 15, bold=True), width(last, 15)) + 6, 36
    return len(city.sites[at]) * (PLOT + GAP) + GAP, PLOT + 2 * GAP


def _candidates(made: Map, at: int) -> list[tuple[Box, float]]:
    (x, y), (w, h) = made.points[at], _size(made.city, at)
    found = []
    for a in ANGLES:
        for away in AWAY:
            d = NODE + 5 + away
            cx = x + cos(a) * (d + w / 2 * abs(cos(a)) + h / 2 * abs(sin(a)) * 0.55)
            cy = y + sin(a) * (d + h / 2 * abs(sin(a)) + w / 2 * abs(cos(a)) * 0.12)
            found.append(((cx - w / 2, cy - h / 2, w, h), away * 0.6))
    return found


def _cost(made: Map, at: int, box: Box, cost: float) -> float:
    city, points = made.city, made.points
    cost += sum(_runs(box, points[a], points[b]) for a, b in city.streets) * 3
    cost += sum(_reach(box, badge) for badge in made.badges if dist(badge, points[at]) < NEAR) * 0.5
    for other in city.crossings:
        x, y = made.stands[other]
        busy = other == at or other in city.starts or other in city.stations
        cost += _meet(box, (x - 18, y - 14, 40, 30)) * (4 if busy else 0.4)
        if other != at:
            cost += _meet(box, made.boxes[other]) * 3
            cost += 60 * max(0, 1 - _away(box, points[other]) / (NODE + 10))
    x, y, w, h = box
    outside = x < 8 or y < TOP + 6 or x + w > WIDTH - 8 or y + h > made.height - 8
    return cost + (500 if outside else 0)


def _runs(box: Box, p: Point, q: Point) -> float:
    """Return how far a street runs within a box grown by half its width."""
    x, y, w, h = box[0] - ROAD, box[1] - ROAD, box[2] + 2 * ROAD, box[3] + 2 * ROAD
    count = max(2, int(dist(p, q) / 6))
    along = (mix(p, q, k / count) for k in range(count + 1))
    return sum(4 for mx, my in along if x < mx < x + w and y < my < y + h)


def _meet(a: Box, b: Box) -> float:
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + 4
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + 4
    return max(0, wide) * max(0, high) / 10


def _away(box: Box, p: Point) -> float:
    dx = max(box[0] - p[0], 0, p[0] - box[0] - box[2])
    dy = max(box[1] - p[1], 0, p[1] - box[1] - box[3])
    return hypot(dx, dy)


def main() -> None:
    """Write the file."""
    lines = [f"  {json.dumps(name)}: {json.dumps(mapped(name))}" for name in CITIES]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
