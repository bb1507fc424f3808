"""How far many things have come, as a bar on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any

import click


@contextmanager
def progress(patience: float = 0.5) -> Iterator[Callable[[int, int], None]]:
    """Give what is to be told how many are done of how many: a bar once that takes longer than ``patience`` seconds.

    It stands on standard error, where that is a terminal, and is gone from it however the work ends.
    """
    with ExitStack() as stack:
        yield _Bar(stack, monotonic() + patience).tell if sys.stderr.isatty() else _nobody


def _nobody(_done: int, _count: int) -> None:
    """Tell nobody."""


class _Bar:
    def __init__(self, stack: ExitStack, begins: float) -> None:
        self._stack, self._begins = stack, begins
        self._bar: Any = None

    def tell(self, done: int, count: int) -> None:
        if self._bar is None and monotonic() >= self._begins and done < count:
            shown = click.progressbar(length=count, file=sys.stderr, show_pos=True, width=0)
            self._bar = self._stack.enter_context(shown)
        if self._bar is not None:
            self._bar.length = count
            self._bar.update(done - self._bar.pos)
