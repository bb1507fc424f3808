"""What Linja says."""

from __future__ import annotations

from typing import Final

from p2pgames.games.linja.state import End
from p2pgames.text import Count, Every, Message, PlaceName, Typed, counted, message

RED, BLACK = message("linja.red", "Red"), message("linja.black", "Black")
COLOURS: Final = (RED(), BLACK())

# -- the position --

NOT_ROLLED = message("linja.not-rolled", "It is not known yet who begins.")
TO_MOVE = message("linja.to-move", "{colour} is to move.", colour=Message)
YOUR_MOVE = message("linja.your-move", "{colour} is to move: that is you.", colour=Message)
RED_PAWNS = counted("linja.red-pawns", "{count} Red", "{count} Red")
BLACK_PAWNS = counted("linja.black-pawns", "{count} Black", "{count} Black")
PAWNS: Final = (RED_PAWNS, BLACK_PAWNS)
EMPTY = message("linja.empty", "empty")
RED_LINE = message("linja.red-line", "Row {row}, Red's start line: {pawns}.", row=PlaceName, pawns=Every)
BLACK_LINE = message(
    "linja.black-line", "Row {row}, Black's start line: {pawns}.", row=PlaceName, pawns=Every
)
ROW = message("linja.row", "Row {row}: {pawns}.", row=PlaceName, pawns=Every)
ROW_IS_FULL = message("linja.row-is-full", "Row {row}: {pawns}, full.", row=PlaceName, pawns=Every)
IF_ENDED = message(
    "linja.if-ended",
    "If the game ended now, Red would have {red} points and Black {black}.",
    red=Count,
    black=Count,
)

# -- what a turn brings --

POINTS = message("linja.points", "{before} to {now} points", before=Count, now=Count)
POINTS_OF = message(
    "linja.points-of", "{colour} {before} to {now} points", colour=Message, before=Count, now=Count
)
STILL = counted("linja.still", "still {count} point", "still {count} points")

ROW_WORTH = counted(
    "linja.row-worth",
    "row {row}: {count} pawn, {each} each",
    "row {row}: {count} pawns, {each} each",
    row=PlaceName,
    each=Count,
)

# -- how it ends --

RED_LEFT = message("linja.red-left", "Red has left the game.")
BLACK_LEFT = message("linja.black-left", "Black has left the game.")
THIRD_TIME = message("linja.third-time", "The same position stands for the third time.")
ALL_PASSED = message("linja.all-passed", "All pawns have passed each other.")
NO_MOVES = message("linja.no-moves", "Neither player can move.")
WHY: Final = {
    End.RED_LEFT: RED_LEFT(),
    End.BLACK_LEFT: BLACK_LEFT(),
    End.THIRD_TIME: THIRD_TIME(),
    End.ALL_PASSED: ALL_PASSED(),
    End.NO_MOVES: NO_MOVES(),
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
NOT_A_STEP = message("linja.not-a-step", "{typed} is not a step. {how}", typed=Typed, how=Message)
NO_TURN = message("linja.no-turn", "That is not a turn.")
TURN_IS = message("linja.turn-is", "A turn is an opening, then perhaps a follow-up, then perhaps a bonus.")
NO_PASS = message("linja.no-pass", "You may pass only when no pawn can open.")
TWO_ROWS = message("linja.two-rows", "A step names two of the rows 0 to 7.")
OPENS = message(
    "linja.opens",
    "A turn opens with one pawn moving one row forward; {colour} goes {way}.",
    colour=Message,
    way=Message,
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
    "The follow-up goes {count} row {way}, or to the goal line if that comes first.",
    "The follow-up goes {count} rows {way}, or to the goal line if that comes first.",
    way=Message,
)
BONUS_EARNED = message(
    "linja.bonus-earned", "A bonus is earned only by reaching the goal line with exactly the rows allowed."
)
BONUS_ONE = message("linja.bonus-one", "A bonus moves a pawn one row forward or backward.")
NO_PAWN = message(
    "linja.no-pawn", "There is no pawn of {colour} on row {row}.", colour=Message, row=PlaceName
)
ROW_FULL = message(
    "linja.row-full",
    "Row {row} is full: an inner row holds six pawns, and no move may end on it.",
    row=PlaceName,
)

# -- on the board and beside it --

REDS, BLACKS = message("linja.reds", "Red's"), message("linja.blacks", "Black's")
OWNERS: Final = (REDS(), BLACKS())
WORTH = message("linja.worth", "worth")
THIS_TURN = message("linja.this-turn", "this turn")
STAGE_OPENING = message("linja.stage-opening", "opening: one pawn, one row")
STAGE_FOLLOW_UP = message("linja.stage-follow-up", "follow-up, if you like")
STAGE_BONUS = message("linja.stage-bonus", "bonus, if exactly home")
ENTER_SENDS = message("linja.enter-sends", "Enter sends")
NO_OPENING = message("linja.no-opening", "no opening")
OPENING = message("linja.opening", "opening")
NEXT_BONUS = message("linja.next-bonus", "bonus")
NEXT_FOLLOW_UP = message("linja.next-follow-up", "follow-up")
FOLLOW_TO = message("linja.follow-to", "{step}", step=PlaceName)
BONUS_TO = message("linja.bonus-to", "{step} bonus", step=PlaceName)
PLUS_BONUS = message("linja.plus-bonus", "{step} + bonus", step=PlaceName)
BONUS_FROM = message("linja.bonus-from", "bonus from {row}", row=PlaceName)
OTHER_PAWN = message("linja.other-pawn", "their pawn, {row}", row=PlaceName)
HOME_BONUS = message("linja.home-bonus", "{step} home, bonus", step=PlaceName)
THEN_ROWS = counted("linja.then-rows", "{step} then {count} row", "{step} then {count} rows", step=PlaceName)
NO_MORE = message("linja.no-more", "{step} and no more", step=PlaceName)


def place(row: int) -> PlaceName:
    """Return a row as a parameter."""
    return PlaceName(str(row))


def pawns(counts: tuple[int, int]) -> Every:
    """Return how many pawns of each colour stand together."""
    there = tuple(PAWNS[seat](count=Count(count)) for seat, count in enumerate(counts) if count)
    return Every(there or (EMPTY(),))
