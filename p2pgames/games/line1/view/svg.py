"""Line 1 as a drawing: twin rails that merge where tracks meet, one's own way as a band along them.

Layers from below: cells, tints of the newest tiles, rails, the way, buildings, marks, terminals, trams, stop signs;
below the board the hand and the words that can be said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.layout import (
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
    Paint,
    Path,
    Point,
    Rect,
    Shape,
    Spot,
    Text,
    Use,
    area,
    badge,
    box,
    cursor_corners,
    dist,
    line,
    stroke,
)
from p2pgames.games.line1 import board, sentences
from p2pgames.games.line1.sentences import NONE, TILE_NAMES, listed
from p2pgames.games.line1.state import NO_SIGN, Line1State, Line1Task
from p2pgames.games.line1.turns import Line1Lay, own_route
from p2pgames.games.line1.view import svg_board
from p2pgames.games.line1.view.scene import (
    Line1Scene,
    counted,
    kinds,
    line_ends,
    links_to_go,
    scene,
    tile_task,
    trip_said,
    typed_route,
)
from p2pgames.games.line1.view.svg_board import (
    ARCS,
    CELL,
    FIELD,
    HALF,
    HEIGHT,
    ICONS,
    LINE,
    MARGIN,
    SIDE,
    TRAY,
    bullet,
    corner,
    middle,
    on_line,
    symbols,
)
from p2pgames.games.line1.view.svg_board import piece_symbol as track
from p2pgames.games.line1.words import (
    TILE_SPOT,
    CellHolds,
    building_here,
    cell_here,
    cell_holds,
    describe_spot,
    parts,
    terminal_here,
)
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count, PlaceName, SeatName

_GROUND: Final = (
    Rect(0, 0, SIDE, HEIGHT, area("board"), 22),
    Rect(MARGIN - 6, MARGIN - 6, FIELD + 12, FIELD + 12, area("shadow"), 12),
)


# Below the board: the hand, or the open tiles that may be taken, and the words that can be said.

TOP: Final = SIDE + 2
LEFT: Final = 96
PITCH: Final = CELL + 28
ROW: Final = 6
"""So many tiles have room in full size; more stand in two rows, half as large."""
SMALL: Final = 0.5


@dataclass(frozen=True, slots=True)
class TrayTile:
    """A tile that can be pointed at."""

    name: str
    tile: board.Tile
    piece: board.Piece
    """The tile as it lies: turned as it is typed."""
    label: str
    owner: Seat | None = None
    """Whose it is, where it may be taken."""
    chosen: bool = False


def tray_tiles(shown: Line1Scene, view: View) -> tuple[TrayTile, ...]:
    """Return the tiles of the hand that is shown, or those that may be taken."""
    if shown.mine and shown.before.task is Line1Task.TAKE:
        return tuple(_taken(word, view) for word in shown.can.words if word.startswith("take"))
    hand = kinds(shown)
    chosen = hand.index(shown.tile) if shown.tile in hand else -1
    return tuple(_held(shown, view, number, tile, number == chosen) for number, tile in enumerate(hand))


def _taken(word: str, view: View) -> TrayTile:
    _, seat, tile = word.split()
    number = board.BY_NAME[tile]
    return TrayTile(
        word, number, board.each(board.OF_TILE[number])[0], view.brief(TILE_NAMES[number]), int(seat) - 1
    )


def _held(shown: Line1Scene, view: View, number: int, tile: board.Tile, chosen: bool) -> TrayTile:
    pieces, deed = board.each(board.OF_TILE[tile]), shown.deed
    typed = chosen and isinstance(deed, Line1Lay) and deed.piece in pieces
    piece = deed.piece if typed and isinstance(deed, Line1Lay) else pieces[0]
    return TrayTile(f"{TILE_SPOT}{number + 1}", tile, piece, view.brief(TILE_NAMES[tile]), None, chosen)


def tray_words(shown: Line1Scene) -> tuple[str, ...]:
    """Return the words that can be said now."""
    can = shown.can
    said = [word for word in can.words if not word.startswith("take")]
    return (*said, *([can.announced] if can.announced else []), *(["pair"] if can.pairs else []))


_FRAME: Final = Rect(24, TOP, SIDE - 48, TRAY - 14, Paint("paper", "rule", 1.5), 16)


def tray(
    shown: Line1Scene, view: View, tiles: tuple[TrayTile, ...], said: tuple[str, ...]
) -> tuple[Shape, ...]:
    """Return all that stands below the board."""
    seat = shown.seat if shown.seat is not None else shown.before.turn
    whose = badge(seat, 58, TOP + 46, 15, "paper") if seat >= 0 else ()
    heading = _heading(shown, view)
    title = Text(SIDE - 44, TOP + 20, heading, fitted(heading, 14, 200), "muted", "end")
    return (
        _FRAME,
        *whose,
        *((title,) if heading else ()),
        *(
            _tile(entry, k, len(tiles), view.cursor == entry.name, entry.chosen or entry.name in shown.legal)
            for k, entry in enumerate(tiles)
        ),
        *(_button(shown, view, word, x, w) for word, x, w in _placed(said)),
    )


def _heading(shown: Line1Scene, view: View) -> str:
    said = tile_task(shown)
    return view.say(said) if said is not None else ""


def _place(number: int, count: int) -> tuple[float, float, float]:
    """Return the middle of a tile, and how large it is drawn."""
    if count <= ROW:
        return LEFT + HALF + number * PITCH, TOP + 10 + HALF, 1
    row = (count + 1) // 2
    return LEFT + HALF / 2 + number % row * 54, TOP + 27 + number // row * 48, SMALL


@lru_cache(256)
def _tile(entry: TrayTile, number: int, count: int, hot: bool, live: bool) -> Group:
    x, y, scale = _place(number, count)
    half = HALF * scale
    strong = entry.chosen or hot
    paint = Paint("tile", "accent" if strong else "rule", 4 if strong else 2, (7, 5) if hot else ())
    parts: tuple[Shape, ...] = (
        Rect(-half, -half, 2 * half, 2 * half, paint, 7 * scale),
        Use(track(entry.piece), 0, 0, scale),
        *_trees(entry.tile, scale),
        *_mark(number, entry, live, half),
    )
    if scale == 1:
        size = fitted(entry.label, 12.5, PITCH - 6, bold=entry.chosen)
        label = Text(0, HALF + 14, entry.label, size, "text" if entry.chosen else "muted", bold=entry.chosen)
        parts = (*parts, label)
    return Group(parts, f"tile-{number}", x, y, role="cursor" if hot else "")


def _trees(tile: board.Tile, scale: float) -> tuple[Shape, ...]:
    if not board.TREES[tile]:
        return ()
    far = (HALF - 9) * scale  # the other one would lie below the number
    return (Circle(far, far, 4.6 * scale, area("leaf", 0.85)),)


def _mark(number: int, entry: TrayTile, live: bool, half: float) -> tuple[Shape, ...]:
    """Return the tile's number in the hand, or the badge of its owner."""
    if entry.owner is not None:
        return badge(entry.owner, -half + 2, -half + 2, 9, "paper")
    disc = Circle(-half + 2, -half + 2, 11, Paint("text" if live else "muted", "paper", 2.5))
    return disc, Text(-half + 2, -half + 2, str(number + 1), 13, "board", bold=True)


