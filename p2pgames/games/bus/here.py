"""What stands at a place of the board, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.bus import areas, captions, lines, messages, riders, sites
from p2pgames.games.bus.areas import BY_LABEL, LETTERS, NOBODY, SIZES, Area
from p2pgames.games.bus.board import TYPES, Crossing
from p2pgames.games.bus.names import number, street_name
from p2pgames.games.bus.state import State
from p2pgames.messages import here as at_place
from p2pgames.messages import joined
from p2pgames.text import Count, Every, Joint, Message, SeatName, Verbatim, counted, message, whole_number

AREA_HERE = message("bus.area-here", "{area}: {what}", area=Message, what=Message)
BUILT_HERE = message("bus.built-here", "{buildings}", buildings=Every)
BARE = message("bus.bare", "no building yet")
FREE_HERE: Final = (
    message("bus.free-here", "site {sites} is free", sites=Every),
    message("bus.free-sites-here", "sites {sites} are free", sites=Every),
)
BOTH_FREE = message("bus.both-free-here", "both sites {site} are free", site=Verbatim)
INSIDE: Final = (
    counted("bus.in-house", "{count} passenger in the house", "{count} passengers in the houses"),
    counted("bus.in-office", "{count} passenger in the office", "{count} passengers in the offices"),
    counted("bus.in-pub", "{count} passenger in the pub", "{count} passengers in the pubs"),
)
WANT: Final = (
    counted("bus.wants-house", "{count} passenger wants a house", "{count} passengers want a house"),
    counted("bus.wants-office", "{count} passenger wants an office", "{count} passengers want an office"),
    counted("bus.wants-pub", "{count} passenger wants a pub", "{count} passengers want a pub"),
)
"""These two: by type of building."""
LINES_END: Final = (
    message("bus.line-ends", "{players}'s line ends here", players=Every),
    message("bus.lines-end", "the lines of {players} end here", players=Every),
)
LINES_PASS: Final = (
    message("bus.line-passes", "{players}'s line runs through here", players=Every),
    message("bus.lines-pass", "the lines of {players} run through here", players=Every),
)
ON_STREET: Final = (
    message("bus.line-on-street", "street, {players}'s line runs along it", players=Every),
    message("bus.lines-on-street", "street, the lines of {players} run along it", players=Every),
)
"""These three and the free sites: of one, and of several."""
BARE_STREET = message("bus.bare-street", "street, no line runs along it")
GIVES: Final = {
    Area.LINE: message("bus.gives-line", "lay sticks of your line")(),
    Area.BUS: message("bus.gives-bus", "get one more bus")(),
    Area.RIDERS: message("bus.gives-riders", "bring passengers to the stations")(),
    Area.BUILD: message("bus.gives-build", "put up buildings")(),
    Area.CLOCK: message("bus.gives-clock", "stop the clock or let it run")(),
    Area.VROOMM: message("bus.gives-vroomm", "carry passengers, 1 point each")(),
    Area.START: message("bus.gives-start", "begin the next round")(),
}
NEXT_SPACE = message("bus.next-space", "next space {space}: {pieces}", space=Verbatim, pieces=Message)
TAKEN = message("bus.spaces-here", "{spaces}", spaces=Every)
IN_STOCK = counted("bus.in-stock", "{count} left to put up", "{count} left to put up")
_PIECES: Final = {
    Area.LINE: messages.STREETS,
    Area.RIDERS: messages.PASSENGERS,
    Area.BUILD: messages.BUILDINGS,
}


def here(state: State, spot: str) -> Message | None:
    """Return what a crossing, street, area, type of building or answer is about; None for anything else."""
    if spot in BY_LABEL:
        area = BY_LABEL[spot]
        return AREA_HERE(area=messages.AREAS[area], what=joined(tuple(_area(state, area))))
    if spot in TYPES:
        kind = TYPES.index(spot)
        left = IN_STOCK(count=Count(sites.left(state, kind)))
        return AREA_HERE(area=messages.KINDS[kind], what=left)
    if spot in captions.ANSWERS:
        return captions.ANSWERS[spot]
    ends = tuple(end for each in spot.split("-") if (end := whole_number(each)) is not None)
    if len(ends) == 1 and ends[0] in state.city.crossings and spot == number(ends[0]):
        return at_place(spot, tuple(_crossing(state, ends[0])))
    if len(ends) == 2 and ends in state.city.street and spot == street_name(*ends):
        return at_place(spot, (_street(state, ends[0], ends[1]),))
    return None


def _crossing(state: State, at: Crossing) -> Iterator[Message]:
    name, built = state.city.stations.get(at), state.built[at]
    if name:
        yield messages.STATIONS[name]
    elif built:
        yield BUILT_HERE(buildings=Every(tuple(messages.KINDS[kind] for kind in built)))
    else:
        yield BARE()
    free = state.city.sites[at][len(built) :]
    if len(free) > 1 and len({*free}) == 1:
        yield BOTH_FREE(site=Verbatim(free[0]))
    elif free:
        yield FREE_HERE[len(free) > 1](sites=Every(tuple(map(Verbatim, free))))
    spare = riders.spare(state, at)
    if inside := state.riders[at] - max(0, spare):
        yield INSIDE[state.clock](count=Count(inside))
    if spare > 0:
        yield WANT[state.clock](count=Count(spare))
    ends = {seat for seat, line in enumerate(state.lines) if at in lines.heads(line)}
    by = {seat for seat, line in enumerate(state.lines) if at in line} - ends
    if ends:
        yield LINES_END[len(ends) > 1](players=messages.seats(sorted(ends)))
    if by:
        yield LINES_PASS[len(by) > 1](players=messages.seats(sorted(by)))


def _street(state: State, one: Crossing, other: Crossing) -> Message:
    mask = lines.owners(state.city, state.lines)[state.city.street[one, other]]
    there = [seat for seat in range(state.seats) if mask >> seat & 1]
    if not there:
        return BARE_STREET()
    return ON_STREET[len(there) > 1](players=messages.seats(there))


def _area(state: State, area: Area) -> Iterator[Message]:
    yield GIVES[area]
    taken = [(space, seat) for space, seat in enumerate(state.spaces[area]) if seat != NOBODY]
    if taken:
        yield TAKEN(spaces=Every(tuple(_marker(area, *each) for each in taken), Joint.COMMA))
    free = areas.free(state.spaces, area)
    if free >= 0 and area in _PIECES:
        pieces = _PIECES[area](count=Count(state.yields(area, free)))
        yield NEXT_SPACE(space=Verbatim(LETTERS[free]), pieces=pieces)
    elif not taken:
        yield messages.FREE()


def _marker(area: Area, space: int, seat: Seat) -> Message | SeatName:
    if SIZES[area] == 1:
        return SeatName(seat)
    return messages.TAKEN_BY(space=Verbatim(LETTERS[space]), player=SeatName(seat))
