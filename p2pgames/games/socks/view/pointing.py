"""What stands in the input line, and what pointing at a place makes of it."""

from __future__ import annotations

from p2pgames.contract import Choose, Illegal, Move, Seat
from p2pgames.games.socks import notation
from p2pgames.games.socks.city import Link, Station
from p2pgames.games.socks.rules import Socks
from p2pgames.games.socks.state import SOCKS, State, Task

RULES = Socks()


def is_mover(state: State, seat: Seat | None) -> bool:
    """Return whether this seat is to move now."""
    return seat is not None and RULES.ask(state) == Choose(seat)


def typed_move(state: State, seat: Seat | None, typed: str) -> Move | None:
    """Return the legal move that is typed, if one is."""
    if seat is None or not is_mover(state, seat):
        return None
    try:
        return RULES.parse(state, seat, {}, typed)
    except Illegal:
        return None


def link_name(state: State, link: Link) -> str:
    """Return a link as it is typed."""
    return notation.text(state, state.town.moves[link])


def begun(state: State, typed: str) -> Station | None:
    """Return the station of a stick whose second one is not typed yet."""
    word = typed.strip().lower().removesuffix("-")
    here = notation.names(state)
    for station in state.town.stations:
        if here.name(state.town.cell(station)) == word:
            return station
    return None


def sock_typed(state: State, typed: str) -> str:
    """Return the letter of the sock to be laid: the typed one if it may be, else the first."""
    if state.lone:
        return SOCKS[state.lone[0]]
    letters = [SOCKS[colour] for colour in state.lone_colours]
    first = typed.strip()[:1].upper()
    return first if first and first in letters else letters[0]


def point(state: State, seat: Seat, typed: str, spot: str) -> str:
    """Return what is typed after pointing at a station, a link or a vacant hexagon.

    A station begins a stick, and a neighbour ends it. Pointing at the place of a typed tile turns it on.
    """
    if not is_mover(state, seat):
        return typed
    match state.task:
        case Task.STICK:
            return _stick(state, typed, spot)
        case Task.TILE:
            return _tile(state, seat, typed, spot)
        case _:
            return f"{sock_typed(state, typed)} {spot}"


def _stick(state: State, typed: str, spot: str) -> str:
    if "-" in spot:
        return spot
    first = begun(state, typed)
    second = begun(state, spot)
    if first is None or second is None or (first, second) not in state.town.link:
        return f"{spot}-"
    return link_name(state, state.town.link[first, second])


def tiles_at(state: State, spot: str) -> list[Move]:
    """Return the legal tiles whose first twin lies on a hexagon, by how they are turned."""
    here = notation.names(state)
    found: list[Move] = []
    for move in RULES.moves(state, state.turn, {}):
        match move:
            case ("tile", int(q), int(r), int()) if here.name((q, r)) == spot:
                found.append(move)
    return found


def _tile(state: State, seat: Seat, typed: str, spot: str) -> str:
    moves = tiles_at(state, spot)
    if not moves:
        return spot
    before = typed_move(state, seat, typed)
    number = (moves.index(before) + 1) % len(moves) if before in moves else 0
    return notation.text(state, moves[number])


def words_of(state: State, move: Move) -> list[str]:
    """Return the names of places in a legal move."""
    return notation.text(state, move).replace("-", " ").split()
