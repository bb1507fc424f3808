"""What stands in the input line, and what pointing at a cell makes of it."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Choose, Illegal, Known, Seat
from p2pgames.games.metro.board import CELLS, NAMES
from p2pgames.games.metro.notation import Lay, face_of, read, text
from p2pgames.games.metro.rules import Metro
from p2pgames.games.metro.state import State
from p2pgames.games.metro.turn import choice, may_draw
from p2pgames.games.metro.words import DRAW

RULES: Final = Metro()


def is_mover(state: State, seat: Seat | None) -> bool:
    """Return whether this seat is to move now."""
    return seat is not None and RULES.ask(state) == Choose(seat)


def ways(state: State, seat: Seat, known: Known) -> tuple[Lay, ...]:
    """Return every legal lay, by tile, rotation and cell."""
    return tuple(lay for move in RULES.moves(state, seat, known) if (lay := read(move)) is not None)


def lay_of(state: State, seat: Seat, known: Known, typed: str) -> Lay | None:
    """Return the legal lay that is typed, if one is."""
    try:
        return read(RULES.parse(state, seat, known, typed))
    except Illegal:
        return None


def tile_named(state: State, seat: Seat, known: Known, typed: str) -> int | None:
    """Return the chosen tile of the hand: the typed one, or the only one that may be laid."""
    numbers = choice(state)
    if len(numbers) == 1:
        return numbers[0]
    first = (typed.lower().split() or [""])[0]
    hand = state.hands[seat]
    return next((n for n in numbers if first in (str(n + 1), face_of(hand[n], known) or None)), None)


def previewed(state: State, seat: Seat, known: Known, typed: str, cursor: str) -> Lay | None:
    """Return the lay to show: the typed one, or else what pointing at the cursor's cell would write."""
    if lay := lay_of(state, seat, known, typed):
        return lay
    return lay_of(state, seat, known, point(state, seat, known, typed, cursor)) if cursor in CELLS else None


def point(state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:
    """Return the lay on this cell as it is typed, and of several possible ones the next at each pointing.

    A tile and a rotation that were typed are kept where they may be laid. Pointing at a station changes nothing.
    """
    if spot == DRAW and may_draw(state):
        return DRAW
    if spot not in CELLS or not is_mover(state, seat):
        return typed
    found = [lay for lay in ways(state, seat, known) if lay.cell == CELLS[spot]]
    before = lay_of(state, seat, known, typed)
    if before in found:
        return text(state, seat, found[(found.index(before) + 1) % len(found)].move)
    number = tile_named(state, seat, known, typed) or 0
    if not found:
        return f"{number + 1} {spot}" if len(choice(state)) > 1 else spot
    turns = before.turns if before else 0
    return text(state, seat, min(found, key=lambda lay: (lay.number != number, abs(lay.turns - turns))).move)


def legal_spots(state: State, seat: Seat, known: Known, typed: str) -> frozenset[str]:
    """Return the cells where the chosen tile, or else any tile, may be laid, and the pile if drawing is allowed.

    The cell that is typed is among them only if pointing at it again would show another lay there.
    """
    number = tile_named(state, seat, known, typed)
    every = ways(state, seat, known)
    names = {NAMES[lay.cell] for lay in every if number is None or lay.number == number}
    before = lay_of(state, seat, known, typed)
    if before and sum(lay.cell == before.cell for lay in every) == 1:
        names.discard(NAMES[before.cell])
    if may_draw(state) and typed != DRAW:
        names.add(DRAW)
    return frozenset(names)
