"""The rules of Line 1, versions 0 and 1: what is asked for, and what every event does.

They differ in one thing: once the stack is empty, version 1 lets a player leave open tiles where they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from p2pgames.contract import (
    Ask,
    Choose,
    Event,
    Face,
    Illegal,
    Known,
    Left,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Result,
    Roll,
    Rolled,
    Rules,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    Wire,
    resolve_options,
)
from p2pgames.effect import Effect
from p2pgames.games.line1 import laying, notation, sentences, turn
from p2pgames.games.line1 import words as line1_words
from p2pgames.games.line1.board import (
    CELLS,
    DATA,
    DIE,
    LETTERS,
    LINKS,
    NAMES,
    ONWARD,
    OUT,
    SPACE_NAMES,
    START,
    STOP_OF,
    TERMINAL_NAMES,
    Cell,
    Door,
    Space,
    bare,
)
from p2pgames.games.line1.info import Line1Info
from p2pgames.games.line1.moves import Anew, Go, Lay, Pair, Plain, Take, read
from p2pgames.games.line1.search import Route, following, is_terminal, space_of
from p2pgames.games.line1.sentences import piece_name
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, NO_SIGN, End, State, Task, wire
from p2pgames.games.line1.turn import pass_on
from p2pgames.games.line1.words import describe_spot as line1_here
from p2pgames.games.line1.words import stops_of
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Count, Message, PlaceName, SeatName

# A seat leaves: its tiles stay, open to all; its tram and its turns are gone.


def leave(state: State, seat: Seat, *, open_cards: bool) -> State:
    """Return the state without the seat; raise `Illegal` if it is not inside.

    Its cards are out of the game. Cards that are not dealt yet are sealed anew, unless its own are open to all: else
    nobody could open one of the old deck without that seat. Dealt ones are not touched: their owners can still prove
    them. A leaver at turn gets no more tiles.
    """
    if type(seat) is not int or seat not in state.inside:
        raise Illegal(sentences.NOT_INSIDE())
    trips = (*state.trips[:seat], None, *state.trips[seat + 1 :])
    gone = replace(state, gone=tuple(sorted((*state.gone, seat))), trips=trips, passes=0)
    if len(gone.inside) == 1:
        return replace(gone, task=Task.OVER, drawing=0, lays=0, why=End.ALONE)
    if state.task in (Task.SEAL, Task.DEAL) and not open_cards:
        gone = replace(gone, task=Task.SEAL, deck=state.deck + 1)
    if seat != state.turn:
        return gone
    dealt = state.task not in (Task.BEGIN, Task.SEAL, Task.DEAL)
    return pass_on(gone) if dealt else replace(gone, turn=gone.after(seat))


# What came of an event: what was exchanged, signed and linked, how long a route is, where a tram came to.


def effects(before: State, event: Event, after: State) -> tuple[Effect, ...]:
    """Return what came of an event; the game counts no points."""
    match event:
        case Moved(seat, move):
            return tuple(_done(before, seat, move, after))
        case Rolled() if before.task is Task.ROLL:
            return tuple(_rode(before.turn, after))
    return ()


def _done(before: State, seat: Seat, move: Move, after: State) -> Iterator[Effect]:
    match read(move):
        case Lay(_, cell):
            yield from _laid(before, after, cell)
        case Pair(one, other):
            yield from _laid(before, after, one.cell, other.cell)
        case Go(line, card, route):
            stops, length = stops_of(before, line, card), Count(len(route) - 1)
            halts = _halts(before, route)
            yield Effect(sentences.GOES(line=Count(line), stops=stops, spaces=length, halts=halts), seat)
        case Anew(route):
            spaces = Count(len(route) - 1)
            yield Effect(sentences.GOES_ANEW(spaces=spaces, halts=_halts(before, route)), seat)
        case Take(owner, _):
            yield Effect(sentences.FROM_PLAYER(player=SeatName(owner)), seat)
        case Plain("pass") if before.task is Task.TAKE:
            yield Effect(sentences.LEAVES_TILES(), seat)
        case Plain("pass"):
            yield Effect(sentences.NOTHING_TO_LAY(), seat)
        case Plain("draw"):
            yield Effect(sentences.ONE_OF(number=Count(sum(before.stack))), seat)
        case _:
            if (trip := before.trips[seat]) is not None:
                yield Effect(sentences.TO_GO(count=Count(trip.left)), seat)


# Which stops and terminals new tiles link: a tram can now go from one to the other without passing a third.

_TERMINALS = {CELLS + at: name for at, name in enumerate(TERMINAL_NAMES)}


def linked(before: State, after: State, laid: Iterable[Cell]) -> list[tuple[str, str]]:
    """Return the names of those that were not linked before tiles were laid on these cells, in order."""
    cells, ends = after.track.cells, _ends(after)
    found = {pair for cell in laid for pair in _through(cells, ends, cell)}
    was, old = before.track.cells, _ends(before)
    new = (pair for pair in found if pair[1] not in _near(was, old, _leaving(was, pair[0])))
    named = ((ends[one], ends[other]) for one, other in new)
    return sorted((min(pair), max(pair)) for pair in named)


def _ends(state: State) -> Mapping[Space, str]:
    """Return where links end: stops that have their sign, and terminals."""
    signs = {cell: letter for letter, cell in zip(LETTERS, state.signs, strict=True) if cell != NO_SIGN}
    return signs | _TERMINALS


def _through(cells: bytes, ends: Mapping[Space, str], cell: Cell) -> Iterator[tuple[Space, Space]]:
    """Yield each link that begins at a cell or leads through it, the lower space first."""
    for one, other in LINKS[cells[cell]]:
        there, here = (_near(cells, ends, _out(cells, cell, side)) for side in (one, other))
        pairs = product({cell}, here | there) if cell in ends else product(here, there)
        yield from ((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1])


def _near(cells: bytes, ends: Mapping[Space, str], doors: Iterable[Door]) -> set[Space]:
    """Return where links end on which a tram goes on by one of these doors."""
    found: set[Space] = set()
    seen = set(doors)
    coming = list(seen)
    while coming:
        door = coming.pop()
        if (space := space_of(door)) in ends:
            found.add(space)
            continue
        new = [onward for onward in following(cells, door) if onward not in seen]
        seen.update(new)
        coming += new
    return found


def _leaving(cells: bytes, space: Space) -> list[Door]:
    """Return by which doors a tram may go on that leaves a space."""
    if is_terminal(space):
        return [door for door in OUT[space - CELLS] if cells[door >> 2]]
    sides = {side for link in LINKS[cells[space]] for side in link}
    return [door for side in sides for door in _out(cells, space, side)]


def _out(cells: bytes, cell: Cell, side: int) -> list[Door]:
    """Return the door across a side of a laid cell, if a tram can go on there."""
    door = ONWARD[4 * cell + side]
    return [door] if door >= 4 * CELLS or (door >= 0 and cells[door >> 2]) else []


def _laid(before: State, after: State, *cells: Cell) -> Iterator[Effect]:
    """Yield the tiles that were exchanged, a sign that was set, and the stops and terminals that were linked."""
    for cell in cells:
        if old := before.track.cells[cell]:
            yield Effect(sentences.IN_EXCHANGE(tile=piece_name(old)), where=NAMES[cell])
        elif after.signs != before.signs:
            yield Effect(sentences.GETS_SIGN(letter=PlaceName(STOP_OF[cell])), where=NAMES[cell])
    for one, other in linked(before, after, cells):
        yield Effect(sentences.LINKS(one=PlaceName(one), other=PlaceName(other)), where=NAMES[cells[0]])


def _rode(seat: Seat, after: State) -> Iterator[Effect]:
    """Yield where a tram came to."""
    if (trip := after.trips[seat]) is None:
        return
    space = trip.route[trip.at]
    here, left = PlaceName(SPACE_NAMES[space]), Count(trip.left)
    if not trip.left:
        what = sentences.COMES_HOME(terminal=here)
    elif space in after.signs:
        letter = PlaceName(LETTERS[after.signs.index(space)])
        what = sentences.AT_STOP(letter=letter, space=here, count=left)
    else:
        what = sentences.COMES_TO(space=here, count=left)
    yield Effect(what, seat, where=here.name)


def _halts(state: State, route: Route) -> PlaceName:
    """Return where an H may stop a tram: the letters of stops, and terminals."""
    signs = {cell: letter for letter, cell in zip(LETTERS, state.signs, strict=True) if cell != NO_SIGN}
    halts = (space for space in route[1:] if space in signs or is_terminal(space))
    return PlaceName(" ".join(signs.get(space) or SPACE_NAMES[space] for space in halts))


class Line1(Line1Info, Rules[State]):
    """Line 1 by Stefan Dorra: two to five players, secret line and route cards, one event for each lay."""

    @property
    def data(self) -> bytes:
        """The board, the tiles and the cards."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> State:
        """Return the empty board with a hand for everybody; the coin says who begins, unless ``first`` is given."""
        chosen = resolve_options(self, seats, options, first)
        return State(
            seats=seats,
            always=chosen["traveller_tiles"] == "always",
            track=bare(chosen["pockets"] == "strict"),
            hands=(START,) * seats,
            trips=(None,) * seats,
            task=Task.BEGIN if first is None else Task.SEAL,
            turn=-1 if first is None else first,
            may_leave=self.version > 0,
        )

    def ask(self, state: State) -> Ask:
        """Ask who begins, for the cards, then for moves, tiles and the die."""
        match state.task:
            case Task.TURN | Task.TAKE:
                return Choose(state.turn)
            case Task.DRAW:
                left = sum(state.stack)
                return Roll(tuple(range(left, left - state.drawing, -1)), state.turn)
            case Task.ROLL:
                return Roll((len(DIE),), state.turn)
            case Task.BEGIN:
                return Roll((len(state.inside),))
            case Task.SEAL:
                return Shuffle(tuple(zip(state.deck_names, (LINE_FACES, CARD_FACES), strict=True)))
            case Task.DEAL:
                return Open(tuple((slot, seat) for seat in state.inside for slot in state.slots(seat)))
            case Task.OVER:
                return Over(_result(state))

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        if state.task is Task.OVER:
            raise Illegal(GAME_OVER())
        match event:
            case Moved(seat, move) if state.task in (Task.TURN, Task.TAKE):
                if type(seat) is not int or seat != state.turn:
                    raise Illegal(sentences.TURN_OF(seat=Count(state.turn + 1)))
                return turn.play(state, move)
            case Rolled(values):
                return self._rolled(state, values)
            case Shuffled() if state.task is Task.SEAL:
                return replace(state, task=Task.DEAL)
            case Opened(faces) if state.task is Task.DEAL:
                return self._dealt(state, faces)
            case Left(seat):
                return leave(state, seat, open_cards=event.open)
        raise Illegal(NOT_NOW())

    def _rolled(self, state: State, values: tuple[int, ...]) -> State:
        asked = self.ask(state)
        if not isinstance(asked, Roll) or len(values) != len(asked.sides):
            raise Illegal(sentences.NO_ROLL())
        if not all(
            type(value) is int and 0 <= value < side for value, side in zip(values, asked.sides, strict=True)
        ):
            raise Illegal(sentences.WRONG_ROLL())
        match state.task:
            case Task.DRAW:
                return turn.draw(state, values)
            case Task.ROLL:
                return turn.ride(state, values[0])
            case _:
                return replace(state, turn=state.inside[values[0]], task=Task.SEAL)

    def _dealt(self, state: State, faces: Sequence[tuple[Slot, Face | None]]) -> State:
        asked = [slot for seat in state.inside for slot in state.slots(seat)]
        if [slot for slot, _ in faces] != asked or any(face is not None for _, face in faces):
            raise Illegal(sentences.WRONG_DEAL())
        return replace(state, task=Task.TURN)

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return every legal move of the seat; of routes a shortest one from either terminal."""
        return laying.moves(state, seat, known)

    def reveals(self, state: State, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:
        """Return the line card and the route card when a trip is announced."""
        if isinstance(move, tuple) and move[:1] != ("go",):
            return ()  # it is read when it is made
        deed = read(move)
        if not isinstance(deed, Go):
            return ()
        if type(seat) is not int or not 0 <= seat < state.seats:
            raise Illegal(sentences.NO_SEAT())
        line, card = state.slots(seat)
        return (line, LINE_FACES[deed.line - 1]), (card, CARD_FACES[deed.card - 1])

    def text(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the move as ``curve e6 r1``, ``pair ...``, ``pass``, ``go 5N b1 ... 5S``, ``roll`` and so on."""
        return notation.text(move)

    def read(self, state: State, seat: Seat, known: Known, text: str) -> Move:
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse(state, seat, known, text)

    def rolled(self, state: State, values: tuple[int, ...]) -> Message:
        """Return the die's face, or the tiles that were drawn."""
        return line1_words.rolled(state, values)

    def effects(self, before: State, event: Event, after: State) -> tuple[Effect, ...]:
        """Return what was exchanged, signed and linked, how long a route is, and where a tram came to."""
        return effects(before, event, after)

    def wire(self, state: State) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: State) -> None:  # noqa: ARG002
        """Return nothing: the game counts no points."""
        return

    def describe_spot(self, state: State, seat: Seat | None, known: Known, spot: str) -> Message | None:
        """Return what stands at a spot."""
        return line1_here(state, seat, known, spot)

    def words(self, state: State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
        """Return the position in sentences."""
        return line1_words.position(state, seat, known)


class Line1AsAtFirst(Line1):
    """Version 0, for the games that were begun with it: a hand that is short must take open tiles."""

    version = 0


def _result(state: State) -> Result:
    """Place the tram at home, or the last one inside, first; in a drawn game all who are inside share that place."""
    if state.why == End.HOME:
        winners: tuple[Seat, ...] = (state.turn,)
    else:
        winners = state.inside
    return Result(
        tuple(1 if seat in winners else 2 for seat in range(state.seats)), None, sentences.WHY[state.why]
    )
