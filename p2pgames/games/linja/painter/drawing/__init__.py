"""Linja as a drawing: lanes between rods of bamboo, round pawns for Red and square ones for Black.

Red's pawns stand from the left, Black's from the right; what a row offers next stands at its end. The newest turn, or
the one that is being typed, is told by numbered arrows from where each pawn stood.
"""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Move
from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Drawing, Motion, Spot, Text
from p2pgames.drawing.widths import fitted
from p2pgames.games.linja import messages
from p2pgames.games.linja.board import ROWS, points
from p2pgames.games.linja.here import here
from p2pgames.games.linja.painter.drawing import steps
from p2pgames.games.linja.painter.drawing.board import (
    LANE,
    NARROW,
    RIGHT,
    Board,
    H,
    W,
    ground,
    numbered,
    pawn,
    pawns,
)
from p2pgames.games.linja.painter.drawing.pills import cursor_frame, pill
from p2pgames.games.linja.painter.pointing import Draft, after, draft_of, offers, stage, steps_of
from p2pgames.games.linja.state import State
from p2pgames.picture.picture import Say, View
from p2pgames.text import Message

_SEATS: Final = (("red", pawn(0, 10)), ("blackedge", pawn(1, 10)))


def drawing(state: State, view: View) -> Drawing:
    """Return the board after the steps that stand in the input line."""
    mine = view.seat is not None and view.seat == state.turn and not state.why
    draft = draft_of(state, view.typed) if mine else Draft()
    turn = after(state, draft.steps)
    offered = offers(state, draft, turn) if mine else {}
    board = Board(turn.pawns, view.seat == 1)
    hints = {row: offer.text() for row, offer in offered.items()}
    heading = view.say(stage(draft, hints)) if mine else ""
    wide = NARROW if view.seat is None else W
    return Drawing(
        wide,
        H,
        (
            *ground(board.turned, wide, view.say),
            *cursor_frame(board, wide, view.cursor),
            *(shape for row in range(ROWS) for shape in numbered(board, row, row in offered)),
            *pawns(board),
            *steps.turn(board, state, view, draft),
            *((Text(RIGHT + 192, 19, heading, fitted(heading, 15, 170), "muted"),) if heading else ()),
            *(pill(board, row, offer, view) for row, offer in offered.items()),
        ),
        tuple(_spot(board, wide, row, hints.get(row), view.say) for row in range(ROWS)),
        title="Linja",
        desc=", ".join(f"{view.say(messages.COLOURS[k])} {p}" for k, p in enumerate(points(turn.pawns))),
        seats=_SEATS,
    )


def _spot(board: Board, wide: float, row: int, hint: Message | None, say: Say) -> Spot:
    told = here(board.pawns, str(row))
    title = say(told) if told is not None else ""
    outline = box(8, board.y(row) - LANE / 2, wide - 16, LANE)
    return Spot(str(row), outline, hint is not None, title, say(hint) if hint is not None else "")


def motions(before: State, move: Move, view: View) -> tuple[Motion, ...]:
    """Return the ways of the pawns."""
    return steps.motions(before, steps_of(move), view.seat == 1)
