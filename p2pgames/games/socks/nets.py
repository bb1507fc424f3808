"""What each seat has joined, and the fewest sticks that would join a pair.

Sets of stations are numbers, so that one step of the search goes everywhere at once. A net is a set of stations that
a seat's sticks and the printed links join, with the socks and blockers they touch: these belong to every net that
touches them, and join none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from p2pgames.contract import Seat
from p2pgames.games.socks.board import Colour
from p2pgames.games.socks.city import PRINTED, Boards, City, Link, Station

Nets: TypeAlias = tuple[int, ...]
Layers: TypeAlias = list[tuple[int, int]]
"""For each number of sticks the stations first reached with it: by the last of them alone, and by nets from there."""


@dataclass(frozen=True, slots=True)
class Route:
    """A cheapest way for a seat to join a colour: the free links it still has to build."""

    seat: Seat
    colour: Colour
    links: frozenset[Link]


def of(city: City, links: bytes, seat: Seat) -> Nets:
    """Return the nets of a seat, built up link by link."""
    nets: Nets = ()
    for link, what in enumerate(links):
        if what in (PRINTED, 1 + seat):
            nets = grown(city, nets, link)[0]
    return nets


def grown(city: City, nets: Nets, link: Link) -> tuple[Nets, int]:
    """Return the nets with one more link, and the net it belongs to now."""
    one, two = city.ends[link]
    both = 1 << one | 1 << two
    passing = both & city.plain
    net, rest = both, []
    for each in nets:
        if each & passing:
            net |= each
        else:
            rest.append(each)
    rest.append(net)
    return tuple(rest), net


def missing(city: City, free: Boards, nets: Nets, colour: Colour, most: int) -> int | None:
    """Return the fewest free links that would join the colour; None if more than ``most``."""
    layers = _search(city, city.plain, free, nets, city.socks[colour], most)
    return None if layers is None else len(layers) - 1


def joinable(city: City, stops: int, pair: tuple[Station, Station], most: int) -> bool:
    """Return whether the pair could be joined on the bare city with this many sticks, if these stations were stops."""
    return _search(city, city.plain & ~stops, city.free, city.printed, pair, most) is not None


def route(city: City, free: Boards, nets: Nets, seat: Seat, colour: Colour, most: int) -> Route | None:
    """Return a cheapest way to join the colour with at most this many sticks; None if there is none."""
    layers = _search(city, city.plain, free, nets, city.socks[colour], most)
    if layers is None:
        return None
    links = set()
    at = 1 << city.socks[colour][1]
    for number in range(len(layers) - 1, 0, -1):
        entry = _entry(layers[number][0], nets, at)
        before = _neighbours(city, free, entry) & layers[number - 1][1]
        at = before & -before
        links.add(city.link[at.bit_length() - 1, entry.bit_length() - 1])
    return Route(seat, colour, frozenset(links))


def _entry(fresh: int, nets: Nets, at: int) -> int:
    """Return the station by which a layer was entered on the way to ``at``."""
    if fresh & at:
        return at
    entry = next(net & fresh for net in nets if net & at and net & fresh)
    return entry & -entry


def _search(
    city: City, plain: int, free: Boards, nets: Nets, pair: tuple[Station, Station], most: int
) -> Layers | None:
    """Return the layers from the first of the pair up to the one that holds the second; None if there is none."""
    start, goal = 1 << pair[0], 1 << pair[1]
    allowed = plain | goal
    reached = start
    for net in nets:
        if net & start:
            reached |= net & allowed
    layers: Layers = [(start, reached)]
    fresh = reached
    while not reached & goal:
        if len(layers) > most:
            return None
        entered = _neighbours(city, free, fresh) & allowed & ~reached
        if not entered:
            return None
        fresh = entered
        for net in nets:
            if net & entered:
                fresh |= net & allowed
        fresh &= ~reached
        reached |= fresh
        layers.append((entered, fresh))
    return layers


def _neighbours(city: City, free: Boards, stations: int) -> int:
    """Return the stations at the other ends of free links."""
    (east, down, slant), (_, width, less) = free, city.grid.steps
    return (
        (stations & east) << 1
        | stations >> 1 & east
        | (stations & down) << width
        | stations >> width & down
        | (stations & slant) << less
        | stations >> less & slant
    )


def first_route(
    city: City, free: Boards, nets: Sequence[Nets], open_colours: Sequence[Colour], left: Sequence[int]
) -> Route | None:
    """Return a way by which some seat can still win one of the colours; None if nobody can win any."""
    for colour in open_colours:
        for seat, most in enumerate(left):
            if found := route(city, free, nets[seat], seat, colour, most):
                return found
    return None


def shut(free: Boards, city: City, link: Link) -> Boards:
    """Return the free links without this one."""
    one, two = city.ends[link]
    step = city.grid.steps.index(two - one)
    return tuple(  # type: ignore[return-value]  # three as before
        board & ~(1 << one) if number == step else board for number, board in enumerate(free)
    )
