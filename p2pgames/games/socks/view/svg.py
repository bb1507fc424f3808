"""Socks in the City as a drawing: hexagons with parks between them, rails that are printed, sticks, and the socks.

`streets` is the finished city, `laying` the table while it is laid out; `ground` and `pieces` serve both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Move, Seat
from p2pgames.drawing.layout import (
    SIZE,
    WIDE,
    ColumnPart,
    Token,
    column,
    cut,
    fitted,
    flow,
    heading,
    joined,
    prose,
    width,
    word,
)
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    Use,
    area,
    badge,
    core,
    line,
    ring,
    stroke,
    toward,
)
from p2pgames.games.socks import city, sentences
from p2pgames.games.socks.building import tile_cells
from p2pgames.games.socks.notation import NamingFrame, link, naming
from p2pgames.games.socks.sentences import PAIRS, sticks_needed
from p2pgames.games.socks.state import NOBODY, SOCKS, SocksState, SocksTask
from p2pgames.games.socks.view import svg_plan as ground
from p2pgames.games.socks.view.scene import (
    SocksScene,
    enclosed_count,
    extent,
    is_at,
    is_mover,
    open_cells,
    pair_places,
    scene_of,
    tiles_at,
    typed_move,
)
from p2pgames.games.socks.view.svg_plan import (
    SOCK,
    STATION,
    SYMBOLS,
    PlaneDrawing,
    R,
    ink,
    printed,
    rulers,
    said_at,
    sock,
    spots,
)
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count

TITLE = "Socks in the City"
BOARD_WIDE, BOARD_HIGH = 880, 620


# The table while the city is laid out: tiles, parks, socks, and where the next piece may lie.


def laying_drawing(state: SocksState, view: View, title: str, desc: str) -> Drawing:
    """Return the table as the viewer sees it, with the typed piece."""
    (top, left), (last, right) = extent(state)
    plan = PlaneDrawing(naming(state), top, left, last - top + 1, right - left + 1)
    newest = frozenset(made for _, _, made in view.recent)
    move = typed_move(state, view.seat, view.typed)
    legal = frozenset(open_cells(state)) if is_mover(state, view.seat) else frozenset[city.Cell]()
    shapes = (
        Rect(0, 0, plan.width, plan.height, area("board"), 24),
        *ground.ground(state.tiles, plan),
        *rulers(plan),
        *(shape for tile in state.tiles for shape in _tile(plan, tile, ("tile", *tile) in newest)),
        *(shape for cell in sorted(legal) for shape in _open(plan, cell, state.task)),
        *_socks(state, plan, newest),
        *_preview(plan, move),
        *_cursor(plan, view.cursor, legal | set(tile_cells(state.tiles))),
    )
    there = sorted(legal | set(tile_cells(state.tiles)), key=plan.frame.place)
    return Drawing(
        plan.width,
        plan.height,
        shapes,
        tuple(
            _spot(state, view, plan, cell, cell in legal and not _done(state, plan, move, cell))
            for cell in there
        ),
        SYMBOLS,
        title,
        desc,
    )


def _tile(plan: PlaneDrawing, tile: city.Tile, fresh: bool, role: str = "") -> tuple[Shape, ...]:
    """Return the stations of a tile, and the rails between its twins."""
    points = [plan.at(cell) for cell in city.cells_of(tile)]
    ink, wide = ("accent", 3.4) if role else ("glow", 3.4) if fresh else ("muted", 2.4)
    return (*ground.printed(*points[:2]), *(Circle(*at, STATION, Paint("board", ink, wide)) for at in points))


def _open(plan: PlaneDrawing, cell: city.Cell, task: SocksTask) -> tuple[Shape, ...]:
    """Return a plus where the first twin of a tile may lie, or a ring where a sock may."""
    x, y = plan.at(cell)
    rim = Circle(x, y, 11, stroke("accent", 2.6))
    if task is not SocksTask.TILE:
        return (rim,)
    return rim, Path((*line((x - 5, y), (x + 5, y)), *line((x, y - 5), (x, y + 5))), stroke("accent", 2.6))


def _socks(state: SocksState, plan: PlaneDrawing, newest: frozenset[Move]) -> tuple[Shape, ...]:
    laid = [(colour, cell) for colour, one, two in state.pairs for cell in (one, two)]
    lone = [state.lone] if state.lone else []
    return tuple(
        sock(
            colour,
            f"sock-{plan.frame.name(cell)}",
            plan.at(cell),
            Paint("sockground", "glow", 4) if ("sock", colour, *cell) in newest else None,
        )
        for colour, cell in (*laid, *lone)
    )


def _preview(plan: PlaneDrawing, move: Move | None) -> tuple[Shape, ...]:
    match move:
        case ("tile", int(q), int(r), int(sixths)):
            tile = (q, r, sixths)
            dashed = Paint("raised", "accent", 4, (9, 6))
            hexagons = (Poly(plan.hexagon(cell), dashed) for cell in city.cells_of(tile))
            return (Group((*hexagons, *_tile(plan, tile, False, "preview")), "preview", role="preview"),)
        case ("sock", int(colour), int(q), int(r)):
            rim = Paint("sockground", "accent", 4, (8, 6))
            return (Group((sock(colour, "", plan.at((q, r)), rim),), "preview", role="preview"),)
    return ()


def _cursor(plan: PlaneDrawing, cursor: str, there: frozenset[city.Cell]) -> tuple[Shape, ...]:
    found = [cell for cell in there if plan.frame.name(cell) == cursor]
    if not found:
        return ()
    return (
        Group((Circle(*plan.at(found[0]), SOCK + 4, stroke("accent", 4, (8, 6))),), "cursor", role="cursor"),
    )


def _done(state: SocksState, plan: PlaneDrawing, move: Move | None, cell: city.Cell) -> bool:
    """Return whether the piece that is typed lies there, and pointing at it again would not turn it."""
    if not is_at(move, cell):
        return False
    return state.task is not SocksTask.TILE or len(tiles_at(state, plan.frame.name(cell))) < 2


def _spot(state: SocksState, view: View, plan: PlaneDrawing, cell: city.Cell, legal: bool) -> Spot:
    name = plan.frame.name(cell)
    hint = view.say(sentences.TILE_HERE()) if legal and state.task is SocksTask.TILE else ""
    return Spot(name, plan.hexagon(cell, R - 2), legal, said_at(state, view.say, name), hint)


# The finished city: links, sticks, socks and blockers.


@lru_cache(16)
def plan(town: city.SocksCity, frame: NamingFrame) -> PlaneDrawing:
    """Return the plan of a city; its frame begins at row 0 and column 0."""
    places = [frame.place(town.cell(station)) for station in town.stations]
    return PlaneDrawing(
        frame, 0, 0, 1 + max(row for row, _ in places), 1 + max(column for _, column in places)
    )


def city_drawing(state: SocksState, view: View, title: str, desc: str) -> Drawing:
    """Return the city as the viewer sees it, with the typed stick laid."""
    shown = scene_of(state, view)
    where = plan(state.town, shown.frame)
    points = {station: where.at(state.town.cell(station)) for station in state.town.stations}
    shapes = (
        Rect(0, 0, where.width, where.height, area("board"), 24),
        *ground.ground(state.town.layout.tiles, where),
        *rulers(where),
        *_joined(shown, points),
        *_links(shown, points),
        *_sticks(shown, view, points),
        *_stations(shown, points),
        *_sock_shapes(shown, points),
        *_marks(shown, view, points),
    )
    return Drawing(where.width, where.height, shapes, spots(shown, view, points), SYMBOLS, title, desc)


# -- links --


@lru_cache(2048)
def _between(p: Point, q: Point, short: float) -> tuple[Step, ...]:
    """Return the way from one station to another, so much shorter at either end."""
    return line(toward(p, q, short), toward(q, p, short))


def _joined(shown: SocksScene, points: dict[int, Point]) -> Iterator[Shape]:
    """Yield a band in the winner's colour below every link by which a prize was won."""
    for number, owner in sorted(shown.joined.items()):
        one, two = shown.state.town.ends[number]
        yield Path(_between(points[one], points[two], 0), stroke(f"seat{owner}", 22))


