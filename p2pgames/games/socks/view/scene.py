"""What a picture of the city shows, whatever its size: the typed stick laid, what is traced, what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.contract import Choose, Illegal, Move, Seat
from p2pgames.games.socks import building, notation
from p2pgames.games.socks.city import Cell, Colour, Link, Station
from p2pgames.games.socks.notation import NamingFrame, link, naming
from p2pgames.games.socks.rules import Socks, lay_stick, prize_links, way_links
from p2pgames.games.socks.state import BUILDABLE, NOBODY, SOCKS, SocksState, SocksTask
from p2pgames.picture.picture import View, remembered
from p2pgames.text import Count


@dataclass(frozen=True, slots=True)
class SocksScene:
    """A position as one viewer sees it."""

    before: SocksState
    """As it is."""
    state: SocksState
    """With the typed stick laid."""
    frame: NamingFrame
    seat: Seat
    """Whose ways are shown: the viewer's, or for a spectator those of the seat at turn."""
    mine: bool
    typed: Link | None
    begun: Station | None
    """The station of a stick whose other end is not typed yet."""
    looked_at: int
    """The colour of the sock under the cursor, or `NOBODY`."""
    traced: tuple[Link, ...]
    """The links of the way that is followed."""
    useful: tuple[Link, ...]
    """Free links on a cheapest way of the viewer, by colour."""
    joined: Mapping[Link, Seat]
    """The links by which prizes were won, with their winners."""
    last: frozenset[Station]
    """The ends of the newest sticks of whoever laid last."""

    def can_build(self, number: Link) -> bool:
        """Return whether the viewer may lay a stick there now."""
        return self.mine and bool(BUILDABLE[self.before.terms.rebuild][self.before.links[number]])


# What stands in the input line, and what pointing at a place makes of it.

RULES = Socks()
MARGIN: Final = 3
"""Rows and columns of hexagons around the tiles, into which the next tile can reach."""


def is_mover(state: SocksState, seat: Seat | None) -> bool:
    """Return whether this seat is to move now."""
    return seat is not None and RULES.ask(state) == Choose(seat)


def typed_move(state: SocksState, seat: Seat | None, typed: str) -> Move | None:
    """Return the legal move that is typed, if one is."""
    if seat is None or not is_mover(state, seat):
        return None
    try:
        return RULES.parse(state, seat, {}, typed)
    except Illegal:
        return None


def link_name(state: SocksState, link: Link) -> str:
    """Return a link as it is typed."""
    return notation.move_text(state, state.town.moves[link])


def stick_begun(state: SocksState, typed: str) -> Station | None:
    """Return the station of a stick whose second one is not typed yet."""
    word = typed.strip().lower().removesuffix("-")
    here = notation.naming(state)
    for station in state.town.stations:
        if here.name(state.town.cell(station)) == word:
            return station
    return None


def sock_typed(state: SocksState, typed: str) -> str:
    """Return the letter of the sock to be laid: the typed one if it may be, else the first."""
    if state.lone:
        return SOCKS[state.lone[0]]
    letters = [SOCKS[colour] for colour in state.lone_colours]
    first = typed.strip()[:1].upper()
    return first if first and first in letters else letters[0]


def point_at(state: SocksState, seat: Seat, typed: str, spot: str) -> str:
    """Return what is typed after pointing at a station, a link or a vacant hexagon.

    A station begins a stick, and a neighbour ends it. Pointing at the place of a typed tile turns it on.
    """
    if not is_mover(state, seat):
        return typed
    match state.task:
        case SocksTask.STICK:
            return _stick(state, typed, spot)
        case SocksTask.TILE:
            return _tile(state, seat, typed, spot)
        case _:
            return f"{sock_typed(state, typed)} {spot}"


def _stick(state: SocksState, typed: str, spot: str) -> str:
    if "-" in spot:
        return spot
    first = stick_begun(state, typed)
    second = stick_begun(state, spot)
    if first is None or second is None or (first, second) not in state.town.link:
        return f"{spot}-"
    return link_name(state, state.town.link[first, second])


