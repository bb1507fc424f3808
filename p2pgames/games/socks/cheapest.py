"""A cheapest way for a seat to join a colour, with the links it has already."""

from __future__ import annotations

from heapq import heappop, heappush

from p2pgames.contract import Seat
from p2pgames.games.socks.board import Colour
from p2pgames.games.socks.city import FREE, PRINTED, Link, Station
from p2pgames.games.socks.state import NOBODY, State


def joined(state: State) -> dict[Link, Seat]:
    """Return the links by which the prizes were won, as far as they still join their pairs, with who won by each."""
    found: dict[Link, Seat] = {}
    for colour, owner in enumerate(state.won):
        links = way(state, owner, colour) if owner != NOBODY else ()
        if all(state.links[link] != FREE for link in links):
            found.update(dict.fromkeys(links, owner))
    return found


def way(state: State, seat: Seat, colour: Colour) -> tuple[Link, ...]:
    """Return all links of a cheapest way from one sock of a colour to the other, free ones among them.

    Nothing if the seat cannot join the colour with its sticks. Of equally cheap ways the shortest is returned.
    """
    town = state.town
    start, goal = town.socks[colour]
    heap: list[tuple[int, int, Station, tuple[Link, ...]]] = [(0, 0, start, ())]
    seen: set[Station] = set()
    while heap:
        cost, length, station, links = heappop(heap)
        if station == goal:
            return links if cost <= state.left[seat] else ()
        if station in seen or (station != start and not town.plain >> station & 1):
            continue
        seen.add(station)
        for other, link in town.around[station]:
            what = state.links[link]
            if what in (FREE, PRINTED, 1 + seat) and other not in seen:
                heappush(heap, (cost + (what == FREE), length + 1, other, (*links, link)))
    return ()
