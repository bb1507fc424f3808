"""The rules of Line 1, versions 0 and 1: what is asked for, and what every event does.

They differ in one thing: once the stack is empty, version 1 lets a player leave open tiles where they lie.
"""

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
from p2pgames.games.line1 import listing, messages, notation, refusals, telling, turn
from p2pgames.games.line1 import words as line1_words
from p2pgames.games.line1.board import DATA, DIE
from p2pgames.games.line1.departure import leave
from p2pgames.games.line1.facts import Line1Facts
from p2pgames.games.line1.here import here as line1_here
from p2pgames.games.line1.moves import Go, read
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, End, State, Task, wire
from p2pgames.games.line1.tiles import START
from p2pgames.games.line1.track import bare
from p2pgames.messages import GAME_OVER, NOT_NOW
from p2pgames.text import Count, Message
from p2pgames.told import Told


class Line1(Line1Facts, Rules[State]):
    """Line 1 by Stefan Dorra: two to five players, secret line and route cards, one event for each lay."""

    @property
    def data(self) -> bytes:
        """The board, the tiles and the cards."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> State:
        """Return the empty board with a hand for everybody; the coin says who begins, unless ``first`` is given."""
        chosen = settle(self, seats, options, first)
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
                    raise Illegal(refusals.TURN_OF(seat=Count(state.turn + 1)))
                return turn.play(state, move)
            case Rolled(values):
                return self._rolled(state, values)
            case Shuffled() if state.task is Task.SEAL:
                return changed(state, task=Task.DEAL)
            case Opened(faces) if state.task is Task.DEAL:
                return self._dealt(state, faces)
            case Left(seat):
                return leave(state, seat, open_cards=event.open)
        raise Illegal(NOT_NOW())

    def _rolled(self, state: State, values: tuple[int, ...]) -> State:
        asked = self.ask(state)
        if not isinstance(asked, Roll) or len(values) != len(asked.sides):
            raise Illegal(refusals.NO_ROLL())
        if not all(
            type(value) is int and 0 <= value < side for value, side in zip(values, asked.sides, strict=True)
        ):
            raise Illegal(refusals.WRONG_ROLL())
        match state.task:
            case Task.DRAW:
                return turn.draw(state, values)
            case Task.ROLL:
                return turn.ride(state, values[0])
            case _:
                return changed(state, turn=state.inside[values[0]], task=Task.SEAL)

    def _dealt(self, state: State, faces: Sequence[tuple[Slot, Face | None]]) -> State:
        asked = [slot for seat in state.inside for slot in state.slots(seat)]
        if [slot for slot, _ in faces] != asked or any(face is not None for _, face in faces):
            raise Illegal(refusals.WRONG_DEAL())
        return changed(state, task=Task.TURN)

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return every legal move of the seat; of routes a shortest one from either terminal."""
        return listing.moves(state, seat, known)

    def shows(self, state: State, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:
        """Return the line card and the route card when a trip is announced."""
        if isinstance(move, tuple) and move[:1] != ("go",):
            return ()  # it is read when it is made
        deed = read(move)
        if not isinstance(deed, Go):
            return ()
        if type(seat) is not int or not 0 <= seat < state.seats:
            raise Illegal(refusals.NO_SEAT())
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

    def told(self, before: State, event: Event, after: State) -> tuple[Told, ...]:
        """Return what was exchanged, signed and linked, how long a route is, and where a tram came to."""
        return telling.told(before, event, after)

    def wire(self, state: State) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: State) -> None:  # noqa: ARG002
        """Return nothing: the game counts no points."""
        return

    def here(self, state: State, seat: Seat | None, known: Known, spot: str) -> Message | None:
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
        tuple(1 if seat in winners else 2 for seat in range(state.seats)), None, messages.WHY[state.why]
    )
