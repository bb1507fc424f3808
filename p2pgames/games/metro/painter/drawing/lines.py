"""The lines of the players, their trains, and what a tile in hand would earn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import line
from p2pgames.drawing.seats import core, sign, track
from p2pgames.drawing.shapes import Group, Paint, Path, Rect, Shape, Step, Text, stroke
from p2pgames.drawing.widths import width
from p2pgames.games.metro.board import NOBODY, ONWARD, STATIONS, End, Station
from p2pgames.games.metro.lines import Change, Trace, source, trace
from p2pgames.games.metro.painter.drawing.plan import INWARD, entry, exit_, link_steps, way
from p2pgames.games.metro.painter.scene import Scene

CASING: Final = 7
CORE: Final = 3


def lines(shown: Scene) -> tuple[Shape, ...]:
    """Return all lines of players: those that have arrived below, then others', then one's own, then what is new."""
    fresh = {change.station for change in shown.done}
    order = sorted(
        _begun(shown),
        key=lambda s: (s in fresh, shown.live[s - 1], shown.state.owners[s - 1] == shown.seat),
    )
    return tuple(_line(shown, station, station in fresh) for station in order)


def _begun(shown: Scene) -> Iterable[Station]:
    """Return the stations of players from which a line leads."""
    state = shown.state
    return (s for s in STATIONS if state.owners[s - 1] != NOBODY and state.lengths[s - 1])


def _line(shown: Scene, station: Station, fresh: bool) -> Group:
    owner, live = shown.state.owners[station - 1], shown.live[station - 1]
    run = trace(shown.state.cells, station)
    wide = _width(live, owner == shown.seat, fresh)
    steps = way(run.links, run.end)
    parts = (
        *track(owner, steps, wide, "tile", CASING),
        *(core(owner, steps, CORE) if live else ()),
        *((_bar(run, owner),) if run.finished else ()),
    )
    return Group(parts, f"line-{station}", role="preview" if fresh else "")


def _width(live: bool, own: bool, fresh: bool) -> float:
    """Finished lines are thin, not pale: a pale line would show what lies below it."""
    if fresh:
        return 14
    return (13 if own else 11) if live else 6


def _bar(run: Trace, owner: Seat) -> Path:
    """Return the bar across the track at which a line has arrived."""
    last = run.links[-1]
    x, y = exit_(last.cell, last.leave, 13)
    dx, dy = (10 * abs(n) for n in INWARD[last.leave])
    return Path(line((x - dy, y - dx), (x + dy, y + dx)), stroke(f"seat{owner}", 7, blunt=True))


def traced(shown: Scene) -> tuple[Shape, ...]:
    """Return the lines that the viewer follows from the cursor, over all others."""
    return tuple(_followed(shown, run) for run in shown.traced if run.links)


def _followed(shown: Scene, run: Trace) -> Group:
    begin = source(shown.state.cells, 4 * run.links[0].cell + run.links[0].enter)
    owner = shown.state.owners[-begin - 1] if -len(STATIONS) <= begin < 0 else NOBODY
    steps = way(run.links, run.end)
    outline = Path(steps, stroke("board", 25, blunt=True)), Path(steps, stroke("accent", 20, blunt=True))
    ink = "rail" if owner == NOBODY else f"seat{owner}"
    inside = Path(steps, stroke("board", 15, blunt=True)), Path(steps, stroke(ink, 12, blunt=True))
    middle = core(owner, steps, CORE) if owner != NOBODY else ()
    return Group(
        (*outline, *inside, *middle), f"route-{run.links[0].cell}-{run.links[0].enter}", role="route"
    )


def trains(shown: Scene) -> tuple[Shape, ...]:
    """Return a train wherever a line waits for the next tile."""
    fresh = {change.station for change in shown.done}
    state = shown.state
    return tuple(
        _train(station, state.owners[station - 1], state.ends[station - 1], station in fresh)
        for station in _begun(shown)
        if state.ends[station - 1] >= 0
    )


def _train(station: Station, owner: Seat, end: End, fresh: bool) -> Group:
    upright = INWARD[end & 3][0] == 0
    w, h = (28, 40) if upright else (42, 26)
    ink = f"on{owner}"
    body = Rect(-w / 2, -h / 2, w, h, Paint(f"seat{owner}", "accent" if fresh else "board", 3.5), 9)
    (sx, sy), (tx, ty) = ((0, -10), (0, 8)) if upright else ((-12, 0), (8, 0))
    parts = (body, sign(owner, sx, sy, 6.5, ink), Text(tx, ty, str(station), 15, ink, bold=True))
    x, y = entry(end, 16)
    return Group(parts, f"train-{station}", x, y)


def gains(shown: Scene) -> tuple[Shape, ...]:
    """Return what each line would score where the tile in hand would let it arrive."""
    return tuple(_gain(change) for change in shown.done if change.points)


def _gain(change: Change) -> Group:
    door = ONWARD.index(change.end)
    text = f"+{change.points}"
    w = width(text, 18, bold=True) + 18
    pill = Rect(-w / 2, -15, w, 30, Paint("accent", f"seat{change.owner}", 4), 15)
    x, y = exit_(door >> 2, door & 3, -22)
    return Group(
        (pill, Text(0, 0, text, 18, "board", bold=True)), f"gain-{change.station}", x, y, role="preview"
    )


def run(line: Trace, before: int) -> tuple[Step, ...]:
    """Return the way of a train over the links after the first ones."""
    links = line.links[before:]
    steps = [step for link in links for step in link_steps(link.cell, link.enter, link.leave)]
    start = 4 * links[0].cell + links[0].enter
    end = exit_(links[-1].cell, links[-1].leave, 13) if line.finished else entry(line.end, 16)
    return (("M", *entry(start, 16 if before else 0)), ("L", *entry(start)), *steps, ("L", *end))
