"""What can be pointed at in the city, and how it is said."""

from __future__ import annotations

from functools import lru_cache

from p2pgames.drawing.paths import beside, mix, ring, toward
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.socks.city import Link, Station
from p2pgames.games.socks.here import here, link_here
from p2pgames.games.socks.painter.pointing import link_name
from p2pgames.games.socks.painter.scene import Scene
from p2pgames.games.socks.state import State
from p2pgames.picture.picture import Say, View

LINK_END, LINK_HALF = 15, 13
SOCK_REACH, STATION_REACH = 31, 16


def spots(shown: Scene, view: View, points: dict[int, Point]) -> tuple[Spot, ...]:
    """Return links as thin diamonds, and above them the stations."""
    town = shown.state.town
    legal = [_legal(shown, number) for number in range(len(town.ends))]
    links = tuple(
        _link(shown, view, number, points[one], points[two], legal[number])
        for number, (one, two) in enumerate(town.ends)
    )
    return (*links, *(_station(shown, view, station, points[station]) for station in town.stations))


def _legal(shown: Scene, number: Link) -> bool:
    begun = shown.begun is None or shown.begun in shown.state.town.ends[number]
    return begun and number != shown.typed and shown.can_build(number)


def _link(shown: Scene, view: View, number: Link, p: Point, q: Point, legal: bool) -> Spot:
    name = link_name(shown.before, number)
    return Spot(name, _diamond(p, q), legal, _link_said(name, shown.state.links[number], view.say))


@lru_cache(2048)
def _link_said(name: str, holder: int, say: Say) -> str:
    return say(link_here(name, holder))


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
    return Spot(name, outline, legal, said(shown.state, view, name))


def said(state: State, view: View, spot: str) -> str:
    """Return what stands at a spot, in the viewer's words."""
    told = here(state, spot)
    return view.say(told) if told is not None else spot
