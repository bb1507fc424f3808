"""The position in sentences, for plain mode and screen readers; and what a turn brings."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames.games.linja import messages
from p2pgames.games.linja.board import FULL, GOAL, ROWS, WEIGHTS, Pawns, points
from p2pgames.text import Count, Message
from p2pgames.told import Told


def position(pawns: Pawns, turn: Seat, seat: Seat | None, why: Message | None) -> tuple[Message, ...]:
    """Return who is to move, every row from the far end to the near one, and the points."""
    near_first = seat == 1
    rows = range(ROWS) if near_first else range(ROWS - 1, -1, -1)
    red, black = points(pawns)
    return (
        why or _turn(turn, seat),
        *(_row(pawns, row) for row in rows),
        messages.IF_ENDED(red=Count(red), black=Count(black)),
    )


def told(before: Pawns, seat: Seat, after: Pawns) -> tuple[Told, ...]:
    """Return the points of whoever moved, and those of the other if a bonus moved a pawn of theirs."""
    was, now = points(before), points(after)
    changed = [(each, now[each] - was[each]) for each in (seat, 1 - seat)]
    return tuple(
        Told(_points(each, each == seat, was[each], now[each]), each, more)
        for each, more in changed
        if more or each == seat
    )


def _points(seat: Seat, own: bool, was: int, now: int) -> Message:
    if was == now:
        return messages.STILL(count=Count(now))
    if own:
        return messages.POINTS(before=Count(was), now=Count(now))
    return messages.POINTS_OF(colour=messages.COLOURS[seat], before=Count(was), now=Count(now))


def rows_worth(pawns: Pawns) -> Iterator[Told]:
    """Yield the points that each row holds for either colour."""
    for seat, (counts, weights) in enumerate(zip(pawns, WEIGHTS, strict=True)):
        for row, (count, weight) in enumerate(zip(counts, weights, strict=True)):
            if count:
                what = messages.ROW_WORTH(row=messages.place(row), count=Count(count), each=Count(weight))
                yield Told(what, seat, count * weight, str(row))


def _turn(turn: Seat, seat: Seat | None) -> Message:
    if turn < 0:
        return messages.NOT_ROLLED()
    said = messages.YOUR_MOVE if turn == seat else messages.TO_MOVE
    return said(colour=messages.COLOURS[turn])


def _row(pawns: Pawns, row: int) -> Message:
    red, black = pawns[0][row], pawns[1][row]
    inner = messages.ROW_IS_FULL if red + black == FULL else messages.ROW
    said = {GOAL[1]: messages.RED_LINE, GOAL[0]: messages.BLACK_LINE}.get(row, inner)
    return said(row=messages.place(row), pawns=messages.pawns((red, black)))
