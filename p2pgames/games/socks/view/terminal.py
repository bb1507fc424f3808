"""Socks in the City as a picture: a map of hexagons with rulers, and where it does not fit, a part of it.

Seat 1's sticks are thin and seat 2's thick, whatever their colour; socks are letters in brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.socks import building, sentences
from p2pgames.games.socks.city import FEWEST, FREE, MOST, Cell, Colour, Link, Station, cells_of
from p2pgames.games.socks.city import PRINTED as ON_TILE
from p2pgames.games.socks.notation import naming, row_name
from p2pgames.games.socks.sentences import PAIRS, sticks_needed
from p2pgames.games.socks.state import NOBODY, SOCKS, SocksState, SocksTask
from p2pgames.games.socks.view import scene
from p2pgames.games.socks.view.scene import (
    Place,
    SocksScene,
    enclosed_count,
    extent,
    is_at,
    link_name,
    open_cells,
    pair_places,
    point_at,
    scene_of,
    words_of,
)
from p2pgames.picture.canvas import Canvas, shown_spots, with_spots_beside
from p2pgames.picture.picture import GLYPHS, DrawnPainter, Ink, Picture, Row, Say, Spot, View, shortened
from p2pgames.replace import replace
from p2pgames.text import Count, FaceName, Message

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Motion

LETTERS: Final = 4
"""The columns of the rows' names."""
SMALL: Final = 30
"""Rows below which pairs stand beside the map: there is no panel then."""


# Where hexagons and links stand at a size, and how each is drawn.

At: TypeAlias = tuple[int, int]
"""Row and column of a station's character."""

STICKS: Final = ("─╱╲", "━▞▚")
"""A level, a rising and a falling stick of each seat: thin and thick."""
PRINTED: Final = ":::"


@dataclass(frozen=True, slots=True)
class MapSize:
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


LARGE: Final = (MapSize(5, 5), MapSize(4, 4), MapSize(3, 3))
"""The largest first."""
NARROW: Final = MapSize(2, 2)


def draw_link(canvas: Canvas, layout: MapSize, one: At, other: At, signs: str, ink: Ink) -> None:
    """Draw a stick or printed link between two stations; ``signs`` are its level, rising and falling characters."""
    (row, column, rows, columns), way = layout.link(one, other)
    if way == "-":
        canvas.put(row, column, signs[0] * columns, ink)
        return
    for step in range(rows):
        where = columns - 1 - step if way == "/" else step
        canvas.put(row + step, column + where, signs[1 if way == "/" else 2], ink)


def draw_free(canvas: Canvas, layout: MapSize, one: At, other: At, sign: str, ink: Ink) -> None:
    """Draw one character for a link nobody has built."""
    (row, column, _, columns), way = layout.link(one, other)
    where = columns // 2 if way == "-" else columns - 1 if way == "/" else 0
    canvas.put(row, column + where, sign, ink)


# What stands beside the map where a part of it is shown, or the screen is small: an overview, and the pairs.

COLUMNS: Final = 19
FIRST: Final = 4
"""The column of the overview's first hexagon."""


@dataclass(frozen=True, slots=True)
class MapMark:
    """A hexagon in the overview; row and column are those of its frame, from 0 on."""

    name: str
    row: int
    column: int
    sign: str
    ink: Ink = ""
    legal: bool = False


def with_overview(seen: Picture, marks: Iterable[MapMark], below: Iterable[Row], view: View) -> Picture:
    """Return the map with the overview and further rows at its right; what is off the map is pointed at there.

    A bar marks the rows of which the map shows something.
    """
    canvas = Canvas(COLUMNS, view.rows)
    shown = shown_spots(seen)
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
    return Picture(rows, with_spots_beside(seen.spots, spots))


# The table while the city is laid out: tiles, enclosed hexagons, socks, and where the next piece may lie.


def draw_laying(canvas: Canvas, layout: MapSize, state: SocksState, view: View) -> tuple[Spot, ...]:
    """Draw all that lies, with the typed piece, and return the spots."""
    here, (first, _) = naming(state), extent(state)
    mine = scene.is_mover(state, view.seat)
    move = scene.typed_move(state, view.seat, view.typed)

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
    canvas: Canvas, layout: MapSize, state: SocksState, at: Callable[[Cell], Place], newest: set[Move]
) -> None:
    for tile in state.tiles:
        ink, sign = ("bold", "◆") if ("tile", *tile) in newest else ("", "○")
        _tile(canvas, layout, [at(cell) for cell in cells_of(tile)], ink, sign)
    for cell in building.enclosed(state.tiles) if state.tiles else ():
        canvas.put(*at(cell), "▓", "dim")


