"""Metro as a picture: tracks that join from tile to tile, stations around them, and what a tile would do.

A train's station and the cell its line runs into both show the owner's sign and the station's number. Heavy lines
are those a player looks at: what the typed tile would change, or what is traced from the cursor.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Final

from p2pgames.contract import Known, Seat
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import (
    CELLS,
    CENTRE,
    COLS,
    DOORS,
    NAMES,
    NOBODY,
    ROWS,
    STATIONS,
    Cell,
    Piece,
    is_open,
)
from p2pgames.games.metro.state import LineChange, LineTrace, MetroState
from p2pgames.games.metro.view.scene import HeldTile, MetroScene, held, point_at, scene
from p2pgames.games.metro.view.terminal_board import (
    LARGE,
    NARROW,
    SMALL,
    WHOLE,
    MetroLayout,
    MetroSize,
    draw,
    tile,
)
from p2pgames.games.metro.words import DRAW, TILES, length_and_end, train_place, under
from p2pgames.picture.canvas import Canvas, across_names, shown_spots, with_spots_beside
from p2pgames.picture.picture import (
    GLYPHS,
    PANEL,
    DrawnPainter,
    Ink,
    Picture,
    Row,
    Run,
    Say,
    Spot,
    View,
    seat_sign,
    shortened,
)
from p2pgames.text import Count, FaceName, Message, PlaceName, whole_number

UPPER: Final = 3
"""Rows of the board from either edge in which the cursor keeps a window at that edge."""


# What stands beside a small board: a map of all cells, a tile in hand, and what it would change.

COLUMNS: Final = 10
"""The blank before it, the names of the rows, and the cells."""
FIRST: Final = 2
"""The column of the cells."""
LEAST: Final = 16
"""Rows from which on there is room for the tile."""
CHANGES: Final = 20
"""Rows from which on there is room for what it changes."""


# What stands beside the board of Metro: the viewer's tiles, the pile, and what a lay or a traced line comes to.


def panel(state: MetroState, shown: MetroScene, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide and no wider than the view, each with what tells what it means."""
    width = min(PANEL, view.columns)
    say = view.say
    rows = [
        *((TILES, row) for row in _tiles(shown, view, width)),
        *((DRAW, row) for row in _stock(state, shown, say)),
        *_foreign(state, shown, say),
        *(("", row) for row in _happens(shown, say)),
    ]
    return tuple((name, shortened(row, width)) for name, row in rows)


# -- the hand --


# The viewer's tiles, as far as they are known, and which of them is chosen.


def _tiles(shown: MetroScene, view: View, width: int) -> Iterator[Row]:
    """Yield the tiles side by side, and where they may be turned the meant one in each rotation."""
    hand = held(shown, view)
    if not hand:
        return
    heading = sentences.ONE_TILE() if len(hand) == 1 else sentences.SEVERAL_TILES()
    secret = "" if all(one.common for one in hand) else f", {view.say(sentences.ONLY_YOU())}"
    yield ("bold", view.say(heading)), ("", secret)
    if len(hand) > 1 or not shown.state.free:
        yield from _hand_rows(hand, width)
    if shown.state.free:
        yield from _rotations(next((one for one in hand if one.meant), hand[0]), len(hand) > 1, width)


def _hand_rows(hand: tuple[HeldTile, ...], width: int) -> tuple[Row, ...]:
    """Return the tiles as they are printed, numbered where there are several."""
    size = LARGE if _fit(LARGE, width) >= len(hand) else SMALL
    several = len(hand) > 1
    labels = [f"{one.number + 1} {one.face}" if several else one.face for one in hand]
    chosen = [several and one.meant and one.piece.endswith("0") for one in hand]
    return _band([f"{one.face}0" for one in hand], labels, chosen, size, width)


def _rotations(one: HeldTile, several: bool, width: int) -> Iterator[Row]:
    """Yield a tile in each rotation, of several tiles without the one in which they stand above."""
    turns, each = one.turns[several:], _fit(SMALL, width)
    for first in range(0, len(turns), each):
        pieces = [f"{one.face}{number}" for number in turns[first : first + each]]
        labels = [f"r{piece[-1]}" if not piece.endswith("0") else one.face for piece in pieces]
        yield from _band(pieces, labels, [piece == one.piece for piece in pieces], SMALL, width)


def _fit(size: MetroSize, width: int) -> int:
    """Return how many tiles of a size have room side by side."""
    return (width + 1) // (size.columns + 1)


def _band(
    pieces: list[Piece], labels: list[str], chosen: list[bool], size: MetroSize, width: int
) -> tuple[Row, ...]:
    """Return tiles side by side, each with its label above, a mark before the chosen ones."""
    canvas = Canvas(width, 1 + size.rows)
    for number, (piece, label, is_chosen) in enumerate(zip(pieces, labels, chosen, strict=True)):
        column = number * (size.columns + 1)
        canvas.put(0, column, f"▸{label}" if is_chosen else f" {label}", "bold" if is_chosen else "")
        tile(canvas, (1, column), size, piece, "bold")
    return canvas.picture().rows


