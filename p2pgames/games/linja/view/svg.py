"""Linja as a drawing: lanes between rods of bamboo, round pawns for Red and square ones for Black.

Red's pawns stand from the left, Black's from the right; what a row offers next stands at its end. The newest turn, or
the one that is being typed, is told by numbered arrows from where each pawn stood.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from p2pgames.contract import Move, Seat
from p2pgames.drawing.layout import ColumnPart, Token, column, fitted, heading, prose
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Ink,
    Motion,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    area,
    box,
    dist,
    line,
    ring,
    star,
    stroke,
)
from p2pgames.games.linja import sentences
from p2pgames.games.linja.rules import LINES
from p2pgames.games.linja.rules import Step as TurnStep
from p2pgames.games.linja.sentences import describe_spot
from p2pgames.games.linja.state import FULL, ROWS, WEIGHTS, LinjaState, Pawns, points
from p2pgames.games.linja.view import pointing
from p2pgames.picture.picture import Say, View
from p2pgames.text import Message, whole_number

# Where everything of Linja's board lies, and what never moves on it.

W, H = 1100, 760
"""The whole drawing."""
LEFT, RIGHT, TOP = 150, 800, 36
"""Where the pawns of a row begin and end, and where the first row does."""
NARROW: Final = RIGHT + 100
"""How wide the board is for whoever has no seat: nothing is offered beside the rows."""
LANE: Final = (H - 2 * TOP + 12) / ROWS
R: Final = 25
"""A pawn's radius."""
INKS: Final = ("red", "black")
PITCH: Final = 2 * R + 34
CROWDED: Final = 12
"""So many pawns lie side by side on a start line; more of them overlap."""


@dataclass(frozen=True, slots=True)
class PawnBoard:
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
    worth = say(sentences.WORTH())
    return (
        Rect(0, 0, wide, H, area("board"), 24),
        *(shape for row in range(ROWS) for shape in _lane(PawnBoard(((0,) * ROWS,) * 2, turned), row, say)),
        *(shape for place in range(1, ROWS) for shape in _rod(place)),
        Text(RIGHT + 45, 19, worth, fitted(worth, 15, 86), "muted"),
    )


def _lane(board: PawnBoard, row: int, say: Say) -> tuple[Shape, ...]:
    y = board.y(row)
    ground = Rect(LEFT, y - LANE / 2 + 1, RIGHT - LEFT, LANE - 2, area("lane"), 10)
    weights = tuple(shape for seat in range(2) for shape in _weight(seat, WEIGHTS[seat][row], y))
    if row not in LINES:
        return ground, *weights
    owner = LINES.index(row)
    tinted = Rect(
        LEFT, ground.y, ground.w, ground.h, Paint(INKS[owner], f"{INKS[owner]}edge", 2, alpha=0.22), 10
    )
    whose = say(sentences.OWNERS[owner])
    label = Text(84, y + 27, whose, fitted(whose, 15, 92), "muted")
    return ground, tinted, *weights, Group(pawn(owner, 12), x=84, y=y - 4), label


def _weight(seat: Seat, worth: int, y: float) -> tuple[Shape, ...]:
    """Return what a pawn of a colour is worth on a row, strong where that is something."""
    x, ink, strong = RIGHT + 22 + seat * 46, INKS[seat], worth > 0
    paint = Paint(ink, f"{ink}edge", 2) if strong else Paint("", f"{ink}edge", 1.2, alpha=0.6)
    text = f"{worth:+d}"
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


def numbered(board: PawnBoard, row: int, legal: bool) -> tuple[Shape, ...]:
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


def pawns(board: PawnBoard) -> tuple[Shape, ...]:
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


_SEATS: Final = (("red", pawn(0, 10)), ("blackedge", pawn(1, 10)))


# What each row offers as the next step, and the row under the cursor.


def cursor_frame(board: PawnBoard, wide: float, cursor: str) -> tuple[Shape, ...]:
    row = whole_number(cursor)
    if row is None or row >= ROWS:
        return ()
    frame = Rect(8, board.y(row) - LANE / 2 + 3, wide - 16, LANE - 6, stroke("accent", 4), 14)
    return (Group((frame,), "cursor", role="cursor"),)


