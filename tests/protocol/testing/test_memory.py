"""The clock of the tests in memory."""

import hashlib
from functools import partial

import trio

from p2pgames_protocol.testing.memory import clocked


def test_time_passes_when_all_wait_for_it_and_not_while_a_thread_works():
    work = partial(hashlib.pbkdf2_hmac, "sha256", b"", b"", 100_000)

    async def test():
        start = trio.current_time()
        with trio.move_on_after(3600) as hour:
            await trio.to_thread.run_sync(work)
        assert not hour.cancelled_caught
        assert trio.current_time() == start
        await trio.sleep(3600)
        assert trio.current_time() == start + 3600

    clocked(test, threshold=0.001)
