"""Where work is done that can be done side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")


@contextmanager
def get_executor(jobs: int) -> Iterator[Executor | None]:
    """Give processes of this computer for so many jobs at a time; nothing for one, which is done here."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield pool


def spread(
    executor: Executor | None, work: Callable[[_Given], _Found], given: Iterable[_Given]
) -> Iterator[_Found]:
    """Yield what comes of the work, in the order in which it was given."""
    yield from map(work, given) if executor is None else executor.map(work, given)
