"""The luck of what a seat alone has seen: the faces that came, against those that could have come."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random
from typing import Any, Final

from p2pgames.contract import AnyRules, Known, Seat, Slot
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.hint import hint
from p2pgames.search.search import Stop, never

OTHERS: Final = 5
"""So many times other faces are drawn instead."""
_LEAST: Final = 16


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
