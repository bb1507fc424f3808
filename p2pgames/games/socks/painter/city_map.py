"""The map of a city: stations, socks, sticks, printed links, and the spots to point at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.games.socks.city import FREE, Link, Station
from p2pgames.games.socks.city import PRINTED as ON_TILE
from p2pgames.games.socks.painter.layout import PRINTED, STICKS, At, Layout, draw_free, draw_link
from p2pgames.games.socks.painter.pointing import link_name
from p2pgames.games.socks.painter.scene import Scene
from p2pgames.games.socks.painter.sidebar import Mark
from p2pgames.games.socks.state import NOBODY, SOCKS
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Spot

INKS: Final = ("seat2", "seat3", "seat4", "seat5", "cold", "water")
"""The colour of the socks of each letter."""


def draw(canvas: Canvas, layout: Layout, shown: Scene, cursor: str) -> tuple[Spot, ...]:
    """Draw the whole city, and return its spots: links on the viewer's ways first, then by rows."""
    for link in range(len(shown.state.links)):
        _link(canvas, layout, shown, link)
    for station in shown.state.town.stations:
        _station(canvas, layout, shown, station)
    spots = tuple(_spots(layout, shown))
    for spot in spots:
        if spot.name == cursor:
            canvas.tint(spot.row, spot.column, "reverse", spot.columns, spot.rows)
    return spots


def at(layout: Layout, shown: Scene, station: Station) -> At:
    """Return where a station stands."""
    return layout.at(shown.frame.place(shown.state.town.cell(station)))


def _ends(layout: Layout, shown: Scene, link: Link) -> tuple[At, At]:
    one, two = shown.state.town.ends[link]
    return at(layout, shown, one), at(layout, shown, two)


def _link(canvas: Canvas, layout: Layout, shown: Scene, link: Link) -> None:
    what = shown.state.links[link]
    ends = _ends(layout, shown, link)
    on_way = link in shown.traced
    if what == FREE:
        draw_free(canvas, layout, *ends, "+" if on_way else "·", "bold reverse" if on_way else "dim")
    elif what == ON_TILE:
        won = f"bold seat{shown.joined[link]}" if link in shown.joined else ""
        draw_link(canvas, layout, *ends, PRINTED, "bold reverse" if on_way else won)
    else:
        seat = what - 1
        ink = f"bold seat{seat}" if seat == shown.seat or link in shown.joined else f"seat{seat}"
        marked = on_way or link == shown.typed
        draw_link(canvas, layout, *ends, STICKS[seat], f"{ink} reverse" if marked else ink)


def _station(canvas: Canvas, layout: Layout, shown: Scene, station: Station) -> None:
    """Draw a station: ○, ◆ at the ends of the last sticks, # blocked, a letter for a sock."""
    town = shown.state.town
    row, column = at(layout, shown, station)
    fresh = station in shown.last or station == shown.begun or station in _typed_ends(shown)
    if station in town.blocked:
        canvas.put(row, column - 1, "[#]", "bold")
        return
    colour = town.sock_at.get(station, NOBODY)
    if colour == NOBODY:
        canvas.put(row, column, "◆" if fresh else "○", "bold" if fresh else "")
        return
    if shown.state.won[colour] != NOBODY:
        canvas.put(row, column, SOCKS[colour].lower(), f"{INKS[colour]}")
        return
    left, right = "«»" if colour == shown.looked_at else "◆◆" if fresh else "()"
    canvas.put(row, column - 1, f"{left}{SOCKS[colour]}{right}", f"bold {INKS[colour]}")


def _typed_ends(shown: Scene) -> tuple[Station, ...]:
    return () if shown.typed is None else shown.state.town.ends[shown.typed]


def _spots(layout: Layout, shown: Scene) -> Iterator[Spot]:
    """Yield links that lie on the viewer's ways, all other links, and stations."""
    town = shown.state.town
    rest = [link for link in range(len(town.ends)) if link not in shown.useful]
    rest.sort(key=lambda link: min(_ends(layout, shown, link)))
    for link in (*shown.useful, *rest):
        (row, column, rows, columns), _ = layout.link(*_ends(layout, shown, link))
        legal = shown.can_build(link) and link != shown.typed
        if shown.begun is not None and shown.begun not in town.ends[link]:
            legal = False
        yield Spot(link_name(shown.before, link), row, column, rows, columns, legal=legal)
    for station in sorted(town.stations, key=lambda each: at(layout, shown, each)):
        row, column = at(layout, shown, station)
        yield Spot(
            shown.frame.name(town.cell(station)), row, column - 1, 1, 3, legal=_leads_on(shown, station)
        )


def _leads_on(shown: Scene, station: Station) -> bool:
    """Whether pointing at the station begins or ends a stick that may be laid."""
    for other, link in shown.state.town.around[station]:
        if shown.can_build(link) and (shown.begun is None or other == shown.begun):
            return True
    return False


def marks(shown: Scene) -> Iterator[Mark]:
    """Yield every station for the overview."""
    town = shown.state.town
    for station in town.stations:
        cell = town.cell(station)
        colour = town.sock_at.get(station, NOBODY)
        sign = "#" if station in town.blocked else "·" if colour == NOBODY else SOCKS[colour]
        won = colour != NOBODY and shown.state.won[colour] != NOBODY
        ink = "" if colour == NOBODY else f"bold {INKS[colour]}"
        if station in shown.last or station == shown.begun:
            ink = f"{ink} reverse".strip()
        yield Mark(
            shown.frame.name(cell), *shown.frame.place(cell), sign.lower() if won else sign, ink,
            legal=_leads_on(shown, station),
        )  # fmt: skip
