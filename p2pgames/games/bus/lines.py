"""Bus lines: where a stick may lie, and what a line looks like with it.

Rulebook: set-up and step 2, rules for laying. A line grows from its two heads only; the rule is tested at
the crossing which the new stick leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from p2pgames.contract import Illegal, Seat
from p2pgames.games.bus import sentences
from p2pgames.games.bus.board import BUILDINGS, TYPES, City, Crossing, Street
from p2pgames.games.bus.state import Line, State, added
from p2pgames.replace import replace
from p2pgames.text import Joint, Message, Verbatim

Stick = tuple[Crossing, Crossing]
"""The head it leaves, and the far end."""


def heads(line: Line) -> tuple[Crossing, ...]:
    """Return the crossings where the line may go on, by number; one where both heads are at the same."""
    return tuple(sorted({line[0], line[-1]})) if line else ()


def owners(city: City, lines: tuple[Line, ...]) -> list[int]:
    """Return for each street a mask of the seats whose sticks lie in it, bit s for seat s."""
    masks = [0] * len(city.streets)
    for seat, line in enumerate(lines):
        for pair in pairwise(line):
            masks[city.street[pair]] |= 1 << seat
    return masks


def arrivals(city: City, lines: tuple[Line, ...], at: Crossing) -> dict[Street, int]:
    """Return a mask of the seats that have a head at the crossing, by the street through which it came."""
    masks: dict[Street, int] = {}
    for seat, line in enumerate(lines):
        for head, before in ((line[-1], line[-2]), (line[0], line[1])) if line else ():
            if head == at:
                street = city.street[before, head]
                masks[street] = masks.get(street, 0) | 1 << seat
    return masks


def onward(
    city: City, lines: tuple[Line, ...], masks: list[int], seat: Seat, head: Crossing
) -> list[Crossing]:
    """Return the far ends of the streets that the seat may build from one of its heads, by number."""
    around = city.around[head]
    others = [(far, street) for far, street in around if not masks[street] >> seat & 1]
    if all(masks[street] for _, street in around):
        return [far for far, _ in others]
    met = arrivals(city, lines, head)
    return [far for far, street in others if not masks[street] & ~met.get(street, 0)]


def sticks(state: State, seat: Seat) -> list[Stick]:
    """Return every stick by which the seat may extend its line, by head and far end."""
    if not state.lines[seat] or not state.sticks(seat):
        return []
    return list(_sticks(state.city, state.lines, seat))


@lru_cache(1024)
def _sticks(city: City, lines: tuple[Line, ...], seat: Seat) -> tuple[Stick, ...]:
    """Return the same, but for the number of sticks left; remembered, since it changes with lines alone."""
    masks = owners(city, lines)
    return tuple((head, far) for head in heads(lines[seat]) for far in onward(city, lines, masks, seat, head))


def extended(line: Line, head: Crossing, far: Crossing) -> Line:
    """Return the line with one more street, the head that moved at the end.

    Where both heads are at the same crossing, the one that moved last goes on.
    """
    return (*(line if line[-1] == head else reversed(line)), far)


def lay(state: State, head: Crossing, far: Crossing) -> State:
    """Return the state in which the seat at turn has extended its line; raise `Illegal` if it may not."""
    line = state.lines[state.turn]
    _street(state.city, head, far)
    if head not in heads(line):
        raise Illegal(_no_head(head, heads(line)))
    masks = owners(state.city, state.lines)
    if far not in onward(state.city, state.lines, masks, state.turn, head):
        raise Illegal(_refusal(state, masks, head, far))
    return extend(state, head, far)


def extend(state: State, head: Crossing, far: Crossing) -> State:
    """Return the state after a legal stick of the seat at turn."""
    return _with(state, extended(state.lines[state.turn], head, far))


def begin(state: State, one: Crossing, other: Crossing) -> State:
    """Return the state in which the line of the seat at turn is this street; raise `Illegal` for no street."""
    _street(state.city, one, other)
    if one > other:
        raise Illegal(sentences.NO_DIRECTION(street=sentences.street(other, one)))
    return _with(state, (one, other))


def _with(state: State, line: Line) -> State:
    lines = (*state.lines[: state.turn], line, *state.lines[state.turn + 1 :])
    return replace(state, lines=lines, todo=state.todo - 1)


def _street(city: City, one: Crossing, other: Crossing) -> None:
    if (one, other) not in city.street:
        raise Illegal(sentences.NO_STREET(one=sentences.crossing(one), other=sentences.crossing(other)))


def _no_head(at: Crossing, ends: tuple[Crossing, ...]) -> Message:
    """Why no stick leaves a crossing: the heads are elsewhere, both at the same or each at its own."""
    one, other = sentences.place(ends[0]), sentences.place(ends[-1])
    if one == other:
        return sentences.NOT_A_HEAD(at=sentences.place(at), head=one)
    return sentences.NO_HEAD(at=sentences.place(at), one=one, other=other)


def _refusal(state: State, masks: list[int], head: Crossing, far: Crossing) -> Message:
    """Why a street at a head may not be built: one's own, or another's while there are free ones."""
    mask = masks[state.city.street[head, far]]
    if mask >> state.turn & 1:
        return sentences.OWN_STREET(street=sentences.street(head, far))
    free = [end for end, street in state.city.around[head] if not masks[street]]
    return sentences.USED_STREET(
        street=sentences.street(head, far),
        players=sentences.seats(seat for seat in range(state.seats) if mask >> seat & 1),
        head=sentences.place(head),
        ends=sentences.places(free, Joint.OR),
    )


# Building sites: A before B before C before D, also within a crossing.


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
        raise Illegal(sentences.NO_CROSSING(at=sentences.crossing(at)))
    if word not in TYPES:
        raise Illegal(sentences.BUILDING_IS(words=sentences.KIND_WORDS))
    found, now = letter(state, at), lowest(state)
    if not found:
        said = sentences.STATION_HAS_NONE if at in state.city.stations else sentences.NO_FREE_SITE
        raise Illegal(said(at=sentences.place(at)))
    if found != now:
        there = sentences.places(open_at(state))
        raise Illegal(sentences.SITES_BEFORE(now=Verbatim(now), site=Verbatim(found), there=there))
    kind = TYPES.index(word)
    if not left(state, kind):
        raise Illegal(sentences.NONE_LEFT[kind])
    return put(state, at, kind)


def put(state: State, at: Crossing, kind: int) -> State:
    """Return the state with a building of a type, which may stand there, at a crossing."""
    built = (*state.built[:at], (*state.built[at], kind), *state.built[at + 1 :])
    return replace(state, built=built, todo=state.todo - 1)


# Passengers: they come in at the stations and ride to buildings of the type that the clock shows.
#
# Who sits where needs no record. As many passengers at a crossing are seated as there are buildings of the current
# type, and a ride never changes that: it takes an unseated one away, or brings one to a free building.

Ride = tuple[Crossing, Crossing]
"""From where to where."""


def spare(state: State, at: Crossing) -> int:
    """Return how many passengers at a crossing are unseated; below 0, how many buildings are free."""
    return state.riders[at] - state.built[at].count(state.clock)


def ends(state: State, line: Line) -> tuple[list[Crossing], list[Crossing]]:
    """Return the crossings of a line with an unseated passenger, and those with a free building."""
    spares = [(at, spare(state, at)) for at in sorted(set(line))]
    return [at for at, more in spares if more > 0], [at for at, more in spares if more < 0]


def rides(state: State, line: Line) -> Iterator[Ride]:
    """Yield every ride a bus of this line can make now."""
    sources, targets = ends(state, line)
    return ((source, target) for source in sources for target in targets)


def possible(state: State, line: Line, buses: int) -> int:
    """Return how many rides that many buses must make: the least of buses, unseated and free buildings."""
    spares = [spare(state, at) for at in set(line)]
    unseated, vacant = (sum(max(0, sign * more) for more in spares) for sign in (1, -1))
    return min(buses, unseated, vacant)


def arrive(state: State, station: Crossing) -> State:
    """Return the state with one more passenger at a station; raise `Illegal` elsewhere."""
    if station not in state.city.stations:
        raise Illegal(sentences.COME_IN(stations=sentences.places(state.city.stations, Joint.OR)))
    return replace(state, riders=added(state.riders, station), todo=state.todo - 1)


def carry(state: State, source: Crossing, target: Crossing) -> State:
    """Return the state after a ride by the seat at turn, worth one point; raise `Illegal` if it cannot be."""
    line = state.lines[state.turn]
    for at in (source, target):
        if at not in line:
            raise Illegal(sentences.NOT_ON_LINE(at=sentences.crossing(at)))
    if spare(state, source) <= 0:
        said = sentences.ALL_SEATED if state.riders[source] else sentences.NOBODY_WAITS
        raise Illegal(said(at=sentences.place(source)))
    if spare(state, target) >= 0:
        raise Illegal(sentences.NOT_FREE(kind=sentences.KINDS[state.clock], at=sentences.place(target)))
    return carried(state, source, target)


def carried(state: State, source: Crossing, target: Crossing) -> State:
    """Return the state after a ride that the seat at turn may make."""
    seat = state.turn
    return replace(
        state,
        riders=added(added(state.riders, source, -1), target),
        points=added(state.points, seat),
        stack=(*(each for each in state.stack if each != seat), seat),
        todo=state.todo - 1,
    )
