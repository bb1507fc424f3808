"""Metro as a drawing: every line one stroke from its station to its train, crossings like bridges.

Layers from below: cells, the newest tile's tint, track, what has arrived, lines under way, one's own, what the tile in
hand would change; then trains, stations, and marks. `plan` has the measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from p2pgames.contract import Move, Seat
from p2pgames.drawing.layout import (
    SIZE,
    ColumnPart,
    Token,
    column,
    fitted,
    flow,
    heading,
    joined,
    prose,
    width,
    word,
)
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Ink,
    Motion,
    Paint,
    Path,
    Point,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    Use,
    area,
    badge,
    box,
    core,
    cursor_corners,
    line,
    mix,
    quarter,
    sign,
    stroke,
    track,
)
from p2pgames.games.metro import board, sentences
from p2pgames.games.metro.state import (
    LineChange,
    LineTrace,
    MetroState,
    TileCrossing,
    changes,
    read_lay,
    source,
    trace,
)
from p2pgames.games.metro.view.scene import HeldTile, MetroScene, held, scene
from p2pgames.games.metro.words import DRAW, TILES, describe_spot, length_and_end, train_place
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count, FaceName, PlaceName

# Where everything of Metro's board lies, and the way of a line through a cell.
#
# A cell is 100 wide. Tracks enter and leave at a third and two thirds of a side, on the right of their way.

CELL: Final = 100
"""The side of a cell: tracks at thirds of it are 33 apart."""
MARGIN: Final = 92
"""Around the field: room for the stations and the names of rows and columns."""
FIELD: Final = board.COLS * CELL
SIDE: Final = 2 * MARGIN + FIELD
NEAR, FAR = CELL / 3, CELL * 2 / 3
ENTER: Final[tuple[Point, ...]] = ((NEAR, 0), (CELL, NEAR), (FAR, CELL), (0, FAR))
"""Where a line comes into a cell, by side."""
LEAVE: Final[tuple[Point, ...]] = ((FAR, 0), (CELL, FAR), (NEAR, CELL), (0, NEAR))
INWARD: Final[tuple[Point, ...]] = ((0, 1), (-1, 0), (0, -1), (1, 0))
PLATFORM: Final = 14
"""How far a line begins or ends outside the board."""
BEND: Final = (FAR - NEAR) / 2


def corner(cell: board.Cell) -> Point:
    """Return a cell's top left."""
    return MARGIN + cell % board.COLS * CELL, MARGIN + cell // board.COLS * CELL


def entry(end: board.End, inside: float = 0) -> Point:
    """Return the point so far inside a cell where a line that is about to enter it comes in."""
    (x, y), (ex, ey), (dx, dy) = corner(end >> 2), ENTER[end & 3], INWARD[end & 3]
    return x + ex + dx * inside, y + ey + dy * inside


def exit_(cell: board.Cell, side: board.Side, outside: float = 0) -> Point:
    """Return the point so far outside a cell where a line comes out of it."""
    (x, y), (ex, ey), (dx, dy) = corner(cell), LEAVE[side], INWARD[side]
    return x + ex - dx * outside, y + ey - dy * outside


@cache
def link_steps(cell: board.Cell, enter: board.Side, leave: board.Side) -> tuple[Step, ...]:
    """Return the way of a line through a cell, without its first point."""
    x, y = corner(cell)
    return tuple(_moved(step, x, y) for step in _inner(enter, leave))


@cache
def _inner(enter: board.Side, leave: board.Side) -> tuple[Step, ...]:
    start, end = ENTER[enter], LEAVE[leave]
    if (enter - leave) % 4 == 2:
        return (("L", *end),)
    if enter == leave:
        return _back(enter)
    meet = (start[0], end[1]) if enter in (0, 2) else (end[0], start[1])
    return (quarter(start, end, meet),)


