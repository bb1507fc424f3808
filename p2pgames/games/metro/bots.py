"""The players of Metro made of code: two that look at one tile, and what those that search go by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import fsum
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Event, Face, Known, Move, Moved, Rules, Seat, Slot
from p2pgames.games.metro import board, words
from p2pgames.games.metro.rules import laid, one_more
from p2pgames.games.metro.state import (
    DRAW,
    LineChange,
    MetroLay,
    MetroState,
    changes,
    face_of,
    may_be_laid,
    may_draw,
    read_lay,
    run,
)
from p2pgames.search.evaluator import Estimate, Evaluator, Ranked, Trust, Width, shares
from p2pgames.text import Message

STILL_TO_COME: Final = 14.0
"""What an open line is worth beyond its crossings so far. Of 8 to 20 in steps of 3, 14 and more did best."""

WORTH_LAYING: Final = 3.0
"""Below this a new tile promises more than the ones in hand."""


def greedy(rules: AnyRules, state: MetroState, seat: Seat, known: Known, random: Random) -> Move:
    """Return the lay that makes own lines longest now and those of others shortest; never draw one more."""
    lays = [move for move in rules.moves(state, seat, known) if move != DRAW]
    return max(lays, key=lambda move: (_gain(state, seat, move, 0.0), random.random()))


def patient(rules: AnyRules, state: MetroState, seat: Seat, known: Known, random: Random) -> Move:
    """Return the lay that keeps own lines open and ends those of others early; draw if none is good."""
    moves = rules.moves(state, seat, known)
    lays = [
        (_gain(state, seat, move, STILL_TO_COME), random.random(), move) for move in moves if move != DRAW
    ]
    value, _, best = max(lays, key=lambda lay: lay[:2])
    return DRAW if value < WORTH_LAYING and DRAW in moves else best


def _gain(state: MetroState, seat: Seat, move: Move, hope: float) -> float:
    lay = read_lay(move)
    if lay is None:
        return 0.0
    rivals = max(len(state.inside) - 1, 1)
    done = changes(state, lay.cell, f"{lay.face}{lay.turns}")
    # fsum: the built-in adds floats otherwise from Python 3.12 on, and bots must play alike everywhere
    return fsum(_worth(change, hope) * (1 if change.owner == seat else -1 / rivals) for change in done)


def _worth(change: LineChange, hope: float) -> float:
    """Return by how much the tile raises what the owner may expect of the line."""
    if change.owner == board.NOBODY:
        return 0.0
    after = change.points if change.end < 0 else change.after + hope
    return after - change.before - hope


# How Metro is thought about: what every open line may still bring, by how far the board is and where it ends.

_HOPE: Final[dict[int, list[list[float]]]] = {
    int(seats): hope
    for seats, hope in json.loads((files("p2pgames.games.metro") / "data" / "mind.json").read_bytes())[
        "hope"
    ].items()
}
"""Points that an open line still got in games of bots: by seats, tiles laid, in sixes, and its end's ring."""
_MOST: Final = max(_HOPE)
"""More seats than that hope as these do."""
_SIX: Final = 6
_RING: Final = tuple(
    min(
        cell % board.COLS,
        cell // board.COLS,
        board.COLS - 1 - cell % board.COLS,
        board.ROWS - 1 - cell // board.COLS,
    )
    for cell in range(board.ROWS * board.COLS)
)
"""How far each cell is from the edge."""
_LAST: Final = 4.0
"""Points that make a seat e times as likely to win once all tiles lie."""
_OPEN: Final = 0.2
"""How many more for each tile that does not."""


