"""The rules of Line 1, versions 0 and 1: what is asked for, and what every event does.

They differ in one thing: once the stack is empty, version 1 lets a player leave open tiles where they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from p2pgames.contract import (
    Ask,
    Choose,
    Effect,
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
from p2pgames.games.line1 import board, notation, sentences, turns, words
from p2pgames.games.line1.info import Line1Info
from p2pgames.games.line1.sentences import TILE_NAMES, piece_name
from p2pgames.games.line1.state import (
    CARD_FACES,
    LINE_FACES,
    NO_SIGN,
    Line1End,
    Line1State,
    Line1Task,
    drawn_tiles,
    wire,
)
from p2pgames.games.line1.turns import (
    BeginTrip,
    Line1Lay,
    PairExchange,
    RenewTrip,
    TakeTile,
    WordMove,
    is_pair,
    read_deed,
    stuck,
    why_no_lay,
    why_no_pair,
)
from p2pgames.games.line1.words import stops_of
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Count, Message, PlaceName, SeatName

# A seat leaves: its tiles stay, open to all; its tram and its turns are gone.


# A turn: up to two lays, then the refill of the hand; or a trip.


def play_move(state: Line1State, move: Move) -> Line1State:
    """Return the state after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    deed = read_deed(move)
    if state.task is Line1Task.TAKE:
        return _get(state, deed)
    if state.trip is not None:
        match deed:
            case WordMove("roll"):
                return turns.go_on(state)
            case RenewTrip():
                return turns.renew_trip(state, deed)
            case _:
                raise Illegal(sentences.ROLL_OR_ANEW())
    match deed:
        case Line1Lay():
            return _lay(state, deed)
        case PairExchange():
            return _pair(state, deed)
        case WordMove("pass"):
            if not may_pass(state):
                raise Illegal(sentences.MUST_LAY())
            return _refill(replace(state, passes=0 if state.lays else state.passes + 1))
        case BeginTrip():
            return turns.begin_trip(state, deed)
        case RenewTrip():
            return turns.renew_trip(state, deed)
        case WordMove("roll"):
            return turns.go_on(state)
    raise Illegal(sentences.NOT_YET())


# -- laying --


def _lay(state: Line1State, lay: Line1Lay) -> Line1State:
    hand = state.hands[state.turn]
    tile = board.TILE[lay.piece]
    if tile not in hand:
        raise Illegal(sentences.NOT_HELD(tile=TILE_NAMES[tile]))
    if not state.track.fits[lay.cell] >> lay.piece & 1:
        raise Illegal(why_no_lay(state.track, lay.cell, lay.piece))
    return _refilled(_put(state, lay, state.lays + 1))


def _pair(state: Line1State, pair: PairExchange) -> Line1State:
    if state.lays:
        raise Illegal(sentences.PAIR_ALONE())
    hand = list(state.hands[state.turn])
    for lay in (pair.one, pair.other):
        if board.TILE[lay.piece] not in hand:
            raise Illegal(sentences.TOO_FEW(tile=TILE_NAMES[board.TILE[lay.piece]]))
        hand.remove(board.TILE[lay.piece])
    both = pair.one.cell, pair.one.piece, pair.other.cell, pair.other.piece
    if not is_pair(state.track, *both):
        raise Illegal(why_no_pair(state.track, *both))
    return _refilled(_put(_put(state, pair.one, 1), pair.other, board.LAYS))


def _put(state: Line1State, lay: Line1Lay, lays: int) -> Line1State:
    """Return the state with the tile on the board, the one it replaces in the hand, and a sign where one is due.

    It is lay number ``lays`` of the turn, and the last one ends a row of passes.
    """
    hand = list(state.hands[state.turn])
    hand.remove(board.TILE[lay.piece])
    old = state.track.cells[lay.cell]
    signs = state.signs
    if old:
        hand.append(board.TILE[old])
        hand.sort()
    elif letter := board.STOP_OF.get(lay.cell):
        at = board.LETTERS.index(letter)
        if signs[at] == NO_SIGN:
            signs = (*signs[:at], lay.cell, *signs[at + 1 :])
    hands = (*state.hands[: state.turn], tuple(hand), *state.hands[state.turn + 1 :])
    track, passes = state.track.put(lay.cell, lay.piece), state.passes if lays < board.LAYS else 0
    return replace(state, track=track, hands=hands, signs=signs, lays=lays, passes=passes)


