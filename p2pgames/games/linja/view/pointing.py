"""A turn as far as it stands in the input line, what may come next, and what pointing at a row makes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias, cast

from p2pgames.contract import Illegal, Move
from p2pgames.games.linja import sentences
from p2pgames.games.linja.rules import (
    LINES,
    PASS,
    Partial,
    Step,
    followed,
    landing,
    legal_turns,
    nudged,
    opened,
    read_turn,
    turn_text,
)
from p2pgames.games.linja.state import GOAL, ROWS, STEP, LinjaState
from p2pgames.picture.picture import View
from p2pgames.text import Count, Message, PlaceName

Hints: TypeAlias = dict[int, Message]
"""What each row offers as the next step."""
_BEGUN: Final = re.compile("[+]x?[0-7]-")
BONUSES: Final = (sentences.BONUS_TO, sentences.PLUS_BONUS, sentences.BONUS_FROM, sentences.OTHER_PAWN)


@dataclass(frozen=True, slots=True)
class LinjaDraft:
    """A turn as far as it stands in the input line."""

    steps: tuple[Step, ...] = ()
    pending: str = ""
    """A bonus whose first row is chosen, as ``+6-`` or ``+x3-``; else empty."""

    def text(self) -> str:
        """Return it as it stands in the input line."""
        return " ".join(filter(None, (turn_text(self.steps) if self.steps else "", self.pending)))


def pointed(state: LinjaState, typed: str, row: int) -> str:
    """Return the turn with a step from this row added, or with a bonus begun or ended there; shut in, a pass.

    Where no step fits, the line says what was meant, so that the refusal gives the reason.
    """
    if _turns(state) == (PASS,):
        return turn_text(PASS)
    draft = draft_of(state, typed)
    if draft.pending:
        return _end_bonus(state, draft, row).text()
    found = [steps[len(draft.steps)] for steps in continuations(state, draft)]
    for kind, start, end in found:
        if start == row and kind in ("open", "follow"):
            return LinjaDraft((*draft.steps, (kind, start, end))).text()
    if any(kind == "bonus" and start == row for kind, start, _ in found):
        return LinjaDraft(draft.steps, f"+{row}-").text()
    if any(kind == "theirs" and start == row for kind, start, _ in found):
        return LinjaDraft(draft.steps, f"+x{row}-").text()
    step = STEP[state.turn]
    meant = f"{row}-{row + step if 0 <= row + step < ROWS else row - step}"
    return f"{turn_text(draft.steps)} {meant}".strip() if draft.steps else meant


def _end_bonus(state: LinjaState, draft: LinjaDraft, row: int) -> LinjaDraft:
    """Return the draft after a second row was pointed at; the first one again takes the other colour, or nothing."""
    sign, start = ("+x", draft.pending[2:-1]) if draft.pending[1] == "x" else ("+", draft.pending[1:-1])
    kind = "theirs" if sign == "+x" else "bonus"
    steps = {turn[len(draft.steps)] for turn in continuations(state, LinjaDraft(draft.steps))}
    if (kind, int(start), row) in steps:
        return LinjaDraft((*draft.steps, (kind, int(start), row)))
    other = any(step[0] == "theirs" and step[1] == row for step in steps)
    if sign == "+" and row == int(start) and other:
        return LinjaDraft(draft.steps, f"+x{row}-")
    return LinjaDraft(draft.steps)


def steps_of(move: Move) -> tuple[Step, ...]:
    """Return the steps of a legal turn."""
    return cast("tuple[Step, ...]", move)


@lru_cache(maxsize=2)
def _turns(state: LinjaState) -> tuple[tuple[Step, ...], ...]:
    """Return the legal turns of the state that is drawn; drawing asks for them several times."""
    return tuple(steps_of(turn) for turn in legal_turns(state.pawns, state.turn, any_pawn=state.any_pawn))


def continuations(state: LinjaState, draft: LinjaDraft) -> list[tuple[Step, ...]]:
    """Return the legal turns that begin with the draft's steps and go on."""
    count = len(draft.steps)
    return [turn for turn in _turns(state) if len(turn) > count and turn[:count] == draft.steps]


def draft_of(state: LinjaState, typed: str) -> LinjaDraft:
    """Return what stands in the input line, as far as it is the beginning of a legal turn."""
    words = typed.split()
    pending = words.pop() if words and _BEGUN.fullmatch(words[-1]) else ""
    try:
        steps = steps_of(read_turn(" ".join(words), any_pawn=state.any_pawn)) if words else ()
    except Illegal:
        return LinjaDraft()
    if not any(turn[: len(steps)] == steps for turn in _turns(state)):
        return LinjaDraft()
    valid = pending.removeprefix("+").removeprefix("x")[:-1] in {str(row) for row in range(ROWS)}
    return LinjaDraft(steps, pending if valid else "")


