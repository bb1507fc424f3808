"""What stands beside the map: the pairs and what they still take, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.socks import sentences, tiling
from p2pgames.games.socks.board import FEWEST, MOST, Colour
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.state import NOBODY, SOCKS, State, Task
from p2pgames.games.socks.view.scene import Scene, scene
from p2pgames.games.socks.view.terminal_map import INKS
from p2pgames.games.socks.words import PAIRS, need
from p2pgames.picture.picture import GLYPHS, Row, Say, View, shortened
from p2pgames.text import Count, FaceName

_LEAST: Final = Count(FEWEST)
_MOST: Final = Count(MOST)
NAMES: Final = 26
"""Columns for both names beside what their sticks look like."""


def panel(state: State, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide, each with what tells what it means."""
    if state.city is None:
        return tuple(("", row) for row in _laying(state, view.say))
    shown = scene(state, view)
    stations = [where(shown, colour).partition("-")[0] for colour in state.town.colours]
    table = zip((PAIRS, *stations), pairs(shown, view.say, wide=True), strict=True)
    rest = ((), *_key(shown, view), *_turn(shown, view.say))
    return (*table, *(("", row) for row in rest))


def pairs(shown: Scene, say: Say, *, wide: bool) -> Iterator[Row]:
    """Yield a heading, and for every colour its worth and the sticks each seat lacks; wide rows name the stations."""
    worth, lacks = say(sentences.WORTH()), say(sentences.LACKS_HEAD())
    pair = say(sentences.PAIR_HEAD())
    yield (("bold", f"{pair:<10} {worth:<6} {lacks}" if wide else f"{worth:<5} {lacks}"),)
    state = shown.state
    for colour in state.town.colours:
        sign = SOCKS[colour].lower() if state.won[colour] != NOBODY else SOCKS[colour]
        mark = "▸" if colour == shown.looked_at else " "
        there = f" {where(shown, colour):<8}" if wide else ""
        head_run = (f"bold {INKS[colour]}", f"{mark}{sign}")
        yield (head_run, ("", f"{there} {state.town.worth[colour]:>2}  "), *_lacks(shown, say, colour))


def where(shown: Scene, colour: Colour) -> str:
    """Return the stations of a pair."""
    town = shown.state.town
    cells = sorted(map(town.cell, town.socks[colour]), key=shown.frame.place)
    return "-".join(map(shown.frame.name, cells))


def _lacks(shown: Scene, say: Say, colour: Colour) -> Row:
    owner = shown.state.won[colour]
    if owner != NOBODY:
        return (("", f"{say(sentences.WINNER())} "), (f"bold seat{owner}", GLYPHS[owner]))
    return (*_lack(shown, 0, colour), ("", " "), *_lack(shown, 1, colour))


def _lack(shown: Scene, seat: Seat, colour: Colour) -> Row:
    lack = need(shown.state, seat, colour)
    was = need(shown.before, seat, colour)
    text = "-" if lack is None else str(lack)
    changed = "" if lack == was else "bold "
    return ((f"{changed}seat{seat}", f"{GLYPHS[seat]}{text:<2}"),)


def _key(shown: Scene, view: View) -> Iterator[Row]:
    say, called = view.say, view.names[:2] or (view.called(0), view.called(1))
    first = min(len(called[0]), max(NAMES // 2, NAMES - len(called[1])))
    yield (
        ("seat0", "─╱╲ "), *shortened((("", called[0]),), first), ("", "  "),
        ("seat1", "━▞▚ "), *shortened((("", called[1]),), NAMES - first),
    )  # fmt: skip
    blocked = f"  [#] {say(sentences.IS_BLOCKED())}" if shown.state.town.blocked else ""
    yield (("", f"::: {say(sentences.ON_TILE())}   · {say(sentences.FREE())}{blocked}"),)
    yield (("", f"(A) {say(sentences.SOCK())}   a {say(sentences.IN_THE_WAY())}"),)


def _turn(shown: Scene, say: Say) -> Iterator[Row]:
    state = shown.before
    if shown.mine:
        yield ()
        yield (("bold", say(sentences.STICKS_DUE(count=Count(state.todo)))),)


def _laying(state: State, say: Say) -> Iterator[Row]:
    """Yield how far the city is laid out."""
    if state.task is Task.TILE:
        yield (("bold", say(sentences.tile_of(state))),)
        yield (("", say(sentences.ENCLOSED_SO_FAR(now=enclosed(state), least=_LEAST, most=_MOST))),)
        yield (("", say(sentences.TWINS())),)
        yield (("", say(sentences.TURN_IT())),)
    elif state.task is Task.SOCK:
        yield (("bold", say(sentences.SOCKS_DUE())),)
        for colour in state.lone_colours:
            once = f" {say(sentences.SECOND())}" if state.lone and state.lone[0] == colour else ""
            yield ((f"bold {INKS[colour]}", f"({SOCKS[colour]})"), ("", once))
        for colour, one, two in state.pairs:
            here = names(state)
            yield ((INKS[colour], f" {SOCKS[colour]} "), ("", f"{here.name(one)}-{here.name(two)}"))


def enclosed(state: State) -> Count:
    """Return how many hexagons the tiles enclose so far."""
    return Count(len(tiling.enclosed(state.tiles)) if state.tiles else 0)


def brief(state: State, say: Say) -> Iterator[Row]:
    """Yield in a few words how far the city is laid out, for beside a small map."""
    if state.task is Task.TILE:
        yield (("bold", say(sentences.tile_of(state))),)
        yield (("", say(sentences.ENCLOSES_NOW(now=enclosed(state)))),)
        yield (("", say(sentences.AT_LAST(least=_LEAST, most=_MOST))),)
    elif state.task is Task.SOCK:
        letters = "".join(SOCKS[colour] for colour in state.lone_colours)
        yield (("bold", say(sentences.STILL_TO_LAY(socks=FaceName(letters)))),)
        if state.lone:
            yield (("", say(sentences.SECOND_SOCK(sock=sentences.letter(state.lone[0])))),)
