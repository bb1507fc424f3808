"""What a picture of Metro shows, whatever its size: the tiles with the one that is typed, and how each line looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from p2pgames.contract import Choose, Face, Illegal, Known, Seat
from p2pgames.games.metro.board import (
    CELLS,
    DOORS,
    NAMES,
    NOBODY,
    ONWARD,
    STATIONS,
    TURNS,
    Cell,
    End,
    Piece,
    Side,
    put_piece,
)
from p2pgames.games.metro.rules import Metro, lay_text
from p2pgames.games.metro.state import (
    LineChange,
    LineTrace,
    MetroLay,
    MetroState,
    TileCrossing,
    changes,
    face_of,
    may_be_laid,
    may_draw,
    read_lay,
    source,
    trace,
    trace_from,
)
from p2pgames.games.metro.words import DRAW
from p2pgames.picture.picture import Ink, View, remembered
from p2pgames.text import whole_number

Key: TypeAlias = tuple[Cell, Side]
"""A track of a laid tile: the cell, and the side by which lines enter it."""

PLAIN: Final = frozenset[Side]()


@dataclass(frozen=True, slots=True)
class MetroScene:
    """A position as one viewer sees it."""

    before: MetroState
    """As it is."""
    state: MetroState
    """With the previewed tile on the board, and the lines as they would be."""
    live: tuple[bool, ...]
    """By station: whether its train is still under way, before the previewed tile."""
    seat: Seat | None
    mine: bool
    """Whether the viewer is to move."""
    may_draw: bool
    """Whether it may draw one more tile instead."""
    lay: MetroLay | None
    """The previewed lay."""
    done: tuple[LineChange, ...]
    """What the previewed lay changes, without the lines of nobody."""
    traced: tuple[LineTrace, ...]
    """The lines the viewer follows from the cursor."""
    heavy: dict[Cell, frozenset[Side]]
    legal: frozenset[str]
    """The names of the spots at which pointing leads on."""
    recent: tuple[tuple[Cell, Seat], ...]
    """Where the newest tiles were laid and by whom, newest last."""

    def ink(self, seat: Seat) -> Ink:
        """Return how something live of a seat is written."""
        return f"bold seat{seat}" if seat == self.seat else f"seat{seat}"

    def track_inks(self) -> dict[Key, Ink]:
        """Return the ink of each track on which a train runs or ran: its owner's, pale where it has arrived before."""
        inks, fresh = dict[Key, Ink](), {change.station for change in self.done}
        for station, owner in enumerate(self.state.owners, 1):
            line = trace(self.state.cells, station)
            live = not line.finished or station in fresh
            ink = "dim" if owner == NOBODY else self.ink(owner) if live else f"dim seat{owner}"
            inks.update(((link.cell, link.enter), ink) for link in line.links)
        return inks


# What stands in the input line, and what pointing at a cell makes of it.

RULES: Final = Metro()


def is_mover(state: MetroState, seat: Seat | None) -> bool:
    """Return whether this seat is to move now."""
    return seat is not None and RULES.ask(state) == Choose(seat)


def legal_lays(state: MetroState, seat: Seat, known: Known) -> tuple[MetroLay, ...]:
    """Return every legal lay, by tile, rotation and cell."""
    return tuple(lay for move in RULES.moves(state, seat, known) if (lay := read_lay(move)) is not None)


def lay_of(state: MetroState, seat: Seat, known: Known, typed: str) -> MetroLay | None:
    """Return the legal lay that is typed, if one is."""
    try:
        return read_lay(RULES.parse(state, seat, known, typed))
    except Illegal:
        return None


def tile_named(state: MetroState, seat: Seat, known: Known, typed: str) -> int | None:
    """Return the chosen tile of the hand: the typed one, or the only one that may be laid."""
    numbers = may_be_laid(state)
    if len(numbers) == 1:
        return numbers[0]
    first = (typed.lower().split() or [""])[0]
    hand = state.hands[seat]
    return next((n for n in numbers if first in (str(n + 1), face_of(hand[n], known) or None)), None)


def previewed(state: MetroState, seat: Seat, known: Known, typed: str, cursor: str) -> MetroLay | None:
    """Return the lay to show: the typed one, or else what pointing at the cursor's cell would write."""
    if lay := lay_of(state, seat, known, typed):
        return lay
    return (
        lay_of(state, seat, known, point_at(state, seat, known, typed, cursor)) if cursor in CELLS else None
    )


def point_at(state: MetroState, seat: Seat, known: Known, typed: str, spot: str) -> str:
    """Return the lay on this cell as it is typed, and of several possible ones the next at each pointing.

    A tile and a rotation that were typed are kept where they may be laid. Pointing at a station changes nothing.
    """
    if spot == DRAW and may_draw(state):
        return DRAW
    if spot not in CELLS or not is_mover(state, seat):
        return typed
    found = [lay for lay in legal_lays(state, seat, known) if lay.cell == CELLS[spot]]
    before = lay_of(state, seat, known, typed)
    if before in found:
        return lay_text(state, seat, found[(found.index(before) + 1) % len(found)].move)
    number = tile_named(state, seat, known, typed) or 0
    if not found:
        return f"{number + 1} {spot}" if len(may_be_laid(state)) > 1 else spot
    turns = before.turns if before else 0
    return lay_text(
        state, seat, min(found, key=lambda lay: (lay.number != number, abs(lay.turns - turns))).move
    )


