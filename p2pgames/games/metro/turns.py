"""A turn of Metro: lay a tile, or draw one more and lay that; then refill. And how its moves are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Face, Illegal, Known, Move, Seat
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import CELLS, COPIES, NAMES, NOBODY, Cell, put_piece, refusal, turned
from p2pgames.games.metro.state import Held, MetroState, changes
from p2pgames.replace import replace
from p2pgames.text import Count, FaceName, Verbatim


def may_be_laid(state: MetroState) -> range:
    """Return which tiles of the hand at turn may be laid: all of them, or only the one just drawn."""
    count = len(state.hands[state.turn])
    return range(count - 1, count) if state.drew else range(count)


def may_draw(state: MetroState) -> bool:
    """Return whether the seat at turn may draw one more: once a turn, from a pile that is not empty."""
    return not state.drew and state.pile > 0


# How moves are written: ``a6``, ``2 a6`` from a bigger hand, ``2 a6 r1`` with a rotation, ``draw``.

DRAW: Final[Move] = ("draw",)
_LAY: Final = re.compile(r"(?:([0-9]{1,3}|[abcd]{4})\s+)?([a-h])\s*([1-8])(?:\s*r\s*([0-9]))?")


@dataclass(frozen=True, slots=True)
class MetroLay:
    """A tile laid: the hand's ``number`` (0 for its first tile), its face, the cell, quarter turns clockwise."""

    number: int
    face: Face
    cell: Cell
    turns: int

    @property
    def move(self) -> Move:
        """The move as plain values."""
        return lay_move(self.number, self.face, self.cell, self.turns)


def lay_move(number: int, face: Face, cell: Cell, turns: int) -> Move:
    """Return the move that lays a tile of the hand."""
    return ("lay", number, face, cell, turns)


def read_lay(move: Move) -> MetroLay | None:
    """Return the lay that a move is, None for a draw; raise `Illegal` for anything else."""
    if move == DRAW:
        return None
    match move:
        case ("lay", int(number), str(face), int(cell), int(turns)) if bool not in map(type, move):
            if number >= 0 and face in COPIES and 0 <= cell < len(NAMES) and 0 <= turns < 4:
                return MetroLay(number, face, cell, turns)
    raise Illegal(sentences.MOVE_IS())


def lay_text(state: MetroState, seat: Seat, move: Move) -> str:
    """Return a legal move as it is typed; the tile's number only where there are several to choose from."""
    lay = read_lay(move)
    if lay is None:
        return "draw"
    several = len(state.hands[seat]) > 1 and not state.drew
    words = [str(lay.number + 1)] if several else []
    return " ".join([*words, NAMES[lay.cell], *([f"r{lay.turns}"] if lay.turns else [])])


def parse_move(state: MetroState, seat: Seat, known: Known, text: str) -> Move:
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
    return MetroLay(number, face, CELLS[col + row], same if state.free else turns).move


def face_of(held: Held, known: Known) -> Face:
    """Return the face of a tile in a hand, as far as it is known; otherwise nothing."""
    return held.face or known.get(held.slot, "")


def _number(state: MetroState, seat: Seat, known: Known, tile: str | None) -> int:
    hand = state.hands[seat]
    if tile is None:
        if state.drew or len(hand) == 1:
            return len(hand) - 1
        raise Illegal(sentences.WHICH_TILE(last=Count(len(hand))))
    meant = [number for number, held in enumerate(hand) if tile in (str(number + 1), face_of(held, known))]
    if not meant:
        raise Illegal(sentences.NOT_YOURS(tile=Verbatim(tile)))
    return meant[-1] if state.drew else meant[0]


