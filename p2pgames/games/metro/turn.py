"""A turn: lay a tile, or draw one more and lay that one; then refill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2pgames.contract import Face, Illegal, Move, Seat
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import COPIES, NOBODY, put, refusal
from p2pgames.games.metro.lines import changes
from p2pgames.games.metro.notation import Lay, read
from p2pgames.games.metro.state import Held, State
from p2pgames.replace import replace
from p2pgames.text import FaceName


def choice(state: State) -> range:
    """Return which tiles of the hand at turn may be laid: all of them, or only the one just drawn."""
    count = len(state.hands[state.turn])
    return range(count - 1, count) if state.drew else range(count)


def may_draw(state: State) -> bool:
    """Return whether the seat at turn may draw one more: once a turn, from a pile that is not empty."""
    return not state.drew and state.pile > 0


def play(state: State, move: Move) -> State:
    """Return the state after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    lay = read(move)
    if lay is not None:
        _check(state, state.hands[state.turn], lay)
        return laid(state, lay)
    if state.drew:
        raise Illegal(sentences.DRAWN_LAY_IT())
    if not state.pile:
        raise Illegal(sentences.PILE_EMPTY())
    return one_more(state)


def one_more(state: State) -> State:
    """Return the state in which the seat at turn, which may, is to draw one more tile."""
    return _drawn(replace(state, drew=True, drawing=(state.turn,)))


def draw(state: State, faces: Sequence[Face | None]) -> State:
    """Return the state after the tiles asked for came to their seats, unseen by others, and the turn goes on."""
    count = len(faces)
    asked = state.drawing[:count]
    if any((face is None) != (seat != NOBODY) for seat, face in zip(asked, faces, strict=True)):
        raise Illegal(sentences.OWNER_ALONE())
    tiles = [Held((state.deck_name, at), face or "") for at, face in enumerate(faces, state.top)]
    opened = tuple(tile for tile in tiles if tile.face)
    closed = [(seat, tile) for seat, tile in zip(asked, tiles, strict=True) if not tile.face]
    hands, pile = _dealt(state, closed)
    return proceed(
        replace(
            state,
            drawing=state.drawing[count:],
            hands=hands,
            top=state.top + count,
            pile=pile,
            under=(*state.under, *opened),
        )
    )


def _drawn(state: State) -> State:
    """Return the state in which the tiles that are drawn from under the pile are in the hands: they need no opening."""
    if state.closed or not state.drawing:
        return state
    count = len(state.drawing)
    hands, pile = _dealt(state, zip(state.drawing, state.under[:count], strict=True))
    return replace(state, drawing=(), hands=hands, pile=pile, under=state.under[count:])


def _dealt(state: State, tiles: Iterable[tuple[Seat, Held]]) -> tuple[tuple[tuple[Held, ...], ...], int]:
    """Return the hands with these tiles of the pile in them, and how many are left of it."""
    hands, pile = list(state.hands), state.pile
    for seat, tile in tiles:
        hands[seat], pile = (*hands[seat], tile), pile - 1
    return tuple(hands), pile


def proceed(state: State) -> State:
    """Return the state with the turn at the first seat, from the one named on, that has or can draw a tile.

    A seat without a tile draws one, which it must lay. As long as a shuffle or a draw is asked for nothing changes.
    """
    if not state.sealed or state.to_open():
        return state
    state = _drawn(state)
    if state.drawing:
        return state
    for step in range(state.seats):
        seat = (state.turn + step) % state.seats
        if state.hands[seat]:
            return replace(state, turn=seat) if step else state
        if state.pile and seat not in state.out:
            return one_more(replace(state, turn=seat))
    return state


def laid(state: State, lay: Lay) -> State:
    """Return the state after a legal lay of the seat at turn."""
    seat = state.turn
    hand = state.hands[seat]
    piece = f"{lay.face}{lay.turns}"
    ends, lengths, points = list(state.ends), list(state.lengths), list(state.points)
    for change in changes(state, lay.cell, piece):
        ends[change.station - 1], lengths[change.station - 1] = change.end, change.after
        if change.points:
            points[change.owner] += change.points
    left = (*hand[: lay.number], *hand[lay.number + 1 :])
    missing = 0 if state.drew else min(state.size - len(left), state.pile)
    return proceed(
        replace(
            state,
            cells=put(state.cells, lay.cell, piece),
            hands=(*state.hands[:seat], left, *state.hands[seat + 1 :]),
            ends=tuple(ends),
            lengths=tuple(lengths),
            points=tuple(points),
            turn=(seat + 1) % state.seats,
            drew=False,
            drawing=(seat,) * missing,
        )
    )


def _check(state: State, hand: Sequence[Held], lay: Lay) -> None:
    if lay.number >= len(hand):
        raise Illegal(sentences.NO_SUCH_TILE())
    if lay.number not in choice(state):
        raise Illegal(sentences.DRAWN_LAY_THAT())
    held = hand[lay.number]
    if held.face and held.face != lay.face:
        raise Illegal(sentences.OTHER_FACE(held=FaceName(held.face), named=FaceName(lay.face)))
    if not held.face and state.public(lay.face) >= COPIES[lay.face]:
        raise Illegal(sentences.ALL_SEEN(face=FaceName(lay.face)))
    reason = refusal(state.cells, lay.face, lay.turns, lay.cell, free=state.free)
    if reason:
        raise Illegal(reason)
