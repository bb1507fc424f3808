"""A game looked back on: each decision judged from what its seat knew then, and luck told apart from skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, hypot
from typing import Any, Final

from p2pgames.contract import AnyRules, Known, Move, Seat, Slot
from p2pgames.search import sentences
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.hint import SURE, Advice, hint
from p2pgames.search.luck import luck_of_faces
from p2pgames.search.search import Stop, never
from p2pgames.text import Count, Message, SeatName, Verbatim

LEAST: Final = 0.1
"""A loss of less is not named: it is within what a judgement of positions may be off."""
PART: Final = 4
"""One decision of a game is given so small a part of a hint's nodes."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that was made: in which step, by whom, knowing what.

    ``dealt`` tells whether dice or draws followed that all saw. ``fresh`` are the hidden faces that the seat alone has
    seen since its last decision.
    """

    step: int
    state: Any
    seat: Seat
    known: Known
    move: Move
    dealt: bool
    fresh: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of a decision: chances to win are 0 to 1, as far as finished games bear them out."""

    step: int
    seat: Seat
    move: str
    best: str
    chance: float
    """With the move that was made."""
    loss: float
    """What the best move would have been better by."""
    error: float
    """The standard error of the loss, of sampling alone."""
    chances: tuple[float, ...]
    """Of every seat, before the move."""
    after: tuple[float, ...]
    """The same with the move, before chance has its say."""
    dealt: bool
    drawn: float = 0.0
    """How much better off the seat is with what it alone has drawn since its last decision than on average."""

    @property
    def named(self) -> bool:
        """Whether the loss is larger than its error and the judgement's explain."""
        return self.loss >= LEAST and self.loss > SURE * self.error


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is said of a game; decisions without a choice are left out."""

    seats: int
    nodes: int
    decisions: tuple[Judged, ...]

    @property
    def lost(self) -> tuple[float, ...]:
        """By seat, what it lost by its moves: those losses alone that are named."""
        return tuple(
            fsum(each.loss for each in self.decisions if each.seat == seat and each.named)
            for seat in range(self.seats)
        )

    @property
    def luck(self) -> tuple[float, ...]:
        """By seat, what dice and draws brought it, against the average of what they could have brought.

        Of those that all saw that is its chance after them less that before, which is such an average.
        """
        both = list(zip(self.decisions, self.decisions[1:], strict=False))
        return tuple(
            fsum(
                (
                    *(after.chances[seat] - before.after[seat] for before, after in both if before.dealt),
                    *(each.drawn for each in self.decisions if each.seat == seat),
                )
            )
            for seat in range(self.seats)
        )

    @property
    def chancy(self) -> bool:
        """Whether chance had a say."""
        return any(each.dealt or each.drawn for each in self.decisions)

    @property
    def worst(self) -> Judged | None:
        """The decision that lost most; None if no loss is named."""
        return max((each for each in self.decisions if each.named), key=lambda each: each.loss, default=None)


def analysed(
    rules: AnyRules,
    evaluator: Evaluator[Any],
    turns: Sequence[Turn],
    seats: int,
    nodes: int = 0,
    *,
    stop: Stop = never,
    progress: Callable[[int], None] | None = None,
) -> Analysis | None:
    """Return what is said of the decisions of a game, from this many nodes each; None when it is told to stop.

    ``progress`` hears the number of decisions that are done. Equal arguments give equal answers.
    """
    nodes, found = nodes or max(16, evaluator.nodes // PART), list[Judged]()
    for number, turn in enumerate(turns):
        if stop():
            return None
        if (judged := _judged(rules, evaluator, turn, seats, nodes, stop)) is not None:
            found.append(judged)
        if progress is not None:
            progress(number + 1)
    return None if stop() else Analysis(seats, nodes, tuple(found))


def _judged(
    rules: AnyRules, evaluator: Evaluator[Any], turn: Turn, seats: int, nodes: int, stop: Stop
) -> Judged | None:
    """Return what is said of a decision; None if there was no choice."""
    said = hint(rules, evaluator, turn.state, turn.seat, turn.known, nodes, stop=stop, must=(turn.move,))
    made = said.of(turn.move)
    if made is None or not made.visits or len(said.moves) < 2:
        return None
    best = max(said.moves[0], made, key=lambda each: each.chance)
    drawn = 0.0
    if turn.fresh:
        drawn = luck_of_faces(
            rules, evaluator, turn.state, turn.seat, turn.known, turn.fresh, nodes // 2, stop=stop
        )
    return Judged(
        turn.step,
        turn.seat,
        made.text,
        best.text,
        made.chance,
        best.chance - made.chance,
        hypot(best.error, made.error),
        _all(best, turn.seat, seats),
        _all(made, turn.seat, seats),
        turn.dealt,
        drawn,
    )


def _all(advice: Advice, seat: Seat, seats: int) -> tuple[float, ...]:
    """Return everybody's chances: the seat's own as it is borne out, the others share the rest as the search has it."""
    said = advice.chances or (1 / seats,) * seats
    others = fsum(said) - said[seat]
    rest = (1 - advice.chance) / others if others > 0 else 0.0
    return tuple(advice.chance if other == seat else chance * rest for other, chance in enumerate(said))


def paragraph(analysis: Analysis, winners: Iterable[Seat]) -> list[Message]:
    """Return sentences on the whole game: who won, what was lost where, and what chance brought."""
    said = [sentences.WON(player=SeatName(seat)) for seat in winners]
    worst = analysis.worst
    if worst is None:
        said.append(sentences.NO_LOSS())
    else:
        said.append(
            sentences.WORST(
                player=SeatName(worst.seat),
                step=Count(worst.step),
                move=Verbatim(worst.move),
                best=Verbatim(worst.best),
                percent=Count(percent(worst.loss)),
            )
        )
        count = {
            seat: sum(e.named for e in analysis.decisions if e.seat == seat) for seat in range(analysis.seats)
        }
        said += [
            sentences.LOST(player=SeatName(seat), points=Count(percent(lost)), count=Count(count[seat]))
            for seat, lost in enumerate(analysis.lost)
            if count[seat]
        ]
    if analysis.chancy:
        said += [_luck(seat, percent(luck)) for seat, luck in enumerate(analysis.luck)]
    return said


def _luck(seat: Seat, brought: int) -> Message:
    said = sentences.LUCKY if brought >= 0 else sentences.UNLUCKY
    return said(player=SeatName(seat), points=Count(abs(brought)))


def percent(chance: float) -> int:
    """Return a chance in whole percent."""
    return round(100 * chance)


def loss_line(judged: Judged) -> Message:
    """Return a loss in a line."""
    return sentences.LOSS(
        step=Count(judged.step),
        player=SeatName(judged.seat),
        move=Verbatim(judged.move),
        best=Verbatim(judged.best),
        percent=Count(percent(judged.loss)),
        error=Count(percent(judged.error)),
    )


def as_data(analysis: Analysis) -> Mapping[str, Any]:
    """Return an analysis as plain values."""
    return {
        "nodes": analysis.nodes,
        "lost": [round(each, 3) for each in analysis.lost],
        "luck": [round(each, 3) for each in analysis.luck],
        "decisions": [
            {
                "step": each.step,
                "seat": each.seat,
                "move": each.move,
                "best": each.best,
                "chance": round(each.chance, 3),
                "loss": round(each.loss, 3),
                "error": round(each.error, 3),
                "named": each.named,
                "chances": [round(chance, 3) for chance in each.chances],
                "after": [round(chance, 3) for chance in each.after],
                "dealt": each.dealt,
                "drawn": round(each.drawn, 3),
            }
            for each in analysis.decisions
        ],
    }


def of_data(seats: int, data: Mapping[str, Any]) -> Analysis:
    """Return what `as_data` was made of, to three places; raise ValueError, KeyError or TypeError for all else."""
    decisions = tuple(
        Judged(
            int(each["step"]),
            int(each["seat"]),
            str(each["move"]),
            str(each["best"]),
            float(each["chance"]),
            float(each["loss"]),
            float(each["error"]),
            tuple(map(float, each["chances"])),
            tuple(map(float, each["after"])),
            bool(each["dealt"]),
            float(each["drawn"]),
        )
        for each in data["decisions"]
    )
    if any(len(each.chances) != seats or len(each.after) != seats for each in decisions):
        raise ValueError("An analysis has a chance for each seat.")
    return Analysis(seats, int(data["nodes"]), decisions)
