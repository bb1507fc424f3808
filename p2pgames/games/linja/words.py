"""The position in sentences, for plain mode and screen readers; and what a turn brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames.effect import Effect
from p2pgames.games.linja import sentences
from p2pgames.games.linja.state import FULL, GOAL, ROWS, WEIGHTS, Pawns, points
from p2pgames.sentences import joined
from p2pgames.text import Count, Every, Message, PlaceName, counted, message, whole_number


def position(pawns: Pawns, turn: Seat, seat: Seat | None, why: Message | None) -> tuple[Message, ...]:
    """Return who is to move, every row from the far end to the near one, and the points."""
    near_first = seat == 1
    rows = range(ROWS) if near_first else range(ROWS - 1, -1, -1)
    red, black = points(pawns)
    return (
        why or _turn(turn, seat),
        *(_row(pawns, row) for row in rows),
        sentences.IF_ENDED(red=Count(red), black=Count(black)),
    )


def effects(before: Pawns, seat: Seat, after: Pawns) -> tuple[Effect, ...]:
    """Return the points of whoever moved, and those of the other if a bonus moved a pawn of theirs."""
    was, now = points(before), points(after)
    changed = [(each, now[each] - was[each]) for each in (seat, 1 - seat)]
    return tuple(
        Effect(_points(each, each == seat, was[each], now[each]), each, more)
        for each, more in changed
        if more or each == seat
    )


def _points(seat: Seat, own: bool, was: int, now: int) -> Message:
    if was == now:
        return sentences.STILL(count=Count(now))
    if own:
        return sentences.POINTS(before=Count(was), now=Count(now))
    return sentences.POINTS_OF(colour=sentences.COLOURS[seat], before=Count(was), now=Count(now))


def rows_worth(pawns: Pawns) -> Iterator[Effect]:
    """Yield the points that each row holds for either colour."""
    for seat, (counts, weights) in enumerate(zip(pawns, WEIGHTS, strict=True)):
        for row, (count, weight) in enumerate(zip(counts, weights, strict=True)):
            if count:
                what = sentences.ROW_WORTH(row=sentences.place(row), count=Count(count), each=Count(weight))
                yield Effect(what, seat, count * weight, str(row))


def _turn(turn: Seat, seat: Seat | None) -> Message:
    if turn < 0:
        return sentences.NOT_ROLLED()
    said = sentences.YOUR_MOVE if turn == seat else sentences.TO_MOVE
    return said(colour=sentences.COLOURS[turn])


def _row(pawns: Pawns, row: int) -> Message:
    red, black = pawns[0][row], pawns[1][row]
    inner = sentences.ROW_IS_FULL if red + black == FULL else sentences.ROW
    said = {GOAL[1]: sentences.RED_LINE, GOAL[0]: sentences.BLACK_LINE}.get(row, inner)
    return said(row=sentences.place(row), pawns=sentences.pawns((red, black)))


# What stands in a row, in words.

ROW_HERE = message("linja.row-here", "row {row}: {what}", row=PlaceName, what=Message)
THERE = message("linja.there", "{pawns}", pawns=Every)
START_LINES: Final = (
    message("linja.red-start", "Red's start line, Black's goal")(),
    message("linja.black-start", "Black's start line, Red's goal")(),
)
IS_FULL = message("linja.is-full", "full: no pawn may stop here")
ROOM = counted("linja.room", "room for {count} more", "room for {count} more")
WORTH_HERE = message("linja.worth-here", "worth {red} to Red, {black} to Black", red=Count, black=Count)


def describe_spot(pawns: Pawns, spot: str) -> Message | None:
    """Return the pawns of a row, the room in it and what a pawn scores there; None for no row."""
    row = whole_number(spot)
    if row is None or row >= ROWS:
        return None
    return ROW_HERE(row=sentences.place(row), what=joined(tuple(_told(pawns, row))))


def _told(pawns: Pawns, row: int) -> Iterator[Message]:
    red, black = pawns[0][row], pawns[1][row]
    yield THERE(pawns=sentences.pawns((red, black)))
    if row in GOAL:
        yield START_LINES[GOAL.index(row) ^ 1]
    elif red + black >= FULL:
        yield IS_FULL()
    else:
        yield ROOM(count=Count(FULL - red - black))
    yield WORTH_HERE(red=Count(WEIGHTS[0][row]), black=Count(WEIGHTS[1][row]))