def _links(shown: SocksScene, points: dict[int, Point]) -> tuple[Shape, ...]:
    """Return free links as dots, thick ones on a cheapest way of the viewer, and those that are printed."""
    free: list[Step] = []
    useful: list[Step] = []
    rails: list[Shape] = []
    wanted = frozenset(shown.useful)
    for number, (one, two) in enumerate(shown.state.town.ends):
        match shown.state.links[number]:
            case 0:
                (useful if number in wanted else free).extend(_between(points[one], points[two], 11))
            case 3:
                rails.extend(ground.printed(points[one], points[two]))
    dots = (Path(tuple(free), stroke("faint", 1.9, (0.1, 6.2))),) if free else ()
    thick = (Path(tuple(useful), stroke("accent", 3.4, (0.1, 7.5))),) if useful else ()
    return (*dots, *thick, *rails)


def _sticks(shown: SocksScene, view: View, points: dict[int, Point]) -> tuple[Shape, ...]:
    last = _last(shown, view)
    town, links = shown.state.town, shown.state.links
    traced = frozenset(shown.traced)
    found: list[Shape] = []
    for number, what in enumerate(links):
        p, q = (points[end] for end in town.ends[number])
        if number in traced:
            found.append(Path(_between(p, q, STATION), stroke("accent", 19)))
        if what not in (city.FREE, city.PRINTED):
            role = "preview" if number == shown.typed else "last" if number in last else ""
            found.append(_stick(what - 1, number, _between(p, q, STATION), role))
    return tuple(found)