def _back(side: board.Side) -> tuple[Step, ...]:
    """Return half a circle close to the side: deeper it would lie on the straight tracks."""
    start, end, (dx, dy) = ENTER[side], LEAVE[side], INWARD[side]
    here, there = (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)
    middle = mix(here, there, 0.5)
    tip = middle[0] + dx * BEND, middle[1] + dy * BEND
    first, second = (here[0] + dx * BEND, here[1] + dy * BEND), (there[0] + dx * BEND, there[1] + dy * BEND)
    return (("L", *here), quarter(here, tip, first), quarter(tip, there, second), ("L", *end))


def _moved(step: Step, x: float, y: float) -> Step:
    numbers = step[1:]
    return (step[0], *(n + (y if at % 2 else x) for at, n in enumerate(numbers)))


def piece_steps(exits: tuple[board.Side, ...]) -> tuple[Step, ...]:
    """Return all tracks of a tile whose top left is (0, 0)."""
    return tuple(
        step for enter, leave in enumerate(exits) for step in (("M", *ENTER[enter]), *_inner(enter, leave))
    )


def way(links: tuple[TileCrossing, ...], end: board.End) -> tuple[Step, ...]:
    """Return the way along links; over the edge of the first and of the last cell where a platform is."""
    first, last = links[0], links[-1]
    begin = 4 * first.cell + first.enter
    steps: list[Step] = [("M", *entry(begin, -PLATFORM if begin in _DOORS else 0)), ("L", *entry(begin))]
    for link in links:
        steps.extend(link_steps(link.cell, link.enter, link.leave))
    if end < 0:
        steps.append(("L", *exit_(last.cell, last.leave, PLATFORM)))
    return tuple(steps)


_DOORS: Final = frozenset(board.DOORS.values())


def plate_box(station: board.Station) -> tuple[float, float, float, float]:
    """Return middle, width and height of a station's plate."""
    door = board.DOORS[station]
    (x, y), (dx, dy) = corner(door >> 2), INWARD[door & 3]
    px, py = x + CELL / 2 - dx * 86, y + CELL / 2 - dy * 86
    return (px, py, 76, 40) if dx == 0 else (px, py, 40, 76)


_GROUND: Final = (
    Rect(0, 0, SIDE, SIDE, area("board"), 26),
    Rect(MARGIN - 5, MARGIN - 5, FIELD + 10, FIELD + 10, area("shadow"), 12),
)


# The cells: grounds, track, where a tile may be laid, and the marks of the newest ones.

MARKED: Final = 4
"""How many of the newest tiles are marked."""


@cache
def rulers() -> tuple[Shape, ...]:
    """Return the names of columns and rows."""
    middles = [MARGIN + number * CELL + CELL / 2 for number in range(board.COLS)]
    letters = [Text(at, 19, "abcdefgh"[number], 17, "muted") for number, at in enumerate(middles)]
    return (
        *letters,
        *(Text(19, at, str(number), 17, "muted") for number, at in enumerate(middles[: board.ROWS], 1)),
    )


def grounds(shown: MetroScene) -> tuple[Shape, ...]:
    """Return what lies below everything in each cell."""
    return tuple(_ground(cell, "tile" if shown.state.cells[cell] else "empty") for cell in board.PLAYABLE)


@cache
def _ground(cell: board.Cell, ink: str) -> Rect:
    x, y = corner(cell)
    return Rect(x + 1, y + 1, CELL - 2, CELL - 2, area(ink), 7)


def symbols(state: MetroState) -> dict[str, tuple[Shape, ...]]:
    """Return the tracks of every kind of tile that lies on the board."""
    return {piece: _symbol(piece) for piece in sorted(set(state.cells)) if piece}


@cache
def _symbol(piece: board.Piece) -> tuple[Shape, ...]:
    steps = piece_steps(board.EXITS[piece])
    return Path(steps, stroke("tile", 10, blunt=True)), Path(steps, stroke("rail", 4, blunt=True))


def tracks(state: MetroState) -> tuple[Shape, ...]:
    """Return the track of all tiles; lines of players lie over it."""
    return tuple(_USE(piece, *corner(cell)) for cell in board.PLAYABLE if (piece := state.cells[cell]))


_USE: Final = lru_cache(4096)(Use)