def tiles_at(state: SocksState, spot: str) -> list[Move]:
    """Return the legal tiles whose first twin lies on a hexagon, by how they are turned."""
    here = notation.naming(state)
    found: list[Move] = []
    for move in RULES.moves(state, state.turn, {}):
        match move:
            case ("tile", int(q), int(r), int()) if here.name((q, r)) == spot:
                found.append(move)
    return found


def _tile(state: SocksState, seat: Seat, typed: str, spot: str) -> str:
    moves = tiles_at(state, spot)
    if not moves:
        return spot
    before = typed_move(state, seat, typed)
    number = (moves.index(before) + 1) % len(moves) if before in moves else 0
    return notation.move_text(state, moves[number])


def words_of(state: SocksState, move: Move) -> list[str]:
    """Return the names of places in a legal move."""
    return notation.move_text(state, move).replace("-", " ").split()


@remembered
def scene_of(state: SocksState, view: View) -> SocksScene:
    """Return the position as the viewer sees it."""
    town, frame = state.town, naming(state)
    mine = is_mover(state, view.seat)
    seat = state.turn if view.seat is None else view.seat
    move = typed_move(state, view.seat, view.typed)
    typed = None if move is None else link(state, move)
    after = state if typed is None else lay_stick(state, typed)
    under = stick_begun(state, view.cursor)
    colour = NOBODY if under is None else town.sock_at.get(under, NOBODY)
    ways = {each: way_links(after, seat, each) for each in after.open_colours}
    if colour != NOBODY:
        traced = ways.get(colour)
    else:  # the way that lacks fewest sticks
        lacks = {way: sum(not after.links[link] for link in way) for way in ways.values() if way}
        traced = min(lacks, key=lacks.__getitem__, default=())
    begun = stick_begun(state, view.typed) if mine and typed is None else None
    free = [each for links in ways.values() for each in links if not after.links[each]]
    return SocksScene(
        before=state,
        state=after,
        frame=frame,
        seat=seat,
        mine=mine,
        typed=typed,
        begun=begun,
        looked_at=colour,
        traced=(traced or ()) if view.trace else (),
        useful=tuple(dict.fromkeys(free)) if mine else (),
        joined=prize_links(after),
        last=_last(state, view),
    )


def _last(state: SocksState, view: View) -> frozenset[Station]:
    """Return the ends of the newest sticks: those of the last seat that laid, without a break."""
    ends: set[Station] = set()
    mover = view.recent[-1][1] if view.recent else NOBODY
    for before, seat, move in reversed(view.recent):
        if seat != mover or before.city is not state.city:
            break
        ends.update(state.town.ends[link(state, move)])
    return frozenset(ends)


Place: TypeAlias = tuple[int, int]
"""Row and column of a hexagon in its frame."""


def extent(state: SocksState) -> tuple[Place, Place]:
    """Return the first and the last row and column that are shown."""
    here = naming(state)
    tiles = building.tile_cells(state.tiles) or ((0, 0),)
    places = [here.place(cell) for cell in tiles]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    margin = MARGIN if state.task is SocksTask.TILE else 0
    return (min(rows) - margin, min(columns) - 2 * margin), (max(rows) + margin, max(columns) + 2 * margin)


def open_cells(state: SocksState) -> set[Cell]:
    """Return the cells where the next piece may be pointed: a tile by its first twin."""
    cells: set[Cell] = set()
    for move in RULES.moves(state, state.turn, {}):
        match move:
            case ("tile", int(q), int(r), int()) | ("sock", int(), int(q), int(r)):
                cells.add((q, r))
    return cells


def is_at(move: Move | None, cell: Cell) -> bool:
    """Return whether a move lays its piece, a tile by its first twin, on a cell."""
    match move:
        case ("tile", int(q), int(r), int()) | ("sock", int(), int(q), int(r)):
            return (q, r) == cell
    return False


def pair_places(shown: SocksScene, colour: Colour) -> str:
    """Return the stations of a pair."""
    town = shown.state.town
    cells = sorted(map(town.cell, town.socks[colour]), key=shown.frame.place)
    return "-".join(map(shown.frame.name, cells))


def enclosed_count(state: SocksState) -> Count:
    """Return how many hexagons the tiles enclose so far."""
    return Count(len(building.enclosed(state.tiles)) if state.tiles else 0)