class MetroEvaluator(Evaluator[MetroState]):
    """Keeps own lines open where they may still become long, and guesses the others' tiles."""

    width = Width(keep=6, more=1.0, warm=4.0, bonus=0.7, grow=0.3)
    nodes = 2_000
    trust = Trust(spread=98, shift=-5, points=91)
    hidden = True

    def rank(self, state: MetroState, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:
        """Return all lays by what they do to lines, and the draw by what it is usually worth."""
        lines = _lines(state, seat)
        found = [(lines.gain(lay), random.random(), lay.move) for lay in _lays(state, seat, known)]
        if may_draw(state):
            found.append((WORTH_LAYING, random.random(), DRAW))
        found.sort(key=lambda entry: entry[:2], reverse=True)
        return [(value, move) for value, _, move in found]

    def leaf(self, state: MetroState, known: Known, random: Random) -> Estimate:  # noqa: ARG002
        """Return the chances by points, and what may be hoped of the lines that are open."""
        hope, stands = _hopes(state), [float(points) for points in state.points]
        for owner, end, length in zip(state.owners, state.ends, state.lengths, strict=True):
            if owner != board.NOBODY and end >= 0:
                stands[owner] += length + hope[_RING[end >> 2]]
        return Estimate(shares(stands, _LAST + _OPEN * (len(board.ALL) - state.laid), state.out), stands)

    def guess(self, state: MetroState, seat: Seat, known: Known, random: Random) -> Known:  # noqa: ARG002
        """Return the world in which the tiles that others hold are any of those unseen."""
        slots = [slot for slot in state.hidden() if slot not in known]
        return {**known, **dict(zip(slots, random.sample(_unseen(state, known), len(slots)), strict=True))}

    def draw(self, state: MetroState, slot: Slot, known: Known, random: Random) -> Face:  # noqa: ARG002
        """Return any of the tiles that lie nowhere in this world."""
        return random.choice(_unseen(state, known))

    def apply(self, rules: Rules[MetroState], state: MetroState, event: Event) -> MetroState:
        """Return the state after a legal event; lays are not checked again."""
        if not isinstance(event, Moved):
            return rules.apply(state, event)
        lay = read_lay(event.move)
        return one_more(state) if lay is None else laid(state, lay)

    def tell(
        self,
        rules: Rules[MetroState],  # noqa: ARG002
        state: MetroState,
        seat: Seat,
        known: Known,  # noqa: ARG002
        move: Move,
    ) -> Message:
        """Return what happens to lines."""
        return words.hinted(state, seat, move)


def _lays(state: MetroState, seat: Seat, known: Known) -> Iterator[MetroLay]:
    for number in may_be_laid(state):
        if face := face_of(state.hands[seat][number], known):
            for turns, cell in board.allowed_places(state.cells, face, free=state.free):
                yield MetroLay(number, face, cell, turns)


def _hopes(state: MetroState) -> Sequence[float]:
    hope = _HOPE[min(state.seats, _MOST)]
    return hope[min(state.laid // _SIX, len(hope) - 1)]


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a position as one seat looks at them.

    ``waiting`` holds those that wait at each cell: where they enter, whose they are, and how long.
    """

    cells: board.Cells
    hope: Sequence[float]
    seat: Seat
    rivals: int
    waiting: Mapping[board.Cell, Sequence[tuple[board.End, Seat, int]]]

    def gain(self, lay: MetroLay) -> float:
        """Return what a lay does for the seat's lines, less what it does for those of each other."""
        lines = self.waiting.get(lay.cell)
        if lines is None:
            return 0.0
        laid, total = board.put_piece(self.cells, lay.cell, f"{lay.face}{lay.turns}"), 0.0
        for end, owner, length in lines:
            gain = _after(laid, end, length, self.hope) - length - self.hope[_RING[lay.cell]]
            total += gain if owner == self.seat else -gain / self.rivals
        return total


def _lines(state: MetroState, seat: Seat) -> _Lines:
    there: dict[board.Cell, list[tuple[board.End, Seat, int]]] = {}
    for owner, end, length in zip(state.owners, state.ends, state.lengths, strict=True):
        if owner != board.NOBODY and end >= 0:
            there.setdefault(end >> 2, []).append((end, owner, length))
    return _Lines(state.cells, _hopes(state), seat, max(len(state.inside) - 1, 1), there)


def _after(laid: board.Cells, end: board.End, length: int, hope: Sequence[float]) -> float:
    """Return what a line is worth once a tile lies."""
    end, length = run(laid, end, length)
    if end < 0:
        return length * (2 if board.in_centre(end) else 1)
    return length + hope[_RING[end >> 2]]


def _unseen(state: MetroState, known: Known) -> list[Face]:
    """Return the tiles that lie neither on the board nor in a hand as far as it is known, in the order of the data."""
    left = Counter(_off_board(state.cells))
    beside = (*state.hands, state.under)
    left.subtract(face for hand in beside for held in hand if (face := face_of(held, known)))
    return [face for face, count in left.items() for _ in range(count)]


@lru_cache(4096)
def _off_board(cells: board.Cells) -> Mapping[Face, int]:
    """Return how many tiles of each face do not lie on the board."""
    left = Counter(board.COPIES)
    left.subtract(piece[:-1] for piece in cells if piece)
    return left


EVALUATOR: Final = MetroEvaluator()
