"""Where everything of Linja's board lies, and what never moves on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import line, ring
from p2pgames.drawing.shapes import Circle, Group, Paint, Path, Point, Poly, Rect, Shape, Text, area, stroke
from p2pgames.drawing.widths import fitted
from p2pgames.games.linja import messages
from p2pgames.games.linja.board import FULL, ROWS, WEIGHTS, Pawns
from p2pgames.games.linja.turn import LINES
from p2pgames.picture.picture import Say

W, H = 1100, 760
LEFT, RIGHT, TOP = 150, 800, 36
NARROW: Final = RIGHT + 100
"""How wide the board is for whoever has no seat: nothing is offered beside the rows."""
LANE: Final = (H - 2 * TOP + 12) / ROWS
R: Final = 25
INKS: Final = ("red", "black")
PITCH: Final = 2 * R + 34
CROWDED: Final = 12
"""So many pawns lie side by side on a start line; more of them overlap."""


@dataclass(frozen=True, slots=True)
class Board:
    """Pawns on the rows, as one viewer sees them."""

    pawns: Pawns
    turned: bool
    """Whether row 0 lies at the top: Black's view."""

    def y(self, row: int) -> float:
        """Return the middle of a row."""
        return TOP + LANE * ((row if self.turned else ROWS - 1 - row) + 0.5)

    def slots(self, row: int) -> tuple[float, ...]:
        """Return where pawns may stand on a row, from the left."""
        if row not in LINES:
            return tuple((LEFT + RIGHT) / 2 + (k - (FULL - 1) / 2) * PITCH for k in range(FULL))
        count = max(CROWDED, self.pawns[0][row] + self.pawns[1][row])
        first, last = LEFT + 12 + R, RIGHT - 12 - R
        return tuple(first + k * (last - first) / (count - 1) for k in range(count))

    def place(self, seat: Seat, row: int, number: int) -> Point:
        """Return where the pawn of this number stands, 0 for the outermost of its colour."""
        slots = self.slots(row)
        at = min(number, len(slots) - 1)
        return slots[at if seat == 0 else len(slots) - 1 - at], self.y(row)


@lru_cache(16)
def ground(turned: bool, wide: float, say: Say) -> tuple[Shape, ...]:
    worth = say(messages.WORTH())
    return (
        Rect(0, 0, wide, H, area("board"), 24),
        *(shape for row in range(ROWS) for shape in _lane(Board(((0,) * ROWS,) * 2, turned), row, say)),
        *(shape for place in range(1, ROWS) for shape in _rod(place)),
        Text(RIGHT + 45, 19, worth, fitted(worth, 15, 86), "muted"),
    )


def _lane(board: Board, row: int, say: Say) -> tuple[Shape, ...]:
    y = board.y(row)
    ground = Rect(LEFT, y - LANE / 2 + 1, RIGHT - LEFT, LANE - 2, area("lane"), 10)
    weights = tuple(shape for seat in range(2) for shape in _weight(seat, WEIGHTS[seat][row], y))
    if row not in LINES:
        return ground, *weights
    owner = LINES.index(row)
    tinted = Rect(
        LEFT, ground.y, ground.w, ground.h, Paint(INKS[owner], f"{INKS[owner]}edge", 2, alpha=0.22), 10
    )
    whose = say(messages.OWNERS[owner])
    label = Text(84, y + 27, whose, fitted(whose, 15, 92), "muted")
    return ground, tinted, *weights, Group(pawn(owner, 12), x=84, y=y - 4), label


def _weight(seat: Seat, worth: int, y: float) -> tuple[Shape, ...]:
    """Return what a pawn of a colour is worth on a row, strong where that is something."""
    x, ink, strong = RIGHT + 22 + seat * 46, INKS[seat], worth > 0
    paint = Paint(ink, f"{ink}edge", 2) if strong else Paint("", f"{ink}edge", 1.2, alpha=0.6)
    text = f"{worth:+d}".replace("-", "−")
    return (
        Rect(x - 19, y - 15, 38, 30, paint, 15 if seat == 0 else 6),
        Text(x, y, text, 17, f"on{ink}" if strong else "muted", bold=strong),
    )


def _rod(place: int) -> tuple[Shape, ...]:
    y = TOP + LANE * place
    first = LEFT + 40 + (place % 3 - 1) * 22
    knots = [first + k * (RIGHT - LEFT - 80) / 4 for k in range(5)]
    steps = tuple(s for x in knots for d in (-2.5, 2.5) for s in line((x + d, y - 5), (x + d, y + 5)))
    rod = Rect(LEFT - 22, y - 5, RIGHT - LEFT + 44, 10, Paint("wood", "bark", 1.6), 5)
    return rod, Path(steps, stroke("bark", 1.8, blunt=True))


def numbered(board: Board, row: int, legal: bool) -> tuple[Shape, ...]:
    """Return a row's number, and as many dots as pawns stand there: so far a pawn goes on that comes in."""
    y = board.y(row)
    number = Text(34, y, str(row), 24, "accent" if legal else "muted", bold=legal)
    if row in LINES:
        return (number,)
    count = board.pawns[0][row] + board.pawns[1][row]
    dots = (
        Circle(64 + k * 12, y, 3.6, area("text") if k < count else stroke("faint", 1.4)) for k in range(FULL)
    )
    return number, *dots


@cache
def pawn(seat: Seat, r: float) -> tuple[Shape, ...]:
    """Return a pawn about (0, 0)."""
    edge, k = f"{INKS[seat]}edge", r * 0.9
    if seat == 0:
        rings = Circle(0, 0, r * 0.62, stroke(edge, 2.2)), Circle(0, 0, r * 0.2, area(edge))
        return Circle(0, 0, r, Paint(INKS[seat], edge, 3)), *rings
    frame = Rect(-k, -k, 2 * k, 2 * k, Paint(INKS[seat], edge, 3), r * 0.42)
    return frame, Poly(ring(4, k * 0.5), stroke("faint", 2.2))


@cache
def hole(seat: Seat, r: float) -> Shape:
    """Return the outline where a pawn was."""
    paint = stroke("red" if seat == 0 else "blackedge", 3, (6, 5))
    return Circle(0, 0, r, paint) if seat == 0 else Rect(-r, -r, 2 * r, 2 * r, paint, r * 0.42)


def pawns(board: Board) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for row in range(ROWS):
        red, black = board.pawns[0][row], board.pawns[1][row]
        if row not in LINES:
            free = board.slots(row)[red : FULL - black]
            shapes += [Circle(x, board.y(row), R - 3, stroke("faint", 1.4, (3, 5))) for x in free]
        for seat, count in enumerate((red, black)):
            # The inner ones lie on top where they overlap: they came last and go first.
            places = [board.place(seat, row, k) for k in range(count)]
            shapes += [Group(pawn(seat, R), f"pawn-{seat}-{row}-{k}", *at) for k, at in enumerate(places)]
    return tuple(shapes)
