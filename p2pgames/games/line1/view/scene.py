"""What a picture of Line 1 shows, whatever its size: the tiles with the typed one, heavy tracks, trams, own stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from p2pgames.contract import Move, Seat
from p2pgames.games.line1 import board, sentences, turns
from p2pgames.games.line1.bots import planned
from p2pgames.games.line1.sentences import NO_TILE, TILE_NAMES
from p2pgames.games.line1.state import NO_SIGN, Line1State, Line1Task, Trip
from p2pgames.games.line1.view.pointing import (
    Line1Choices,
    choices_of,
    is_mover,
    legal_spots,
    previewed,
    tile_meant,
)
from p2pgames.games.line1.words import parts, stops_of
from p2pgames.picture.picture import GLYPHS, PANEL, Row, Say, View, remembered, seat_sign
from p2pgames.text import Count, FaceName, Message, Param, PlaceName

Links = dict[board.Cell, frozenset[board.Link]]


@dataclass(frozen=True, slots=True)
class Line1Scene:
    """A position as one viewer sees it."""

    before: Line1State
    """The position without the typed move."""
    cells: bytes
    """The tiles, with those of the typed move."""
    seat: Seat | None
    mine: bool
    """Whether the viewer is to move."""
    can: Line1Choices
    deed: turns.Deed | None
    """The typed move, if it is legal; otherwise what pointing at the cell under the cursor would write."""
    tile: board.Tile | None
    """The tile that is meant so far."""
    pairing: bool
    """Whether a pair is being typed."""
    cards: tuple[int, int] | None
    """The viewer's line and route card, as far as they are known."""
    stops: str
    """The letters of the viewer's stops."""
    route: board.Route
    """The route to draw heavy: a typed or connected one, or the rest of a trip; may be empty."""
    way: board.Route
    """The route that is drawn in the colour of its owner: the heavy one, a finished one, or the viewer's own."""
    coloured: dict[board.Cell, Seat]
    """Whose route, of those that are known, runs over a cell."""
    heavy: Links
    signs: dict[board.Cell, str]
    """The letter of the stop sign on a cell, also of one that the typed move would set."""
    trams: dict[board.Space, tuple[Seat, ...]]
    legal: frozenset[str]
    recent: dict[board.Cell, tuple[Seat, bool]]
    """By whom a cell got its newest tile, and whether in the newest move."""

    @property
    def fresh(self) -> frozenset[board.Cell]:
        """The cells of the typed lays."""
        return frozenset(lay.cell for lay in _lays_of(self.deed))

    @property
    def ends(self) -> tuple[board.Space, ...]:
        """The viewer's terminals."""
        return tuple(board.CELLS + at for at in board.own_terminals(self.cards[0])) if self.cards else ()


@remembered
def scene(state: Line1State, view: View) -> Line1Scene:
    """Return the position as the viewer sees it."""
    seat = view.seat if view.seat is not None and view.seat < state.seats else None
    mine = is_mover(state, seat)
    typed = " ".join(view.typed.split())
    deed = previewed(state, seat, view.known, typed, view.cursor) if mine and seat is not None else None
    cards = turns.cards_of(state, seat, view.known) if seat is not None and seat not in state.gone else None
    after = _after(state, deed)
    route = _route(state, view, deed, cards, seat)
    own = (turns.own_route(state, *cards) or ()) if cards is not None else ()
    finished = next((trip.route for trip in state.trips if trip is not None and not trip.left), ())
    return Line1Scene(
        before=state,
        cells=after,
        seat=seat,
        mine=mine,
        can=choices_of(state, seat, view.known) if seat is not None else Line1Choices((), (), (), ()),
        deed=deed,
        tile=tile_meant(state, seat, typed) if mine and seat is not None else None,
        pairing=mine and typed.lower().startswith("pair"),
        cards=cards,
        stops=state.stops(*cards) if cards else "",
        route=route,
        heavy=_links(after, route) if route else _reach(after, cards) if view.trace and cards else {},
        way=route or finished or own,
        coloured=_coloured(state, seat, own),
        signs=_signs(state, deed),
        trams=_trams(state),
        legal=legal_spots(state, seat, view.known, typed) if mine and seat is not None else frozenset(),
        recent=_recent(view.recent),
    )


def _lays_of(deed: turns.Deed | None) -> tuple[turns.Line1Lay, ...]:
    match deed:
        case turns.Line1Lay():
            return (deed,)
        case turns.PairExchange(one, other):
            return one, other
    return ()


def _after(state: Line1State, deed: turns.Deed | None) -> bytes:
    cells = bytearray(state.track.cells)
    for lay in _lays_of(deed):
        cells[lay.cell] = lay.piece
    return bytes(cells)


