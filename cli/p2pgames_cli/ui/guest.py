"""trio as a guest in the loop of prompt_toolkit: one thread, keys and sockets together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, TypeVar

import outcome
import trio

T = TypeVar("T")


def run(main: Callable[[], Awaitable[T]]) -> T:
    """Run a trio function to its end and return what it returns, with an asyncio loop as host beneath it."""
    with Host() as host:
        return host.run(main)


class Host:
    """An asyncio loop with trio as its guest; it stands still but while something is run in it.

    What was begun in its nursery goes on with the next run, and is cancelled at the end.
    """

    nursery: trio.Nursery

    def __enter__(self) -> Host:
        """Begin."""
        self._runner = asyncio.Runner()
        self._runner.run(self._begin())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End what is left, and the loop."""
        try:
            self._runner.run(self._end())
        finally:
            self._runner.close()

    def run(self, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run a function to its end and return what it returns; a SIGINT cancels it."""
        return self._runner.run(self._part(main, arguments))

    async def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        self._done: asyncio.Future[outcome.Outcome[None]] = loop.create_future()
        ready = loop.create_future()

        async def stay() -> None:
            self._token = trio.lowlevel.current_trio_token()
            async with trio.open_nursery() as self.nursery:
                ready.set_result(None)
                await trio.sleep_forever()

        trio.lowlevel.start_guest_run(
            stay,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=self._done.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        await asyncio.wait((ready, self._done), return_when=asyncio.FIRST_COMPLETED)

    async def _end(self) -> None:
        scope = self.nursery.cancel_scope
        self._token.run_sync_soon(scope.cancel)
        (await self._done).unwrap()

    async def _part(self, main: Callable[..., Awaitable[T]], arguments: tuple[object, ...]) -> T:
        done: asyncio.Future[outcome.Outcome[T]] = asyncio.get_running_loop().create_future()
        scope = trio.CancelScope()

        async def guarded() -> T:
            with scope:
                return await main(*arguments)
            raise KeyboardInterrupt

        async def run_it() -> None:
            done.set_result(await outcome.acapture(guarded))

        def begin(start: Callable[..., Any] = self.nursery.start_soon) -> None:
            start(run_it)

        self._token.run_sync_soon(begin)
        try:
            result = await asyncio.shield(done)
        except asyncio.CancelledError:
            self._token.run_sync_soon(scope.cancel)
            result = await done
        return result.unwrap()
