"""What chance does in a guessed world: dice are rolled, and cards that come up are drawn from those unseen."""

from __future__ import annotations

from random import Random
from typing import Any

from p2pgames.contract import (
    AnyRules,
    Choose,
    Event,
    Face,
    Known,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Slot,
)
from p2pgames.search.chances import ended
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.node import Node


def settled(
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
