"""Tables for the tests: dealers, small cities, and positions."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from p2pgames import contract
from p2pgames.contract import Illegal, Left, Moved, Rolled, Why
from p2pgames.dealer import LocalDealer
from p2pgames.games.bus.sentences import STATIONS
from p2pgames.games.bus.state import BY_LABEL, EMPTY, TYPES, BusTask, make_city, put_marker
from p2pgames.games.bus.turns import proceed
from p2pgames.registry import game

BUS = game("bus").rules


def dealt(seats=3, town="classic", seed="1", first=None):
    """A dealer at the first decision."""
    return LocalDealer(BUS, seats, {"city": town}, Random(seed), first)


def random_play(dealer, plies=10**6):
    """Play random moves until the game is over or the number is reached; yield each position before."""
    for _ in range(plies):
        if dealer.turn is None:
            return
        yield dealer.state
        dealer.play(dealer.random.choice(dealer.moves()))


def town(streets, sites=None, stations=(), starts=()):
    """A small city: ``sites`` maps crossings to letters."""
    count = max(max(pair) for pair in streets) + 1
    crossings = [{"sites": (sites or {}).get(at, "")} for at in range(count)]
    for at, name in zip(stations, STATIONS, strict=False):
        crossings[at]["station"] = name
    for at in starts:
        crossings[at]["rider"] = True
    return make_city("small", crossings, [list(pair) for pair in streets])


def position(seats=3, place=None, **changes):
    """A position in which seat 0 is the start player, in the first round, with these changes."""
    state = BUS.start(seats, {"city": "classic"}, 0)
    if place is not None:
        state = replace(
            state,
            city=place,
            built=((),) * len(place.crossings),
            riders=tuple(int(at in place.starts) for at in place.crossings),
        )
    return replace(
        state, **{"task": BusTask.CHOOSE, "turn": 0, "todo": 1, "queue": (), "round": 1, **changes}
    )


def random_town(random, crossings=7, streets=10):
    """A connected city of that size with two stations, a few sites and passengers."""
    pairs = {(random.randrange(at), at) for at in range(1, crossings)}
    while len(pairs) < streets:
        one, other = sorted(random.sample(range(crossings), 2))
        pairs.add((one, other))
    stations = random.sample(range(crossings), 2)
    letters = {
        at: "".join(sorted(random.choices("ABCD", k=random.randrange(2, 7))))
        for at in range(crossings)
        if at not in stations
    }
    starts = [at for at in range(crossings) if random.random() < 0.5]
    return town(sorted(pairs), letters, sorted(stations), starts)


def every_move(city):
    """All moves of all kinds between and at the crossings of a city, and some beside it."""
    at = range(-1, len(city.crossings) + 1)
    yield ("pass",)
    yield from (("take", label) for label in (*BY_LABEL, "pass", ""))
    yield from (("clock", word) for word in ("stop", "run", "house"))
    yield from (("rider", crossing) for crossing in at)
    yield from (("build", crossing, word) for crossing in at for word in (*TYPES, "A"))
    yield from ((kind, *pair) for kind in ("stick", "carry") for pair in product(at, repeat=2))


def opened(place, seats, first=0):
    """A new game in a small city, at its first decision."""
    fresh = replace(
        BUS.start(seats, {"city": "classic"}),
        city=place,
        built=((),) * len(place.crossings),
        riders=tuple(int(at in place.starts) for at in place.crossings),
    )
    return BUS.apply(fresh, Rolled((first,)))


def resolving(state, **spaces):
    """The position when these markers are being carried out; the seats of an area from space a on."""
    laid = EMPTY
    for label, seats in spaces.items():
        for space, seat in enumerate(seats):
            laid = put_marker(laid, BY_LABEL[label], space, seat)
    return proceed(replace(state, spaces=laid, todo=0, passed=tuple(range(state.seats))))


def play(state, *texts):
    """The position after these typed moves, each by the seat that is at turn."""
    for text in texts:
        seat = state.turn
        state = BUS.apply(state, Moved(seat, BUS.parse(state, seat, {}, text)))
    return state


def refused(state, text):
    """The reason why the seat at turn may not make a typed move."""
    try:
        BUS.parse(state, state.turn, {}, text)
    except Illegal as refusal:
        return str(refusal)
    raise AssertionError(f"{text} was accepted")


def effect(state, seat, move):
    """What a move brings about, in English."""
    return str(contract.effect_of_move(BUS, state, seat, move))


def why_not(state, seat, move):
    """Why a move is refused, in English; None where it is not."""
    reason = BUS.why_not(state, seat, {}, move)
    return None if reason is None else str(reason)


def words(state, seat=None):
    """The position in English sentences."""
    return tuple(map(str, BUS.words(state, seat, {})))


def typed(state):
    """All legal moves as text."""
    return [BUS.text(state, state.turn, move) for move in BUS.moves(state, state.turn, {})]


def left(state, seat):
    """The position after a seat has left."""
    return BUS.apply(state, Left(seat, Why.RESIGNED))
