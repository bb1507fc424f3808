"""What a picture of Line 1 shows, whatever its size: the tiles with the typed one, heavy tracks, trams, own stops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from p2pgames.contract import Move, Seat
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    CELLS,
    EXITS,
    LAYS,
    LETTERS,
    LINKS,
    ONWARD,
    SPACES,
    STOP_OF,
    Cell,
    Link,
    Space,
    Tile,
    own_terminals,
)
from p2pgames.games.line1.moves import Anew, Deed, Go, Lay, Pair, read
from p2pgames.games.line1.search import Route, reached_doors, space_of
from p2pgames.games.line1.state import NO_SIGN, State, Task
from p2pgames.games.line1.travel import cards_of, find
from p2pgames.games.line1.view.pointing import (
    Choices,
    choices,
    is_mover,
    legal_spots,
    previewed,
    tile_meant,
)
from p2pgames.picture.picture import View
from p2pgames.text import Count, Message

Links = dict[Cell, frozenset[Link]]


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one viewer sees it."""

    before: State
    """As it is."""
    cells: bytes
    """The tiles, with those of the typed move."""
    seat: Seat | None
    mine: bool
    """Whether the viewer is to move."""
    can: Choices
    deed: Deed | None
    """The typed move, if it is legal; otherwise what pointing at the cell under the cursor would write."""
    tile: Tile | None
    """The tile that is meant so far."""
    pairing: bool
    """Whether a pair is being typed."""
    cards: tuple[int, int] | None
    """The viewer's line and route card, as far as they are known."""
    stops: str
    """The letters of the viewer's stops."""
    route: Route
    """The route to draw heavy: a typed or connected one, or the rest of a trip; may be empty."""
    way: Route
    """The route that is drawn in the colour of its owner: the heavy one, a finished one, or the viewer's own."""
    coloured: dict[Cell, Seat]
    """Whose route, of those that are known, runs over a cell."""
    heavy: Links
    signs: dict[Cell, str]
    """The letter of the stop sign on a cell, also of one that the typed move would set."""
    trams: dict[Space, tuple[Seat, ...]]
    legal: frozenset[str]
    recent: dict[Cell, tuple[Seat, bool]]
    """By whom a cell got its newest tile, and whether in the newest move."""

    @property
    def fresh(self) -> frozenset[Cell]:
        """The cells of the typed lays."""
        match self.deed:
            case Lay(_, cell):
                return frozenset((cell,))
            case Pair(one, other):
                return frozenset((one.cell, other.cell))
        return frozenset()

    @property
    def ends(self) -> tuple[Space, ...]:
        """The viewer's terminals."""
        return tuple(CELLS + at for at in own_terminals(self.cards[0])) if self.cards else ()


