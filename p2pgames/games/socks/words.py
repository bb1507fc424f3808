"""The position of Socks in the City in sentences, for plain lines and screen readers, and what stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.socks import building, city, sentences
from p2pgames.games.socks.city import (
    FEWEST,
    FREE,
    MOST,
    PRINTED,
    STICKS,
    Cell,
    Colour,
    SocksCity,
    Station,
    between,
)
from p2pgames.games.socks.notation import cell_named, naming, row_name
from p2pgames.games.socks.state import NOBODY, SocksState, SocksTask, scores
from p2pgames.sentences import here as at_place
from p2pgames.text import Count, Every, Joint, Message, PlaceName, SeatName, counted, message


@lru_cache(256)  # board, column and sentences all ask, of a position and of the one before
def sticks_needed(state: SocksState, seat: Seat, colour: Colour) -> int | None:
    """Return the fewest sticks with which a seat could still join a colour; None if it cannot."""
    return city.sticks_missing(state.town, state.free, state.nets[seat], colour, state.left[seat])


# -- the position --


def position_in_words(state: SocksState, seat: Seat | None) -> tuple[Message, ...]:
    """Return who is to move, what each player has, and all that lies on the table."""
    head = sentences.WHY.get(state.why) or _turn(state, seat)
    if state.city is None:
        return (head, *_laid_out(state))
    return (head, *_players(state), *_colours(state), *_blockers(state), *_sticks(state), *_map(state))


def _turn(state: SocksState, seat: Seat | None) -> Message:
    if state.task is SocksTask.BEGIN:
        return sentences.NOT_ROLLED()
    if state.task is SocksTask.SEED:
        return sentences.BEGINS(player=SeatName(state.first))
    mine, player = state.turn == seat, SeatName(state.turn)
    if state.task is SocksTask.STICK:
        return sentences.LAYS_STICKS[mine](player=player, count=Count(state.todo))
    return (sentences.LAYS_TILE if state.task is SocksTask.TILE else sentences.LAYS_SOCK)[mine](player=player)


def _players(state: SocksState) -> Iterator[Message]:
    for seat, points in enumerate(scores(state)):
        player, won, left = SeatName(seat), state.prizes(seat), Count(state.left[seat])
        has = sentences.POINTS(count=Count(points))
        if won:
            colours = sentences.letters(won)
            yield sentences.PLAYER_WON(player=player, points=has, colours=colours, count=left)
        else:
            yield sentences.PLAYER(player=player, points=has, count=left)


def _colours(state: SocksState) -> Iterator[Message]:
    town, here = state.town, naming(state)
    for colour in town.colours:
        one, other = map(here.name, sorted(map(town.cell, town.socks[colour]), key=here.place))
        yield sentences.PAIR(
            pair=sentences.SHADES[colour],
            one=PlaceName(one),
            other=PlaceName(other),
            worth=Count(town.worth[colour]),
            told=Every(tuple(chances(state, colour)), Joint.COMMA),
        )


def chances(state: SocksState, colour: Colour) -> Iterator[Message]:
    """Yield who has won a colour, or what each seat still needs for it."""
    if state.won[colour] != NOBODY:
        yield sentences.WON_BY(player=SeatName(state.won[colour]))
        return
    for seat in range(2):
        lack, player = sticks_needed(state, seat, colour), SeatName(seat)
        if lack is None:
            yield sentences.CANNOT_JOIN(player=player)
        else:
            yield sentences.NEEDS(player=player, count=Count(lack))


def _blockers(state: SocksState) -> Iterator[Message]:
    if state.town.layout.blockers:
        yield sentences.BLOCKED(stations=_named(state, state.town.layout.blockers))


def _named(state: SocksState, cells: Iterable[Cell]) -> Every:
    return sentences.places(sorted(map(naming(state).name, cells), key=_by_row))


def _sticks(state: SocksState) -> Iterator[Message]:
    for seat in range(2):
        player, links = SeatName(seat), _links(state, 1 + seat)
        yield sentences.STICKS_OF(player=player, links=links) if links else sentences.NO_STICKS(player=player)
    links = _links(state, PRINTED)
    yield sentences.PRINTED(links=links) if links else sentences.NONE_PRINTED()


def _links(state: SocksState, what: int) -> Every | None:
    """Return all links of a kind, None if there is none."""
    here, town = naming(state), state.town
    found = []
    for link, is_what in enumerate(state.links):
        if is_what == what:
            one, two = sorted(
                (here.place(town.cell(end)), here.name(town.cell(end))) for end in town.ends[link]
            )
            found.append((one, two))
    return sentences.places(f"{one}-{two}" for (_, one), (_, two) in sorted(found)) if found else None


def _map(state: SocksState) -> Iterator[Message]:
    """Yield the stations of every row."""
    here = naming(state)
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell in map(state.town.cell, state.town.stations):
        row, column = here.place(cell)
        rows.setdefault(row, []).append((column, here.name(cell)))
    for row in sorted(rows):
        stations = " ".join(name for _, name in sorted(rows[row]))
        yield sentences.ROW(row=PlaceName(row_name(row)), stations=PlaceName(stations))


# -- while it is laid out --


def _laid_out(state: SocksState) -> Iterator[Message]:
    if state.task is SocksTask.BEGIN or (state.task is SocksTask.SEED and not state.tiles):
        return
    yield sentences.LAID(laid=Count(len(state.tiles)), all=Count(state.total))
    here = naming(state)
    for number, tile in enumerate(state.tiles, 1):
        twin, other, one, two = (PlaceName(here.name(cell)) for cell in building.tile_cells((tile,)))
        yield sentences.TILE(number=Count(number), twin=twin, other=other, one=one, two=two)
    if state.tiles:
        shut = building.enclosed(state.tiles)
        hexagons = _named(state, shut) if shut else Every((sentences.NOTHING(),))
        yield sentences.ENCLOSED(hexagons=hexagons, least=Count(FEWEST), most=Count(MOST))
    yield from _socks(state)
    if state.lone_colours and len(state.tiles) == state.total:
        pairs = Every(tuple(sentences.SHADES[colour] for colour in state.lone_colours), Joint.COMMA)
        yield sentences.TO_LAY(pairs=pairs, sticks=Count(STICKS))


def _socks(state: SocksState) -> Iterator[Message]:
    here = naming(state)
    for colour, first, second in state.pairs:
        one, other = PlaceName(here.name(first)), PlaceName(here.name(second))
        yield sentences.PAIR_LIES(pair=sentences.SHADES[colour], one=one, other=other)
    if state.lone:
        colour, cell = state.lone
        yield sentences.SOCK_LIES(sock=sentences.SHADES[colour], at=PlaceName(here.name(cell)))


def _by_row(name: str) -> tuple[str, int]:
    letters = name.rstrip("-0123456789")
    return letters, int(name[len(letters) :])


# What stands on a hexagon or lies between two, in words.

PAIRS: Final = "pairs"
"""Stands for the head of the table of pairs."""
TABLE_OF_PAIRS = message(
    "socks.table-of-pairs",
    "worth: points for joining the pair; sticks needed: by each of you to join it, or – where that is"
    " no longer possible",
)
VACANT = message("socks.vacant", "nothing lies here yet")
SHUT = message("socks.shut", "enclosed by tiles: it becomes a park")
STATION_HERE = message("socks.station-here", "a station")
STICKS_HERE = counted(
    "socks.sticks-here", "{count} stick of {player:seat}", "{count} sticks of {player:seat}"
)
BLOCKED_HERE = message("socks.blocked-here", "a spare sock blocks this station")
SOCK_HERE = message("socks.sock-here", "sock {sock:message}")
PARTNER = counted(
    "socks.partner",
    "its pair lies on {other:place}, worth {count} point",
    "its pair lies on {other:place}, worth {count} points",
)
SECOND_DUE = message("socks.second-due", "its pair is still to be laid")
FREE_LINK = message("socks.free-link", "a free link: a stick may lie here")
PRINTED_LINK = message("socks.printed-link", "a printed link: it joins both stations for everybody")
STICK_OF = message("socks.stick-of", "a stick of {player:seat}")


def describe_spot(state: SocksState, spot: str) -> Message | None:
    """Return what a station, link or hexagon holds, or the table of pairs; None for anything else."""
    if spot == PAIRS:
        return TABLE_OF_PAIRS()
    one, dash, other = spot.partition("-")
    cells = tuple(cell_named(state, each) for each in ((one, other) if dash else (one,)))
    first = cells[0]
    if first is None:
        return None
    if state.city is None:
        return at_place(spot, tuple(_laid_here(state, first))) if len(cells) == 1 else None
    stations = [station for cell in cells if (station := _stations(state.town).get(cell)) is not None]
    if len(stations) < len(cells):
        return None
    if len(stations) == 1:
        return at_place(spot, tuple(_station(state, stations[0])))
    link = state.town.link.get((stations[0], stations[1]))
    return link_here(spot, state.links[link]) if link is not None else None


def link_here(name: str, holder: int) -> Message:
    """Return what a link of this name holds, by what the state says of it."""
    if holder == FREE:
        what = FREE_LINK()
    else:
        what = PRINTED_LINK() if holder == PRINTED else STICK_OF(player=SeatName(holder - 1))
    return at_place(name, (what,))


@lru_cache(4)
def _stations(town: SocksCity) -> dict[Cell | None, Station]:
    """Return the stations by their cells; all spots of a city are asked for at once."""
    return {town.cell(station): station for station in town.stations}


def _station(state: SocksState, station: Station) -> Iterator[Message]:
    town = state.town
    colour = town.sock_at.get(station)
    if station in town.blocked:
        yield BLOCKED_HERE()
    elif colour is None:
        yield STATION_HERE()
    else:
        yield SOCK_HERE(sock=sentences.SHADES[colour])
        one, two = town.socks[colour]
        other = naming(state).name(town.cell(two if station == one else one))
        yield PARTNER(other=PlaceName(other), count=Count(town.worth[colour]))
        yield from chances(state, colour)
    yield from _sticks_here(sticks_at(state, station))


def sticks_at(state: SocksState, station: Station) -> tuple[int, int]:
    """Return how many sticks of each seat end at a station."""
    holders = [state.links[link] for _, link in state.town.around[station]]
    return holders.count(1), holders.count(2)


def station_here(name: str, sticks: tuple[int, int]) -> Message:
    """Return what a station of this name holds where no sock lies and nothing blocks it."""
    return at_place(name, (STATION_HERE(), *_sticks_here(sticks)))


def _sticks_here(sticks: tuple[int, int]) -> Iterator[Message]:
    for seat, count in enumerate(sticks):
        if count:
            yield STICKS_HERE(player=SeatName(seat), count=Count(count))


def _laid_here(state: SocksState, cell: Cell) -> Iterator[Message]:
    socks = _sock_places(state)
    if cell in socks:
        colour, other = socks[cell]
        yield SOCK_HERE(sock=sentences.SHADES[colour])
        if other is None:
            yield SECOND_DUE()
        else:
            worth = between(cell, other)
            yield PARTNER(other=PlaceName(naming(state).name(other)), count=Count(worth))
    elif cell in building.tile_cells(state.tiles):
        yield STATION_HERE()
    elif state.tiles and cell in building.enclosed(state.tiles):
        yield SHUT()
    else:
        yield VACANT()


def _sock_places(state: SocksState) -> dict[Cell, tuple[Colour, Cell | None]]:
    """Return the socks that lie, each with where its pair lies."""
    found: dict[Cell, tuple[Colour, Cell | None]] = {}
    for colour, one, two in state.pairs:
        found |= {one: (colour, two), two: (colour, one)}
    if state.lone:
        found[state.lone[1]] = (state.lone[0], None)
    return found
