"""What stands beside the city: the pairs, what each of them still takes, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.column import SIZE, WIDE, Part, Token, column, flow, heading, joined, prose, word
from p2pgames.drawing.paths import line
from p2pgames.drawing.seats import badge, core
from p2pgames.drawing.shapes import Circle, Drawing, Paint, Path, Rect, Shape, Text, Use, area, stroke
from p2pgames.drawing.widths import cut, fitted, width
from p2pgames.games.socks import sentences
from p2pgames.games.socks.board import FEWEST, MOST, Cell, Colour
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.state import NOBODY, SOCKS, State, Task
from p2pgames.games.socks.view.panel import enclosed, where
from p2pgames.games.socks.view.scene import Scene, scene
from p2pgames.games.socks.view.svg import blocker
from p2pgames.games.socks.view.svg_plan import STATION, SYMBOLS, ink, printed
from p2pgames.games.socks.words import PAIRS, need
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count

ROW: Final = 34
SOCK, LETTER, PLACES, WORTH, LACKS = 18, 42, 60, 172, 226
"""Across a row: the middle of the sock and of its letter, its stations, its worth, what the first seat lacks."""
COLUMN: Final = 64
HIGH: Final = 26
BAR: Final = 46
BOTH: Final = WIDE - 2 * (BAR + 14)
"""How wide both names may be, each beside a stick."""


def aside(state: State, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    parts = _laying(state, view.say) if state.city is None else _city(scene(state, view), view)
    return column("Socks in the City", parts, SYMBOLS)


def _city(shown: Scene, view: View) -> Iterator[Part]:
    if shown.mine:
        due = sentences.STICKS_DUE(count=Count(shown.before.todo))
        yield prose(view.say(due), bold=True, lead=_stick(shown.seat))
    yield _head(view.say)
    yield from (_pair(shown, view, colour) for colour in shown.state.town.colours)
    yield from _key(shown, view)


# -- pairs --


def _head(say: Say) -> Part:
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
    return Part(20, tuple(texts), ", ".join(said), about=PAIRS)


def _pair(shown: Scene, view: View, colour: Colour) -> Part:
    state, y = shown.state, ROW / 2
    won = None if state.won[colour] == NOBODY else state.won[colour]
    stations, worth = where(shown, colour), state.town.worth[colour]
    there = stations.replace("-", " – ")
    looked = (Rect(0, 0, WIDE, ROW, area("raised"), 8),) if colour == shown.looked_at else ()
    row = (
        *looked,
        *_sock(colour, SOCK, y, won=won is not None),
        Text(LETTER, y, SOCKS[colour], 15, bold=True),
        Text(PLACES, y, there, fitted(there, SIZE, WORTH - PLACES - 20), anchor="start"),
        Text(WORTH, y, str(worth), 16, bold=True),
        *(_won(won, view) if won is not None else (*_lack(shown, 0, colour), *_lack(shown, 1, colour))),
    )
    said = f"{view.say(sentences.WORTH())} {worth}: {_said(shown, view, colour)}"
    return Part(ROW, row, f"{SOCKS[colour]}, {there}, {said}", about=stations.partition("-")[0])


def _sock(colour: Colour, x: float, y: float, *, won: bool = False) -> tuple[Shape, ...]:
    rim = "rule" if won else ink(colour)
    disc = Circle(x, y, 15, Paint("sockground", rim, 2))
    return disc, Use("won" if won else "sock", x - 1.5, y + 0.5, 0.5, ink(colour))


def _won(seat: Seat, view: View) -> tuple[Shape, ...]:
    text = view.say(sentences.WINNER())
    return (
        Text(LACKS - 18, ROW / 2, text, fitted(text, 13, 70), "muted", "start"),
        *badge(seat, LACKS + COLUMN, ROW / 2, 10.5),
    )


def _lack(shown: Scene, seat: Seat, colour: Colour) -> tuple[Shape, ...]:
    """Return a seat's badge, and how many sticks it needs; framed where the stick that is typed changes it."""
    lack, x = need(shown.state, seat, colour), LACKS + seat * COLUMN
    changed = lack != need(shown.before, seat, colour)
    tone, text = ("muted", "–") if lack is None else ("text", str(lack))
    frame = (Rect(x - 14, 3, 58, ROW - 6, stroke("accent", 2), 14),) if changed else ()
    number = Text(x + 17, ROW / 2, text, 16, tone, "start", bold=changed)
    return *frame, *badge(seat, x, ROW / 2, 10.5), number


