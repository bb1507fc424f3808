"""Building sites: A before B before C before D, also within a crossing."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.bus.board import BUILDINGS, TYPES, Crossing
from p2pgames.bus.state import State
from p2pgames.bus.text import listed, number
from p2pgames.contract import Illegal


def letter(state: State, at: Crossing) -> str:
    """Return the letter of the first free site at a crossing, empty if none is free."""
    sites, used = state.city.sites[at], len(state.built[at])
    return sites[used : used + 1]


def lowest(state: State) -> str:
    """Return the letter that is to be built now, empty once no site is free."""
    return min(
        (
            sites[len(built)]
            for sites, built in zip(state.city.sites, state.built, strict=True)
            if len(built) < len(sites)
        ),
        default="",
    )


def open_at(state: State) -> tuple[Crossing, ...]:
    """Return the crossings that have a free site of the letter to be built now."""
    now = lowest(state)
    return tuple(at for at in state.city.crossings if now and letter(state, at) == now)


def vacant(state: State) -> int:
    """Return how many sites of the city are free."""
    return sum(map(len, state.city.sites)) - sum(map(len, state.built))


def left(state: State, kind: int) -> int:
    """Return how many buildings of a type are left."""
    return BUILDINGS - sum(built.count(kind) for built in state.built)


def kinds(state: State) -> tuple[int, ...]:
    """Return the types of which there are buildings left."""
    return tuple(kind for kind in range(len(TYPES)) if left(state, kind))


def build(state: State, at: Crossing, word: str) -> State:
    """Return the state with a building at a crossing; raise `Illegal` where there is no site or building."""
    if at not in state.city.crossings:
        raise Illegal(f"There is no crossing {number(at)}.")
    if word not in TYPES:
        raise Illegal(f"A building is one of {listed(TYPES, 'or')}.")
    found, now = letter(state, at), lowest(state)
    if not found:
        what = "is a station: it has no building sites" if at in state.city.stations else "has no free site"
        raise Illegal(f"{number(at)} {what}.")
    if found != now:
        there = listed([number(each) for each in open_at(state)])
        raise Illegal(f"All sites {now} come before {found}; free ones are at {there}.")
    kind = TYPES.index(word)
    if not left(state, kind):
        raise Illegal(f"No {word} is left.")
    built = (*state.built[:at], (*state.built[at], kind), *state.built[at + 1 :])
    return replace(state, built=built, todo=state.todo - 1)
