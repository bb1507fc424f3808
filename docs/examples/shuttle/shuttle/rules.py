"""The rules of Shuttle, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

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
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Message
from shuttle import messages, notation, turn, words
from shuttle.state import DECK, NOBODY, TICKETS, State


class Shuttle(Rules[State]):
    """Two players, one tram, and three hidden tickets each."""

    name = "shuttle"
    version = 0
    players = range(2, 3)
    decks = True

    @property
    def data(self) -> bytes:
        """The tickets."""
        return " ".join(TICKETS).encode()

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> State:
        """Return the tram in the middle; a roll decides who begins, unless ``first`` is given."""
        resolve_options(self, seats, options, first)
        return State(NOBODY if first is None else first)

    def ask(self, state: State) -> Ask:
        """Ask who begins, then for the deck, then for tickets to be drawn and moves in turn."""
        if state.over:
            return Over(_result(state))
        if state.turn == NOBODY:
            return Roll((2,))
        if not state.sealed:
            return Shuffle(((DECK, TICKETS),))
        if state.drawing:
            return Open(tuple(((DECK, place), seat) for place, seat in enumerate(state.drawing, state.drawn)))
        return Choose(state.turn)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        match self.ask(state), event:
            case Over(), _:
                raise Illegal(GAME_OVER())
            case _, Left(seat) if seat in (0, 1):
                return replace(state, gone=seat)
            case Roll(), Rolled((first,)) if first in (0, 1):
                return replace(state, turn=first)
            case Shuffle(), Shuffled():
                return replace(state, sealed=True)
            case Open(asked), Opened(faces) if tuple(slot for slot, _ in faces) == tuple(
                slot for slot, _ in asked
            ):
                return turn.draw(state)
            case Choose(seat), Moved(mover, move) if mover == seat:
                return turn.show(state, seat, move)
        raise Illegal(NOT_NOW())

    def reveals(self, state: State, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:  # noqa: ARG002
        """Return the ticket, which nobody else has seen: the dealer proves that it lies there."""
        place, face = turn.read(move)
        return (((DECK, place), face),)

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:
        """Return a move for each ticket in the hand."""
        if self.ask(state) != Choose(seat):
            return ()
        return tuple((place, face) for face, place in notation.held(state, seat, known).items())

    def text(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the number of the ticket."""
        return notation.text(move)

    def read(self, state: State, seat: Seat, known: Known, text: str) -> Move:
        """Return the move that is typed; raise `Illegal` with the reason if it is none."""
        return notation.parse(state, seat, known, text)

    def effects(self, before: State, event: Event, after: State) -> tuple[Effect, ...]:  # noqa: ARG002
        """Return how far the tram came; the game counts no points."""
        match event:
            case Moved(seat, move):
                return (Effect(messages.comes(turn.stops(before, notation.text(move))), seat),)
        return ()

    def wire(self, state: State) -> Wire:
        """Return the state as plain values."""
        return state.wire()

    def scores(self, state: State) -> None:
        """Count no points."""

    def words(self, state: State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
        """Return the position in sentences."""
        return words.position(state, seat, known)


def _result(state: State) -> Result:
    """Rank who has left last, otherwise by who is nearer to the tram."""
    ahead = (state.gone == 1) - (state.gone == 0) or -state.tram
    return Result((1 if ahead >= 0 else 2, 1 if ahead <= 0 else 2), None, words.why(state))
