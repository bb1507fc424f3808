"""What came of an event: what was exchanged, signed and linked, how long a route is, where a tram came to."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Event, Move, Moved, Rolled, Seat
from p2pgames.games.line1 import messages
from p2pgames.games.line1.board import LETTERS, NAMES, SPACE_NAMES, STOP_OF, Cell
from p2pgames.games.line1.linking import linked
from p2pgames.games.line1.moves import Anew, Go, Lay, Pair, Plain, Take, read
from p2pgames.games.line1.names import piece_name
from p2pgames.games.line1.search import Route, is_terminal
from p2pgames.games.line1.state import NO_SIGN, State, Task
from p2pgames.games.line1.words import stops_of
from p2pgames.text import Count, PlaceName, SeatName
from p2pgames.told import Told


def told(before: State, event: Event, after: State) -> tuple[Told, ...]:
    """Return what came of an event; the game counts no points."""
    match event:
        case Moved(seat, move):
            return tuple(_done(before, seat, move, after))
        case Rolled() if before.task is Task.ROLL:
            return tuple(_rode(before.turn, after))
    return ()


def _done(before: State, seat: Seat, move: Move, after: State) -> Iterator[Told]:
    match read(move):
        case Lay(_, cell):
            yield from _laid(before, after, cell)
        case Pair(one, other):
            yield from _laid(before, after, one.cell, other.cell)
        case Go(line, card, route):
            stops, length = stops_of(before, line, card), Count(len(route) - 1)
            halts = _halts(before, route)
            yield Told(messages.GOES(line=Count(line), stops=stops, spaces=length, halts=halts), seat)
        case Anew(route):
            spaces = Count(len(route) - 1)
            yield Told(messages.GOES_ANEW(spaces=spaces, halts=_halts(before, route)), seat)
        case Take(owner, _):
            yield Told(messages.FROM_PLAYER(player=SeatName(owner)), seat)
        case Plain("pass") if before.task is Task.TAKE:
            yield Told(messages.LEAVES_TILES(), seat)
        case Plain("pass"):
            yield Told(messages.NOTHING_TO_LAY(), seat)
        case Plain("draw"):
            yield Told(messages.ONE_OF(number=Count(sum(before.stack))), seat)
        case _:
            if (trip := before.trips[seat]) is not None:
                yield Told(messages.TO_GO(count=Count(trip.left)), seat)


def _laid(before: State, after: State, *cells: Cell) -> Iterator[Told]:
    """Yield the tiles that were exchanged, a sign that was set, and the stops and terminals that were linked."""
    for cell in cells:
        if old := before.track.cells[cell]:
            yield Told(messages.IN_EXCHANGE(tile=piece_name(old)), where=NAMES[cell])
        elif after.signs != before.signs:
            yield Told(messages.GETS_SIGN(letter=PlaceName(STOP_OF[cell])), where=NAMES[cell])
    for one, other in linked(before, after, cells):
        yield Told(messages.LINKS(one=PlaceName(one), other=PlaceName(other)), where=NAMES[cells[0]])


def _rode(seat: Seat, after: State) -> Iterator[Told]:
    """Yield where a tram came to."""
    if (trip := after.trips[seat]) is None:
        return
    space = trip.route[trip.at]
    here, left = PlaceName(SPACE_NAMES[space]), Count(trip.left)
    if not trip.left:
        what = messages.COMES_HOME(terminal=here)
    elif space in after.signs:
        letter = PlaceName(LETTERS[after.signs.index(space)])
        what = messages.AT_STOP(letter=letter, space=here, count=left)
    else:
        what = messages.COMES_TO(space=here, count=left)
    yield Told(what, seat, where=here.name)


def _halts(state: State, route: Route) -> PlaceName:
    """Return where an H may stop a tram: the letters of stops, and terminals."""
    signs = {cell: letter for letter, cell in zip(LETTERS, state.signs, strict=True) if cell != NO_SIGN}
    halts = (space for space in route[1:] if space in signs or is_terminal(space))
    return PlaceName(" ".join(signs.get(space) or SPACE_NAMES[space] for space in halts))
