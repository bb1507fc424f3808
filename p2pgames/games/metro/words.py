"""The position of Metro in sentences, for plain lines and screen readers; what a move brings, and what stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Effect, Face, Known, Move, Seat
from p2pgames.games.metro import board, sentences
from p2pgames.games.metro.state import LineChange, MetroState, changes, face_of, may_draw, read_lay, trace
from p2pgames.sentences import here as at_place
from p2pgames.sentences import joined
from p2pgames.text import (
    Count,
    Every,
    FaceName,
    Message,
    PlaceName,
    SeatName,
    Verbatim,
    counted,
    message,
    whole_number,
)


def move_effects(state: MetroState, seat: Seat, move: Move) -> tuple[Effect, ...]:
    """Return the face that is laid, whether by the exception, and each train that arrives."""
    lay = read_lay(move)
    if lay is None:
        return (Effect(sentences.MUST_LAY(), seat),)
    piece = f"{lay.face}{lay.turns}"
    laid = (sentences.FORCED if lay.cell in board.SHORT[piece] else sentences.FACE)(face=FaceName(lay.face))
    done = (change for change in changes(state, lay.cell, piece) if change.points)
    return (Effect(laid, seat, where=board.NAMES[lay.cell]), *(_arrives(change, seat) for change in done))


def _arrives(change: LineChange, seat: Seat) -> Effect:
    station, points, length = sentences.station(change.station), Count(change.points), Count(change.after)
    own, centre = change.owner == seat, board.in_centre(change.end)
    if own:
        what = (
            sentences.IN_THE_CENTRE(station=station, length=length, count=points)
            if centre
            else sentences.ARRIVES(station=station, count=points)
        )
    else:
        owner = SeatName(change.owner)
        what = (
            sentences.THEIRS_IN_CENTRE(player=owner, station=station, length=length, count=points)
            if centre
            else sentences.THEIRS_ARRIVES(player=owner, station=station, count=points)
        )
    return Effect(what, change.owner, change.points, str(change.station))


def hinted(state: MetroState, seat: Seat, move: Move) -> Message:
    """Return what a move does to the lines that have owners, those of its seat first, or else to all."""
    lay = read_lay(move)
    found = [] if lay is None else changes(state, lay.cell, f"{lay.face}{lay.turns}")
    owned = [change for change in found if change.owner != board.NOBODY]
    said = [_done(change, seat) for change in sorted(owned, key=lambda change: change.owner != seat)]
    return joined(said or [each.what for each in move_effects(state, seat, move)])


def _done(change: LineChange, seat: Seat) -> Message:
    if change.points:
        return _arrives(change, seat).what
    station, colour = sentences.station(change.station), sentences.COLOURS[change.owner]
    return sentences.GROWS(station=station, colour=colour, length=Count(change.after))


def position_in_words(
    state: MetroState, seat: Seat | None, known: Known, why: Message | None
) -> tuple[Message, ...]:
    """Return who is to move, the points, the board by rows, the lines of each colour, the pile and the hands."""
    return (why or _turn(state, seat), *_for_all(state), *_hands(state, seat, known))


@lru_cache(2)
def _for_all(state: MetroState) -> tuple[Message, ...]:
    """Return the sentences that are the same whoever looks on."""
    cells = _named(board.open_cells(state.cells))
    return (
        *_players(state),
        *_rows(state),
        sentences.OPEN_CELLS(cells=cells) if cells.name else sentences.NO_OPEN_CELLS(),
        *(line for owner in state.inside for line in _lines(state, owner)),
        sentences.LAID(laid=Count(state.laid), all=Count(len(board.ALL)), pile=Count(state.pile)),
        *([sentences.UNDER(faces=FaceName(under(state)))] if state.under else []),
    )


def under(state: MetroState) -> str:
    """Return the tiles under the pile as everybody has seen them, the first that is drawn first."""
    return " ".join(held.face or "?" for held in state.under)


def _turn(state: MetroState, seat: Seat | None) -> Message:
    if state.turn < 0:
        return sentences.NOT_ROLLED()
    if not state.sealed:
        return sentences.TO_SHUFFLE()
    if state.drawing:
        drawing = next((each for each in state.drawing if each != board.NOBODY), state.turn)
        return sentences.DRAWS(colour=sentences.COLOURS[drawing])
    return sentences.TURNS[state.turn == seat, state.drew](colour=sentences.COLOURS[state.turn])


def _players(state: MetroState) -> Iterator[Message]:
    for seat, points in enumerate(state.points):
        colour, number = sentences.COLOURS[seat], Count(seat + 1)
        if seat in state.out:
            yield sentences.PLAYER_LEFT(colour=colour, seat=number, count=Count(points))
        else:
            trains = Count(state.under_way(seat))
            yield sentences.PLAYER(colour=colour, seat=number, count=Count(points), trains=trains)


def _rows(state: MetroState) -> Iterator[Message]:
    for row in range(board.ROWS):
        cells = range(row * board.COLS, (row + 1) * board.COLS)
        laid = ", ".join(
            f"{board.NAMES[cell]} {_piece(state.cells[cell])}" for cell in cells if state.cells[cell]
        )
        at = PlaceName(str(row + 1))
        yield sentences.ROW(row=at, tiles=Verbatim(laid)) if laid else sentences.EMPTY_ROW(row=at)


def _piece(piece: str) -> str:
    return piece[:-1] if piece.endswith("0") else f"{piece[:-1]} r{piece[-1]}"


def _named(cells: Iterable[board.Cell]) -> PlaceName:
    return PlaceName(" ".join(board.NAMES[cell] for cell in cells))


def _lines(state: MetroState, seat: Seat) -> Iterator[Message]:
    owners = enumerate(state.owners, 1)
    waiting = [station for station, owner in owners if owner == seat and state.ends[station - 1] >= 0]
    begun = [station for station in waiting if state.lengths[station - 1]]
    for station in begun:
        end = state.ends[station - 1]
        yield sentences.LINE(
            colour=sentences.COLOURS[seat],
            station=sentences.station(station),
            count=Count(state.lengths[station - 1]),
            end=sentences.GOING[(end + 2) % 4](cell=PlaceName(board.NAMES[end >> 2])),
        )
    rest = " ".join(str(station) for station in waiting if station not in begun)
    if rest:
        yield sentences.NOT_BEGUN(colour=sentences.COLOURS[seat], stations=PlaceName(rest))


def _hands(state: MetroState, seat: Seat | None, known: Known) -> Iterator[Message]:
    for owner in state.inside:
        hand, colour, own = state.hands[owner], sentences.COLOURS[owner], owner == seat
        if not hand:
            yield sentences.YOU_HOLD_NONE() if own else sentences.HOLDS_NONE(colour=colour)
        for number, held in enumerate(hand, 1):
            face = face_of(held, known)
            tile = _face(face, open_to_all=own and bool(held.face))
            drawn = state.drew and owner == state.turn and number == len(hand)
            if own:
                said = sentences.YOUR_DRAWN if drawn else sentences.YOUR_TILE
                yield said(number=Count(number), tile=tile)
            else:
                said = sentences.THEIR_DRAWN if drawn else sentences.THEIR_TILE
                yield said(colour=colour, number=Count(number), tile=tile)
            if face and own:
                yield _where(state, face)


def _face(face: Face, *, open_to_all: bool) -> Message:
    if not face:
        return sentences.HIDDEN()
    return (sentences.OPEN_FACE if open_to_all else sentences.FACE)(face=FaceName(face))


def _where(state: MetroState, face: Face) -> Message:
    there = board.allowed_places(state.cells, face, free=state.free)
    lists = [
        _on(turns, [cell for t, cell in there if t == turns])
        for turns in sorted({turns for turns, _ in there})
    ]
    forced = board.fits_nowhere(state.cells, face, free=state.free)
    return (sentences.MAY_LAY_FORCED if forced else sentences.MAY_LAY)(places=joined(lists))


def _on(turns: int, cells: Iterable[board.Cell]) -> Message:
    named = _named(cells)
    return sentences.TURNED_ON(turns=Count(turns), cells=named) if turns else sentences.ON_CELLS(cells=named)


# What stands on a cell, in a station or as the pile, in words.

DRAW = "draw"
"""The spot of the pile, and what is typed to draw from it."""
TILES: Final = "tiles"
"""Stands for the tiles beside the board."""
CODE = message(
    "metro.code-here",
    "where lines from north, east, south, west leave: a straight on, b clockwise, c the other way, d back",
)
EMPTY = message("metro.empty", "empty")
TILE = message("metro.tile-here", "tile {face:face}")
TURNED = message("metro.tile-turned", "tile {face:face}, turned {turns:verbatim}")
COMES_IN = counted(
    "metro.comes-in",
    "{colour:message}'s train {station:place} enters here, {count} tile so far",
    "{colour:message}'s train {station:place} enters here, {count} tiles so far",
)
STARTS = message("metro.starts", "{colour:message}'s train {station:place} starts here")
NOBODYS_DOOR = message("metro.nobodys-door", "nobody's line {station:place} starts here")
LINE_OF = message("metro.line-of", "{colour:message}'s line {station:place}")
RUNS = message("metro.runs-here", "{lines:every} cross it")
ONE_RUNS = message("metro.one-runs-here", "{line:message} crosses it")
STATION_HERE = message("metro.station-here", "station {station:place}: {what:message}")
NO_TRAIN = message("metro.nobodys", "nobody has a train there")
NOT_BEGUN = message("metro.waits", "{colour:message}'s train is waiting, no tile leads on yet")
HAS_COME = counted(
    "metro.has-come",
    "{colour:message}'s train is under way: {count} tile, next {cell:place}",
    "{colour:message}'s train is under way: {count} tiles, next {cell:place}",
)
ARRIVED = counted(
    "metro.has-arrived",
    "{colour:message}'s train has arrived: {count} point",
    "{colour:message}'s train has arrived: {count} points",
)
PILE_HERE = counted("metro.pile-here", "the pile: {count} tile left", "the pile: {count} tiles left")
DRAW_ONE = message("metro.draw-one", "to draw one more, type draw or point at the pile; you must then lay it")


def describe_spot(state: MetroState, seat: Seat | None, spot: str) -> Message | None:
    """Return what a cell, a station or the pile holds, or what tiles are called by; None for anything else."""
    if spot == DRAW:
        left = PILE_HERE(count=Count(state.pile))
        return joined([left, DRAW_ONE()]) if seat == state.turn and may_draw(state) else left
    if spot == TILES:
        return CODE()
    if spot in board.CELLS and board.CELLS[spot] not in board.CENTRE:
        cell = board.CELLS[spot]
        piece = state.cells[cell]
        there = _passing(state.cells).get(cell, ()) if piece else _coming(state.ends).get(cell, ())
        return _cell(spot, piece, tuple((s, state.owners[s - 1], state.lengths[s - 1]) for s in there))
    if (station := whole_number(spot)) in board.STATIONS:
        owner, end, length = state.owners[station - 1], state.ends[station - 1], state.lengths[station - 1]
        return STATION_HERE(station=PlaceName(spot), what=_train(owner, end, length))
    return None


@lru_cache(1024)
def _cell(cell: str, piece: board.Piece, there: tuple[tuple[board.Station, Seat, int], ...]) -> Message:
    """Return what is said of it whenever it is so: most cells are what they were a move ago.

    It is told with the stations whose lines run over it or come to it next, their owners, and their lengths.
    """
    if not piece:
        return at_place(cell, (EMPTY(), *(_waits(*each) for each in there)))
    face, turns = FaceName(piece[:-1]), piece[-1]
    tile = TILE(face=face) if turns == "0" else TURNED(face=face, turns=Verbatim(f"r{turns}"))
    lines = tuple(
        LINE_OF(colour=sentences.COLOURS[owner], station=sentences.station(station))
        for station, owner, _length in there
        if owner != board.NOBODY
    )
    if not lines:
        return at_place(cell, (tile,))
    return at_place(cell, (tile, RUNS(lines=Every(lines)) if len(lines) > 1 else ONE_RUNS(line=lines[0])))


def _waits(station: board.Station, owner: Seat, length: int) -> Message:
    if owner == board.NOBODY:
        return NOBODYS_DOOR(station=sentences.station(station))
    colour = sentences.COLOURS[owner]
    if not length:
        return STARTS(colour=colour, station=sentences.station(station))
    return COMES_IN(colour=colour, station=sentences.station(station), count=Count(length))


@lru_cache(4)
def _passing(cells: board.Cells) -> dict[board.Cell, tuple[board.Station, ...]]:
    """Return by cell the stations whose lines run over it; all cells of a position are asked for at once."""
    found: dict[board.Cell, dict[board.Station, None]] = {}
    for station in board.STATIONS:
        for link in trace(cells, station).links:
            found.setdefault(link.cell, {})[station] = None
    return {cell: tuple(stations) for cell, stations in found.items()}


@lru_cache(4)
def _coming(ends: tuple[board.End, ...]) -> dict[board.Cell, tuple[board.Station, ...]]:
    """Return by cell the stations whose lines come to it next."""
    found: dict[board.Cell, tuple[board.Station, ...]] = {}
    for station in board.STATIONS:
        cell = ends[station - 1] >> 2
        found[cell] = (*found.get(cell, ()), station)
    return found


def _train(owner: Seat, end: board.End, length: int) -> Message:
    if owner == board.NOBODY:
        return NO_TRAIN()
    colour = sentences.COLOURS[owner]
    if end < 0:
        return ARRIVED(colour=colour, count=Count(length * (2 if board.in_centre(end) else 1)))
    if not length:
        return NOT_BEGUN(colour=colour)
    return HAS_COME(colour=colour, count=Count(length), cell=PlaceName(board.NAMES[end >> 2]))


def train_place(end: board.End) -> Message:
    """Return where a train has come to."""
    if end >= 0:
        return sentences.NOW_INTO(cell=PlaceName(board.NAMES[end >> 2]))
    return (
        sentences.IN_CENTRE()
        if board.in_centre(end)
        else sentences.IN_STATION(station=sentences.station(-end))
    )


def length_and_end(length: Count, end: board.End) -> Message:
    """Return how long a line is, and where it leads."""
    if end >= 0:
        return sentences.TO_CELL[(end + 2) % 4](count=length, cell=PlaceName(board.NAMES[end >> 2]))
    if board.in_centre(end):
        return sentences.TO_CENTRE(count=length)
    return sentences.TO_STATION(count=length, station=sentences.station(-end))
