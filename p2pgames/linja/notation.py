"""Turns as text: ``0-1 2-5 +6-5`` opens, follows up and takes a bonus; ``+x3-4`` moves a pawn of the opponent's."""

from __future__ import annotations

import re

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.linja.board import Pawns
from p2pgames.linja.turn import PASS, play

_STEP = re.compile(r"(\+x|\+)?([0-7])-([0-7])")
_SIGNS = {"open": "", "follow": "", "bonus": "+", "theirs": "+x"}
_KINDS = {"+": "bonus", "+x": "theirs"}
_HOW = "Type rows as 0-1, a follow-up after it as 0-1 2-5, a bonus as +6-5"


def text(move: Move) -> str:
    """Return a legal turn as it is typed."""
    steps: list[str] = []
    for step in move if isinstance(move, tuple) else ():
        match step:
            case (str(kind), int(start), int(end)):
                steps.append(f"{_SIGNS[kind]}{start}-{end}")
            case _:
                raise Illegal("That is no turn.")
    return " ".join(steps) or "pass"


def parse(pawns: Pawns, seat: Seat, typed: str, *, any_pawn: bool) -> Move:
    """Return the legal turn that is typed; raise `Illegal` with the reason if there is none."""
    move = read(typed, any_pawn=any_pawn)
    play(pawns, seat, move, any_pawn=any_pawn)
    return move


def read(typed: str, *, any_pawn: bool) -> Move:
    """Return the turn that is typed, legal or not; raise `Illegal` if it is no turn."""
    compact = re.sub(r"\s*-\s*", "-", typed.strip().lower()).replace("+ ", "+")
    if compact and "pass".startswith(compact):
        return PASS
    theirs = ", one of the opponent's pawns as +x3-4" if any_pawn else ""
    parts = compact.replace(",", " ").split()
    if not parts:
        raise Illegal(f"{_HOW}{theirs}.")
    steps = []
    for number, part in enumerate(parts):
        found = _STEP.fullmatch(part)
        if found is None:
            raise Illegal(f"{part!r} is not a step. {_HOW}{theirs}.")
        sign, start, end = found.groups()
        steps.append((_KINDS.get(sign) or ("follow" if number else "open"), int(start), int(end)))
    return tuple(steps)
