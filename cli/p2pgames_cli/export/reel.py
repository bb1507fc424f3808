"""Frames one after the other, each as what differs from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TypeAlias

Frame: TypeAlias = Sequence[int]
"""Numbers of whatever is held elsewhere once: shapes, texts."""
Reel: TypeAlias = list[list[int]]
"""Of each frame its changes: how far in the frame before from the last one, how many numbers go there, how many come,
and these."""


def reel(frames: Iterable[Frame]) -> Reel:
    """Return frames as what changes from each to the next; the first one comes after nothing."""
    return [[*_changes(before, frame)] for before, frame in pairwise([(), *frames])]


def _changes(before: Frame, frame: Frame) -> Iterator[int]:
    done = 0
    for tag, start, end, first, last in SequenceMatcher(None, before, frame, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (start - done, end - start, last - first, *frame[first:last])
            done = end
