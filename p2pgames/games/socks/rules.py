"""The rules of Socks in the City, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import compress
from typing import Final

from p2pgames.contract import (
    Ask,
    Choose,
    Effect,
    Event,
    Illegal,
    Known,
    Left,
    Move,
    Moved,
    Over,
    Result,
    Roll,
    Rolled,
    Rules,
    Seat,
    Wire,
    resolve_options,
)
from p2pgames.games.socks import building, city, notation, sentences
from p2pgames.games.socks.building import SIZES, SMALLEST, WORD, WORDS, Seed
from p2pgames.games.socks.city import (
    COLOURS,
    DATA,
    FEWEST,
    FREE,
    PRINTED,
    SIXTHS,
    Cell,
    CityLayout,
    Colour,
    Link,
    Nets,
    Station,
    StickRoute,
    Tile,
    between,
    city_of,
)
from p2pgames.games.socks.info import PLAYERS, SocksInfo
from p2pgames.games.socks.notation import move_text
from p2pgames.games.socks.sentences import sticks_needed
from p2pgames.games.socks.state import (
    BUILDABLE,
    LEFT,
    NOBODY,
    SOCKS,
    SocksEnd,
    SocksState,
    SocksTask,
    scores,
    socks_terms,
    wire,
)
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW, NOT_YOUR_TURN
from p2pgames.text import Count, Every, FaceName, Joint, Message, SeatName

_DUE: Final = {SocksTask.TILE: building.TILE_DUE(), SocksTask.SOCK: building.SOCK_DUE()}


# What came of a move: what it won, brought nearer or cut off.


def move_effects(before: SocksState, seat: Seat, move: Move, after: SocksState) -> tuple[Effect, ...]:
    """Return what came of a move: points for each pair that it won."""
    match before.task:
        case SocksTask.TILE:
            return tuple(_tile(before, after))
        case SocksTask.SOCK:
            return tuple(_sock(before, move))
        case _:
            return (*_won(before, seat, after, move_text(before, move)), *_changes(before, seat, after))


def _won(before: SocksState, seat: Seat, after: SocksState, link: str) -> Iterator[Effect]:
    for colour in after.prizes(seat):
        if before.won[colour] == NOBODY:
            points = after.town.worth[colour]
            what = sentences.WINS(colour=sentences.letter(colour), count=Count(points))
            yield Effect(what, seat, points, link)


def _changes(before: SocksState, seat: Seat, after: SocksState) -> Iterator[Effect]:
    """Yield for each colour that nobody has won how many more sticks than before each seat needs for it."""
    for colour in after.open_colours:
        both = tuple(_change(before, after, each, colour) for each in (seat, 1 - seat))
        if changed := tuple(filter(None, both)):
            every = Every(changed, Joint.COMMA)
            yield Effect(sentences.CHANGES(colour=sentences.letter(colour), told=every))


def _change(before: SocksState, after: SocksState, seat: Seat, colour: Colour) -> Message | None:
    """Return what has become of a way that there was: no move opens one where there was none."""
    was, now = sticks_needed(before, seat, colour), sticks_needed(after, seat, colour)
    if was is None or was == now:
        return None
    player = SeatName(seat)
    if now is None:
        return sentences.LOSES(player=player)
    return sentences.LACKS(player=player, before=Count(was), now=Count(now))


def _tile(before: SocksState, after: SocksState) -> Iterator[Effect]:
    was, now = (
        len(building.enclosed(before.tiles)) if before.tiles else 0,
        len(building.enclosed(after.tiles)),
    )
    if now != was:
        yield Effect(sentences.ENCLOSES(count=Count(now)))


def _sock(before: SocksState, move: Move) -> Iterator[Effect]:
    match before.lone, move:
        case (_, cell), ("sock", _, int(q), int(r)):
            yield Effect(sentences.PAIR_WORTH(count=Count(between(cell, (q, r)))))


# What a turn does in Socks in the City: a stick and what it joins, or a tile or sock while the city is laid out.

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
    won = _with_prizes(state, net)
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


def _with_prizes(state: SocksState, net: int) -> tuple[Seat, ...]:
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


class Socks(SocksInfo, Rules[SocksState]):
    """Socks in the City: two players, perfect information, one event for each tile, sock or stick."""

    @property
    def data(self) -> bytes:
        """The tile and the numbers of pieces."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> SocksState:
        """Return an empty table; the coin decides who begins, unless ``first`` is given."""
        state = SocksState(socks_terms(resolve_options(self, seats, options, first)))
        if first is None:
            return state
        given = replace(state, first=first, turn=first)
        return given if _sides(given) else begin_laying(given, first)

    def ask(self, state: SocksState) -> Ask:
        """Ask for the coin where it is needed, then for moves."""
        match state.task:
            case SocksTask.STICK | SocksTask.SOCK | SocksTask.TILE:
                return Choose(state.turn)
            case SocksTask.OVER:
                return Over(result(state))
            case _:
                return Roll(_sides(state))

    def apply(self, state: SocksState, event: Event) -> SocksState:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        if state.task is SocksTask.OVER:
            raise Illegal(GAME_OVER())
        match event:
            case Moved(seat, move):
                if (
                    type(seat) is not int
                    or seat != state.turn
                    or state.task in (SocksTask.BEGIN, SocksTask.SEED)
                ):
                    raise Illegal(NOT_YOUR_TURN())
                return _moved(state, move)
            case Rolled(values) if state.task in (SocksTask.BEGIN, SocksTask.SEED):
                return _rolled(state, values)
            case Left(seat) if type(seat) is int and 0 <= seat < PLAYERS:
                return replace(state, task=SocksTask.OVER, gone=seat, why=LEFT[seat])
        raise Illegal(NOT_NOW())

    def moves(self, state: SocksState, seat: Seat, known: Known) -> Sequence[Move]:  # noqa: ARG002
        """Return every legal move of the seat."""
        if seat != state.turn:
            return ()
        match state.task:
            case SocksTask.STICK:
                return stick_moves(state)
            case SocksTask.SOCK:
                return sock_moves(state)
            case SocksTask.TILE:
                return tile_moves(state)
            case _:
                return ()

    def text(self, state: SocksState, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the move as ``f20-g21``, or while the city is laid out as ``n52 r1`` or ``A f20``."""
        return notation.move_text(state, move)

    def read(self, state: SocksState, seat: Seat, known: Known, text: str) -> Move:  # noqa: ARG002
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse_move(state, text)

    def rolled(self, state: SocksState, values: tuple[int, ...]) -> Message:
        """Return what the coin decided; nobody wants to read the numbers that a city is made from."""
        return sentences.COIN() if state.task is SocksTask.SEED else super().rolled(state, values)

    def effects(self, before: SocksState, event: Event, after: SocksState) -> tuple[Effect, ...]:
        """Return what a move won, brought nearer or cut off."""
        return move_effects(before, event.seat, event.move, after) if isinstance(event, Moved) else ()

    def wire(self, state: SocksState) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: SocksState) -> tuple[int, ...]:
        """Return the points of both seats."""
        return scores(state)

    def describe_spot(self, state: SocksState, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return sentences.describe_spot(state, spot)

    def words(self, state: SocksState, seat: Seat | None, known: Known) -> tuple[Message, ...]:  # noqa: ARG002
        """Return the position in sentences."""
        return sentences.position_in_words(state, seat)


def _sides(state: SocksState) -> tuple[int, ...]:
    """Return what the coin is asked for: the seed, or who begins and what a beginner's game leaves out."""
    if state.task is SocksTask.SEED:
        return (WORD,) * WORDS
    leaves_out = (SIZES, COLOURS) if state.terms.by_hand and state.terms.beginner else ()
    return leaves_out if state.first != NOBODY else (PLAYERS, *leaves_out)


def _rolled(state: SocksState, values: object) -> SocksState:
    sides = _sides(state)
    if not isinstance(values, tuple) or len(values) != len(sides):
        raise Illegal(building.NOT_THE_ROLL())
    if not all(type(value) is int and 0 <= value < side for value, side in zip(values, sides, strict=True)):
        raise Illegal(building.NOT_THE_ROLL())
    if state.task is SocksTask.SEED:
        return layout_drawn(state, values)
    if state.first == NOBODY:
        return begin_laying(state, *values)
    return begin_laying(state, state.first, *values)


def _moved(state: SocksState, move: Move) -> SocksState:
    if state.task is SocksTask.STICK:
        return lay_stick(state, notation.link(state, move))
    match state.task, move:
        case SocksTask.TILE, ("tile", int(q), int(r), int(sixths)) if notation.whole(q, r, sixths):
            if 0 <= sixths < SIXTHS:
                return lay_tile(state, (q, r, sixths))
        case SocksTask.SOCK, ("sock", int(colour), int(q), int(r)) if notation.whole(colour, q, r):
            return lay_sock(state, colour, (q, r))
    raise Illegal(_DUE[state.task])


VERSIONS: Final = {0: Socks()}
