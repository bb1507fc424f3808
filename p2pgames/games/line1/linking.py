"""Which stops and terminals new tiles link: a tram can now go from one to the other without passing a third."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from p2pgames.games.line1.board import CELLS, LETTERS, ONWARD, OUT, TERMINAL_NAMES, Cell, Door, Space
from p2pgames.games.line1.search import following, is_terminal, space_of
from p2pgames.games.line1.state import NO_SIGN, State
from p2pgames.games.line1.tiles import LINKS

_TERMINALS = {CELLS + at: name for at, name in enumerate(TERMINAL_NAMES)}


def linked(before: State, after: State, laid: Iterable[Cell]) -> list[tuple[str, str]]:
    """Return the names of those that were not linked before tiles were laid on these cells, in order."""
    cells, ends = after.track.cells, _ends(after)
    found = {pair for cell in laid for pair in _through(cells, ends, cell)}
    was, old = before.track.cells, _ends(before)
    new = (pair for pair in found if pair[1] not in _near(was, old, _leaving(was, pair[0])))
    named = ((ends[one], ends[other]) for one, other in new)
    return sorted((min(pair), max(pair)) for pair in named)


def _ends(state: State) -> Mapping[Space, str]:
    """Return where links end: stops that have their sign, and terminals."""
    signs = {cell: letter for letter, cell in zip(LETTERS, state.signs, strict=True) if cell != NO_SIGN}
    return signs | _TERMINALS


def _through(cells: bytes, ends: Mapping[Space, str], cell: Cell) -> Iterator[tuple[Space, Space]]:
    """Yield each link that begins at a cell or leads through it, the lower space first."""
    for one, other in LINKS[cells[cell]]:
        there, here = (_near(cells, ends, _out(cells, cell, side)) for side in (one, other))
        pairs = product({cell}, here | there) if cell in ends else product(here, there)
        yield from ((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1])


def _near(cells: bytes, ends: Mapping[Space, str], doors: Iterable[Door]) -> set[Space]:
    """Return where links end on which a tram goes on by one of these doors."""
    found: set[Space] = set()
    seen = set(doors)
    coming = list(seen)
    while coming:
        door = coming.pop()
        if (space := space_of(door)) in ends:
            found.add(space)
            continue
        new = [onward for onward in following(cells, door) if onward not in seen]
        seen.update(new)
        coming += new
    return found


def _leaving(cells: bytes, space: Space) -> list[Door]:
    """Return by which doors a tram may go on that leaves a space."""
    if is_terminal(space):
        return [door for door in OUT[space - CELLS] if cells[door >> 2]]
    sides = {side for link in LINKS[cells[space]] for side in link}
    return [door for side in sides for door in _out(cells, space, side)]


def _out(cells: bytes, cell: Cell, side: int) -> list[Door]:
    """Return the door across a side of a laid cell, if a tram can go on there."""
    door = ONWARD[4 * cell + side]
    return [door] if door >= 4 * CELLS or (door >= 0 and cells[door >> 2]) else []
