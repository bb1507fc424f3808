"""What stands on a hexagon or lies between two, in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from p2pgames.games.socks import messages, tiling
from p2pgames.games.socks.board import Cell, Colour, between
from p2pgames.games.socks.city import FREE, PRINTED, City, Station
from p2pgames.games.socks.notation import named, names
from p2pgames.games.socks.state import State
from p2pgames.games.socks.words import chances
from p2pgames.messages import here as at_place
from p2pgames.text import Count, Message, PlaceName, SeatName, counted, message

PAIRS: Final = "pairs"
"""Stands for the head of the table of pairs."""
TABLE_OF_PAIRS = message(
    "socks.table-of-pairs",
    "worth: points for joining the pair; lacks: sticks that each of you still needs for it, or – where that is no "
    "longer possible",
)
VACANT = message("socks.vacant", "nothing lies here yet")
SHUT = message("socks.shut", "enclosed by tiles: it becomes a park")
STATION_HERE = message("socks.station-here", "a station")
STICKS_HERE = counted(
    "socks.sticks-here", "{count} stick of {player}", "{count} sticks of {player}", player=SeatName
)
BLOCKED_HERE = message("socks.blocked-here", "a spare sock blocks this station")
SOCK_HERE = message("socks.sock-here", "sock {sock}", sock=Message)
PARTNER = counted(
    "socks.partner",
    "its pair lies on {other}, worth {count} point",
    "its pair lies on {other}, worth {count} points",
    other=PlaceName,
)
SECOND_DUE = message("socks.second-due", "its pair is still to be laid")
FREE_LINK = message("socks.free-link", "a free link: a stick may lie here")
PRINTED_LINK = message("socks.printed-link", "a printed link: it joins both stations for everybody")
STICK_OF = message("socks.stick-of", "a stick of {player}", player=SeatName)


def here(state: State, spot: str) -> Message | None:
    """Return what a station, link or hexagon holds, or the table of pairs; None for anything else."""
    if spot == PAIRS:
        return TABLE_OF_PAIRS()
    one, dash, other = spot.partition("-")
    cells = tuple(named(state, each) for each in ((one, other) if dash else (one,)))
    first = cells[0]
    if first is None:
        return None
    if state.city is None:
        return at_place(spot, tuple(_laid_out(state, first))) if len(cells) == 1 else None
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
def _stations(town: City) -> dict[Cell | None, Station]:
    """Return the stations by their cells; all spots of a city are asked for at once."""
    return {town.cell(station): station for station in town.stations}


def _station(state: State, station: Station) -> Iterator[Message]:
    town = state.town
    colour = town.sock_at.get(station)
    if station in town.blocked:
        yield BLOCKED_HERE()
    elif colour is None:
        yield STATION_HERE()
    else:
        yield SOCK_HERE(sock=messages.SHADES[colour])
        one, two = town.socks[colour]
        other = names(state).name(town.cell(two if station == one else one))
        yield PARTNER(other=PlaceName(other), count=Count(town.worth[colour]))
        yield from chances(state, colour)
    yield from _sticks(sticks_at(state, station))


def sticks_at(state: State, station: Station) -> tuple[int, int]:
    """Return how many sticks of each seat end at a station."""
    holders = [state.links[link] for _, link in state.town.around[station]]
    return holders.count(1), holders.count(2)


def station_here(name: str, sticks: tuple[int, int]) -> Message:
    """Return what a station of this name holds where no sock lies and nothing blocks it."""
    return at_place(name, (STATION_HERE(), *_sticks(sticks)))


def _sticks(sticks: tuple[int, int]) -> Iterator[Message]:
    for seat, count in enumerate(sticks):
        if count:
            yield STICKS_HERE(player=SeatName(seat), count=Count(count))


def _laid_out(state: State, cell: Cell) -> Iterator[Message]:
    socks = _socks(state)
    if cell in socks:
        colour, other = socks[cell]
        yield SOCK_HERE(sock=messages.SHADES[colour])
        if other is None:
            yield SECOND_DUE()
        else:
            worth = between(cell, other)
            yield PARTNER(other=PlaceName(names(state).name(other)), count=Count(worth))
    elif cell in tiling.cells(state.tiles):
        yield STATION_HERE()
    elif state.tiles and cell in tiling.enclosed(state.tiles):
        yield SHUT()
    else:
        yield VACANT()


def _socks(state: State) -> dict[Cell, tuple[Colour, Cell | None]]:
    """Return the socks that lie, each with where its pair lies."""
    found: dict[Cell, tuple[Colour, Cell | None]] = {}
    for colour, one, two in state.pairs:
        found |= {one: (colour, two), two: (colour, one)}
    if state.lone:
        found[state.lone[1]] = (state.lone[0], None)
    return found