def _signs(state: Line1State, deed: turns.Deed | None) -> dict[board.Cell, str]:
    signs = {cell: letter for cell, letter in zip(state.signs, board.LETTERS, strict=True) if cell != NO_SIGN}
    if (
        isinstance(deed, turns.Line1Lay)
        and (letter := board.STOP_OF.get(deed.cell))
        and state.stop_cell(letter) == NO_SIGN
    ):
        signs[deed.cell] = letter
    return signs


def _trams(state: Line1State) -> dict[board.Space, tuple[Seat, ...]]:
    trams: dict[board.Space, tuple[Seat, ...]] = {}
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            space = trip.route[trip.at]
            trams[space] = (*trams.get(space, ()), seat)
    return trams


def _recent(moves: Iterable[tuple[Line1State, Seat, Move]]) -> dict[board.Cell, tuple[Seat, bool]]:
    found: dict[board.Cell, tuple[Seat, bool]] = {}
    listed = list(moves)
    for number, (_, seat, move) in enumerate(listed, 1):
        for lay in _lays_of(turns.read_deed(move)):
            found[lay.cell] = seat, number == len(listed)
    return found


def _route(
    state: Line1State, view: View, deed: turns.Deed | None, cards: tuple[int, int] | None, seat: Seat | None
) -> board.Route:
    """Return the typed route, the rest of the trip under the cursor, or the own one while tracing or riding."""
    if isinstance(deed, turns.BeginTrip | turns.RenewTrip):
        return deed.route
    under = board.SPACES.get(view.cursor.lower(), -1)
    for each, trip in enumerate(state.trips):
        if trip is not None and (each == seat or trip.route[trip.at] == under):
            return trip.route[trip.at :]
    return (turns.own_route(state, *cards) or ()) if view.trace and cards else ()


def _coloured(state: Line1State, seat: Seat | None, own: board.Route) -> dict[board.Cell, Seat]:
    """Return who travels over which cells, and which the viewer could travel over; of several the viewer."""
    routes = [(each, trip.route) for each, trip in enumerate(state.trips) if trip is not None]
    routes += [(seat, own)] if seat is not None else []
    return {space: each for each, route in routes for space in route if space < board.CELLS}


def _links(cells: bytes, route: board.Route) -> Links:
    """Return the links a tram uses on its way; where it begins in the midst of a tile, from the side it leaves by."""
    found: dict[board.Cell, set[board.Link]] = {}
    for before, here, after in zip(route, route[1:], route[2:], strict=False):
        if here >= board.CELLS:
            continue
        for link in board.LINKS[cells[here]]:
            ends = {board.space_of(door) for side in link if (door := board.ONWARD[4 * here + side]) >= 0}
            if ends == {before, after}:
                found.setdefault(here, set()).add(link)
    return {cell: frozenset(links) for cell, links in found.items()}


def _reach(cells: bytes, cards: tuple[int, int]) -> Links:
    """Return every link to which a tram can come from the viewer's terminals."""
    found: dict[board.Cell, set[board.Link]] = {}
    first, second = board.own_terminals(cards[0])
    for start, goal in ((first, second), (second, first)):
        for door in board.reached_doors(cells, start, goal):
            if door < 4 * board.CELLS:
                cell, enter = door >> 2, door & 3
                for side in board.EXITS[cells[cell]][enter]:
                    found.setdefault(cell, set()).add((min(enter, side), max(enter, side)))
    return {cell: frozenset(links) for cell, links in found.items()}


def kinds(shown: Line1Scene) -> tuple[board.Tile, ...]:
    """Return the types of the hand that is shown: the viewer's, or that of the seat at turn."""
    state = shown.before
    seat = shown.seat if shown.seat is not None else state.turn
    return state.hands[seat] if seat >= 0 else ()


def tile_task(shown: Line1Scene) -> Message | None:
    """Return what the viewer is to do with tiles now, in a few words; None if nothing."""
    state = shown.before
    if shown.mine and state.task is Line1Task.TAKE:
        return sentences.TAKE_ONE()
    if shown.mine and state.task is Line1Task.TURN and state.trip is None:
        return sentences.LAY_OF(number=Count(state.lays + 1), of=Count(board.LAYS))
    return None


# What stands beside the board in the panel: own cards and what they lack, trips, open hands, the stack.