def _refilled(state: Line1State) -> Line1State:
    return state if state.lays < board.LAYS else _refill(state)


def may_pass(state: Line1State) -> bool:
    """Return whether the seat at turn has nothing to lay or exchange, and so ends its turn."""
    return stuck(state.track, state.hands[state.turn], second=state.lays > 0)


# -- the hand --


def _refill(state: Line1State) -> Line1State:
    """Return the state in which the next tile comes into the hand at turn, or the next turn if it is full."""
    missing, stack = board.HAND - len(state.hands[state.turn]), sum(state.stack)
    if missing and state.open_hands and (state.always or not stack):
        return replace(state, task=Line1Task.TAKE)
    if missing and stack:
        return replace(state, task=Line1Task.DRAW, drawing=min(missing, stack))
    return pass_on(state)


def _get(state: Line1State, deed: object) -> Line1State:
    """Return the state after the seat at turn has taken a tile, or chosen to draw one."""
    match deed:
        case WordMove("draw"):
            if not sum(state.stack):
                raise Illegal(sentences.STACK_EMPTY())
            return replace(state, task=Line1Task.DRAW, drawing=1)
        case WordMove("pass") if state.may_leave:
            if sum(state.stack):
                raise Illegal(sentences.REFILL())
            return pass_on(state)
        case TakeTile(owner, tile):
            if owner not in state.open_hands:
                raise Illegal(sentences.TAKEN_FROM())
            if tile not in state.hands[owner]:
                raise Illegal(sentences.NOT_AMONG(tile=TILE_NAMES[tile]))
            return _refill(_handed(state, owner, tile))
    raise Illegal(sentences.REFILL())


def _handed(state: Line1State, owner: Seat, tile: board.Tile) -> Line1State:
    hands = [list(hand) for hand in state.hands]
    hands[owner].remove(tile)
    hands[state.turn] = sorted((*hands[state.turn], tile))
    return replace(state, hands=tuple(map(tuple, hands)))


def draw_tiles(state: Line1State, values: tuple[int, ...]) -> Line1State:
    """Return the state after the seat at turn has drawn the tiles that a roll of these values stands for."""
    stack, drawn = list(state.stack), drawn_tiles(state, values)
    for tile in drawn:
        stack[tile] -= 1
    hand = tuple(sorted((*state.hands[state.turn], *drawn)))
    hands = (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])
    return _refill(replace(state, stack=tuple(stack), hands=hands, drawing=0))


def pass_on(state: Line1State) -> Line1State:
    """Return the state in which the next seat is at turn, or the game drawn when everybody has passed in a row."""
    inside = state.inside
    if state.passes >= len(inside) and not any(state.trips):
        return replace(state, task=Line1Task.OVER, lays=0, drawing=0, why=Line1End.DRAWN)
    return replace(state, task=Line1Task.TURN, turn=state.after(state.turn), lays=0, drawing=0)


def ride(state: Line1State, face: int) -> Line1State:
    """Return the state after the seat at turn has rolled: it has won, or the next seat is at turn."""
    there = turns.ride_on(state, face)
    trip = there.trips[state.turn]
    if trip is not None and not trip.left:
        return replace(there, task=Line1Task.OVER, why=Line1End.HOME)
    return pass_on(replace(there, passes=0))


def leave_game(state: Line1State, seat: Seat, *, open_cards: bool) -> Line1State:
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
        return replace(gone, task=Line1Task.OVER, drawing=0, lays=0, why=Line1End.ALONE)
    if state.task in (Line1Task.SEAL, Line1Task.DEAL) and not open_cards:
        gone = replace(gone, task=Line1Task.SEAL, deck=state.deck + 1)
    if seat != state.turn:
        return gone
    dealt = state.task not in (Line1Task.BEGIN, Line1Task.SEAL, Line1Task.DEAL)
    return pass_on(gone) if dealt else replace(gone, turn=gone.after(seat))


