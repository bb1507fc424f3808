"""An asyncio loop in a thread of its own, for libraries that know no other; trio asks it, and is never blocked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import CancelledError, Future
from contextlib import asynccontextmanager, suppress
from threading import Thread
from typing import Final, Generic, TypeVar

import trio

T = TypeVar("T")
END_TIME: Final = 5.0
"""Seconds for the jobs to end when the loop does; one that does not is left behind in its thread."""


class Job(Generic[T]):
    """Something that the loop has been given to do."""

    def __init__(self, future: Future[T]) -> None:
        self._future = future
        self._done = trio.Event()
        token = trio.lowlevel.current_trio_token()

        def tell(_: Future[T]) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(self._done.set)

        future.add_done_callback(tell)

    async def result(self) -> T:
        """Wait for the result, or raise what the job raised; if this is cancelled the job goes on.

        Raises `trio.ClosedResourceError` where the loop has ended before.
        """
        await self._done.wait()
        try:
            return self._future.result()
        except CancelledError:
            raise trio.ClosedResourceError from None

    def cancel(self) -> None:
        """Give the job up, if it is not done."""
        self._future.cancel()


class AsyncioThread:
    """The loop. It takes jobs while it is `running`."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the loop while the body does; jobs that are not done then are cancelled."""
        loop = asyncio.new_event_loop()
        thread = Thread(target=_run, args=(loop,), name="asyncio", daemon=True)
        thread.start()
        self._loop = loop
        try:
            yield
        finally:
            self._loop = None
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(_end, loop, thread)

    def begin(self, call: Callable[[], Awaitable[T]]) -> Job[T]:
        """Give the loop something to do; raise `trio.ClosedResourceError` where it does not run."""
        if self._loop is None:
            raise trio.ClosedResourceError
        return Job(asyncio.run_coroutine_threadsafe(_awaited(call), self._loop))

    async def do(self, call: Callable[[], Awaitable[T]]) -> T:
        """Let the loop do something and return its result; if this is cancelled, so is the job."""
        job = self.begin(call)
        try:
            return await job.result()
        except trio.Cancelled:
            job.cancel()
            raise


async def _awaited(call: Callable[[], Awaitable[T]]) -> T:
    return await call()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.run_until_complete(_cancel_all())
    loop.close()


def _end(loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    thread.join(2 * END_TIME)


async def _cancel_all() -> None:
    own = asyncio.current_task()
    rest = [task for task in asyncio.all_tasks() if task is not own]
    for task in rest:
        task.cancel()
    if rest:
        await asyncio.wait(rest, timeout=END_TIME)
