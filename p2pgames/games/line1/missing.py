"""What a schedule still lacks, as far as the public board shows it to who knows the cards."""

from __future__ import annotations

from functools import reduce

from p2pgames.games.line1.board import CELLS, OUT, TERMINAL_NAMES, Terminal, own_terminals
from p2pgames.games.line1.messages import LACKS_MORE, LACKS_SIGN, LACKS_TILE, LACKS_TRACK, LACKS_WAY
from p2pgames.games.line1.search import reached
from p2pgames.games.line1.state import NO_SIGN, State
from p2pgames.text import Message, PlaceName


def parts(state: State, line: int, card: int) -> tuple[Message, ...]:
    """Return the stops without a sign, and those no rails join to the first terminal that has any track.

    Where every part is joined but no single way passes all, say so.
    """
    return _parts(state, line, card) or (LACKS_WAY(),)


def missing(state: State, line: int, card: int) -> Message:
    """Return the same as one text."""
    *others, last = parts(state, line, card)
    return reduce(lambda more, part: LACKS_MORE(part=part, more=more), reversed(others), last)


def _parts(state: State, line: int, card: int) -> tuple[Message, ...]:
    stops = state.stops(line, card)
    unsigned = [letter for letter in stops if state.sign(letter) == NO_SIGN]
    first, second = own_terminals(line)
    lacking = [LACKS_SIGN(letter=PlaceName(letter)) for letter in unsigned]
    bare = [at for at in (first, second) if not _has_track(state, at)]
    lacking += [LACKS_TILE(terminal=_name(at)) for at in bare]
    if len(bare) == 2:
        return tuple(lacking)
    start, goal = (second, first) if first in bare else (first, second)
    spaces = reached(state.track.cells, start, goal)
    apart = [letter for letter in stops if letter not in unsigned and state.sign(letter) not in spaces]
    lacking += [LACKS_TRACK(start=_name(start), goal=PlaceName(letter)) for letter in apart]
    if not bare and CELLS + goal not in spaces:
        lacking.append(LACKS_TRACK(start=_name(start), goal=_name(goal)))
    return tuple(lacking)


def _name(at: Terminal) -> PlaceName:
    return PlaceName(TERMINAL_NAMES[at])


def _has_track(state: State, at: Terminal) -> bool:
    return any(state.track.cells[door >> 2] for door in OUT[at])