# What came of an event: what was exchanged, signed and linked, how long a route is, where a tram came to.


def event_effects(before: Line1State, event: Event, after: Line1State) -> tuple[Effect, ...]:
    """Return what came of an event; the game counts no points."""
    match event:
        case Moved(seat, move):
            return tuple(_done(before, seat, move, after))
        case Rolled() if before.task is Line1Task.ROLL:
            return tuple(_rode(before.turn, after))
    return ()


def _done(before: Line1State, seat: Seat, move: Move, after: Line1State) -> Iterator[Effect]:
    match read_deed(move):
        case Line1Lay(_, cell):
            yield from _laid(before, after, cell)
        case PairExchange(one, other):
            yield from _laid(before, after, one.cell, other.cell)
        case BeginTrip(line, card, route):
            stops, length = stops_of(before, line, card), Count(len(route) - 1)
            halts = _halts(before, route)
            yield Effect(sentences.GOES(line=Count(line), stops=stops, spaces=length, halts=halts), seat)
        case RenewTrip(route):
            spaces = Count(len(route) - 1)
            yield Effect(sentences.GOES_ANEW(spaces=spaces, halts=_halts(before, route)), seat)
        case TakeTile(owner, _):
            yield Effect(sentences.FROM_PLAYER(player=SeatName(owner)), seat)
        case WordMove("pass") if before.task is Line1Task.TAKE:
            yield Effect(sentences.LEAVES_TILES(), seat)
        case WordMove("pass"):
            yield Effect(sentences.NOTHING_TO_LAY(), seat)
        case WordMove("draw"):
            yield Effect(sentences.ONE_OF(number=Count(sum(before.stack))), seat)
        case _:
            if (trip := before.trips[seat]) is not None:
                yield Effect(sentences.TO_GO(count=Count(trip.left)), seat)


# Which stops and terminals new tiles link: a tram can now go from one to the other without passing a third.

_TERMINALS = {board.CELLS + at: name for at, name in enumerate(board.TERMINAL_NAMES)}


def linked(before: Line1State, after: Line1State, laid: Iterable[board.Cell]) -> list[tuple[str, str]]:
    """Return the names of those that were not linked before tiles were laid on these cells, in order."""
    cells, ends = after.track.cells, _ends(after)
    found = {pair for cell in laid for pair in _through(cells, ends, cell)}
    was, old = before.track.cells, _ends(before)
    new = (pair for pair in found if pair[1] not in _near(was, old, _leaving(was, pair[0])))
    named = ((ends[one], ends[other]) for one, other in new)
    return sorted((min(pair), max(pair)) for pair in named)


def _ends(state: Line1State) -> Mapping[board.Space, str]:
    """Return where links end: stops that have their sign, and terminals."""
    signs = {cell: letter for letter, cell in zip(board.LETTERS, state.signs, strict=True) if cell != NO_SIGN}
    return signs | _TERMINALS


def _through(
    cells: bytes, ends: Mapping[board.Space, str], cell: board.Cell
) -> Iterator[tuple[board.Space, board.Space]]:
    """Yield each link that begins at a cell or leads through it, the lower space first."""
    for one, other in board.LINKS[cells[cell]]:
        there, here = (_near(cells, ends, _out(cells, cell, side)) for side in (one, other))
        pairs = product({cell}, here | there) if cell in ends else product(here, there)
        yield from ((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1])


def _near(cells: bytes, ends: Mapping[board.Space, str], doors: Iterable[board.Door]) -> set[board.Space]:
    """Return where links end on which a tram goes on by one of these doors."""
    found: set[board.Space] = set()
    seen = set(doors)
    coming = list(seen)
    while coming:
        door = coming.pop()
        if (space := board.space_of(door)) in ends:
            found.add(space)
            continue
        new = [onward for onward in board.following(cells, door) if onward not in seen]
        seen.update(new)
        coming += new
    return found


def _leaving(cells: bytes, space: board.Space) -> list[board.Door]:
    """Return by which doors a tram may go on that leaves a space."""
    if board.is_terminal(space):
        return [door for door in board.OUT[space - board.CELLS] if cells[door >> 2]]
    sides = {side for link in board.LINKS[cells[space]] for side in link}
    return [door for side in sides for door in _out(cells, space, side)]


