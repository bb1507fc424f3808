"""What Socks in the City says of positions and events; why it refuses something stands in `building`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.socks import building, city
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
from p2pgames.games.socks.state import NOBODY, SOCKS, SocksEnd, SocksState, SocksTask, scores
from p2pgames.sentences import here as at_place
from p2pgames.text import Count, Every, FaceName, Joint, Message, PlaceName, SeatName, counted, message

# -- pieces --

SHADES: Final = (
    message("socks.orange", "A (orange)")(),
    message("socks.green", "B (green)")(),
    message("socks.pink", "C (pink)")(),
    message("socks.red", "D (red)")(),
    message("socks.blue", "E (blue)")(),
    message("socks.grey", "F (grey)")(),
)
"""The socks of each colour."""

# -- the position --

NOT_ROLLED = message("socks.not-rolled", "It is not known yet who begins.")
BEGINS = message("socks.begins", "{player:seat} begins. The coin will lay out the city.")
COIN = message("socks.coin", "the coin lays out the city")
LAYS_STICKS: Final = (
    counted(
        "socks.lays-sticks", "{player:seat} must lay {count} stick.", "{player:seat} must lay {count} sticks."
    ),
    counted(
        "socks.you-lay-sticks",
        "{player:seat}, you must lay {count} stick.",
        "{player:seat}, you must lay {count} sticks.",
    ),
)
LAYS_TILE: Final = (
    message("socks.lays-tile", "{player:seat} must lay a tile."),
    message("socks.you-lay-tile", "{player:seat}, you must lay a tile."),
)
LAYS_SOCK: Final = (
    message("socks.lays-sock", "{player:seat} must lay a sock."),
    message("socks.you-lay-sock", "{player:seat}, you must lay a sock."),
)
"""These three: first for others, then for who looks."""
POINTS = counted("socks.points", "{count} point", "{count} points")
PLAYER = counted(
    "socks.player",
    "{player:seat}: {points:message}, has won nothing yet, {count} stick left.",
    "{player:seat}: {points:message}, has won nothing yet, {count} sticks left.",
)
PLAYER_WON = counted(
    "socks.player-won",
    "{player:seat}: {points:message}, has won {colours:every}, {count} stick left.",
    "{player:seat}: {points:message}, has won {colours:every}, {count} sticks left.",
)
PAIR = message(
    "socks.pair",
    "Socks {pair:message} lie on {one:place} and {other:place}, worth {worth:count}: {told:every}.",
)
WON_BY = message("socks.won-by", "won by {player:seat}")
NEEDS = counted("socks.needs", "{player:seat} needs {count} stick", "{player:seat} needs {count} sticks")
CANNOT_JOIN = message("socks.cannot-join", "{player:seat} cannot join them")
BLOCKED = message("socks.blocked", "Blocked: {stations:every}.")
STICKS_OF = message("socks.sticks-of", "{player:seat}'s sticks: {links:every}.")
NO_STICKS = message("socks.no-sticks", "{player:seat}'s sticks: none.")
PRINTED_LINKS = message("socks.printed", "Printed links: {links:every}.")
NONE_PRINTED = message("socks.none-printed", "Printed links: none.")
ROW = message("socks.row", "Row {row:place}: {stations:place}.")

# -- while it is laid out --

LAID = message("socks.laid", "{laid:count} of {all:count} tiles are laid.")
TILE = message(
    "socks.tile",
    "Tile {number:count}: twins {twin:place} and {other:place}, single stations {one:place} and {two:place}.",
)
ENCLOSED = message(
    "socks.enclosed",
    "Enclosed: {hexagons:every}; in the end it must be {least:count} to {most:count} hexagons.",
)
NOTHING = message("socks.nothing", "nothing")
PAIR_LIES = message("socks.pair-lies", "Socks {pair:message} lie on {one:place} and {other:place}.")
SOCK_LIES = message("socks.sock-lies", "One sock {sock:message} lies on {at:place}.")
TO_LAY = message("socks.to-lay", "Still to lay: {pairs:every}. Each player has {sticks:count} sticks.")

# -- what a move brings --

WINS = counted(
    "socks.wins", "wins pair {colour:face}, {count} point", "wins pair {colour:face}, {count} points"
)
CHANGES = message("socks.changes", "{colour:face}: {told:every}")
LACKS = message("socks.now-needs", "{player:seat} now needs {now:count} (was {before:count})")
LOSES = message("socks.can-no-longer", "{player:seat} can no longer join them")
PAIR_WORTH = counted(
    "socks.pair-worth", "the pair is worth {count} point", "the pair is worth {count} points"
)
ENCLOSES = counted("socks.encloses", "{count} hexagon enclosed", "{count} hexagons enclosed")

# -- how it ends --

ALL_WON = message("socks.all-won", "All colours are won.")
NO_MORE = message("socks.no-more", "Nobody can join any more socks.")
HAS_LEFT = message("socks.has-left", "{player:seat} has left the game.")
WHY: Final = {
    SocksEnd.ALL_WON: ALL_WON(),
    SocksEnd.NO_MORE: NO_MORE(),
    SocksEnd.FIRST_LEFT: HAS_LEFT(player=SeatName(0)),
    SocksEnd.SECOND_LEFT: HAS_LEFT(player=SeatName(1)),
}

# -- on the board and beside it --

NOT_LAID_OUT = message("socks.not-laid-out", "The city is not laid out yet.")
PAIR_HEAD = message("socks.pair-head", "pair")
WORTH = message("socks.worth", "worth")
LACKS_HEAD = message("socks.lacks-head", "sticks needed")
LACKS_BRIEF = message("socks.lacks-brief", "needed")
WINNER = message("socks.winner", "won by")
ON_TILE = message("socks.on-tile", "printed")
IS_FREE = message("socks.free", "free")
IS_BLOCKED = message("socks.is-blocked", "blocked")
SOCK = message("socks.sock", "sock")
IN_THE_WAY = message("socks.in-the-way", "won, still in the way")
TILE_HERE = message("socks.tile-here", "lay the tile here")
STICKS_DUE = message("socks.sticks-due", "sticks to lay this turn: {count:count}")
TILE_OF = message("socks.tile-of", "tile {number:count} of {all:count}")
ENCLOSED_SO_FAR = message(
    "socks.enclosed-so-far", "enclosed ▓: {now:count}, in the end {least:count} to {most:count}"
)
PARKS = message("socks.parks", "hexagons enclosed: {now:count}; in the end {least:count} to {most:count}")
TWINS_DRAWN = message("socks.twins-drawn", "the twins of a tile; + where the first one may lie")
TWINS = message("socks.twins", "(○:::○) twins of a tile, + legal")
TURN_IT = message("socks.turn-it", "point again to turn the tile")
SOCKS_DUE = message("socks.socks-due", "socks to lay")
SECOND = message("socks.second", "its second one")
ENCLOSES_NOW = message("socks.encloses-now", "encloses {now:count}")
AT_LAST = message("socks.at-last", "in the end {least:count} to {most:count}")
STILL_TO_LAY = message("socks.still-to-lay", "to lay: {socks:face}")
SECOND_SOCK = message("socks.second-sock", "second sock {sock:face}")
COUNTED_STICKS = counted("socks.sticks", "{count} stick", "{count} sticks")
STICKS_AND_PRIZES = counted(
    "socks.sticks-and-prizes", "{count} stick {prizes:face}", "{count} sticks {prizes:face}"
)
HAS_WON = message("socks.has-won", "{sticks:message}, won {colours:every}")


def tile_of(state: SocksState) -> Message:
    """Return which tile is to be laid, or was the last one, of how many."""
    return TILE_OF(number=Count(min(len(state.tiles) + 1, state.total)), all=Count(state.total))


def letter(colour: Colour) -> FaceName:
    """Return the letter of a colour of socks as a parameter."""
    return FaceName(SOCKS[colour])


def letters(colours: Iterable[Colour]) -> Every:
    """Return the letters of colours as a parameter."""
    return Every(tuple(map(letter, colours)), Joint.COMMA)


def places(names: Iterable[str]) -> Every:
    """Return hexagons or links as a parameter."""
    return Every(tuple(map(PlaceName, names)), Joint.COMMA)


# The position of Socks in the City in sentences, for plain lines and screen readers, and what stands where.


@lru_cache(256)  # board, column and sentences all ask, of a position and of the one before
def sticks_needed(state: SocksState, seat: Seat, colour: Colour) -> int | None:
    """Return the fewest sticks with which a seat could still join a colour; None if it cannot."""
    return city.sticks_missing(state.town, state.free, state.nets[seat], colour, state.left[seat])


# -- the position --


def position_in_words(state: SocksState, seat: Seat | None) -> tuple[Message, ...]:
    """Return who is to move, what each player has, and all that lies on the table."""
    head = WHY.get(state.why) or _turn(state, seat)
    if state.city is None:
        return (head, *_laid_out(state))
    return (head, *_players(state), *_colours(state), *_blockers(state), *_sticks(state), *_map(state))


def _turn(state: SocksState, seat: Seat | None) -> Message:
    if state.task is SocksTask.BEGIN:
        return NOT_ROLLED()
    if state.task is SocksTask.SEED:
        return BEGINS(player=SeatName(state.first))
    mine, player = state.turn == seat, SeatName(state.turn)
    if state.task is SocksTask.STICK:
        return LAYS_STICKS[mine](player=player, count=Count(state.todo))
    return (LAYS_TILE if state.task is SocksTask.TILE else LAYS_SOCK)[mine](player=player)


def _players(state: SocksState) -> Iterator[Message]:
    for seat, points in enumerate(scores(state)):
        player, won, left = SeatName(seat), state.prizes(seat), Count(state.left[seat])
        has = POINTS(count=Count(points))
        if won:
            colours = letters(won)
            yield PLAYER_WON(player=player, points=has, colours=colours, count=left)
        else:
            yield PLAYER(player=player, points=has, count=left)


def _colours(state: SocksState) -> Iterator[Message]:
    town, here = state.town, naming(state)
    for colour in town.colours:
        one, other = map(here.name, sorted(map(town.cell, town.socks[colour]), key=here.place))
        yield PAIR(
            pair=SHADES[colour],
            one=PlaceName(one),
            other=PlaceName(other),
            worth=Count(town.worth[colour]),
            told=Every(tuple(chances(state, colour)), Joint.COMMA),
        )


def chances(state: SocksState, colour: Colour) -> Iterator[Message]:
    """Yield who has won a colour, or what each seat still needs for it."""
    if state.won[colour] != NOBODY:
        yield WON_BY(player=SeatName(state.won[colour]))
        return
    for seat in range(2):
        lack, player = sticks_needed(state, seat, colour), SeatName(seat)
        if lack is None:
            yield CANNOT_JOIN(player=player)
        else:
            yield NEEDS(player=player, count=Count(lack))


def _blockers(state: SocksState) -> Iterator[Message]:
    if state.town.layout.blockers:
        yield BLOCKED(stations=_named(state, state.town.layout.blockers))


def _named(state: SocksState, cells: Iterable[Cell]) -> Every:
    return places(sorted(map(naming(state).name, cells), key=_by_row))


def _sticks(state: SocksState) -> Iterator[Message]:
    for seat in range(2):
        player, links = SeatName(seat), _links(state, 1 + seat)
        yield STICKS_OF(player=player, links=links) if links else NO_STICKS(player=player)
    links = _links(state, PRINTED)
    yield PRINTED_LINKS(links=links) if links else NONE_PRINTED()


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
    return places(f"{one}-{two}" for (_, one), (_, two) in sorted(found)) if found else None


def _map(state: SocksState) -> Iterator[Message]:
    """Yield the stations of every row."""
    here = naming(state)
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell in map(state.town.cell, state.town.stations):
        row, column = here.place(cell)
        rows.setdefault(row, []).append((column, here.name(cell)))
    for row in sorted(rows):
        stations = " ".join(name for _, name in sorted(rows[row]))
        yield ROW(row=PlaceName(row_name(row)), stations=PlaceName(stations))


# -- while it is laid out --


def _laid_out(state: SocksState) -> Iterator[Message]:
    if state.task is SocksTask.BEGIN or (state.task is SocksTask.SEED and not state.tiles):
        return
    yield LAID(laid=Count(len(state.tiles)), all=Count(state.total))
    here = naming(state)
    for number, tile in enumerate(state.tiles, 1):
        twin, other, one, two = (PlaceName(here.name(cell)) for cell in building.tile_cells((tile,)))
        yield TILE(number=Count(number), twin=twin, other=other, one=one, two=two)
    if state.tiles:
        shut = building.enclosed(state.tiles)
        hexagons = _named(state, shut) if shut else Every((NOTHING(),))
        yield ENCLOSED(hexagons=hexagons, least=Count(FEWEST), most=Count(MOST))
    yield from _socks(state)
    if state.lone_colours and len(state.tiles) == state.total:
        pairs = Every(tuple(SHADES[colour] for colour in state.lone_colours), Joint.COMMA)
        yield TO_LAY(pairs=pairs, sticks=Count(STICKS))


def _socks(state: SocksState) -> Iterator[Message]:
    here = naming(state)
    for colour, first, second in state.pairs:
        one, other = PlaceName(here.name(first)), PlaceName(here.name(second))
        yield PAIR_LIES(pair=SHADES[colour], one=one, other=other)
    if state.lone:
        colour, cell = state.lone
        yield SOCK_LIES(sock=SHADES[colour], at=PlaceName(here.name(cell)))


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
        yield SOCK_HERE(sock=SHADES[colour])
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
        yield SOCK_HERE(sock=SHADES[colour])
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
