"""trio as a guest in the loop of prompt_toolkit: one thread, keys and sockets together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import outcome
import trio

T = TypeVar("T")


def run(main: Callable[[], Awaitable[T]]) -> T:
    """Run a trio function to its end and return what it returns, with an asyncio loop as host beneath it."""
    return asyncio.run(_host(main))


async def _host(main: Callable[[], Awaitable[T]]) -> T:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[outcome.Outcome[T]] = loop.create_future()
    scope = trio.CancelScope()
    token: trio.lowlevel.TrioToken | None = None

    async def guarded() -> T:
        nonlocal token
        token = trio.lowlevel.current_trio_token()
        with scope:
            return await main()
        raise KeyboardInterrupt

    trio.lowlevel.start_guest_run(
        guarded,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        done_callback=done.set_result,
        host_uses_signal_set_wakeup_fd=True,
    )
    try:
        result = await asyncio.shield(done)
    except asyncio.CancelledError:
        if token is not None:
            token.run_sync_soon(scope.cancel)
        result = await done
    return result.unwrap()
