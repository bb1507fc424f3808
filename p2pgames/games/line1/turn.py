"""A turn: up to two lays, then the refill of the hand; or a trip."""

from __future__ import annotations

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.games.line1 import sentences, travel
from p2pgames.games.line1.board import HAND, LAYS, LETTERS, STOP_OF, TILE, Tile
from p2pgames.games.line1.laying import is_pair, stuck, why_no_lay, why_no_pair
from p2pgames.games.line1.moves import Anew, Go, Lay, Pair, Plain, Take, read
from p2pgames.games.line1.sentences import TILE_NAMES
from p2pgames.games.line1.state import NO_SIGN, End, State, Task
from p2pgames.replace import replace


def play(state: State, move: Move) -> State:
    """Return the state after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    deed = read(move)
    if state.task is Task.TAKE:
        return _get(state, deed)
    if state.trip is not None:
        match deed:
            case Plain("roll"):
                return travel.go_on(state)
            case Anew():
                return travel.renew(state, deed)
            case _:
                raise Illegal(sentences.ROLL_OR_ANEW())
    match deed:
        case Lay():
            return _lay(state, deed)
        case Pair():
            return _pair(state, deed)
        case Plain("pass"):
            return _pass(state)
        case Go():
            return travel.begin(state, deed)
        case Anew():
            return travel.renew(state, deed)
        case Plain("roll"):
            return travel.go_on(state)
    raise Illegal(sentences.NOT_YET())


# -- laying --


def _lay(state: State, lay: Lay) -> State:
    hand = state.hands[state.turn]
    tile = TILE[lay.piece]
    if tile not in hand:
        raise Illegal(sentences.NOT_HELD(tile=TILE_NAMES[tile]))
    if not state.track.fits[lay.cell] >> lay.piece & 1:
        raise Illegal(why_no_lay(state.track, lay.cell, lay.piece))
    return _refilled(_put(state, lay, state.lays + 1))


def _pair(state: State, pair: Pair) -> State:
    if state.lays:
        raise Illegal(sentences.PAIR_ALONE())
    hand = list(state.hands[state.turn])
    for lay in (pair.one, pair.other):
        if TILE[lay.piece] not in hand:
            raise Illegal(sentences.TOO_FEW(tile=TILE_NAMES[TILE[lay.piece]]))
        hand.remove(TILE[lay.piece])
    both = pair.one.cell, pair.one.piece, pair.other.cell, pair.other.piece
    if not is_pair(state.track, *both):
        raise Illegal(why_no_pair(state.track, *both))
    return _refilled(_put(_put(state, pair.one, 1), pair.other, LAYS))


def _put(state: State, lay: Lay, lays: int) -> State:
    """Return the state with the tile on the board, the one it replaces in the hand, and a sign where one is due.

    It is lay number ``lays`` of the turn, and the last one ends a row of passes.
    """
    hand = list(state.hands[state.turn])
    hand.remove(TILE[lay.piece])
    old = state.track.cells[lay.cell]
    signs = state.signs
    if old:
        hand.append(TILE[old])
        hand.sort()
    elif letter := STOP_OF.get(lay.cell):
        at = LETTERS.index(letter)
        if signs[at] == NO_SIGN:
            signs = (*signs[:at], lay.cell, *signs[at + 1 :])
    hands = (*state.hands[: state.turn], tuple(hand), *state.hands[state.turn + 1 :])
    track, passes = state.track.put(lay.cell, lay.piece), state.passes if lays < LAYS else 0
    return replace(state, track=track, hands=hands, signs=signs, lays=lays, passes=passes)


def _refilled(state: State) -> State:
    return state if state.lays < LAYS else _refill(state)


def _pass(state: State) -> State:
    if not may_pass(state):
        raise Illegal(sentences.MUST_LAY())
    return _refill(replace(state, passes=0 if state.lays else state.passes + 1))


def may_pass(state: State) -> bool:
    """Return whether the seat at turn has nothing to lay or exchange, and so ends its turn."""
    return stuck(state.track, state.hands[state.turn], second=state.lays > 0)


# -- the hand --


def _refill(state: State) -> State:
    """Return the state in which the next tile comes into the hand at turn, or the next turn if it is full."""
    missing, stack = HAND - len(state.hands[state.turn]), sum(state.stack)
    if missing and state.open_hands and (state.always or not stack):
        return replace(state, task=Task.TAKE)
    if missing and stack:
        return replace(state, task=Task.DRAW, drawing=min(missing, stack))
    return pass_on(state)


def _get(state: State, deed: object) -> State:
    """Return the state after the seat at turn has taken a tile, or chosen to draw one."""
    match deed:
        case Plain("draw"):
            if not sum(state.stack):
                raise Illegal(sentences.STACK_EMPTY())
            return replace(state, task=Task.DRAW, drawing=1)
        case Plain("pass") if state.may_leave:
            if sum(state.stack):
                raise Illegal(sentences.REFILL())
            return pass_on(state)
        case Take(owner, tile):
            if owner not in state.open_hands:
                raise Illegal(sentences.TAKEN_FROM())
            if tile not in state.hands[owner]:
                raise Illegal(sentences.NOT_AMONG(tile=TILE_NAMES[tile]))
            return _refill(_handed(state, owner, tile))
    raise Illegal(sentences.REFILL())


def _handed(state: State, owner: Seat, tile: Tile) -> State:
    hands = [list(hand) for hand in state.hands]
    hands[owner].remove(tile)
    hands[state.turn] = sorted((*hands[state.turn], tile))
    return replace(state, hands=tuple(map(tuple, hands)))


def draw(state: State, values: tuple[int, ...]) -> State:
    """Return the state after tiles were drawn: each value counts into what is left of the stack, in order of type.

    Raises `Illegal` unless there is a value for each tile, less than the number of tiles left.
    """
    stack, hand = list(state.stack), list(state.hands[state.turn])
    for value in values:
        left = value
        for tile, count in enumerate(stack):
            if left < count:
                stack[tile] -= 1
                hand.append(tile)
                break
            left -= count
    hands = (*state.hands[: state.turn], tuple(sorted(hand)), *state.hands[state.turn + 1 :])
    return _refill(replace(state, stack=tuple(stack), hands=hands, drawing=0))


def pass_on(state: State) -> State:
    """Return the state in which the next seat is at turn, or the game drawn when everybody has passed in a row."""
    inside = state.inside
    if state.passes >= len(inside) and not any(state.trips):
        return replace(state, task=Task.OVER, lays=0, drawing=0, why=End.DRAWN)
    return replace(state, task=Task.TURN, turn=state.after(state.turn), lays=0, drawing=0)


def ride(state: State, face: int) -> State:
    """Return the state after the seat at turn has rolled: it has won, or the next seat is at turn."""
    there = travel.ride(state, face)
    trip = there.trips[state.turn]
    if trip is not None and not trip.left:
        return replace(there, task=Task.OVER, why=End.HOME)
    return pass_on(replace(there, passes=0))
