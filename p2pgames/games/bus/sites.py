"""Building sites: A before B before C before D, also within a crossing."""

from __future__ import annotations

from functools import lru_cache

from p2pgames.changed import changed
from p2pgames.contract import Illegal
from p2pgames.games.bus import messages, refusals
from p2pgames.games.bus.board import BUILDINGS, TYPES, City, Crossing
from p2pgames.games.bus.state import State
from p2pgames.text import Verbatim


def letter(state: State, at: Crossing) -> str:
    """Return the letter of the first free site at a crossing, empty if none is free."""
    sites, used = state.city.sites[at], len(state.built[at])
    return sites[used : used + 1]


def lowest(state: State) -> str:
    """Return the letter that is to be built now, empty once no site is free."""
    return _now(state.city, state.built)[0]


def open_at(state: State) -> tuple[Crossing, ...]:
    """Return the crossings that have a free site of the letter to be built now."""
    return _now(state.city, state.built)[1]


@lru_cache(1024)
def _now(city: City, built: tuple[tuple[int, ...], ...]) -> tuple[str, tuple[Crossing, ...]]:
    """Return the letter to be built now and where it can be; remembered, since it changes with buildings alone."""
    free = [sites[len(used) : len(used) + 1] for sites, used in zip(city.sites, built, strict=True)]
    now = min(filter(None, free), default="")
    return now, tuple(at for at, found in enumerate(free) if found == now) if now else ()


def vacant(state: State) -> int:
    """Return how many sites of the city are free."""
    return sum(map(len, state.city.sites)) - sum(map(len, state.built))


def left(state: State, kind: int) -> int:
    """Return how many buildings of a type are left."""
    return BUILDINGS - sum(built.count(kind) for built in state.built)


def kinds(state: State) -> tuple[int, ...]:
    """Return the types of which there are buildings left."""
    return _kinds(state.built)


@lru_cache(1024)
def _kinds(built: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    used = [kind for there in built for kind in there]
    return tuple(kind for kind in range(len(TYPES)) if used.count(kind) < BUILDINGS)


def build(state: State, at: Crossing, word: str) -> State:
    """Return the state with a building at a crossing; raise `Illegal` if there is no site or building."""
    if at not in state.city.crossings:
        raise Illegal(refusals.NO_CROSSING(at=messages.crossing(at)))
    if word not in TYPES:
        raise Illegal(refusals.BUILDING_IS(words=messages.KIND_WORDS))
    found, now = letter(state, at), lowest(state)
    if not found:
        said = refusals.STATION_HAS_NONE if at in state.city.stations else refusals.NO_FREE_SITE
        raise Illegal(said(at=messages.place(at)))
    if found != now:
        there = messages.places(open_at(state))
        raise Illegal(refusals.SITES_BEFORE(now=Verbatim(now), site=Verbatim(found), there=there))
    kind = TYPES.index(word)
    if not left(state, kind):
        raise Illegal(refusals.NONE_LEFT[kind])
    return put(state, at, kind)


def put(state: State, at: Crossing, kind: int) -> State:
    """Return the state with a building of a type, which may stand there, at a crossing."""
    built = (*state.built[:at], (*state.built[at], kind), *state.built[at + 1 :])
    return changed(state, built=built, todo=state.todo - 1)
