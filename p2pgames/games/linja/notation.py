"""Turns as text: ``0-1 2-5 +6-5`` opens, follows up and takes a bonus; ``+x3-4`` moves a pawn of the opponent's."""

from __future__ import annotations

import re

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.games.linja import sentences
from p2pgames.games.linja.state import Pawns
from p2pgames.games.linja.turn import PASS, play
from p2pgames.text import Typed

_STEP = re.compile(r"(\+x|\+)?([0-7])-([0-7])")
_SIGNS = {"open": "", "follow": "", "bonus": "+", "theirs": "+x"}
_KINDS = {"+": "bonus", "+x": "theirs"}


def text(move: Move) -> str:
    """Return a legal turn as it is typed."""
    steps: list[str] = []
    for step in move if isinstance(move, tuple) else ():
        match step:
            case (str(kind), int(start), int(end)):
                steps.append(f"{_SIGNS[kind]}{start}-{end}")
            case _:
                raise Illegal(sentences.NO_TURN())
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
