"""The board: cells, stations, who owns them, and where a line goes when it leaves a cell.

A side is 0 to 3 for north, east, south, west. Trains run on the right, so a line enters a cell on the even
port of a side and leaves on an odd one: cell and side alone tell where a line is. An ``End`` is

- 0 to 255, ``4 * cell + side``: the line is about to enter that cell by that side;
- -1 to -32: it has come into the numbered station 1 to 32;
- -33 to -40: it has come into one of the eight stations of the central block.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

from p2pgames.contract import Face, Seat
from p2pgames.games.metro import sentences
from p2pgames.text import Count, FaceName, Message, PlaceName

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


# The tiles: 24 kinds, 60 tiles, and what becomes of one when it is turned.
#
# A face is the code printed on a tile: for lines that enter from north, east, south and west, in this order, ``a``
# goes straight on, ``b`` to the side next clockwise, ``c`` to the side next counter-clockwise, ``d`` back out of
# the same side. A piece is a tile as it lies on the board: its face and the quarter turns clockwise it was given,
# ``cbaa1``.

Piece: TypeAlias = str

COPIES: Final[dict[Face, int]] = json.loads(DATA)["tiles"]
ALL: Final[tuple[Face, ...]] = tuple(face for face, copies in COPIES.items() for _ in range(copies))
_WAY: Final = {"a": 2, "b": 1, "c": 3, "d": 0}


def turned(face: Face, turns: int) -> Face:
    """Return the code that the tile has after this many quarter turns clockwise, 0 to 3."""
    return face[-turns:] + face[:-turns] if turns else face


TURNS: Final = {
    face: tuple(
        turns for turns in range(4) if turned(face, turns) not in {turned(face, t) for t in range(turns)}
    )
    for face in COPIES
}
"""The turns of each face that differ; of turns that give the same code the smallest stands for all."""

PIECES: Final = {face: tuple(f"{face}{turns}" for turns in range(4)) for face in COPIES}
"""Of each face: how the tile can lie on the board, by its turns."""

EXITS: Final = {
    f"{face}{turns}": tuple((side + _WAY[letter]) % 4 for side, letter in enumerate(turned(face, turns)))
    for face in COPIES
    for turns in range(4)
}
"""Of each piece: the side by which a line leaves that enters by side 0, 1, 2, 3."""


def _short(piece: Piece, cell: Cell) -> tuple[Station, Station] | None:
    for side in range(4):
        begin, end = station_of(ONWARD[4 * cell + side]), station_of(ONWARD[4 * cell + EXITS[piece][side]])
        if begin and end:
            return begin, end
    return None


SHORT: Final = {piece: {cell: way for cell in BORDER if (way := _short(piece, cell))} for piece in EXITS}
"""Of each piece: the cells where it would lead from a numbered station over itself alone into one, and which.

It depends on tile and cell only: such a line begins and ends at the sides of this one cell.
"""


# Where a tile may be laid.

Cells = tuple[Piece, ...]
"""The piece on each of the 64 cells, empty if none lies."""
_BESIDE: Final = tuple((cell, () if cell in BORDER else NEIGHBOURS[cell]) for cell in PLAYABLE)
"""Of each cell that may hold a tile: those of which one must have a tile before; none for the edge of the board."""


def is_open(cells: Cells, cell: Cell) -> bool:
    """Return whether the cell is empty and lies on the edge of the board or beside a laid tile."""
    if cells[cell] or cell in CENTRE:
        return False
    return cell in BORDER or any(cells[near] for near in NEIGHBOURS[cell])


@lru_cache(256)
def open_cells(cells: Cells) -> tuple[Cell, ...]:
    """Return all open cells in reading order."""
    laid = cells.__getitem__
    return tuple([cell for cell, near in _BESIDE if not laid(cell) and (not near or any(map(laid, near)))])


def put_piece(cells: Cells, cell: Cell, piece: Piece) -> Cells:
    """Return the cells with the piece on this one."""
    return (*cells[:cell], piece, *cells[cell + 1 :])


def allowed_places(cells: Cells, face: Face, *, free: bool) -> tuple[tuple[int, Cell], ...]:
    """Return the turns and cells with which the tile may be laid; all open ones where all are forbidden."""
    there, ways = (
        open_cells(cells),
        [(turns, SHORT[f"{face}{turns}"]) for turns in _allowed_turns(face, free)],
    )
    allowed = [(turns, cell) for turns, short in ways for cell in there if cell not in short]
    return tuple(allowed or [(turns, cell) for turns, _ in ways for cell in there])


def _allowed_turns(face: Face, free: bool) -> tuple[int, ...]:
    return TURNS[face] if free else (0,)


def fits_nowhere(cells: Cells, face: Face, *, free: bool) -> bool:
    """Return whether every open cell, in every allowed rotation, would make a line of one tile."""
    there = open_cells(cells)
    turns = _allowed_turns(face, free)
    return all(cell in SHORT[f"{face}{turn}"] for turn in turns for cell in there)


def refusal(cells: Cells, face: Face, turns: int, cell: Cell, *, free: bool) -> Message | None:
    """Return the rule that forbids to lay the tile so; None if none does."""
    if turns and not free:
        return sentences.ARROW()
    if turns not in TURNS[face]:
        same = next(less for less in TURNS[face] if turned(face, less) == turned(face, turns))
        return sentences.SAME_TURN(turns=Count(turns), same=Count(same))
    if cell in CENTRE:
        return sentences.IN_BLOCK(cell=PlaceName(NAMES[cell]))
    if cells[cell]:
        return sentences.TAKEN(cell=PlaceName(NAMES[cell]))
    if not is_open(cells, cell):
        return sentences.NOT_BESIDE(cell=PlaceName(NAMES[cell]))
    way = SHORT[f"{face}{turns}"].get(cell)
    if way is None or fits_nowhere(cells, face, free=free):
        return None
    begin, end = map(sentences.station, way)
    if begin == end:
        return sentences.LEADS_BACK(face=FaceName(face), station=begin)
    return sentences.LEADS_TO(face=FaceName(face), station=begin, end=end)
