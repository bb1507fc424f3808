"""The rules of Linja, version 0: what is asked for, and what every event does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeGuard

from p2pgames.contract import (
    Ask,
    Choose,
    Effect,
    Event,
    Illegal,
    Known,
    Left,
    Move,
    Moved,
    Over,
    Result,
    Roll,
    Rolled,
    Rules,
    Seat,
    Wire,
    resolve_options,
)
from p2pgames.games.linja import sentences
from p2pgames.games.linja.info import PLAYERS, LinjaInfo
from p2pgames.games.linja.state import (
    DATA,
    FULL,
    GOAL,
    LEFT,
    NOBODY,
    ROWS,
    STEP,
    LinjaEnd,
    LinjaState,
    Pawns,
    has_room,
    have_passed,
    moved,
    points,
)
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Count, Message, Typed

REPETITIONS = 3
"""A position that a turn begins with for the third time ends the game (rulebook, end of the game)."""


# One turn: an opening, perhaps a follow-up, perhaps a bonus.
#
# A move is the tuple of its steps, each ``(kind, from row, to row)`` with kind "open", "follow", "bonus" (an own
# pawn) or "theirs" (a pawn of the opponent's); the empty tuple is a pass.

Step: TypeAlias = tuple[str, int, int]
PASS: Final = ()
LONGEST: Final = 3
"""Steps of a turn: an opening, a follow-up, and a bonus."""
LINES: Final = (0, ROWS - 1)
"""Red's and Black's start line."""
MOVABLE: Final = (range(ROWS - 1), range(1, ROWS))
"""The rows from which a colour's pawns open and follow up: all but its goal line."""
BESIDE: Final = tuple(tuple(end for end in (row - 1, row + 1) if 0 <= end < ROWS) for row in range(ROWS))
"""The rows to which a bonus moves a pawn from each: one forward or backward."""


def _table(kind: str) -> tuple[tuple[Step, ...], ...]:
    """Every step of a kind, made once: a listing then only refers to them."""
    return tuple(tuple((kind, start, end) for end in range(ROWS)) for start in range(ROWS))


OPEN, FOLLOW, BONUS, THEIRS = (_table(kind) for kind in ("open", "follow", "bonus", "theirs"))


@dataclass(frozen=True, slots=True)
class Partial:
    """A turn as far as it has been played: the position, and what may come next."""

    pawns: Pawns
    strength: int = 0
    """Rows a follow-up may go; 0 if none may be made."""
    bonus: bool = False
    """Whether a bonus may be made."""
    ended: bool = False
    """Whether all pawns had passed each other after any of the steps."""


def opened(pawns: Pawns, seat: Seat, row: int) -> Partial:
    """Return the turn after a legal opening from this row; its strength is what stood in the row it entered."""
    end = row + STEP[seat]
    at_goal = end == GOAL[seat]
    after = moved(pawns, seat, row, end)
    strength = 0 if at_goal else pawns[0][end] + pawns[1][end]
    return Partial(after, strength, at_goal, have_passed(after))


def landing(turn: Partial, seat: Seat, row: int) -> int:
    """Return the row a follow-up from this row ends on: the goal takes whoever would go past it."""
    return min(max(row + STEP[seat] * turn.strength, 0), ROWS - 1)


def followed(turn: Partial, seat: Seat, row: int) -> Partial:
    """Return the turn after a legal follow-up from this row; a goal reached exactly earns a bonus."""
    exact = row + STEP[seat] * turn.strength == GOAL[seat]
    after = moved(turn.pawns, seat, row, landing(turn, seat, row))
    return Partial(after, 0, exact, turn.ended or have_passed(after))


def nudged(turn: Partial, owner: Seat, row: int, end: int) -> Partial:
    """Return the turn after a legal bonus; nothing comes after it."""
    after = moved(turn.pawns, owner, row, end)
    return Partial(after, 0, False, turn.ended or have_passed(after))


