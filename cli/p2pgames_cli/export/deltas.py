"""Frames one after the other, each as what differs from one that is known already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, TypeAlias

Frame: TypeAlias = tuple[int, ...]
"""Numbers of whatever is held elsewhere once: shapes, texts."""
Changes: TypeAlias = tuple[int, ...]
"""Of a frame: how far on in the known one from the last change, how many numbers go there, how many come, and these."""
Deltas: TypeAlias = list[list[Changes | int]]
"""For each step the changes of all onlookers; who has the same ones as another has the number of the first of them."""

BESIDE: Final = -1
"""Before changes from what the first onlooker has at the same step; others are from one's own frame before."""


def deltas(seen: Sequence[Sequence[Frame]]) -> Deltas:
    """Return the frames of each onlooker as changes, whichever are fewer; at first there is an empty frame."""
    return [_together([*step]) for step in zip(*map(_changed, seen, [seen[0]] * len(seen)), strict=True)]


def _changed(frames: Sequence[Frame], firsts: Sequence[Frame]) -> Iterator[Changes]:
    for before, frame, first in zip([(), *frames], frames, firsts, strict=False):
        ways = [_changes(before, frame)]
        if frames is not firsts:
            ways.append((BESIDE, *_changes(first, frame)))
        yield min(ways, key=len)


@lru_cache(100)
def _changes(known: Frame, frame: Frame) -> Changes:
    changes, done = list[int](), 0
    for tag, start, end, first, last in SequenceMatcher(None, known, frame, autojunk=False).get_opcodes():
        if tag != "equal":
            changes += (start - done, end - start, last - first, *frame[first:last])
            done = end
    return tuple(changes)


def _together(step: Sequence[Changes]) -> list[Changes | int]:
    firsts = [step.index(changes) for changes in step]
    return [
        changes if first == here else first
        for here, (first, changes) in enumerate(zip(firsts, step, strict=True))
    ]
