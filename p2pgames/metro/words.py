"""The position in sentences, for plain mode and screen readers; and what a move brings about."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Face, Known, Move, Seat
from p2pgames.metro.board import (
    COLOURS,
    COLS,
    NAMES,
    ROWS,
    STATIONS,
    Station,
    end_words,
    in_centre,
)
from p2pgames.metro.lines import Change, changes
from p2pgames.metro.notation import face_of, read
from p2pgames.metro.placement import fits_nowhere, open_cells, places
from p2pgames.metro.state import State
from p2pgames.metro.tiles import ALL, SHORT


def effect(state: State, seat: Seat, move: Move) -> str:
    """Return the face that is laid, whether by the exception, and each owned line it finishes."""
    lay = read(move)
    if lay is None:
        return f"{COLOURS[seat]} must lay the tile drawn"
    piece = f"{lay.face}{lay.turns}"
    done = changes(state, lay.cell, piece)
    forced = ", by the exception" if lay.cell in SHORT[piece] else ""
    return "; ".join([lay.face + forced, *(_score(change) for change in done if change.points)])


def _score(change: Change) -> str:
    doubled = ", doubled" if in_centre(change.end) else ""
    line = f"line {change.station} ends in {end_words(change.end)} after {change.after}{doubled}"
    return f"{line}: {COLOURS[change.owner]} +{change.points}"


def position(state: State, seat: Seat | None, known: Known, why: str) -> tuple[str, ...]:
    """Return who is to move, the points, the board by rows, the lines of each colour, the pile and the hands."""
    return (
        why or _turn(state, seat),
        *_players(state),
        *_rows(state),
        f"Open cells: {' '.join(NAMES[cell] for cell in open_cells(state.cells)) or 'none'}.",
        *(line for owner in state.inside for line in _lines(state, owner)),
        f"{state.laid} of {len(ALL)} tiles are laid, {state.pile} are in the pile.",
        *_hands(state, seat, known),
    )


def _turn(state: State, seat: Seat | None) -> str:
    if state.turn < 0:
        return "It is not yet known who begins."
    if not state.sealed:
        return "The tiles of the pile are to be shuffled."
    if state.drawing:
        return f"{COLOURS[state.drawing[0]]} draws from the pile."
    you = ", that is you" if state.turn == seat else ""
    drew = ", and has drawn one more tile" if state.drew else ""
    return f"{COLOURS[state.turn]} is to move{you}{drew}."


def _players(state: State) -> Iterator[str]:
    for seat in range(state.seats):
        trains = sum(owner == seat and end >= 0 for owner, end in zip(state.owners, state.ends, strict=True))
        rest = "has left the game" if seat in state.out else f"trains still to arrive: {trains}"
        yield f"{COLOURS[seat]}, seat {seat + 1}: {state.points[seat]} points, {rest}."


def _rows(state: State) -> Iterator[str]:
    for row in range(ROWS):
        cells = range(row * COLS, (row + 1) * COLS)
        laid = [f"{NAMES[cell]} {_piece(state.cells[cell])}" for cell in cells if state.cells[cell]]
        yield f"Row {row + 1}: {', '.join(laid) or 'empty'}."


def _piece(piece: str) -> str:
    return piece[:-1] if piece.endswith("0") else f"{piece[:-1]} r{piece[-1]}"


def _lines(state: State, seat: Seat) -> Iterator[str]:
    waiting = [
        station for station in STATIONS if state.owners[station - 1] == seat and state.ends[station - 1] >= 0
    ]
    begun = [station for station in waiting if state.lengths[station - 1]]
    for station in begun:
        yield f"{COLOURS[seat]}'s line {station}: {_extent(state, station)}."
    rest = " ".join(str(station) for station in waiting if station not in begun)
    if rest:
        yield f"{COLOURS[seat]}'s lines not yet begun: {rest}."


def _extent(state: State, station: Station) -> str:
    length, end = state.lengths[station - 1], state.ends[station - 1]
    return f"{length} {'crossing' if length == 1 else 'crossings'}, runs into {end_words(end)}"


def _hands(state: State, seat: Seat | None, known: Known) -> Iterator[str]:
    for owner in state.inside:
        hand = state.hands[owner]
        whose = "You hold" if owner == seat else f"{COLOURS[owner]} holds"
        if not hand:
            yield f"{whose} no tile."
        for number, held in enumerate(hand, 1):
            face = face_of(held, known)
            drawn = ", just drawn" if state.drew and owner == state.turn and number == len(hand) else ""
            seen = f"{face}{', open to all' if held.face and owner == seat else ''}" if face else "hidden"
            yield f"{whose} tile {number}{drawn}: {seen}."
            if face and owner == seat:
                yield _where(state, face)


def _where(state: State, face: Face) -> str:
    forced = " by the exception" if fits_nowhere(state.cells, face, free=state.free) else ""
    there = places(state.cells, face, free=state.free)
    lists = [
        (f"turned r{turns} " if turns else "") + "on " + " ".join(NAMES[c] for t, c in there if t == turns)
        for turns in sorted({turns for turns, _ in there})
    ]
    return f"It may be laid{forced} {'; '.join(lists)}."