def _placed(said: tuple[str, ...]) -> tuple[tuple[str, float, float], ...]:
    """Return the words with left side and width, from the right edge on."""
    x, found = SIDE - 44.0, []
    for label in reversed(said):
        w = width(label, 17, bold=True) + 34
        x -= w
        found.append((label, x, w))
        x -= 10
    return tuple(found)


def _button(shown: Line1Scene, view: View, word: str, x: float, w: float) -> Group:
    hot = view.cursor == word
    ink = "accent" if hot or word in shown.legal else "rule"
    frame = Rect(0, 0, w, 44, Paint("raised", ink, 4 if hot else 2.4, (9, 6) if hot else ()), 22)
    return Group(
        (frame, Text(w / 2, 22, word, 17, bold=True)),
        f"word-{word}",
        x,
        TOP + 40,
        role="cursor" if hot else "",
    )


# What can be pointed at on the board, and how it is said.

REACH = 23


def board_spots(shown: Line1Scene, view: View) -> tuple[Spot, ...]:
    """Return the cells, the buildings and the terminals."""
    return (
        *_cell_spots(shown.before, shown.legal, view.say),
        *_end_spots(shown.before, shown.cards, shown.legal, view.say),
    )


@lru_cache(8)
def _cell_spots(state: Line1State, legal: frozenset[str], say: Say) -> tuple[Spot, ...]:
    """Return the cells, which are the same for all who look on; most of them are what they were a move ago."""
    hint = say(sentences.LAY_HERE())
    told = (
        (cell, board.NAMES[cell] in legal, _cell_said(cell, cell_holds(state, cell), say))
        for cell in board.GROUND
    )
    return tuple(
        _SPOT(board.NAMES[cell], _outline(cell), leads_on, title, hint if leads_on else "")
        for cell, leads_on, title in told
    )


