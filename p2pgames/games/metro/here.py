"""What stands on a cell, in a station or as the pile, in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import CELLS, CENTRE, NAMES, NOBODY, STATIONS, Cell, Station, in_centre
from p2pgames.games.metro.lines import trace
from p2pgames.games.metro.placement import Cells
from p2pgames.games.metro.state import State
from p2pgames.games.metro.turn import may_draw
from p2pgames.messages import here as at_place
from p2pgames.messages import joined
from p2pgames.text import Count, Every, FaceName, Message, PlaceName, Verbatim, counted, message, whole_number

DRAW = "draw"
"""The spot of the pile, and what is typed to draw from it."""
TILES: Final = "tiles"
"""Stands for the tiles beside the board."""
CODE = message(
    "metro.code-here",
    "where lines from north, east, south, west leave: a straight on, b clockwise, c the other way, d back",
)
EMPTY = message("metro.empty", "empty")
TILE = message("metro.tile-here", "tile {face}", face=FaceName)
TURNED = message("metro.tile-turned", "tile {face}, turned {turns}", face=FaceName, turns=Verbatim)
COMES_IN = counted(
    "metro.comes-in",
    "{colour}'s train {station} enters here, {count} tile so far",
    "{colour}'s train {station} enters here, {count} tiles so far",
    colour=Message,
    station=PlaceName,
)
STARTS = message("metro.starts", "{colour}'s train {station} starts here", colour=Message, station=PlaceName)
NOBODYS_DOOR = message("metro.nobodys-door", "nobody's line {station} starts here", station=PlaceName)
LINE_OF = message("metro.line-of", "{colour}'s line {station}", colour=Message, station=PlaceName)
RUNS = message("metro.runs-here", "{lines} cross it", lines=Every)
ONE_RUNS = message("metro.one-runs-here", "{line} crosses it", line=Message)
STATION_HERE = message("metro.station-here", "station {station}: {what}", station=PlaceName, what=Message)
NO_TRAIN = message("metro.nobodys", "nobody has a train there")
NOT_BEGUN = message("metro.waits", "{colour}'s train is waiting, no tile leads on yet", colour=Message)
HAS_COME = counted(
    "metro.has-come",
    "{colour}'s train is under way: {count} tile, next {cell}",
    "{colour}'s train is under way: {count} tiles, next {cell}",
    colour=Message,
    cell=PlaceName,
)
ARRIVED = counted(
    "metro.has-arrived",
    "{colour}'s train has arrived: {count} point",
    "{colour}'s train has arrived: {count} points",
    colour=Message,
)
PILE_HERE = counted("metro.pile-here", "the pile: {count} tile left", "the pile: {count} tiles left")
DRAW_ONE = message("metro.draw-one", "to draw one more, type draw or point at the pile; you must then lay it")


def here(state: State, seat: Seat | None, spot: str) -> Message | None:
    """Return what a cell, a station or the pile holds, or what tiles are called by; None for anything else."""
    if spot == DRAW:
        left = PILE_HERE(count=Count(state.pile))
        return joined([left, DRAW_ONE()]) if seat == state.turn and may_draw(state) else left
    if spot == TILES:
        return CODE()
    if spot in CELLS and CELLS[spot] not in CENTRE:
        return at_place(spot, tuple(_cell(state, CELLS[spot])))
    if (station := whole_number(spot)) in STATIONS:
        return STATION_HERE(station=PlaceName(spot), what=_station(state, station))
    return None


def _cell(state: State, cell: Cell) -> Iterator[Message]:
    piece = state.cells[cell]
    if not piece:
        yield EMPTY()
        yield from (_waits(state, station) for station in STATIONS if state.ends[station - 1] >> 2 == cell)
        return
    face, turns = FaceName(piece[:-1]), piece[-1]
    yield TILE(face=face) if turns == "0" else TURNED(face=face, turns=Verbatim(f"r{turns}"))
    lines = tuple(
        LINE_OF(colour=messages.COLOURS[state.owners[station - 1]], station=messages.station(station))
        for station in _passing(state.cells).get(cell, ())
        if state.owners[station - 1] != NOBODY
    )
    if lines:
        yield RUNS(lines=Every(lines)) if len(lines) > 1 else ONE_RUNS(line=lines[0])


def _waits(state: State, station: Station) -> Message:
    owner, length = state.owners[station - 1], state.lengths[station - 1]
    if owner == NOBODY:
        return NOBODYS_DOOR(station=messages.station(station))
    colour = messages.COLOURS[owner]
    if not length:
        return STARTS(colour=colour, station=messages.station(station))
    return COMES_IN(colour=colour, station=messages.station(station), count=Count(length))


@lru_cache(4)
def _passing(cells: Cells) -> dict[Cell, tuple[Station, ...]]:
    """Return by cell the stations whose lines run over it; all cells of a position are asked for at once."""
    found: dict[Cell, dict[Station, None]] = {}
    for station in STATIONS:
        for link in trace(cells, station).links:
            found.setdefault(link.cell, {})[station] = None
    return {cell: tuple(stations) for cell, stations in found.items()}


def _station(state: State, station: Station) -> Message:
    owner, end, length = state.owners[station - 1], state.ends[station - 1], state.lengths[station - 1]
    if owner == NOBODY:
        return NO_TRAIN()
    colour = messages.COLOURS[owner]
    if end < 0:
        return ARRIVED(colour=colour, count=Count(length * (2 if in_centre(end) else 1)))
    if not length:
        return NOT_BEGUN(colour=colour)
    return HAS_COME(colour=colour, count=Count(length), cell=PlaceName(NAMES[end >> 2]))