def _legal(
    canvas: Canvas, state: SocksState, at: Callable[[Cell], Place], legal: set[Cell], *, mine: bool
) -> None:
    """Mark where the next piece may lie, and for a sock where it may not."""
    for cell in legal:
        canvas.put(*at(cell), "+" if state.task is SocksTask.TILE else "○", "bold")
    if state.task is SocksTask.SOCK and mine:
        for cell in set(building.tile_cells(state.tiles)) - legal:
            canvas.put(*at(cell), "×", "dim")


def _laying_spots(
    state: SocksState, at: Callable[[Cell], Place], legal: set[Cell], move: Move | None
) -> Iterator[Spot]:
    """Yield a spot for every cell; one that the move lies on is legal only where it means another tile next."""
    here = naming(state)
    for cell in sorted(legal | set(building.tile_cells(state.tiles)), key=here.place):
        row, column = at(cell)
        open_ = cell in legal
        again = open_ and state.task is SocksTask.TILE and len(scene.tiles_at(state, here.name(cell))) > 1
        done = is_at(move, cell) and not again
        yield Spot(here.name(cell), row, column - 1, 1, 3, legal=open_ and not done)


def _tile(canvas: Canvas, layout: MapSize, places: list[Place], ink: str, sign: str = "○") -> None:
    one, two = places[:2]
    draw_link(canvas, layout, one, two, PRINTED, ink)
    for row, column in places:
        canvas.put(row, column, sign, ink)


# The map of a city: stations, socks, sticks, printed links, and the spots to point at.

INKS: Final = ("seat2", "seat3", "seat4", "seat5", "cold", "water")
"""The colour of the socks of each letter."""


def draw_map(canvas: Canvas, layout: MapSize, shown: SocksScene, cursor: str) -> tuple[Spot, ...]:
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


def station_place(layout: MapSize, shown: SocksScene, station: Station) -> At:
    """Return where a station stands."""
    return layout.at(shown.frame.place(shown.state.town.cell(station)))


def _ends(layout: MapSize, shown: SocksScene, link: Link) -> tuple[At, At]:
    one, two = shown.state.town.ends[link]
    return station_place(layout, shown, one), station_place(layout, shown, two)


def _link(canvas: Canvas, layout: MapSize, shown: SocksScene, link: Link) -> None:
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


def _station(canvas: Canvas, layout: MapSize, shown: SocksScene, station: Station) -> None:
    """Draw a station: ○, ◆ at the ends of the last sticks, # blocked, a letter for a sock."""
    town = shown.state.town
    row, column = station_place(layout, shown, station)
    fresh = (
        station in shown.last
        or station == shown.begun
        or station in (() if shown.typed is None else shown.state.town.ends[shown.typed])
    )
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


def _spots(layout: MapSize, shown: SocksScene) -> Iterator[Spot]:
    """Yield links that lie on the viewer's ways, all other links, and stations."""
    town = shown.state.town
    ends = [_ends(layout, shown, link) for link in range(len(town.ends))]
    rest = [link for link in range(len(town.ends)) if link not in shown.useful]
    rest.sort(key=lambda link: min(ends[link]))
    for link in (*shown.useful, *rest):
        (row, column, rows, columns), _ = layout.link(*ends[link])
        legal = shown.can_build(link) and link != shown.typed
        if shown.begun is not None and shown.begun not in town.ends[link]:
            legal = False
        yield Spot(link_name(shown.before, link), row, column, rows, columns, legal=legal)
    for station in sorted(town.stations, key=lambda each: station_place(layout, shown, each)):
        row, column = station_place(layout, shown, station)
        yield Spot(
            shown.frame.name(town.cell(station)), row, column - 1, 1, 3, legal=_leads_on(shown, station)
        )


def _leads_on(shown: SocksScene, station: Station) -> bool:
    """Whether pointing at the station begins or ends a stick that may be laid."""
    for other, link in shown.state.town.around[station]:
        if shown.can_build(link) and (shown.begun is None or other == shown.begun):
            return True
    return False


