"""Moves as they are typed and printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from p2pgames.bus import moves, sites
from p2pgames.bus.areas import BY_LABEL, Area
from p2pgames.bus.board import TYPES
from p2pgames.bus.state import State, Task
from p2pgames.bus.text import listed, number, street_name
from p2pgames.contract import Illegal, Move

_CROSSING: Final = re.compile(r"([0-9]{1,4})")
_PAIR: Final = re.compile(r"([0-9]{1,4})(?:\s*[-–—>]+\s*|\s+)([0-9]{1,4})")
_HALF: Final = re.compile(r"([0-9]{1,4})\s*[-–—>]+")
_BUILDING: Final = re.compile(r"([0-9]{1,4})\s*(?:([a-d])\s+)?([a-z]+)")


def text(state: State, move: Move) -> str:
    """Return a legal move as it is printed; every legal move of a position reads differently."""
    match move:
        case ("take" | "clock", str(word)):
            return word
        case ("stick" | "carry", int(one), int(other)):
            return street_name(one, other)
        case "build", int(at), str(word):
            return f"{number(at)} {sites.letter(state, at)} {word}"
        case "rider", int(station):
            return number(station)
    return "pass"


def parse(state: State, typed: str) -> Move:
    """Return the move that is meant, which may still be illegal; raise `Illegal` with what could be typed."""
    clean = " ".join(typed.lower().split())
    match state.task:
        case Task.CHOOSE:
            return _choice(clean)
        case Task.FIRST | Task.LINE | Task.VROOMM:
            return _pair(state, clean)
        case Task.BUILD:
            return _building(state, clean)
        case Task.RIDERS:
            return "rider", _station(state, clean)
        case _:
            return "clock", _word(clean, ("stop", "run"), "stop or run")


def _word(typed: str, words: Sequence[str], wanted: str) -> str:
    """The one word that begins as typed."""
    found = [word for word in words if word.startswith(typed)] if typed else []
    exact = [word for word in found if word == typed] or found
    if len(exact) == 1:
        return exact[0]
    if found:
        raise Illegal(f"{typed!r} may be {listed(found, 'or')}.")
    raise Illegal(f"Type {wanted}.")


def _choice(typed: str) -> Move:
    if typed in {"1", "2", "3", "4", "5", "6", "7"}:
        return "take", Area(int(typed) - 1).label
    words = (*BY_LABEL, "pass")
    word = _word(typed, words, f"an action by its number 1 to 7 or its word, {listed(words, 'or')}")
    return ("pass",) if word == "pass" else ("take", word)


def _pair(state: State, typed: str) -> Move:
    kind = "carry" if state.task is Task.VROOMM else "stick"
    if found := _PAIR.fullmatch(typed):
        one, other = int(found[1]), int(found[2])
        return (kind, *sorted((one, other))) if state.task is Task.FIRST else (kind, one, other)
    if state.task is not Task.FIRST and (found := _CROSSING.fullmatch(typed)):
        return _ending(state, int(found[1]))
    if found := _HALF.fullmatch(typed):
        raise Illegal(_half(state, int(found[1])))
    what = {
        Task.FIRST: "a street as its two crossings, such as 00-08",
        Task.LINE: "a stick as the head it leaves and its far end, such as 00-08",
        Task.VROOMM: "a ride as from where to where, such as 01-17",
    }[state.task]
    raise Illegal(f"Type {what}.")


def _half(state: State, one: int) -> str:
    """What could stand behind the first of two crossings."""
    pairs = [text(state, move).split("-") for move in moves.listing(state)]
    if state.task is Task.FIRST:
        pairs += [pair[::-1] for pair in pairs]
    ends = sorted(other for begin, other in pairs if begin == number(one))
    return f"From {number(one)} to {listed(ends, 'or')}?" if ends else f"No move goes from {number(one)} now."


def _ending(state: State, end: int) -> Move:
    """The one legal move that ends at a crossing."""
    there = [move for move in moves.listing(state) if isinstance(move, tuple) and move[-1] == end]
    if len(there) == 1:
        return there[0]
    if there:
        raise Illegal(f"{number(end)} may be {listed([text(state, move) for move in there], 'or')}.")
    raise Illegal(f"No move ends at {number(end)} now.")


def _building(state: State, typed: str) -> Move:
    found = _BUILDING.fullmatch(typed)
    if typed and any(word.startswith(typed) for word in TYPES):
        there = listed([number(at) for at in sites.open_at(state)], "or")
        raise Illegal(f"The crossing is missing: a free site {sites.lowest(state)} is at {there}.")
    if not found:
        raise Illegal("Type a building as crossing, letter and type, such as 07 C house or 07 h.")
    at, letter = int(found[1]), found[2]
    word = _word(found[3], TYPES, f"one of {listed(TYPES, 'or')}")
    if letter and at in state.city.crossings and sites.letter(state, at) not in ("", letter.upper()):
        raise Illegal(
            f"The first free site at {number(at)} is {sites.letter(state, at)}, not {letter.upper()}."
        )
    return "build", at, word


def _station(state: State, typed: str) -> int:
    """The crossing typed, or that of the station whose name begins so."""
    names = {name.lower(): at for at, name in state.city.stations.items()}
    named = any(name.startswith(typed) for name in names)
    if _CROSSING.fullmatch(typed) and not named:
        return int(typed)
    there = [f"{number(at)} ({name})" for at, name in state.city.stations.items()]
    return names[_word(typed, tuple(names), f"a station, {listed(there, 'or')}")]
