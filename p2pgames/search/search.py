"""The search: a tree of moves, grown where it promises most, over guessed worlds.

PUCT: every node looks at the best of a ranking, tries what has a good average or a promise that was tried little, and
judges a new position by the game's own view of it. Every seat goes for its own chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any, Final

from p2pgames.contract import AnyRules, Known, Move, Moved, Seat
from p2pgames.search.chances import UNIT, Chances
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.node import Node, Option, options, pick
from p2pgames.search.report import Report, Why, report
from p2pgames.search.world import settled

STEP: Final = 16
"""So often, in nodes, it looks whether the matter is decided, and tells how far it is."""
_DUE: Final = 8
"""A move that must be looked at gets at least one in this many visits, shared by all such moves."""
Stop = Callable[[], bool]
Progress = Callable[[Report], None]


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
) -> Report:
    """Return how good the moves of a seat are, judged from what it knows; the seat is to move.

    The search ends after this many ``nodes`` (0: no limit), or when ``stop``, which is asked before each, says so; one
    of the two must end it. With ``early`` it also ends when no other move could get more visits. ``progress`` is told
    now and then how far it is. ``must`` are legal moves that are looked at in any case.
    """
    if not nodes and stop is never:
        raise ValueError("A search needs a number of nodes, or something that stops it.")
    tree = _Tree(rules, evaluator, state, seat, known, Random(seed), tuple(must))
    if len(tree.options) == 1 and early:
        return report(tree.root, 0, Why.FORCED)
    made = 0
    while True:
        why = tree.ending(nodes - made if nodes else None, early=early)
        if why is None and stop():
            why = Why.STOPPED
        if why is not None:
            return report(tree.root, made, why)
        tree.grow()
        made += 1
        if progress is not None and made % STEP == 0:
            progress(report(tree.root, made, Why.RUNNING))


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
        self.must = [have.get(move) or Option(move, 0.0) for move in must]
        self.options += [option for option in self.must if option.move not in have]

    def ending(self, left: int | None, *, early: bool) -> Why | None:
        """Return why there is nothing more to do with this many nodes left; None if there is."""
        if self.root.exact is not None:
            return Why.SOLVED
        if left is None:
            return None
        if left <= 0:
            return Why.NODES
        if early and left % STEP == 0 and not self.must and self._decided(left):
            return Why.DECIDED
        return None

    def _decided(self, left: int) -> bool:
        second, first = sorted(option.visits for option in self.options)[-2:]
        return first - second > left

    def grow(self) -> None:
        """Add a position to the tree, and count what it is worth on the way to it."""
        node, path = self.root, list[tuple[Node, Option]]()
        fresh = False
        while node.exact is None and not fresh:
            option = self._next(node)
            path.append((node, option))
            node, fresh = self._follow(node, option)
        if node.exact is not None:
            chances, stands = node.exact, node.stands
        else:
            chances, stands = self.evaluator.leaf(node.state, node.known, self.random)
        path[0][1].look(self.root.seat, chances, stands)
        for above, option in reversed(path):
            option.add(chances[above.seat])
            above.visits += 1
            above.total += chances[above.seat]
        if fresh and node.exact is None:
            node.visits, node.total = 1, chances[node.seat]
        _prove(path, node)

    def _next(self, node: Node) -> Option:
        if node is self.root:
            due = [option for option in self.must if option.visits * _DUE * len(self.must) <= node.visits]
            return due[0] if due else pick(node, self.options, self.evaluator.width)
        return pick(node, node.options or self._options(node), self.evaluator.width)

    def _options(self, node: Node) -> list[Option]:
        node.options = options(
            self.evaluator.rank(node.state, node.seat, node.known, self.random), self.evaluator.width.warm
        )
        return node.options

    def _follow(self, node: Node, option: Option) -> tuple[Node, bool]:
        """Return the position after a move, one that was there or a fresh one, and which of the two."""
        kids = option.kids
        if kids and not (option.chance and len(kids) < round(option.visits**self.evaluator.width.grow, 9)):
            return (kids[0] if len(kids) == 1 else self.random.choice(kids)), False
        known, hidden = node.known, node is self.root and self.evaluator.hidden
        if hidden:
            known = self.evaluator.guess(node.state, node.seat, self.known, self.random)
        after = self.evaluator.apply(self.rules, node.state, Moved(node.seat, option.move))
        kid, chance = settled(self.rules, self.evaluator, after, known, self.random)
        option.chance = option.chance or chance or hidden
        # what comes up again is the same position, which then counts as often as it came up
        same = next((old for old in kids if old.known == kid.known and old.state == kid.state), None)
        kids.append(same or kid)
        return kids[-1], same is None


def _prove(path: list[tuple[Node, Option]], last: Node) -> None:
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