def play_move(state: MetroState, move: Move) -> MetroState:
    """Return the state after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    lay = read_lay(move)
    if lay is not None:
        _check(state, state.hands[state.turn], lay)
        return laid(state, lay)
    if state.drew:
        raise Illegal(sentences.DRAWN_LAY_IT())
    if not state.pile:
        raise Illegal(sentences.PILE_EMPTY())
    return one_more(state)


def one_more(state: MetroState) -> MetroState:
    """Return the state in which the seat at turn, which may, is to draw one more tile."""
    return _drawn(replace(state, drew=True, drawing=(state.turn,)))


def draw_tiles(state: MetroState, faces: Sequence[Face | None]) -> MetroState:
    """Return the state after the tiles asked for came to their seats, unseen by others, and the turn goes on."""
    count = len(faces)
    asked = state.drawing[:count]
    if any((face is None) != (seat != NOBODY) for seat, face in zip(asked, faces, strict=True)):
        raise Illegal(sentences.OWNER_ALONE())
    tiles = [Held((state.deck_name, at), face or "") for at, face in enumerate(faces, state.top)]
    opened = tuple(tile for tile in tiles if tile.face)
    closed = [(seat, tile) for seat, tile in zip(asked, tiles, strict=True) if not tile.face]
    hands, pile = _dealt(state, closed)
    return proceed(
        replace(
            state,
            drawing=state.drawing[count:],
            hands=hands,
            top=state.top + count,
            pile=pile,
            under=(*state.under, *opened),
        )
    )


def _drawn(state: MetroState) -> MetroState:
    """Return the state in which the tiles that are drawn from under the pile are in the hands: they need no opening."""
    if state.closed or not state.drawing:
        return state
    count = len(state.drawing)
    hands, pile = _dealt(state, zip(state.drawing, state.under[:count], strict=True))
    return replace(state, drawing=(), hands=hands, pile=pile, under=state.under[count:])


def _dealt(state: MetroState, tiles: Iterable[tuple[Seat, Held]]) -> tuple[tuple[tuple[Held, ...], ...], int]:
    """Return the hands with these tiles of the pile in them, and how many are left of it."""
    hands, pile = list(state.hands), state.pile
    for seat, tile in tiles:
        hands[seat], pile = (*hands[seat], tile), pile - 1
    return tuple(hands), pile


def proceed(state: MetroState) -> MetroState:
    """Return the state with the turn at the first seat, from the one named on, that has or can draw a tile.

    A seat without a tile draws one, which it must lay. As long as a shuffle or a draw is asked for nothing changes.
    """
    if not state.sealed or state.to_open():
        return state
    state = _drawn(state)
    if state.drawing:
        return state
    for step in range(state.seats):
        seat = (state.turn + step) % state.seats
        if state.hands[seat]:
            return replace(state, turn=seat) if step else state
        if state.pile and seat not in state.out:
            return one_more(replace(state, turn=seat))
    return state


def laid(state: MetroState, lay: MetroLay) -> MetroState:
    """Return the state after a legal lay of the seat at turn."""
    seat = state.turn
    hand = state.hands[seat]
    piece = f"{lay.face}{lay.turns}"
    ends, lengths, points = list(state.ends), list(state.lengths), list(state.points)
    for change in changes(state, lay.cell, piece):
        ends[change.station - 1], lengths[change.station - 1] = change.end, change.after
        if change.points:
            points[change.owner] += change.points
    left = (*hand[: lay.number], *hand[lay.number + 1 :])
    missing = 0 if state.drew else min(state.size - len(left), state.pile)
    return proceed(
        replace(
            state,
            cells=put_piece(state.cells, lay.cell, piece),
            hands=(*state.hands[:seat], left, *state.hands[seat + 1 :]),
            ends=tuple(ends),
            lengths=tuple(lengths),
            points=tuple(points),
            turn=(seat + 1) % state.seats,
            drew=False,
            drawing=(seat,) * missing,
        )
    )


def _check(state: MetroState, hand: Sequence[Held], lay: MetroLay) -> None:
    if lay.number >= len(hand):
        raise Illegal(sentences.NO_SUCH_TILE())
    if lay.number not in may_be_laid(state):
        raise Illegal(sentences.DRAWN_LAY_THAT())
    held = hand[lay.number]
    if held.face and held.face != lay.face:
        raise Illegal(sentences.OTHER_FACE(held=FaceName(held.face), named=FaceName(lay.face)))
    if not held.face and state.public(lay.face) >= COPIES[lay.face]:
        raise Illegal(sentences.ALL_SEEN(face=FaceName(lay.face)))
    reason = refusal(state.cells, lay.face, lay.turns, lay.cell, free=state.free)
    if reason:
        raise Illegal(reason)
