"""The rules of Metro, version 0: what is asked for, and what every event does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from p2pgames.games.metro import sentences, words
from p2pgames.games.metro.board import (
    ALL,
    CELLS,
    COPIES,
    DATA,
    NAMES,
    NOBODY,
    allowed_places,
    put_piece,
    refusal,
    turned,
)
from p2pgames.games.metro.info import MetroInfo
from p2pgames.games.metro.state import (
    DRAW,
    Held,
    MetroLay,
    MetroState,
    changes,
    face_of,
    lay_move,
    may_be_laid,
    may_draw,
    read_lay,
    wire,
)
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Count, FaceName, Message, Verbatim

# A seat leaves: its tiles go under the pile for all to see, or back into it, which is shuffled anew.


def leave_game(state: MetroState, seat: Seat, *, open_hand: bool) -> MetroState:
    """Return the state without the seat; raise `Illegal` if it is not inside.

    With an open hand its tiles go under the pile, and so does what it was drawing. Else they return to the pile: what
    is then left to draw needs a new deck, since nobody can open tiles of the old one without that seat; before, the
    hidden hands are laid open. With nothing left to draw they stay hidden.
    """
    if type(seat) is not int or seat not in state.inside:
        raise Illegal(sentences.NOT_INSIDE())
    gone = replace(
        state,
        out=tuple(sorted((*state.out, seat))),
        hands=(*state.hands[:seat], (), *state.hands[seat + 1 :]),
        drew=state.drew and seat != state.turn,
    )
    return _under(gone, seat, state.hands[seat]) if open_hand else _back(gone, seat)


# A turn of Metro: lay a tile, or draw one more and lay that; then refill. And how its moves are written.

# How moves are written: ``a6``, ``2 a6`` from a bigger hand, ``2 a6 r1`` with a rotation, ``draw``.

_LAY: Final = re.compile(r"(?:([0-9]{1,3}|[abcd]{4})\s+)?([a-h])\s*([1-8])(?:\s*r\s*([0-9]))?")


def lay_text(state: MetroState, seat: Seat, move: Move) -> str:
    """Return a legal move as it is typed; the tile's number only where there are several to choose from."""
    lay = read_lay(move)
    if lay is None:
        return "draw"
    several = len(state.hands[seat]) > 1 and not state.drew
    words = [str(lay.number + 1)] if several else []
    return " ".join([*words, NAMES[lay.cell], *([f"r{lay.turns}"] if lay.turns else [])])


def parse_move(state: MetroState, seat: Seat, known: Known, text: str) -> Move:
    """Return the move that is typed, legal or not; raise `Illegal` if the text names none."""
    typed = " ".join(text.lower().split())
    if len(typed) > 1 and "draw".startswith(typed):
        return DRAW
    found = _LAY.fullmatch(typed)
    if found is None:
        raise Illegal(sentences.NOT_A_MOVE())
    tile, col, row, rotation = found.groups()
    number = _number(state, seat, known, tile)
    held = state.hands[seat][number]
    face = face_of(held, known)
    turns = int(rotation or 0)
    if turns > 3:
        raise Illegal(sentences.ROTATION_IS())
    same = next(less for less in range(4) if turned(face, less) == turned(face, turns))
    return MetroLay(number, face, CELLS[col + row], same if state.free else turns).move


def _number(state: MetroState, seat: Seat, known: Known, tile: str | None) -> int:
    hand = state.hands[seat]
    if tile is None:
        if state.drew or len(hand) == 1:
            return len(hand) - 1
        raise Illegal(sentences.WHICH_TILE(last=Count(len(hand))))
    meant = [number for number, held in enumerate(hand) if tile in (str(number + 1), face_of(held, known))]
    if not meant:
        raise Illegal(sentences.NOT_YOURS(tile=Verbatim(tile)))
    return meant[-1] if state.drew else meant[0]


