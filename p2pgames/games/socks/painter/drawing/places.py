"""What can be pointed at in the city, and how it is said."""

from __future__ import annotations

from functools import lru_cache

from p2pgames.drawing.paths import beside, mix, ring, toward
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.socks.city import City, Link, Station
from p2pgames.games.socks.here import here, link_here, station_here, sticks_at
from p2pgames.games.socks.hex_names import Frame
from p2pgames.games.socks.painter.scene import Scene
from p2pgames.games.socks.state import State
from p2pgames.picture.picture import Say, View

LINK_END, LINK_HALF = 15, 13
SOCK_REACH, STATION_REACH = 31, 16


def spots(shown: Scene, view: View, points: dict[int, Point]) -> tuple[Spot, ...]:
    """Return links as thin diamonds, and above them the stations."""
    town = shown.state.town
    legal = [_legal(shown, number) for number in range(len(town.ends))]
    names = _link_names(town, shown.frame)
    links = tuple(
        Spot(
            names[number],
            _diamond(points[one], points[two]),
            legal[number],
            _link_said(names[number], shown.state.links[number], view.say),
        )
        for number, (one, two) in enumerate(town.ends)
    )
    return (*links, *(_station(shown, view, station, points[station]) for station in town.stations))


def _legal(shown: Scene, number: Link) -> bool:
    begun = shown.begun is None or shown.begun in shown.state.town.ends[number]
    return begun and number != shown.typed and shown.can_build(number)


@lru_cache(4)
def _link_names(town: City, frame: Frame) -> tuple[str, ...]:
    """Return how links are typed; those of a city stay what they are."""
    cells = (sorted(map(town.cell, ends), key=frame.place) for ends in town.ends)
    return tuple("-".join(map(frame.name, pair)) for pair in cells)


@lru_cache(2048)
def _link_said(name: str, holder: int, say: Say) -> str:
    return say(link_here(name, holder))


@lru_cache(2048)
def _station_said(name: str, sticks: tuple[int, int], say: Say) -> str:
    return say(station_here(name, sticks))


@lru_cache(2048)
def _diamond(p: Point, q: Point) -> tuple[Point, ...]:
    (mx, my), (ox, oy) = mix(p, q, 0.5), beside(p, q, LINK_HALF)
    return toward(p, q, LINK_END), (mx + ox, my + oy), toward(q, p, LINK_END), (mx - ox, my - oy)


def _station(shown: Scene, view: View, station: Station, at: Point) -> Spot:
    town = shown.state.town
    name = shown.frame.name(town.cell(station))
    legal = any(
        shown.can_build(link) and (shown.begun is None or other == shown.begun)
        for other, link in town.around[station]
    )
    large = station in town.sock_at or station in town.blocked
    outline = ring(6, SOCK_REACH if large else STATION_REACH, *at)
    if large:
        return Spot(name, outline, legal, said(shown.state, view, name))
    return Spot(name, outline, legal, _station_said(name, sticks_at(shown.state, station), view.say))


def said(state: State, view: View, spot: str) -> str:
    """Return what stands at a spot, in the viewer's words."""
    told = here(state, spot)
    return view.say(told) if told is not None else spot