def tint(shown: MetroScene) -> tuple[Shape, ...]:
    """Return the ground of the newest tile, in its player's colour."""
    if not shown.recent:
        return ()
    cell, seat = shown.recent[-1]
    x, y = corner(cell)
    return (Rect(x + 3.5, y + 3.5, CELL - 7, CELL - 7, area(f"seat{seat}", 0.2), 5),)


def open_marks(shown: MetroScene) -> tuple[Shape, ...]:
    """Return a ring and the name where a tile may be laid, a cross where the rules forbid it, and dots elsewhere."""
    return tuple(
        shape
        for cell in board.PLAYABLE
        if not shown.state.cells[cell]
        for shape in _open_mark(cell, _kind(shown, cell))
    )


def _kind(shown: MetroScene, cell: board.Cell) -> str:
    if board.NAMES[cell] in shown.legal:
        return "legal"
    return "barred" if shown.mine and board.is_open(shown.before.cells, cell) else "empty"


@cache
def _open_mark(cell: board.Cell, kind: str) -> tuple[Shape, ...]:
    x, y = corner(cell)
    x, y = x + CELL / 2, y + CELL / 2
    if kind == "empty":
        return (Circle(x, y, 2.6, area("faint")),)
    if kind == "barred":
        cross = line((x - 6, y - 6), (x + 6, y + 6)) + line((x + 6, y - 6), (x - 6, y + 6))
        return (Path(cross, stroke("faint", 2.6)),)
    name = Text(x + 35, y - 39, board.NAMES[cell], 14, "muted")  # where no train stands
    return Circle(x, y, 9, stroke("accent", 3)), Circle(x, y, 3, area("accent")), name


def newest(shown: MetroScene) -> tuple[Shape, ...]:
    """Return the frame of the newest tile, and two corners of each of those before."""
    shapes: list[Shape] = []
    for cell, seat in shown.recent[-MARKED:-1]:
        shapes.append(_earlier(cell, seat))
    for cell, seat in shown.recent[-1:]:
        shapes.append(_last(cell, seat))
    return tuple(shapes)


def _earlier(cell: board.Cell, seat: Seat) -> Path:
    x, y = corner(cell)
    one = line((x + 4, y + 21), (x + 4, y + 4), (x + 21, y + 4))
    return Path(
        (*one, *line((x + 96, y + 79), (x + 96, y + 96), (x + 79, y + 96))), stroke(f"seat{seat}", 3.5)
    )


def _last(cell: board.Cell, seat: Seat) -> Group:
    x, y = corner(cell)
    frame = Rect(x + 3.5, y + 3.5, CELL - 7, CELL - 7, stroke(f"seat{seat}", 5), 5)
    return Group((frame, *badge(seat, x + CELL - 12, y + CELL - 12, 10, "tile")), "last", role="last")


def marks(shown: MetroScene, cursor: str) -> tuple[Shape, ...]:
    """Return the frames of the tile in hand and of the cursor."""
    shapes: list[Shape] = []
    if shown.lay:
        x, y = corner(shown.lay.cell)
        dashed = Rect(x + 2, y + 2, CELL - 4, CELL - 4, Paint("", "accent", 4, (11, 8)), 7)
        shapes.append(Group((dashed,), "preview", role="preview"))
    if cursor in board.CELLS:
        x, y = corner(board.CELLS[cursor])
        steps = cursor_corners(x - 3, y - 3, CELL + 6, CELL + 6, 24)
        shapes.append(
            Group(
                (Path(steps, stroke("board", 10)), Path(steps, stroke("accent", 5.5))),
                "cursor",
                role="cursor",
            )
        )
    return tuple(shapes)


def drawing(state: MetroState, view: View) -> Drawing:
    """Return the board as the viewer sees it, with what the typed tile would do."""
    shown = scene(state, view)
    return Drawing(
        SIDE,
        SIDE,
        (
            *_GROUND,
            *rulers(),
            *grounds(shown),
            *centre(shown, view),
            *tint(shown),
            *open_marks(shown),
            *tracks(shown.state),
            platforms(),
            *newest(shown),
            *line_shapes(shown),
            *traced(shown),
            *trains(shown),
            *(plate(shown, station, view.cursor) for station in board.STATIONS),
            *gains(shown),
            *marks(shown, view.cursor),
        ),
        spots(shown, view.say),
        symbols(shown.state),
        "Metro",
        _said(state, view),
    )


