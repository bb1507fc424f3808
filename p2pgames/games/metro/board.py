"""The board: cells, stations, who owns them, and where a line goes when it leaves a cell.

A side is 0 to 3 for north, east, south, west. Trains run on the right, so a line enters a cell on the even
port of a side and leaves on an odd one: cell and side alone tell where a line is. An ``End`` is

- 0 to 255, ``4 * cell + side``: the line is about to enter that cell by that side;
- -1 to -32: it has come into the numbered station 1 to 32;
- -33 to -40: it has come into one of the eight stations of the central block.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final, TypeAlias

from p2pgames.contract import Seat

Cell: TypeAlias = int
"""0 to 63, row by row from the top left."""

Side: TypeAlias = int
Station: TypeAlias = int
"""1 to 32, as printed on the board."""

End: TypeAlias = int

DATA: Final = (files("p2pgames.games.metro") / "data" / "board.json").read_bytes()
_LAYOUT: Final = json.loads(DATA)

ROWS: Final[int] = _LAYOUT["rows"]
COLS: Final[int] = _LAYOUT["cols"]
NOBODY: Final = -1


def cell_at(row: int, col: int) -> Cell:
    """Return the cell of this row and column, both counted from 0 at the top left."""
    return row * COLS + col


NAMES: Final = tuple(f"{'abcdefgh'[cell % COLS]}{cell // COLS + 1}" for cell in range(ROWS * COLS))
CELLS: Final = {name: cell for cell, name in enumerate(NAMES)}
CENTRE: Final = frozenset(cell_at(row, col) for row, col in _LAYOUT["centre"]["cells"])
PLAYABLE: Final = tuple(cell for cell in range(ROWS * COLS) if cell not in CENTRE)


def beyond(cell: Cell, side: Side) -> Cell | None:
    """Return the cell across that side, also one of the central block; None at the edge of the board."""
    row, col = cell // COLS + (-1, 0, 1, 0)[side], cell % COLS + (0, 1, 0, -1)[side]
    return cell_at(row, col) if 0 <= row < ROWS and 0 <= col < COLS else None


def _door(place: dict[str, int | str]) -> int:
    cell = cell_at(int(place["row"]), int(place["col"]))
    return 4 * cell + "NESW".index(str(place["side"]))


DOORS: Final = {int(place["station"]): _door(place) for place in _LAYOUT["stations"]}
"""Where each numbered station's line begins: the cell it enters first, and the side."""

STATIONS: Final = tuple(sorted(DOORS))
_STATION_AT: Final = {door: station for station, door in DOORS.items()}
_CENTRE_AT: Final = {_door(place): number for number, place in enumerate(_LAYOUT["centre"]["stations"], 33)}


def _onward(door: int) -> End:
    """Where a line comes to that leaves by a side of a playable cell; 0 for sides inside the centre."""
    if door in _STATION_AT:
        return -_STATION_AT[door]
    if door in _CENTRE_AT:
        return -_CENTRE_AT[door]
    cell = beyond(door >> 2, door & 3)
    return 0 if cell is None else 4 * cell + (door + 2) % 4


ONWARD: Final = tuple(_onward(door) for door in range(4 * ROWS * COLS))
"""By ``4 * cell + side`` of leaving: where the line is then."""

NEIGHBOURS: Final = tuple(
    tuple(near for side in range(4) if (near := beyond(cell, side)) is not None and near not in CENTRE)
    for cell in range(ROWS * COLS)
)
BORDER: Final = frozenset(cell for cell in PLAYABLE if None in {beyond(cell, side) for side in range(4)})


def _owners(seats: int) -> tuple[Seat, ...]:
    lists = _LAYOUT["ownership"][str(seats)]
    owned = {station: seat for seat, stations in enumerate(lists) for station in stations}
    return tuple(owned.get(station, NOBODY) for station in STATIONS)


OWNERS: Final = {seats: _owners(seats) for seats in range(2, 7)}
"""By number of seats: the owner of station 1, 2 and so on, -1 for nobody's."""


def station_of(end: End) -> Station | None:
    """Return the numbered station that the line has come into, if it has."""
    return -end if -len(STATIONS) <= end < 0 else None


def in_centre(end: End) -> bool:
    """Return whether the line has come into the central block, where it counts double."""
    return end < -len(STATIONS)