def map_marks(shown: SocksScene) -> Iterator[MapMark]:
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
        yield MapMark(
            shown.frame.name(cell), *shown.frame.place(cell), sign.lower() if won else sign, ink,
            legal=_leads_on(shown, station),
        )  # fmt: skip


def _socks(canvas: Canvas, state: SocksState, at: Callable[[Cell], At], newest: set[Move]) -> None:
    lone = [(state.lone[0], state.lone[1])] if state.lone else []
    laid = [(colour, cell) for colour, one, two in state.pairs for cell in (one, two)]
    for colour, cell in (*laid, *lone):
        row, column = at(cell)
        left, right = "◆◆" if ("sock", colour, *cell) in newest else "()"
        canvas.put(row, column - 1, f"{left}{SOCKS[colour]}{right}", f"bold {INKS[colour]}")


def _preview(canvas: Canvas, layout: MapSize, move: Move | None, at: Callable[[Cell], At]) -> None:
    match move:
        case ("tile", int(q), int(r), int(sixths)):
            _tile(canvas, layout, [at(cell) for cell in cells_of((q, r, sixths))], "bold reverse")
        case ("sock", int(colour), int(q), int(r)):
            row, column = at((q, r))
            canvas.put(row, column - 1, f"({SOCKS[colour]})", f"bold reverse {INKS[colour]}")


def laying_marks(state: SocksState, view: View) -> Iterator[MapMark]:
    """Yield every hexagon that matters for the overview."""
    here, (first, _) = naming(state), extent(state)
    legal = open_cells(state) if scene.is_mover(state, view.seat) else set()
    socks = {cell: SOCKS[colour] for colour, one, two in state.pairs for cell in (one, two)}
    if state.lone:
        socks[state.lone[1]] = SOCKS[state.lone[0]]
    signs = dict.fromkeys(legal, "+" if state.task is SocksTask.TILE else "○")
    signs |= dict.fromkeys(
        set(building.tile_cells(state.tiles)) - legal, "○" if state.task is SocksTask.TILE else "×"
    )
    for cell in sorted(signs, key=here.place):
        row, column = here.place(cell)
        place = row - first[0], column - first[1]
        yield MapMark(here.name(cell), *place, socks.get(cell, signs[cell]), legal=cell in legal)


# What stands beside the map: the pairs and what they still take, and what the signs mean.

_LEAST: Final = Count(FEWEST)
_MOST: Final = Count(MOST)
NAMES: Final = 26
"""Columns for both names beside what their sticks look like."""


