"""Where hexagons and links stand at a size, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.contract import Move
from p2pgames.games.socks import tiling
from p2pgames.games.socks.board import Cell, cells_of
from p2pgames.games.socks.city import FREE, Link, Station
from p2pgames.games.socks.city import PRINTED as ON_TILE
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.state import NOBODY, SOCKS, State, Task
from p2pgames.games.socks.view import pointing
from p2pgames.games.socks.view.pointing import link_name
from p2pgames.games.socks.view.scene import Scene
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink, Picture, Row, Spot, View
from p2pgames.picture.window import inside, joined

At: TypeAlias = tuple[int, int]
"""Row and column of a station's character."""
Place: TypeAlias = tuple[int, int]
"""Row and column of a hexagon in its frame."""

STICKS: Final = ("─╱╲", "━▞▚")
"""A level, a rising and a falling stick of each seat: thin and thick."""
PRINTED: Final = ":::"


@dataclass(frozen=True, slots=True)
class Layout:
    """A size: lines from one row of hexagons to the next, and characters from one column to the next."""

    height: int
    width: int

    def at(self, place: Place) -> At:
        """Return where a hexagon's station stands."""
        return place[0] * self.height, place[1] * self.width + 1

    def extent(self, rows: int, columns: int) -> At:
        """Return the lines and characters that so many rows and columns of hexagons take."""
        return (rows - 1) * self.height + 1, (columns - 1) * self.width + 3

    def link(self, one: At, other: At) -> tuple[tuple[int, int, int, int], str]:
        """Return the rectangle of a link, as row, column, rows and columns, and its way: level, rising or falling."""
        (row, column), (below, further) = sorted((one, other))
        if row == below:
            return (row, column + 1 + (self.width > 2), 1, further - column - 1 - 2 * (self.width > 2)), "-"
        lines = below - row - 1
        if further > column:
            return (row + 1, column + 1, lines, further - column - 1), "\\"
        return (row + 1, further + 1, lines, column - further - 1), "/"


LARGE: Final = (Layout(5, 5), Layout(4, 4), Layout(3, 3))
"""The largest first."""
NARROW: Final = Layout(2, 2)


def draw_link(canvas: Canvas, layout: Layout, one: At, other: At, signs: str, ink: Ink) -> None:
    """Draw a stick or printed link between two stations; ``signs`` are its level, rising and falling characters."""
    (row, column, rows, columns), way = layout.link(one, other)
    if way == "-":
        canvas.put(row, column, signs[0] * columns, ink)
        return
    for step in range(rows):
        where = columns - 1 - step if way == "/" else step
        canvas.put(row + step, column + where, signs[1 if way == "/" else 2], ink)


def draw_free(canvas: Canvas, layout: Layout, one: At, other: At, sign: str, ink: Ink) -> None:
    """Draw one character for a link nobody has built."""
    (row, column, _, columns), way = layout.link(one, other)
    where = columns // 2 if way == "-" else columns - 1 if way == "/" else 0
    canvas.put(row, column + where, sign, ink)


# What stands beside the map where a part of it is shown, or the screen is small: an overview, and the pairs.

COLUMNS: Final = 19
FIRST: Final = 4
"""The column of the overview's first hexagon."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A hexagon in the overview; row and column are those of its frame, from 0 on."""

    name: str
    row: int
    column: int
    sign: str
    ink: Ink = ""
    legal: bool = False


