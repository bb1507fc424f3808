"""Hints and analyses: how good the moves of a position are, and how well those of a finished game were chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, fsum, hypot
from random import Random
from typing import Any, Final

from p2pgames.contract import AnyRules, Known, Move, Seat, Slot
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.search import SearchEnd, SearchReport, Stop, TriedMove, never, search
from p2pgames.text import Count, Message, SeatName, Verbatim, counted, message

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


# A hint: the best moves as a search sees them, with chances that finished games bear out, and what changes.

SURE: Final = 2
"""Standard errors by which one chance has to lie above another to be called better: 19 times in 20 no accident."""
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
    why: SearchEnd
    turns: bool
    """Whether leads are in turns."""
    what: Message | None
    """What the best move changes."""

    @property
    def best(self) -> Advice:
        """The move to make."""
        return self.moves[0]

    def judgement_of(self, move: Move) -> Advice | None:
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

    def told(report: SearchReport) -> None:
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
        _trusted_advice(choice, rules.text(state, seat, choice.move), evaluator, trusted)
        for choice in found.choices
    )
    what = evaluator.tell(rules, state, seat, known, found.best.move)
    return Hint(seat, moves, found.nodes, found.why, evaluator.turns, what)


def _trusted_advice(
    choice: TriedMove, text: str, evaluator: Evaluator[Any], trusted: Callable[[float], float]
) -> Advice:
    chance, error = choice.chance, choice.error
    if not choice.sure and choice.visits:
        low, high = (trusted(choice.chance + sign * choice.error) for sign in (-1, 1))
        chance, error = trusted(choice.chance), (high - low) / 2
    lead = None if choice.lead is None else choice.lead * evaluator.trust.points / 100
    return Advice(choice.move, text, choice.visits, chance, error, choice.sure, choice.chances, lead)


# What a hint says, and what is said of a game that is looked back on.

BEST = message("search.best", "Best is {move:verbatim}: {what:message}; {against:message}.")
NOTHING = message("search.nothing", "nothing changes that can be put in words")
ONLY = message("search.only", "no other move is worth a thought")
BETTER = counted(
    "search.better",
    "about {count} percentage point better than {other:verbatim}",
    "about {count} percentage points better than {other}",
)
EQUAL = message("search.equal", "{other:verbatim} is about as good")
CHOICE = message("search.choice", "{move:verbatim}: {chance:message}, {stands:message}")
CHOICE_ALONE = message("search.choice-alone", "{move:verbatim}: {chance:message}")
ABOUT = message("search.about", "wins about {percent:count} % (±{error:count})")
PROVED = message("search.proved", "wins {percent:count} %, played out to the end")
AHEAD = counted("search.ahead", "{count} point ahead", "{count} points ahead")
BEHIND = counted("search.behind", "{count} point behind", "{count} points behind")
TURNS_AHEAD = counted("search.turns-ahead", "{count} turn ahead", "{count} turns ahead")
TURNS_BEHIND = counted("search.turns-behind", "{count} turn behind", "{count} turns behind")
LEVEL = message("search.level", "level")

# -- looking back --

WON = message("search.won", "{player:seat} won.")
NO_LOSS = message("search.no-loss", "No move lost a chance worth naming.")
WORST = message(
    "search.worst",
    "The costliest move was in step {step:count}: {player:seat} played {move:verbatim}; {best:verbatim} "
    "would have been about {percent:count}"
    " percentage points better.",
)
LOST = counted(
    "search.lost",
    "{count} mistake cost {player:seat} about {points:count} percentage points of winning chances.",
    "{count} mistakes cost {player} about {points} percentage points of winning chances.",
)
LUCKY = message("search.lucky", "Luck brought {player:seat} about {points:count} percentage points.")
UNLUCKY = message("search.unlucky", "Luck cost {player:seat} about {points:count} percentage points.")
LOSS = message(
    "search.loss",
    "step {step:count}, {player:seat}: {move:verbatim}; {best:verbatim} is better by {percent:count} "
    "percentage points (±{error:count})",
)


def hint_sentence(hint: Hint) -> Message:
    """Return in one sentence which move is best, what it changes, and whether it is better than the next."""
    what = NOTHING() if hint.what is None else hint.what
    return BEST(move=Verbatim(hint.best.text), what=what, against=_against(hint))


def _against(hint: Hint) -> Message:
    if len(hint.moves) == 1:
        return ONLY()
    best, second = hint.moves[:2]
    other, count = Verbatim(second.text), round(100 * (best.chance - second.chance))
    if count > 0 and best.better(second):
        return BETTER(count=Count(count), other=other)
    return EQUAL(other=other)


def advice_line(hint: Hint, advice: Advice) -> Message:
    """Return a move with its chance and what it leads to."""
    move, chance = Verbatim(advice.text), _chance(advice)
    if advice.lead is None:
        return CHOICE_ALONE(move=move, chance=chance)
    return CHOICE(move=move, chance=chance, stands=_stands(round(advice.lead), turns=hint.turns))


def _chance(advice: Advice) -> Message:
    percent = Count(round(100 * advice.chance))
    if advice.sure:
        return PROVED(percent=percent)
    return ABOUT(percent=percent, error=Count(ceil(100 * advice.error)))


def _stands(lead: int, *, turns: bool) -> Message:
    if not lead:
        return LEVEL()
    ahead = TURNS_AHEAD if turns else AHEAD
    behind = TURNS_BEHIND if turns else BEHIND
    return (ahead if lead > 0 else behind)(count=Count(abs(lead)))


# The luck of what a seat alone has seen: the faces that came, against those that could have come.

OTHERS: Final = 5
"""So many times other faces are drawn instead; these and the true ones share the nodes
(docs/decisions/0042-bots-and-their-figures.md)."""
_LEAST: Final = 16
"""Nodes for each of them at least: a search looks no earlier whether the matter is decided (`STEP`)."""


def luck_of_faces(
    rules: AnyRules,
    evaluator: Evaluator[Any],
    state: Any,
    seat: Seat,
    known: Known,
    slots: Sequence[Slot],
    nodes: int,
    *,
    stop: Stop = never,
) -> float:
    """Return by how much a seat's chance is better with the faces at these slots than on average of others there.

    The seat is to move. About as many nodes are looked at as are given; equal arguments give equal answers.
    """
    random, each = Random(len(known)), max(_LEAST, nodes // (OTHERS + 1))

    def chance(faces: Known) -> float:
        return hint(rules, evaluator, state, seat, faces, each, stop=stop).best.chance

    others = []
    for _ in range(OTHERS):
        faces = {slot: face for slot, face in known.items() if slot not in slots}
        for slot in slots:
            faces[slot] = evaluator.draw(state, slot, faces, random)
        others.append(chance(faces))
    return chance(known) - fsum(others) / OTHERS


@dataclass(frozen=True, slots=True)
class JudgedMove:
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
    decisions: tuple[JudgedMove, ...]

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
    def worst(self) -> JudgedMove | None:
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
    nodes, found = nodes or max(16, evaluator.nodes // PART), list[JudgedMove]()
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
) -> JudgedMove | None:
    """Return what is said of a decision; None if there was no choice."""
    said = hint(rules, evaluator, turn.state, turn.seat, turn.known, nodes, stop=stop, must=(turn.move,))
    made = said.judgement_of(turn.move)
    if made is None or not made.visits or len(said.moves) < 2:
        return None
    best = max(said.moves[0], made, key=lambda each: each.chance)
    drawn = 0.0
    if turn.fresh:
        drawn = luck_of_faces(
            rules, evaluator, turn.state, turn.seat, turn.known, turn.fresh, nodes // 2, stop=stop
        )
    return JudgedMove(
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
    said = [WON(player=SeatName(seat)) for seat in winners]
    worst = analysis.worst
    if worst is None:
        said.append(NO_LOSS())
    else:
        said.append(
            WORST(
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
            LOST(player=SeatName(seat), points=Count(percent(lost)), count=Count(count[seat]))
            for seat, lost in enumerate(analysis.lost)
            if count[seat]
        ]
    if analysis.chancy:
        said += [_luck(seat, percent(luck)) for seat, luck in enumerate(analysis.luck)]
    return said


def _luck(seat: Seat, brought: int) -> Message:
    said = LUCKY if brought >= 0 else UNLUCKY
    return said(player=SeatName(seat), points=Count(abs(brought)))


def percent(chance: float) -> int:
    """Return a chance in whole percent."""
    return round(100 * chance)


def loss_line(judged: JudgedMove) -> Message:
    """Return a loss in a line."""
    return LOSS(
        step=Count(judged.step),
        player=SeatName(judged.seat),
        move=Verbatim(judged.move),
        best=Verbatim(judged.best),
        percent=Count(percent(judged.loss)),
        error=Count(percent(judged.error)),
    )


def analysis_data(analysis: Analysis) -> Mapping[str, Any]:
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


def read_analysis(seats: int, data: Mapping[str, Any]) -> Analysis:
    """Return the analysis of such data, to three places; raise ValueError, KeyError or TypeError for any other."""
    decisions = tuple(
        JudgedMove(
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