def legal_turns(pawns: Pawns, seat: Seat, *, any_pawn: bool) -> list[Move]:
    """Return every legal turn, a pass only where there is no opening.

    Written for speed, with the counts changed and changed back; `play_turn` judges one turn by the same rules.
    """
    own, other = list(pawns[seat]), list(pawns[1 - seat])
    room = [own[row] + other[row] < FULL or row in LINES for row in range(ROWS)]
    way, goal = STEP[seat], GOAL[seat]
    moves: list[Move] = []
    for row in MOVABLE[seat]:
        end = row + way
        if not own[row] or not room[end]:
            continue
        first = OPEN[row][end]
        moves.append((first,))
        strength = own[end] + other[end]
        if end != goal and not strength:
            continue
        own[row] -= 1
        own[end] += 1
        left, entered = room[row], room[end]
        room[row] = True
        room[end] = end in LINES or strength + 1 < FULL
        if end == goal:
            moves += [(first, last) for last in _bonuses(own, other, room, seat, any_pawn)]
        else:
            _follow_ups(moves, first, own, other, room, seat, strength * way, any_pawn)
        own[row] += 1
        own[end] -= 1
        room[row], room[end] = left, entered
    return moves or [PASS]


def _follow_ups(
    moves: list[Move],
    first: Step,
    own: list[int],
    other: list[int],
    room: list[bool],
    seat: Seat,
    distance: int,
    any_pawn: bool,
) -> None:
    """Add every turn that follows up after this opening, with and without a bonus."""
    goal = GOAL[seat]
    for row in MOVABLE[seat]:
        if not own[row]:
            continue
        end = row + distance
        if end == goal:
            second = FOLLOW[row][end]
            moves.append((first, second))
            own[row] -= 1
            own[end] += 1
            left, room[row] = room[row], True
            moves += [(first, second, last) for last in _bonuses(own, other, room, seat, any_pawn)]
            own[row] += 1
            own[end] -= 1
            room[row] = left
        elif not 0 < end < ROWS - 1:
            moves.append((first, FOLLOW[row][goal]))
        elif room[end]:
            moves.append((first, FOLLOW[row][end]))


def _bonuses(own: list[int], other: list[int], room: list[bool], seat: Seat, any_pawn: bool) -> list[Step]:
    steps = [
        BONUS[row][end] for row in range(ROWS) if own[row] for end in BESIDE[row] if room[end]
    ]  # fmt: skip
    if any_pawn:
        steps += [
            THEIRS[row][end] for row in MOVABLE[1 - seat] if other[row] for end in BESIDE[row] if room[end]
        ]
    return steps


def play_turn(pawns: Pawns, seat: Seat, move: Move, *, any_pawn: bool) -> Partial:
    """Return the position after a turn; raise `Illegal` with the rule it breaks."""
    if type(move) is not tuple or len(move) > LONGEST:
        raise Illegal(sentences.TURN_IS())
    if not move:
        if legal_turns(pawns, seat, any_pawn=any_pawn) != [PASS]:
            raise Illegal(sentences.NO_PASS())
        return Partial(pawns)
    steps = [_step(step) for step in move]
    turn = _open(pawns, seat, steps[0])
    for step in steps[1:]:
        turn = _go_on(turn, seat, step, any_pawn)
    return turn


def _step(step: Move) -> Step:
    if type(step) is tuple and len(step) == 3:
        kind, start, end = step
        if type(kind) is str and _is_row(start) and _is_row(end):
            return kind, start, end
    raise Illegal(sentences.TWO_ROWS())


def _is_row(value: Wire) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < ROWS


def _open(pawns: Pawns, seat: Seat, step: Step) -> Partial:
    kind, start, end = step
    if kind != "open" or end != start + STEP[seat]:
        raise Illegal(sentences.OPENS(colour=sentences.COLOURS[seat], way=sentences.WAYS[seat]))
    _need_pawn(pawns, seat, start)
    _need_room(pawns, end)
    return opened(pawns, seat, start)


def _go_on(turn: Partial, seat: Seat, step: Step, any_pawn: bool) -> Partial:
    match step:
        case ("follow", start, end):
            return _follow(turn, seat, start, end)
        case ("bonus", start, end):
            return _bonus(turn, seat, start, end)
        case ("theirs", start, end) if any_pawn:
            if start == GOAL[1 - seat]:
                raise Illegal(sentences.LOCKED())
            return _bonus(turn, 1 - seat, start, end)
        case ("theirs", _, _):
            raise Illegal(sentences.ONLY_ANY())
    raise Illegal(sentences.AFTER_OPENING())


