"""How moves are written: ``a6``, ``2 a6`` from a bigger hand, ``2 a6 r1`` with a rotation, ``draw``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Face, Illegal, Known, Move, Seat
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import CELLS, COPIES, NAMES, Cell, turned
from p2pgames.games.metro.state import Held, State
from p2pgames.text import Count, Verbatim

DRAW: Final[Move] = ("draw",)
_LAY: Final = re.compile(r"(?:([0-9]{1,3}|[abcd]{4})\s+)?([a-h])\s*([1-8])(?:\s*r\s*([0-9]))?")


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid: the hand's ``number`` (0 for its first tile), its face, the cell, quarter turns clockwise."""

    number: int
    face: Face
    cell: Cell
    turns: int

    @property
    def move(self) -> Move:
        """The move as plain values."""
        return lay(self.number, self.face, self.cell, self.turns)


def lay(number: int, face: Face, cell: Cell, turns: int) -> Move:
    """Return the move that lays a tile of the hand."""
    return ("lay", number, face, cell, turns)


def read(move: Move) -> Lay | None:
    """Return the lay that a move is, None for a draw; raise `Illegal` for anything else."""
    if move == DRAW:
        return None
    match move:
        case ("lay", int(number), str(face), int(cell), int(turns)) if bool not in map(type, move):
            if number >= 0 and face in COPIES and 0 <= cell < len(NAMES) and 0 <= turns < 4:
                return Lay(number, face, cell, turns)
    raise Illegal(sentences.MOVE_IS())


def text(state: State, seat: Seat, move: Move) -> str:
    """Return a legal move as it is typed; the tile's number only where there are several to choose from."""
    lay = read(move)
    if lay is None:
        return "draw"
    several = len(state.hands[seat]) > 1 and not state.drew
    words = [str(lay.number + 1)] if several else []
    return " ".join([*words, NAMES[lay.cell], *([f"r{lay.turns}"] if lay.turns else [])])


def parse(state: State, seat: Seat, known: Known, text: str) -> Move:
    """Return the move that is typed, legal or not; raise `Illegal` if the text names none."""
    typed = " ".join(text.lower().split())
    if len(typed) > 1 and "draw".startswith(typed):
        return DRAW
    found = _LAY.fullmatch(typed)
    if found is None:
        raise Illegal(sentences.NOT_A_MOVE())
    tile, col, row, rotation = found.groups()
    number = _number(state, seat, known, tile)
    held = state.hands[seat][number]
    face = face_of(held, known)
    turns = int(rotation or 0)
    if turns > 3:
        raise Illegal(sentences.ROTATION_IS())
    same = next(less for less in range(4) if turned(face, less) == turned(face, turns))
    return Lay(number, face, CELLS[col + row], same if state.free else turns).move


def face_of(held: Held, known: Known) -> Face:
    """Return the face of a tile in a hand, as far as it is known; otherwise nothing."""
    return held.face or known.get(held.slot, "")


def _number(state: State, seat: Seat, known: Known, tile: str | None) -> int:
    hand = state.hands[seat]
    if tile is None:
        if state.drew or len(hand) == 1:
            return len(hand) - 1
        raise Illegal(sentences.WHICH_TILE(last=Count(len(hand))))
    meant = [number for number, held in enumerate(hand) if tile in (str(number + 1), face_of(held, known))]
    if not meant:
        raise Illegal(sentences.NOT_YOURS(tile=Verbatim(tile)))
    return meant[-1] if state.drew else meant[0]
