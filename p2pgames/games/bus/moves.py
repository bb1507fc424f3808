"""Moves as plain values: a word, then what it needs.

``("take", area)``, ``("pass",)``, ``("stick", head, far end)``, ``("build", crossing, type)``,
``("rider", station)``, ``("clock", "stop" or "run")``, ``("carry", from, to)``. The first stick of a line
names its street with the lower crossing first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.games.bus import choosing, lines, messages, refusals, riders, rounds, sites
from p2pgames.games.bus.board import TYPES
from p2pgames.games.bus.state import State, Task

_FORMS: Final[dict[str, tuple[type, ...]]] = {
    "take": (str,),
    "pass": (),
    "stick": (int, int),
    "build": (int, str),
    "rider": (int,),
    "clock": (str,),
    "carry": (int, int),
}
_KINDS: Final = {
    Task.CHOOSE: ("take", "pass"),
    Task.FIRST: ("stick",),
    Task.LINE: ("stick",),
    Task.RIDERS: ("rider",),
    Task.BUILD: ("build",),
    Task.CLOCK: ("clock",),
    Task.VROOMM: ("carry",),
}


def listing(state: State) -> Sequence[Move]:
    """Return every legal move of the seat at turn."""
    match state.task:
        case Task.CHOOSE:
            takes: tuple[Move, ...] = tuple(("take", area.label) for area in choosing.open_areas(state))
            return (*takes, ("pass",)) if choosing.may_pass(state) else takes
        case Task.FIRST:
            return tuple(("stick", one, other) for one, other in state.city.streets)
        case Task.LINE:
            return tuple(("stick", head, far) for head, far in lines.sticks(state, state.turn))
        case Task.RIDERS:
            return tuple(("rider", station) for station in state.city.stations)
        case Task.BUILD:
            words = [TYPES[kind] for kind in sites.kinds(state)]
            return tuple(("build", at, word) for at in sites.open_at(state) for word in words)
        case Task.CLOCK:
            return (("clock", "stop"), ("clock", "run"))
        case Task.VROOMM:
            return tuple(("carry", *ride) for ride in riders.rides(state, state.lines[state.turn]))
        case _:
            return ()


def play(state: State, move: Move) -> State:
    """Return the state right after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    match _checked(state, move):
        case "take", str(label):
            return choosing.take(state, label)
        case ("pass",):
            return choosing.skip(state)
        case "stick", int(head), int(far):
            return lines.lay(state, head, far) if state.task is Task.LINE else lines.begin(state, head, far)
        case "build", int(at), str(word):
            return sites.build(state, at, word)
        case "rider", int(station):
            return riders.arrive(state, station)
        case "clock", ("stop" | "run") as word:
            return rounds.decide(state, stop=word == "stop")
        case "carry", int(source), int(target):
            return riders.carry(state, source, target)
    raise Illegal(refusals.STOP_OR_RUN())


def _checked(state: State, move: Move) -> tuple[Move, ...]:
    """The move, if its form is one of this game's and it is of the kind that is wanted now."""
    match move:
        case (str(kind), *rest) if kind in _FORMS and tuple(map(type, rest)) == _FORMS[kind]:
            if kind not in _KINDS[state.task]:
                raise Illegal(refusals.NOW(wanted=messages.WANTED[state.task]))
            return (kind, *rest)
    raise Illegal(refusals.NO_MOVE(wanted=messages.WANTED[state.task]))