# The central block: where lines count double, and the pile of tiles.

_LEFT, _TOP = corner(min(board.CENTRE))
X: Final = _LEFT + CELL
Y: Final = _TOP + CELL
PILE: Final = (X - 72, Y + 14, 144, 70)
"""Left, top, width and height of the place of the pile."""


# What can be pointed at on Metro's board, and how it is said.


def spots(shown: MetroScene, say: Say) -> tuple[Spot, ...]:
    """Return the cells, the pile and the stations."""
    state = shown.before
    return _spots(state, shown.seat if shown.seat == state.turn else None, shown.legal, say)


@lru_cache(8)
def _spots(state: MetroState, at_turn: Seat | None, legal: frozenset[str], say: Say) -> tuple[Spot, ...]:
    """Return them for the seat at turn, or for all others who look on: to these they are the same."""
    hint = say(sentences.LAY_HERE())

    def spot(name: str, outline: tuple[Point, ...], hint: str = "") -> Spot:
        told, leads_on = describe_spot(state, at_turn, name), name in legal
        return _SPOT(name, outline, leads_on, say(told) if told is not None else "", hint if leads_on else "")

    return (
        *(spot(board.NAMES[cell], _outline(cell), hint) for cell in board.PLAYABLE),
        spot(DRAW, box(*PILE)),
        *(spot(str(station), _plate(station)) for station in board.STATIONS),
    )


_SPOT: Final = lru_cache(4096)(Spot)
"""The very spot of a position before, where it is the same."""