def _follow(turn: Partial, seat: Seat, start: int, end: int) -> Partial:
    if not turn.strength:
        raise Illegal(sentences.NO_FOLLOW_UP())
    _need_pawn(turn.pawns, seat, start)
    if start == GOAL[seat]:
        raise Illegal(sentences.GOAL_STAYS())
    if end != landing(turn, seat, start):
        raise Illegal(sentences.FOLLOW_UP(count=Count(turn.strength), way=sentences.WAYS[seat]))
    _need_room(turn.pawns, end)
    return followed(turn, seat, start)


def _bonus(turn: Partial, owner: Seat, start: int, end: int) -> Partial:
    if not turn.bonus:
        raise Illegal(sentences.BONUS_EARNED())
    _need_pawn(turn.pawns, owner, start)
    if abs(end - start) != 1:
        raise Illegal(sentences.BONUS_ONE())
    _need_room(turn.pawns, end)
    return nudged(turn, owner, start, end)


def _need_pawn(pawns: Pawns, owner: Seat, row: int) -> None:
    if not pawns[owner][row]:
        raise Illegal(sentences.NO_PAWN(colour=sentences.COLOURS[owner], row=sentences.place(row)))


def _need_room(pawns: Pawns, row: int) -> None:
    if not has_room(pawns, row):
        raise Illegal(sentences.ROW_FULL(row=sentences.place(row)))


# Turns as text: ``0-1 2-5 +6-5`` opens, follows up and takes a bonus; ``+x3-4`` moves a pawn of the opponent's.

_STEP = re.compile(r"(\+x|\+)?([0-7])-([0-7])")
_SIGNS = {"open": "", "follow": "", "bonus": "+", "theirs": "+x"}
_KINDS = {"+": "bonus", "+x": "theirs"}


def turn_text(move: Move) -> str:
    """Return a legal turn as it is typed."""
    steps: list[str] = []
    for step in move if isinstance(move, tuple) else ():
        match step:
            case (str(kind), int(start), int(end)):
                steps.append(f"{_SIGNS[kind]}{start}-{end}")
            case _:
                raise Illegal(sentences.NO_TURN())
    return " ".join(steps) or "pass"


def parse_turn(pawns: Pawns, seat: Seat, typed: str, *, any_pawn: bool) -> Move:
    """Return the legal turn that is typed; raise `Illegal` with the reason if there is none."""
    move = read_turn(typed, any_pawn=any_pawn)
    play_turn(pawns, seat, move, any_pawn=any_pawn)
    return move


def read_turn(typed: str, *, any_pawn: bool) -> Move:
    """Return the turn that is typed, legal or not; raise `Illegal` if it is no turn."""
    compact = re.sub(r"\s*-\s*", "-", typed.strip().lower()).replace("+ ", "+")
    if compact and "pass".startswith(compact):
        return PASS
    how = sentences.HOW_ANY() if any_pawn else sentences.HOW()
    parts = compact.replace(",", " ").split()
    if not parts:
        raise Illegal(how)
    steps = []
    for number, part in enumerate(parts):
        found = _STEP.fullmatch(part)
        if found is None:
            raise Illegal(sentences.NOT_A_STEP(typed=Typed(part), how=how))
        sign, start, end = found.groups()
        steps.append((_KINDS.get(sign) or ("follow" if number else "open"), int(start), int(end)))
    return tuple(steps)