def scene(state: State, view: View) -> Scene:
    """Return the position as the viewer sees it."""
    seat = view.seat if view.seat is not None and view.seat < state.seats else None
    mine = is_mover(state, seat)
    typed = " ".join(view.typed.split())
    deed = previewed(state, seat, view.known, typed, view.cursor) if mine and seat is not None else None
    cards = cards_of(state, seat, view.known) if seat is not None and seat not in state.gone else None
    after = _after(state, deed)
    route = _route(state, view, deed, cards, seat)
    own = (find(state, *cards) or ()) if cards is not None else ()
    finished = next((trip.route for trip in state.trips if trip is not None and not trip.left), ())
    return Scene(
        before=state,
        cells=after,
        seat=seat,
        mine=mine,
        can=choices(state, seat, view.known) if seat is not None else Choices((), (), (), ()),
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


def _after(state: State, deed: Deed | None) -> bytes:
    lays: tuple[Lay, ...] = (deed,) if isinstance(deed, Lay) else ()
    if isinstance(deed, Pair):
        lays = deed.one, deed.other
    cells = bytearray(state.track.cells)
    for lay in lays:
        cells[lay.cell] = lay.piece
    return bytes(cells)


def _signs(state: State, deed: Deed | None) -> dict[Cell, str]:
    signs = {cell: letter for cell, letter in zip(state.signs, LETTERS, strict=True) if cell != NO_SIGN}
    if isinstance(deed, Lay) and (letter := STOP_OF.get(deed.cell)) and state.sign(letter) == NO_SIGN:
        signs[deed.cell] = letter
    return signs


def _trams(state: State) -> dict[Space, tuple[Seat, ...]]:
    trams: dict[Space, tuple[Seat, ...]] = {}
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            space = trip.route[trip.at]
            trams[space] = (*trams.get(space, ()), seat)
    return trams


def _recent(moves: Iterable[tuple[State, Seat, Move]]) -> dict[Cell, tuple[Seat, bool]]:
    found: dict[Cell, tuple[Seat, bool]] = {}
    listed = list(moves)
    for number, (_, seat, move) in enumerate(listed, 1):
        deed = read(move)
        lays = (deed,) if isinstance(deed, Lay) else (deed.one, deed.other) if isinstance(deed, Pair) else ()
        for lay in lays:
            found[lay.cell] = seat, number == len(listed)
    return found


def _route(
    state: State, view: View, deed: Deed | None, cards: tuple[int, int] | None, seat: Seat | None
) -> Route:
    """Return the typed route, the rest of the trip under the cursor, or the own one while tracing or riding."""
    if isinstance(deed, Go | Anew):
        return deed.route
    under = SPACES.get(view.cursor.lower(), -1)
    for each, trip in enumerate(state.trips):
        if trip is not None and (each == seat or trip.route[trip.at] == under):
            return trip.route[trip.at :]
    return (find(state, *cards) or ()) if view.trace and cards else ()


def _coloured(state: State, seat: Seat | None, own: Route) -> dict[Cell, Seat]:
    """Return who travels over which cells, and which the viewer could travel over; of several the viewer."""
    routes = [(each, trip.route) for each, trip in enumerate(state.trips) if trip is not None]
    routes += [(seat, own)] if seat is not None else []
    return {space: each for each, route in routes for space in route if space < CELLS}


def _links(cells: bytes, route: Route) -> Links:
    """Return the links a tram uses on its way; where it begins in the midst of a tile, from the side it leaves by."""
    found: dict[Cell, set[Link]] = {}
    for before, here, after in zip(route, route[1:], route[2:], strict=False):
        if here >= CELLS:
            continue
        for link in LINKS[cells[here]]:
            ends = {space_of(door) for side in link if (door := ONWARD[4 * here + side]) >= 0}
            if ends == {before, after}:
                found.setdefault(here, set()).add(link)
    return {cell: frozenset(links) for cell, links in found.items()}


def _reach(cells: bytes, cards: tuple[int, int] | None) -> Links:
    """Return every link to which a tram can come from the viewer's terminals."""
    found: dict[Cell, set[Link]] = {}
    first, second = own_terminals(cards[0]) if cards else (0, 1)
    for start, goal in ((first, second), (second, first)):
        for door in reached_doors(cells, start, goal):
            if door < 4 * CELLS:
                cell, enter = door >> 2, door & 3
                for side in EXITS[cells[cell]][enter]:
                    found.setdefault(cell, set()).add((min(enter, side), max(enter, side)))
    return {cell: frozenset(links) for cell, links in found.items()}


def kinds(shown: Scene) -> tuple[Tile, ...]:
    """Return the types of the hand that is shown: the viewer's, or that of the seat at turn."""
    state = shown.before
    seat = shown.seat if shown.seat is not None else state.turn
    return state.hands[seat] if seat >= 0 else ()


def task(shown: Scene) -> Message | None:
    """Return what the viewer is to do with tiles now, in a few words; None if nothing."""
    state = shown.before
    if shown.mine and state.task is Task.TAKE:
        return sentences.TAKE_ONE()
    if shown.mine and state.task is Task.TURN and state.trip is None:
        return sentences.LAY_OF(number=Count(state.lays + 1), of=Count(LAYS))
    return None
