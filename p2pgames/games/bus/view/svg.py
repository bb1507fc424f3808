"""Bus as a drawing: a map on which each line has a lane of its own, with the action board above it.

Layers from below: roads, lines, the newest moves, heads, crossings with their plots and passengers, the move that is
meant; then the action board, the clock and the stocks. Where things lie in a city was searched for once and stands in
data/map.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.contract import Move, Seat
from p2pgames.drawing.layout import WIDE, ColumnPart, Token, column, flow, heading, joined, prose, word
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Ink,
    Motion,
    Paint,
    Path,
    Point,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    Use,
    area,
    badge,
    beside,
    core,
    dist,
    line,
    mix,
    stroke,
    toward,
)
from p2pgames.games.bus import notation, sentences, words
from p2pgames.games.bus.state import (
    NOBODY,
    ORDER,
    Area,
    BusCity,
    BusState,
    BusTask,
    Crossing,
    Line,
    Street,
    crossing_number,
)
from p2pgames.games.bus.view import svg_board
from p2pgames.games.bus.view.scene import COUNTED, TAUGHT, BusScene, area_offer, scene, yielded
from p2pgames.games.bus.view.svg_board import (
    ICON,
    ICONS,
    NODE,
    PLOT,
    STATION,
    WIDTH,
    CityPlan,
    building_plot,
    crossing_spots,
    free_plot,
    person,
    plan_of,
    sitter,
    street_spots,
)
from p2pgames.games.bus.words import task_in_words
from p2pgames.picture.picture import Recent, Say, View
from p2pgames.text import Count

CORNER: Final = 22
"""How far the corners of the whole drawing are rounded."""


def drawing(state: BusState, view: View) -> Drawing:
    """Return the city and the action board as they would be right after the move being considered."""
    shown, where = scene(state, view), plan_of(state.city)
    seat = view.seat if shown.draft or view.trace else None
    below, above, spots = _layers(state, seat, view.recent, view.say, view.typed, view.cursor, view.trace)
    edges = tuple("text" if each == shown.seat else "board" for each in range(state.seats))
    shapes = (*below, *heads(state.city, shown.users, _seen(shown), edges), *above)
    return Drawing(WIDTH, where.height, shapes, spots, ICONS, "Bus", _said(shown, view))


Layers: TypeAlias = tuple[tuple[Shape, ...], tuple[Shape, ...], tuple[Spot, ...]]
"""What lies below the heads of the lines, what lies above them, and the spots."""


@lru_cache(4)
def _layers(
    state: BusState, seat: Seat | None, recent: Recent, say: Say, typed: str, cursor: str, trace: bool
) -> Layers:
    """Return what is the same for all who only look on: to these without a seat."""
    view = View(seat=seat, typed=typed, cursor=cursor, trace=trace, recent=recent, say=say)
    shown, city, where = scene(state, view), state.city, plan_of(state.city)
    legal = frozenset(name for at in city.crossings if shown.legal(view.typed, name := crossing_number(at)))
    actions, areas = svg_board.strip(shown, view)
    pills, answers = svg_board.stocks(shown, view)
    crossings, streets = crossing_spots(shown, where, view, legal), street_spots(shown, where, view)
    return (
        (
            Rect(0, 0, WIDTH, where.height, area("board"), CORNER),
            *_roads(city, shown.users),
            *_offered(shown, where),
            *(_line(city, shown.users, seat, line) for seat, line in _seen(shown)),
            *svg_board.newest(shown, where),
        ),
        (
            *svg_board.crossings(shown, where, view, legal),
            *preview(shown, where),
            *actions,
            *pills,
        ),
        tuple({spot.name: spot for spot in (*areas, *answers, *crossings, *streets)}.values()),
    )


# Roads, and the lines on them: each has a lane of its own along a street and bends from lane to lane.

LANE: Final = 10.2
"""From the middle of one line to the next."""
ROAD: Final = 13
"""The width of a street, wider only where several lines run."""
TRIM: Final = 20
"""How far from a crossing's middle lines leave their lanes."""
BADGE: Final = 11
"""The radius of the badge at the end of a line."""


