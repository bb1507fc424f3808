"""The position in sentences, for plain mode and screen readers; and what a move brings about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from p2pgames.contract import Known, Move, Seat
from p2pgames.line1 import travel
from p2pgames.line1.board import (
    BUILDING_NAMES,
    COLS,
    DIE,
    LAYS,
    LETTERS,
    NAMES,
    ROWS,
    SPACE_NAMES,
    STOP_OF,
    STOPS,
    STREETS,
    own_terminals,
)
from p2pgames.line1.missing import missing
from p2pgames.line1.moves import Anew, Go, Lay, Pair, Plain, Take, read
from p2pgames.line1.notation import ends_of
from p2pgames.line1.search import Route, is_terminal
from p2pgames.line1.state import NO_SIGN, State, Task
from p2pgames.line1.tiles import TILES, piece_words
from p2pgames.line1.turn import draw


def effect(state: State, seat: Seat, move: Move) -> str:
    """Return what is exchanged, which sign is set, or how long a route is."""
    match read(move):
        case Lay() as lay:
            return _laid(state, lay)
        case Pair(one, other):
            return f"{_laid(state, one)}, {_laid(state, other)}"
        case Go(line, card, route):
            stops = " ".join(state.stops(line, card))
            return f"line {line}, stops {stops}, {_length(state, route)}"
        case Anew(route):
            return f"{_length(state, route)}, from the beginning"
        case Take(owner, _):
            return f"from seat {owner + 1}"
        case Plain("pass"):
            return "nothing can be laid"
        case Plain("draw"):
            return f"one of {sum(state.stack)} in the stack"
        case _:
            trip = state.trips[seat]
            return f"{trip.left} spaces to go" if trip else ""


def rolled(state: State, values: tuple[int, ...]) -> str:
    """Return the face of the die, or the tiles that were drawn, in the order of types."""
    if state.task is Task.ROLL:
        return f"rolls {DIE[values[0]]}"
    if state.task is not Task.DRAW:
        return f"rolls {values[0]}"
    drawn = Counter(draw(state, values).hands[state.turn]) - Counter(state.hands[state.turn])
    return f"draws {', '.join(TILES[tile] for tile in sorted(drawn.elements()))}"


def _laid(state: State, lay: Lay) -> str:
    old = state.track.cells[lay.cell]
    if old:
        return f"in exchange for {piece_words(old)}"
    letter = STOP_OF.get(lay.cell)
    if letter and state.sign(letter) == NO_SIGN:
        return f"gets the stop sign {letter}"
    return ""


def _length(state: State, route: Route) -> str:
    signs = {cell: letter for letter, cell in zip(LETTERS, state.signs, strict=True)}
    halts = [
        signs.get(space) or SPACE_NAMES[space] for space in route[1:] if space in signs or is_terminal(space)
    ]
    return f"{len(route) - 1} spaces, halts {' '.join(halts)}"


def position(state: State, seat: Seat | None, known: Known) -> tuple[str, ...]:
    """Return who is to move, the own cards, the trips, the hands, the board by rows, the signs and the stack."""
    return (
        _turn(state, seat),
        *_own(state, seat, known),
        *(line for each in range(state.seats) for line in _seat(state, each, seat)),
        *_rows(state),
        _signs(state),
        f"{sum(state.stack)} tiles are left in the stack: {tiles_words(state.stack)}.",
    )


def _turn(state: State, seat: Seat | None) -> str:
    whose = f"Seat {state.turn + 1}" + (", that is you," if state.turn == seat else "")
    match state.task:
        case Task.OVER:
            return state.why
        case Task.BEGIN:
            return "It is not yet known who begins."
        case Task.SEAL | Task.DEAL:
            return "The cards are to be shuffled and dealt."
        case Task.ROLL:
            return f"{whose} rolls the die."
        case Task.DRAW:
            return f"{whose} draws {state.drawing} from the stack."
        case Task.TAKE:
            return f"{whose} is to take a tile that lies open" + (" or to draw." if sum(state.stack) else ".")
        case Task.TURN if state.trip is not None:
            return f"{whose} is to roll, or to announce a new route."
        case _:
            return f"{whose} is to lay tile {state.lays + 1} of {LAYS}."


def _own(state: State, seat: Seat | None, known: Known) -> Iterator[str]:
    """What only this seat sees: its cards, its stops, and what is missing."""
    cards = None if seat is None else travel.cards_of(state, seat, known)
    if cards is None or seat is None or state.trips[seat] is not None or seat in state.gone:
        return
    line, card = cards
    first, second = (STREETS[at] for at in own_terminals(line))
    yield f"Your line is {line}, terminals {ends_of(line)} ({first} and {second}); only you see that."
    for letter in state.stops(line, card):
        yield f"You must stop at {letter}, {BUILDING_NAMES[letter]}: {_stop(state, letter)}."
    route = travel.find(state, line, card)
    if route is None:
        yield f"Your schedule is not connected: {missing(state, line, card)}."
    elif state.may_begin and state.turn == seat:
        yield f"Your schedule is connected in {len(route) - 1} spaces: type go to begin your trip."
    else:
        yield f"Your schedule is connected in {len(route) - 1} spaces."


def _stop(state: State, letter: str) -> str:
    cell = state.sign(letter)
    if cell != NO_SIGN:
        return f"the sign is on {NAMES[cell]}"
    return f"no sign yet, it may come to {' '.join(NAMES[near] for near in STOPS[letter])}"


def _seat(state: State, seat: Seat, viewer: Seat | None) -> Iterator[str]:
    you = " (you)" if seat == viewer else ""
    name = f"Seat {seat + 1}{you}"
    if seat in state.gone:
        yield f"{name} has left the game; {_hand(state, seat)}, open to all."
        return
    trip = state.trips[seat]
    if trip is None:
        yield f"{name} holds {_hand(state, seat)}."
        return
    stops = " ".join(state.stops(trip.line, trip.card))
    rolled = f"rolled {trip.rolled}, " if trip.rolled else ""
    yield (
        f"{name} is on the trip of line {trip.line}, stops {stops}: {rolled}the tram is on "
        f"{SPACE_NAMES[trip.route[trip.at]]}, "
        f"space {trip.at} of {len(trip.route) - 1}; {_hand(state, seat)}, open to all."
    )
    yield f"The way ahead: {' '.join(SPACE_NAMES[space] for space in trip.route[trip.at + 1 :]) or 'none'}."


def _hand(state: State, seat: Seat) -> str:
    return ", ".join(TILES[tile] for tile in state.hands[seat]) or "no tile"


def tiles_words(counts: Iterable[int]) -> str:
    """Return how many of each type there are, as ``3 straight, 1 fork``."""
    many = Counter(dict(enumerate(counts)))
    return ", ".join(f"{count} {TILES[tile]}" for tile, count in sorted(many.items()) if count) or "none"


def _rows(state: State) -> Iterator[str]:
    cells = state.track.cells
    for row in range(ROWS):
        laid = [
            f"{NAMES[cell]} {piece_words(cells[cell])}"
            for cell in range(row * COLS, (row + 1) * COLS)
            if cells[cell]
        ]
        yield f"Row {row + 1}: {', '.join(laid) or 'no tile'}."


def _signs(state: State) -> str:
    set_up = [
        f"{letter} {NAMES[cell]}"
        for letter, cell in zip(LETTERS, state.signs, strict=True)
        if cell != NO_SIGN
    ]
    return f"Stop signs: {', '.join(set_up) or 'none'}."
