"""What each row offers as the next step, and the row under the cursor."""

from __future__ import annotations

from p2pgames.drawing.paths import line, star
from p2pgames.drawing.shapes import Group, Paint, Path, Poly, Rect, Shape, Text, area, stroke
from p2pgames.drawing.widths import fitted
from p2pgames.games.linja.board import ROWS
from p2pgames.games.linja.painter.drawing.board import LANE, RIGHT, Board
from p2pgames.games.linja.painter.pointing import Offer
from p2pgames.picture.picture import View
from p2pgames.text import whole_number


def cursor_frame(board: Board, wide: float, cursor: str) -> tuple[Shape, ...]:
    row = whole_number(cursor)
    if row is None or row >= ROWS:
        return ()
    frame = Rect(8, board.y(row) - LANE / 2 + 3, wide - 16, LANE - 6, stroke("accent", 4), 14)
    return (Group((frame,), "cursor", role="cursor"),)


def pill(board: Board, row: int, offer: Offer, view: View) -> Group:
    """Return a pill that says what the row's pawn would do and what that leads to."""
    hot = view.cursor == str(row)
    frame = Rect(-88, -24, 176, 48, Paint("paper", "accent", 4 if hot else 2), 24)
    said = view.say(offer.text())
    if offer.kind in ("begin", "other") or not (
        offer.rows or offer.bonus or offer.kind in ("bonus", "follow")
    ):
        words: tuple[Shape, ...] = (Text(0, 0, said, fitted(said, 17, 156, bold=True), bold=True),)
    else:
        words = (*_way(offer), *_outcome(offer))
    return Group((frame, *words), f"offer-{row}", RIGHT + 192, board.y(row))


def _way(offer: Offer) -> tuple[Shape, ...]:
    arrow = (*line((-48, 0), (-30, 0)), *line((-36, -6), (-30, 0), (-36, 6)))
    texts = (Text(x, 0, str(row), 20, bold=True) for x, row in ((-62, offer.start), (-14, offer.end)))
    return (*texts, Path(arrow, stroke("text", 3)))


def _outcome(offer: Offer) -> tuple[Shape, ...]:
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
