"""The position in sentences, for plain mode and screen readers; and what a move brings about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2pgames.contract import Face, Known, Move, Seat
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import COLS, NAMES, NOBODY, ROWS, STATIONS, Cell, Station, in_centre
from p2pgames.games.metro.lines import Change, changes
from p2pgames.games.metro.notation import face_of, read
from p2pgames.games.metro.placement import fits_nowhere, open_cells, places
from p2pgames.games.metro.state import State
from p2pgames.games.metro.tiles import ALL, SHORT
from p2pgames.messages import joined
from p2pgames.text import Count, FaceName, Message, PlaceName, SeatName, Verbatim
from p2pgames.told import Told


def told(state: State, seat: Seat, move: Move) -> tuple[Told, ...]:
    """Return the face that is laid, whether by the exception, and each train that arrives."""
    lay = read(move)
    if lay is None:
        return (Told(messages.MUST_LAY(), seat),)
    piece = f"{lay.face}{lay.turns}"
    laid = (messages.FORCED if lay.cell in SHORT[piece] else messages.FACE)(face=FaceName(lay.face))
    done = (change for change in changes(state, lay.cell, piece) if change.points)
    return (Told(laid, seat, where=NAMES[lay.cell]), *(_arrives(change, seat) for change in done))


def _arrives(change: Change, seat: Seat) -> Told:
    station, points, length = messages.station(change.station), Count(change.points), Count(change.after)
    own, centre = change.owner == seat, in_centre(change.end)
    if own:
        what = (
            messages.IN_THE_CENTRE(station=station, length=length, count=points)
            if centre
            else messages.ARRIVES(station=station, count=points)
        )
    else:
        owner = SeatName(change.owner)
        what = (
            messages.THEIRS_IN_CENTRE(player=owner, station=station, length=length, count=points)
            if centre
            else messages.THEIRS_ARRIVES(player=owner, station=station, count=points)
        )
    return Told(what, change.owner, change.points, str(change.station))


def hinted(state: State, seat: Seat, move: Move) -> Message:
    """Return what a move does to the lines that have owners, those of its seat first; else all that `told` says."""
    lay = read(move)
    found = [] if lay is None else changes(state, lay.cell, f"{lay.face}{lay.turns}")
    owned = [change for change in found if change.owner != NOBODY]
    said = [_done(change, seat) for change in sorted(owned, key=lambda change: change.owner != seat)]
    return joined(said or [each.what for each in told(state, seat, move)])


def _done(change: Change, seat: Seat) -> Message:
    if change.points:
        return _arrives(change, seat).what
    station, colour = messages.station(change.station), messages.COLOURS[change.owner]
    return messages.GROWS(station=station, colour=colour, length=Count(change.after))


def position(state: State, seat: Seat | None, known: Known, why: Message | None) -> tuple[Message, ...]:
    """Return who is to move, the points, the board by rows, the lines of each colour, the pile and the hands."""
    return (
        why or _turn(state, seat),
        *_players(state),
        *_rows(state),
        _open(state),
        *(line for owner in state.inside for line in _lines(state, owner)),
        messages.LAID(laid=Count(state.laid), all=Count(len(ALL)), pile=Count(state.pile)),
        *([messages.UNDER(faces=FaceName(under(state)))] if state.under else []),
        *_hands(state, seat, known),
    )


def under(state: State) -> str:
    """Return the tiles under the pile as everybody has seen them, the first that is drawn first."""
    return " ".join(held.face or "?" for held in state.under)


def _turn(state: State, seat: Seat | None) -> Message:
    if state.turn < 0:
        return messages.NOT_ROLLED()
    if not state.sealed:
        return messages.TO_SHUFFLE()
    if state.drawing:
        drawing = next((each for each in state.drawing if each != NOBODY), state.turn)
        return messages.DRAWS(colour=messages.COLOURS[drawing])
    return messages.TURNS[state.turn == seat, state.drew](colour=messages.COLOURS[state.turn])


def _players(state: State) -> Iterator[Message]:
    for seat, points in enumerate(state.points):
        colour, number = messages.COLOURS[seat], Count(seat + 1)
        if seat in state.out:
            yield messages.PLAYER_LEFT(colour=colour, seat=number, count=Count(points))
        else:
            trains = Count(state.under_way(seat))
            yield messages.PLAYER(colour=colour, seat=number, count=Count(points), trains=trains)


def _rows(state: State) -> Iterator[Message]:
    for row in range(ROWS):
        cells = range(row * COLS, (row + 1) * COLS)
        laid = ", ".join(f"{NAMES[cell]} {_piece(state.cells[cell])}" for cell in cells if state.cells[cell])
        at = PlaceName(str(row + 1))
        yield messages.ROW(row=at, tiles=Verbatim(laid)) if laid else messages.EMPTY_ROW(row=at)


def _piece(piece: str) -> str:
    return piece[:-1] if piece.endswith("0") else f"{piece[:-1]} r{piece[-1]}"


def _open(state: State) -> Message:
    cells = _named(open_cells(state.cells))
    return messages.OPEN_CELLS(cells=cells) if cells.name else messages.NO_OPEN_CELLS()


def _named(cells: Iterable[Cell]) -> PlaceName:
    return PlaceName(" ".join(NAMES[cell] for cell in cells))


def _lines(state: State, seat: Seat) -> Iterator[Message]:
    waiting = [
        station for station in STATIONS if state.owners[station - 1] == seat and state.ends[station - 1] >= 0
    ]
    begun = [station for station in waiting if state.lengths[station - 1]]
    for station in begun:
        yield _line(state, seat, station)
    rest = " ".join(str(station) for station in waiting if station not in begun)
    if rest:
        yield messages.NOT_BEGUN(colour=messages.COLOURS[seat], stations=PlaceName(rest))


def _line(state: State, seat: Seat, station: Station) -> Message:
    end = state.ends[station - 1]
    return messages.LINE(
        colour=messages.COLOURS[seat],
        station=messages.station(station),
        count=Count(state.lengths[station - 1]),
        end=messages.GOING[(end + 2) % 4](cell=PlaceName(NAMES[end >> 2])),
    )


def _hands(state: State, seat: Seat | None, known: Known) -> Iterator[Message]:
    for owner in state.inside:
        hand, colour, own = state.hands[owner], messages.COLOURS[owner], owner == seat
        if not hand:
            yield messages.YOU_HOLD_NONE() if own else messages.HOLDS_NONE(colour=colour)
        for number, held in enumerate(hand, 1):
            face = face_of(held, known)
            tile = _face(face, open_to_all=own and bool(held.face))
            drawn = state.drew and owner == state.turn and number == len(hand)
            yield _yours(number, tile, drawn) if own else _theirs(colour, number, tile, drawn)
            if face and own:
                yield _where(state, face)


def _yours(number: int, tile: Message, drawn: bool) -> Message:
    return (messages.YOUR_DRAWN if drawn else messages.YOUR_TILE)(number=Count(number), tile=tile)


def _theirs(colour: Message, number: int, tile: Message, drawn: bool) -> Message:
    said = messages.THEIR_DRAWN if drawn else messages.THEIR_TILE
    return said(colour=colour, number=Count(number), tile=tile)


def _face(face: Face, *, open_to_all: bool) -> Message:
    if not face:
        return messages.HIDDEN()
    return (messages.OPEN_FACE if open_to_all else messages.FACE)(face=FaceName(face))


def _where(state: State, face: Face) -> Message:
    there = places(state.cells, face, free=state.free)
    lists = [
        _on(turns, [cell for t, cell in there if t == turns])
        for turns in sorted({turns for turns, _ in there})
    ]
    forced = fits_nowhere(state.cells, face, free=state.free)
    return (messages.MAY_LAY_FORCED if forced else messages.MAY_LAY)(places=joined(lists))


def _on(turns: int, cells: Iterable[Cell]) -> Message:
    named = _named(cells)
    return messages.TURNED_ON(turns=Count(turns), cells=named) if turns else messages.ON_CELLS(cells=named)