def legal_spots(state: MetroState, seat: Seat, known: Known, typed: str) -> frozenset[str]:
    """Return the cells where the chosen tile, or else any tile, may be laid, and the pile if drawing is allowed.

    The cell that is typed is among them only if pointing at it again would show another lay there.
    """
    number = tile_named(state, seat, known, typed)
    every = legal_lays(state, seat, known)
    names = {NAMES[lay.cell] for lay in every if number is None or lay.number == number}
    before = lay_of(state, seat, known, typed)
    if before and sum(lay.cell == before.cell for lay in every) == 1:
        names.discard(NAMES[before.cell])
    if may_draw(state) and typed != DRAW:
        names.add(DRAW)
    return frozenset(names)


@remembered
def scene(state: MetroState, view: View) -> MetroScene:
    """Return the position as the viewer sees it."""
    seat = view.seat
    mine = is_mover(state, seat)
    lay = previewed(state, seat, view.known, view.typed, view.cursor) if seat is not None else None
    every = changes(state, lay.cell, f"{lay.face}{lay.turns}") if lay else ()
    done = tuple(change for change in every if change.owner != NOBODY)
    after = _laid(state, lay, every) if lay else state
    traced = _traced(after, view)
    follow = traced or tuple(trace(after.cells, change.station) for change in done)
    return MetroScene(
        before=state,
        state=after,
        live=tuple(end >= 0 and owner != NOBODY for end, owner in zip(state.ends, state.owners, strict=True)),
        seat=seat,
        mine=mine,
        may_draw=mine and may_draw(state),
        lay=lay,
        done=done,
        traced=traced,
        heavy=_sides(link for line in follow for link in line.links),
        legal=legal_spots(state, seat, view.known, view.typed) if mine and seat is not None else frozenset(),
        recent=tuple((laid.cell, mover) for _, mover, move in view.recent if (laid := read_lay(move))),
    )


def _laid(state: MetroState, lay: MetroLay, done: Iterable[LineChange]) -> MetroState:
    ends, lengths = list(state.ends), list(state.lengths)
    for change in done:
        ends[change.station - 1], lengths[change.station - 1] = change.end, change.after
    cells = put_piece(state.cells, lay.cell, f"{lay.face}{lay.turns}")
    return replace(state, cells=cells, ends=tuple(ends), lengths=tuple(lengths))


def _sides(links: Iterable[TileCrossing]) -> dict[Cell, frozenset[Side]]:
    sides: dict[Cell, frozenset[Side]] = {}
    for link in links:
        sides[link.cell] = sides.get(link.cell, PLAIN) | {link.enter}
    return sides


def _traced(state: MetroState, view: View) -> tuple[LineTrace, ...]:
    """Return the line of the station under the cursor or, if asked for, all that pass its cell or wait there."""
    if (station := whole_number(view.cursor)) in STATIONS:
        return (trace(state.cells, station),)
    if not view.trace or view.cursor not in CELLS:
        return ()
    return tuple(trace_from(state.cells, begin) for begin in _beginnings(state, CELLS[view.cursor]))


def _beginnings(state: MetroState, cell: Cell) -> list[End]:
    """Return where the lines begin that wait at an empty cell, or pass a laid one: those of trains, else all."""
    if not state.cells[cell]:
        return [DOORS[station] for station, end in enumerate(state.ends, 1) if end >= 0 and end >> 2 == cell]
    sources = dict.fromkeys(source(state.cells, 4 * cell + side) for side in range(4))
    trains = [at for at in sources if -len(STATIONS) <= at < 0 and state.owners[-at - 1] != NOBODY]
    # A station stands where a line would leave by its door.
    return [ONWARD.index(at) if at < 0 else at for at in trains or sources]


@dataclass(frozen=True, slots=True)
class HeldTile:
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


def held(shown: MetroScene, view: View) -> tuple[HeldTile, ...]:
    """Return the viewer's known tiles; a spectator has none."""
    if shown.seat is None or shown.seat >= len(shown.before.hands):
        return ()
    state, seat = shown.before, shown.seat
    meant = _meant(shown, state, view)
    return tuple(
        HeldTile(number, face, f"{face}{_turns(shown, number)}", number == meant, bool(one.face))
        for number, one in enumerate(state.hands[seat])
        if (face := face_of(one, view.known))
    )


def _turns(shown: MetroScene, number: int) -> int:
    return shown.lay.turns if shown.lay and shown.lay.number == number else 0


def _meant(shown: MetroScene, state: MetroState, view: View) -> int:
    if shown.lay:
        return shown.lay.number
    named = tile_named(state, shown.seat or 0, view.known, view.typed) if shown.mine else None
    return named or 0
