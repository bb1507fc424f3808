"""Linja as it was first played, for the vectors of the protocol: its rules never change, whatever becomes of the game.

Version 0, from the rules in words, without sentences and without speed. `tests/six.py` is the other game of the
vectors, with hidden cards. Whoever works on Linja itself, or gives it an option, breaks no vector.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from p2pgames import registry
from p2pgames.contract import (
    Choose,
    Illegal,
    Left,
    Moved,
    Option,
    Over,
    Result,
    Roll,
    Rolled,
    Rules,
    resolve_options,
)
from p2pgames.text import as_it_is
from tests import ROOT
from tests.six import SIX

DATA = (ROOT / "tests" / "fixtures" / "linja-0.json").read_bytes()
BOARD = json.loads(DATA)
WAY, GOAL = (1, -1), (7, 0)
LEFT = ("Red has left the game.", "Black has left the game.")
NOT_NOW = as_it_is("The rules forbid this.")


@dataclass(frozen=True, slots=True)
class State:
    """``pawns``: for Red and for Black how many stand on each of the eight rows; ``why``: how it has ended."""

    any_pawn: bool
    pawns: tuple[tuple[int, ...], tuple[int, ...]] = (
        tuple(BOARD["setup"]["red"]),
        tuple(BOARD["setup"]["black"]),
    )
    turn: int = -1
    passed: bool = False
    seen: tuple[bytes, ...] = ()
    gone: int = -1
    why: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn so far: how far a follow-up goes, whether a bonus may be made, whether all pawns had passed."""

    pawns: tuple[tuple[int, ...], tuple[int, ...]]
    strength: int = 0
    bonus: bool = False
    ended: bool = False


class FirstLinja(Rules[State]):
    name, version, players, data = "linja", 0, range(2, 3), DATA
    options = (Option("bonus", ("own", "any"), as_it_is("whose pawn a bonus moves")),)

    def start(self, seats, options, first=None):
        state = State(resolve_options(self, seats, options, first)["bonus"] == "any")
        return state if first is None else begin(state, first)

    def ask(self, state):
        if state.why:
            return Over(result(state))
        return Roll((2,)) if state.turn < 0 else Choose(state.turn)

    def apply(self, state, event):
        match event:
            case Left(seat) if not state.why and seat in (0, 1):
                return replace(state, gone=seat, why=LEFT[seat])
            case Rolled((first,)) if not state.why and state.turn < 0 and first in (0, 1):
                return begin(state, first)
            case Moved(seat, move) if not state.why and seat == state.turn >= 0:
                return moved(state, move)
        raise Illegal(NOT_NOW)

    def moves(self, state, seat, known):
        if state.why or seat != state.turn:
            return ()
        return tuple(turns(state)) or ((),)

    def text(self, state, seat, move):
        return json.dumps(move)

    def read(self, state, seat, known, text):
        try:
            return tuple(map(tuple, json.loads(text)))
        except (ValueError, TypeError):
            raise Illegal(NOT_NOW) from None

    def wire(self, state):
        return (
            state.any_pawn, state.pawns, state.turn, state.passed, b"".join(state.seen), state.gone, state.why
        )  # fmt: skip

    def begins_next(self, places, began):
        return 1 - began if places[0] == places[1] else places.index(max(places))

    def scores(self, state):
        worth = BOARD["weights"], BOARD["weights"][::-1]
        return tuple(
            sum(count * each for count, each in zip(*pair, strict=True))
            for pair in zip(state.pawns, worth, strict=True)
        )

    def words(self, state, seat, known):
        return (as_it_is(f"Pawns: {state.pawns}."),)


def begin(state, seat):
    """A turn begins; the third time a position stands, the game ends."""
    key = bytes((*state.pawns[0], *state.pawns[1], seat))
    seen = (*state.seen, key)
    why = "The same position stands for the third time." if seen.count(key) == 3 else ""
    return replace(state, turn=seat, seen=seen, why=why)


