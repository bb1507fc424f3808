"""What can be pointed at on the map, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.drawing.paths import beside, box, mix, toward
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.bus import captions, messages
from p2pgames.games.bus.board import Crossing
from p2pgames.games.bus.names import number, street_name
from p2pgames.games.bus.painter.drawing.plan import NODE, Plan
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.games.bus.state import Task
from p2pgames.picture.picture import View
from p2pgames.text import Count, Every, Joint, Message, SeatName, Verbatim


def crossings(shown: Scene, plan: Plan, view: View, legal: frozenset[str]) -> tuple[Spot, ...]:
    """Return each crossing together with its plots."""
    every = shown.state.city.crossings
    return tuple(
        Spot(name := number(at), _around(plan, at), name in legal, f"{name}: {_told(shown, view, at)}")
        for at in every
    )


def _around(plan: Plan, at: Crossing) -> tuple[Point, ...]:
    (x, y), (left, top, w, h) = plan.points[at], plan.boxes[at]
    first, last = min(x - NODE, left), max(x + NODE, left + w)
    upper, lower = min(y - NODE, top), max(y + NODE, top + h)
    return box(first, upper, last - first, lower - upper)


def _told(shown: Scene, view: View, at: Crossing) -> str:
    state = shown.state
    there = [view.brief(messages.KINDS[kind]) for kind in state.built[at]]
    name = state.city.stations.get(at)
    return "; ".join(
        [*([name] if name else []), *filter(None, [", ".join(there)]), *map(view.say, _more(shown, at))]
    )


def _more(shown: Scene, at: Crossing) -> Iterator[Message]:
    """Yield what there is besides buildings: free plots, passengers, and whose lines come by or end."""
    state = shown.state
    if free := state.city.sites[at][len(state.built[at]) :]:
        yield captions.FREE_HERE(sites=Every(tuple(map(Verbatim, free)), Joint.COMMA))
    if count := state.riders[at]:
        yield messages.PASSENGERS(count=Count(count))
    ends = {seat for seat, line in enumerate(state.lines) if line and at in (line[0], line[-1])}
    by = {seat for seat, line in enumerate(state.lines) if at in line} - ends
    for said, seats in ((captions.LINES_HERE, by), (captions.ENDS_HERE, ends)):
        if seats:
            yield said(players=Every(tuple(map(SeatName, sorted(seats))), Joint.COMMA))


def streets(shown: Scene, plan: Plan, view: View) -> tuple[Spot, ...]:
    """Return the streets where a stick may lie, and those at the own heads where none may: they tell the reason."""
    if shown.draft is None or shown.before.task not in (Task.FIRST, Task.LINE):
        return ()
    state = shown.before
    sticks = {(int(one), int(other)) for one, other in (text.split("-") for text in shown.draft.moves)}
    if state.task is Task.LINE:
        line = state.lines[shown.draft.seat]
        near = {(end, far) for end in (line[0], line[-1]) for far, _ in state.city.around[end]}
        sticks |= {(end, far) for end, far in near if (far, end) not in sticks}
    return tuple(_street(shown, plan, view, way, way[::-1] in sticks) for way in sorted(sticks))


def _street(shown: Scene, plan: Plan, view: View, way: tuple[Crossing, Crossing], both: bool) -> Spot:
    name = street_name(*way)
    legal = shown.legal(view.typed, name)
    title = view.say(captions.STREET(street=messages.street(*way)))
    hint = view.say((captions.LAY_STICK if legal else captions.NO_STICK)())
    return Spot(name, _along(plan, *way, both), legal, title, hint)


def _along(plan: Plan, one: Crossing, other: Crossing, both: bool) -> tuple[Point, ...]:
    """Return a street between its crossings; the farther half of it where the other half is the way back."""
    p, q = plan.points[one], plan.points[other]
    start, end = toward(p, q, NODE + 4), toward(q, p, NODE + 4)
    start = mix(start, end, 0.5) if both else start
    ox, oy = beside(p, q, 12)
    return tuple(
        (x + sign * ox, y + sign * oy) for (x, y), sign in ((start, 1), (end, 1), (end, -1), (start, -1))
    )
