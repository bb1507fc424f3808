"""What stands beside the board of Metro: the viewer's tiles, the pile, and what a lay or a traced line comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Face
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import DOORS, NAMES, NOBODY, TURNS, End, Piece, in_centre
from p2pgames.games.metro.lines import Change, Trace
from p2pgames.games.metro.notation import face_of
from p2pgames.games.metro.state import State
from p2pgames.games.metro.view.pointing import tile_named
from p2pgames.games.metro.view.scene import Scene
from p2pgames.games.metro.view.terminal_board import LARGE, SMALL, Size, tile
from p2pgames.games.metro.words import DRAW, TILES, under
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Row, Run, Say, View, seat_sign, shortened
from p2pgames.text import Count, FaceName, Message, PlaceName

WIDEST: Final = 36


def panel(state: State, shown: Scene, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide and no wider than the view, each with what tells what it means."""
    width = min(WIDEST, view.columns)
    say = view.say
    rows = [
        *((TILES, row) for row in _tiles(shown, view, width)),
        *((DRAW, row) for row in _stock(state, shown, say)),
        *_foreign(state, shown, say),
        *(("", row) for row in _happens(shown, say)),
    ]
    return tuple((name, shortened(row, width)) for name, row in rows)


# -- the hand --


# The viewer's tiles, as far as they are known, and which of them is chosen.


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile of the viewer's hand."""

    number: int
    face: Face
    piece: Piece
    """As it would be laid: with the rotation that is typed."""
    meant: bool
    """Whether it is the one that is typed or the only one, or the first one as long as none is."""
    common: bool
    """Whether everybody has seen it."""

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarter turns that make a difference."""
        return TURNS[self.face]


def held(shown: Scene, view: View) -> tuple[Shown, ...]:
    """Return the viewer's known tiles; a spectator has none."""
    if shown.seat is None or shown.seat >= len(shown.before.hands):
        return ()
    state, seat = shown.before, shown.seat
    meant = _meant(shown, state, view)
    return tuple(
        Shown(number, face, f"{face}{_turns(shown, number)}", number == meant, bool(one.face))
        for number, one in enumerate(state.hands[seat])
        if (face := face_of(one, view.known))
    )


def _turns(shown: Scene, number: int) -> int:
    return shown.lay.turns if shown.lay and shown.lay.number == number else 0


def _meant(shown: Scene, state: State, view: View) -> int:
    if shown.lay:
        return shown.lay.number
    named = tile_named(state, shown.seat or 0, view.known, view.typed) if shown.mine else None
    return named or 0


def _tiles(shown: Scene, view: View, width: int) -> Iterator[Row]:
    """Yield the tiles side by side, and where they may be turned the meant one in each rotation."""
    hand = held(shown, view)
    if not hand:
        return
    heading = sentences.ONE_TILE() if len(hand) == 1 else sentences.SEVERAL_TILES()
    secret = "" if all(one.common for one in hand) else f", {view.say(sentences.ONLY_YOU())}"
    yield ("bold", view.say(heading)), ("", secret)
    if len(hand) > 1 or not shown.state.free:
        yield from _hand(hand, width)
    if shown.state.free:
        yield from _rotations(next((one for one in hand if one.meant), hand[0]), len(hand) > 1, width)


def _hand(hand: tuple[Shown, ...], width: int) -> tuple[Row, ...]:
    """Return the tiles as they are printed, numbered where there are several."""
    size = LARGE if _fit(LARGE, width) >= len(hand) else SMALL
    several = len(hand) > 1
    labels = [f"{one.number + 1} {one.face}" if several else one.face for one in hand]
    chosen = [several and one.meant and one.piece.endswith("0") for one in hand]
    return _band([f"{one.face}0" for one in hand], labels, chosen, size, width)


def _rotations(one: Shown, several: bool, width: int) -> Iterator[Row]:
    """Yield a tile in each rotation, of several tiles without the one in which they stand above."""
    turns, each = one.turns[several:], _fit(SMALL, width)
    for first in range(0, len(turns), each):
        pieces = [f"{one.face}{number}" for number in turns[first : first + each]]
        labels = [f"r{piece[-1]}" if not piece.endswith("0") else one.face for piece in pieces]
        yield from _band(pieces, labels, [piece == one.piece for piece in pieces], SMALL, width)


