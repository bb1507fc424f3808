"""What stands beside the map: the pairs and what they still take, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames.games.socks import tiling
from p2pgames.games.socks.board import FEWEST, MOST, Colour
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.painter.city_map import INKS
from p2pgames.games.socks.painter.scene import Scene, scene
from p2pgames.games.socks.state import NAMES, NOBODY, SOCKS, State, Task
from p2pgames.games.socks.words import need
from p2pgames.picture.picture import GLYPHS, Row, Say, View, shortened


def panel(state: State, view: View) -> tuple[Row, ...]:
    """Return the rows, at most 36 characters wide."""
    if state.city is None:
        return tuple(_laying(state, view.say))
    shown = scene(state, view)
    return (*pairs(shown, view.say, wide=True), (), *_key(shown, view), *_turn(shown, view.say))


def pairs(shown: Scene, say: Say, *, wide: bool) -> Iterator[Row]:
    """Yield a heading, and for every colour its worth and the sticks each seat lacks; wide rows name the stations."""
    worth, lacks = say("worth"), say("lacks")
    yield (("bold", f"{say('pair'):<10} {worth:<6} {lacks}" if wide else f"{worth:<5} {lacks}"),)
    state = shown.state
    for colour in state.town.colours:
        sign = SOCKS[colour].lower() if state.won[colour] != NOBODY else SOCKS[colour]
        mark = "▸" if colour == shown.looked_at else " "
        where = f" {_where(shown, colour):<8}" if wide else ""
        head_run = (f"bold {INKS[colour]}", f"{mark}{sign}")
        yield (head_run, ("", f"{where} {state.town.worth[colour]:>2}  "), *_lacks(shown, say, colour))


def _where(shown: Scene, colour: Colour) -> str:
    town = shown.state.town
    cells = sorted(map(town.cell, town.socks[colour]), key=shown.frame.place)
    return "-".join(map(shown.frame.name, cells))


def _lacks(shown: Scene, say: Say, colour: Colour) -> Row:
    owner = shown.state.won[colour]
    if owner != NOBODY:
        return (("", f"{say('won by')} "), (f"bold seat{owner}", GLYPHS[owner]))
    return (*_lack(shown, 0, colour), ("", " "), *_lack(shown, 1, colour))


def _lack(shown: Scene, seat: Seat, colour: Colour) -> Row:
    lack = need(shown.state, seat, colour)
    was = need(shown.before, seat, colour)
    text = "-" if lack is None else str(lack)
    changed = "" if lack == was else "bold "
    return ((f"{changed}seat{seat}", f"{GLYPHS[seat]}{text:<2}"),)


def _key(shown: Scene, view: View) -> Iterator[Row]:
    names_ = view.names or NAMES
    yield (
        ("seat0", "─╱╲ "), *shortened((("", names_[0]),), 9), ("", "  "),
        ("seat1", "━▞▚ "), *shortened((("", names_[1]),), 9),
    )  # fmt: skip
    blocked = f"  [#] {view.say('blocked')}" if shown.state.town.blocked else ""
    yield (("", f"::: {view.say('printed')}   · {view.say('free')}{blocked}"),)
    yield (("", f"(A) {view.say('sock')}   a {view.say('won, still in the way')}"),)


def _turn(shown: Scene, say: Say) -> Iterator[Row]:
    state = shown.before
    if shown.mine:
        yield ()
        yield (("bold", say(f"sticks to lay this turn: {state.todo}")),)


def _laying(state: State, say: Say) -> Iterator[Row]:
    """Yield how far the city is laid out."""
    if state.task is Task.TILE:
        count = len(tiling.enclosed(state.tiles)) if state.tiles else 0
        yield (("bold", say(f"tile {min(len(state.tiles) + 1, state.total)} of {state.total}")),)
        yield (("", say(f"enclosed ▓: {count}, at last {FEWEST} to {MOST}")),)
        yield (("", say("(○:::○) twins of a tile, + legal")),)
        yield (("", say("point again to turn the tile")),)
    elif state.task is Task.SOCK:
        yield (("bold", say("socks to lay")),)
        for colour in state.lone_colours:
            once = f" {say('its second one')}" if state.lone and state.lone[0] == colour else ""
            yield ((f"bold {INKS[colour]}", f"({SOCKS[colour]})"), ("", once))
        for colour, one, two in state.pairs:
            here = names(state)
            yield ((INKS[colour], f" {SOCKS[colour]} "), ("", f"{here.name(one)}-{here.name(two)}"))


def brief(state: State, say: Say) -> Iterator[Row]:
    """Yield in a few words how far the city is laid out, for beside a small map."""
    if state.task is Task.TILE:
        count = len(tiling.enclosed(state.tiles)) if state.tiles else 0
        yield (("bold", say(f"tile {len(state.tiles) + 1} of {state.total}")),)
        yield (("", say(f"encloses {count}")),)
        yield (("", say(f"at last {FEWEST} to {MOST}")),)
    elif state.task is Task.SOCK:
        yield (("bold", say(f"to lay: {''.join(SOCKS[colour] for colour in state.lone_colours)}")),)
        if state.lone:
            yield (("", say(f"second sock {SOCKS[state.lone[0]]}")),)
