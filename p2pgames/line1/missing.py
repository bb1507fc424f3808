"""What a schedule still lacks, as far as the public board shows it to who knows the cards."""

from __future__ import annotations

from p2pgames.line1.board import CELLS, OUT, TERMINAL_NAMES, Terminal, own_terminals
from p2pgames.line1.search import reached
from p2pgames.line1.state import NO_SIGN, State


def parts(state: State, line: int, card: int) -> tuple[str, ...]:
    """Return the stops without a sign, and those no rails join to the first terminal that has any track."""
    stops = state.stops(line, card)
    unsigned = [letter for letter in stops if state.sign(letter) == NO_SIGN]
    first, second = own_terminals(line)
    lacking = [f"{letter} has no sign" for letter in unsigned]
    bare = [at for at in (first, second) if not _has_track(state, at)]
    lacking += [f"no tile lies at {TERMINAL_NAMES[at]}" for at in bare]
    if len(bare) == 2:
        return tuple(lacking)
    start, goal = (second, first) if first in bare else (first, second)
    spaces = reached(state.track.cells, start, goal)
    apart = [letter for letter in stops if letter not in unsigned and state.sign(letter) not in spaces]
    lacking += [f"no track leads from {TERMINAL_NAMES[start]} to {letter}" for letter in apart]
    if not bare and CELLS + goal not in spaces:
        lacking.append(f"no track leads from {TERMINAL_NAMES[start]} to {TERMINAL_NAMES[goal]}")
    return tuple(lacking)


def missing(state: State, line: int, card: int) -> str:
    """Return the same as words; where every part is joined but no single way passes all, say so."""
    return "; ".join(parts(state, line, card)) or "no single way passes all stops"


def _has_track(state: State, at: Terminal) -> bool:
    return any(state.track.cells[door >> 2] for door in OUT[at])
