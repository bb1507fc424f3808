"""The rules of Bus, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from p2pgames.contract import (
    Ask,
    Choose,
    Effect,
    Event,
    Illegal,
    Known,
    Left,
    Move,
    Moved,
    Over,
    Roll,
    Rolled,
    Rules,
    Seat,
    Wire,
    resolve_options,
)
from p2pgames.games.bus import notation, sentences, turns, words
from p2pgames.games.bus.info import BusInfo
from p2pgames.games.bus.state import (
    BUSES,
    BY_LABEL,
    CITIES,
    DATA,
    LETTERS,
    MARKERS,
    NOBODY,
    ORDER,
    STICKS,
    TYPES,
    Area,
    BusEnd,
    BusState,
    BusTask,
    Crossing,
    crossing_number,
    free_space,
    put_marker,
    wire,
    without_markers,
)
from p2pgames.games.bus.turns import tick
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Count, Message, SeatName, Verbatim

# What came of an event: what a move yielded or cost, and what went on by itself after it.

_PIECES: Final = {
    Area.LINE: sentences.STREETS,
    Area.RIDERS: sentences.PASSENGERS,
    Area.BUILD: sentences.BUILDINGS,
}


def event_effects(before: BusState, event: Event, after: BusState) -> tuple[Effect, ...]:
    """Return what came of an event; points go to the passengers that are served, and one to every time stone."""
    done = tuple(_done(before, event.seat, event.move)) if isinstance(event, Moved) else ()
    return (*done, *_went_on(before, event, after))


def _done(state: BusState, seat: Seat, move: Move) -> Iterator[Effect]:
    match move:
        case "take", str(label):
            yield Effect(_taken(state, BY_LABEL[label]), seat, where=label)
        case "stick", int(head), int(far):
            for what in _laid(state, head, far):
                yield Effect(what, seat, where=crossing_number(far))
        case "build", int(at), str(word):
            kind = TYPES.index(word)
            yield Effect(
                sentences.KIND_LEFT[kind](count=Count(turns.buildings_left(state, kind) - 1)),
                where=crossing_number(at),
            )
        case "rider", int(at):
            station = sentences.STATIONS[state.city.stations[at]]
            said = sentences.MORE_WAIT(station=station, left=Count(state.waiting - 1))
            yield Effect(said, where=crossing_number(at))
        case "clock", "stop":
            left = state.stones_left - 1
            stays = sentences.STAYS(kind=sentences.KINDS[state.clock], left=Count(left))
            yield Effect(stays if left else sentences.LAST_STONE(), seat, -1)
        case "clock", str():
            yield Effect(sentences.COMES(kind=sentences.KINDS[tick(state).clock]))
        case "carry", int(), int(target):
            yield Effect(sentences.SERVED(), seat, 1, crossing_number(target))
            more = turns.rides_due(state, state.lines[state.turn], state.todo) - 1
            yield Effect(sentences.MORE_RIDES(count=Count(more)) if more else sentences.LAST_RIDE(), seat)
        case ("pass",):
            yield Effect(sentences.NO_MORE_MARKERS(), seat)


def _taken(state: BusState, area: Area) -> Message:
    at = free_space(state.spaces, area)
    space = Verbatim(LETTERS[at])
    if area in _PIECES:
        pieces, fleet = _PIECES[area](count=Count(state.yields(area, at))), Count(state.fleet)
        if area is Area.LINE and state.seats == max(STICKS):
            players = Count(state.seats)
            return sentences.SPACE_GIVES_MORE(space=space, pieces=pieces, fleet=fleet, players=players)
        return sentences.SPACE_GIVES(space=space, pieces=pieces, fleet=fleet)
    if area is Area.VROOMM:
        return sentences.SPACE_RIDES(space=space, rides=sentences.RIDES(count=Count(state.buses[state.turn])))
    if area is Area.BUS:
        return sentences.FIVE_BUSES() if state.buses[state.turn] == BUSES else sentences.ONE_MORE_BUS()
    return sentences.TO_STOP_TIME() if area is Area.CLOCK else sentences.TO_BEGIN()


def _laid(state: BusState, head: Crossing, far: Crossing) -> Iterator[Message]:
    mask = turns.owners(state.city, state.lines)[state.city.street[head, far]]
    if beside := [seat for seat in range(state.seats) if mask >> seat & 1]:
        yield sentences.BESIDE(players=sentences.seats(beside))
    if state.task is BusTask.LINE and far in turns.heads(state.lines[state.turn]) and far != head:
        yield sentences.CIRCLE(at=sentences.place(far))
    yield sentences.STICKS_LEFT(count=Count(state.sticks(state.turn) - 1))


def _passed_over(before: BusState, event: Event, after: BusState) -> Iterator[Effect]:
    """Yield which of the actions that were due between two states could not be carried out, or no further."""
    spaces = before.spaces
    match event:
        case Moved(seat, ("take", str(label))):
            area = BY_LABEL[label]
            spaces = put_marker(spaces, area, free_space(spaces, area), seat)
        case Left(seat):
            spaces = without_markers(spaces, seat)
    closed = after.round > before.round or after.why in (BusEnd.NO_SITE, BusEnd.NO_MARKERS)
    begun = before.step if before.todo > 1 and before.task is not BusTask.VROOMM else before.step + 1
    for area, space in ORDER[max(begun, 0) : len(ORDER) if closed else max(after.step, 0)]:
        seat = spaces[area][space]
        if seat == NOBODY or area not in sentences.NOTHING_DONE:
            continue
        if area is Area.BUS:
            if before.buses[seat] == BUSES:
                yield Effect(sentences.NOTHING_DONE[area](player=SeatName(seat)), seat)
            continue
        at = sentences.SPACES[area](space=Verbatim(LETTERS[space]))
        yield Effect(sentences.NOTHING_DONE[area](player=SeatName(seat), space=at), seat)


def _went_on(before: BusState, event: Event, after: BusState) -> Iterator[Effect]:
    """Yield what nobody decided: actions passed over, buses that come, a clock nobody chose, a round that begins."""
    yield from _passed_over(before, event, after)
    for seat in range(after.seats):
        if after.buses[seat] > before.buses[seat]:
            buses = sentences.BUSES(count=Count(after.buses[seat]))
            yield Effect(sentences.HAS_NOW(player=SeatName(seat), buses=buses), seat)
    runs = isinstance(event, Moved) and event.move == ("clock", "run")
    if after.clock != before.clock and not runs:
        yield Effect(sentences.COMES(kind=sentences.KINDS[after.clock]))
    if after.round > before.round:
        yield Effect(sentences.ROUND_BEGINS(round=Count(after.round), player=SeatName(after.start)))


# What is nearly always a slip and cannot be undone, while markers are laid.


def warning(state: BusState, move: Move) -> Message | None:
    """Return what a marker or a pass of the seat to move throws away; None if that is nothing."""
    if state.task is not BusTask.CHOOSE:
        return None
    match move:
        case "take", str(label) if _is_wasted(state, BY_LABEL[label]):
            return sentences.WASTED_MARKER()
        case "take", str() if state.markers[state.turn] == 1:
            return sentences.LAST_MARKER()
        case ("pass",) if count := _rides_given_up(state):
            return sentences.RIDES_GIVEN_UP(count=Count(count))
    return None


def _is_wasted(state: BusState, area: Area) -> bool:
    """Tell whether a marker on the first free space of an area can bring nothing, whatever the others do."""
    space, seat = free_space(state.spaces, area), state.turn
    match area:
        case Area.BUS:
            return state.buses[seat] == BUSES
        case Area.LINE:
            return state.sticks(seat) == 0 or state.yields(area, space) == 0
        case Area.RIDERS:
            return state.waiting == 0 or space >= _fleet_then(state)
        case Area.BUILD:
            return not turns.open_sites(state) or space >= _fleet_then(state)
    return False


def _fleet_then(state: BusState) -> int:
    """Return the largest fleet there can be once the bus of this round has come."""
    holder = state.spaces[Area.BUS][0]
    may = state.inside if holder == NOBODY else (holder,)
    return max(state.fleet, *(min(state.buses[seat] + 1, BUSES) for seat in may))


def _rides_given_up(state: BusState) -> int:
    """Return how many rides a pass gives up that could be made if time runs on and nothing else changes."""
    seat = state.turn
    if seat in state.spaces[Area.VROOMM] or free_space(state.spaces, Area.VROOMM) < 0:
        return 0
    return turns.rides_due(tick(state), state.lines[seat], state.buses[seat]) if state.markers[seat] else 0


class Bus(BusInfo, Rules[BusState]):
    """Bus: three to five lines in one city, nothing hidden, one event for each piece or decision."""

    @property
    def data(self) -> bytes:
        """Both cities and the numbers of all pieces."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> BusState:
        """Return the city with its first passengers; the coin says who starts, unless ``first`` is given."""
        city = CITIES[resolve_options(self, seats, options, first)["city"]]
        state = BusState(
            city=city,
            seats=seats,
            start=-1,
            lines=((),) * seats,
            markers=(MARKERS,) * seats,
            buses=(1,) * seats,
            points=(0,) * seats,
            stones=(0,) * seats,
            stack=(),
            riders=tuple(int(at in city.starts) for at in city.crossings),
            built=((),) * len(city.crossings),
        )
        return state if first is None else turns.begin_game(state, first)

    def ask(self, state: BusState) -> Ask:
        """Ask who starts, then for moves."""
        match state.task:
            case BusTask.ROLL:
                return Roll((len(state.inside),))
            case BusTask.OVER:
                return Over(turns.result(state))
            case _:
                return Choose(state.turn)

    def apply(self, state: BusState, event: Event) -> BusState:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        if state.task is BusTask.OVER:
            raise Illegal(GAME_OVER())
        match event:
            case Moved(seat, move) if state.task is not BusTask.ROLL:
                if type(seat) is not int or seat != state.turn:
                    raise Illegal(sentences.TURN_OF(player=SeatName(state.turn)))
                return turns.proceed(notation.play_move(state, move))
            case Rolled((value,)) if state.task is BusTask.ROLL and type(value) is int:
                if 0 <= value < len(state.inside):
                    return turns.begin_game(state, state.inside[value])
            case Left(seat):
                if type(seat) is not int or seat not in state.inside:
                    raise Illegal(sentences.NO_SEAT())
                return turns.leave_game(state, seat)
        raise Illegal(NOT_NOW())

    def moves(self, state: BusState, seat: Seat, known: Known) -> Sequence[Move]:  # noqa: ARG002
        """Return every legal move of the seat, by area or crossing."""
        return notation.listing(state) if seat == state.turn else ()

    def text(self, state: BusState, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the move as ``line``, ``pass``, ``00-08``, ``07 C house``, ``24``, ``stop`` or ``01-17``."""
        return notation.move_text(state, move)

    def read(self, state: BusState, seat: Seat, known: Known, text: str) -> Move:  # noqa: ARG002
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse_move(state, text)

    def effects(self, before: BusState, event: Event, after: BusState) -> tuple[Effect, ...]:
        """Return what a move yielded or cost, and what went on by itself after it."""
        return event_effects(before, event, after)

    def warning(self, state: BusState, seat: Seat, move: Move) -> Message | None:  # noqa: ARG002
        """Return what is said of a marker that is the last or brings nothing, and of a pass with rides open."""
        return warning(state, move)

    def wire(self, state: BusState) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: BusState) -> tuple[int, ...]:
        """Return the points of each seat, less its time stones."""
        return turns.scores(state)

    def describe_spot(self, state: BusState, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return words.describe_spot(state, spot)

    def words(self, state: BusState, seat: Seat | None, known: Known) -> tuple[Message, ...]:  # noqa: ARG002
        """Return the position in sentences."""
        return words.position_in_words(state, seat)


VERSIONS: Final = {0: Bus()}