def join(seen: Picture, marks: Iterable[Mark], below: Iterable[Row], view: View) -> Picture:
    """Return the map with the overview and further rows at its right; what is off the map is pointed at there.

    A bar marks the rows of which the map shows something.
    """
    canvas = Canvas(COLUMNS, view.rows)
    shown = inside(seen)
    width = max(map(len, seen.lines))
    spots, lowest = [], 0
    for mark in marks:
        if mark.row >= view.rows or FIRST + mark.column // 2 >= COLUMNS:
            continue
        at, lowest = FIRST + mark.column // 2, max(lowest, mark.row)
        is_in = mark.name in shown
        ink = f"{mark.ink} ground" if is_in else mark.ink
        canvas.put(
            mark.row, at, mark.sign, f"{ink} reverse".strip() if mark.name == view.cursor else ink.strip()
        )
        if is_in:
            canvas.put(mark.row, FIRST - 2, "│")
        else:
            spots.append(Spot(mark.name, mark.row, width + at, legal=mark.legal))
    told = tuple(below)
    if lowest + len(told) < view.rows:
        for number, row in enumerate(told, lowest + 1):
            canvas.put_row(number, 2, row)
    blank: Row = (("", " " * width),)
    left = (*seen.rows, *[blank] * (view.rows - len(seen.rows)))
    rows = tuple((*one, *two) for one, two in zip(left, canvas.picture().rows, strict=True))
    return Picture(rows, joined(seen.spots, spots))


# The table while the city is laid out: tiles, enclosed hexagons, socks, and where the next piece may lie.

MARGIN: Final = 3
"""Rows and columns of hexagons around the tiles, into which the next tile can reach."""


def extent(state: State) -> tuple[Place, Place]:
    """Return the first and the last row and column that are shown."""
    here = names(state)
    tiles = tiling.cells(state.tiles) or ((0, 0),)
    places = [here.place(cell) for cell in tiles]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    margin = MARGIN if state.task is Task.TILE else 0
    return (min(rows) - margin, min(columns) - 2 * margin), (max(rows) + margin, max(columns) + 2 * margin)


def draw_laying(canvas: Canvas, layout: Layout, state: State, view: View) -> tuple[Spot, ...]:
    """Draw all that lies, with the typed piece, and return the spots."""
    here, (first, _) = names(state), extent(state)
    mine = pointing.is_mover(state, view.seat)
    move = pointing.typed_move(state, view.seat, view.typed)

    def at(cell: Cell) -> Place:
        row, column = here.place(cell)
        return layout.at((row - first[0], column - first[1]))

    newest = {made for _, _, made in view.recent}
    legal = open_cells(state) if mine else set()
    _tiles(canvas, layout, state, at, newest)
    _legal(canvas, state, at, legal, mine=mine)
    _socks(canvas, state, at, newest)
    spots = tuple(_laying_spots(state, at, legal, move))
    _preview(canvas, layout, move, at)
    for spot in spots:
        if spot.name == view.cursor:
            canvas.tint(spot.row, spot.column, "reverse", spot.columns)
    return spots


def _tiles(
    canvas: Canvas, layout: Layout, state: State, at: Callable[[Cell], Place], newest: set[Move]
) -> None:
    for tile in state.tiles:
        ink, sign = ("bold", "◆") if ("tile", *tile) in newest else ("", "○")
        _tile(canvas, layout, [at(cell) for cell in cells_of(tile)], ink, sign)
    for cell in tiling.enclosed(state.tiles) if state.tiles else ():
        canvas.put(*at(cell), "▓", "dim")


def _legal(
    canvas: Canvas, state: State, at: Callable[[Cell], Place], legal: set[Cell], *, mine: bool
) -> None:
    """Mark where the next piece may lie, and for a sock where it may not."""
    for cell in legal:
        canvas.put(*at(cell), "+" if state.task is Task.TILE else "○", "bold")
    if state.task is Task.SOCK and mine:
        for cell in set(tiling.cells(state.tiles)) - legal:
            canvas.put(*at(cell), "×", "dim")


def _laying_spots(
    state: State, at: Callable[[Cell], Place], legal: set[Cell], move: Move | None
) -> Iterator[Spot]:
    """Yield a spot for every cell; one that the move lies on is legal only where it means another tile next."""
    here = names(state)
    for cell in sorted(legal | set(tiling.cells(state.tiles)), key=here.place):
        row, column = at(cell)
        open_ = cell in legal
        again = open_ and state.task is Task.TILE and len(pointing.tiles_at(state, here.name(cell))) > 1
        done = is_at(move, cell) and not again
        yield Spot(here.name(cell), row, column - 1, 1, 3, legal=open_ and not done)


