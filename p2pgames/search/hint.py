"""A hint: the best moves as a search sees them, with chances that finished games bear out, and what changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from math import ceil, hypot
from typing import Any, Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.search import sentences
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.report import Choice, Report, Why
from p2pgames.search.search import Stop, never, search
from p2pgames.text import Count, Message, Verbatim

SURE: Final = 2
"""Standard errors by which one chance has to lie above another to be called better."""
_SEED: Final = 1
"""The same position gives the same hint."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, in notation too, and what may be expected of it."""

    move: Move
    text: str
    visits: int
    chance: float
    """The chance to win with it, 0 to 1, as far as finished games bear it out."""
    error: float
    """The standard error of the chance, of sampling alone."""
    sure: bool
    """Whether it is proved."""
    chances: tuple[float, ...]
    """What the search says of every seat's chance; they sum to about 1, and nothing is taken off them."""
    lead: float | None
    """Points, or turns, by which the seat may end before the best of the others; None if nothing is counted."""

    def better(self, other: Advice) -> bool:
        """Tell whether this move is better by more than chance explains."""
        return self.chance - other.chance > SURE * hypot(self.error, other.error)


@dataclass(frozen=True, slots=True)
class Hint:
    """The moves that were tried, the best first, of which there is at least one."""

    seat: Seat
    moves: tuple[Advice, ...]
    nodes: int
    why: Why
    turns: bool
    """Whether leads are in turns."""
    what: Message | None
    """What the best move changes."""

    @property
    def best(self) -> Advice:
        """The move to make."""
        return self.moves[0]

    def of(self, move: Move) -> Advice | None:
        """Return what is said of a move; None if it was not tried."""
        return next((advice for advice in self.moves if advice.move == move), None)


def hint(
    rules: AnyRules,
    evaluator: Evaluator[Any],
    state: Any,
    seat: Seat,
    known: Known,
    nodes: int,
    *,
    stop: Stop = never,
    progress: Callable[[int], None] | None = None,
    must: Collection[Move] = (),
) -> Hint:
    """Return what the seat, which is to move and knows ``known``, is advised to do: equal arguments, equal advice.

    ``progress`` hears now and then how many nodes are done; ``must`` are moves that something is said of in any case.
    """

    def told(report: Report) -> None:
        if progress is not None:
            progress(report.nodes)

    found = search(
        rules,
        evaluator,
        state,
        seat,
        known,
        _SEED,
        nodes=nodes,
        stop=stop,
        progress=told,
        must=must,
        early=not must,
    )
    trusted = partial(evaluator.trust.of, even=1 / len(found.best.chances or (0, 0)))
    moves = tuple(
        _advice(choice, rules.text(state, seat, choice.move), evaluator, trusted) for choice in found.choices
    )
    what = evaluator.tell(rules, state, seat, known, found.best.move)
    return Hint(seat, moves, found.nodes, found.why, evaluator.turns, what)


def _advice(
    choice: Choice, text: str, evaluator: Evaluator[Any], trusted: Callable[[float], float]
) -> Advice:
    chance, error = choice.chance, choice.error
    if not choice.sure and choice.visits:
        low, high = (trusted(choice.chance + sign * choice.error) for sign in (-1, 1))
        chance, error = trusted(choice.chance), (high - low) / 2
    lead = None if choice.lead is None else choice.lead * evaluator.trust.points / 100
    return Advice(choice.move, text, choice.visits, chance, error, choice.sure, choice.chances, lead)


def sentence(hint: Hint) -> Message:
    """Return in one sentence which move is best, what it changes, and whether it is better than the next."""
    what = sentences.NOTHING() if hint.what is None else hint.what
    return sentences.BEST(move=Verbatim(hint.best.text), what=what, against=_against(hint))


def _against(hint: Hint) -> Message:
    if len(hint.moves) == 1:
        return sentences.ONLY()
    best, second = hint.moves[:2]
    other, count = Verbatim(second.text), round(100 * (best.chance - second.chance))
    if count > 0 and best.better(second):
        return sentences.BETTER(count=Count(count), other=other)
    return sentences.EQUAL(other=other)


def line(hint: Hint, advice: Advice) -> Message:
    """Return a move with its chance and what it leads to."""
    move, chance = Verbatim(advice.text), _chance(advice)
    if advice.lead is None:
        return sentences.CHOICE_ALONE(move=move, chance=chance)
    return sentences.CHOICE(move=move, chance=chance, stands=_stands(round(advice.lead), turns=hint.turns))


def _chance(advice: Advice) -> Message:
    percent = Count(round(100 * advice.chance))
    if advice.sure:
        return sentences.PROVED(percent=percent)
    return sentences.ABOUT(percent=percent, error=Count(ceil(100 * advice.error)))


def _stands(lead: int, *, turns: bool) -> Message:
    if not lead:
        return sentences.LEVEL()
    ahead = sentences.TURNS_AHEAD if turns else sentences.AHEAD
    behind = sentences.TURNS_BEHIND if turns else sentences.BEHIND
    return (ahead if lead > 0 else behind)(count=Count(abs(lead)))