def _stock(state: MetroState, shown: MetroScene, say: Say) -> Iterator[Row]:
    others = sum(len(hand) for seat, hand in enumerate(state.hands) if seat != shown.seat)
    held = sentences.IN_HANDS if shown.seat is None else sentences.OTHERS_HOLD
    pile = sentences.PILE(count=Count(state.pile))
    yield (("", f"{say(pile)} · {say(held(count=Count(others)))}"),)
    if state.under:
        yield (("", say(sentences.UNDER_PILE(faces=FaceName(under(state))))),)


def _foreign(state: MetroState, shown: MetroScene, say: Say) -> Iterator[tuple[str, Row]]:
    """Yield the tiles of others that everybody has seen."""
    for seat, hand in enumerate(state.hands):
        faces = " ".join(one.face for one in hand if one.face)
        if faces and seat != shown.seat:
            held = say(sentences.HOLDS(faces=FaceName(faces)))
            yield seat_sign(seat), ((f"seat{seat}", GLYPHS[seat]), ("", f" {held}"))


# -- what happens --


def _happens(shown: MetroScene, say: Say) -> Iterator[Row]:
    """Yield the lines that are traced, or what a lay does."""
    if shown.traced:
        yield from ((), (("bold", say(sentences.TRACED())),))
        yield from (_line(shown, line, say) for line in shown.traced)
    elif shown.lay:
        yield from ((), (("bold", say(sentences.ON_CELL(cell=PlaceName(NAMES[shown.lay.cell])))),))
        yield from [_change(change, say) for change in shown.done] or [(("", say(sentences.NO_TRAIN())),)]


def _change(change: LineChange, say: Say) -> Row:
    head: Run = (f"bold seat{change.owner}", f"{GLYPHS[change.owner]}{change.station}")
    grown = f" {change.before}→{change.after} {say(train_place(change.end))}"
    if change.end >= 0:
        return head, ("", grown)
    return head, ("", f"{grown}:"), ("bold", f" +{change.points}")


def _line(shown: MetroScene, line: LineTrace, say: Say) -> Row:
    """Return owner and station of a line, its length, and where it is."""
    begin = line.links[0].cell * 4 + line.links[0].enter if line.links else line.end
    station = next((number for number, door in DOORS.items() if door == begin), 0)
    owner = shown.state.owners[station - 1] if station else NOBODY
    head: Run = (
        (f"bold seat{owner}", f"{GLYPHS[owner]}{station}") if owner != NOBODY else ("", f"·{station or ''}")
    )
    return head, ("", f": {say(length_and_end(Count(len(line.links)), line.end))}")


def draw_sidebar(canvas: Canvas, shown: MetroScene, view: View, inside: Set[str]) -> tuple[Spot, ...]:
    """Draw all from the top left, and return the map's spots; a bar marks rows that the board shows."""
    canvas.put(0, FIRST, "abcdefgh", "bold")
    spots = []
    for cell, name in enumerate(NAMES):
        row, column = 1 + cell // COLS, FIRST + cell % COLS
        glyph, ink = _sign(shown, cell)
        if name in inside:
            ink = f"{ink} ground".strip()
        canvas.put(row, column, glyph, f"{ink} reverse" if name == view.cursor else ink)
        if cell not in CENTRE:
            spots.append(Spot(name, row, column, legal=name in shown.legal))
    for row in range(ROWS):
        seen = NAMES[row * COLS] in inside
        canvas.put(1 + row, 1, "│" if seen else str(row + 1), "" if seen else "bold")
    if canvas.rows >= LEAST:
        _hand(canvas, held(shown, view), view.say)
    if canvas.rows >= CHANGES:
        _changes(canvas, shown)
    return tuple(spots)


def _sign(shown: MetroScene, cell: Cell) -> tuple[str, Ink]:
    if cell in CENTRE:
        return "░", "dim"
    if shown.recent and shown.recent[-1][0] == cell:
        return GLYPHS[shown.recent[-1][1]], f"bold seat{shown.recent[-1][1]}"
    if shown.state.cells[cell]:
        return "▓", "dim"
    if NAMES[cell] in shown.legal:
        return "(", "bold"
    return ("×", "") if shown.mine and is_open(shown.before.cells, cell) else ("·", "dim")


def _hand(canvas: Canvas, hand: tuple[HeldTile, ...], say: Say) -> None:
    """Draw the tile that is meant, and say of how many."""
    meant = next((one for one in hand if one.meant), None)
    if meant is None:
        return
    said = sentences.TILE_OF(number=Count(meant.number + 1), all=Count(len(hand)))
    canvas.put(10, 1, say(said if len(hand) > 1 else sentences.ONE_TILE()), "bold")
    tile(canvas, (11, FIRST), SMALL, meant.piece, "bold")
    turns = meant.piece[-1]
    canvas.put(15, FIRST, meant.face + (f" r{turns}" if turns != "0" else ""))