def _tile(canvas: Canvas, layout: Layout, places: list[Place], ink: str, sign: str = "○") -> None:
    one, two = places[:2]
    draw_link(canvas, layout, one, two, PRINTED, ink)
    for row, column in places:
        canvas.put(row, column, sign, ink)


def open_cells(state: State) -> set[Cell]:
    """Return the cells where the next piece may be pointed: a tile by its first twin."""
    cells: set[Cell] = set()
    for move in pointing.RULES.moves(state, state.turn, {}):
        match move:
            case ("tile", int(q), int(r), int()) | ("sock", int(), int(q), int(r)):
                cells.add((q, r))
    return cells


# The map of a city: stations, socks, sticks, printed links, and the spots to point at.

INKS: Final = ("seat2", "seat3", "seat4", "seat5", "cold", "water")
"""The colour of the socks of each letter."""


def draw_map(canvas: Canvas, layout: Layout, shown: Scene, cursor: str) -> tuple[Spot, ...]:
    """Draw the whole city, and return its spots: links on the viewer's ways first, then by rows."""
    for link in range(len(shown.state.links)):
        _link(canvas, layout, shown, link)
    for station in shown.state.town.stations:
        _station(canvas, layout, shown, station)
    spots = tuple(_spots(layout, shown))
    for spot in spots:
        if spot.name == cursor:
            canvas.tint(spot.row, spot.column, "reverse", spot.columns, spot.rows)
    return spots


def at(layout: Layout, shown: Scene, station: Station) -> At:
    """Return where a station stands."""
    return layout.at(shown.frame.place(shown.state.town.cell(station)))


def _ends(layout: Layout, shown: Scene, link: Link) -> tuple[At, At]:
    one, two = shown.state.town.ends[link]
    return at(layout, shown, one), at(layout, shown, two)


def _link(canvas: Canvas, layout: Layout, shown: Scene, link: Link) -> None:
    what = shown.state.links[link]
    ends = _ends(layout, shown, link)
    on_way = link in shown.traced
    if what == FREE:
        draw_free(canvas, layout, *ends, "+" if on_way else "·", "bold reverse" if on_way else "dim")
    elif what == ON_TILE:
        won = f"bold seat{shown.joined[link]}" if link in shown.joined else ""
        draw_link(canvas, layout, *ends, PRINTED, "bold reverse" if on_way else won)
    else:
        seat = what - 1
        ink = f"bold seat{seat}" if seat == shown.seat or link in shown.joined else f"seat{seat}"
        marked = on_way or link == shown.typed
        draw_link(canvas, layout, *ends, STICKS[seat], f"{ink} reverse" if marked else ink)


def _station(canvas: Canvas, layout: Layout, shown: Scene, station: Station) -> None:
    """Draw a station: ○, ◆ at the ends of the last sticks, # blocked, a letter for a sock."""
    town = shown.state.town
    row, column = at(layout, shown, station)
    fresh = station in shown.last or station == shown.begun or station in _typed_ends(shown)
    if station in town.blocked:
        canvas.put(row, column - 1, "[#]", "bold")
        return
    colour = town.sock_at.get(station, NOBODY)
    if colour == NOBODY:
        canvas.put(row, column, "◆" if fresh else "○", "bold" if fresh else "")
        return
    if shown.state.won[colour] != NOBODY:
        canvas.put(row, column, SOCKS[colour].lower(), f"{INKS[colour]}")
        return
    left, right = "«»" if colour == shown.looked_at else "◆◆" if fresh else "()"
    canvas.put(row, column - 1, f"{left}{SOCKS[colour]}{right}", f"bold {INKS[colour]}")


def _typed_ends(shown: Scene) -> tuple[Station, ...]:
    return () if shown.typed is None else shown.state.town.ends[shown.typed]