def _out(cells: bytes, cell: board.Cell, side: int) -> list[board.Door]:
    """Return the door across a side of a laid cell, if a tram can go on there."""
    door = board.ONWARD[4 * cell + side]
    return [door] if door >= 4 * board.CELLS or (door >= 0 and cells[door >> 2]) else []


def _laid(before: Line1State, after: Line1State, *cells: board.Cell) -> Iterator[Effect]:
    """Yield the tiles that were exchanged, a sign that was set, and the stops and terminals that were linked."""
    for cell in cells:
        if old := before.track.cells[cell]:
            yield Effect(sentences.IN_EXCHANGE(tile=piece_name(old)), where=board.NAMES[cell])
        elif after.signs != before.signs:
            yield Effect(sentences.GETS_SIGN(letter=PlaceName(board.STOP_OF[cell])), where=board.NAMES[cell])
    for one, other in linked(before, after, cells):
        yield Effect(sentences.LINKS(one=PlaceName(one), other=PlaceName(other)), where=board.NAMES[cells[0]])


def _rode(seat: Seat, after: Line1State) -> Iterator[Effect]:
    """Yield where a tram came to."""
    if (trip := after.trips[seat]) is None:
        return
    space = trip.route[trip.at]
    here, left = PlaceName(board.SPACE_NAMES[space]), Count(trip.left)
    if not trip.left:
        what = sentences.COMES_HOME(terminal=here)
    elif space in after.signs:
        letter = PlaceName(board.LETTERS[after.signs.index(space)])
        what = sentences.AT_STOP(letter=letter, space=here, count=left)
    else:
        what = sentences.COMES_TO(space=here, count=left)
    yield Effect(what, seat, where=here.name)


def _halts(state: Line1State, route: board.Route) -> PlaceName:
    """Return where an H may stop a tram: the letters of stops, and terminals."""
    signs = {cell: letter for letter, cell in zip(board.LETTERS, state.signs, strict=True) if cell != NO_SIGN}
    halts = (space for space in route[1:] if space in signs or board.is_terminal(space))
    return PlaceName(" ".join(signs.get(space) or board.SPACE_NAMES[space] for space in halts))