def _said(shown: Scene, view: View, colour: Colour) -> str:
    state = shown.state
    if state.won[colour] != NOBODY:
        return f"{view.say(sentences.WINNER())} {view.called(state.won[colour])}"
    lacks = ((view.called(seat), need(state, seat, colour)) for seat in range(2))
    told = (f"{name} {'–' if lack is None else lack}" for name, lack in lacks)
    return f"{view.say(sentences.LACKS_HEAD())} {', '.join(told)}"


# -- what the signs mean --


def _key(shown: Scene, view: View) -> Iterator[Part]:
    """Yield whose sticks look how, and what else lies on the map."""
    whole = [view.called(seat) for seat in range(2)]
    one, other = (width(name, SIZE) for name in whole)
    first = min(one, max(BOTH / 2, BOTH - other))
    called = [cut(whole[0], SIZE, first), cut(whole[1], SIZE, BOTH - first)]
    players = (joined((_stick(seat), word(name, high=HIGH))) for seat, name in enumerate(called))
    yield flow(players, ", ".join(whole), 16)
    links = [(_link(printed((0, HIGH / 2), (BAR, HIGH / 2))), sentences.ON_TILE), (_free(), sentences.FREE)]
    if shown.state.town.blocked:
        links.append((Token(HIGH, HIGH, blocker((HIGH / 2, HIGH / 2), 12)), sentences.IS_BLOCKED))
    yield _explained([(sign, view.say(said())) for sign, said in links])
    socks = ((False, sentences.SOCK), (True, sentences.IN_THE_WAY))
    yield _explained([(Token(32, 32, _sock(0, 16, 16, won=won)), view.say(said())) for won, said in socks])


def _explained(signs: list[tuple[Token, str]]) -> Part:
    tokens = (joined((sign, word(text, "muted", high=HIGH, size=13.5))) for sign, text in signs)
    return flow(tokens, ", ".join(text for _, text in signs), 16)


def _stick(seat: Seat) -> Token:
    way = line((6, HIGH / 2), (BAR - 6, HIGH / 2))
    edge = Path(way, stroke(f"edge{seat}", 12.4))
    return Token(BAR, HIGH, (edge, Path(way, stroke(f"seat{seat}", 10.4)), *core(seat, way, 3)))


def _link(shapes: tuple[Shape, ...]) -> Token:
    return Token(BAR, HIGH, shapes)


def _free() -> Token:
    return _link((Path(line((2, HIGH / 2), (BAR - 2, HIGH / 2)), stroke("muted", 1.9, (0.1, 6.2))),))


# -- while the city is laid out --


def _laying(state: State, say: Say) -> Iterator[Part]:
    if state.task is Task.TILE:
        yield heading(say(sentences.tile_of(state)))
        yield prose(
            say(sentences.PARKS(now=enclosed(state), least=Count(FEWEST), most=Count(MOST))), lead=_park()
        )
        yield prose(say(sentences.TWINS_DRAWN()), lead=_twins())
        yield prose(say(sentences.TURN_IT()), "muted")
    elif state.task is Task.SOCK:
        yield heading(say(sentences.SOCKS_DUE()))
        yield from (_due(state, say, colour) for colour in state.lone_colours)
        yield from (_laid(state, *pair) for pair in state.pairs)


def _park() -> Token:
    return Token(BAR, 36, (Rect(4, 0, 38, 36, area("park"), 8), Use("trees", 23, 17, 0.8)))


def _twins() -> Token:
    ends = ((STATION + 2, HIGH / 2), (BAR - STATION - 2, HIGH / 2))
    dots = (Circle(*at, STATION, Paint("board", "muted", 2.4)) for at in ends)
    return _link((*printed(*ends), *dots))


def _due(state: State, say: Say, colour: Colour) -> Part:
    second = state.lone is not None and state.lone[0] == colour
    text = f"{SOCKS[colour]}  {say(sentences.SECOND())}" if second else SOCKS[colour]
    return prose(text, bold=second, lead=Token(32, 32, _sock(colour, 16, 16)))


def _laid(state: State, colour: Colour, one: Cell, two: Cell) -> Part:
    here = names(state)
    text = f"{SOCKS[colour]}  {here.name(one)} – {here.name(two)}"
    return prose(text, "muted", lead=Token(32, 32, _sock(colour, 16, 16, won=True)))
