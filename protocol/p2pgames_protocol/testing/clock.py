"""A clock that jumps when nothing else happens: time-outs cost no time."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple, Unpack

import trio
import trio.testing

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


def clocked(
    function: Callable[[Unpack[Arguments]], Awaitable[Result]],
    *arguments: *Arguments,
    threshold: float = 0.02,
) -> Result:
    """Run an async function to its end, and return what it returns; time passes only while all tasks wait for it.

    ``threshold`` is how many real seconds they must have waited. Unlike that of trio, the clock stands still while a
    thread works: with that one, hours may pass on a busy machine while a file is written.
    """
    clock = trio.testing.MockClock()

    async def main() -> Result:
        trio.lowlevel.spawn_system_task(_jump, clock, threshold)
        return await function(*arguments)

    return trio.run(main, clock=clock)


async def _jump(clock: trio.testing.MockClock, threshold: float) -> None:
    """Jump to the next deadline whenever all tasks wait for one, and for no thread."""
    threads = trio.to_thread.current_default_thread_limiter()
    while True:
        await trio.testing.wait_all_tasks_blocked(threshold)
        until = trio.lowlevel.current_statistics().seconds_to_next_deadline
        if threads.borrowed_tokens == 0 and 0 < until < math.inf:
            clock.jump(until)