class Line1(Line1Info, Rules[Line1State]):
    """Line 1 by Stefan Dorra: two to five players, secret line and route cards, one event for each lay."""

    @property
    def data(self) -> bytes:
        """The board, the tiles and the cards."""
        return board.DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> Line1State:
        """Return the empty board with a hand for everybody; the coin says who begins, unless ``first`` is given."""
        chosen = resolve_options(self, seats, options, first)
        return Line1State(
            seats=seats,
            always=chosen["traveller_tiles"] == "always",
            track=board.bare(chosen["pockets"] == "strict"),
            hands=(board.START,) * seats,
            trips=(None,) * seats,
            task=Line1Task.BEGIN if first is None else Line1Task.SEAL,
            turn=-1 if first is None else first,
            may_leave=self.version > 0,
        )

    def ask(self, state: Line1State) -> Ask:
        """Ask who begins, for the cards, then for moves, tiles and the die."""
        match state.task:
            case Line1Task.TURN | Line1Task.TAKE:
                return Choose(state.turn)
            case Line1Task.DRAW:
                left = sum(state.stack)
                return Roll(tuple(range(left, left - state.drawing, -1)), state.turn)
            case Line1Task.ROLL:
                return Roll((len(board.DIE),), state.turn)
            case Line1Task.BEGIN:
                return Roll((len(state.inside),))
            case Line1Task.SEAL:
                return Shuffle(tuple(zip(state.deck_names, (LINE_FACES, CARD_FACES), strict=True)))
            case Line1Task.DEAL:
                return Open(tuple((slot, seat) for seat in state.inside for slot in state.slots(seat)))
            case Line1Task.OVER:
                if state.why == Line1End.HOME:
                    winners: tuple[Seat, ...] = (state.turn,)
                else:
                    winners = state.inside
                return Over(
                    Result(
                        tuple(1 if seat in winners else 2 for seat in range(state.seats)),
                        None,
                        sentences.WHY[state.why],
                    )
                )

    def apply(self, state: Line1State, event: Event) -> Line1State:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        if state.task is Line1Task.OVER:
            raise Illegal(GAME_OVER())
        match event:
            case Moved(seat, move) if state.task in (Line1Task.TURN, Line1Task.TAKE):
                if type(seat) is not int or seat != state.turn:
                    raise Illegal(sentences.TURN_OF(seat=Count(state.turn + 1)))
                return play_move(state, move)
            case Rolled(values):
                return self._rolled(state, values)
            case Shuffled() if state.task is Line1Task.SEAL:
                return replace(state, task=Line1Task.DEAL)
            case Opened(faces) if state.task is Line1Task.DEAL:
                return self._dealt(state, faces)
            case Left(seat):
                return leave_game(state, seat, open_cards=event.open)
        raise Illegal(NOT_NOW())

    def _rolled(self, state: Line1State, values: tuple[int, ...]) -> Line1State:
        asked = self.ask(state)
        if not isinstance(asked, Roll) or len(values) != len(asked.sides):
            raise Illegal(sentences.NO_ROLL())
        if not all(
            type(value) is int and 0 <= value < side for value, side in zip(values, asked.sides, strict=True)
        ):
            raise Illegal(sentences.WRONG_ROLL())
        match state.task:
            case Line1Task.DRAW:
                return draw_tiles(state, values)
            case Line1Task.ROLL:
                return ride(state, values[0])
            case _:
                return replace(state, turn=state.inside[values[0]], task=Line1Task.SEAL)

    def _dealt(self, state: Line1State, faces: Sequence[tuple[Slot, Face | None]]) -> Line1State:
        asked = [slot for seat in state.inside for slot in state.slots(seat)]
        if [slot for slot, _ in faces] != asked or any(face is not None for _, face in faces):
            raise Illegal(sentences.WRONG_DEAL())
        return replace(state, task=Line1Task.TURN)

    def moves(self, state: Line1State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return every legal move of the seat; of routes a shortest one from either terminal."""
        return turns.legal_moves(state, seat, known)

    def reveals(self, state: Line1State, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:
        """Return the line card and the route card when a trip is announced."""
        if isinstance(move, tuple) and move[:1] != ("go",):
            return ()  # it is read when it is made
        deed = read_deed(move)
        if not isinstance(deed, BeginTrip):
            return ()
        if type(seat) is not int or not 0 <= seat < state.seats:
            raise Illegal(sentences.NO_SEAT())
        line, card = state.slots(seat)
        return (line, LINE_FACES[deed.line - 1]), (card, CARD_FACES[deed.card - 1])

    def text(self, state: Line1State, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the move as ``curve e6 r1``, ``pair ...``, ``pass``, ``go 5N b1 ... 5S``, ``roll`` and so on."""
        return notation.move_text(move)

    def read(self, state: Line1State, seat: Seat, known: Known, text: str) -> Move:
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse_move(state, seat, known, text)

    def rolled(self, state: Line1State, values: tuple[int, ...]) -> Message:
        """Return the die's face, or the tiles that were drawn."""
        return words.rolled(state, values)

    def effects(self, before: Line1State, event: Event, after: Line1State) -> tuple[Effect, ...]:
        """Return what was exchanged, signed and linked, how long a route is, and where a tram came to."""
        return event_effects(before, event, after)

    def wire(self, state: Line1State) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: Line1State) -> None:  # noqa: ARG002
        """Return nothing: the game counts no points."""
        return

    def describe_spot(self, state: Line1State, seat: Seat | None, known: Known, spot: str) -> Message | None:
        """Return what stands at a spot."""
        return words.describe_spot(state, seat, known, spot)

    def words(self, state: Line1State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
        """Return the position in sentences."""
        return words.position_in_words(state, seat, known)


class Line1AsAtFirst(Line1):
    """Version 0, for the games that were begun with it: a hand that is short must take open tiles."""

    version = 0


VERSIONS: Final = {0: Line1AsAtFirst(), 1: Line1()}