@cache
def _outline(cell: board.Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _plate(station: board.Station) -> tuple[Point, ...]:
    x, y, w, h = plate_box(station)
    return box(x - w / 2, y - h / 2, w, h)


def centre(shown: MetroScene, view: View) -> tuple[Shape, ...]:
    """Return the block with its platforms, and the pile."""
    return (*_block(view.say), *_pile(shown.before.pile, view.say), *_drawable(shown, view.cursor))


@lru_cache(16)
def _block(say: Say) -> tuple[Shape, ...]:
    word = say(sentences.CENTRE_SIGN())
    return (
        Rect(_LEFT + 3, _TOP + 3, 2 * CELL - 6, 2 * CELL - 6, Paint("raised", "rule", 3), 26),
        Circle(X, Y - 30, 46, Paint("board", "text", 5)),
        Rect(X - 64, Y - 43, 128, 26, Paint("text"), 5),
        Text(X, Y - 30, word, fitted(word, 19, 118, bold=True), "board", bold=True),
        Text(X, Y - 59, "×2", 21, bold=True),
        *map(_platform, range(-40, -32)),
    )


def _platform(end: int) -> Shape:
    door = board.ONWARD.index(end)
    x, y = exit_(door >> 2, door & 3, 10)
    w, h = (26, 9) if INWARD[door & 3][0] == 0 else (9, 26)
    return Rect(x - w / 2, y - h / 2, w, h, Paint("board", "text", 2.6), 4.5)


def _pile(count: int, say: Say) -> tuple[Shape, ...]:
    word = say(sentences.PILE(count=Count(count)))
    text = Text(X + 30, Y + 50, word, fitted(word, 19, 76, bold=True), bold=True)
    return (*_stack(min(4, 1 + count // 12) if count else 0), text)


@cache
def _stack(height: int) -> tuple[Shape, ...]:
    """Return some tiles, one upon the other, the upper one with its tracks."""
    sheets = [
        Rect(X - 60 - k * 3, Y + 31 - k * 3, 40, 40, Paint("tile", "rail", 2.5), 6) for k in range(height)
    ]
    if not sheets:
        return ()
    x, y = sheets[-1].x, sheets[-1].y
    steps = (
        *line((x + 14, y), (x + 14, y + 40)),
        ("M", x, y + 27),
        quarter((x, y + 27), (x + 27, y), (x + 27, y + 27)),
    )
    return (*sheets, Path(steps, stroke("rail", 3, blunt=True)))


def _drawable(shown: MetroScene, cursor: str) -> tuple[Shape, ...]:
    if not shown.may_draw:
        return ()
    hot = cursor == DRAW
    paint = stroke("accent", 4) if hot else stroke("accent", 2.2, (7, 6))
    frame = Rect(*PILE, paint, 10)
    return (Group((frame,), "cursor" if hot else "may-draw", role="cursor" if hot else ""),)


# The lines of the players, their trains, and what a tile in hand would earn.

CASING: Final = 7
CORE: Final = 3


def line_shapes(shown: MetroScene) -> tuple[Shape, ...]:
    """Return all lines of players: those that have arrived below, then others', then one's own, then what is new."""
    fresh = {change.station for change in shown.done}
    order = sorted(
        _begun(shown),
        key=lambda s: (s in fresh, shown.live[s - 1], shown.state.owners[s - 1] == shown.seat),
    )
    return tuple(_line(shown, station, station in fresh) for station in order)


def _begun(shown: MetroScene) -> Iterable[board.Station]:
    """Return the stations of players from which a line leads."""
    state = shown.state
    return (s for s in board.STATIONS if state.owners[s - 1] != board.NOBODY and state.lengths[s - 1])


def _line(shown: MetroScene, station: board.Station, fresh: bool) -> Group:
    owner, live = shown.state.owners[station - 1], shown.live[station - 1]
    wide = _width(live, owner == shown.seat, fresh)
    return _drawn(station, owner, live, fresh, wide, trace(shown.state.cells, station))


@lru_cache(1024)
def _drawn(
    station: board.Station, owner: Seat, live: bool, fresh: bool, wide: float, run: LineTrace
) -> Group:
    steps = way(run.links, run.end)
    parts = (
        *track(owner, steps, wide, "tile", CASING),
        *(core(owner, steps, CORE) if live else ()),
        *((_bar(run, owner),) if run.finished else ()),
    )
    return Group(parts, f"line-{station}", role="preview" if fresh else "")


def _width(live: bool, own: bool, fresh: bool) -> float:
    """Finished lines are thin, not pale: a pale line would show what lies below it."""
    if fresh:
        return 14
    return (13 if own else 11) if live else 6


def _bar(run: LineTrace, owner: Seat) -> Path:
    """Return the bar across the track at which a line has arrived."""
    last = run.links[-1]
    x, y = exit_(last.cell, last.leave, 13)
    dx, dy = (10 * abs(n) for n in INWARD[last.leave])
    return Path(line((x - dy, y - dx), (x + dy, y + dx)), stroke(f"seat{owner}", 7, blunt=True))


def traced(shown: MetroScene) -> tuple[Shape, ...]:
    """Return the lines that the viewer follows from the cursor, over all others."""
    return tuple(_followed(shown, run) for run in shown.traced if run.links)


def _followed(shown: MetroScene, run: LineTrace) -> Group:
    begin = source(shown.state.cells, 4 * run.links[0].cell + run.links[0].enter)
    owner = shown.state.owners[-begin - 1] if -len(board.STATIONS) <= begin < 0 else board.NOBODY
    steps = way(run.links, run.end)
    outline = Path(steps, stroke("board", 25, blunt=True)), Path(steps, stroke("accent", 20, blunt=True))
    ink = "rail" if owner == board.NOBODY else f"seat{owner}"
    inside = Path(steps, stroke("board", 15, blunt=True)), Path(steps, stroke(ink, 12, blunt=True))
    middle = core(owner, steps, CORE) if owner != board.NOBODY else ()
    return Group(
        (*outline, *inside, *middle), f"route-{run.links[0].cell}-{run.links[0].enter}", role="route"
    )


def trains(shown: MetroScene) -> tuple[Shape, ...]:
    """Return a train wherever a line waits for the next tile."""
    fresh = {change.station for change in shown.done}
    state = shown.state
    return tuple(
        _train(station, state.owners[station - 1], state.ends[station - 1], station in fresh)
        for station in _begun(shown)
        if state.ends[station - 1] >= 0
    )


@lru_cache(1024)
def _train(station: board.Station, owner: Seat, end: board.End, fresh: bool) -> Group:
    upright = INWARD[end & 3][0] == 0
    w, h = (28, 40) if upright else (42, 26)
    ink = f"on{owner}"
    body = Rect(-w / 2, -h / 2, w, h, Paint(f"seat{owner}", "accent" if fresh else "board", 3.5), 9)
    (sx, sy), (tx, ty) = ((0, -10), (0, 8)) if upright else ((-12, 0), (8, 0))
    parts = (body, sign(owner, sx, sy, 6.5, ink), Text(tx, ty, str(station), 15, ink, bold=True))
    x, y = entry(end, 16)
    return Group(parts, f"train-{station}", x, y)


def gains(shown: MetroScene) -> tuple[Shape, ...]:
    """Return what each line would score where the tile in hand would let it arrive."""
    return tuple(_gain(change) for change in shown.done if change.points)


def _gain(change: LineChange) -> Group:
    door = board.ONWARD.index(change.end)
    text = f"+{change.points}"
    w = width(text, 18, bold=True) + 18
    pill = Rect(-w / 2, -15, w, 30, Paint("accent", f"seat{change.owner}", 4), 15)
    x, y = exit_(door >> 2, door & 3, -22)
    return Group(
        (pill, Text(0, 0, text, 18, "board", bold=True)), f"gain-{change.station}", x, y, role="preview"
    )


def train_way(line: LineTrace, before: int) -> tuple[Step, ...]:
    """Return the way of a train over the links after the first ones."""
    links = line.links[before:]
    steps = [step for link in links for step in link_steps(link.cell, link.enter, link.leave)]
    start = 4 * links[0].cell + links[0].enter
    end = exit_(links[-1].cell, links[-1].leave, 13) if line.finished else entry(line.end, 16)
    return (("M", *entry(start, 16 if before else 0)), ("L", *entry(start)), *steps, ("L", *end))


# The plates around the board: filled while a train is out, hollow later.


def plate(shown: MetroScene, station: board.Station, cursor: str) -> Group:
    """Return a station's number with the sign of its owner."""
    owner, live = shown.state.owners[station - 1], shown.live[station - 1]
    return _plate_of(station, owner, live, owner == shown.seat, cursor == str(station))


@lru_cache(1024)
def _plate_of(station: board.Station, owner: int, live: bool, own: bool, under_cursor: bool) -> Group:
    x, y, w, h = plate_box(station)
    parts: tuple[Shape, ...] = (
        Rect(-w / 2, -h / 2, w, h, _paint(owner, live, own), 11),
        *_label(station, owner, live, flat=w > h),
    )
    if under_cursor:
        ring = Rect(-w / 2 - 6, -h / 2 - 6, w + 12, h + 12, Paint("", "accent", 4, (10, 7)), 15)
        parts = (*parts, Group((ring,), "cursor", role="cursor"))
    return Group(parts, f"station-{station}", x, y)


def _paint(owner: int, live: bool, own: bool) -> Paint:
    if not live:
        return Paint("board", "rule", 2.5)
    return Paint(f"seat{owner}", "accent" if own else f"edge{owner}", 3.5)


def _label(station: board.Station, owner: int, live: bool, *, flat: bool) -> tuple[Shape, ...]:
    ink = f"on{owner}" if live else "muted"
    if owner == board.NOBODY:
        return (Text(0, 0, str(station), 21, ink),)
    number = Text(*((13, 0) if flat else (0, 15)), str(station), 22, ink, bold=live)
    x, y = (-20, 0) if flat else (0, -19)
    return number, sign(owner, x, y, 10 if live else 8, ink if live else f"seat{owner}")


@cache
def platforms() -> Path:
    """Return the two tracks between each plate and the board; lines lie over them."""
    return Path(
        tuple(step for door in board.DOORS.values() for step in _tracks(door)), stroke("rail", 4, blunt=True)
    )


def _tracks(door: board.End) -> tuple[Step, ...]:
    cell, side = door >> 2, door & 3
    away = PLATFORM + 4
    return (*line(entry(door, -away), entry(door)), *line(exit_(cell, side, away), exit_(cell, side)))


def _said(state: MetroState, view: View) -> str:
    players = range(len(state.points))
    names = map(view.called, players) if view.names else map(view.say, sentences.COLOURS)
    points = ", ".join(f"{name} {points}" for name, points in zip(names, state.points, strict=False))
    laid = sentences.LAID(laid=Count(state.laid), all=Count(len(board.ALL)), pile=Count(state.pile))
    return f"{view.say(laid)} {points}."


def motions(before: MetroState, move: Move, _view: View) -> tuple[Motion, ...]:
    """Return the ways of all trains that the move sends on."""
    lay = read_lay(move)
    if lay is None:
        return ()
    laid = scene(before, View()).state.cells
    piece = f"{lay.face}{lay.turns}"
    after = (*laid[: lay.cell], piece, *laid[lay.cell + 1 :])
    return tuple(
        Motion(f"train-{change.station}", train_way(trace(after, change.station), change.before))
        for change in changes(before, lay.cell, piece)
        if change.owner >= 0
    )


# What stands beside Metro's board: the viewer's tiles, what is left, and what a lay or a traced line comes to.

LARGE, MIDDLE, SMALL = 72, 44, 30
"""How wide a tile is drawn: one's own, a rotation of it, another player's."""


def aside(state: MetroState, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    shown = scene(state, view)
    hand = held(shown, view)
    parts = (*_own(shown, hand, view.say), *_told(shown, view.say), *_left(state, shown, view))
    pieces = [
        *(piece for one in hand for piece in _rotations(one)),
        *(f"{one.face}0" for hand in state.hands for one in hand if one.face),
    ]
    return column("Metro", parts, {_name(piece): _tile_symbol(piece) for piece in sorted({*pieces})})


def _rotations(one: HeldTile) -> tuple[board.Piece, ...]:
    return tuple(f"{one.face}{number}" for number in one.turns)


# -- tiles --


def _name(piece: board.Piece) -> str:
    return f"track-{piece}"


@cache
def _tile_symbol(piece: board.Piece) -> tuple[Shape, ...]:
    return (Path(piece_steps(board.EXITS[piece]), stroke("rail", 5, blunt=True)),)


def _own(shown: MetroScene, hand: tuple[HeldTile, ...], say: Say) -> Iterator[ColumnPart]:
    if not hand:
        return
    title = sentences.ONE_TILE() if len(hand) == 1 else sentences.SEVERAL_TILES()
    secret = "" if all(one.common for one in hand) else say(sentences.ONLY_YOU())
    yield heading(say(title), secret)
    several = len(hand) > 1
    faces = ", ".join(f"{one.number + 1} {one.face}" if several else one.face for one in hand)
    tiles = [
        _labelled(one.piece, f"{one.number + 1} {one.face}" if several else one.face, several and one.meant)
        for one in hand
    ]
    yield replace(flow(tiles, faces, 14), about=TILES)
    meant = next((one for one in hand if one.meant), hand[0])
    if shown.state.free and len(meant.turns) > 1:
        turned = [
            _labelled(piece, f"r{piece[-1]}", piece == meant.piece, MIDDLE) for piece in _rotations(meant)
        ]
        yield flow(turned, ", ".join(f"r{piece[-1]}" for piece in _rotations(meant)), 12)


def _labelled(piece: board.Piece, label: str, chosen: bool, size: float = LARGE) -> Token:
    text = Text(size / 2, size + 12, label, 13, "text" if chosen else "muted", bold=chosen)
    wide = max(size, width(label, 13, bold=True))
    return Token(wide, size + 22, (*_tile(piece, size, chosen=chosen), text))


def _tile(piece: board.Piece, size: float, *, chosen: bool = False) -> tuple[Shape, ...]:
    """Return a tile with its tracks; without a piece its back."""
    paint = Paint("tile", "accent" if chosen else "rail", 4 if chosen else 2)
    frame = Rect(2, 2, size - 4, size - 4, paint, 6)
    if not piece:
        return frame, Circle(size / 2, size / 2, size / 7, area("rail"))
    return frame, Use(_name(piece), 2, 2, (size - 4) / CELL)


def _left(state: MetroState, shown: MetroScene, view: View) -> Iterator[ColumnPart]:
    """Yield the pile, and what the others hold: backs, and tiles that everybody has seen; nothing once all is laid."""
    said = view.say(sentences.PILE(count=Count(state.pile)))
    others = [(seat, hand) for seat, hand in enumerate(state.hands) if hand and seat != shown.seat]
    if not (state.pile or others):
        return
    pile = joined((Token(SMALL, SMALL, _tile("", SMALL)), word(said, high=SMALL)), 8)
    tokens, told = [pile], [said]
    for seat, hand in others:
        tiles = (Token(SMALL, SMALL, _tile(f"{one.face}0" if one.face else "", SMALL)) for one in hand)
        tokens.append(joined((Token(22, 22, badge(seat, 11, 11, 10)), *tiles), 4))
        faces = FaceName(" ".join(one.face or "?" for one in hand))
        told.append(f"{view.called(seat)} {view.say(sentences.HOLDS(faces=faces))}")
    yield replace(flow(tokens, ", ".join(told), 16), about=DRAW)


# -- what happens --


def _told(shown: MetroScene, say: Say) -> Iterator[ColumnPart]:
    if shown.traced:
        yield heading(say(sentences.TRACED()))
        yield from (_line_row(shown, line, say) for line in shown.traced)
    elif shown.lay:
        yield heading(say(sentences.ON_CELL(cell=PlaceName(board.NAMES[shown.lay.cell]))))
        yield from (_change(change, say) for change in shown.done)
        if not shown.done:
            yield prose(say(sentences.NO_TRAIN()), "muted")


def _change(change: LineChange, say: Say) -> ColumnPart:
    """Return a train, how long its line becomes and where it comes to, and what that scores."""
    text = f"{change.before} → {change.after}, {say(train_place(change.end))}"
    pill = (_pill(f"+{change.points}", f"seat{change.owner}"),) if change.end < 0 else ()
    lead = joined((_train_token(change.owner, change.station), *pill))
    return prose(text, lead=lead, said=f"{change.station}: {text}{f', +{change.points}' if pill else ''}")


def _line_row(shown: MetroScene, line: LineTrace, say: Say) -> ColumnPart:
    begin = line.links[0].cell * 4 + line.links[0].enter if line.links else line.end
    station = next((number for number, door in board.DOORS.items() if door == begin), 0)
    owner = shown.state.owners[station - 1] if station else board.NOBODY
    text = say(length_and_end(Count(len(line.links)), line.end))
    return prose(text, lead=_train_token(owner, station), said=f"{station or '–'}: {text}")


_TRAIN: Final = (50, 26)


def _train_token(owner: Seat, station: board.Station) -> Token:
    w, h = _TRAIN
    fill: Ink = "raised" if owner == board.NOBODY else f"seat{owner}"
    ink: Ink = "text" if owner == board.NOBODY else f"on{owner}"
    body = Rect(1, 1, w - 2, h - 2, Paint(fill, "rule", 2), 9)
    whose = () if owner == board.NOBODY else (sign(owner, 14, h / 2, 6.5, ink),)
    return Token(w, h, (body, *whose, Text(33, h / 2, str(station or "–"), 15, ink, bold=True)))


def _pill(text: str, rim: Ink) -> Token:
    w = width(text, SIZE, bold=True) + 18
    frame = Rect(1, 1, w - 2, 24, Paint("accent", rim, 3), 12)
    return Token(w, 26, (frame, Text(w / 2, 13, text, SIZE, "board", bold=True)))