@lru_cache(2048)
def _stick(seat: int, number: city.Link, way: tuple[Step, ...], role: str) -> Group:
    glow = (Path(way, stroke("glow", 21)), Path(way, stroke("tile", 17))) if role == "last" else ()
    edge = "accent" if role == "preview" else "board"
    paths = (
        *glow,
        Path(way, stroke(edge, 16)),
        Path(way, stroke(f"edge{seat}", 12.4)),
        Path(way, stroke(f"seat{seat}", 10.4)),
        *core(seat, way, 3),
    )
    return Group(paths, f"stick-{number}", role=role)


def _last(shown: SocksScene, view: View) -> frozenset[city.Link]:
    """Return the newest sticks: those of the last seat that laid, without a break."""
    found: set[city.Link] = set()
    mover = view.recent[-1][1] if view.recent else NOBODY
    for before, seat, move in reversed(view.recent):
        if seat != mover or before.city is not shown.before.city:
            break
        found.add(link(shown.before, move))
    return frozenset(found)


# -- stations --


def _stations(shown: SocksScene, points: dict[int, Point]) -> tuple[Shape, ...]:
    town = shown.state.town
    plain = [
        station for station in town.stations if station not in town.sock_at and station not in town.blocked
    ]
    dots = (
        Circle(*points[at], STATION, Paint("board", "text" if at in shown.last else "muted", 2.4))
        for at in plain
    )
    return (*dots, *(shape for at in sorted(town.blocked) for shape in blocker(points[at])))


def blocker(at: Point, r: float = 21) -> tuple[Shape, ...]:
    """Return the sign of a station that is blocked."""
    x, y = at
    bar = Rect(x - r * 0.62, y - r * 0.19, r * 1.24, r * 0.38, area("board"), 2)
    return Poly(ring(8, r, x, y, 22.5), Paint("bad", "board", 3)), bar


def _sock_shapes(shown: SocksScene, points: dict[int, Point]) -> tuple[Shape, ...]:
    state = shown.state
    found = []
    for station, colour in state.town.sock_at.items():
        won = state.won[colour]
        rim = Paint("sockground", "accent", 4) if colour == shown.looked_at else None
        key = f"sock-{station}"
        found.append(sock(colour, key, points[station], rim, None if won == NOBODY else won))
    return tuple(found)


def _marks(shown: SocksScene, view: View, points: dict[int, Point]) -> tuple[Shape, ...]:
    """Return a ring where a stick has been begun, and the place under the cursor."""
    town = shown.state.town
    begun: tuple[Shape, ...] = ()
    if shown.begun is not None:
        r = SOCK + 5 if shown.begun in town.sock_at else STATION + 6
        begun = (Group((Circle(*points[shown.begun], r, stroke("accent", 4)),), "preview", role="preview"),)
    under = _under(shown, view.cursor, points)
    return (*begun, Group((under,), "cursor", role="cursor")) if under is not None else begun


def _under(shown: SocksScene, cursor: str, points: dict[int, Point]) -> Shape | None:
    town, frame = shown.state.town, shown.frame
    here = {frame.name(town.cell(station)): station for station in town.stations}
    if cursor in here:
        station = here[cursor]
        r = SOCK + 5 if station in town.sock_at or station in town.blocked else STATION + 8.5
        return Circle(*points[station], r, stroke("accent", 4, (8, 6)))
    one, _, two = cursor.partition("-")
    if one in here and two in here:
        return Path(_between(points[here[one]], points[here[two]], STATION + 4), stroke("accent", 5, (8, 7)))
    return None