def panel(state: SocksState, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide, each with what tells what it means."""
    if state.city is None:
        return tuple(("", row) for row in _laying(state, view.say))
    shown = scene_of(state, view)
    stations = [pair_places(shown, colour).partition("-")[0] for colour in state.town.colours]
    table = zip((PAIRS, *stations), pair_rows(shown, view.say, wide=True), strict=True)
    rest = ((), *_key(shown, view), *_turn(shown, view.say))
    return (*table, *(("", row) for row in rest))


def pair_rows(shown: SocksScene, say: Say, *, wide: bool) -> Iterator[Row]:
    """Yield a heading, and for every colour its worth and the sticks each seat lacks; wide rows name the stations."""
    worth = say(sentences.WORTH())
    lacks = say(sentences.LACKS_HEAD() if wide else sentences.LACKS_BRIEF())
    pair = say(sentences.PAIR_HEAD())
    yield (("bold", f"{pair:<10} {worth:<6} {lacks}" if wide else f"{worth:<5} {lacks}"),)
    state = shown.state
    for colour in state.town.colours:
        sign = SOCKS[colour].lower() if state.won[colour] != NOBODY else SOCKS[colour]
        mark = "▸" if colour == shown.looked_at else " "
        there = f" {pair_places(shown, colour):<8}" if wide else ""
        head_run = (f"bold {INKS[colour]}", f"{mark}{sign}")
        yield (head_run, ("", f"{there} {state.town.worth[colour]:>2}  "), *_lacks(shown, say, colour))


def _lacks(shown: SocksScene, say: Say, colour: Colour) -> Row:
    owner = shown.state.won[colour]
    if owner != NOBODY:
        return (("", f"{say(sentences.WINNER())} "), (f"bold seat{owner}", GLYPHS[owner]))
    return (*_lack(shown, 0, colour), ("", " "), *_lack(shown, 1, colour))


def _lack(shown: SocksScene, seat: Seat, colour: Colour) -> Row:
    lack = sticks_needed(shown.state, seat, colour)
    was = sticks_needed(shown.before, seat, colour)
    text = "-" if lack is None else str(lack)
    changed = "" if lack == was else "bold "
    return ((f"{changed}seat{seat}", f"{GLYPHS[seat]}{text:<2}"),)


def _key(shown: SocksScene, view: View) -> Iterator[Row]:
    say, called = view.say, view.names[:2] or (view.called(0), view.called(1))
    first = min(len(called[0]), max(NAMES // 2, NAMES - len(called[1])))
    yield (
        ("seat0", "─╱╲ "), *shortened((("", called[0]),), first), ("", "  "),
        ("seat1", "━▞▚ "), *shortened((("", called[1]),), NAMES - first),
    )  # fmt: skip
    blocked = f"  [#] {say(sentences.IS_BLOCKED())}" if shown.state.town.blocked else ""
    yield (("", f"::: {say(sentences.ON_TILE())}   · {say(sentences.IS_FREE())}{blocked}"),)
    yield (("", f"(A) {say(sentences.SOCK())}   a {say(sentences.IN_THE_WAY())}"),)


def _turn(shown: SocksScene, say: Say) -> Iterator[Row]:
    state = shown.before
    if shown.mine:
        yield ()
        yield (("bold", say(sentences.STICKS_DUE(count=Count(state.todo)))),)


def _laying(state: SocksState, say: Say) -> Iterator[Row]:
    """Yield how far the city is laid out."""
    if state.task is SocksTask.TILE:
        yield (("bold", say(sentences.tile_of(state))),)
        yield (("", say(sentences.ENCLOSED_SO_FAR(now=enclosed_count(state), least=_LEAST, most=_MOST))),)
        yield (("", say(sentences.TWINS())),)
        yield (("", say(sentences.TURN_IT())),)
    elif state.task is SocksTask.SOCK:
        yield (("bold", say(sentences.SOCKS_DUE())),)
        for colour in state.lone_colours:
            once = f" {say(sentences.SECOND())}" if state.lone and state.lone[0] == colour else ""
            yield ((f"bold {INKS[colour]}", f"({SOCKS[colour]})"), ("", once))
        for colour, one, two in state.pairs:
            here = naming(state)
            yield ((INKS[colour], f" {SOCKS[colour]} "), ("", f"{here.name(one)}-{here.name(two)}"))


def laying_brief(state: SocksState, say: Say) -> Iterator[Row]:
    """Yield in a few words how far the city is laid out, for beside a small map."""
    if state.task is SocksTask.TILE:
        yield (("bold", say(sentences.tile_of(state))),)
        yield (("", say(sentences.ENCLOSES_NOW(now=enclosed_count(state)))),)
        yield (("", say(sentences.AT_LAST(least=_LEAST, most=_MOST))),)
    elif state.task is SocksTask.SOCK:
        letters = "".join(SOCKS[colour] for colour in state.lone_colours)
        yield (("bold", say(sentences.STILL_TO_LAY(socks=FaceName(letters)))),)
        if state.lone:
            yield (("", say(sentences.SECOND_SOCK(sock=sentences.letter(state.lone[0])))),)


class SocksPainter(DrawnPainter):
    """Draws Socks in the City, and turns pointing into sticks, tiles and socks."""

    def picture(self, state: SocksState, view: View) -> Picture:
        """Return the map, as large as there is room for; on a small screen pairs and an overview beside it."""
        if state.city is None and not state.total:
            text = view.say(sentences.NOT_LAID_OUT())
            return Picture(((("", text[: view.columns]),),))
        shown = scene_of(state, view) if state.city else None
        first, last = _extent(state)
        rows, columns = last[0] - first[0] + 1, last[1] - first[1] + 1
        small = view.rows < SMALL
        room = view.columns - LETTERS - (COLUMNS if small else 0)
        for layout in (*LARGE, NARROW):
            high, wide = layout.extent(rows, columns)
            if high < view.rows and wide <= room:
                break
        canvas = Canvas(wide, high)
        spots = _drawn(canvas, layout, state, shown, view)
        cut = high >= view.rows or wide > room
        room = view.columns - LETTERS - (COLUMNS if small or cut else 0)
        seen = _part(
            canvas,
            layout,
            first,
            spots,
            min(high, view.rows - 1),
            min(wide, room),
            _focus(spots, view, state),
        )
        if not small and not cut:
            return seen
        marks = map_marks(shown) if shown else laying_marks(state, view)
        below = (
            ()
            if not small
            else pair_rows(shown, view.say, wide=False)
            if shown
            else laying_brief(state, view.say)
        )
        return with_overview(seen, marks, below, view)

    def side_panel_rows(self, state: SocksState, view: View) -> tuple[Row, ...]:
        """Return the pairs, what each takes, and what the signs mean."""
        return tuple(row for _name, row in panel(state, view))

    def side_panel_entries(self, state: SocksState, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return panel(state, view)

    def seat_summary(self, state: SocksState, seat: Seat) -> Message:
        """Return how many sticks a seat has, and which prizes."""
        prizes = "".join(SOCKS[colour] for colour in state.prizes(seat))
        sticks = Count(state.left[seat])
        if not prizes:
            return sentences.COUNTED_STICKS(count=sticks)
        return sentences.STICKS_AND_PRIZES(count=sticks, prizes=FaceName(prizes))

    def seat_summary_in_words(self, state: SocksState, seat: Seat) -> Message:
        """Return how many sticks a seat has, and which prizes by the names of their colours."""
        sticks, won = (
            sentences.COUNTED_STICKS(count=Count(state.left[seat])),
            sentences.letters(state.prizes(seat)),
        )
        return sentences.HAS_WON(sticks=sticks, colours=won) if won.items else sticks

    def point(self, state: SocksState, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the stick, tile or sock that pointing there begins or completes."""
        return point_at(state, seat, typed, spot)

    def motions(self, before: SocksState, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return none: what is laid stays where it is."""
        return ()


def _drawn(
    canvas: Canvas, layout: MapSize, state: SocksState, shown: SocksScene | None, view: View
) -> tuple[Spot, ...]:
    if shown is None:
        return draw_laying(canvas, layout, state, view)
    return draw_map(canvas, layout, shown, view.cursor)


def _extent(state: SocksState) -> tuple[Place, Place]:
    """Return the first and last row and column of the map."""
    if state.city is None:
        return extent(state)
    here = naming(state)
    places = [here.place(state.town.cell(station)) for station in state.town.stations]
    return (0, 0), (max(row for row, _ in places), max(column for _, column in places))


def _focus(spots: tuple[Spot, ...], view: View, state: SocksState) -> Place | None:
    """Return the character a part of the map must show: the cursor, what is typed, or the newest move."""
    wanted = [view.cursor, *view.typed.lower().replace("-", " ").split(), view.around]
    if view.recent:
        before, _, move = view.recent[-1]
        if naming(before) == naming(state):
            wanted += words_of(before, move)
    found = {spot.name: spot for spot in spots}
    spot = next((found[name] for name in wanted if name in found), None)
    return None if spot is None else (spot.row, spot.column)


def _part(
    canvas: Canvas,
    layout: MapSize,
    first: Place,
    spots: tuple[Spot, ...],
    rows: int,
    columns: int,
    focus: Place | None,
) -> Picture:
    """Return so much of the map, around the focus where it does not fit, with rulers above and to the left."""
    row, column = focus or (canvas.rows // 2, canvas.columns // 2)
    top = max(0, min(row - rows // 2, canvas.rows - rows))
    left = max(0, min(column - columns // 2, canvas.columns - columns))
    seen = canvas.window(top, left, rows, columns, spots)
    lines = [_ruler(layout, first[1], left, columns)]
    for number, line in enumerate(seen.rows, top):
        name = row_name(first[0] + number // layout.height) if number % layout.height == 0 else ""
        lines.append((("bold", f"{name:>2}".ljust(LETTERS)), *line))
    moved = tuple(replace(spot, row=spot.row + 1, column=spot.column + LETTERS) for spot in seen.spots)
    return Picture(tuple(lines), moved)


def _ruler(layout: MapSize, first: int, left: int, columns: int) -> Row:
    """Return the numbers of the columns, every other one, or on a small map every fourth."""
    canvas = Canvas(LETTERS + columns, 1)
    every = 4 if layout is NARROW else 2
    for column in range(first - first % every, first + (left + columns) // layout.width + 1, every):
        at = (column - first) * layout.width + 1 - left
        if 0 <= at < columns and column >= first:
            canvas.put(0, LETTERS + at, str(column + 1), "bold")
    return canvas.picture().rows[0]


PAINTER: Final = SocksPainter()
