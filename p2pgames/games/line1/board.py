"""The board: cells, buildings, terminals, and what lies across each side of a cell.

A side is 0 to 3 for north, east, south, west; a set of sides is a mask with bit ``1 << side``. A space is a cell,
0 to 143, or a terminal, 144 to 155. A ``Door`` says where a tram is about to be:

- 0 to 575, ``4 * cell + side``: it enters that cell by that side;
- 576 to 599, ``576 + 2 * terminal + end``: it enters that terminal by that end of its arc;
- -1: it would leave the board.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final, TypeAlias

Cell: TypeAlias = int
"""0 to 143, row by row from the top left."""
Side: TypeAlias = int
Sides: TypeAlias = int
Terminal: TypeAlias = int
"""0 to 11, in the order of the data: the first and then the second of line 1, of line 2 and so on."""
Space: TypeAlias = int
Door: TypeAlias = int

DATA: Final = (files("p2pgames.games.line1") / "data" / "board.json").read_bytes()
LAYOUT: Final = json.loads(DATA)

ROWS: Final[int] = LAYOUT["rows"]
COLS: Final[int] = LAYOUT["cols"]
CELLS: Final = ROWS * COLS
HAND: Final[int] = LAYOUT["hand_size"]
LAYS: Final[int] = LAYOUT["lay_per_turn"]
DIE: Final[tuple[int | str, ...]] = tuple(LAYOUT["die"])
"""A number of spaces, or H for the next stop sign or terminal."""
LINES: Final = range(1, 7)


def cell_at(row: int, col: int) -> Cell:
    """Return the cell of this row and column, counted from 1 at the top left as in the data."""
    return (row - 1) * COLS + col - 1


NAMES: Final = tuple(f"{'abcdefghijkl'[cell % COLS]}{cell // COLS + 1}" for cell in range(CELLS))

BUILDINGS: Final[dict[str, Cell]] = {
    letter: cell_at(at["row"], at["col"]) for letter, at in LAYOUT["buildings"].items()
}
BUILDING_NAMES: Final[dict[str, str]] = {letter: at["name"] for letter, at in LAYOUT["buildings"].items()}
LETTERS: Final = "".join(BUILDINGS)
BUILDING_AT: Final = {cell: letter for letter, cell in BUILDINGS.items()}
GROUND: Final = tuple(cell for cell in range(CELLS) if cell not in BUILDING_AT)
"""The cells on which tiles may lie."""


def across(cell: Cell, side: Side) -> Cell | None:
    """Return the cell across that side, also one with a building; None at the edge of the board."""
    row, col = cell // COLS + (-1, 0, 1, 0)[side], cell % COLS + (0, 1, 0, -1)[side]
    return row * COLS + col if 0 <= row < ROWS and 0 <= col < COLS else None


NEAR: Final = tuple(
    tuple(
        (1 << side, near, 1 << (side + 2) % 4)
        for side in range(4)
        if (near := across(cell, side)) is not None and near not in BUILDING_AT
    )
    for cell in range(CELLS)
)
"""Of each cell: the cells beside it that may hold a tile, each after the bit of the side, before that of its own."""

STOPS: Final = {
    letter: tuple(near for side in range(4) if (near := across(cell, side)) is not None)
    for letter, cell in BUILDINGS.items()
}
"""Of each building: the cells on which its stop sign may come to stand."""
STOP_OF: Final = {cell: letter for letter, cells in STOPS.items() for cell in cells}

TERMINALS: Final = len(LAYOUT["terminals"])
TERMINAL_NAMES: Final = tuple(f"{place['line']}{place['side']}" for place in LAYOUT["terminals"])
STREETS: Final[tuple[str, ...]] = tuple(place["name"] for place in LAYOUT["terminals"])
SPACE_NAMES: Final = (*NAMES, *TERMINAL_NAMES)
SPACES: Final = {name.lower(): space for space, name in enumerate(SPACE_NAMES)}
OUT: Final = tuple(
    tuple(4 * cell_at(*cell) + "NESW".index(place["side"]) for cell in place["cells"])
    for place in LAYOUT["terminals"]
)
"""Of each terminal: where a tram is about to be that leaves by either end of the arc."""
ARC_AT: Final = {door: (at, end) for at, doors in enumerate(OUT) for end, door in enumerate(doors)}
"""The terminal, and the end of its arc, across a side ``4 * cell + side``."""


def own_terminals(line: int) -> tuple[Terminal, Terminal]:
    """Return the two terminals of a line, 1 to 6."""
    return 2 * line - 2, 2 * line - 1


def _onward(door: Door) -> Door:
    if door in ARC_AT:
        at, end = ARC_AT[door]
        return 4 * CELLS + 2 * at + end
    cell = across(door >> 2, door & 3)
    return -1 if cell is None or cell in BUILDING_AT else 4 * cell + (door + 2) % 4


ONWARD: Final = tuple(_onward(door) for door in range(4 * CELLS))
"""By ``4 * cell + side`` of leaving: where the tram is about to be then."""

ARCS: Final = tuple(sum(1 << side for side in range(4) if 4 * cell + side in ARC_AT) for cell in range(CELLS))
"""Of each cell: the sides at which the arc of a terminal opens."""
WALLS: Final = tuple(
    sum(1 << side for side in range(4) if ONWARD[4 * cell + side] < 0) for cell in range(CELLS)
)
"""Of each cell: the sides at which the board ends or a building stands."""

CARDS: Final[dict[str, list[dict[str, list[str]]]]] = LAYOUT["route_cards"]


def stops_of(seats: int, line: int, card: int) -> str:
    """Return the letters of the buildings of a line on a route card, 1 to 6, of the set for this many players."""
    return "".join(CARDS["2-3" if seats < 4 else "4-5"][card - 1][str(line)])