def pill(board: PawnBoard, row: int, offer: pointing.StepOffer, view: View) -> Group:
    """Return a pill that says what the row's pawn would do and what that leads to."""
    hot = view.cursor == str(row)
    frame = Rect(-88, -24, 176, 48, Paint("paper", "accent", 4 if hot else 2), 24)
    said = view.say(offer.text())
    if offer.kind in ("begin", "other", "pass") or not (
        offer.rows or offer.bonus or offer.kind in ("bonus", "follow")
    ):
        words: tuple[Shape, ...] = (Text(0, 0, said, fitted(said, 17, 156, bold=True), bold=True),)
    else:
        words = (*_way(offer), *_outcome(offer))
    return Group((frame, *words), f"offer-{row}", RIGHT + 192, board.y(row))


def _way(offer: pointing.StepOffer) -> tuple[Shape, ...]:
    arrow = (*line((-48, 0), (-30, 0)), *line((-36, -6), (-30, 0), (-36, 6)))
    texts = (Text(x, 0, str(row), 20, bold=True) for x, row in ((-62, offer.start), (-14, offer.end)))
    return (*texts, Path(arrow, stroke("text", 3)))


def _outcome(offer: pointing.StepOffer) -> tuple[Shape, ...]:
    """Return a star for a bonus, or an angle for every row that the follow-up goes."""
    if not (offer.rows or offer.bonus or offer.kind == "bonus"):
        return ()
    bar = Path(line((4, -14), (4, 14)), stroke("rule", 2))
    if offer.bonus or offer.kind == "bonus":
        return bar, Poly(star(5, 12, 5.4, 42, 1), area("glow"))
    angles = tuple(
        s
        for k in range(offer.rows)
        for s in line((16 + k * 11.5, -7), (23 + k * 11.5, 0), (16 + k * 11.5, 7))
    )
    return bar, Path(angles, stroke("good", 3.4))


# The steps of a turn: numbered arrows from where each pawn stood to where it stands.

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


def drawn_turn(
    board: PawnBoard, state: LinjaState, view: View, draft: pointing.LinjaDraft
) -> tuple[Shape, ...]:
    """Return the steps that are typed, or else those of the newest turn."""
    if draft.steps:
        arrows = _arrows(board, draft.steps, state.turn, True)
    else:
        arrows = _arrows(board, pointing.last_steps(view), view.recent[-1][1] if view.recent else 0, False)
    shapes = tuple(shape for arrow in arrows for shape in _drawn(board, arrow))
    return (*shapes, *_numbers(arrows))


def _arrows(board: PawnBoard, steps: tuple[TurnStep, ...], mover: Seat, meant: bool) -> list[Arrow]:
    left: dict[tuple[Seat, int], int] = {}
    found = []
    for number, (kind, start, end) in enumerate(steps, 1):
        seat = 1 - mover if kind == "theirs" else mover
        gone = left[seat, start] = left.get((seat, start), 0) + 1
        hole = board.place(seat, start, board.pawns[seat][start] + gone - 1)
        pawn = board.place(seat, end, max(0, board.pawns[seat][end] - 1))
        found.append(Arrow(number, seat, hole, pawn, meant))
    return found


def _drawn(board: PawnBoard, arrow: Arrow) -> tuple[Shape, ...]:
    """Return the hole that a pawn left, a ring about the one that came, and an arrow between them."""
    begin, tip = arrow.ends
    way, back = _bent(begin, tip), tip[1] - arrow.down * 9
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
        free = [
            at
            for share in SHARES
            for at in (_on(*arrow.ends, share),)
            if all(dist(at, other) > 28 for other in places)
        ]
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


def _taken(board: PawnBoard, x: float, y: float) -> bool:
    """Return whether a pawn stands there."""
    every = ((s, row, k) for s in range(2) for row in range(ROWS) for k in range(board.pawns[s][row]))
    return any(dist((x, y), board.place(*each)) < R for each in every)


