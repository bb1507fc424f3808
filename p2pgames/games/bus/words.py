"""The position of Bus in sentences, for plain lines and screen readers, and what stands at each place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.bus import sentences, turns
from p2pgames.games.bus import state as board
from p2pgames.games.bus.state import (
    BY_LABEL,
    LETTERS,
    NOBODY,
    ORDER,
    SIZES,
    TYPES,
    Area,
    BusCity,
    BusState,
    BusTask,
    Crossing,
    crossing_number,
    street_name,
)
from p2pgames.games.bus.turns import COMPULSORY, scores, tick
from p2pgames.sentences import here as at_place
from p2pgames.sentences import joined
from p2pgames.text import (
    Count,
    Every,
    Joint,
    Message,
    PlaceName,
    SeatName,
    Verbatim,
    counted,
    message,
    whole_number,
)


def position_in_words(state: BusState, seat: Seat | None) -> tuple[Message, ...]:
    """Return who is to do what, the clock, the supplies, every seat, the action board and the crossings."""
    return (_turn(state, seat), *_for_all(state))


@lru_cache(2)
def _for_all(state: BusState) -> tuple[Message, ...]:
    """Return the sentences that are the same whoever looks on."""
    houses, offices, pubs = (Count(turns.buildings_left(state, kind)) for kind in range(len(TYPES)))
    return (
        sentences.CLOCK_SHOWS(
            now=sentences.KINDS[state.clock],
            then=sentences.KINDS[tick(state).clock],
            count=Count(state.stones_left),
        ),
        sentences.LARGEST_FLEET(fleet=Count(state.fleet), count=Count(state.waiting)),
        sentences.BUILDINGS_LEFT(houses=houses, offices=offices, pubs=pubs),
        *(_seat(state, each) for each in range(state.seats)),
        *(_action(state, area) for area in Area),
        *_crossings(state),
        *_sites(state),
    )


def _turn(state: BusState, seat: Seat | None) -> Message:
    if state.task is BusTask.OVER:
        return sentences.OVER(why=sentences.WHY[state.why])
    if state.task is BusTask.ROLL:
        return sentences.NOT_KNOWN()
    mine, player, what = state.turn == seat, SeatName(state.turn), task_in_words(state)
    if not state.round:
        said = sentences.YOUR_SET_UP_TURN if mine else sentences.SET_UP_TURN
        return said(player=player, task=what)
    said = sentences.YOUR_TURN if mine else sentences.TURN
    return said(round=Count(state.round), player=player, task=what)


def task_in_words(state: BusState) -> Message:
    """Return what the seat at turn is to do and how far it has come, as the second half of a sentence."""
    wanted = sentences.WANTED[state.task]
    if state.task is BusTask.CHOOSE:
        laid = board.marker_count(state.spaces, state.turn)
        if laid < COMPULSORY:
            return sentences.COMPULSORY_MARKER(number=Count(laid + 1), all=Count(COMPULSORY))
        return sentences.MARKER_OR_PASS(number=Count(laid + 1))
    if state.step < 0 or state.task is BusTask.CLOCK:
        return wanted
    area, at = ORDER[state.step]
    space = sentences.SPACES[area](space=Verbatim(board.LETTERS[at]))
    return sentences.TO_DO(wanted=wanted, left=Count(_due(state)), space=space)


def _due(state: BusState) -> int:
    """How much of an action is still to be done, as far as pieces, sites and passengers last."""
    match state.task:
        case BusTask.LINE:
            return min(state.todo, state.sticks(state.turn))
        case BusTask.RIDERS:
            return min(state.todo, state.waiting)
        case BusTask.BUILD:
            return min(state.todo, turns.vacant_sites(state))
        case _:
            return turns.rides_due(state, state.lines[state.turn], state.todo)


def _seat(state: BusState, seat: Seat) -> Message:
    said = sentences.SEAT(
        player=SeatName(seat),
        points=_points(state, seat),
        buses=sentences.BUSES(count=Count(state.buses[seat])),
        markers=sentences.MARKERS(count=Count(state.markers[seat])),
        sticks=sentences.STICKS(count=Count(state.sticks(seat))),
        line=_line(state, seat),
    )
    if seat == state.start and state.round:
        said = sentences.STARTS(seat=said)
    return sentences.HAS_LEFT(seat=said) if seat in state.gone else said


def _points(state: BusState, seat: Seat) -> Message:
    points, stones = Count(scores(state)[seat]), state.stones[seat]
    if not stones:
        return sentences.POINTS(count=points)
    less = sentences.STONES(count=Count(stones))
    return sentences.POINTS_LESS(count=points, all=Count(state.points[seat]), stones=less)


def _line(state: BusState, seat: Seat) -> Message:
    line = state.lines[seat]
    if not line:
        return sentences.NO_LINE()
    way, heads = sentences.path(line), turns.heads(line)
    if line[0] == line[-1]:
        return sentences.BOTH_HEADS(line=way, head=sentences.place(line[0]))
    return sentences.LINE_HEADS(line=way, heads=sentences.places(heads))


def _action(state: BusState, area: Area) -> Message:
    row = [(space, seat) for space, seat in enumerate(state.spaces[area]) if seat != NOBODY]
    if SIZES[area] == 1:
        there = sentences.seats(seat for _, seat in row) if row else Every((sentences.FREE(),))
    else:
        taken = (
            sentences.TAKEN_BY(space=Verbatim(board.LETTERS[space]), player=SeatName(seat))
            for space, seat in row
        )
        there = Every((*taken,) or (sentences.ALL_FREE(),))
    return sentences.ROWS[area](spaces=there)


def _crossings(state: BusState) -> Iterator[Message]:
    """Every crossing with passengers or buildings."""
    for at in state.city.crossings:
        there = (
            (sentences.STATIONS[state.city.stations[at]],)
            if at in state.city.stations
            else tuple(sentences.KINDS[kind] for kind in state.built[at])
        )
        count = state.riders[at]
        if there and count:
            who = _passengers(state, at, count)
            yield sentences.AT_BOTH(at=sentences.place(at), there=Every(there), riders=who)
        elif there or count:
            what = there or (_passengers(state, at, count),)
            yield sentences.AT(at=sentences.place(at), there=Every(what))


def _passengers(state: BusState, at: Crossing, count: int) -> Message:
    seated = min(count, state.built[at].count(state.clock))
    if not seated:
        return sentences.PASSENGERS(count=Count(count))
    return sentences.PASSENGERS_SEATED(count=Count(count), seated=Count(seated))


def _sites(state: BusState) -> Iterator[Message]:
    """The crossings of the free sites, letter by letter."""
    free: dict[str, list[PlaceName | Message]] = {}
    for at in state.city.crossings:
        vacant = state.city.sites[at][len(state.built[at]) :]
        for letter in sorted(set(vacant)):
            place = sentences.place(at)
            twice = vacant.count(letter) == 2
            free.setdefault(letter, []).append(sentences.TWICE(at=place) if twice else place)
    for letter in sorted(free):
        there = Every(tuple(free[letter]), Joint.COMMA)
        yield sentences.FREE_SITES(site=Verbatim(letter), crossings=there)
    if not free:
        yield sentences.NO_SITE()


# What stands at a place of the board, in words.

AREA_HERE = message("bus.area-here", "{area:message}: {what:message}")
BUILT_HERE = message("bus.built-here", "{buildings:every}")
BARE = message("bus.bare", "no building yet")
FREE_HERE: Final = (
    message("bus.free-here", "site {sites:every} is free"),
    message("bus.free-sites-here", "sites {sites:every} are free"),
)
BOTH_FREE = message("bus.both-free-here", "both sites {site:verbatim} are free")
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
    message("bus.line-ends", "{players:every}'s line ends here"),
    message("bus.lines-end", "the lines of {players:every} end here"),
)
LINES_PASS: Final = (
    message("bus.line-passes", "{players:every}'s line runs through here"),
    message("bus.lines-pass", "the lines of {players:every} run through here"),
)
ON_STREET: Final = (
    message("bus.line-on-street", "street, {players:every}'s line runs along it"),
    message("bus.lines-on-street", "street, the lines of {players:every} run along it"),
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
NEXT_SPACE = message("bus.next-space", "next space {space:verbatim}: {pieces:message}")
TAKEN = message("bus.spaces-here", "{spaces:every}")
IN_STOCK = counted("bus.in-stock", "{count} left to put up", "{count} left to put up")
_PIECES: Final = {
    Area.LINE: sentences.STREETS,
    Area.RIDERS: sentences.PASSENGERS,
    Area.BUILD: sentences.BUILDINGS,
}


# What stands on Bus's board and beside it.

TALLY = message("bus.tally", "{buses:count}b {markers:count}m {sticks:count}s")
HOLDINGS = message("bus.holdings", "{buses:message}, {markers:message}, {sticks:message}")
ROUND = message("bus.round", "round {round:count}")
NOW = message("bus.task-now", "{when:message}: {task:message}")
SET_UP = message("bus.set-up", "set-up")
YOU = message("bus.you", "you")
ACTIONS = message("bus.actions", "actions")
WHAT_EACH_GIVES = message("bus.what-each-gives", "and what each gives")
FULL = message("bus.full", "full")
NEXT = message("bus.next", "next {count:count}")
FREE_BUT_FIVE = message("bus.free-but-five", "free, you have five")
ON_THE_MAP = message("bus.on-the-map", "on the map")
LEGEND: Final = (
    message("bus.legend-crossing", "12☻2 crossing 12, 2 want to go")(),
    message("bus.legend-head", "12:■ the line of ■ ends here")(),
    message("bus.legend-sites", "[H☻C] passenger in, C is free")(),
    message("bus.legend-reversed", "reversed: takes passengers now")(),
    message("bus.legend-newest", "◄     the newest move led here")(),
)
SIGNS: Final = (
    message("bus.sign-crossing", "a crossing; two there want to go")(),
    message("bus.sign-head", "an end of this player's line")(),
    message("bus.sign-sites", "an office with a passenger; site C is free")(),
    message("bus.sign-hour", "yellow: takes passengers now")(),
    message("bus.sign-newest", "the newest move led here")(),
)
"""What the signs of the drawn map mean."""
LINE_OF = message("bus.line-of", "line of {streets:message}")
STONES = message("bus.stones-there", "stones {count:count}")
FLEET = message("bus.fleet", "fleet {count:count}")
OUTSIDE = message("bus.outside", "outside ☻{count:count}")
STATION = message("bus.station", "STN")
HOURS: Final = (
    message("bus.house-office", "house→office")(),
    message("bus.office-pub", "office→pub")(),
    message("bus.pub-house", "pub→house")(),
)
"""What the clock shows and what comes next, by type of building."""
MARKER = message("bus.marker", "marker {number:count}")
FIRST_STICK = message("bus.first-stick", "first stick")
STOP_OR_RUN = message("bus.ask-stop", "stop or run")
PIECES: Final = {
    BusTask.LINE: message("bus.task-sticks", "sticks: {count:count}"),
    BusTask.RIDERS: message("bus.task-riders", "riders: {count:count}"),
    BusTask.BUILD: message("bus.task-buildings", "buildings: {count:count}"),
    BusTask.VROOMM: message("bus.task-rides", "rides: {count:count}"),
}
LAY_STICK = message("bus.lay-stick", "lay a stick here")
NO_STICK = message("bus.no-stick", "no stick can lie here")
ANSWERS: Final = {
    "pass": message("bus.answer-pass", "pass: no more markers this round")(),
    "stop": message("bus.answer-stop", "stop: keep the clock for a stone")(),
    "run": message("bus.answer-run", "run: let the clock go on")(),
}
"""What each word that can be pointed at means."""


def describe_spot(state: BusState, spot: str) -> Message | None:
    """Return what a crossing, street, area, type of building or answer is about; None for anything else."""
    if spot in BY_LABEL:
        area = BY_LABEL[spot]
        return AREA_HERE(area=sentences.AREAS[area], what=joined(tuple(_area(state, area))))
    if spot in TYPES:
        kind = TYPES.index(spot)
        left = IN_STOCK(count=Count(turns.buildings_left(state, kind)))
        return AREA_HERE(area=sentences.KINDS[kind], what=left)
    if spot in ANSWERS:
        return ANSWERS[spot]
    ends = tuple(end for each in spot.split("-") if (end := whole_number(each)) is not None)
    if len(ends) == 1 and ends[0] in state.city.crossings and spot == crossing_number(ends[0]):
        return _crossing(state, ends[0])
    if len(ends) == 2 and ends in state.city.street and spot == street_name(*ends):
        return at_place(spot, (_street(state, ends[0], ends[1]),))
    return None


def _crossing(state: BusState, at: Crossing) -> Message:
    passing = [seat for seat, line in enumerate(state.lines) if at in line]
    ends = tuple(seat for seat in passing if at in (state.lines[seat][0], state.lines[seat][-1]))
    by = tuple(seat for seat in passing if seat not in ends)
    return _crossing_with(state.city, at, state.built[at], state.riders[at], state.clock, ends, by)


@lru_cache(512)
def _crossing_with(
    city: BusCity,
    at: Crossing,
    built: tuple[int, ...],
    riders: int,
    clock: int,
    ends: tuple[Seat, ...],
    by: tuple[Seat, ...],
) -> Message:
    """Return what is said of it whenever it is so: most crossings are what they were a move ago."""
    name, free = city.stations.get(at), city.sites[at][len(built) :]
    buildings = Every(tuple(sentences.KINDS[kind] for kind in built))
    told = [sentences.STATIONS[name] if name else BUILT_HERE(buildings=buildings) if built else BARE()]
    if len(free) > 1 and len({*free}) == 1:
        told.append(BOTH_FREE(site=Verbatim(free[0])))
    elif free:
        told.append(FREE_HERE[len(free) > 1](sites=Every(tuple(map(Verbatim, free)))))
    if inside := min(riders, built.count(clock)):
        told.append(INSIDE[clock](count=Count(inside)))
    if (spare := riders - built.count(clock)) > 0:
        told.append(WANT[clock](count=Count(spare)))
    if ends:
        told.append(LINES_END[len(ends) > 1](players=sentences.seats(ends)))
    if by:
        told.append(LINES_PASS[len(by) > 1](players=sentences.seats(by)))
    return at_place(crossing_number(at), tuple(told))


def _street(state: BusState, one: Crossing, other: Crossing) -> Message:
    mask = turns.owners(state.city, state.lines)[state.city.street[one, other]]
    there = [seat for seat in range(state.seats) if mask >> seat & 1]
    if not there:
        return BARE_STREET()
    return ON_STREET[len(there) > 1](players=sentences.seats(there))


def _area(state: BusState, area: Area) -> Iterator[Message]:
    yield GIVES[area]
    taken = [(space, seat) for space, seat in enumerate(state.spaces[area]) if seat != NOBODY]
    if taken:
        yield TAKEN(spaces=Every(tuple(_area_marker(area, *each) for each in taken), Joint.COMMA))
    free = board.free_space(state.spaces, area)
    if free >= 0 and area in _PIECES:
        pieces = _PIECES[area](count=Count(state.yields(area, free)))
        yield NEXT_SPACE(space=Verbatim(LETTERS[free]), pieces=pieces)
    elif not taken:
        yield sentences.FREE()


def _area_marker(area: Area, space: int, seat: Seat) -> Message | SeatName:
    if SIZES[area] == 1:
        return SeatName(seat)
    return sentences.TAKEN_BY(space=Verbatim(LETTERS[space]), player=SeatName(seat))
