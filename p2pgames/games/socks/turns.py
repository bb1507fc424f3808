"""What a turn does in Socks in the City: a stick and what it joins, or a tile or sock while the city is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import compress
from typing import Final

from p2pgames.contract import Illegal, Move, Result, Seat
from p2pgames.games.socks import building, city, sentences
from p2pgames.games.socks.building import SMALLEST, Seed
from p2pgames.games.socks.city import (
    FEWEST,
    FREE,
    PRINTED,
    Cell,
    CityLayout,
    Colour,
    Link,
    Nets,
    Station,
    StickRoute,
    Tile,
    city_of,
)
from p2pgames.games.socks.state import BUILDABLE, NOBODY, SOCKS, SocksEnd, SocksState, SocksTask
from p2pgames.replace import replace
from p2pgames.text import FaceName, Message, SeatName

PER_TURN: Final = 2
_CODES: Final = tuple(bytes((1 + seat,)) for seat in range(2))


def open_city(state: SocksState, layout: CityLayout) -> SocksState:
    """Return the state with this city laid out and the first stick due."""
    town = city_of(layout)
    return replace(
        state,
        task=SocksTask.STICK,
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
        route=city.first_route(town, town.free, (town.printed,) * 2, town.colours, state.left),
    )


def stick_moves(state: SocksState) -> tuple[Move, ...]:
    """Return every link on which a stick may be laid, row by row."""
    return tuple(compress(state.town.moves, state.links.translate(BUILDABLE[state.terms.rebuild])))


def lay_stick(state: SocksState, link: Link) -> SocksState:
    """Return the state after the seat at turn has built the link; raise `Illegal` if it may not."""
    was = state.links[link]
    if was and not (was == PRINTED and state.terms.rebuild):
        raise Illegal(
            building.PRINTED_THERE() if was == PRINTED else building.STICK_THERE(player=SeatName(was - 1))
        )
    seat, town = state.turn, state.town
    links = state.links[:link] + _CODES[seat] + state.links[link + 1 :]
    left = (state.left[0] - 1, state.left[1]) if seat == 0 else (state.left[0], state.left[1] - 1)
    free = state.free if was == PRINTED else city.without_link(state.free, town, link)
    both, net = _nets(state, link, links)
    won = _won(state, net)
    route = _still(state, link, left, won)
    if route is None:
        route = city.first_route(town, free, both, [c for c in town.colours if won[c] == NOBODY], left)
    turn, todo = _next(state, left)
    return SocksState(
        state.terms,
        SocksTask.STICK if route else SocksTask.OVER,
        state.first,
        turn,
        todo,
        state.total,
        state.colours,
        city=town,
        links=links,
        left=left,
        won=won,
        why=SocksEnd.NOT_YET if route else _end(town.colours, won),
        free=free,
        nets=both,
        route=route,
    )


def _nets(state: SocksState, link: Link, links: bytes) -> tuple[tuple[Nets, Nets], int]:
    """Return the nets of both seats with one more stick of the seat at turn, and the net that this one belongs to.

    A printed link that is built on is lost to the other seat, whose nets may fall apart.
    """
    seat, town = state.turn, state.town
    mine, net = city.with_link(town, state.nets[seat], link)
    theirs = city.nets_of(town, links, 1 - seat) if state.links[link] == PRINTED else state.nets[1 - seat]
    return ((mine, theirs) if seat == 0 else (theirs, mine)), net


def _won(state: SocksState, net: int) -> tuple[Seat, ...]:
    """Return who holds each prize once the seat at turn has joined a net."""
    won = state.won
    for colour in state.open_colours:
        if not state.town.pair[colour] & ~net:
            won = (*won[:colour], state.turn, *won[colour + 1 :])
    return won


def _still(state: SocksState, link: Link, left: Sequence[int], won: Sequence[Seat]) -> StickRoute | None:
    """Return the way by which somebody could win a colour before this stick, if it is still one."""
    route, seat = state.route, state.turn
    if route is None or won[route.colour] != NOBODY:
        return None
    if route.seat != seat and (link in route.links or state.links[link] == PRINTED):
        return None
    if link in route.links:
        route = StickRoute(seat, route.colour, route.links - {link})
    return route if len(route.links) <= left[route.seat] else None


def _next(state: SocksState, left: tuple[int, int]) -> tuple[Seat, int]:
    """Return who lays the next stick, and how many until the other's turn."""
    if state.todo > 1 and left[state.turn]:
        return state.turn, state.todo - 1
    seat = 1 - state.turn if left[1 - state.turn] else state.turn
    return seat, min(PER_TURN, left[seat])


def _end(colours: Sequence[Colour], won: Sequence[Seat]) -> SocksEnd:
    if all(won[colour] != NOBODY for colour in colours):
        return SocksEnd.ALL_WON
    return SocksEnd.NO_MORE


def scores(state: SocksState) -> tuple[int, ...]:
    """Return the points of each seat."""
    if state.city is None:
        return 0, 0
    return tuple(sum(state.city.worth[colour] for colour in state.prizes(seat)) for seat in range(2))


def result(state: SocksState) -> Result:
    """Rank by points, then by prizes; who has left comes last."""
    points = scores(state)
    ranks = [(seat != state.gone, points[seat], len(state.prizes(seat))) for seat in range(2)]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    return Result(places, points, sentences.WHY[state.why])


