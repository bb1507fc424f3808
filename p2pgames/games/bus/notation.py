"""Moves as they are typed and printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.games.bus import messages, moves, refusals, sites
from p2pgames.games.bus.areas import BY_LABEL, Area
from p2pgames.games.bus.board import TYPES
from p2pgames.games.bus.names import number, street_name
from p2pgames.games.bus.state import State, Task
from p2pgames.text import Every, Joint, Message, Typed, Verbatim

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
    """Return the move that a text stands for, legal or not; raise `Illegal`, which says what could be typed."""
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
            return "clock", _word(clean, ("stop", "run"), refusals.TYPE_CLOCK())


def _word(typed: str, words: Sequence[str], wanted: Message) -> str:
    """The one word that begins as typed; raise `Illegal` with what is wanted where none does."""
    found = [word for word in words if word.startswith(typed)] if typed else []
    exact = [word for word in found if word == typed] or found
    if len(exact) == 1:
        return exact[0]
    if found:
        raise Illegal(refusals.MAY_BE(typed=Typed(typed), words=messages.words(found)))
    raise Illegal(wanted)


def _choice(typed: str) -> Move:
    if typed in {"1", "2", "3", "4", "5", "6", "7"}:
        return "take", Area(int(typed) - 1).label
    words = (*BY_LABEL, "pass")
    word = _word(typed, words, refusals.TYPE_ACTION(words=messages.CHOICE_WORDS))
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
    raise Illegal(refusals.TYPE_PAIR[state.task])


def _half(state: State, one: int) -> Message:
    """What could stand behind the first of two crossings."""
    pairs = [text(state, move).split("-") for move in moves.listing(state)]
    if state.task is Task.FIRST:
        pairs += [pair[::-1] for pair in pairs]
    ends = sorted(int(other) for begin, other in pairs if begin == number(one))
    at = messages.place(one)
    return (
        refusals.FROM_TO(at=at, ends=messages.places(ends, Joint.OR))
        if ends
        else refusals.NOTHING_FROM(at=at)
    )


def _ending(state: State, end: int) -> Move:
    """The one legal move that ends at a crossing."""
    there = [move for move in moves.listing(state) if isinstance(move, tuple) and move[-1] == end]
    if len(there) == 1:
        return there[0]
    if there:
        raise Illegal(
            refusals.END_MAY_BE(
                at=messages.place(end), moves=messages.words(text(state, move) for move in there)
            )
        )
    raise Illegal(refusals.NOTHING_ENDS(at=messages.place(end)))


def _building(state: State, typed: str) -> Move:
    found = _BUILDING.fullmatch(typed)
    if typed and any(word.startswith(typed) for word in TYPES):
        there = messages.places(sites.open_at(state), Joint.OR)
        raise Illegal(refusals.CROSSING_MISSING(site=Verbatim(sites.lowest(state)), there=there))
    if not found:
        raise Illegal(refusals.TYPE_BUILDING())
    at, letter = int(found[1]), found[2]
    word = _word(found[3], TYPES, refusals.TYPE_KIND(words=messages.KIND_WORDS))
    if letter and at in state.city.crossings and sites.letter(state, at) not in ("", letter.upper()):
        first, other = Verbatim(sites.letter(state, at)), Verbatim(letter.upper())
        raise Illegal(refusals.FIRST_SITE(at=messages.place(at), site=first, other=other))
    return "build", at, word


def _station(state: State, typed: str) -> int:
    """The crossing typed, or that of the station whose name begins so."""
    names = {name.lower(): at for at, name in state.city.stations.items()}
    named = any(name.startswith(typed) for name in names)
    if _CROSSING.fullmatch(typed) and not named:
        return int(typed)
    there = tuple(
        refusals.NAMED_STATION(at=messages.place(at), name=messages.STATIONS[name])
        for at, name in state.city.stations.items()
    )
    return names[_word(typed, tuple(names), refusals.TYPE_STATION(stations=Every(there, Joint.OR)))]
