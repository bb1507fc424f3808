"""Where a tile may be laid."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from p2pgames.contract import Face
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import BORDER, CENTRE, NAMES, NEIGHBOURS, PLAYABLE, Cell
from p2pgames.games.metro.tiles import SHORT, TURNS, Piece, turned
from p2pgames.text import Count, FaceName, Message, PlaceName

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


def put(cells: Cells, cell: Cell, piece: Piece) -> Cells:
    """Return the cells with the piece on this one."""
    return (*cells[:cell], piece, *cells[cell + 1 :])


def places(cells: Cells, face: Face, *, free: bool) -> tuple[tuple[int, Cell], ...]:
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
        return messages.ARROW()
    if turns not in TURNS[face]:
        same = next(less for less in TURNS[face] if turned(face, less) == turned(face, turns))
        return messages.SAME_TURN(turns=Count(turns), same=Count(same))
    if cell in CENTRE:
        return messages.IN_BLOCK(cell=PlaceName(NAMES[cell]))
    if cells[cell]:
        return messages.TAKEN(cell=PlaceName(NAMES[cell]))
    if not is_open(cells, cell):
        return messages.NOT_BESIDE(cell=PlaceName(NAMES[cell]))
    way = SHORT[f"{face}{turns}"].get(cell)
    if way is None or fits_nowhere(cells, face, free=free):
        return None
    begin, end = map(messages.station, way)
    if begin == end:
        return messages.LEADS_BACK(face=FaceName(face), station=begin)
    return messages.LEADS_TO(face=FaceName(face), station=begin, end=end)