Users: TypeAlias = tuple[tuple[Seat, ...], ...]
"""For each street the seats whose lines run along it."""


@lru_cache(64)
def _roads(city: BusCity, users: Users) -> tuple[Shape, ...]:
    """Return all streets, wider where several lines run: those each by itself, so that what changes is little."""
    points, ends = plan_of(city).points, zip(city.streets, users, strict=True)
    narrow = tuple(step for a, b in city.streets for step in line(points[a], points[b]))
    broad = ((len(seats) * LANE + 7, line(points[a], points[b])) for (a, b), seats in ends)
    ways = [(ROAD, narrow), *(way for way in broad if way[0] > ROAD)]
    kerbs = (Path(steps, stroke("kerb", width + 4)) for width, steps in ways)
    return (*kerbs, *(Path(steps, stroke("road", width)) for width, steps in ways))


def _offered(shown: BusScene, plan: CityPlan) -> tuple[Shape, ...]:
    """Return dots along the streets where a stick may be laid."""
    if shown.draft is None or shown.before.task not in (BusTask.FIRST, BusTask.LINE):
        return ()
    steps: list[Step] = []
    for a, b in (map(int, text.split("-")) for text in shown.draft.moves):
        p, q = plan.points[a], plan.points[b]
        steps.extend(line(toward(p, q, NODE + 6), toward(q, p, NODE + 6)))
    return (Path(tuple(steps), stroke("accent", 3, (2, 9))),)


def lane(city: BusCity, users: Users, one: Crossing, other: Crossing, seat: Seat) -> tuple[Point, Point]:
    """Return the ends of a seat's lane along a street, on its way from one crossing to the other."""
    street, points = city.street[one, other], plan_of(city).points
    a, b = city.streets[street]
    p, q = points[a], points[b]
    seats = users[street]
    # In the street's own direction, so that no two lines change sides on it.
    ox, oy = beside(p, q, (seats.index(seat) - (len(seats) - 1) / 2) * LANE)
    trim = min(TRIM, dist(p, q) * 0.3)
    (sx, sy), (ex, ey) = toward(p, q, trim), toward(q, p, trim)
    start, end = (sx + ox, sy + oy), (ex + ox, ey + oy)
    return (start, end) if a == one else (end, start)


Lines: TypeAlias = tuple[tuple[Seat, Line], ...]


def _seen(shown: BusScene) -> Lines:
    """Return every line that is to be seen."""
    every = enumerate(shown.state.lines)
    return tuple(
        (seat, line) for seat, line in every if len(line) > 1 and (not shown.traced or seat in shown.traced)
    )


@lru_cache(256)
def _line(city: BusCity, users: Users, seat: Seat, crossings: Line) -> Group:
    steps: list[Step] = []
    before: tuple[Point, Point] | None = None
    for one, other in pairwise(crossings):
        start, end = lane(city, users, one, other, seat)
        steps.append(_bend(before, (start, end)) if before else ("M", *start))
        steps.append(("L", *end))
        before = start, end
    way = tuple(steps)
    paths = (
        Path(way, stroke("road", LANE + 2.5, blunt=True)),
        Path(way, stroke(f"edge{seat}", LANE - 0.6)),
        Path(way, stroke(f"seat{seat}", LANE - 2.4)),
        *core(seat, way, 2.4, 0.85),
    )
    return Group(paths, f"line-{seat}")


def _bend(before: tuple[Point, Point], after: tuple[Point, Point]) -> Step:
    """Return one curve from lane to lane whose ends run along both streets."""
    reach = dist(before[1], after[0]) * 0.42
    return ("C", *toward(before[1], before[0], -reach), *toward(after[0], after[1], -reach), *after[0])


