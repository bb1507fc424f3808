"""The rules of Bus, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgames.contract import (
    Ask,
    Choose,
    Event,
    Illegal,
    Known,
    Left,
    Move,
    Moved,
    Over,
    Roll,
    Rolled,
    Rules,
    Seat,
    Wire,
    settle,
)
from p2pgames.games.bus import moves as bus_moves
from p2pgames.games.bus import notation, ranking, refusals, rounds, warnings
from p2pgames.games.bus import telling as bus_told
from p2pgames.games.bus import words as bus_words
from p2pgames.games.bus.board import CITIES, DATA, MARKERS
from p2pgames.games.bus.facts import BusFacts
from p2pgames.games.bus.here import here as bus_here
from p2pgames.games.bus.state import State, Task, wire
from p2pgames.messages import GAME_OVER, NOT_NOW
from p2pgames.text import Message, SeatName
from p2pgames.told import Told


class Bus(BusFacts, Rules[State]):
    """Bus: three to five lines in one city, nothing hidden, one event for each piece or decision."""

    @property
    def data(self) -> bytes:
        """Both cities and the numbers of all pieces."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> State:
        """Return the city with its first passengers; the coin says who starts, unless ``first`` is given."""
        city = CITIES[settle(self, seats, options, first)["city"]]
        state = State(
            city=city,
            seats=seats,
            start=-1,
            lines=((),) * seats,
            markers=(MARKERS,) * seats,
            buses=(1,) * seats,
            points=(0,) * seats,
            stones=(0,) * seats,
            stack=(),
            riders=tuple(int(at in city.starts) for at in city.crossings),
            built=((),) * len(city.crossings),
        )
        return state if first is None else rounds.begin(state, first)

    def ask(self, state: State) -> Ask:
        """Ask who starts, then for moves."""
        match state.task:
            case Task.ROLL:
                return Roll((len(state.inside),))
            case Task.OVER:
                return Over(ranking.result(state))
            case _:
                return Choose(state.turn)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        if state.task is Task.OVER:
            raise Illegal(GAME_OVER())
        match event:
            case Moved(seat, move) if state.task is not Task.ROLL:
                if type(seat) is not int or seat != state.turn:
                    raise Illegal(refusals.TURN_OF(player=SeatName(state.turn)))
                return rounds.proceed(bus_moves.play(state, move))
            case Rolled((value,)) if state.task is Task.ROLL and type(value) is int:
                if 0 <= value < len(state.inside):
                    return rounds.begin(state, state.inside[value])
            case Left(seat):
                if type(seat) is not int or seat not in state.inside:
                    raise Illegal(refusals.NO_SEAT())
                return rounds.leave(state, seat)
        raise Illegal(NOT_NOW())

    def moves(self, state: State, seat: Seat, known: Known) -> Sequence[Move]:  # noqa: ARG002
        """Return every legal move of the seat, by area or crossing."""
        return bus_moves.listing(state) if seat == state.turn else ()

    def text(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the move as ``line``, ``pass``, ``00-08``, ``07 C house``, ``24``, ``stop`` or ``01-17``."""
        return notation.text(state, move)

    def read(self, state: State, seat: Seat, known: Known, text: str) -> Move:  # noqa: ARG002
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse(state, text)

    def told(self, before: State, event: Event, after: State) -> tuple[Told, ...]:
        """Return what a move yielded or cost, and what went on by itself after it."""
        return bus_told.told(before, event, after)

    def warning(self, state: State, seat: Seat, move: Move) -> Message | None:  # noqa: ARG002
        """Return what is said of a marker that is the last or brings nothing, and of a pass with rides open."""
        return warnings.warning(state, move)

    def wire(self, state: State) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat, less its time stones."""
        return ranking.scores(state)

    def here(self, state: State, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return bus_here(state, spot)

    def words(self, state: State, seat: Seat | None, known: Known) -> tuple[Message, ...]:  # noqa: ARG002
        """Return the position in sentences."""
        return bus_words.position(state, seat)
