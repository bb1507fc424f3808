"""The steps of a turn: numbered arrows from where each pawn stood to where it stands."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing import Circle, Group, Motion, Paint, Path, Point, Rect, Shape, Step, Text, stroke
from p2pgames.drawing.paths import line, mix
from p2pgames.linja.draft import Draft, after, last_steps
from p2pgames.linja.drawing.board import Board, R, hole
from p2pgames.linja.state import State
from p2pgames.linja.turn import Step as Move
from p2pgames.picture import View

MS: Final = 350
"""How long a pawn takes for a step."""


def turn(board: Board, state: State, view: View, draft: Draft) -> tuple[Shape, ...]:
    if draft.steps:
        steps, mover = draft.steps, state.turn
    else:
        steps, mover = last_steps(view), view.recent[-1][1] if view.recent else 0
    left: dict[tuple[Seat, int], int] = {}
    shapes: list[Shape] = []
    for number, (kind, start, end) in enumerate(steps, 1):
        seat = 1 - mover if kind == "theirs" else mover
        gone = left[seat, start] = left.get((seat, start), 0) + 1
        shapes += _step(board, seat, start, end, number, gone, bool(draft.steps))
    return tuple(shapes)


def _step(board: Board, seat: Seat, start: int, end: int, number: int, gone: int, meant: bool) -> list[Shape]:
    """Return the hole that a pawn left, a ring about the one that came, and an arrow between them."""
    standing = board.pawns[seat][start]
    x0, y0 = board.place(seat, start, standing + gone - 1)
    x1, y1 = board.place(seat, end, max(0, board.pawns[seat][end] - 1))
    down = 1 if y1 > y0 else -1
    begin, tip = (x0, y0 + down * (R - 4)), (x1, y1 - down * (R + 9))
    way = _arrow(begin, tip)
    ink, role = ("accent", "preview") if meant else ("glow", "last")
    head = line((tip[0] - 9, tip[1] - down * 9), tip, (tip[0] + 9, tip[1] - down * 9))
    mark = mix(begin, tip, 0.5)
    arrow = (
        Path((*way, *head), stroke("board", 10)),
        Path(way, stroke(ink, 4.5, (2, 8) if meant else ())),
        Path(head, stroke(ink, 4.5)),
        _about(seat, x1, y1, ink),
        Circle(*mark, 12, Paint("board", ink, 3)),
        Text(*mark, str(number), 15, bold=True),
    )
    left = (
        ()
        if _taken(board, start, x0)
        else (Group((hole(seat, R - 2),), f"hole-{number}", x0, y0, role=role),)
    )
    return [*left, Group(arrow, f"step-{number}", role=role)]


def _taken(board: Board, row: int, x: float) -> bool:
    slots = board.slots(row)
    stand = (*slots[: board.pawns[0][row]], *slots[len(slots) - board.pawns[1][row] :])
    return any(abs(x - here) < R for here in stand)


def _arrow(start: Point, end: Point) -> tuple[Step, ...]:
    (x0, y0), (x1, y1) = start, end
    return (("M", x0, y0), ("C", x0, y0 + (y1 - y0) * 0.55, x1, y1 - (y1 - y0) * 0.6, x1, y1))


def _about(seat: Seat, x: float, y: float, ink: str) -> Shape:
    if seat == 0:
        return Circle(x, y, R + 5, stroke(ink, 4))
    return Rect(x - R - 3, y - R - 3, 2 * R + 6, 2 * R + 6, stroke(ink, 4), 14)


def motions(before: State, steps: tuple[Move, ...], turned: bool) -> tuple[Motion, ...]:
    """Return the ways of the pawns, each after the one before."""
    board, seat = Board(after(before, steps).pawns, turned), before.turn
    owners = [1 - seat if kind == "theirs" else seat for kind, _, _ in steps]
    keys = _keys(board, owners, steps)
    standing = [list(counts) for counts in before.pawns]
    found = []
    for number, (owner, (_, start, end)) in enumerate(zip(owners, steps, strict=True)):
        standing[owner][start] -= 1
        begin = board.place(owner, start, standing[owner][start])
        way = _arrow(begin, board.place(owner, end, standing[owner][end]))
        standing[owner][end] += 1
        found.append(Motion(keys[number], way, MS, number * MS))
    return tuple(found)


def _keys(board: Board, owners: list[Seat], steps: tuple[Move, ...]) -> list[str]:
    """Return which pawn of the position afterwards each step is about; one that goes on is the same in both."""
    left = [list(counts) for counts in board.pawns]
    went_on: dict[tuple[Seat, int], str] = {}
    keys = []
    for owner, (_, start, end) in reversed([*zip(owners, steps, strict=True)]):
        if (key := went_on.pop((owner, end), "")) == "":
            left[owner][end] -= 1
            key = f"pawn-{owner}-{end}-{left[owner][end]}"
        went_on[owner, start] = key
        keys.append(key)
    return keys[::-1]