@lru_cache(64)
def heads(city: BusCity, users: Users, lines: Lines, edges: tuple[Ink, ...]) -> tuple[Shape, ...]:
    """Return a badge with its seat's edge at both ends of every line, two apart where lanes lie side by side."""
    return tuple(
        Group(
            badge(seat, 0, 0, BADGE, edges[seat]),
            f"head-{seat}-{end}",
            *_head(city, users, lines, seat, head, inner),
        )
        for seat, way in lines
        for end, (head, inner) in enumerate(((way[0], way[1]), (way[-1], way[-2])))
    )


def _head(city: BusCity, users: Users, lines: Lines, seat: Seat, head: Crossing, inner: Crossing) -> Point:
    start, end = lane(city, users, head, inner, seat)
    street = city.street[head, inner]
    back = _arrived(city, lines, head, street).index(seat) % 2 if len(users[street]) > 1 else 0
    return toward(start, end, _clear(city, head, inner) - TRIM + 2 * (BADGE + 0.5) * back)


def _clear(city: BusCity, at: Crossing, other: Crossing) -> float:
    """Return how far from a crossing's middle a badge is clear of it, on the way to another."""
    if at not in city.stations:
        return NODE + BADGE + 1
    points = plan_of(city).points
    (x, y), (ox, oy) = points[at], points[other]
    whole = dist((x, y), (ox, oy))
    across, down = (
        STATION[0] / 2 * whole / max(abs(ox - x), 1),
        STATION[1] / 2 * whole / max(abs(oy - y), 1),
    )
    return min(across, down) + BADGE + 1


def _arrived(city: BusCity, lines: Lines, head: Crossing, street: Street) -> list[Seat]:
    """Return the seats with a head at a crossing to which they came through this street, by seat."""
    ends = ((seat, pair) for seat, line in lines for pair in (line[:2], line[:-3:-1]))
    return sorted({seat for seat, (end, inner) in ends if end == head and city.street[end, inner] == street})


# The move being considered, and what the last move has moved.


def preview(shown: BusScene, plan: CityPlan) -> tuple[Shape, ...]:
    """Return the meant stick, or an arrow for the meant ride."""
    match shown.move:
        case ("stick", int(one), int(other)):
            start, end = lane(shown.state.city, shown.users, one, other, shown.before.turn)
            steps = line(start, end)
            ink = f"seat{shown.before.turn}"
            edge = Path(steps, stroke("accent", 15.2, (9, 6), blunt=True))
            return (Group((edge, Path(steps, stroke(ink, 9))), "preview", role="preview"),)
        case ("carry", int(source), int(target)):
            return (_ride(plan.points[source], plan.points[target]),)
    return ()


def _ride(source: Point, target: Point) -> Group:
    begin, tip = toward(source, target, 24), toward(target, source, 26)
    (bx, by), (ex, ey) = mix(begin, tip, 0.3), mix(begin, tip, 0.7)
    way: tuple[Step, ...] = (("M", *begin), ("C", bx, by - 30, ex, ey - 30, *tip))
    back = toward(tip, (ex, ey - 30), 13)
    dx, dy = (tip[1] - back[1]) * 0.6, (back[0] - tip[0]) * 0.6
    head = line((back[0] + dx, back[1] + dy), tip, (back[0] - dx, back[1] - dy))
    return Group(
        (
            Path((*way, *head), stroke("board", 9)),
            Path(way, stroke("accent", 3.6, (9, 7))),
            Path(head, stroke("accent", 3.6)),
        ),
        "preview",
        role="preview",
    )


def move_motions(before: BusState, after: BusState, move: Move, plan: CityPlan) -> tuple[Motion, ...]:
    """Return what went where by a legal move."""
    seat = before.turn
    match move:
        case ("stick", int(one), int(other)):
            way = lane(after.city, scene(after, View()).users, one, other, seat)
            return (Motion(f"head-{seat}-1", line(*way)),)
        case ("carry", int(source), int(target)):
            seats = scene(after, View()).seated(target)
            plots = [k for k, kind in enumerate(after.built[target]) if kind == after.clock]
            x, y = plan.plot(target, plots[seats - 1])
            stops = [plan.points[at] for at in _along(before.lines[seat], source, target)]
            place = (x + PLOT - 4, y + PLOT - 5)
            return (
                Motion(f"seated-{crossing_number(target)}-0", line(plan.stands[source], *stops, place), 700),
            )
    return ()


