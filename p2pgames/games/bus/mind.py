"""How Bus is thought about: the round is played out by a cheap player, then judged by what seats may expect."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.bus import choosing, moves, ranking, rounds
from p2pgames.games.bus.areas import Area
from p2pgames.games.bus.board import MARKERS
from p2pgames.games.bus.bots import gain, price, reach
from p2pgames.games.bus.outlook import PIECES, ROUND, look, stand
from p2pgames.games.bus.quick import played_on, rides_ahead
from p2pgames.games.bus.state import State, Task
from p2pgames.search.chances import ended, shares
from p2pgames.search.mind import Judged, Mind, Ranked, Width
from p2pgames.search.trust import Trust

_LAST: Final = 0.5
"""Points that make a seat e times as likely to win when nobody has markers left."""
_EARLY: Final = 1.2
"""How many more while all markers are there."""
_MANY: Final = 10
"""More moves than that are looked through before they are ranked."""
_FIRST: Final = 12
_OWN: Final = 18
_OTHERS: Final = 3
_ANY: Final = 14
_REACH: Final = 0.3
"""What places on the way count when sticks are ranked, against what is sure."""

STOP: Final[Move] = ("clock", "stop")
RUN: Final[Move] = ("clock", "run")


class BusMind(Mind[State]):
    """Plays every round to its end in thought: what lies on the table in the middle of one says little."""

    width = Width(keep=4, more=1.0, warm=0.6, bonus=0.8)
    nodes = 700
    trust = Trust(spread=51, shift=2)

    def rank(self, state: State, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return actions by what their markers bring, pieces by how the seat stands with them."""
        if state.task is Task.CHOOSE:
            found = _actions(state, seat, random)
        elif state.task is Task.CLOCK:
            found = [
                (rides_ahead(rounds.tick(state), seat), 0.0, RUN),
                (rides_ahead(state, seat) - 1, 0.0, STOP),
            ]
        else:
            listed = _looked_through(state, seat, random)
            if len(listed) == 1:
                return [(0.0, listed[0])]
            found = [(_worth(state, seat, move), random.random(), move) for move in listed]
        found.sort(key=lambda entry: entry[:2], reverse=True)
        return [(value, move) for value, _, move in found]

    def leaf(self, state: State, known: Known, random: Random) -> Judged:  # noqa: ARG002
        """Return the chances at the end of this round, as it may go."""
        end = state.round + 1
        while state.task is not Task.OVER and state.round < end:
            state = played_on(state, random)
        if state.task is not Task.OVER:
            return _judged(state)
        return Judged(ended(ranking.result(state)), ranking.scores(state))


def _judged(state: State) -> Judged:
    """Return the chances as a round begins."""
    seen = look(state)
    stands = [stand(state, seat, seen, ROUND) for seat in range(state.seats)]
    scale = _LAST + _EARLY * sum(state.markers) / (MARKERS * state.seats)
    return Judged(shares(stands, scale, state.gone), stands)


def _actions(state: State, seat: Seat, random: Random) -> list[tuple[float, float, Move]]:
    clock = _clock(state, seat)
    found: list[tuple[float, float, Move]] = [
        (
            gain(state, seat, area) + (clock if area is Area.CLOCK else 0) + 0.01 * random.random(),
            0.0,
            ("take", area.label),
        )
        for area in choosing.open_areas(state)
    ]
    return [*found, (price(state, seat), 0.0, ("pass",))] if choosing.may_pass(state) else found


def _clock(state: State, seat: Seat) -> float:
    """Return what the choice of the hour is worth: what stopping time would bring now, beside what `gain` hopes for."""
    return max(0.0, rides_ahead(state, seat) - 1 - rides_ahead(rounds.tick(state), seat))


def _looked_through(state: State, seat: Seat, random: Random) -> Sequence[Move]:
    """Return the moves that are worth ranking, of many those about the own line or busy places, and some others."""
    listed = moves.listing(state)
    if len(listed) <= _MANY:
        return listed
    if state.task is Task.BUILD and state.lines[seat]:
        line = set(state.lines[seat])
        mine = [move for move in listed if _at(move) in line]
        rest = [move for move in listed if _at(move) not in line]
        return [*mine[:_OWN], *random.sample(rest, min(_OTHERS, len(rest)))]
    if state.task is Task.FIRST:
        busy = {at for at in state.city.crossings if state.riders[at] or state.built[at]} | set(
            state.city.stations
        )
        worth = {move: sum(at in busy for at in _ends(move)) + 0.5 * random.random() for move in listed}
        return sorted(listed, key=worth.__getitem__, reverse=True)[:_FIRST]
    return random.sample(listed, min(len(listed), _ANY))


def _ends(move: Move) -> tuple[Move, ...]:
    return move[1:] if isinstance(move, tuple) else ()


def _at(move: Move) -> Move:
    return _ends(move)[0]


def _worth(state: State, seat: Seat, move: Move) -> float:
    after = moves.play(state, move)
    value = stand(after, seat, look(after), PIECES)
    return value + _REACH * reach(after, seat) if state.task in (Task.LINE, Task.FIRST) else value


MIND: Final = BusMind()
