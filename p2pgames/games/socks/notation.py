"""Moves as text: ``f20-g21`` lays a stick, ``n52 r1`` a tile turned once, ``A f20`` a sock."""

from __future__ import annotations

import re
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.games.socks import hex_names, refusals
from p2pgames.games.socks.board import SIXTHS, Cell
from p2pgames.games.socks.city import FREE, Link
from p2pgames.games.socks.hex_names import Frame, row_number
from p2pgames.games.socks.state import SOCKS, State, Task
from p2pgames.messages import NOT_NOW
from p2pgames.text import Message, Typed, Verbatim

FARTHEST: Final = 200
"""No tile can lie so far from the first, in steps along an axis."""
_PLACE: Final = re.compile(r"(a{0,9}[a-z]|z{0,9}[a-z])(-?[0-9]{1,3})")


def names(state: State) -> Frame:
    """Return how hexagons are named now."""
    if state.city:
        return hex_names.of_city(state.city)
    return hex_names.LAYING if state.task is Task.TILE or not state.tiles else hex_names.of_tiles(state.tiles)


def whole(*numbers: object) -> bool:
    """Return whether all of these are numbers of reasonable size."""
    return all(type(number) is int and -FARTHEST < number < FARTHEST for number in numbers)


def link(state: State, move: Move) -> Link:
    """Return the link a move builds; raise `Illegal` if it is not one."""
    found = state.town.number.get(move)
    if found is None or not isinstance(move, tuple) or not whole(*move[1:]):
        raise Illegal(refusals.SIDE_BY_SIDE())
    return found


def text(state: State, move: Move) -> str:
    """Return a legal move as it is typed."""
    here = names(state)
    match move:
        case ("stick", int(q), int(r), int(q2), int(r2)):
            one, two = sorted(((q, r), (q2, r2)), key=here.place)
            return f"{here.name(one)}-{here.name(two)}"
        case ("tile", int(q), int(r), int(sixths)):
            return f"{here.name((q, r))} r{sixths}"
        case ("sock", int(colour), int(q), int(r)):
            return f"{SOCKS[colour]} {here.name((q, r))}"
    raise Illegal(refusals.NO_MOVE())


def parse(state: State, typed: str) -> Move:
    """Return the move that is typed, legal or not; raise `Illegal` if it is no move."""
    compact = re.sub(r"[-–\s]+(?=[a-z])", " ", typed.strip().lower())
    words = compact.split()
    match state.task, words:
        case Task.STICK, [one, two]:
            return _stick(state, place(state, one), place(state, two))
        case Task.TILE, [name, *turn]:
            return ("tile", *place(state, name), _sixths(turn))
        case Task.SOCK, [name] if state.lone:
            return ("sock", state.lone[0], *place(state, name))
        case Task.SOCK, [sock, name] if sock.upper() in SOCKS:
            return ("sock", SOCKS.index(sock.upper()), *place(state, name))
    raise Illegal(_how(state))


def _how(state: State) -> Message:
    """Return how a move is typed now, with one that can be made where sticks are laid."""
    match state.task:
        case Task.STICK:
            free = max(0, state.links.find(FREE))  # some link is free as long as a stick is due
            return refusals.NAME_LINK(example=Verbatim(text(state, state.town.moves[free])))
        case Task.TILE:
            return refusals.NAME_TILE()
        case Task.SOCK:
            return refusals.NAME_SOCK()
    return NOT_NOW()


def _stick(state: State, one: Cell, two: Cell) -> Move:
    """Return the move as the city has it, whichever station was named first."""
    for move in (("stick", *one, *two), ("stick", *two, *one)):
        if move in state.town.number:
            return move
    return ("stick", *one, *two)


def place(state: State, typed: str) -> Cell:
    """Return the cell that is named; raise `Illegal` if there is no such hexagon."""
    cell = named(state, typed)
    if cell is None:
        raise Illegal(refusals.NO_HEXAGON(typed=Typed(typed), how=_how(state)))
    return cell


def named(state: State, typed: str) -> Cell | None:
    """Return the cell of this name; None if there is no such hexagon."""
    found = _PLACE.fullmatch(typed)
    return names(state).cell(row_number(found[1]), int(found[2]) - 1) if found else None


def _sixths(words: list[str]) -> int:
    if not words:
        return 0
    found = re.fullmatch(r"r?([0-9])", words[0]) if len(words) == 1 else None
    if found is None or int(found[1]) >= SIXTHS:
        raise Illegal(refusals.TURNS)
    return int(found[1])
