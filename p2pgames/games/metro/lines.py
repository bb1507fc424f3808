"""The lines: how far each runs, and what a tile would change. For the rules, the bots and the screens."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.contract import Seat
from p2pgames.games.metro.board import (
    DOORS,
    EXITS,
    NOBODY,
    ONWARD,
    Cell,
    Cells,
    End,
    Piece,
    Side,
    Station,
    in_centre,
    put,
)
from p2pgames.games.metro.state import State


@dataclass(frozen=True, slots=True)
class Link:
    """One crossing of a laid tile: by which side the line enters the cell, and by which it leaves."""

    cell: Cell
    enter: Side
    leave: Side


@dataclass(frozen=True, slots=True)
class Trace:
    """A line from its station on: the crossings in order, and where it is then."""

    links: tuple[Link, ...]
    end: End

    @property
    def finished(self) -> bool:
        """Whether the line has come into a station."""
        return self.end < 0


@dataclass(frozen=True, slots=True)
class Change:
    """What one tile does to the line of one station.

    ``before`` and ``after`` count the tile crossings, ``end`` is where the line is then. ``owner`` is the
    seat whose train stands at the station, -1 if none does; ``points`` is what it scores, 0 if nothing.
    """

    station: Station
    owner: Seat
    before: int
    after: int
    end: End
    points: int


def trace(cells: Cells, station: Station) -> Trace:
    """Follow the line of a numbered station over the laid tiles."""
    return trace_from(cells, DOORS[station])


def trace_from(cells: Cells, end: End) -> Trace:
    """Follow a line from where it is about to enter a cell over the laid tiles, a closed circle once."""
    links: list[Link] = []
    begin = end
    while end >= 0 and (piece := cells[end >> 2]):
        link = Link(end >> 2, end & 3, EXITS[piece][end & 3])
        links.append(link)
        end = ONWARD[4 * link.cell + link.leave]
        if end == begin:
            break
    return Trace(tuple(links), end)


def source(cells: Cells, end: End) -> End:
    """Return where the line that is about to enter a cell comes from, followed backwards.

    Below 0 it is a station, as for an `End`; otherwise the line begins at the edge of the laid tiles and
    enters the first of them there. A closed circle gives back what was asked.
    """
    at = end
    while True:
        back = ONWARD[at]
        if back < 0:
            return back
        piece = cells[back >> 2]
        if not piece:
            return at
        at = (back & ~3) + EXITS[piece].index(back & 3)
        if at == end:
            return at


def run(cells: Cells, end: End, length: int) -> tuple[End, int]:
    """Return where a line at ``end`` comes to over the laid tiles, and its length then."""
    while end >= 0 and (piece := cells[end >> 2]):
        end = ONWARD[(end & ~3) + EXITS[piece][end & 3]]
        length += 1
    return end, length


def changes(state: State, cell: Cell, piece: Piece) -> tuple[Change, ...]:
    """Return what the piece on the empty cell would do to each line that waits there, by station number."""
    # A line may come back to the new tile, so it is followed with the tile in place.
    laid = put(state.cells, cell, piece)
    owners = state.owners
    return tuple(
        _change(laid, station, owners[station - 1], end, state.lengths[station - 1])
        for station, end in enumerate(state.ends, 1)
        if end >> 2 == cell
    )


def _change(laid: Cells, station: Station, owner: Seat, end: End, before: int) -> Change:
    end, after = run(laid, end, before)
    scores = end < 0 and owner != NOBODY
    points = after * (2 if in_centre(end) else 1) if scores else 0
    return Change(station, owner, before, after, end, points)