@lru_cache(4096)
def _cell_said(cell: board.Cell, holds: CellHolds, say: Say) -> str:
    return say(cell_here(cell, holds))


@lru_cache(16)
def _end_spots(
    state: Line1State, cards: tuple[int, int] | None, legal: frozenset[str], say: Say
) -> tuple[Spot, ...]:
    """Return the buildings and the terminals for who holds these cards, which are the same for all others."""
    buildings = (
        (each, _outline(board.BUILDINGS[each]), building_here(state, cards, each)) for each in board.LETTERS
    )
    terminals = ((board.TERMINAL_NAMES[at], _bullet(at), terminal_here(state, cards, at)) for at in ARCS)
    return tuple(
        _SPOT(name, outline, name in legal, say(told)) for name, outline, told in (*buildings, *terminals)
    )


_SPOT: Final = lru_cache(4096)(Spot)
"""The very spot of a position before, where it is the same."""


def named_spot(shown: Line1Scene, view: View, name: str, outline: tuple[Point, ...]) -> Spot:
    """Return a place that can be pointed at, with what stands there."""
    told = describe_spot(shown.before, shown.seat, view.known, name)
    return _SPOT(name, outline, name in shown.legal, view.say(told) if told is not None else "")


@cache
def _outline(cell: board.Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _bullet(at: board.Terminal) -> tuple[Point, ...]:
    x, y = bullet(at)
    return box(x - REACH, y - REACH, 2 * REACH, 2 * REACH)


def spots(
    shown: Line1Scene, view: View, tiles: tuple[TrayTile, ...], said: tuple[str, ...]
) -> tuple[Spot, ...]:
    """Return what can be pointed at below the board."""
    found = []
    for number, entry in enumerate(tiles):
        x, y, scale = _place(number, len(tiles))
        half = HALF * scale + 6
        outline = box(x - half, y - half, 2 * half, 2 * half + (20 if scale == 1 else 0))
        found.append(named_spot(shown, view, entry.name, outline))
    buttons = (named_spot(shown, view, word, box(x, TOP + 40, w, 44)) for word, x, w in _placed(said))
    return (*found, *buttons)


def drawing(state: Line1State, view: View) -> Drawing:
    """Return the board as the viewer sees it, with what the typed move would do."""
    shown = scene(state, view)
    entries, words = tray_tiles(shown, view), tray_words(shown)
    below: tuple[Spot, ...] = spots(shown, view, entries, words)
    held = (
        sentences.HAND_OF(player=SeatName(seat), number=Count(len(hand)))
        for seat, hand in enumerate(state.hands)
    )
    return Drawing(
        SIDE,
        HEIGHT,
        (
            *_GROUND,
            *svg_board.rulers(),
            *svg_board.grounds(shown.cells),
            *tints(shown),
            *open_cells(shown),
            *svg_board.arcs(),
            *svg_board.rails(shown.cells),
            *svg_board.reach_shapes(shown),
            *svg_board.route_shapes(shown),
            *svg_board.trees(shown.cells),
            *frames(shown),
            *exchanges(shown),
            *svg_board.buildings(shown.stops),
            *fresh(shown),
            *cursor(view.cursor),
            *svg_board.terminals(shown, view.cursor),
            *svg_board.trams(shown.trams),
            *svg_board.signs(shown),
            *tray(shown, view, entries, words),
        ),
        (*board_spots(shown, view), *below),
        {**ICONS, **svg_board.symbols(shown.cells, [entry.piece for entry in entries])},
        "Line 1",
        view.say(sentences.HANDS(hands=listed(held, NONE()))),
    )


# Marks on cells: the newest tiles, where a tile may be laid or exchanged, the typed tile, the cursor.


def tints(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return the ground of the newest tiles, in their player's colour."""
    return tuple(
        Rect(x + 2.5, y + 2.5, CELL - 5, CELL - 5, area(f"seat{seat}", 0.22), 4)
        for cell, (seat, newest) in shown.recent.items()
        if newest
        for x, y in (corner(cell),)
    )


def frames(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return the frame of the newest tiles, and two corners of those before."""
    newest = tuple(_frame(cell, seat) for cell, (seat, new) in shown.recent.items() if new)
    before = tuple(_corners(cell, seat) for cell, (seat, new) in shown.recent.items() if not new)
    return (*before, Group(newest, "last", role="last")) if newest else before


@cache
def _frame(cell: board.Cell, seat: Seat) -> Shape:
    x, y = corner(cell)
    return Rect(x + 2.5, y + 2.5, CELL - 5, CELL - 5, stroke(f"seat{seat}", 4), 4)


@cache
def _corners(cell: board.Cell, seat: Seat) -> Shape:
    x, y = corner(cell)
    near, far = 3, CELL - 3
    steps = (
        *line((x + near, y + near + 12), (x + near, y + near), (x + near + 12, y + near)),
        *line((x + far, y + far - 12), (x + far, y + far), (x + far - 12, y + far)),
    )
    return Path(steps, stroke(f"seat{seat}", 3))


def open_cells(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return a ring where the chosen tile may be laid; dots as long as none is chosen: a hundred rings would shout."""
    chosen = shown.tile is not None or shown.pairing
    return tuple(
        _open(cell, board.NAMES[cell] in shown.legal, chosen)
        for cell in board.GROUND
        if not shown.cells[cell]
    )


@cache
def _open(cell: board.Cell, legal: bool, chosen: bool) -> Shape:
    x, y = middle(cell)
    if legal and chosen:
        return Circle(x, y, 6.5, stroke("accent", 2.4))
    return Circle(x, y, 2.8, area("muted")) if legal else Circle(x, y, 1.8, area("faint", 0.7))


def exchanges(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return an arrow where a tile may be exchanged for a chosen one."""
    if shown.tile is None and not shown.pairing:
        return ()
    laid = shown.before.track.cells
    return tuple(
        s for cell in board.GROUND if laid[cell] and board.NAMES[cell] in shown.legal for s in _exchange(cell)
    )


@cache
def _exchange(cell: board.Cell) -> tuple[Shape, ...]:
    x, y = _free_corner(cell)
    arrow = (*line((x, y + 4.5), (x, y - 4)), *line((x - 3.5, y - 0.5), (x, y - 4.4), (x + 3.5, y - 0.5)))
    return Circle(x, y, 8, Paint("board", "accent", 2)), Path(arrow, stroke("accent", 2))


def _free_corner(cell: board.Cell) -> Point:
    """Return a place in a corner of a cell, where never a rail is, that no terminal's bullet covers."""
    left, top = corner(cell)
    places = [(left + x, top + y) for x in (CELL - 10, 10) for y in (CELL - 10, 10)]
    return next(at for at in places if all(dist(at, bullet(end)) > 32 for end in ARCS))


def fresh(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return the frames of the tiles that are typed."""
    dashed = stroke("accent", 3.4, (8, 6))
    found = tuple(
        Rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, dashed, 5)
        for x, y in (corner(cell) for cell in sorted(shown.fresh))
    )
    return (Group(found, "preview", role="preview"),) if found else ()


def cursor(name: str) -> tuple[Shape, ...]:
    """Return the corners about the cell under the cursor."""
    cell = board.SPACES.get(name.lower(), board.CELLS)
    if cell >= board.CELLS:
        return ()
    x, y = corner(cell)
    steps = cursor_corners(x - 2, y - 2, CELL + 4, CELL + 4, 16)
    return (
        Group((Path(steps, stroke("board", 8)), Path(steps, stroke("accent", 4.4))), "cursor", role="cursor"),
    )


# What stands beside Line 1's board: own cards and what they lack, trips, the hands of the others, the stack.

TILE: Final = 28
HOUSE: Final = 34


def aside(state: Line1State, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    shown = scene(state, view)
    told = (
        *_own(state, shown, view.say),
        *_typed(state, shown, view.say),
        *_trips(state, view),
        *_hand_parts(state, shown, view),
        *_stack(state.stack, view.say),
    )
    tiles = {*(tile for hand in state.hands for tile in hand), *range(len(state.stack))}
    return column("Line 1", told, {**symbols(b"", map(_piece, tiles)), **ICONS})


def _piece(tile: board.Tile) -> board.Piece:
    return board.each(board.OF_TILE[tile])[0]


# -- the own cards --


def _own(state: Line1State, shown: Line1Scene, say: Say) -> Iterator[ColumnPart]:
    """Yield what only the viewer sees, as long as the trip has not begun."""
    if shown.cards is None or shown.seat is None or state.trips[shown.seat] is not None:
        return
    number, card = shown.cards
    yield heading(say(sentences.ONLY_YOU_SEE()))
    ends = prose(say(line_ends(number)), bold=True, lead=_bullet_token(number))
    yield replace(ends, about=board.TERMINAL_NAMES[board.own_terminals(number)[0]])
    yield from (_stop(state, letter, say) for letter in shown.stops)
    route = own_route(state, number, card)
    if route is not None:
        connected = sentences.GO_NOW if shown.can.announced else sentences.GO_LATER
        yield prose(say(connected(spaces=Count(len(route) - 1))), "good", bold=True)
        return
    if (left := links_to_go(state, number, card)) is not None:
        yield prose(say(left), bold=True)
    for part in parts(state, number, card):
        if part.template is not sentences.LACKS_SIGN:
            yield prose(say(part), "muted", lead=_DASH)


_DASH: Final = Token(10, 20, (Rect(0, 9, 10, 2.4, area("muted")),))


def _bullet_token(number: int) -> Token:
    disc = Circle(13, 13, 12, Paint(LINE[number - 1], "text", 2))
    return Token(26, 26, (disc, Text(13, 13, str(number), 15, on_line(number), bold=True)))


def _stop(state: Line1State, letter: str, say: Say) -> ColumnPart:
    cell = state.stop_cell(letter)
    signed = cell != NO_SIGN
    where = sentences.SIGN_ON(cell=PlaceName(board.NAMES[cell])) if signed else sentences.NO_SIGN_YET()
    house = (
        Rect(1, 1, HOUSE - 2, HOUSE - 2, Paint("sign", "text", 2), 6),
        Use(f"building-{letter}-own", HOUSE / 2, HOUSE / 2, 0.66, "onsign"),
    )
    sign = Circle(13, 13, 11, Paint("sign" if signed else "board", "text", 2))
    disc = Token(26, 26, (sign, Text(13, 13, letter, 13.5, "onsign" if signed else "text", bold=True)))
    text = f"{board.BUILDING_NAMES[letter]}: {say(where)}"
    row = prose(text, lead=joined((Token(HOUSE, HOUSE, house), disc)), said=f"{letter} {text}")
    return replace(row, about=letter)


# -- what everybody sees --


def _typed(state: Line1State, shown: Line1Scene, say: Say) -> Iterator[ColumnPart]:
    if (said := typed_route(state, shown)) is not None:
        yield heading(say(sentences.ROUTE()), say(said))


def _trips(state: Line1State, view: View) -> Iterator[ColumnPart]:
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            text = view.say(trip_said(state, trip))
            yield prose(
                text,
                lead=joined((_badge(seat), _bullet_token(trip.line))),
                said=f"{view.called(seat)}, {text}",
            )


def _badge(seat: Seat) -> Token:
    return Token(24, 24, badge(seat, 12, 12, 10.5))


def _hand_parts(state: Line1State, shown: Line1Scene, view: View) -> Iterator[ColumnPart]:
    """Yield the hands of the others, open to be taken of those who are gone or on their trip."""
    for seat, hand in enumerate(state.hands):
        if seat != shown.seat and hand:
            is_open = seat in state.gone or state.trips[seat] is not None
            taken = view.say(sentences.TO_TAKE()) if is_open else ""
            yield _hand_part(seat, hand, view.called(seat), taken, view.say)


@lru_cache(16)
def _hand_part(seat: Seat, hand: tuple[board.Tile, ...], name: str, taken: str, say: Say) -> ColumnPart:
    tiles = [_tile_token(tile) for tile in hand]
    more = [word(taken, "muted", high=TILE + 2, size=13)] if taken else []
    said = f"{name}: {counted(Counter(hand), say)}"
    return flow((_badge(seat), *tiles, *more), f"{said}, {taken}" if taken else said, 5)


@lru_cache(2)
def _stack(stack: tuple[int, ...], say: Say) -> tuple[ColumnPart, ...]:
    title = heading(say(sentences.STACK_OF(number=Count(sum(stack)))))
    if not any(stack):
        return (title,)
    kinds = (token for tile, count in enumerate(stack) for token in _kind(tile, count))
    return title, flow(kinds, counted(dict(enumerate(stack)), say), 3)


def _kind(tile: board.Tile, count: int) -> tuple[Token, Token]:
    """Return a tile and how many there are, each kind always in the same place."""
    number = word(str(count), "text" if count else "muted", high=TILE + 2)
    return _tile_token(tile), Token(20, TILE + 2, number.shapes)


@cache
def _tile_token(tile: board.Tile) -> Token:
    """Return a small tile; the crown of a tree on those that are never exchanged."""
    size, middle = TILE + 2, TILE / 2 + 1
    frame = Rect(2, 2, TILE - 2, TILE - 2, Paint("tile", "rule", 1.6), 4)
    crown = (Circle(TILE - 4, TILE - 4, 2.6, area("leaf")),) if board.TREES[tile] else ()
    return Token(size, size, (frame, Use(track(_piece(tile)), middle, middle, (TILE - 4) / CELL), *crown))