# A cheapest way for a seat to join a colour, with the links it has already.


def prize_links(state: SocksState) -> dict[Link, Seat]:
    """Return the links by which the prizes were won, as far as they still join their pairs, with who won by each."""
    found: dict[Link, Seat] = {}
    for colour, owner in enumerate(state.won):
        links = way_links(state, owner, colour) if owner != NOBODY else ()
        if all(state.links[link] != FREE for link in links):
            found.update(dict.fromkeys(links, owner))
    return found


@lru_cache(64)  # board and column both ask, for each viewer
def way_links(state: SocksState, seat: Seat, colour: Colour) -> tuple[Link, ...]:
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


# Laying out the city: by the coin, or tile by tile and sock by sock.


def begin_laying(state: SocksState, seat: Seat, size: int = 0, missing: int = -1) -> SocksState:
    """Return the state once it is known who begins, and with the players laying out also what is left out."""
    terms = state.terms
    total = SMALLEST + size if terms.by_hand and terms.beginner else terms.tiles
    colours = tuple(colour for colour in terms.colours if colour != missing)
    state = replace(state, first=seat, turn=seat, total=total, colours=colours)
    return replace(state, task=SocksTask.TILE if terms.by_hand else SocksTask.SEED)


def layout_drawn(state: SocksState, seed: Seed) -> SocksState:
    """Return the state with the first stick due: the whole layout drawn, or only blockers if all socks lie."""
    terms = state.terms
    if state.pairs and not state.lone_colours:
        blockers = building.blocked(seed, state.tiles, state.pairs, terms.blockers, strict=terms.strict)
        return open_city(state, CityLayout(state.tiles, state.pairs, blockers, by_hand=True))
    layout = building.draw_layout(seed, state.total, state.colours, terms.blockers, strict=terms.strict)
    return open_city(state, layout)


# -- tiles --


def tile_moves(state: SocksState) -> tuple[Move, ...]:
    """Return every way to lay the next tile."""
    return tuple(("tile", *tile) for tile in building.tile_places(state.tiles, state.total))


def lay_tile(state: SocksState, tile: Tile) -> SocksState:
    """Return the state with one more tile; raise `Illegal` if it may not lie there."""
    reason = building.tile_refusal(state.tiles, state.total, tile)
    if reason:
        raise Illegal(reason)
    after = replace(state, tiles=(*state.tiles, tile), turn=1 - state.turn)
    if len(after.tiles) < after.total:
        return after
    if len(building.enclosed(after.tiles)) < FEWEST:
        return replace(after, task=SocksTask.SEED, turn=state.first)
    return _next_colour(replace(after, task=SocksTask.SOCK))


# -- socks --


def sock_moves(state: SocksState) -> tuple[Move, ...]:
    """Return every way to lay the next sock, by colour, row and column."""
    strict = state.terms.strict
    if state.lone:
        cells = building.second_places(state.tiles, state.pairs, state.lone, strict=strict)
        return tuple(("sock", state.lone[0], *cell) for cell in cells)
    cells = building.first_places(state.tiles, state.pairs, strict=strict)
    return tuple(("sock", colour, *cell) for colour in state.lone_colours for cell in cells)


def lay_sock(state: SocksState, colour: Colour, cell: Cell) -> SocksState:
    """Return the state with one more sock; raise `Illegal` if it may not lie there."""
    if ("sock", colour, *cell) not in sock_moves(state):
        raise Illegal(_no_sock(state, colour, cell))
    if state.lone is None:
        return replace(state, lone=(colour, cell))
    first, second = sorted((state.lone[1], cell), key=building.bare_city(state.tiles).grid.bit)
    pairs = tuple(sorted((*state.pairs, (colour, first, second))))
    return _next_colour(replace(state, pairs=pairs, lone=None, turn=1 - state.turn))


def _no_sock(state: SocksState, colour: Colour, cell: Cell) -> Message:
    """Return why a sock may not lie there."""
    if colour not in state.lone_colours:
        return building.NO_SUCH_SOCK()
    if state.lone and colour != state.lone[0]:
        return building.OTHER_SOCK(sock=FaceName(SOCKS[state.lone[0]]))
    if cell not in building.tile_cells(state.tiles):
        return building.NO_STATION()
    if any(cell in (one, two) for _, one, two in state.pairs) or (state.lone and cell == state.lone[1]):
        return building.SOCK_THERE()
    pairs = state.pairs if state.lone is None else (*state.pairs, (colour, state.lone[1], cell))
    lone = None if state.lone else (colour, cell)
    return building.sock_refusal(state.tiles, pairs, lone, strict=state.terms.strict) or building.NO_PARTNER()


def _next_colour(state: SocksState) -> SocksState:
    """Return the state at the next colour, or at what comes when all lie or no more can."""
    if state.lone_colours:
        if building.first_places(state.tiles, state.pairs, strict=state.terms.strict):
            return state
        return replace(state, task=SocksTask.SEED, turn=state.first)
    if state.terms.blockers:
        return replace(state, task=SocksTask.SEED, turn=state.first)
    return open_city(state, CityLayout(state.tiles, state.pairs, by_hand=True))
