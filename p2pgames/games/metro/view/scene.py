"""What a picture of Metro shows, whatever its size: the tiles with the one that is typed, and how each line looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.games.metro.board import CELLS, DOORS, NOBODY, ONWARD, STATIONS, Cell, End, Side, Station, put
from p2pgames.games.metro.lines import Change, Link, Trace, changes, source, trace, trace_from
from p2pgames.games.metro.notation import Lay, read
from p2pgames.games.metro.state import State
from p2pgames.games.metro.turn import may_draw
from p2pgames.games.metro.view.pointing import is_mover, legal_spots, previewed
from p2pgames.picture.picture import Ink, View
from p2pgames.text import whole_number

Key: TypeAlias = tuple[Cell, Side]
"""A track of a laid tile: the cell, and the side by which lines enter it."""

PLAIN: Final = frozenset[Side]()


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one viewer sees it."""

    before: State
    """As it is."""
    state: State
    """With the previewed tile on the board, and the lines as they would be."""
    live: tuple[bool, ...]
    """By station: whether its train is still under way, before the previewed tile."""
    seat: Seat | None
    mine: bool
    """Whether the viewer is to move."""
    may_draw: bool
    """Whether it may draw one more tile instead."""
    lay: Lay | None
    """The previewed lay."""
    done: tuple[Change, ...]
    """What the previewed lay changes, without the lines of nobody."""
    traced: tuple[Trace, ...]
    """The lines the viewer follows from the cursor."""
    inks: dict[Key, Ink]
    heavy: dict[Cell, frozenset[Side]]
    legal: frozenset[str]
    """The names of the spots at which pointing leads on."""
    recent: tuple[tuple[Cell, Seat], ...]
    """Where the newest tiles were laid and by whom, newest last."""

    def ink(self, seat: Seat) -> Ink:
        """Return how something live of a seat is written."""
        return f"bold seat{seat}" if seat == self.seat else f"seat{seat}"


def scene(state: State, view: View) -> Scene:
    """Return the position as the viewer sees it."""
    seat = view.seat
    mine = is_mover(state, seat)
    lay = previewed(state, seat, view.known, view.typed, view.cursor) if seat is not None else None
    every = changes(state, lay.cell, f"{lay.face}{lay.turns}") if lay else ()
    done = tuple(change for change in every if change.owner != NOBODY)
    after = _laid(state, lay, every) if lay else state
    traced = _traced(after, view)
    follow = traced or tuple(trace(after.cells, change.station) for change in done)
    return Scene(
        before=state,
        state=after,
        live=tuple(end >= 0 and owner != NOBODY for end, owner in zip(state.ends, state.owners, strict=True)),
        seat=seat,
        mine=mine,
        may_draw=mine and may_draw(state),
        lay=lay,
        done=done,
        traced=traced,
        inks=_inks(after, seat, {change.station for change in done}),
        heavy=_sides(link for line in follow for link in line.links),
        legal=legal_spots(state, seat, view.known, view.typed) if mine and seat is not None else frozenset(),
        recent=tuple((laid.cell, mover) for _, mover, move in view.recent if (laid := read(move))),
    )


def _laid(state: State, lay: Lay, done: Iterable[Change]) -> State:
    ends, lengths = list(state.ends), list(state.lengths)
    for change in done:
        ends[change.station - 1], lengths[change.station - 1] = change.end, change.after
    cells = put(state.cells, lay.cell, f"{lay.face}{lay.turns}")
    return replace(state, cells=cells, ends=tuple(ends), lengths=tuple(lengths))


def _inks(state: State, seat: Seat | None, fresh: set[Station]) -> dict[Key, Ink]:
    """Return the ink of each track on which a train runs or ran: its owner's, pale where it has arrived before."""
    inks: dict[Key, Ink] = {}
    for station, owner in enumerate(state.owners, 1):
        line = trace(state.cells, station)
        live = not line.finished or station in fresh
        weight = "dim " if not live else "bold " if owner == seat else ""
        ink = "dim" if owner == NOBODY else f"{weight}seat{owner}"
        inks.update(((link.cell, link.enter), ink) for link in line.links)
    return inks


def _sides(links: Iterable[Link]) -> dict[Cell, frozenset[Side]]:
    sides: dict[Cell, frozenset[Side]] = {}
    for link in links:
        sides[link.cell] = sides.get(link.cell, PLAIN) | {link.enter}
    return sides


def _traced(state: State, view: View) -> tuple[Trace, ...]:
    """Return the line of the station under the cursor or, if asked for, all that pass its cell or wait there."""
    if (station := whole_number(view.cursor)) in STATIONS:
        return (trace(state.cells, station),)
    if not view.trace or view.cursor not in CELLS:
        return ()
    return tuple(trace_from(state.cells, begin) for begin in _beginnings(state, CELLS[view.cursor]))


def _beginnings(state: State, cell: Cell) -> list[End]:
    """Return where the lines begin that wait at an empty cell, or pass a laid one: those of trains, else all."""
    if not state.cells[cell]:
        return [DOORS[station] for station, end in enumerate(state.ends, 1) if end >= 0 and end >> 2 == cell]
    sources = dict.fromkeys(source(state.cells, 4 * cell + side) for side in range(4))
    trains = [at for at in sources if -len(STATIONS) <= at < 0 and state.owners[-at - 1] != NOBODY]
    # A station stands where a line would leave by its door.
    return [ONWARD.index(at) if at < 0 else at for at in trains or sources]
