"""Conditional moves: if the others do this, I answer that. Pure.

A plan holds answers, each for exactly one state of the game, named by its digest. So an answer is never made in a
state other than the planned one; and where dice or cards decide in between, nothing can be planned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from p2pgames.contract import AnyRules, Choose, Illegal, Known, Move, Moved, Open, Opened, Over, Seat
from p2pgames.text import Count, Verbatim, whole_number
from p2pgames_cli.table import sentences
from p2pgames_protocol.log.position import digest_of
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Seated
from p2pgames_protocol.wire.codec import Plain

KEPT: Final = "plans"
"""The name under which plans are kept beside the game."""
MAX_PLANS: Final = 32
"""Plans of one game: more than anybody keeps in mind, and few enough to look through on every change."""
MAX_MOVES: Final = 32
"""Moves in one plan, those of the others included."""
_WORDS: Final = re.compile(r"\b(if|then)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlannedAnswer:
    """An own move in one state, and the others' moves that lead there from the answer before."""

    state: bytes
    move: Move
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Answers one after the other."""

    answers: tuple[PlannedAnswer, ...]

    @property
    def text(self) -> str:
        """The plan as it can be typed."""
        return "; ".join(f"if {a.after} then {a.text}" if a.after else a.text for a in self.answers)

    def packed(self) -> Plain:
        """Return the plan as plain values."""
        return tuple((a.state, a.move, a.text, a.after) for a in self.answers)


def read_plans(local_notes: Mapping[str, Plain]) -> tuple[Plan, ...]:
    """Return the plans that are kept beside a game; none if they cannot be read."""
    found = local_notes.get(KEPT)
    try:
        return tuple(Plan(tuple(PlannedAnswer(*answer) for answer in plan)) for plan in found or ())  # type: ignore[union-attr, misc]
    except TypeError:
        return ()


def due_answer(signer: Seated | None, local_notes: Mapping[str, Plain]) -> PlannedAnswer | None:
    """Return the planned answer to the state the game is in, if it is this seat's turn and nobody asks it anything."""
    if KEPT not in local_notes or signer is None or not signer.my_turn or is_asked(signer.replica):
        return None
    position = signer.replica.position
    answers = (answer for plan in read_plans(local_notes) for answer in plan.answers)
    return next((answer for answer in answers if answer.state == position.state_digest), None)


def is_asked(replica: Replica) -> bool:
    """Tell whether anything is offered now: a move would decline it, so the player is to decide.

    Also what the player has agreed to is still offered while others have not.
    """
    return bool(replica.offers)


def alive_plans(plans: Iterable[Plan], here: bytes) -> tuple[Plan, ...]:
    """Return the plans that go on from a state, each from its answer there on."""
    found = []
    for plan in plans:
        at = next((n for n, answer in enumerate(plan.answers) if answer.state == here), None)
        if at is not None:
            found.append(Plan(plan.answers[at:]))
    return tuple(found)


def plans_after(plans: Iterable[Plan], here: bytes) -> tuple[Plan, ...]:
    """Return what is left of plans once the answer to a state was made."""
    return tuple(Plan(plan.answers[1:]) for plan in alive_plans(plans, here) if len(plan.answers) > 1)


# -- making one --


def read_plan(text: str) -> list[tuple[bool, str]]:
    """Return the moves of ``if X then Y; if X2 then Y2``, each with whether it is one's own.

    Raises `Illegal` for what does not read so.
    """
    first, *rest = _WORDS.split(text)
    clauses = [("if", first), *zip(rest[::2], rest[1::2], strict=True)]
    moves = [
        (word.lower() == "then", part.strip(" ,"))
        for word, clause in clauses
        for part in clause.split(";")
        if part.strip(" ,")
    ]
    if not 2 <= len(moves) <= MAX_MOVES:
        raise Illegal(sentences.PLAN_READS)
    return moves


def plan_number(text: str) -> int | None:
    """Return the number of a plan that is typed, None for nothing; raise `Illegal` if it is not one."""
    if not text:
        return None
    if (number := whole_number(text)) is None:
        raise Illegal(sentences.NUMBER_OF_PLAN)
    return number


def make_plan(signer: Seated, known: Known, moves: Sequence[tuple[bool | None, str]]) -> Plan:
    """Return the plan of these moves from now on; raise `Illegal`, saying why, if it cannot be.

    The first part of each says whether it is this seat's own move, None if that is not said.
    """
    replica, rules = signer.replica, signer.replica.rules
    state = _settled(rules, replica.position.state)
    if signer.my_turn:
        raise Illegal(sentences.YOUR_TURN)
    answers: list[PlannedAnswer] = []
    before: list[str] = []
    for own, text in moves:
        seat = _mover(rules, state, (answers[-1].text if answers and not before else "".join(before[-1:])))
        if own is not None and own != (seat == signer.seat):
            name = Verbatim(replica.names[seat])
            raise Illegal(sentences.THEIR_TURN(move=Verbatim(text), name=name))
        try:
            move = rules.parse(state, seat, known, text)
        except Illegal as refusal:
            raise Illegal(sentences.NO_SUCH_MOVE(move=Verbatim(text), why=refusal.message)) from None
        said = rules.text(state, seat, move)
        if seat == signer.seat:
            answers.append(PlannedAnswer(digest_of(rules, state), move, said, "; ".join(before)))
            before = []
        else:
            before.append(said)
        state = _settled(rules, rules.apply(state, Moved(seat, move)))
    if before or not answers:
        raise Illegal(sentences.ENDS_WITH_OWN)
    return Plan(tuple(answers))


def with_plan(plans: tuple[Plan, ...], plan: Plan) -> tuple[Plan, ...]:
    """Return the plans with one more; raise `Illegal` if another answer is planned to the same state."""
    old = {answer.state: answer for one in plans for answer in one.answers}
    for answer in plan.answers:
        other = old.get(answer.state)
        if other is not None and other.move != answer.move:
            raise Illegal(sentences.PLANNED_ALREADY(move=Verbatim(other.text)))
    if len(plans) >= MAX_PLANS:
        raise Illegal(sentences.MANY_PLANS(number=Count(MAX_PLANS)))
    return plans if plan in plans else (*plans, plan)


def _mover(rules: AnyRules, state: Any, last: str) -> Seat:
    """Return whose move it is; raise `Illegal` if nobody can tell what comes next."""
    match rules.ask(state):
        case Choose(seat):
            return seat
        case Over():
            raise Illegal(sentences.OVER_AFTER(move=Verbatim(last)))
    if not last:
        raise Illegal(sentences.CHANCE_NOW)
    raise Illegal(sentences.CHANCE_AFTER(move=Verbatim(last)))


def _settled(rules: AnyRules, state: Any) -> Any:
    """Return the state after what is bound to happen: a card that one seat alone sees changes nothing for all."""
    while isinstance(ask := rules.ask(state), Open) and all(to is not None for _slot, to in ask.slots):
        state = rules.apply(state, Opened(tuple((slot, None) for slot, _to in ask.slots)))
    return state
