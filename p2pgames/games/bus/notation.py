"""Moves of Bus as they are typed and printed, and as the plain values that stand in a log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.games.bus import sentences, turns
from p2pgames.games.bus.state import BY_LABEL, TYPES, Area, BusState, BusTask, crossing_number, street_name
from p2pgames.text import Every, Joint, Message, Typed, Verbatim

_CROSSING: Final = re.compile(r"([0-9]{1,4})")
_PAIR: Final = re.compile(r"([0-9]{1,4})(?:\s*[-–—>]+\s*|\s+)([0-9]{1,4})")
_HALF: Final = re.compile(r"([0-9]{1,4})\s*[-–—>]+")
_BUILDING: Final = re.compile(r"([0-9]{1,4})\s*(?:([a-d])\s+)?([a-z]+)")


def move_text(state: BusState, move: Move) -> str:
    """Return a legal move as it is printed; every legal move of a position reads differently."""
    match move:
        case ("take" | "clock", str(word)):
            return word
        case ("stick" | "carry", int(one), int(other)):
            return street_name(one, other)
        case "build", int(at), str(word):
            return f"{crossing_number(at)} {turns.free_letter(state, at)} {word}"
        case "rider", int(station):
            return crossing_number(station)
    return "pass"


def parse_move(state: BusState, typed: str) -> Move:
    """Return the move that a text stands for, legal or not; raise `Illegal`, which says what could be typed."""
    clean = " ".join(typed.lower().split())
    match state.task:
        case BusTask.CHOOSE:
            return _choice(clean)
        case BusTask.FIRST | BusTask.LINE | BusTask.VROOMM:
            return _pair(state, clean)
        case BusTask.BUILD:
            return _building(state, clean)
        case BusTask.RIDERS:
            return "rider", _station(state, clean)
        case _:
            return "clock", _word(clean, ("stop", "run"), sentences.TYPE_CLOCK())


def _word(typed: str, words: Sequence[str], wanted: Message) -> str:
    """The one word that begins as typed; raise `Illegal` with what is wanted where none does."""
    found = [word for word in words if word.startswith(typed)] if typed else []
    exact = [word for word in found if word == typed] or found
    if len(exact) == 1:
        return exact[0]
    if found:
        raise Illegal(sentences.MAY_BE(typed=Typed(typed), words=sentences.words(found)))
    raise Illegal(wanted)


def _choice(typed: str) -> Move:
    if typed in {"1", "2", "3", "4", "5", "6", "7"}:
        return "take", Area(int(typed) - 1).label
    words = (*BY_LABEL, "pass")
    word = _word(typed, words, sentences.TYPE_ACTION(words=sentences.CHOICE_WORDS))
    return ("pass",) if word == "pass" else ("take", word)


def _pair(state: BusState, typed: str) -> Move:
    kind = "carry" if state.task is BusTask.VROOMM else "stick"
    if found := _PAIR.fullmatch(typed):
        one, other = int(found[1]), int(found[2])
        return (kind, *sorted((one, other))) if state.task is BusTask.FIRST else (kind, one, other)
    if state.task is not BusTask.FIRST and (found := _CROSSING.fullmatch(typed)):
        return _ending(state, int(found[1]))
    if found := _HALF.fullmatch(typed):
        raise Illegal(_half(state, int(found[1])))
    raise Illegal(sentences.TYPE_PAIR[state.task])


# Moves as plain values: a word, then what it needs.
#
# ``("take", area)``, ``("pass",)``, ``("stick", head, far end)``, ``("build", crossing, type)``, ``("rider",
# station)``, ``("clock", "stop" or "run")``, ``("carry", from, to)``. The first stick of a line names its street
# with the lower crossing first.

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
    BusTask.CHOOSE: ("take", "pass"),
    BusTask.FIRST: ("stick",),
    BusTask.LINE: ("stick",),
    BusTask.RIDERS: ("rider",),
    BusTask.BUILD: ("build",),
    BusTask.CLOCK: ("clock",),
    BusTask.VROOMM: ("carry",),
}


def listing(state: BusState) -> Sequence[Move]:
    """Return every legal move of the seat at turn."""
    match state.task:
        case BusTask.CHOOSE:
            takes: tuple[Move, ...] = tuple(("take", area.label) for area in turns.open_areas(state))
            return (*takes, ("pass",)) if turns.may_pass(state) else takes
        case BusTask.FIRST:
            return tuple(("stick", one, other) for one, other in state.city.streets)
        case BusTask.LINE:
            return tuple(("stick", head, far) for head, far in turns.sticks(state, state.turn))
        case BusTask.RIDERS:
            return tuple(("rider", station) for station in state.city.stations)
        case BusTask.BUILD:
            words = [TYPES[kind] for kind in turns.kinds_left(state)]
            return tuple(("build", at, word) for at in turns.open_sites(state) for word in words)
        case BusTask.CLOCK:
            return (("clock", "stop"), ("clock", "run"))
        case BusTask.VROOMM:
            return tuple(("carry", *ride) for ride in turns.rides(state, state.lines[state.turn]))
        case _:
            return ()


def play_move(state: BusState, move: Move) -> BusState:
    """Return the state right after a move of the seat at turn; raise `Illegal` if the rules forbid it."""
    match _checked(state, move):
        case "take", str(label):
            return turns.lay_marker(state, label)
        case ("pass",):
            return turns.skip(state)
        case "stick", int(head), int(far):
            return (
                turns.lay_stick(state, head, far)
                if state.task is BusTask.LINE
                else turns.begin_line(state, head, far)
            )
        case "build", int(at), str(word):
            return turns.build(state, at, word)
        case "rider", int(station):
            return turns.arrive(state, station)
        case "clock", ("stop" | "run") as word:
            return turns.decide(state, stop=word == "stop")
        case "carry", int(source), int(target):
            return turns.carry(state, source, target)
    raise Illegal(sentences.STOP_OR_RUN())


def _checked(state: BusState, move: Move) -> tuple[Move, ...]:
    """The move, if its form is one of this game's and it is of the kind that is wanted now."""
    match move:
        case (str(kind), *rest) if kind in _FORMS and tuple(map(type, rest)) == _FORMS[kind]:
            if kind not in _KINDS[state.task]:
                raise Illegal(sentences.NOW(wanted=sentences.WANTED[state.task]))
            return (kind, *rest)
    raise Illegal(sentences.NO_MOVE(wanted=sentences.WANTED[state.task]))