def _bent(start: Point, end: Point) -> tuple[Step, ...]:
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


def step_motions(before: LinjaState, steps: tuple[TurnStep, ...], turned: bool) -> tuple[Motion, ...]:
    """Return the ways of the pawns, each after the one before."""
    board, seat = PawnBoard(pointing.played_steps(before, steps).pawns, turned), before.turn
    owners = [1 - seat if kind == "theirs" else seat for kind, _, _ in steps]
    keys = _keys(board, owners, steps)
    standing = [list(counts) for counts in before.pawns]
    found = []
    for number, (owner, (_, start, end)) in enumerate(zip(owners, steps, strict=True)):
        standing[owner][start] -= 1
        begin = board.place(owner, start, standing[owner][start])
        way = _bent(begin, board.place(owner, end, standing[owner][end]))
        standing[owner][end] += 1
        found.append(Motion(keys[number], way, MS, number * MS))
    return tuple(found)


def _keys(board: PawnBoard, owners: list[Seat], steps: tuple[TurnStep, ...]) -> list[str]:
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


def drawing(state: LinjaState, view: View) -> Drawing:
    """Return the board after the steps that stand in the input line."""
    mine = view.seat is not None and view.seat == state.turn and not state.why
    draft = pointing.draft_of(state, view.typed) if mine else pointing.LinjaDraft()
    turn = pointing.played_steps(state, draft.steps)
    offered = pointing.offers(state, draft, turn) if mine else {}
    board = PawnBoard(turn.pawns, view.seat == 1)
    hints = {row: offer.text() for row, offer in offered.items()}
    heading = view.say(pointing.next_stage(draft, hints)) if mine else ""
    wide = NARROW if view.seat is None else W
    return Drawing(
        wide,
        H,
        (
            *ground(board.turned, wide, view.say),
            *cursor_frame(board, wide, view.cursor),
            *(shape for row in range(ROWS) for shape in numbered(board, row, row in offered)),
            *pawns(board),
            *drawn_turn(board, state, view, draft),
            *((Text(RIGHT + 192, 19, heading, fitted(heading, 15, 170), "muted"),) if heading else ()),
            *(pill(board, row, offer, view) for row, offer in offered.items()),
        ),
        tuple(_spot(board, wide, row, hints.get(row), view.say) for row in range(ROWS)),
        title="Linja",
        desc=", ".join(f"{view.say(sentences.COLOURS[k])} {p}" for k, p in enumerate(points(turn.pawns))),
        seats=_SEATS,
    )


def _spot(board: PawnBoard, wide: float, row: int, hint: Message | None, say: Say) -> Spot:
    told = describe_spot(board.pawns, str(row))
    title = say(told) if told is not None else ""
    outline = box(8, board.y(row) - LANE / 2, wide - 16, LANE)
    return Spot(str(row), outline, hint is not None, title, say(hint) if hint is not None else "")


def motions(before: LinjaState, move: Move, view: View) -> tuple[Motion, ...]:
    """Return the ways of the pawns."""
    return step_motions(before, pointing.steps_of(move), view.seat == 1)


# What stands beside Linja's board: how a turn goes on.

DISC: Final = 13


def aside(state: LinjaState, view: View) -> Drawing:
    """Return the steps of a turn for who is to move, the one that comes next filled; for others nothing."""
    steps = pointing.stages(state, view)
    parts = [_step(number, view.say(text), here) for number, (text, here) in enumerate(steps, 1)]
    return column("Linja", (heading(view.say(sentences.THIS_TURN())), *parts) if parts else (), {})


def _step(number: int, text: str, here: bool) -> ColumnPart:
    paint, ink = (Paint("accent"), "board") if here else (Paint("raised", "rule", 2), "muted")
    disc = Circle(DISC, DISC, DISC - 1, paint), Text(DISC, DISC, str(number), 14, ink, bold=True)
    return prose(text, bold=here, lead=Token(2 * DISC, 2 * DISC, disc))
