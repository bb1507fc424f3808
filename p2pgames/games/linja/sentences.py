"""What Linja says: the position in words, what a turn brings, and why one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Effect, Seat
from p2pgames.games.linja.state import FULL, GOAL, ROWS, WEIGHTS, LinjaEnd, Pawns, points
from p2pgames.sentences import joined
from p2pgames.text import Count, Every, Message, PlaceName, counted, message, whole_number

RED, BLACK = message("linja.red", "Red"), message("linja.black", "Black")
COLOURS: Final = (RED(), BLACK())

# -- the position --

NOT_ROLLED = message("linja.not-rolled", "It is not known yet who begins.")
TO_MOVE = message("linja.to-move", "{colour:message} is to move.")
YOUR_MOVE = message("linja.your-move", "{colour:message} is to move: that is you.")
RED_PAWNS = counted("linja.red-pawns", "{count} Red", "{count} Red")
BLACK_PAWNS = counted("linja.black-pawns", "{count} Black", "{count} Black")
PAWNS: Final = (RED_PAWNS, BLACK_PAWNS)
EMPTY = message("linja.empty", "empty")
RED_LINE = message("linja.red-line", "Row {row:place}, Red's start line: {pawns:every}.")
BLACK_LINE = message("linja.black-line", "Row {row:place}, Black's start line: {pawns:every}.")
ROW = message("linja.row", "Row {row:place}: {pawns:every}.")
ROW_IS_FULL = message("linja.row-is-full", "Row {row:place}: {pawns:every}, full.")
IF_ENDED = message(
    "linja.if-ended", "If the game ended now, Red would have {red:count} points and Black {black:count}."
)

# -- what a turn brings --

POINTS = message("linja.points", "{before:count} to {now:count} points")
POINTS_OF = message("linja.points-of", "{colour:message} {before:count} to {now:count} points")
STILL = counted("linja.still", "still {count} point", "still {count} points")

ROW_WORTH = counted(
    "linja.row-worth",
    "row {row:place}: {count} pawn, {each:count} each",
    "row {row:place}: {count} pawns, {each:count} each",
)

# -- how it ends --

RED_LEFT = message("linja.red-left", "Red has left the game.")
BLACK_LEFT = message("linja.black-left", "Black has left the game.")
THIRD_TIME = message("linja.third-time", "The same position stands for the third time.")
ALL_PASSED = message("linja.all-passed", "All pawns have passed each other.")
NO_MOVES = message("linja.no-moves", "Neither player can move.")
WHY: Final = {
    LinjaEnd.RED_LEFT: RED_LEFT(),
    LinjaEnd.BLACK_LEFT: BLACK_LEFT(),
    LinjaEnd.THIRD_TIME: THIRD_TIME(),
    LinjaEnd.ALL_PASSED: ALL_PASSED(),
    LinjaEnd.NO_MOVES: NO_MOVES(),
}

# -- refusals --

UP = message("linja.up", "up, towards row 7")
DOWN = message("linja.down", "down, towards row 0")
WAYS: Final = (UP(), DOWN())
HOW = message("linja.how", "Type rows, such as 0-1, a follow-up after it, 0-1 2-5, and a bonus as +6-5.")
HOW_ANY = message(
    "linja.how-any",
    "Type rows, such as 0-1, a follow-up after it, 0-1 2-5, a bonus as +6-5, and with one of "
    "the opponent's pawns as +x3-4.",
)
NOT_A_STEP = message("linja.not-a-step", "{typed:typed} is not a step. {how:message}")
NO_TURN = message("linja.no-turn", "That is not a turn.")
TURN_IS = message("linja.turn-is", "A turn is an opening, then perhaps a follow-up, then perhaps a bonus.")
NO_PASS = message("linja.no-pass", "You may pass only when no pawn can open.")
TWO_ROWS = message("linja.two-rows", "A step names two of the rows 0 to 7.")
OPENS = message(
    "linja.opens", "A turn opens with one pawn moving one row forward; {colour:message} goes {way:message}."
)
LOCKED = message("linja.locked", "A pawn that has reached its goal line is locked.")
ONLY_ANY = message("linja.only-any", "A bonus moves the opponent's pawns only with the option bonus=any.")
AFTER_OPENING = message("linja.after-opening", "After the opening comes a follow-up or a bonus.")
NO_FOLLOW_UP = message(
    "linja.no-follow-up",
    "There is no follow-up: the opening went to an empty row or the goal line, or the follow-up is over.",
)
GOAL_STAYS = message("linja.goal-stays", "A pawn on its goal line cannot follow up.")
FOLLOW_UP = counted(
    "linja.follow-up",
    "The follow-up goes {count} row {way:message}, or to the goal line if that comes first.",
    "The follow-up goes {count} rows {way:message}, or to the goal line if that comes first.",
)
BONUS_EARNED = message(
    "linja.bonus-earned", "A bonus is earned only by reaching the goal line with exactly the rows allowed."
)
BONUS_ONE = message("linja.bonus-one", "A bonus moves a pawn one row forward or backward.")
NO_PAWN = message("linja.no-pawn", "There is no pawn of {colour:message} on row {row:place}.")
ROW_FULL = message(
    "linja.row-full", "Row {row:place} is full: an inner row holds six pawns, and no move may end on it."
)

# -- on the board and beside it --

REDS, BLACKS = message("linja.reds", "Red's"), message("linja.blacks", "Black's")
OWNERS: Final = (REDS(), BLACKS())
WORTH = message("linja.worth", "worth")
THIS_TURN = message("linja.this-turn", "this turn")
STAGE_OPENING = message("linja.stage-opening", "move a pawn one row")
STAGE_FOLLOW_UP = message("linja.stage-follow-up", "optional: move on")
STAGE_BONUS = message("linja.stage-bonus", "bonus: home exactly")
ENTER_SENDS = message("linja.enter-sends", "Enter sends")
NO_OPENING = message("linja.no-opening", "shut in: pass")
OPENING = message("linja.opening", "opening")
NEXT_BONUS = message("linja.next-bonus", "bonus")
NEXT_FOLLOW_UP = message("linja.next-follow-up", "follow-up")
FOLLOW_TO = message("linja.follow-to", "{step:place}")
BONUS_TO = message("linja.bonus-to", "{step:place} bonus")
PLUS_BONUS = message("linja.plus-bonus", "{step:place} + bonus")
BONUS_FROM = message("linja.bonus-from", "bonus from {row:place}")
OTHER_PAWN = message("linja.other-pawn", "their pawn, {row:place}")
HOME_BONUS = message("linja.home-bonus", "{step:place} home, bonus")
THEN_ROWS = counted("linja.then-rows", "{step:place} then {count} row", "{step:place} then {count} rows")
NO_MORE = message("linja.no-more", "{step:place} and no more")


def place(row: int) -> PlaceName:
    """Return a row as a parameter."""
    return PlaceName(str(row))


def pawns_on(counts: tuple[int, int]) -> Every:
    """Return how many pawns of each colour stand together."""
    there = tuple(PAWNS[seat](count=Count(count)) for seat, count in enumerate(counts) if count)
    return Every(there or (EMPTY(),))


# The position in sentences, for plain mode and screen readers; and what a turn brings.


def position_in_words(
    pawns: Pawns, turn: Seat, seat: Seat | None, why: Message | None
) -> tuple[Message, ...]:
    """Return who is to move, every row from the far end to the near one, and the points."""
    near_first = seat == 1
    rows = range(ROWS) if near_first else range(ROWS - 1, -1, -1)
    red, black = points(pawns)
    return (
        why or _turn(turn, seat),
        *(_row(pawns, row) for row in rows),
        IF_ENDED(red=Count(red), black=Count(black)),
    )


def turn_effects(before: Pawns, seat: Seat, after: Pawns) -> tuple[Effect, ...]:
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
        return STILL(count=Count(now))
    if own:
        return POINTS(before=Count(was), now=Count(now))
    return POINTS_OF(colour=COLOURS[seat], before=Count(was), now=Count(now))


def rows_worth(pawns: Pawns) -> Iterator[Effect]:
    """Yield the points that each row holds for either colour."""
    for seat, (counts, weights) in enumerate(zip(pawns, WEIGHTS, strict=True)):
        for row, (count, weight) in enumerate(zip(counts, weights, strict=True)):
            if count:
                what = ROW_WORTH(row=place(row), count=Count(count), each=Count(weight))
                yield Effect(what, seat, count * weight, str(row))


def _turn(turn: Seat, seat: Seat | None) -> Message:
    if turn < 0:
        return NOT_ROLLED()
    said = YOUR_MOVE if turn == seat else TO_MOVE
    return said(colour=COLOURS[turn])


def _row(pawns: Pawns, row: int) -> Message:
    red, black = pawns[0][row], pawns[1][row]
    inner = ROW_IS_FULL if red + black == FULL else ROW
    said = {GOAL[1]: RED_LINE, GOAL[0]: BLACK_LINE}.get(row, inner)
    return said(row=place(row), pawns=pawns_on((red, black)))


# What stands in a row, in words.

ROW_HERE = message("linja.row-here", "row {row:place}: {what:message}")
THERE = message("linja.there", "{pawns:every}")
START_LINES: Final = (
    message("linja.red-start", "Red's start line, Black's goal")(),
    message("linja.black-start", "Black's start line, Red's goal")(),
)
IS_FULL = message("linja.is-full", "full: no pawn may stop here")
ROOM = counted("linja.room", "room for {count} more", "room for {count} more")
WORTH_HERE = message("linja.worth-here", "worth {red:count} to Red, {black:count} to Black")


def describe_spot(pawns: Pawns, spot: str) -> Message | None:
    """Return the pawns of a row, the room in it and what a pawn scores there; None for no row."""
    row = whole_number(spot)
    if row is None or row >= ROWS:
        return None
    return ROW_HERE(row=place(row), what=joined(tuple(_told(pawns, row))))


def _told(pawns: Pawns, row: int) -> Iterator[Message]:
    red, black = pawns[0][row], pawns[1][row]
    yield THERE(pawns=pawns_on((red, black)))
    if row in GOAL:
        yield START_LINES[GOAL.index(row) ^ 1]
    elif red + black >= FULL:
        yield IS_FULL()
    else:
        yield ROOM(count=Count(FULL - red - black))
    yield WORTH_HERE(red=Count(WEIGHTS[0][row]), black=Count(WEIGHTS[1][row]))
