"""A tiny game for 2 to 6 seats that rolls and passes turns: the protocol is tested with it.

At turn a seat rolls a die for itself and adds it to its points, or stops; who has stopped, or has twenty
points or more, is done. Every third turn a die for nobody is added to everybody still playing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pgames.contract import Choose, Illegal, Left, Moved, Option, Over, Result, Roll, Rolled, Rules
from p2pgames.text import as_it_is
from p2pgames_protocol.log.rounds import COIN
from p2pgames_protocol.testing.room import Room


@dataclass(frozen=True, slots=True)
class State:
    points: tuple[int, ...]
    playing: tuple[int, ...]
    gone: tuple[int, ...] = ()
    turn: int = -1
    turns: int = 0
    rolling: str = "first"
    aim: int = 20


class Dice(Rules[State]):
    name, version, players = "dice", 0, range(2, 7)
    options = (Option("aim", ("20", "300"), as_it_is("points to reach")),)
    data = b"dice"

    def start(self, seats, options, first=None):
        playing = tuple(range(seats))
        state = State((0,) * seats, playing, aim=int(options["aim"]))
        return state if first is None else replace(state, turn=first, rolling="")

    def ask(self, state):
        if not state.playing or len(state.gone) >= len(state.points) - 1:
            best = sorted({p for s, p in enumerate(state.points) if s not in state.gone}, reverse=True)
            places = tuple(
                len(state.points) if s in state.gone else 1 + best.index(p)
                for s, p in enumerate(state.points)
            )
            return Over(Result(places, state.points, as_it_is("All are done.")))
        if state.rolling == "first":
            return Roll((len(state.points),))
        if state.rolling == "own":
            return Roll((6,), state.turn)
        if state.rolling == "all":
            return Roll((6, 6))
        return Choose(state.turn)

    def apply(self, state, event):
        match self.ask(state), event:
            case Over(), _:
                raise Illegal(as_it_is("The game is over."))
            case Roll(sides), Rolled(values) if len(values) == len(sides) and all(
                0 <= v < s for v, s in zip(values, sides, strict=True)
            ):
                return self._rolled(state, values)
            case Choose(seat), Moved(mover, "roll") if seat == mover:
                return replace(state, rolling="own")
            case Choose(seat), Moved(mover, "stop") if seat == mover:
                return self._next(replace(state, playing=tuple(s for s in state.playing if s != seat)))
            case _, Left(seat) if seat not in state.gone and 0 <= seat < len(state.points):
                gone = replace(
                    state,
                    gone=tuple(sorted({*state.gone, seat})),
                    playing=tuple(s for s in state.playing if s != seat),
                    rolling="" if state.rolling == "own" and state.turn == seat else state.rolling,
                )
                return self._next(gone) if state.turn == seat and state.rolling != "all" else gone
        raise Illegal(as_it_is("That is not what is asked for."))

    def _rolled(self, state, values):
        if state.rolling == "first":
            return self._next(replace(state, turn=values[0] - 1, rolling=""))
        who = (state.turn,) if state.rolling == "own" else state.playing
        points = tuple(p + 1 + values[0] if s in who else p for s, p in enumerate(state.points))
        playing = tuple(s for s in state.playing if points[s] < state.aim)
        return self._next(replace(state, points=points, playing=playing, rolling=""))

    def _next(self, state):
        if not state.playing:
            return state
        seats = len(state.points)
        order = [(state.turn + 1 + i) % seats for i in range(seats)]
        turn = next(s for s in order if s in state.playing)
        turns = state.turns + 1
        return replace(state, turn=turn, turns=turns, rolling="all" if turns % 3 == 0 else state.rolling)

    def moves(self, state, seat, known):
        return ("roll", "stop") if self.ask(state) == Choose(seat) else ()

    def text(self, state, seat, move):
        return move

    def read(self, state, seat, known, text):
        if text not in self.moves(state, seat, known):
            raise Illegal(as_it_is("Type roll or stop."))
        return text

    def wire(self, state):
        return (state.points, state.playing, state.gone, state.turn, state.turns, state.rolling, state.aim)

    def scores(self, state):
        return state.points

    def words(self, state, seat, known):
        return (as_it_is(f"Points: {state.points}."),)


DICE = Dice()


def rules_of(_name, _version):
    """The rules of the test's game."""
    return DICE


def own_roll(kind=COIN):
    """A game for three, and the first round of this kind for a roll of one seat; nobody has left before it."""
    for seed in range(20):
        room = Room(DICE, 3, seed=seed)
        room.play(4)
        for number, position in enumerate(room.replicas[0].positions[:-1]):
            if position.kind is kind and position.ask.seat is not None:
                return room, number
    raise AssertionError
