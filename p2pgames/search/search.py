"""The search: a tree of moves, grown where it promises most, over guessed worlds.

PUCT: every node looks at the best of a ranking, tries what has a good average or a promise that was tried little, and
judges a new position by the game's own view of it. Every seat goes for its own chance.

It gets what a seat gets, the state and its own `Known`, so it cannot see what the seat cannot see. Equal seeds and
budgets in nodes give equal moves and visits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, sqrt
from operator import add
from random import Random
from typing import Any, Final, TypeAlias

from p2pgames.contract import (
    AnyRules,
    Choose,
    Event,
    Face,
    Known,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
)
from p2pgames.game import LEVELS, Bot
from p2pgames.search.evaluator import UNIT, Chances, Evaluator, Ranked, Width, ended

STEP: Final = 16
"""So often, in nodes, it looks whether the matter is decided, and tells how far it is."""
_DUE: Final = 8
"""A move that must be looked at gets at least one in this many visits, shared by all such moves."""
Stop: TypeAlias = Callable[[], bool]
Progress: TypeAlias = "Callable[[SearchReport], None]"


def never() -> bool:
    """Do not stop."""
    return False


def search(
    rules: AnyRules,
    evaluator: Evaluator[Any],
    state: Any,
    seat: Seat,
    known: Known,
    seed: int,
    *,
    nodes: int = 0,
    stop: Stop = never,
    progress: Progress | None = None,
    must: Collection[Move] = (),
    early: bool = True,
) -> SearchReport:
    """Return how good the moves of a seat are, judged from what it knows; the seat is to move.

    The search ends after this many ``nodes`` (0: no limit), or when ``stop``, which is asked before each, says so; one
    of the two must end it. With ``early`` it also ends when no other move could get more visits. ``progress`` is told
    now and then how far it is. ``must`` are legal moves that are looked at in any case.
    """
    if not nodes and stop is never:
        raise ValueError("A search needs a number of nodes, or something that stops it.")
    tree = _Tree(rules, evaluator, state, seat, known, Random(seed), tuple(must))
    if len(tree.options) == 1 and early:
        return report(tree.root, 0, SearchEnd.FORCED)
    made = 0
    while True:
        why = tree.ending(nodes - made if nodes else None, early=early)
        if why is None and stop():
            why = SearchEnd.STOPPED
        if why is not None:
            return report(tree.root, made, why)
        tree.grow()
        made += 1
        if progress is not None and made % STEP == 0:
            progress(report(tree.root, made, SearchEnd.RUNNING))


# The tree: positions that somebody is to move in, and the moves tried there.

FINE: Final = 100
"""Into so many parts a point is cut: sums of whole numbers are the same everywhere."""
_UNTRIED: Final = UNIT // 20
"""By how much a move nobody has tried is thought worse than the average of those that were."""
_EVEN: Final = 0.15
"""The share of the first weight that all moves get alike, so that none is forgotten."""


class MoveBranch:
    """A move of a node, and what came of it. ``total`` sums the chances of the node's seat, ``squares`` their squares.

    ``kids`` are the positions after it, several where ``chance`` or hidden cards decide; ``exact`` is what is proved.
    ``sums`` adds up the chances of all seats, ``lead`` what the seat was ahead in ``leads`` of the visits: at the root.
    """

    __slots__ = (
        "chance", "exact", "kids", "lead", "leads", "move", "prior", "squares", "sums", "total", "visits"
    )  # fmt: skip

    def __init__(self, move: Move, prior: float) -> None:
        self.move, self.prior = move, prior
        self.visits = self.total = self.squares = 0
        self.kids: list[Node] = []
        self.chance = False
        self.exact: Chances | None = None
        self.sums: Chances = ()
        self.lead = self.leads = 0

    def count_value(self, seat: Seat, chances: Chances, stands: Sequence[float] | None) -> None:
        """Count in how a position after it looks, to the seat that is to move at the root."""
        self.sums = tuple(map(add, self.sums, chances)) if self.sums else chances
        if stands:
            others = (stand for other, stand in enumerate(stands) if other != seat)
            self.lead += round(FINE * (stands[seat] - max(others)))
            self.leads += 1

    def count_visit(self, chance: int) -> None:
        """Count one more visit."""
        self.visits += 1
        self.total += chance
        self.squares += chance * chance


class Node:
    """A position in a world, at a choice of ``seat`` or at the end, where ``exact`` holds the chances.

    ``stands`` are the points at the end of a game that counts any.
    """

    __slots__ = ("exact", "known", "options", "seat", "stands", "state", "total", "visits")

    def __init__(
        self,
        state: Any,
        known: Known,
        seat: Seat,
        exact: Chances | None = None,
        stands: Sequence[float] | None = None,
    ) -> None:
        self.state, self.known, self.seat, self.exact, self.stands = state, known, seat, exact, stands
        self.options: list[MoveBranch] | None = None
        self.visits = self.total = 0


# What a search has found.


class SearchEnd(StrEnum):
    """Why a search ended."""

    RUNNING = "running"
    """It has not: this is a report under way."""
    NODES = "nodes"
    """The nodes are used up."""
    STOPPED = "stopped"
    """It was told to stop."""
    FORCED = "forced"
    """There is one move only."""
    DECIDED = "decided"
    """No other move could still get more visits."""
    SOLVED = "solved"
    """The position is played out to the end."""


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move that was tried."""

    move: Move
    visits: int
    chance: float
    """The chance to win with it, 0 to 1."""
    error: float
    """The standard error of the chance, of sampling alone: the judgement of positions has its own."""
    sure: bool
    """Whether the chance comes from playing on to the end of the game."""
    chances: tuple[float, ...] = ()
    """The same for every seat, as an average of all positions that were looked at; empty if there was none."""
    lead: float | None = None
    """What the seat may expect to be ahead of the best other at the end; None if nothing is counted."""


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The moves that were tried, the best first; ``nodes`` is how many positions were looked at."""

    choices: tuple[TriedMove, ...]
    nodes: int
    why: SearchEnd

    @property
    def best(self) -> TriedMove:
        """The move to make."""
        return self.choices[0]


def report(root: Node, nodes: int, why: SearchEnd) -> SearchReport:
    """Return what the tree says now; before the first node the first of the ranking alone."""
    options = root.options or []
    tried = [option for option in options if option.visits] or options[:1]
    tried.sort(key=lambda option: _merit(option, root.seat))
    return SearchReport(tuple(_choice(option, root.seat) for option in tried), nodes, why)


def _merit(option: MoveBranch, seat: Seat) -> tuple[bool, bool, int, int]:
    """A proved win comes first and a proved loss last; else most visits say most."""
    sure = None if option.exact is None else option.exact[seat]
    return sure != UNIT, sure == 0, -option.visits, -option.total


def _choice(option: MoveBranch, seat: Seat) -> TriedMove:
    if not option.visits:
        return TriedMove(option.move, 0, 0.5, 0.5, sure=False)
    lead = option.lead / option.leads / FINE if option.leads else None
    if option.exact is not None:
        chances = tuple(chance / UNIT for chance in option.exact)
        return TriedMove(
            option.move, option.visits, chances[seat], 0.0, sure=True, chances=chances, lead=lead
        )
    mean = option.total / option.visits / UNIT
    spread = max(0.0, option.squares / option.visits / UNIT**2 - mean * mean)
    error = sqrt(spread / option.visits)
    chances = tuple(total / option.visits / UNIT for total in option.sums)
    return TriedMove(option.move, option.visits, mean, error, sure=False, chances=chances, lead=lead)


def options(ranked: Sequence[Ranked], warm: float) -> list[MoveBranch]:
    """Return the moves of a ranking with their first weights, which sum to about 1."""
    top = ranked[0][0]
    weights = [round(UNIT * exp(max(-30.0, (score - top) / warm))) for score, _ in ranked]
    total = sum(weights)
    return [MoveBranch(move, weight / total) for weight, (_, move) in zip(weights, ranked, strict=True)]


def pick(node: Node, among: Sequence[MoveBranch], width: Width) -> MoveBranch:
    """Return the option to try next: a good average, or a promise that was tried little."""
    count = min(len(among), width.keep + int(width.more * sqrt(node.visits)))
    if count == 1:
        return among[0]
    reach = width.bonus * UNIT * sqrt(node.visits + 1)
    even, own, seat = reach * _EVEN / count, reach * (1 - _EVEN), node.seat
    untried = node.total / node.visits - _UNTRIED if node.visits else UNIT / 2
    best, most = among[0], -1.0
    for number in range(count):
        option = among[number]
        visits = option.visits
        if option.exact is not None:
            value: float = option.exact[seat]
        else:
            value = option.total / visits if visits else untried
        value += (own * option.prior + even) / (1 + visits)
        if value > most:
            best, most = option, value
    return best


# What chance does in a guessed world: dice are rolled, and cards that come up are drawn from those unseen.


def settle_chance(
    rules: AnyRules, evaluator: Evaluator[Any], state: Any, known: Known, random: Random
) -> tuple[Node, bool]:
    """Return the next position where somebody is to move or the game is over, and whether chance had a say."""
    chance = False
    while True:
        ask = rules.ask(state)
        match ask:
            case Choose(seat):
                return Node(state, known, seat), chance
            case Over(result):
                return Node(state, known, -1, ended(result), result.scores), chance
        event, known = _answer(evaluator, state, ask, known, random)
        state, chance = evaluator.apply(rules, state, event), True


def _answer(
    evaluator: Evaluator[Any], state: Any, ask: Shuffle | Roll | Open, known: Known, random: Random
) -> tuple[Event, Known]:
    match ask:
        case Roll(sides):
            return Rolled(tuple(random.randrange(side) for side in sides)), known
        case Shuffle():
            return Shuffled(), known
        case Open(slots):
            world, faces = dict(known), list[tuple[Slot, Face | None]]()
            for slot, seat in slots:
                if slot not in world:
                    world[slot] = evaluator.draw(state, slot, world, random)
                faces.append((slot, world[slot] if seat is None else None))
            return Opened(tuple(faces)), world


class _Tree:
    def __init__(
        self,
        rules: AnyRules,
        evaluator: Evaluator[Any],
        state: Any,
        seat: Seat,
        known: Known,
        random: Random,
        must: tuple[Move, ...],
    ) -> None:
        self.rules, self.evaluator, self.random = rules, evaluator, random
        self.known = dict(known)
        self.root = Node(state, evaluator.guess(state, seat, self.known, random), seat)
        self.options = self._options(self.root)
        have = {option.move: option for option in self.options}
        self.must = [have.get(move) or MoveBranch(move, 0.0) for move in must]
        self.options += [option for option in self.must if option.move not in have]

    def ending(self, left: int | None, *, early: bool) -> SearchEnd | None:
        """Return why there is nothing more to do with this many nodes left; None if there is."""
        if self.root.exact is not None:
            return SearchEnd.SOLVED
        if left is None:
            return None
        if left <= 0:
            return SearchEnd.NODES
        if early and left % STEP == 0 and not self.must and self._decided(left):
            return SearchEnd.DECIDED
        return None

    def _decided(self, left: int) -> bool:
        second, first = sorted(option.visits for option in self.options)[-2:]
        return first - second > left

    def grow(self) -> None:
        """Add a position to the tree, and count what it is worth on the way to it."""
        node, path = self.root, list[tuple[Node, MoveBranch]]()
        fresh = False
        while node.exact is None and not fresh:
            option = self._next(node)
            path.append((node, option))
            node, fresh = self._follow(node, option)
        if node.exact is not None:
            chances, stands = node.exact, node.stands
        else:
            chances, stands = self.evaluator.leaf(node.state, node.known, self.random)
        path[0][1].count_value(self.root.seat, chances, stands)
        for above, option in reversed(path):
            option.count_visit(chances[above.seat])
            above.visits += 1
            above.total += chances[above.seat]
        if fresh and node.exact is None:
            node.visits, node.total = 1, chances[node.seat]
        _prove(path, node)

    def _next(self, node: Node) -> MoveBranch:
        if node is self.root:
            due = [option for option in self.must if option.visits * _DUE * len(self.must) <= node.visits]
            return due[0] if due else pick(node, self.options, self.evaluator.width)
        return pick(node, node.options or self._options(node), self.evaluator.width)

    def _options(self, node: Node) -> list[MoveBranch]:
        node.options = options(
            self.evaluator.rank(node.state, node.seat, node.known, self.random), self.evaluator.width.warm
        )
        return node.options

    def _follow(self, node: Node, option: MoveBranch) -> tuple[Node, bool]:
        """Return the position after a move, one that was there or a fresh one, and which of the two."""
        kids = option.kids
        if kids and not (option.chance and len(kids) < round(option.visits**self.evaluator.width.grow, 9)):
            return (kids[0] if len(kids) == 1 else self.random.choice(kids)), False
        known, hidden = node.known, node is self.root and self.evaluator.hidden
        if hidden:
            known = self.evaluator.guess(node.state, node.seat, self.known, self.random)
        after = self.evaluator.apply(self.rules, node.state, Moved(node.seat, option.move))
        kid, chance = settle_chance(self.rules, self.evaluator, after, known, self.random)
        option.chance = option.chance or chance or hidden
        # what comes up again is the same position, which then counts as often as it came up
        same = next((old for old in kids if old.known == kid.known and old.state == kid.state), None)
        kids.append(same or kid)
        return kids[-1], same is None


def _prove(path: list[tuple[Node, MoveBranch]], last: Node) -> None:
    """Note upwards what is proved: a move by the position after it, a position by a win or by all its moves."""
    below = last
    for node, option in reversed(path):
        if below.exact is None or option.chance:
            return
        option.exact = below.exact
        node.exact = _best(node, option.exact)
        below = node


def _best(node: Node, newest: Chances) -> Chances | None:
    if newest[node.seat] == UNIT:
        return newest
    exact = [option.exact for option in node.options or ()]
    if any(each is None for each in exact):
        return None
    return max((each for each in exact if each is not None), key=lambda each: each[node.seat])


# Bots that search.

_SLACK: Final = dict(zip(LEVELS, (0.1, 0.03, 0.0, 0.0), strict=True))
"""By level: it takes any move whose chance to win seems at most so much worse than the best one's."""


@dataclass(frozen=True, slots=True)
class Searcher:
    """A bot that thinks for a number of nodes (0: until it is stopped), less where the matter is decided."""

    evaluator: Evaluator[Any]
    nodes: int
    slack: float = 0.0

    def __call__(
        self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random, stop: Stop = never
    ) -> Move:
        """Return the best move found in its nodes, or until ``stop`` says so; with slack any that is nearly as good."""
        seed = random.getrandbits(64)
        found = search(rules, self.evaluator, state, seat, known, seed, nodes=self.nodes, stop=stop)
        near = [each for each in found.choices if each.chance >= found.best.chance - self.slack]
        return random.choice(near).move if self.slack else found.best.move


def evaluator_of(bots: Mapping[str, Bot]) -> Evaluator[Any] | None:
    """Return what bots that search think with; None if there is none."""
    return next((bot.evaluator for bot in bots.values() if isinstance(bot, Searcher)), None)


def levels(evaluator: Evaluator[Any], *nodes: int) -> Mapping[str, Bot]:
    """Return the bots of `LEVELS`, each with its number of nodes."""
    return {name: Searcher(evaluator, count, _SLACK[name]) for name, count in zip(LEVELS, nodes, strict=True)}
