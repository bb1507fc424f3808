"""Players made of code."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.line1 import travel
from p2pgames.games.line1.board import NEAR, TILE, Cell, each, of_hand
from p2pgames.games.line1.cheapest import Plan, plan, with_link
from p2pgames.games.line1.laying import LAY
from p2pgames.games.line1.moves import DRAW, PASS, Lay, Take, read
from p2pgames.games.line1.state import State, Task

_BEGIN: Final = ("go", "roll")


def builder(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:
    """Return a lay on the cheapest way for the own schedule; begin the trip when it is connected, and ride it.

    With no tile for that way, lay one where it does no harm to it.
    """
    moves = rules.moves(state, seat, known)
    word = moves[0][0] if isinstance(moves[0], tuple) else ""
    cards = travel.cards_of(state, seat, known)
    if word in _BEGIN:
        return moves[0]
    if state.task is Task.TAKE:
        return _taken(state, seat, [move for move in moves if move not in (DRAW, PASS)] or [DRAW])
    if cards is None or len(moves) == 1:
        return random.choice(moves)
    way = plan(state, *cards)
    return (_useful(state, seat, way, random) if way else None) or _harmless(moves, way, random)


def _taken(state: State, seat: Seat, takes: list[Move]) -> Move:
    """Return the plainest tile of those the hand has fewest of."""

    def price(move: Move) -> tuple[int, int]:
        deed = read(move)
        return (state.hands[seat].count(deed.tile), deed.tile) if isinstance(deed, Take) else (0, 0)

    return min(takes, key=price)


def _useful(state: State, seat: Seat, way: Plan, random: Random) -> Move | None:
    """Return a lay that makes a link the way lacks, the one that makes most of them, then the plainest tile."""
    mine, needed = of_hand(state.hands[seat]), dict[Cell, list[tuple[int, int]]]()
    for cell, link in way.lacking:
        needed.setdefault(cell, []).append(link)
    found = []
    for cell, links in needed.items():
        for piece in each(state.track.fits[cell] & mine):
            made = sum(with_link(*link) >> piece & 1 for link in links)
            if made:
                found.append(
                    (made, bool(state.track.cells[cell]), -TILE[piece], random.random(), piece, cell)
                )
    if not found:
        return None
    piece, cell = max(found)[-2:]
    return LAY[cell][piece]


def _harmless(moves: Sequence[Move], way: Plan | None, random: Random) -> Move:
    """Return a lay away from the way, of the rarest tile; any move where there is none."""
    near: set[Cell] = set()
    for cell, _ in way.lacking if way else ():
        near |= {cell, *(beside for _, beside, _ in NEAR[cell])}
    lays = [(move, deed) for move in moves if isinstance(deed := read(move), Lay)]
    away = [(TILE[deed.piece], random.random(), move) for move, deed in lays if deed.cell not in near]
    return max(away)[2] if away else random.choice(moves)