def _along(way: Line, source: Crossing, target: Crossing) -> Line:
    """Return the crossings of a line from one to another, the shorter way where it comes by twice."""
    pairs = [
        (i, j) for i, one in enumerate(way) for j, other in enumerate(way) if (one, other) == (source, target)
    ]
    i, j = min(pairs, key=lambda pair: abs(pair[0] - pair[1]))
    return way[i : j + 1] if i <= j else way[j : i + 1][::-1]


def _said(shown: BusScene, view: View) -> str:
    state = shown.state
    points = (f"{view.called(seat)} {mine}" for seat, mine in enumerate(state.points))
    hour = view.brief(sentences.KINDS[state.clock])
    return f"{view.brief(sentences.CLOCK())}: {hour}; {', '.join(points)}"


def motions(before: BusState, move: Move, _view: View) -> tuple[Motion, ...]:
    """Return the way of a line's head along its new street, or of a passenger along the line."""
    return move_motions(before, notation.play_move(before, move), move, plan_of(before.city))


# What stands beside the city: what is to be done, what each action gives, what the signs mean, a traced line.

HIGH: Final = 28
LABEL: Final = 100
"""How wide icon and name of an action are."""
SIGNS: Final = 70
"""How wide the signs are that are explained."""


def aside(state: BusState, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    seat = view.seat if view.trace or view.seat == state.turn else None
    return _aside(state, seat, view.names, view.say, view.typed, view.cursor, view.trace)


@lru_cache(4)
def _aside(
    state: BusState,
    seat: Seat | None,
    names: tuple[str, ...],
    say: Say,
    typed: str,
    cursor: str,
    trace: bool,
) -> Drawing:
    """Return what is the same for all but the seat at turn: to these without a seat."""
    view = View(seat=seat, names=names, typed=typed, cursor=cursor, trace=trace, say=say)
    shown = scene(state, view)
    parts = (*_wanted(state, view), *_actions(shown, view), *_legend(state, view), *_lines(shown, view))
    return column("Bus", parts, ICONS)


def _badge(seat: Seat) -> Token:
    return Token(24, 24, badge(seat, 12, 12, 10.5))


def _wanted(state: BusState, view: View) -> Iterator[ColumnPart]:
    """Yield what the seat at turn is to do."""
    if state.task in (BusTask.ROLL, BusTask.OVER):
        return
    when = words.ROUND(round=Count(state.round)) if state.round else words.SET_UP()
    text = view.say(words.NOW(when=when, task=task_in_words(state)))
    said = f"{view.called(state.turn)}, {text}"
    yield prose(text, bold=view.seat == state.turn, lead=_badge(state.turn), said=said)


# -- what each action gives --


def _actions(shown: BusScene, view: View) -> Iterator[ColumnPart]:
    """Yield the actions that give so many of something: to whom, and what the next space would."""
    rows = [row for area in (*COUNTED, Area.VROOMM) if (row := _action(shown, view, area))]
    if shown.before.round and rows:
        yield heading(view.say(words.ACTIONS()), view.say(words.WHAT_EACH_GIVES()))
        yield from rows


def _action(shown: BusScene, view: View, area: Area) -> ColumnPart | None:
    state, name = shown.before, view.brief(sentences.AREAS[area])
    spaces = [at for each, at in ORDER if each is area]
    taken = [(at, seat) for at in spaces if (seat := state.spaces[area][at]) != NOBODY]
    given = [(seat, yielded(state, area, at, seat)) for at, seat in taken]
    said = [f"{view.called(seat)} {count}" for seat, count in given]
    tokens = [joined((_badge(seat), word(str(count), bold=True)), 3) for seat, count in given]
    next_ = area_offer(state, area) if state.task is BusTask.CHOOSE else None
    if next_ is not None:
        said.append(view.say(next_))
        tokens.append(word(said[-1], "muted", high=24))
    if not tokens:
        return None
    head = joined((Token(24, 24, (Use(ICON[area], 12, 12, 0.9, "text"),)), word(name)))
    first = Token(LABEL, HIGH, head.shapes)
    row = flow((first, *tokens), f"{name}: {', '.join(said)}", 8, LABEL + 8)
    return replace(row, about=area.label)


# -- what the signs mean --


def _legend(state: BusState, view: View) -> Iterator[ColumnPart]:
    """Yield the signs of the map, as long as the game is young."""
    if state.round > TAUGHT or state.task is BusTask.OVER:
        return
    yield heading(view.say(words.ON_THE_MAP()))
    for shapes, text in zip(_SIGNS, words.SIGNS, strict=True):
        yield prose(view.say(text), lead=Token(SIGNS, HIGH, shapes))


def _node(x: float, name: str) -> tuple[Shape, ...]:
    disc = Circle(x, HIGH / 2, NODE - 2, Paint("node", "kerb", 3))
    return disc, Text(x, HIGH / 2, name, 13, "onnode", bold=True)


def _plot(x: float, shapes: tuple[Shape, ...]) -> Group:
    return Group(shapes, x=x, y=(HIGH - PLOT) / 2)


_ROAD: Final = line((22, HIGH / 2), (64, HIGH / 2))
_SIGNS: Final[tuple[tuple[Shape, ...], ...]] = (
    (*_node(15, "12"), Group(person(), x=40, y=HIGH / 2), Group(person(), x=54, y=HIGH / 2)),
    (
        Path(_ROAD, stroke("edge1", 9)),
        Path(_ROAD, stroke("seat1", 7)),
        *core(1, _ROAD, 2.4, 0.85),
        *badge(1, 15, HIGH / 2, 10.5),
    ),
    (
        _plot(2, (*building_plot("office", 0, 0, False, True), sitter(0, 0))),
        _plot(2 + PLOT + 8, free_plot(0, 0, "C")),
    ),
    (_plot(2, building_plot("pub", 0, 0, True, False)),),
    (Circle(15, HIGH / 2, 12, stroke("seat1", 3.4)), Circle(15, HIGH / 2, 7, Paint("node", "kerb", 2))),
)


# -- traced lines --

STEP: Final = 42


def _lines(shown: BusScene, view: View) -> Iterator[ColumnPart]:
    """Yield each traced line, crossing by crossing."""
    for seat in shown.traced:
        way = shown.state.lines[seat]
        streets = sentences.STREETS(count=Count(len(way) - 1))
        yield prose(view.say(words.LINE_OF(streets=streets)), bold=True, lead=_badge(seat))
        yield _chain(seat, tuple(map(crossing_number, way)))


def _chain(seat: Seat, names: tuple[str, ...]) -> ColumnPart:
    """Return crossings on their line, in as many rows as they need."""
    each = int(WIDE // STEP)
    places = [(21 + k % each * STEP, 16 + k // each * 36) for k in range(len(names))]
    rows = range(0, len(names), each)
    ways = [
        line(
            (4 if at else 21, places[at][1]),
            (WIDE - 4 if at + each < len(names) else places[-1][0], places[at][1]),
        )
        for at in rows
    ]
    paths = tuple(Path(way, stroke(f"seat{seat}", 7)) for way in ways)
    nodes = (
        shape
        for (x, y), name in zip(places, names, strict=True)
        for shape in (Circle(x, y, 13, Paint("node", "kerb", 3)), Text(x, y, name, 13, "onnode", bold=True))
    )
    return ColumnPart(32 + 36 * (len(rows) - 1), (*paths, *nodes), " ".join(names))