def play_move(state: MetroState, move: Move) -> MetroState:
    """Return the state after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    lay = read_lay(move)
    if lay is not None:
        _check(state, state.hands[state.turn], lay)
        return laid(state, lay)
    if state.drew:
        raise Illegal(sentences.DRAWN_LAY_IT())
    if not state.pile:
        raise Illegal(sentences.PILE_EMPTY())
    return one_more(state)


def one_more(state: MetroState) -> MetroState:
    """Return the state in which the seat at turn, which may, is to draw one more tile."""
    return _drawn(replace(state, drew=True, drawing=(state.turn,)))


def draw_tiles(state: MetroState, faces: Sequence[Face | None]) -> MetroState:
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


def _drawn(state: MetroState) -> MetroState:
    """Return the state in which the tiles that are drawn from under the pile are in the hands: they need no opening."""
    if state.closed or not state.drawing:
        return state
    count = len(state.drawing)
    hands, pile = _dealt(state, zip(state.drawing, state.under[:count], strict=True))
    return replace(state, drawing=(), hands=hands, pile=pile, under=state.under[count:])


def _dealt(state: MetroState, tiles: Iterable[tuple[Seat, Held]]) -> tuple[tuple[tuple[Held, ...], ...], int]:
    """Return the hands with these tiles of the pile in them, and how many are left of it."""
    hands, pile = list(state.hands), state.pile
    for seat, tile in tiles:
        hands[seat], pile = (*hands[seat], tile), pile - 1
    return tuple(hands), pile


def proceed(state: MetroState) -> MetroState:
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


def laid(state: MetroState, lay: MetroLay) -> MetroState:
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
            cells=put_piece(state.cells, lay.cell, piece),
            hands=(*state.hands[:seat], left, *state.hands[seat + 1 :]),
            ends=tuple(ends),
            lengths=tuple(lengths),
            points=tuple(points),
            turn=(seat + 1) % state.seats,
            drew=False,
            drawing=(seat,) * missing,
        )
    )


def _check(state: MetroState, hand: Sequence[Held], lay: MetroLay) -> None:
    if lay.number >= len(hand):
        raise Illegal(sentences.NO_SUCH_TILE())
    if lay.number not in may_be_laid(state):
        raise Illegal(sentences.DRAWN_LAY_THAT())
    held = hand[lay.number]
    if held.face and held.face != lay.face:
        raise Illegal(sentences.OTHER_FACE(held=FaceName(held.face), named=FaceName(lay.face)))
    if not held.face and state.public(lay.face) >= COPIES[lay.face]:
        raise Illegal(sentences.ALL_SEEN(face=FaceName(lay.face)))
    reason = refusal(state.cells, lay.face, lay.turns, lay.cell, free=state.free)
    if reason:
        raise Illegal(reason)


def _under(state: MetroState, seat: Seat, hand: tuple[Held, ...]) -> MetroState:
    asked = state.drawing[: state.closed] if state.sealed else ()
    drawing = (
        *(NOBODY if each == seat else each for each in asked),
        *(each for each in state.drawing[len(asked) :] if each != seat),
    )
    return proceed(replace(state, drawing=drawing, pile=state.pile + len(hand), under=(*state.under, *hand)))


def _back(state: MetroState, seat: Seat) -> MetroState:
    # Who leaves at turn leaves a tile or a draw behind, so the turn always waits for the new deck before it goes on.
    drawing = tuple(each for each in state.drawing if each not in (seat, NOBODY))
    back = replace(state, drawing=drawing, pile=len(ALL) - state.laid - sum(map(len, state.hands)))
    return replace(back, deck=back.deck + 1, sealed=False, top=0) if back.closed else back


def lay_open(state: MetroState, faces: Sequence[Face | None]) -> MetroState:
    """Return the state with these faces for the tiles that are to be laid open; `Illegal` if they cannot be."""
    left = Counter(state.unseen())
    left.subtract(face or "" for face in faces)
    if min(left.values()) < 0:
        raise Illegal(sentences.TOO_MANY())
    shown = iter(faces)
    hands = state.hands if state.sealed else tuple(_shown(hand, shown) for hand in state.hands)
    return proceed(replace(state, hands=hands, under=_shown(state.under, shown)))


def _shown(tiles: tuple[Held, ...], faces: Iterator[Face | None]) -> tuple[Held, ...]:
    return tuple(held if held.face else Held(held.slot, next(faces) or "") for held in tiles)


class Metro(MetroInfo, Rules[MetroState]):
    """Metro by Dirk Henn: two to six players, hidden hands, one event for each tile drawn or laid."""

    @property
    def data(self) -> bytes:
        """The board, the tiles and the owners of the stations."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> MetroState:
        """Return the empty board; the coin decides who begins, unless ``first`` is given."""
        chosen = resolve_options(self, seats, options, first)
        size = int(chosen["hand"])
        return MetroState(
            seats=seats,
            free=chosen["orientation"] == "free",
            size=size,
            drawing=tuple(seat for seat in range(seats) for _ in range(size)),
            turn=-1 if first is None else first,
            hands=((),) * seats,
            points=(0,) * seats,
        )

    def ask(self, state: MetroState) -> Ask:
        """Ask who begins, for the deck and the tiles to be drawn, then for moves."""
        inside = state.inside
        if len(inside) == 1 or state.laid == len(ALL):
            return Over(_result(state))
        if state.turn < 0:
            return Roll((len(inside),))
        if opening := state.to_open():
            return Open(tuple((slot, None) for slot in opening))
        if not state.sealed:
            return Shuffle(((state.deck_name, state.unseen()),))
        if state.drawing:
            asked = enumerate(state.drawing[: state.closed], state.top)
            return Open(
                tuple(((state.deck_name, at), None if seat == NOBODY else seat) for at, seat in asked)
            )
        return Choose(state.turn)

    def apply(self, state: MetroState, event: Event) -> MetroState:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        match self.ask(state), event:
            case Over(), _:
                raise Illegal(GAME_OVER())
            case _, Left(seat):
                return leave_game(state, seat, open_hand=event.open)
            case Roll((sides,)), Rolled((value,)) if type(value) is int and 0 <= value < sides:
                return replace(state, turn=state.inside[value])
            case Shuffle(), Shuffled():
                return proceed(replace(state, sealed=True))
            case Open(slots), Opened(faces) if tuple(slot for slot, _ in faces) == tuple(s for s, _ in slots):
                shown = tuple(face for _, face in faces)
                return (lay_open if state.to_open() else draw_tiles)(state, shown)
            case Choose(seat), Moved(mover, move) if type(mover) is int and mover == seat:
                return play_move(state, move)
            case Choose(seat), Moved():
                raise Illegal(sentences.SEATS_TURN(colour=sentences.COLOURS[seat]))
        raise Illegal(NOT_NOW())

    def moves(self, state: MetroState, seat: Seat, known: Known) -> Sequence[Move]:
        """Return every way to lay each tile that may be laid, by tile, rotation and cell, then the draw."""
        if self.ask(state) != Choose(seat):
            return ()
        found = [
            lay_move(number, face, cell, turns)
            for number in may_be_laid(state)
            if (face := face_of(state.hands[seat][number], known))
            for turns, cell in allowed_places(state.cells, face, free=state.free)
        ]
        return (*found, DRAW) if may_draw(state) else tuple(found)

    def reveals(self, state: MetroState, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:
        """Return the tile that is laid, if it was hidden."""
        lay = read_lay(move)
        if lay is None:
            return ()
        if type(seat) is not int or not 0 <= seat < state.seats or lay.number >= len(state.hands[seat]):
            raise Illegal(sentences.NO_SUCH_TILE())
        held = state.hands[seat][lay.number]
        return () if held.face else ((held.slot, lay.face),)

    def text(self, state: MetroState, seat: Seat, move: Move) -> str:
        """Return the move as ``a6``, ``2 a6 r1`` or ``draw``."""
        return lay_text(state, seat, move)

    def read(self, state: MetroState, seat: Seat, known: Known, text: str) -> Move:
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return parse_move(state, seat, known, text)

    def effects(self, before: MetroState, event: Event, after: MetroState) -> tuple[Effect, ...]:  # noqa: ARG002
        """Return the tile that was laid and the trains that arrived."""
        return words.move_effects(before, event.seat, event.move) if isinstance(event, Moved) else ()

    def wire(self, state: MetroState) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: MetroState) -> tuple[int, ...]:
        """Return the points of each seat, also of those who have left."""
        return state.points

    def describe_spot(self, state: MetroState, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return words.describe_spot(state, seat, spot)

    def words(self, state: MetroState, seat: Seat | None, known: Known) -> tuple[Message, ...]:
        """Return the position in sentences."""
        return words.position_in_words(
            state, seat, known, _why(state) if isinstance(self.ask(state), Over) else None
        )


def _result(state: MetroState) -> Result:
    """Rank those inside by points, then those who have left by theirs."""
    ranks = [(seat in state.out, -points) for seat, points in enumerate(state.points)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Result(places, state.points, _why(state))


def _why(state: MetroState) -> Message:
    return sentences.ALL_LAID() if state.laid == len(ALL) else sentences.ALL_LEFT()


VERSIONS: Final = {0: Metro()}