def drawing(state: SocksState, view: View) -> Drawing:
    """Return the city, or what lies of it."""
    if state.city is not None:
        prizes = (", ".join(SOCKS[colour] for colour in state.prizes(seat)) for seat in range(2))
        desc = "; ".join(f"{view.called(seat)} {won or '–'}" for seat, won in enumerate(prizes))
        return city_drawing(state, view, TITLE, desc)
    if state.total:
        return laying_drawing(state, view, TITLE, view.say(sentences.tile_of(state)))
    text = view.say(sentences.NOT_LAID_OUT())
    words = Text(BOARD_WIDE / 2, BOARD_HIGH / 2, text, fitted(text, 24, BOARD_WIDE - 80), "muted")
    return Drawing(
        BOARD_WIDE,
        BOARD_HIGH,
        (Rect(0, 0, BOARD_WIDE, BOARD_HIGH, area("board"), 24), words),
        title=TITLE,
        desc=text,
    )


# What stands beside the city: the pairs, what each of them still takes, and what the signs mean.

ROW: Final = 34
SOCK_WIDE, LETTER, PLACES, WORTH, LACKS = 18, 42, 60, 172, 226
"""Across a row: the middle of the sock and of its letter, its stations, its worth, what the first seat lacks."""
COLUMN: Final = 64
HIGH: Final = 26
BAR: Final = 46
BOTH: Final = WIDE - 2 * (BAR + 14)
"""How wide both names may be, each beside a stick."""


