"""A tiny game for 2 to 4 seats with hidden cards; tables with sealed decks are tested with it (README of the vectors).

Six cards count 1 to 6. Everybody holds one that nobody else sees. At turn a seat shows its card, scores it and
draws the next one; or it turns over one of two extras for all to see, and scores that. The game is over when
all cards are shown. The cards of who leaves go back to the pile, which is shuffled anew; the card of who leaves with
its keys open to all stays with it, face up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pgames.contract import (
    Choose,
    Illegal,
    Left,
    Moved,
    Open,
    Opened,
    Over,
    Result,
    Roll,
    Rolled,
    Rules,
    Shuffle,
    Shuffled,
)
from p2pgames.text import as_it_is

CARDS = ("1", "2", "3", "4", "5", "6")
EXTRAS = ("2", "4")
NONE = (0, 0, "")


@dataclass(frozen=True, slots=True)
class State:
    """``hands``: for each seat the number of the deck (0: no card), the position, the face once all have seen it."""

    points: tuple[int, ...]
    hands: tuple[tuple[int, int, str], ...]
    shown: tuple[str, ...] = ()
    extras: int = 0
    gone: tuple[int, ...] = ()
    turn: int = -1
    deck: int = 1
    sealed: bool = False
    top: int = 0
    pile: int = len(CARDS)
    drawing: tuple[int, ...] = ()
    turning: bool = False

    @property
    def inside(self):
        return tuple(seat for seat in range(len(self.points)) if seat not in self.gone)

    def left(self):
        """The faces that nobody has seen."""
        seen = [*self.shown, *(face for _, _, face in self.hands)]
        return tuple(face for face in CARDS if face not in seen)

    def to_open(self):
        """The slots of cards that are to be opened to all: of who left, and before cards are shuffled anew of all."""
        closed = (hand for s, hand in enumerate(self.hands) if s in self.gone or not self.sealed)
        return tuple((f"cards-{deck}", at) for deck, at, face in closed if deck and not face)

    def plays(self, seat):
        return seat in self.inside and (self.hands[seat][0] > 0 or seat in self.drawing)

    def next(self):
        """The next seat that plays, from the one after the one at turn on."""
        seats = len(self.points)
        order = [(self.turn + 1 + i) % seats for i in range(seats)]
        return replace(self, turn=next((seat for seat in order if self.plays(seat)), self.turn))


class Six(Rules[State]):
    name, version, players, decks, data = "six", 0, range(2, 5), True, b"six"

    def start(self, seats, options, first=None):
        turn = -1 if first is None else first
        return State((0,) * seats, (NONE,) * seats, turn=turn, drawing=tuple(range(seats)))

    def ask(self, state):
        if len(state.inside) == 1 or not any(map(state.plays, state.inside)):
            return Over(result(state))
        if state.turn < 0:
            return Roll((len(state.inside),))
        if hidden := state.to_open():
            return Open(tuple((slot, None) for slot in hidden))
        if not state.sealed:
            extras = (("extras", EXTRAS),) if state.deck == 1 else ()
            return Shuffle(((f"cards-{state.deck}", state.left()), *extras))
        if state.drawing:
            return Open(
                tuple(
                    ((f"cards-{state.deck}", at), None if s in state.gone else s)
                    for at, s in enumerate(state.drawing, state.top)
                )
            )
        if state.turning:
            return Open(((("extras", state.extras), None),))
        return Choose(state.turn)

    def apply(self, state, event):
        match self.ask(state), event:
            case Over(), _:
                raise Illegal(as_it_is("The game is over."))
            case _, Left(seat, _, is_open) if seat in state.inside:
                return leave_open(state, seat) if is_open else leave(state, seat)
            case Roll((sides,)), Rolled((value,)) if 0 <= value < sides:
                return replace(state, turn=state.inside[value])
            case Shuffle(), Shuffled():
                return replace(state, sealed=True)
            case Open(slots), Opened(faces) if [slot for slot, _ in faces] == [slot for slot, _ in slots]:
                return opened(state, [face for _, face in faces])
            case Choose(seat), Moved(mover, move) if mover == seat:
                return moved(state, seat, move)
        raise Illegal(as_it_is("That is not what is asked for."))

    def reveals(self, state, seat, move):
        match move:
            case ("show", str(face)) if state.hands[seat][0] and not state.hands[seat][2]:
                return (((f"cards-{state.hands[seat][0]}", state.hands[seat][1]), face),)
        return ()

    def moves(self, state, seat, known):
        if self.ask(state) != Choose(seat):
            return ()
        deck, at, face = state.hands[seat]
        face = face or known.get((f"cards-{deck}", at), "")
        turn = (("turn",),) if state.extras < len(EXTRAS) and state.deck == 1 else ()
        return ((("show", face),) if face else ()) + turn

    def text(self, state, seat, move):
        return " ".join(move)

    def read(self, state, seat, known, text):
        move = tuple(text.split())
        if move not in self.moves(state, seat, known):
            raise Illegal(as_it_is("Show your card as in show 3, or turn an extra: turn."))
        return move

    def wire(self, state):
        return (
            state.points, state.hands, state.shown, state.extras, state.gone, state.turn, state.deck,
            state.sealed, state.top, state.pile, state.drawing, state.turning,
        )  # fmt: skip

    def scores(self, state):
        return state.points

    def words(self, state, seat, known):
        return (as_it_is(f"Points: {state.points}."), as_it_is(f"You know {sorted(known.values())}."))


def opened(state, faces):
    if slots := state.to_open():
        shown = dict(zip(slots, faces, strict=True))
        hands = tuple((d, at, face or shown.get((f"cards-{d}", at), "")) for d, at, face in state.hands)
        return replace(state, hands=hands)
    if state.turning:
        done = replace(state, extras=state.extras + 1, turning=False)
        return score(done, state.turn, int(faces[0])).next()
    hands = list(state.hands)
    for (at, seat), face in zip(enumerate(state.drawing, state.top), faces, strict=True):
        hands[seat] = (state.deck, at, face or "")
    count = len(state.drawing)
    return replace(state, hands=tuple(hands), drawing=(), top=state.top + count, pile=state.pile - count)


def moved(state, seat, move):
    deck, _, face = state.hands[seat]
    match move:
        case ("show", str(said)) if deck and said in ((face,) if face else state.left()):
            hands = tuple(NONE if s == seat else hand for s, hand in enumerate(state.hands))
            drawing = (seat,) if state.pile else ()
            done = replace(state, hands=hands, shown=(*state.shown, said), drawing=drawing)
            return score(done, seat, int(said)).next()
        case ("turn",) if state.extras < len(EXTRAS) and state.deck == 1:
            return replace(state, turning=True)
    raise Illegal(as_it_is("Show your card, or turn an extra."))


def score(state, seat, points):
    return replace(state, points=tuple(p + points * (s == seat) for s, p in enumerate(state.points)))


def leave(state, seat):
    hands = tuple(NONE if s == seat else hand for s, hand in enumerate(state.hands))
    drawing = tuple(s for s in state.drawing if s not in (seat, *state.gone))
    pile = len(CARDS) - len(state.shown) - sum(deck > 0 for deck, _, _ in hands)
    gone = replace(
        state, hands=hands, drawing=drawing, gone=tuple(sorted((*state.gone, seat))), turning=False, pile=pile
    )
    if pile:
        gone = replace(gone, deck=state.deck + 1, sealed=False, top=0)
    return gone.next() if state.turn in gone.gone else gone


def leave_open(state, seat):
    drawing = state.drawing if state.sealed else tuple(s for s in state.drawing if s != seat)
    gone = replace(state, gone=tuple(sorted((*state.gone, seat))), drawing=drawing)
    return gone.next() if state.turn in gone.gone and not state.turning else gone


def result(state):
    ranks = [(seat in state.gone, -points) for seat, points in enumerate(state.points)]
    return Result(
        tuple(1 + sum(o < r for o in ranks) for r in ranks), state.points, as_it_is("No card is left.")
    )


SIX = Six()


def rules_of(_name, _version):
    """The rules of the test's game."""
    return SIX
