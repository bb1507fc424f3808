"""Bus lines: where a stick may lie, and what a line looks like with it.

Rulebook: set-up and step 2, rules for laying. A line grows from its two heads only; the rule is tested at
the crossing which the new stick leaves.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from p2pgames.changed import changed
from p2pgames.contract import Illegal, Seat
from p2pgames.games.bus import messages, refusals
from p2pgames.games.bus.board import City, Crossing, Street
from p2pgames.games.bus.state import Line, State
from p2pgames.text import Joint, Message

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
        raise Illegal(refusals.NO_DIRECTION(street=messages.street(other, one)))
    return _with(state, (one, other))


def _with(state: State, line: Line) -> State:
    lines = (*state.lines[: state.turn], line, *state.lines[state.turn + 1 :])
    return changed(state, lines=lines, todo=state.todo - 1)


def _street(city: City, one: Crossing, other: Crossing) -> None:
    if (one, other) not in city.street:
        raise Illegal(refusals.NO_STREET(one=messages.crossing(one), other=messages.crossing(other)))


def _no_head(at: Crossing, ends: tuple[Crossing, ...]) -> Message:
    """Why no stick leaves a crossing: the heads are elsewhere, both at the same or each at its own."""
    one, other = messages.place(ends[0]), messages.place(ends[-1])
    if one == other:
        return refusals.NOT_A_HEAD(at=messages.place(at), head=one)
    return refusals.NO_HEAD(at=messages.place(at), one=one, other=other)


def _refusal(state: State, masks: list[int], head: Crossing, far: Crossing) -> Message:
    """Why a street at a head may not be built: one's own, or another's while there are free ones."""
    mask = masks[state.city.street[head, far]]
    if mask >> state.turn & 1:
        return refusals.OWN_STREET(street=messages.street(head, far))
    free = [end for end, street in state.city.around[head] if not masks[street]]
    return refusals.USED_STREET(
        street=messages.street(head, far),
        players=messages.seats(seat for seat in range(state.seats) if mask >> seat & 1),
        head=messages.place(head),
        ends=messages.places(free, Joint.OR),
    )