def panel(state: Line1State, shown: Line1Scene, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide and no wider than the view, each with what tells what it means."""
    width = min(PANEL, view.columns)
    rows = [
        *_own(state, shown, view.say),
        *(("", row) for row in _typed(state, shown, view.say)),
        *_trips(state, view.say),
        *_hands(state, shown, view),
        *(("", row) for row in _stack(state, view)),
    ]
    return tuple((name, line) for name, row in rows for line in _fitted(row, width))


def _fitted(row: Row, width: int) -> Iterator[Row]:
    """Yield a row, as several where it is too long; only the last run of it is broken."""
    lead = sum(len(text) for _, text in row[:-1])
    if not row or lead + len(row[-1][1]) <= width:
        yield row
        return
    ink, text = row[-1]
    first, *rest = wrap(text, width - lead, break_on_hyphens=False) or [""]
    blank = " " if text.startswith(" ") and not first.startswith(" ") else ""
    yield (*row[:-1], (ink, (blank + first)[: width - lead]))
    for line in wrap(" ".join(rest), width - 2, break_on_hyphens=False):
        yield (("", "  "), (ink, line))


def _own(state: Line1State, shown: Line1Scene, say: Say) -> Iterator[tuple[str, Row]]:
    """What only the viewer sees, as long as the trip has not begun."""
    if shown.cards is None or shown.seat is None or state.trips[shown.seat] is not None:
        return
    line, card = shown.cards
    first = board.TERMINAL_NAMES[board.own_terminals(line)[0]]
    yield first, (("bold", say(sentences.ONLY_YOU_SEE())), ("", f": {say(line_ends(line))}"))
    for letter in shown.stops:
        cell = state.stop_cell(letter)
        signed = cell != NO_SIGN
        where = sentences.SIGN_ON(cell=PlaceName(board.NAMES[cell])) if signed else sentences.NO_SIGN_YET()
        yield letter, (("bold reverse", letter), ("", f" {board.BUILDING_NAMES[letter]}: {say(where)}"))
    route = turns.own_route(state, line, card)
    if route is not None:
        connected = sentences.GO_NOW if shown.can.announced else sentences.GO_LATER
        yield "", (("bold", say(connected(spaces=Count(len(route) - 1)))),)
        return
    if (left := links_to_go(state, line, card)) is not None:
        yield "", (("bold", say(left)),)
    for part in parts(state, line, card):
        if part.template is not sentences.LACKS_SIGN:
            yield "", (("", f"- {say(part)}"),)


def links_to_go(state: Line1State, line: int, card: int) -> Message | None:
    """Return how many links the cheapest way for a schedule still lacks; None where there is no way."""
    way = planned(state, (line, card))
    return None if way is None else sentences.LINKS_TO_GO(count=Count(len(way.lacking)))


def line_ends(line: int) -> Message:
    """Return a line with its terminals."""
    first, second = (PlaceName(board.TERMINAL_NAMES[at]) for at in board.own_terminals(line))
    return sentences.LINE_ENDS(line=Count(line), first=first, second=second)


def _typed(state: Line1State, shown: Line1Scene, say: Say) -> Iterator[Row]:
    if (length := typed_route(state, shown)) is not None:
        yield ("bold", say(sentences.ROUTE())), ("", f" {say(length)}")


def typed_route(state: Line1State, shown: Line1Scene) -> Message | None:
    """Return how long the route is that is typed."""
    if not isinstance(shown.deed, turns.BeginTrip | turns.RenewTrip):
        return None
    route = shown.deed.route
    halts = [space for space in route[1:] if space in shown.signs or space >= len(state.track.cells)]
    return sentences.HALTS(spaces=Count(len(route) - 1), halts=Count(len(halts)))


def _trips(state: Line1State, say: Say) -> Iterator[tuple[str, Row]]:
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            yield seat_sign(seat), (_name(seat), ("", f" {say(trip_said(state, trip))}"))


def trip_said(state: Line1State, trip: Trip) -> Message:
    """Return how far a tram has come on its line."""
    told: dict[str, Param] = {
        "line": Count(trip.line),
        "stops": stops_of(state, trip.line, trip.card),
        "space": PlaceName(board.SPACE_NAMES[trip.route[trip.at]]),
        "left": Count(trip.left),
    }
    if trip.rolled:
        return sentences.TRIP_ROLLED(face=FaceName(trip.rolled), **told)
    return sentences.TRIP(**told)


def _hands(state: Line1State, shown: Line1Scene, view: View) -> Iterator[tuple[str, Row]]:
    """The hands of the others."""
    for seat, hand in enumerate(state.hands):
        if seat != shown.seat:
            is_open = hand and (seat in state.gone or state.trips[seat] is not None)
            tiles = counted(Counter(hand), view.say) or view.say(NO_TILE())
            taken = f", {view.say(sentences.TO_TAKE())}" if is_open else ""
            yield seat_sign(seat), (_name(seat), ("", f" {tiles}{taken}"))


def _name(seat: Seat) -> tuple[str, str]:
    return f"bold seat{seat}", GLYPHS[seat]


def counted(counts: Mapping[int, int], say: Say) -> str:
    """Return tiles by their names, with how many of each."""
    view = View(say=say)
    names = {tile: view.brief(TILE_NAMES[tile]) for tile, count in sorted(counts.items()) if count}
    return ", ".join(f"{counts[tile]} {name}" if counts[tile] > 1 else name for tile, name in names.items())


def _stack(state: Line1State, view: View) -> Iterator[Row]:
    count, tiles = sum(state.stack), counted(dict(enumerate(state.stack)), view.say)
    yield ("bold", view.say(sentences.STACK_OF(number=Count(count)))), ("", f": {tiles}")