class Linja(LinjaInfo, Rules[LinjaState]):
    """Linja by Steffen Mühlhäuser: two players, perfect information, one event for a whole turn."""

    @property
    def data(self) -> bytes:
        """The board's data."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> LinjaState:
        """Return the set-up; the coin decides who begins, unless ``first`` is given."""
        state = LinjaState(resolve_options(self, seats, options, first)["bonus"] == "any")
        return state if first is None else _at_turn(state, first)

    def ask(self, state: LinjaState) -> Ask:
        """Ask for the roll of who begins, then for turns."""
        if state.why:
            return Over(_result(state))
        return Roll((PLAYERS,)) if state.turn == NOBODY else Choose(state.turn)

    def apply(self, state: LinjaState, event: Event) -> LinjaState:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        match event:
            case _ if state.why:
                raise Illegal(GAME_OVER())
            case Left(seat) if seat in (0, 1):
                return replace(state, gone=seat, why=LEFT[seat])
            case Rolled((first,)) if state.turn == NOBODY and first in (0, 1):
                return _at_turn(state, first)
            case Moved(seat, move) if seat == state.turn and seat != NOBODY:
                return _moved(state, move)
        raise Illegal(NOT_NOW())

    def moves(self, state: LinjaState, seat: Seat, known: Known) -> Sequence[Move]:  # noqa: ARG002
        """Return every legal turn."""
        if state.why or seat != state.turn:
            return ()
        return tuple(legal_turns(state.pawns, seat, any_pawn=state.any_pawn))

    def text(self, state: LinjaState, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the turn as ``0-1 2-5 +6-5``."""
        return turn_text(move)

    def read(self, state: LinjaState, seat: Seat, known: Known, text: str) -> Move:  # noqa: ARG002
        """Return the turn that is typed; raise `Illegal` with the reason if it is not one."""
        return parse_turn(state.pawns, seat, text, any_pawn=state.any_pawn)

    def effects(self, before: LinjaState, event: Event, after: LinjaState) -> tuple[Effect, ...]:
        """Return what a turn did to the points of whoever made it, and to the other's where it changed them."""
        return (
            sentences.turn_effects(before.pawns, event.seat, after.pawns) if isinstance(event, Moved) else ()
        )

    def score_breakdown(self, state: LinjaState) -> tuple[Effect, ...]:
        """Return the points of each row."""
        return tuple(sentences.rows_worth(state.pawns))

    def wire(self, state: LinjaState) -> Wire:
        """Return the state as plain values."""
        seen = b"".join(state.seen)
        return (state.any_pawn, state.pawns, state.turn, state.passed, seen, state.gone, state.why.value)  # fmt: skip

    def begins_next(self, places: tuple[int, ...], began: Seat) -> Seat | None:
        """Return the loser (rulebook, end of the game); after a draw the one who did not begin."""
        return 1 - began if places[0] == places[1] else places.index(max(places))

    def scores(self, state: LinjaState) -> tuple[int, ...]:
        """Return the points of Red and Black."""
        return points(state.pawns)

    def describe_spot(self, state: LinjaState, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return sentences.describe_spot(state.pawns, spot)

    def words(self, state: LinjaState, seat: Seat | None, known: Known) -> tuple[Message, ...]:  # noqa: ARG002
        """Return the position in sentences."""
        return sentences.position_in_words(state.pawns, state.turn, seat, sentences.WHY.get(state.why))


def _at_turn(state: LinjaState, seat: Seat) -> LinjaState:
    """Begin a turn, which counts the position; the third time it stands, the game ends."""
    key = bytes((*state.pawns[0], *state.pawns[1], seat))
    seen = (*state.seen, key)
    why = LinjaEnd.THIRD_TIME if seen.count(key) == REPETITIONS else LinjaEnd.NOT_YET
    return LinjaState(state.any_pawn, state.pawns, seat, state.passed, seen, NOBODY, why)


def _moved(state: LinjaState, move: Move) -> LinjaState:
    turn = play_turn(state.pawns, state.turn, move, any_pawn=state.any_pawn)
    passing = move == PASS
    why = LinjaEnd.NOT_YET
    if turn.ended:
        why = LinjaEnd.ALL_PASSED
    elif passing and state.passed:
        why = LinjaEnd.NO_MOVES
    after = LinjaState(state.any_pawn, turn.pawns, state.turn, passing, state.seen, NOBODY, why)
    return after if why else _at_turn(after, 1 - state.turn)


def _result(state: LinjaState) -> Result:
    red, black = points(state.pawns)
    if state.gone != NOBODY:
        places = (2, 1) if state.gone == 0 else (1, 2)
    else:
        places = (1 if red >= black else 2, 1 if black >= red else 2)
    return Result(places, (red, black), sentences.WHY[state.why])


VERSIONS: Final = {0: Linja()}
