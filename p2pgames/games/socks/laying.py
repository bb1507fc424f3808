"""Laying out the city: by the coin, or tile by tile and sock by sock."""

from __future__ import annotations

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.games.socks import generator, placing, refusals, sticks, tiling
from p2pgames.games.socks.board import FEWEST, Cell, Colour, Tile
from p2pgames.games.socks.city import Layout
from p2pgames.games.socks.generator import SMALLEST, Seed
from p2pgames.games.socks.state import SOCKS, State, Task
from p2pgames.replace import replace
from p2pgames.text import FaceName, Message


def begun(state: State, seat: Seat, size: int = 0, missing: int = -1) -> State:
    """Return the state once it is known who begins, and with the players laying out also what is left out."""
    terms = state.terms
    total = SMALLEST + size if terms.by_hand and terms.beginner else terms.tiles
    colours = tuple(colour for colour in terms.colours if colour != missing)
    state = replace(state, first=seat, turn=seat, total=total, colours=colours)
    return replace(state, task=Task.TILE if terms.by_hand else Task.SEED)


def seeded(state: State, seed: Seed) -> State:
    """Return the state with the first stick due: the whole layout drawn, or only blockers if all socks lie."""
    terms = state.terms
    if state.pairs and not state.lone_colours:
        blockers = generator.blocked(seed, state.tiles, state.pairs, terms.blockers, strict=terms.strict)
        return sticks.opened(state, Layout(state.tiles, state.pairs, blockers, by_hand=True))
    layout = generator.layout(seed, state.total, state.colours, terms.blockers, strict=terms.strict)
    return sticks.opened(state, layout)


# -- tiles --


def tile_moves(state: State) -> tuple[Move, ...]:
    """Return every way to lay the next tile."""
    return tuple(("tile", *tile) for tile in tiling.places(state.tiles, state.total))


def lay_tile(state: State, tile: Tile) -> State:
    """Return the state with one more tile; raise `Illegal` if it may not lie there."""
    reason = tiling.refusal(state.tiles, state.total, tile)
    if reason:
        raise Illegal(reason)
    after = replace(state, tiles=(*state.tiles, tile), turn=1 - state.turn)
    if len(after.tiles) < after.total:
        return after
    if len(tiling.enclosed(after.tiles)) < FEWEST:
        return replace(after, task=Task.SEED, turn=state.first)
    return _next_colour(replace(after, task=Task.SOCK))


# -- socks --


def sock_moves(state: State) -> tuple[Move, ...]:
    """Return every way to lay the next sock, by colour, row and column."""
    strict = state.terms.strict
    if state.lone:
        cells = placing.second_places(state.tiles, state.pairs, state.lone, strict=strict)
        return tuple(("sock", state.lone[0], *cell) for cell in cells)
    cells = placing.first_places(state.tiles, state.pairs, strict=strict)
    return tuple(("sock", colour, *cell) for colour in state.lone_colours for cell in cells)


def lay_sock(state: State, colour: Colour, cell: Cell) -> State:
    """Return the state with one more sock; raise `Illegal` if it may not lie there."""
    if ("sock", colour, *cell) not in sock_moves(state):
        raise Illegal(_no_sock(state, colour, cell))
    if state.lone is None:
        return replace(state, lone=(colour, cell))
    first, second = sorted((state.lone[1], cell), key=placing.bare(state.tiles).grid.bit)
    pairs = tuple(sorted((*state.pairs, (colour, first, second))))
    return _next_colour(replace(state, pairs=pairs, lone=None, turn=1 - state.turn))


def _no_sock(state: State, colour: Colour, cell: Cell) -> Message:
    """Return why a sock may not lie there."""
    if colour not in state.lone_colours:
        return refusals.NO_SUCH_SOCK()
    if state.lone and colour != state.lone[0]:
        return refusals.OTHER_SOCK(sock=FaceName(SOCKS[state.lone[0]]))
    if cell not in tiling.cells(state.tiles):
        return refusals.NO_STATION()
    if any(cell in (one, two) for _, one, two in state.pairs) or (state.lone and cell == state.lone[1]):
        return refusals.SOCK_THERE()
    pairs = state.pairs if state.lone is None else (*state.pairs, (colour, state.lone[1], cell))
    lone = None if state.lone else (colour, cell)
    return placing.refusal(state.tiles, pairs, lone, strict=state.terms.strict) or refusals.NO_PARTNER()


def _next_colour(state: State) -> State:
    """Return the state at the next colour, or at what comes when all lie or no more can."""
    if state.lone_colours:
        if placing.first_places(state.tiles, state.pairs, strict=state.terms.strict):
            return state
        return replace(state, task=Task.SEED, turn=state.first)
    if state.terms.blockers:
        return replace(state, task=Task.SEED, turn=state.first)
    return sticks.opened(state, Layout(state.tiles, state.pairs, by_hand=True))
