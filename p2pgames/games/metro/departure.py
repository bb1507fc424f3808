"""A seat leaves: its tiles go back to the pile, which is shuffled anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from p2pgames.contract import Face, Illegal, Seat
from p2pgames.games.metro import messages
from p2pgames.games.metro.state import Held, State
from p2pgames.games.metro.tiles import ALL


def leave(state: State, seat: Seat) -> State:
    """Return the state without the seat; raise `Illegal` if it is not inside.

    Its hand returns to the pile. What is then left to draw needs a new deck, since nobody can open tiles of the
    old one without that seat; before, the hidden hands are laid open. With nothing left to draw they stay hidden.
    Who leaves at turn leaves a tile or a draw behind, so the turn always waits for the new deck before it goes on.
    """
    if type(seat) is not int or seat not in state.inside:
        raise Illegal(messages.NOT_INSIDE())
    hands = (*state.hands[:seat], (), *state.hands[seat + 1 :])
    pile = len(ALL) - state.laid - sum(map(len, hands))
    gone = replace(
        state,
        out=tuple(sorted((*state.out, seat))),
        hands=hands,
        drawing=tuple(each for each in state.drawing if each != seat),
        drew=state.drew and seat != state.turn,
    )
    if pile:
        gone = replace(gone, deck=state.deck + 1, sealed=False, top=0, pile=pile)
    return gone


def lay_open(state: State, faces: Sequence[Face | None]) -> State:
    """Return the state with these faces for the hidden tiles of all hands, in order; `Illegal` if they cannot be."""
    left = Counter(state.unseen())
    left.subtract(face or "" for face in faces)
    if min(left.values()) < 0:
        raise Illegal(messages.TOO_MANY())
    shown = iter(faces)
    hands = tuple(
        tuple(held if held.face else Held(held.slot, next(shown) or "") for held in hand)
        for hand in state.hands
    )
    return replace(state, hands=hands)
