"""The rules of Metro, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgames.changed import changed
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
    settle,
)
from p2pgames.games.metro import departure, messages, notation, turn
from p2pgames.games.metro import words as metro_words
from p2pgames.games.metro.board import DATA, NOBODY
from p2pgames.games.metro.facts import MetroFacts
from p2pgames.games.metro.here import here as metro_here
from p2pgames.games.metro.placement import places
from p2pgames.games.metro.state import State, wire
from p2pgames.games.metro.tiles import ALL
from p2pgames.messages import GAME_OVER, NOT_NOW
from p2pgames.text import Message
from p2pgames.told import Told


class Metro(MetroFacts, Rules[State]):
    """Metro by Dirk Henn: two to six players, hidden hands, one event for each tile drawn or laid."""

    @property
    def data(self) -> bytes:
        """The board, the tiles and the owners of the stations."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> State:
        """Return the empty board; the coin decides who begins, unless ``first`` is given."""
        chosen = settle(self, seats, options, first)
        size = int(chosen["hand"])
        return State(
            seats=seats,
            free=chosen["orientation"] == "free",
            size=size,
            drawing=tuple(seat for seat in range(seats) for _ in range(size)),
            turn=-1 if first is None else first,
            hands=((),) * seats,
            points=(0,) * seats,
        )

    def ask(self, state: State) -> Ask:
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

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        match self.ask(state), event:
            case Over(), _:
                raise Illegal(GAME_OVER())
            case _, Left(seat):
                return departure.leave(state, seat, open_hand=event.open)
            case Roll((sides,)), Rolled((value,)) if type(value) is int and 0 <= value < sides:
                return changed(state, turn=state.inside[value])
            case Shuffle(), Shuffled():
                return turn.proceed(changed(state, sealed=True))
            case Open(slots), Opened(faces) if tuple(slot for slot, _ in faces) == tuple(s for s, _ in slots):
                shown = tuple(face for _, face in faces)
                return (departure.lay_open if state.to_open() else turn.draw)(state, shown)
            case Choose(seat), Moved(mover, move) if type(mover) is int and mover == seat:
                return turn.play(state, move)
            case Choose(seat), Moved():
                raise Illegal(messages.SEATS_TURN(colour=messages.COLOURS[seat]))
        raise Illegal(NOT_NOW())

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return every way to lay each tile that may be laid, by tile, rotation and cell, then the draw."""
        if self.ask(state) != Choose(seat):
            return ()
        found = [
            notation.lay(number, face, cell, turns)
            for number in turn.choice(state)
            if (face := notation.face_of(state.hands[seat][number], known))
            for turns, cell in places(state.cells, face, free=state.free)
        ]
        return (*found, notation.DRAW) if turn.may_draw(state) else tuple(found)

    def shows(self, state: State, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:
        """Return the tile that is laid, if it was hidden."""
        lay = notation.read(move)
        if lay is None:
            return ()
        if type(seat) is not int or not 0 <= seat < state.seats or lay.number >= len(state.hands[seat]):
            raise Illegal(messages.NO_SUCH_TILE())
        held = state.hands[seat][lay.number]
        return () if held.face else ((held.slot, lay.face),)

    def text(self, state: State, seat: Seat, move: Move) -> str:
        """Return the move as ``a6``, ``2 a6 r1`` or ``draw``."""
        return notation.text(state, seat, move)

    def read(self, state: State, seat: Seat, known: Known, text: str) -> Move:
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse(state, seat, known, text)

    def told(self, before: State, event: Event, after: State) -> tuple[Told, ...]:  # noqa: ARG002
        """Return the tile that was laid and the trains that arrived."""
        return metro_words.told(before, event.seat, event.move) if isinstance(event, Moved) else ()

    def wire(self, state: State) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat, also of those who have left."""
        return state.points

    def here(self, state: State, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return metro_here(state, seat, spot)

    def words(self, state: State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
        """Return the position in sentences."""
        return metro_words.position(
            state, seat, known, _why(state) if isinstance(self.ask(state), Over) else None
        )


def _result(state: State) -> Result:
    """Rank those inside by points, then those who have left by theirs."""
    ranks = [(seat in state.out, -points) for seat, points in enumerate(state.points)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Result(places, state.points, _why(state))


def _why(state: State) -> Message:
    return messages.ALL_LAID() if state.laid == len(ALL) else messages.ALL_LEFT()
