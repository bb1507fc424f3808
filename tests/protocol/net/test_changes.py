"""Waiting for changes: who waits for a condition is woken when it holds, and not by every change before."""

import trio
import trio.testing

from p2pgames_protocol.net.connections import Changes


async def waiting(changes, done, woken):
    await changes.wait_until(done)
    woken.append(True)


def test_a_condition_is_looked_at_with_every_change_and_wakes_once_it_holds():
    async def main():
        changes, seen, woken = Changes(), [], []

        def done():
            seen.append(len(seen))
            return len(seen) > 3

        async with trio.open_nursery() as nursery:
            nursery.start_soon(waiting, changes, done, woken)
            await trio.testing.wait_all_tasks_blocked()
            for number in (1, 2, 3):
                assert (len(seen), woken) == (number, [])
                changes.wake()
                assert len(seen) == number + 1
                await trio.testing.wait_all_tasks_blocked()
        assert woken

    trio.run(main)


def test_who_is_woken_looks_again_for_it_may_hold_no_more():
    async def main():
        changes, now, woken = Changes(), [], []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(waiting, changes, lambda: bool(now), woken)
            await trio.testing.wait_all_tasks_blocked()
            now.append(1)
            changes.wake()
            now.clear()
            await trio.testing.wait_all_tasks_blocked()
            assert not woken
            now.append(1)
            changes.wake()
        assert woken

    trio.run(main)


def test_who_has_stopped_waiting_is_asked_no_more():
    async def main():
        changes, asked = Changes(), []
        with trio.move_on_after(0):
            await changes.wait_until(lambda: asked.append(1))
        asked.clear()
        changes.wake()
        assert not asked

    trio.run(main)