def _fit(size: Size, width: int) -> int:
    """Return how many tiles of a size have room side by side."""
    return (width + 1) // (size.columns + 1)


def _band(
    pieces: list[Piece], labels: list[str], chosen: list[bool], size: Size, width: int
) -> tuple[Row, ...]:
    """Return tiles side by side, each with its label above, a mark before the chosen ones."""
    canvas = Canvas(width, 1 + size.rows)
    for number, (piece, label, is_chosen) in enumerate(zip(pieces, labels, chosen, strict=True)):
        column = number * (size.columns + 1)
        canvas.put(0, column, f"▸{label}" if is_chosen else f" {label}", "bold" if is_chosen else "")
        tile(canvas, (1, column), size, piece, "bold")
    return canvas.picture().rows


def _stock(state: State, shown: Scene, say: Say) -> Iterator[Row]:
    others = sum(len(hand) for seat, hand in enumerate(state.hands) if seat != shown.seat)
    held = sentences.IN_HANDS if shown.seat is None else sentences.OTHERS_HOLD
    pile = sentences.PILE(count=Count(state.pile))
    yield (("", f"{say(pile)} · {say(held(count=Count(others)))}"),)
    if state.under:
        yield (("", say(sentences.UNDER_PILE(faces=FaceName(under(state))))),)


def _foreign(state: State, shown: Scene, say: Say) -> Iterator[tuple[str, Row]]:
    """Yield the tiles of others that everybody has seen."""
    for seat, hand in enumerate(state.hands):
        faces = " ".join(one.face for one in hand if one.face)
        if faces and seat != shown.seat:
            held = say(sentences.HOLDS(faces=FaceName(faces)))
            yield seat_sign(seat), ((f"seat{seat}", GLYPHS[seat]), ("", f" {held}"))


# -- what happens --


def _happens(shown: Scene, say: Say) -> Iterator[Row]:
    """Yield the lines that are traced, or what a lay does."""
    if shown.traced:
        yield from ((), (("bold", say(sentences.TRACED())),))
        yield from (_line(shown, line, say) for line in shown.traced)
    elif shown.lay:
        yield from ((), (("bold", say(sentences.ON_CELL(cell=PlaceName(NAMES[shown.lay.cell])))),))
        yield from [_change(change, say) for change in shown.done] or [(("", say(sentences.NO_TRAIN())),)]


def _change(change: Change, say: Say) -> Row:
    head: Run = (f"bold seat{change.owner}", f"{GLYPHS[change.owner]}{change.station}")
    grown = f" {change.before}→{change.after} {say(now(change.end))}"
    if change.end >= 0:
        return head, ("", grown)
    return head, ("", f"{grown}:"), ("bold", f" +{change.points}")


def now(end: End) -> Message:
    """Return where a train has come to."""
    if end >= 0:
        return sentences.NOW_INTO(cell=PlaceName(NAMES[end >> 2]))
    return sentences.IN_CENTRE() if in_centre(end) else sentences.IN_STATION(station=sentences.station(-end))


def _line(shown: Scene, line: Trace, say: Say) -> Row:
    """Return owner and station of a line, its length, and where it is."""
    begin = line.links[0].cell * 4 + line.links[0].enter if line.links else line.end
    station = next((number for number, door in DOORS.items() if door == begin), 0)
    owner = shown.state.owners[station - 1] if station else NOBODY
    head: Run = (
        (f"bold seat{owner}", f"{GLYPHS[owner]}{station}") if owner != NOBODY else ("", f"·{station or ''}")
    )
    return head, ("", f": {say(way(Count(len(line.links)), line.end))}")


def way(length: Count, end: End) -> Message:
    """Return how long a line is, and where it leads."""
    if end >= 0:
        return sentences.TO_CELL[(end + 2) % 4](count=length, cell=PlaceName(NAMES[end >> 2]))
    if in_centre(end):
        return sentences.TO_CENTRE(count=length)
    return sentences.TO_STATION(count=length, station=sentences.station(-end))
