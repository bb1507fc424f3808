"""The asyncio loop beside trio: what it is given to do, and that it ends whatever it was given."""

import asyncio
import threading

import pytest
import trio

from p2pgames_protocol.transports import iroh
from p2pgames_protocol.transports.iroh import AsyncioThread


async def sum_of(*numbers):
    await asyncio.sleep(0)
    return sum(numbers)


def test_it_returns_and_raises_what_the_job_does():
    async def main():
        beside = AsyncioThread()
        async with beside.running():
            assert await beside.do(lambda: sum_of(1, 2)) == 3
            with pytest.raises(TypeError):
                await beside.do(lambda: sum_of("a"))
        with pytest.raises(trio.ClosedResourceError):
            await beside.do(lambda: sum_of(1))

    trio.run(main)


def test_what_the_end_finds_undone_says_that_the_loop_has_ended():
    async def main():
        with trio.fail_after(120):
            beside = AsyncioThread()
            async with beside.running():
                job = beside.submit(lambda: asyncio.sleep(3600))
            with pytest.raises(trio.ClosedResourceError):
                await job.result()

    trio.run(main)


async def ignores_cancellation(began):
    began.set()
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            continue


async def blocks_the_loop(began, freed):
    began.set()
    freed.wait()


@pytest.mark.parametrize("blocking", [False, True])
def test_it_ends_though_a_job_does_not(monkeypatch, blocking):
    monkeypatch.setattr(iroh, "END_TIME", 0.05)
    began, freed = threading.Event(), threading.Event()

    async def main():
        beside = AsyncioThread()
        with trio.fail_after(120):
            async with beside.running():
                beside.submit(
                    lambda: blocks_the_loop(began, freed) if blocking else ignores_cancellation(began)
                )
                await trio.to_thread.run_sync(began.wait)

    trio.run(main)
    freed.set()
    for thread in threading.enumerate():
        if thread.name == "asyncio":
            thread.join(60)


def test_who_is_cancelled_together_with_the_loop_ends_by_that():
    async def main():
        with trio.CancelScope() as scope:
            scope.cancel()
            await AsyncioThread().do(lambda: None)
        return scope.cancelled_caught

    assert trio.run(main)
