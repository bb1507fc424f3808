"""A seat leaves: its tiles go under the pile for all to see, or back into it, which is shuffled anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from p2pgames.changed import changed
from p2pgames.contract import Face, Illegal, Seat
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import NOBODY
from p2pgames.games.metro.state import Held, State
from p2pgames.games.metro.tiles import ALL
from p2pgames.games.metro.turn import proceed


def leave(state: State, seat: Seat, *, open_hand: bool) -> State:
    """Return the state without the seat; raise `Illegal` if it is not inside.

    With an open hand its tiles go under the pile, and so does what it was drawing. Else they return to the pile: what
    is then left to draw needs a new deck, since nobody can open tiles of the old one without that seat; before, the
    hidden hands are laid open. With nothing left to draw they stay hidden.
    """
    if type(seat) is not int or seat not in state.inside:
        raise Illegal(messages.NOT_INSIDE())
    gone = changed(
        state,
        out=tuple(sorted((*state.out, seat))),
        hands=(*state.hands[:seat], (), *state.hands[seat + 1 :]),
        drew=state.drew and seat != state.turn,
    )
    return _under(gone, seat, state.hands[seat]) if open_hand else _back(gone, seat)


def _under(state: State, seat: Seat, hand: tuple[Held, ...]) -> State:
    asked = state.drawing[: state.closed] if state.sealed else ()
    drawing = (
        *(NOBODY if each == seat else each for each in asked),
        *(each for each in state.drawing[len(asked) :] if each != seat),
    )
    return proceed(changed(state, drawing=drawing, pile=state.pile + len(hand), under=(*state.under, *hand)))


def _back(state: State, seat: Seat) -> State:
    # Who leaves at turn leaves a tile or a draw behind, so the turn always waits for the new deck before it goes on.
    drawing = tuple(each for each in state.drawing if each not in (seat, NOBODY))
    back = changed(state, drawing=drawing, pile=len(ALL) - state.laid - sum(map(len, state.hands)))
    return changed(back, deck=back.deck + 1, sealed=False, top=0) if back.closed else back


def lay_open(state: State, faces: Sequence[Face | None]) -> State:
    """Return the state with these faces for the tiles that are to be laid open; `Illegal` if they cannot be."""
    left = Counter(state.unseen())
    left.subtract(face or "" for face in faces)
    if min(left.values()) < 0:
        raise Illegal(messages.TOO_MANY())
    shown = iter(faces)
    hands = state.hands if state.sealed else tuple(_shown(hand, shown) for hand in state.hands)
    return proceed(changed(state, hands=hands, under=_shown(state.under, shown)))


def _shown(tiles: tuple[Held, ...], faces: Iterator[Face | None]) -> tuple[Held, ...]:
    return tuple(held if held.face else Held(held.slot, next(faces) or "") for held in tiles)
