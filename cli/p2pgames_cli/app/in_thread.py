"""Running a trio function to its end, even from a thread that runs a loop already."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import trio

from p2pgames_cli.table.play_options import PlayOptions

T = TypeVar("T")


def in_thread(main: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """Run something short to its end, in a thread of its own where that of the home's tables is this one."""
    if not trio.lowlevel.in_trio_run():
        return trio.run(main, *arguments)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(trio.run, main, *arguments).result()


def in_thread_beside_tables(
    how: PlayOptions | None, main: Callable[..., Awaitable[T]], *arguments: object
) -> T:
    """Run something that may take its time to its end; the tables of the home go on meanwhile."""
    if how is not None and how.live is not None:
        return how.live.tables.run(main, *arguments)
    return trio.run(main, *arguments)
