"""The steps of a turn: numbered arrows from where each pawn stood to where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import dist, line
from p2pgames.drawing.shapes import (
    Circle,
    Group,
    Ink,
    Motion,
    Paint,
    Path,
    Point,
    Rect,
    Shape,
    Step,
    Text,
    stroke,
)
from p2pgames.games.linja.board import ROWS
from p2pgames.games.linja.painter.drawing.board import Board, R, hole
from p2pgames.games.linja.painter.pointing import Draft, after, last_steps
from p2pgames.games.linja.state import State
from p2pgames.games.linja.turn import Step as Move
from p2pgames.picture.picture import View

MS: Final = 350
"""How long a pawn takes for a step."""
SHARES: Final = (0.5, 0.3, 0.7, 0.15, 0.85)
"""Where along an arrow its number may stand, the best first."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """One step as it is drawn."""

    number: int
    seat: Seat
    hole: Point
    """Where the pawn stood."""
    pawn: Point
    """Where it stands."""
    meant: bool
    """Whether it is typed, and not made."""

    @property
    def down(self) -> int:
        """Which way it goes: 1 down, -1 up."""
        return 1 if self.pawn[1] > self.hole[1] else -1

    @property
    def ends(self) -> tuple[Point, Point]:
        """Where the arrow begins, and its tip."""
        (x0, y0), (x1, y1) = self.hole, self.pawn
        return (x0, y0 + self.down * (R - 4)), (x1, y1 - self.down * (R + 9))

    @property
    def ink(self) -> Ink:
        """Its colour."""
        return "accent" if self.meant else "glow"

    @property
    def role(self) -> str:
        """What its group shows."""
        return "preview" if self.meant else "last"


def turn(board: Board, state: State, view: View, draft: Draft) -> tuple[Shape, ...]:
    """Return the steps that are typed, or else those of the newest turn."""
    if draft.steps:
        arrows = _arrows(board, draft.steps, state.turn, True)
    else:
        arrows = _arrows(board, last_steps(view), view.recent[-1][1] if view.recent else 0, False)
    shapes = tuple(shape for arrow in arrows for shape in _drawn(board, arrow))
    return (*shapes, *_numbers(arrows))


def _arrows(board: Board, steps: tuple[Move, ...], mover: Seat, meant: bool) -> list[Arrow]:
    left: dict[tuple[Seat, int], int] = {}
    found = []
    for number, (kind, start, end) in enumerate(steps, 1):
        seat = 1 - mover if kind == "theirs" else mover
        gone = left[seat, start] = left.get((seat, start), 0) + 1
        hole = board.place(seat, start, board.pawns[seat][start] + gone - 1)
        pawn = board.place(seat, end, max(0, board.pawns[seat][end] - 1))
        found.append(Arrow(number, seat, hole, pawn, meant))
    return found


def _drawn(board: Board, arrow: Arrow) -> tuple[Shape, ...]:
    """Return the hole that a pawn left, a ring about the one that came, and an arrow between them."""
    begin, tip = arrow.ends
    way, back = _way(begin, tip), tip[1] - arrow.down * 9
    head = line((tip[0] - 9, back), tip, (tip[0] + 9, back))
    shapes = (
        Path((*way, *head), stroke("board", 10)),
        Path(way, stroke(arrow.ink, 4.5, (2, 8) if arrow.meant else ())),
        Path(head, stroke(arrow.ink, 4.5)),
        _about(arrow.seat, *arrow.pawn, arrow.ink),
    )
    group = Group(shapes, f"step-{arrow.number}", role=arrow.role)
    if _taken(board, *arrow.hole):
        return (group,)
    return Group((hole(arrow.seat, R - 2),), f"hole-{arrow.number}", *arrow.hole, role=arrow.role), group


def _numbers(arrows: list[Arrow]) -> tuple[Shape, ...]:
    """Return the arrows' numbers, each where it is clear of the others."""
    places: list[Point] = []
    for arrow in arrows:
        free = [at for share in SHARES for at in (_on(*arrow.ends, share),) if _clear(at, places)]
        places.append(free[0] if free else _on(*arrow.ends, SHARES[0]))
    return tuple(
        Group(
            (Circle(0, 0, 12, Paint("board", arrow.ink, 3)), Text(0, 0, str(arrow.number), 15, bold=True)),
            f"number-{arrow.number}",
            *at,
            role=arrow.role,
        )
        for arrow, at in zip(arrows, places, strict=True)
    )


def _clear(at: Point, others: list[Point]) -> bool:
    return all(dist(at, other) > 28 for other in others)


def _taken(board: Board, x: float, y: float) -> bool:
    """Return whether a pawn stands there."""
    every = ((s, row, k) for s in range(2) for row in range(ROWS) for k in range(board.pawns[s][row]))
    return any(dist((x, y), board.place(*each)) < R for each in every)


def _way(start: Point, end: Point) -> tuple[Step, ...]:
    (x0, y0), (x1, y1) = start, end
    return (("M", x0, y0), ("C", x0, y0 + (y1 - y0) * 0.55, x1, y1 - (y1 - y0) * 0.6, x1, y1))


def _on(start: Point, end: Point, share: float) -> Point:
    """Return a point of the way, after that share of its curve."""
    (x0, y0), (x1, y1) = start, end
    back = 1 - share
    x = x0 * back * back * (1 + 2 * share) + x1 * share * share * (1 + 2 * back)
    return x, y0 + (y1 - y0) * share * (1.65 * back * back + 1.2 * share * back + share * share)


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
        way = _way(begin, board.place(owner, end, standing[owner][end]))
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