def moved(state, move):
    if move == ():
        if next(turns(state), None):
            raise Illegal(NOT_NOW)
        turn = Turn(state.pawns)
    else:
        turn = played(state, move)
    after = replace(state, pawns=turn.pawns, passed=move == ())
    if turn.ended:
        return replace(after, why="All pawns have passed each other.")
    if state.passed and after.passed:
        return replace(after, why="Neither player can move.")
    return begin(after, 1 - state.turn)


def turns(state):
    """Every turn but a pass, each opening before what follows it."""
    for row in range(8):
        opening = ("open", row, row + WAY[state.turn])
        if (opened := after(state, None, opening)) is None:
            continue
        yield (opening,)
        if opened.bonus:
            yield from ((opening, bonus) for bonus in bonuses(state, opened))
        for start in range(8):
            end = min(max(start + WAY[state.turn] * opened.strength, 0), 7)
            follow = ("follow", start, end)
            if (followed := after(state, opened, follow)) is not None:
                yield opening, follow
                yield from ((opening, follow, bonus) for bonus in bonuses(state, followed))


def bonuses(state, turn):
    for kind in ("bonus", "theirs"):
        for start in range(8):
            for end in (start - 1, start + 1):
                if after(state, turn, (kind, start, end)) is not None:
                    yield kind, start, end


def played(state, move):
    if type(move) is not tuple or len(move) > 3:
        raise Illegal(NOT_NOW)
    turn = None
    for step in move:
        if type(step) is not tuple or len(step) != 3 or type(step[0]) is not str:
            raise Illegal(NOT_NOW)
        turn = after(state, turn, step) if all(type(row) is int for row in step[1:]) else None
        if turn is None:
            raise Illegal(NOT_NOW)
    return turn


def after(state, turn, step):
    """The turn after one more step; None where the rules forbid it."""
    seat, (kind, start, end) = state.turn, step
    pawns = state.pawns if turn is None else turn.pawns
    owner = 1 - seat if kind == "theirs" else seat
    if not (0 <= start < 8 and 0 <= end < 8 and pawns[owner][start]):
        return None
    there = pawns[0][end] + pawns[1][end]
    if end not in (0, 7) and there >= BOARD["inner_row_max"]:
        return None
    counts = [count - (row == start) + (row == end) for row, count in enumerate(pawns[owner])]
    left = tuple(tuple(counts) if colour == owner else pawns[colour] for colour in (0, 1))
    ended = (turn is not None and turn.ended) or have_passed(left)
    if kind == "open" and turn is None and end == start + WAY[seat]:
        home = end == GOAL[seat]
        return Turn(left, 0 if home else there, home, ended)
    if turn is None:
        return None
    if kind == "follow" and turn.strength and start != GOAL[seat]:
        far = start + WAY[seat] * turn.strength
        return Turn(left, 0, far == GOAL[seat], ended) if end == min(max(far, 0), 7) else None
    nudged = kind == "bonus" or (kind == "theirs" and state.any_pawn and start != GOAL[1 - seat])
    return Turn(left, 0, False, ended) if nudged and turn.bonus and abs(end - start) == 1 else None


def have_passed(pawns):
    red, black = ([row for row in range(8) if counts[row]] for counts in pawns)
    return min(red) > max(black)


def result(state):
    red, black = FIRST_LINJA.scores(state)
    places = (1 + (red < black), 1 + (black < red))
    if state.gone >= 0:
        places = (2, 1) if state.gone == 0 else (1, 2)
    return Result(places, (red, black), as_it_is(state.why))


FIRST_LINJA = FirstLinja()


def rules_of(name, version):
    """The rules of the vectors' two games, and of any other game that is installed."""
    own = {("linja", 0): FIRST_LINJA, ("six", 0): SIX}
    return own.get((name, version)) or registry.rules(name, version)