def aside(state: SocksState, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    parts = _laying(state, view.say) if state.city is None else _city(scene_of(state, view), view)
    return column("Socks in the City", parts, SYMBOLS)


def _city(shown: SocksScene, view: View) -> Iterator[ColumnPart]:
    if shown.mine:
        due = sentences.STICKS_DUE(count=Count(shown.before.todo))
        yield prose(view.say(due), bold=True, lead=_stick_token(shown.seat))
    yield _head(view.say)
    yield from (_pair(shown, view, colour) for colour in shown.state.town.colours)
    yield from _key(shown, view)


# -- pairs --


def _head(say: Say) -> ColumnPart:
    """Return what the columns of the table are called."""
    titles = (
        (sentences.PAIR_HEAD(), 2, WORTH - 30),
        (sentences.WORTH(), WORTH - 22, 60),
        (sentences.LACKS_HEAD(), LACKS - 18, WIDE - LACKS + 18),
    )
    said = [say(title) for title, _, _ in titles]
    texts = (
        Text(x, 10, text, fitted(text, 13, room), "muted", "start")
        for text, (_, x, room) in zip(said, titles, strict=True)
    )
    return ColumnPart(20, tuple(texts), ", ".join(said), about=PAIRS)


def _pair(shown: SocksScene, view: View, colour: city.Colour) -> ColumnPart:
    state, y = shown.state, ROW / 2
    won = None if state.won[colour] == NOBODY else state.won[colour]
    stations, worth = pair_places(shown, colour), state.town.worth[colour]
    there = stations.replace("-", " – ")
    looked = (Rect(0, 0, WIDE, ROW, area("raised"), 8),) if colour == shown.looked_at else ()
    text = view.say(sentences.WINNER())
    row = (
        *looked,
        *_sock(colour, SOCK_WIDE, y, won=won is not None),
        Text(LETTER, y, SOCKS[colour], 15, bold=True),
        Text(PLACES, y, there, fitted(there, SIZE, WORTH - PLACES - 20), anchor="start"),
        Text(WORTH, y, str(worth), 16, bold=True),
        *(
            (
                Text(LACKS - 18, ROW / 2, text, fitted(text, 13, 70), "muted", "start"),
                *badge(won, LACKS + COLUMN, ROW / 2, 10.5),
            )
            if won is not None
            else (*_lack(shown, 0, colour), *_lack(shown, 1, colour))
        ),
    )
    said = f"{view.say(sentences.WORTH())} {worth}: {_part_said(shown, view, colour)}"
    return ColumnPart(ROW, row, f"{SOCKS[colour]}, {there}, {said}", about=stations.partition("-")[0])


def _sock(colour: city.Colour, x: float, y: float, *, won: bool = False) -> tuple[Shape, ...]:
    rim = "rule" if won else ink(colour)
    disc = Circle(x, y, 15, Paint("sockground", rim, 2))
    return disc, Use("won" if won else "sock", x - 1.5, y + 0.5, 0.5, ink(colour))


def _lack(shown: SocksScene, seat: Seat, colour: city.Colour) -> tuple[Shape, ...]:
    """Return a seat's badge, and how many sticks it needs; framed where the stick that is typed changes it."""
    lack, x = sticks_needed(shown.state, seat, colour), LACKS + seat * COLUMN
    changed = lack != sticks_needed(shown.before, seat, colour)
    tone, text = ("muted", "–") if lack is None else ("text", str(lack))
    frame = (Rect(x - 14, 3, 58, ROW - 6, stroke("accent", 2), 14),) if changed else ()
    number = Text(x + 17, ROW / 2, text, 16, tone, "start", bold=changed)
    return *frame, *badge(seat, x, ROW / 2, 10.5), number


def _part_said(shown: SocksScene, view: View, colour: city.Colour) -> str:
    state = shown.state
    if state.won[colour] != NOBODY:
        return f"{view.say(sentences.WINNER())} {view.called(state.won[colour])}"
    lacks = ((view.called(seat), sticks_needed(state, seat, colour)) for seat in range(2))
    told = (f"{name} {'–' if lack is None else lack}" for name, lack in lacks)
    return f"{view.say(sentences.LACKS_HEAD())} {', '.join(told)}"


# -- what the signs mean --


def _key(shown: SocksScene, view: View) -> Iterator[ColumnPart]:
    """Yield whose sticks look how, and what else lies on the map."""
    whole = [view.called(seat) for seat in range(2)]
    one, other = (width(name, SIZE) for name in whole)
    first = min(one, max(BOTH / 2, BOTH - other))
    called = [cut(whole[0], SIZE, first), cut(whole[1], SIZE, BOTH - first)]
    players = (joined((_stick_token(seat), word(name, high=HIGH))) for seat, name in enumerate(called))
    yield flow(players, ", ".join(whole), 16)
    links = [
        (_link(printed((0, HIGH / 2), (BAR, HIGH / 2))), sentences.ON_TILE),
        (
            _link((Path(line((2, HIGH / 2), (BAR - 2, HIGH / 2)), stroke("muted", 1.9, (0.1, 6.2))),)),
            sentences.IS_FREE,
        ),
    ]
    if shown.state.town.blocked:
        links.append((Token(HIGH, HIGH, blocker((HIGH / 2, HIGH / 2), 12)), sentences.IS_BLOCKED))
    yield _explained([(sign, view.say(said())) for sign, said in links])
    socks = ((False, sentences.SOCK), (True, sentences.IN_THE_WAY))
    yield _explained([(Token(32, 32, _sock(0, 16, 16, won=won)), view.say(said())) for won, said in socks])


def _explained(signs: list[tuple[Token, str]]) -> ColumnPart:
    tokens = (joined((sign, word(text, "muted", high=HIGH, size=13.5))) for sign, text in signs)
    return flow(tokens, ", ".join(text for _, text in signs), 16)


def _stick_token(seat: Seat) -> Token:
    way = line((6, HIGH / 2), (BAR - 6, HIGH / 2))
    edge = Path(way, stroke(f"edge{seat}", 12.4))
    return Token(BAR, HIGH, (edge, Path(way, stroke(f"seat{seat}", 10.4)), *core(seat, way, 3)))


def _link(shapes: tuple[Shape, ...]) -> Token:
    return Token(BAR, HIGH, shapes)


# -- while the city is laid out --


def _laying(state: SocksState, say: Say) -> Iterator[ColumnPart]:
    if state.task is SocksTask.TILE:
        yield heading(say(sentences.tile_of(state)))
        yield prose(
            say(sentences.PARKS(now=enclosed_count(state), least=Count(city.FEWEST), most=Count(city.MOST))),
            lead=Token(BAR, 36, (Rect(4, 0, 38, 36, area("park"), 8), Use("trees", 23, 17, 0.8))),
        )
        yield prose(say(sentences.TWINS_DRAWN()), lead=_twins())
        yield prose(say(sentences.TURN_IT()), "muted")
    elif state.task is SocksTask.SOCK:
        yield heading(say(sentences.SOCKS_DUE()))
        yield from (_due(state, say, colour) for colour in state.lone_colours)
        yield from (_laid(state, *pair) for pair in state.pairs)


def _twins() -> Token:
    ends = ((STATION + 2, HIGH / 2), (BAR - STATION - 2, HIGH / 2))
    dots = (Circle(*at, STATION, Paint("board", "muted", 2.4)) for at in ends)
    return _link((*printed(*ends), *dots))


def _due(state: SocksState, say: Say, colour: city.Colour) -> ColumnPart:
    second = state.lone is not None and state.lone[0] == colour
    text = f"{SOCKS[colour]}  {say(sentences.SECOND())}" if second else SOCKS[colour]
    return prose(text, bold=second, lead=Token(32, 32, _sock(colour, 16, 16)))


def _laid(state: SocksState, colour: city.Colour, one: city.Cell, two: city.Cell) -> ColumnPart:
    here = naming(state)
    text = f"{SOCKS[colour]}  {here.name(one)} – {here.name(two)}"
    return prose(text, "muted", lead=Token(32, 32, _sock(colour, 16, 16, won=True)))
