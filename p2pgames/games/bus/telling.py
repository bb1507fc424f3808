"""What came of an event: what a move yielded or cost, and what went on by itself after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Event, Move, Moved, Seat
from p2pgames.games.bus import areas, lines, messages, riders, sites
from p2pgames.games.bus.areas import BY_LABEL, Area
from p2pgames.games.bus.board import BUSES, STICKS, TYPES, Crossing
from p2pgames.games.bus.names import number
from p2pgames.games.bus.rounds import tick
from p2pgames.games.bus.state import State, Task
from p2pgames.text import Count, Message, SeatName, Verbatim
from p2pgames.told import Told

_PIECES: Final = {
    Area.LINE: messages.STREETS,
    Area.RIDERS: messages.PASSENGERS,
    Area.BUILD: messages.BUILDINGS,
}


def told(before: State, event: Event, after: State) -> tuple[Told, ...]:
    """Return what came of an event; points go to the passengers that are served, and one to every time stone."""
    done = tuple(_done(before, event.seat, event.move)) if isinstance(event, Moved) else ()
    return (*done, *_went_on(before, event, after))


def _done(state: State, seat: Seat, move: Move) -> Iterator[Told]:
    match move:
        case "take", str(label):
            yield Told(_taken(state, BY_LABEL[label]), seat, where=label)
        case "stick", int(head), int(far):
            for what in _laid(state, head, far):
                yield Told(what, seat, where=number(far))
        case "build", int(at), str(word):
            kind = TYPES.index(word)
            yield Told(messages.KIND_LEFT[kind](count=Count(sites.left(state, kind) - 1)), where=number(at))
        case "rider", int(at):
            station = messages.STATIONS[state.city.stations[at]]
            said = messages.MORE_WAIT(station=station, left=Count(state.waiting - 1))
            yield Told(said, where=number(at))
        case "clock", "stop":
            yield Told(_stopped(state), seat, -1)
        case "clock", str():
            yield Told(messages.COMES(kind=messages.KINDS[tick(state).clock]))
        case "carry", int(), int(target):
            yield Told(messages.SERVED(), seat, 1, number(target))
            yield Told(_left_to_do(state), seat)
        case ("pass",):
            yield Told(messages.NO_MORE_MARKERS(), seat)


def _taken(state: State, area: Area) -> Message:
    at = areas.free(state.spaces, area)
    space = Verbatim(areas.LETTERS[at])
    if area in _PIECES:
        pieces, fleet = _PIECES[area](count=Count(state.yields(area, at))), Count(state.fleet)
        if area is Area.LINE and state.seats == max(STICKS):
            players = Count(state.seats)
            return messages.SPACE_GIVES_MORE(space=space, pieces=pieces, fleet=fleet, players=players)
        return messages.SPACE_GIVES(space=space, pieces=pieces, fleet=fleet)
    if area is Area.VROOMM:
        return messages.SPACE_RIDES(space=space, rides=messages.RIDES(count=Count(state.buses[state.turn])))
    if area is Area.BUS:
        return messages.FIVE_BUSES() if state.buses[state.turn] == BUSES else messages.ONE_MORE_BUS()
    return messages.TO_STOP_TIME() if area is Area.CLOCK else messages.TO_BEGIN()


def _laid(state: State, head: Crossing, far: Crossing) -> Iterator[Message]:
    mask = lines.owners(state.city, state.lines)[state.city.street[head, far]]
    if beside := [seat for seat in range(state.seats) if mask >> seat & 1]:
        yield messages.BESIDE(players=messages.seats(beside))
    if state.task is Task.LINE and far in lines.heads(state.lines[state.turn]) and far != head:
        yield messages.CIRCLE(at=messages.place(far))
    yield messages.STICKS_LEFT(count=Count(state.sticks(state.turn) - 1))


def _stopped(state: State) -> Message:
    if state.stones_left == 1:
        return messages.LAST_STONE()
    return messages.STAYS(kind=messages.KINDS[state.clock], left=Count(state.stones_left - 1))


def _left_to_do(state: State) -> Message:
    more = riders.possible(state, state.lines[state.turn], state.todo) - 1
    return messages.MORE_RIDES(count=Count(more)) if more else messages.LAST_RIDE()


def _went_on(before: State, event: Event, after: State) -> Iterator[Told]:
    """Yield what nobody decided: buses that come, a clock that nobody chose, a round that begins."""
    for seat in range(after.seats):
        if after.buses[seat] > before.buses[seat]:
            buses = messages.BUSES(count=Count(after.buses[seat]))
            yield Told(messages.HAS_NOW(player=SeatName(seat), buses=buses), seat)
    runs = isinstance(event, Moved) and event.move == ("clock", "run")
    if after.clock != before.clock and not runs:
        yield Told(messages.COMES(kind=messages.KINDS[after.clock]))
    if after.round > before.round:
        yield Told(messages.ROUND_BEGINS(round=Count(after.round), player=SeatName(after.start)))