def _spots(layout: Layout, shown: Scene) -> Iterator[Spot]:
    """Yield links that lie on the viewer's ways, all other links, and stations."""
    town = shown.state.town
    rest = [link for link in range(len(town.ends)) if link not in shown.useful]
    rest.sort(key=lambda link: min(_ends(layout, shown, link)))
    for link in (*shown.useful, *rest):
        (row, column, rows, columns), _ = layout.link(*_ends(layout, shown, link))
        legal = shown.can_build(link) and link != shown.typed
        if shown.begun is not None and shown.begun not in town.ends[link]:
            legal = False
        yield Spot(link_name(shown.before, link), row, column, rows, columns, legal=legal)
    for station in sorted(town.stations, key=lambda each: at(layout, shown, each)):
        row, column = at(layout, shown, station)
        yield Spot(
            shown.frame.name(town.cell(station)), row, column - 1, 1, 3, legal=_leads_on(shown, station)
        )


def _leads_on(shown: Scene, station: Station) -> bool:
    """Whether pointing at the station begins or ends a stick that may be laid."""
    for other, link in shown.state.town.around[station]:
        if shown.can_build(link) and (shown.begun is None or other == shown.begun):
            return True
    return False


def map_marks(shown: Scene) -> Iterator[Mark]:
    """Yield every station for the overview."""
    town = shown.state.town
    for station in town.stations:
        cell = town.cell(station)
        colour = town.sock_at.get(station, NOBODY)
        sign = "#" if station in town.blocked else "·" if colour == NOBODY else SOCKS[colour]
        won = colour != NOBODY and shown.state.won[colour] != NOBODY
        ink = "" if colour == NOBODY else f"bold {INKS[colour]}"
        if station in shown.last or station == shown.begun:
            ink = f"{ink} reverse".strip()
        yield Mark(
            shown.frame.name(cell), *shown.frame.place(cell), sign.lower() if won else sign, ink,
            legal=_leads_on(shown, station),
        )  # fmt: skip


def _socks(canvas: Canvas, state: State, at: Callable[[Cell], At], newest: set[Move]) -> None:
    lone = [(state.lone[0], state.lone[1])] if state.lone else []
    laid = [(colour, cell) for colour, one, two in state.pairs for cell in (one, two)]
    for colour, cell in (*laid, *lone):
        row, column = at(cell)
        left, right = "◆◆" if ("sock", colour, *cell) in newest else "()"
        canvas.put(row, column - 1, f"{left}{SOCKS[colour]}{right}", f"bold {INKS[colour]}")


def is_at(move: Move | None, cell: Cell) -> bool:
    """Return whether a move lays its piece, a tile by its first twin, on a cell."""
    match move:
        case ("tile", int(q), int(r), int()) | ("sock", int(), int(q), int(r)):
            return (q, r) == cell
    return False


def _preview(canvas: Canvas, layout: Layout, move: Move | None, at: Callable[[Cell], At]) -> None:
    match move:
        case ("tile", int(q), int(r), int(sixths)):
            _tile(canvas, layout, [at(cell) for cell in cells_of((q, r, sixths))], "bold reverse")
        case ("sock", int(colour), int(q), int(r)):
            row, column = at((q, r))
            canvas.put(row, column - 1, f"({SOCKS[colour]})", f"bold reverse {INKS[colour]}")


def laying_marks(state: State, view: View) -> Iterator[Mark]:
    """Yield every hexagon that matters for the overview."""
    here, (first, _) = names(state), extent(state)
    legal = open_cells(state) if pointing.is_mover(state, view.seat) else set()
    socks = {cell: SOCKS[colour] for colour, one, two in state.pairs for cell in (one, two)}
    if state.lone:
        socks[state.lone[1]] = SOCKS[state.lone[0]]
    signs = dict.fromkeys(legal, "+" if state.task is Task.TILE else "○")
    signs |= dict.fromkeys(set(tiling.cells(state.tiles)) - legal, "○" if state.task is Task.TILE else "×")
    for cell in sorted(signs, key=here.place):
        row, column = here.place(cell)
        place = row - first[0], column - first[1]
        yield Mark(here.name(cell), *place, socks.get(cell, signs[cell]), legal=cell in legal)
