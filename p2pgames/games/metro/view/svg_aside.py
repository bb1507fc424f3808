"""What stands beside Metro's board: the viewer's tiles, what is left, and what a lay or a traced line comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.column import SIZE, Part, Token, column, flow, heading, joined, prose, word
from p2pgames.drawing.seats import badge, sign
from p2pgames.drawing.shapes import Circle, Drawing, Ink, Paint, Path, Rect, Shape, Text, Use, area, stroke
from p2pgames.drawing.widths import width
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import DOORS, EXITS, NAMES, NOBODY, Piece, Station
from p2pgames.games.metro.lines import Change, Trace
from p2pgames.games.metro.state import Held, State
from p2pgames.games.metro.view.panel import Shown, held, now, way
from p2pgames.games.metro.view.scene import Scene, scene
from p2pgames.games.metro.view.svg import CELL, piece_steps
from p2pgames.games.metro.words import DRAW, TILES
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count, FaceName, PlaceName

LARGE, MIDDLE, SMALL = 72, 44, 30
"""How wide a tile is drawn: one's own, a rotation of it, another player's."""


def aside(state: State, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    shown = scene(state, view)
    hand = held(shown, view)
    parts = (*_own(shown, hand, view.say), *_told(shown, view.say), *_left(state, shown, view))
    pieces = [*(piece for one in hand for piece in _rotations(one)), *_open(state)]
    return column("Metro", parts, {_name(piece): _symbol(piece) for piece in sorted({*pieces})})


def _rotations(one: Shown) -> tuple[Piece, ...]:
    return tuple(f"{one.face}{number}" for number in one.turns)


def _open(state: State) -> Iterator[Piece]:
    return (f"{one.face}0" for hand in state.hands for one in hand if one.face)


# -- tiles --


def _name(piece: Piece) -> str:
    return f"track-{piece}"


@cache
def _symbol(piece: Piece) -> tuple[Shape, ...]:
    return (Path(piece_steps(EXITS[piece]), stroke("rail", 5, blunt=True)),)


def _own(shown: Scene, hand: tuple[Shown, ...], say: Say) -> Iterator[Part]:
    if not hand:
        return
    title = sentences.ONE_TILE() if len(hand) == 1 else sentences.SEVERAL_TILES()
    secret = "" if all(one.common for one in hand) else say(sentences.ONLY_YOU())
    yield heading(say(title), secret)
    several = len(hand) > 1
    faces = ", ".join(f"{one.number + 1} {one.face}" if several else one.face for one in hand)
    tiles = [
        _labelled(one.piece, f"{one.number + 1} {one.face}" if several else one.face, several and one.meant)
        for one in hand
    ]
    yield replace(flow(tiles, faces, 14), about=TILES)
    meant = next((one for one in hand if one.meant), hand[0])
    if shown.state.free and len(meant.turns) > 1:
        turned = [
            _labelled(piece, f"r{piece[-1]}", piece == meant.piece, MIDDLE) for piece in _rotations(meant)
        ]
        yield flow(turned, ", ".join(f"r{piece[-1]}" for piece in _rotations(meant)), 12)


def _labelled(piece: Piece, label: str, chosen: bool, size: float = LARGE) -> Token:
    text = Text(size / 2, size + 12, label, 13, "text" if chosen else "muted", bold=chosen)
    wide = max(size, width(label, 13, bold=True))
    return Token(wide, size + 22, (*_tile(piece, size, chosen=chosen), text))


def _tile(piece: Piece, size: float, *, chosen: bool = False) -> tuple[Shape, ...]:
    """Return a tile with its tracks; without a piece its back."""
    paint = Paint("tile", "accent" if chosen else "rail", 4 if chosen else 2)
    frame = Rect(2, 2, size - 4, size - 4, paint, 6)
    if not piece:
        return frame, Circle(size / 2, size / 2, size / 7, area("rail"))
    return frame, Use(_name(piece), 2, 2, (size - 4) / CELL)


def _left(state: State, shown: Scene, view: View) -> Iterator[Part]:
    """Yield the pile, and what the others hold: backs, and tiles that everybody has seen; nothing once all is laid."""
    said = view.say(sentences.PILE(count=Count(state.pile)))
    others = [(seat, hand) for seat, hand in enumerate(state.hands) if hand and seat != shown.seat]
    if not (state.pile or others):
        return
    pile = joined((Token(SMALL, SMALL, _tile("", SMALL)), word(said, high=SMALL)), 8)
    told = [said, *(_holds(seat, hand, view) for seat, hand in others)]
    yield replace(
        flow((pile, *(_hand(seat, hand) for seat, hand in others)), ", ".join(told), 16), about=DRAW
    )


def _hand(seat: Seat, hand: tuple[Held, ...]) -> Token:
    tiles = (Token(SMALL, SMALL, _tile(f"{one.face}0" if one.face else "", SMALL)) for one in hand)
    return joined((Token(22, 22, badge(seat, 11, 11, 10)), *tiles), 4)


def _holds(seat: Seat, hand: tuple[Held, ...], view: View) -> str:
    faces = " ".join(one.face or "?" for one in hand)
    return f"{view.called(seat)} {view.say(sentences.HOLDS(faces=FaceName(faces)))}"


# -- what happens --


def _told(shown: Scene, say: Say) -> Iterator[Part]:
    if shown.traced:
        yield heading(say(sentences.TRACED()))
        yield from (_line(shown, line, say) for line in shown.traced)
    elif shown.lay:
        yield heading(say(sentences.ON_CELL(cell=PlaceName(NAMES[shown.lay.cell]))))
        yield from (_change(change, say) for change in shown.done)
        if not shown.done:
            yield prose(say(sentences.NO_TRAIN()), "muted")


def _change(change: Change, say: Say) -> Part:
    """Return a train, how long its line becomes and where it comes to, and what that scores."""
    text = f"{change.before} → {change.after}, {say(now(change.end))}"
    pill = (_pill(f"+{change.points}", f"seat{change.owner}"),) if change.end < 0 else ()
    lead = joined((_train(change.owner, change.station), *pill))
    return prose(text, lead=lead, said=f"{change.station}: {text}{f', +{change.points}' if pill else ''}")


def _line(shown: Scene, line: Trace, say: Say) -> Part:
    begin = line.links[0].cell * 4 + line.links[0].enter if line.links else line.end
    station = next((number for number, door in DOORS.items() if door == begin), 0)
    owner = shown.state.owners[station - 1] if station else NOBODY
    text = say(way(Count(len(line.links)), line.end))
    return prose(text, lead=_train(owner, station), said=f"{station or '–'}: {text}")


_TRAIN: Final = (50, 26)


def _train(owner: Seat, station: Station) -> Token:
    w, h = _TRAIN
    fill: Ink = "raised" if owner == NOBODY else f"seat{owner}"
    ink: Ink = "text" if owner == NOBODY else f"on{owner}"
    body = Rect(1, 1, w - 2, h - 2, Paint(fill, "rule", 2), 9)
    whose = () if owner == NOBODY else (sign(owner, 14, h / 2, 6.5, ink),)
    return Token(w, h, (body, *whose, Text(33, h / 2, str(station or "–"), 15, ink, bold=True)))


def _pill(text: str, rim: Ink) -> Token:
    w = width(text, SIZE, bold=True) + 18
    frame = Rect(1, 1, w - 2, 24, Paint("accent", rim, 3), 12)
    return Token(w, 26, (frame, Text(w / 2, 13, text, SIZE, "board", bold=True)))