def played_steps(state: LinjaState, steps: tuple[Step, ...]) -> Partial:
    """Return the turn after the first steps of a legal one."""
    turn, seat = Partial(state.pawns), state.turn
    for kind, start, end in steps:
        if kind == "open":
            turn = opened(turn.pawns, seat, start)
        elif kind == "follow":
            turn = followed(turn, seat, start)
        else:
            turn = nudged(turn, seat if kind == "bonus" else 1 - seat, start, end)
    return turn


def next_stage(draft: LinjaDraft, hints: Hints) -> Message:
    """Return in a word what comes next."""
    if not hints:
        return sentences.ENTER_SENDS() if draft.steps else sentences.NO_OPENING()
    if not draft.steps:
        shut_in = any(hint.template is sentences.NO_OPENING for hint in hints.values())
        return sentences.NO_OPENING() if shut_in else sentences.OPENING()
    bonus = draft.pending or any(hint.template in BONUSES for hint in hints.values())
    return sentences.NEXT_BONUS() if bonus else sentences.NEXT_FOLLOW_UP()


@dataclass(frozen=True, slots=True)
class StepOffer:
    """What pointing at a row would do next: the kind of step, and what it leads to."""

    kind: str
    """"open" or "follow"; "pass" where nothing can open; "begin" for the first row of a bonus, "bonus" for its second
    one, "other" to take the other player's pawn from the first row."""
    start: int
    end: int
    rows: int = 0
    """Of an opening: how far its follow-up may go."""
    bonus: bool = False
    """Whether it earns a bonus."""

    def text(self) -> Message:
        """Return it in a few words."""
        step = PlaceName(f"{self.start}→{self.end}")
        match self.kind:
            case "pass":
                return sentences.NO_OPENING()
            case "open":
                return self._promise(step)
            case "follow":
                return sentences.PLUS_BONUS(step=step) if self.bonus else sentences.FOLLOW_TO(step=step)
            case "bonus":
                return sentences.BONUS_TO(step=step)
            case "other":
                return sentences.OTHER_PAWN(row=sentences.place(self.start))
        return sentences.BONUS_FROM(row=sentences.place(self.start))

    def _promise(self, step: PlaceName) -> Message:
        if self.bonus:
            return sentences.HOME_BONUS(step=step)
        if self.rows:
            return sentences.THEN_ROWS(step=step, count=Count(self.rows))
        return sentences.NO_MORE(step=step)


def offers(state: LinjaState, draft: LinjaDraft, turn: Partial) -> dict[int, StepOffer]:
    """Return what each row offers as the next step, by row."""
    if _turns(state) == (PASS,):
        own = [row for row in range(ROWS) if state.pawns[state.turn][row] and row != GOAL[state.turn]]
        return {row: StepOffer("pass", row, row) for row in own}
    found = dict.fromkeys(steps[len(draft.steps)] for steps in continuations(state, draft))
    if draft.pending:
        begun = ("theirs", draft.pending[2:-1]) if draft.pending[1] == "x" else ("bonus", draft.pending[1:-1])
        ends = {end: StepOffer("bonus", s, end) for kind, s, end in found if (kind, str(s)) == begun}
        theirs = [s for kind, s, _ in found if kind == "theirs" and begun == ("bonus", str(s))]
        return ends | {s: StepOffer("other", s, s) for s in theirs}
    offered: dict[int, StepOffer] = {}
    for kind, start, end in found:
        if kind == "open":
            then = opened(state.pawns, state.turn, start)
            offered[start] = StepOffer("open", start, end, then.strength, then.bonus)
        elif kind == "follow":
            far = start + STEP[state.turn] * turn.strength
            exact = far == landing(turn, state.turn, start) and end in LINES
            offered[start] = StepOffer("follow", start, end, bonus=exact)
        else:
            offered.setdefault(start, StepOffer("begin", start, end))
    return offered


def hints_of(state: LinjaState, draft: LinjaDraft, turn: Partial) -> Hints:
    """Return what each row offers as the next step in words, by row."""
    return {row: offer.text() for row, offer in offers(state, draft, turn).items()}


def last_steps(view: View) -> tuple[Step, ...]:
    """Return the steps of the newest turn."""
    return steps_of(view.recent[-1][2]) if view.recent else ()


def stages(state: LinjaState, view: View) -> tuple[tuple[Message, bool], ...]:
    """Return the steps of a turn for who is to move, each with whether it comes next; for others none."""
    if view.seat is None or view.seat != state.turn or state.why:
        return ()
    draft = draft_of(state, view.typed)
    kinds = {steps[len(draft.steps)][0] for steps in continuations(state, draft)}
    return (
        (sentences.STAGE_OPENING(), "open" in kinds),
        (sentences.STAGE_FOLLOW_UP(), "follow" in kinds),
        (sentences.STAGE_BONUS(), not kinds.isdisjoint(("bonus", "theirs"))),
    )