def _half(state: BusState, one: int) -> Message:
    """What could stand behind the first of two crossings."""
    pairs = [move_text(state, move).split("-") for move in listing(state)]
    if state.task is BusTask.FIRST:
        pairs += [pair[::-1] for pair in pairs]
    ends = sorted(int(other) for begin, other in pairs if begin == crossing_number(one))
    at = sentences.place(one)
    return (
        sentences.FROM_TO(at=at, ends=sentences.places(ends, Joint.OR))
        if ends
        else sentences.NOTHING_FROM(at=at)
    )


def _ending(state: BusState, end: int) -> Move:
    """The one legal move that ends at a crossing."""
    there = [move for move in listing(state) if isinstance(move, tuple) and move[-1] == end]
    if len(there) == 1:
        return there[0]
    if there:
        raise Illegal(
            sentences.END_MAY_BE(
                at=sentences.place(end), moves=sentences.words(move_text(state, move) for move in there)
            )
        )
    raise Illegal(sentences.NOTHING_ENDS(at=sentences.place(end)))


def _building(state: BusState, typed: str) -> Move:
    found = _BUILDING.fullmatch(typed)
    if typed and any(word.startswith(typed) for word in TYPES):
        there = sentences.places(turns.open_sites(state), Joint.OR)
        raise Illegal(sentences.CROSSING_MISSING(site=Verbatim(turns.lowest_letter(state)), there=there))
    if not found:
        raise Illegal(sentences.TYPE_BUILDING())
    at, letter = int(found[1]), found[2]
    word = _word(found[3], TYPES, sentences.TYPE_KIND(words=sentences.KIND_WORDS))
    if letter and at in state.city.crossings and turns.free_letter(state, at) not in ("", letter.upper()):
        first, other = Verbatim(turns.free_letter(state, at)), Verbatim(letter.upper())
        raise Illegal(sentences.FIRST_SITE(at=sentences.place(at), site=first, other=other))
    return "build", at, word


def _station(state: BusState, typed: str) -> int:
    """The crossing typed, or that of the station whose name begins so."""
    names = {name.lower(): at for at, name in state.city.stations.items()}
    named = any(name.startswith(typed) for name in names)
    if _CROSSING.fullmatch(typed) and not named:
        return int(typed)
    there = tuple(
        sentences.NAMED_STATION(at=sentences.place(at), name=sentences.STATIONS[name])
        for at, name in state.city.stations.items()
    )
    return names[_word(typed, tuple(names), sentences.TYPE_STATION(stations=Every(there, Joint.OR)))]
