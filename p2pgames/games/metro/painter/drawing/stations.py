"""The plates around the board: filled while a train is out, hollow later."""

from __future__ import annotations

from functools import cache

from p2pgames.drawing.paths import line
from p2pgames.drawing.seats import sign
from p2pgames.drawing.shapes import Group, Paint, Path, Rect, Shape, Step, Text, stroke
from p2pgames.games.metro.board import DOORS, NOBODY, End, Station
from p2pgames.games.metro.painter.drawing.plan import PLATFORM, entry, exit_
from p2pgames.games.metro.painter.drawing.plan import plate as place
from p2pgames.games.metro.painter.scene import Scene


def plate(shown: Scene, station: Station, cursor: str) -> Group:
    """Return a station's number with the sign of its owner."""
    owner, live = shown.state.owners[station - 1], shown.live[station - 1]
    x, y, w, h = place(station)
    parts: tuple[Shape, ...] = (
        Rect(-w / 2, -h / 2, w, h, _paint(owner, live, owner == shown.seat), 11),
        *_label(station, owner, live, flat=w > h),
    )
    if cursor == str(station):
        ring = Rect(-w / 2 - 6, -h / 2 - 6, w + 12, h + 12, Paint("", "accent", 4, (10, 7)), 15)
        parts = (*parts, Group((ring,), "cursor", role="cursor"))
    return Group(parts, f"station-{station}", x, y)


def _paint(owner: int, live: bool, own: bool) -> Paint:
    if not live:
        return Paint("board", "rule", 2.5)
    return Paint(f"seat{owner}", "accent" if own else f"edge{owner}", 3.5)


def _label(station: Station, owner: int, live: bool, *, flat: bool) -> tuple[Shape, ...]:
    ink = f"on{owner}" if live else "muted"
    if owner == NOBODY:
        return (Text(0, 0, str(station), 21, ink),)
    number = Text(*((13, 0) if flat else (0, 15)), str(station), 22, ink, bold=live)
    x, y = (-20, 0) if flat else (0, -19)
    return number, sign(owner, x, y, 10 if live else 8, ink if live else f"seat{owner}")


@cache
def platforms() -> Path:
    """Return the two tracks between each plate and the board; lines lie over them."""
    return Path(
        tuple(step for door in DOORS.values() for step in _tracks(door)), stroke("rail", 4, blunt=True)
    )


def _tracks(door: End) -> tuple[Step, ...]:
    cell, side = door >> 2, door & 3
    away = PLATFORM + 4
    return (*line(entry(door, -away), entry(door)), *line(exit_(cell, side, away), exit_(cell, side)))
