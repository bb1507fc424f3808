"""Laying sticks: what a stick joins, whose turn is next, and when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import compress
from typing import Final

from p2pgames.contract import Illegal, Move, Result, Seat
from p2pgames.games.socks import nets, refusals, sentences
from p2pgames.games.socks.board import Colour
from p2pgames.games.socks.city import FREE, PRINTED, Layout, Link, Station, city
from p2pgames.games.socks.nets import Nets, Route
from p2pgames.games.socks.state import BUILDABLE, NOBODY, End, State, Task
from p2pgames.replace import replace
from p2pgames.text import Message, SeatName

PER_TURN: Final = 2
_CODES: Final = tuple(bytes((1 + seat,)) for seat in range(2))


def opened(state: State, layout: Layout) -> State:
    """Return the state with this city laid out and the first stick due."""
    town = city(layout)
    return replace(
        state,
        task=Task.STICK,
        turn=state.first,
        todo=1,
        total=len(layout.tiles),
        colours=town.colours,
        tiles=(),
        pairs=(),
        lone=None,
        city=town,
        links=town.start,
        free=town.free,
        nets=(town.printed, town.printed),
        route=nets.first_route(town, town.free, (town.printed,) * 2, town.colours, state.left),
    )


def moves(state: State) -> tuple[Move, ...]:
    """Return every link on which a stick may be laid, row by row."""
    return tuple(compress(state.town.moves, state.links.translate(BUILDABLE[state.terms.rebuild])))


def lay_stick(state: State, link: Link) -> State:
    """Return the state after the seat at turn has built the link; raise `Illegal` if it may not."""
    was = state.links[link]
    if was and not (was == PRINTED and state.terms.rebuild):
        raise Illegal(_taken(was))
    seat, town = state.turn, state.town
    links = state.links[:link] + _CODES[seat] + state.links[link + 1 :]
    left = (state.left[0] - 1, state.left[1]) if seat == 0 else (state.left[0], state.left[1] - 1)
    free = state.free if was == PRINTED else nets.shut(state.free, town, link)
    both, net = _nets(state, link, links)
    won = _won(state, net)
    route = _still(state, link, left, won)
    if route is None:
        route = nets.first_route(town, free, both, [c for c in town.colours if won[c] == NOBODY], left)
    turn, todo = _next(state, left)
    return State(
        state.terms,
        Task.STICK if route else Task.OVER,
        state.first,
        turn,
        todo,
        state.total,
        state.colours,
        city=town,
        links=links,
        left=left,
        won=won,
        why=End.NOT_YET if route else _end(town.colours, won),
        free=free,
        nets=both,
        route=route,
    )


def _nets(state: State, link: Link, links: bytes) -> tuple[tuple[Nets, Nets], int]:
    """Return the nets of both seats with one more stick of the seat at turn, and the net that this one belongs to.

    A printed link that is built on is lost to the other seat, whose nets may fall apart.
    """
    seat, town = state.turn, state.town
    mine, net = nets.grown(town, state.nets[seat], link)
    theirs = nets.of(town, links, 1 - seat) if state.links[link] == PRINTED else state.nets[1 - seat]
    return ((mine, theirs) if seat == 0 else (theirs, mine)), net


def _won(state: State, net: int) -> tuple[Seat, ...]:
    """Return who holds each prize once the seat at turn has joined a net."""
    won = state.won
    for colour in state.open_colours:
        if not state.town.pair[colour] & ~net:
            won = (*won[:colour], state.turn, *won[colour + 1 :])
    return won


def _taken(was: int) -> Message:
    if was == PRINTED:
        return refusals.PRINTED_THERE()
    return refusals.STICK_THERE(player=SeatName(was - 1))


def _still(state: State, link: Link, left: Sequence[int], won: Sequence[Seat]) -> Route | None:
    """Return the way by which somebody could win a colour before this stick, if it is still one."""
    route, seat = state.route, state.turn
    if route is None or won[route.colour] != NOBODY:
        return None
    if route.seat != seat and (link in route.links or state.links[link] == PRINTED):
        return None
    if link in route.links:
        route = Route(seat, route.colour, route.links - {link})
    return route if len(route.links) <= left[route.seat] else None


def _next(state: State, left: tuple[int, int]) -> tuple[Seat, int]:
    """Return who lays the next stick, and how many until the other's turn."""
    if state.todo > 1 and left[state.turn]:
        return state.turn, state.todo - 1
    seat = 1 - state.turn if left[1 - state.turn] else state.turn
    return seat, min(PER_TURN, left[seat])


def _end(colours: Sequence[Colour], won: Sequence[Seat]) -> End:
    if all(won[colour] != NOBODY for colour in colours):
        return End.ALL_WON
    return End.NO_MORE


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat."""
    if state.city is None:
        return 0, 0
    return tuple(sum(state.city.worth[colour] for colour in state.prizes(seat)) for seat in range(2))


def result(state: State) -> Result:
    """Rank by points, then by prizes; who has left comes last."""
    points = scores(state)
    ranks = [(seat != state.gone, points[seat], len(state.prizes(seat))) for seat in range(2)]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    return Result(places, points, sentences.WHY[state.why])


# A cheapest way for a seat to join a colour, with the links it has already.


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