def _changes(canvas: Canvas, shown: MetroScene) -> None:
    """Write how long each line would be, or what it would score."""
    for row, change in enumerate(shown.done, 16):
        result = f"+{change.points}" if change.end < 0 else f"{change.before}→{change.after}"
        sign = f"{GLYPHS[change.owner]}{change.station}"
        canvas.put_row(row, 1, ((f"bold seat{change.owner}", sign), ("", f" {result}")))


class MetroPainter(DrawnPainter):
    """Draws Metro, and turns pointing at cells into moves."""

    def picture(self, state: MetroState, view: View) -> Picture:
        """Return the whole board where there is room, otherwise the rows around the cursor; beside it a map."""
        shown = scene(state, view)
        for layout in WHOLE:
            if view.columns >= layout.columns and view.rows >= layout.rows:
                return _whole(shown, layout, view)
        board = _whole(shown, NARROW, view)
        if view.rows < NARROW.rows:
            board = _part(board, shown, view)
        if view.columns < NARROW.columns:
            focus = view.cursor if board.spot(view.cursor) else NAMES[_focus(shown, view)]
            cells = NARROW.margin, NARROW.size.columns
            board = across_names(board, view.columns - COLUMNS, focus, cells, 2)
        wide = max(map(len, board.lines))
        return _beside(board, shown, view) if view.columns >= wide + COLUMNS else board

    def side_panel_rows(self, state: MetroState, view: View) -> tuple[Row, ...]:
        """Return the viewer's tiles, the pile, and what the typed tile or a traced line does."""
        return tuple(row for _name, row in self.side_panel_entries(state, view))

    def side_panel_entries(self, state: MetroState, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return panel(state, scene(state, view), view)

    def seat_summary(self, state: MetroState, seat: Seat) -> Message:
        """Return how many trains of the seat are still under way."""
        return sentences.TRAINS(count=Count(state.under_way(seat)))

    def seat_summary_in_words(self, state: MetroState, seat: Seat) -> Message:
        """Return how many trains of the seat are under way, with the colour by which the board calls it."""
        return sentences.COLOUR_TRAINS(colour=sentences.COLOURS[seat], trains=self.seat_summary(state, seat))

    def point(self, state: MetroState, seat: Seat, known: Known, typed: str, spot: str) -> str:
        """Return the lay on this cell; pointing there again turns the tile or takes the next one of the hand."""
        return point_at(state, seat, known, typed, spot)


def _whole(shown: MetroScene, layout: MetroLayout, view: View) -> Picture:
    canvas = Canvas(layout.columns, layout.rows)
    spots = draw(canvas, shown, layout, view)
    return canvas.picture(spots)


def _part(board: Picture, shown: MetroScene, view: View) -> Picture:
    """Return a heading, and as many rows of the board as there is room for, at the top, in the middle or below."""
    room = view.rows - 1
    lowest = len(board.rows) - room
    focus = _focus(shown, view) // COLS
    top = 1 if focus < UPPER else lowest if focus >= ROWS - UPPER else (1 + lowest) // 2
    heading = board.rows[0] if top == 1 else _letters()
    moved = [replace(spot, row=spot.row - top + 1) for spot in board.spots]
    seen = [(top == 1 or spot.row > 0) and 0 <= spot.row <= view.rows - spot.rows for spot in moved]
    spots = (replace(spot, beyond=not there) for spot, there in zip(moved, seen, strict=True))
    return Picture((heading, *board.rows[top : top + room]), tuple(spots))


def _focus(shown: MetroScene, view: View) -> Cell:
    """Return the cell a window must show."""
    if view.cursor in CELLS:
        return CELLS[view.cursor]
    if (station := whole_number(view.cursor)) in STATIONS:
        return DOORS[station] >> 2
    if shown.lay:
        return shown.lay.cell
    if view.around in CELLS:
        return CELLS[view.around]
    if view.around == DRAW:
        return min(CENTRE)
    return shown.recent[-1][0] if shown.recent else 0


def _letters() -> Row:
    canvas = Canvas(NARROW.columns, 1)
    for number, letter in enumerate("abcdefgh"):
        canvas.put(0, NARROW.margin + number * NARROW.size.columns, letter, "bold")
    return canvas.picture().rows[0]


def _beside(board: Picture, shown: MetroScene, view: View) -> Picture:
    """Return the board with the map at its right; cells that the board does not show are pointed at there."""
    canvas, seen = Canvas(COLUMNS, len(board.rows)), shown_spots(board)
    spots = draw_sidebar(canvas, shown, view, seen)
    drawn = canvas.picture().rows
    rows = tuple((*left, *right) for left, right in zip(board.rows, drawn, strict=True))
    wide = max(map(len, board.lines))
    moved = (replace(spot, column=spot.column + wide) for spot in spots)
    return Picture(
        rows,
        tuple(
            sorted(with_spots_beside(board.spots, moved), key=lambda spot: CELLS.get(spot.name, len(CELLS)))
        ),
    )


PAINTER: Final = MetroPainter()
