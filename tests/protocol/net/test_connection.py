"""One line: what waits goes out together as far as it is short, and only the newest ids are kept."""

import trio
import trio.testing

from p2pgames_protocol.net.connections import BATCH, QUEUE, Connection, NewestIds


class Wire:
    """Stands for a link, and keeps what is written to it at once."""

    def __init__(self):
        self.writes = []

    async def send_all(self, messages):
        self.writes.append(list(messages))


def written(*messages):
    """What a line writes of the messages that wait, write by write."""

    async def main():
        wire = Wire()
        line = Connection(wire)
        for message in messages:
            line.queue(message)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(line.speak)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        return wire.writes

    return trio.run(main)


def test_short_messages_that_wait_go_out_at_once():
    waiting = [("record", bytes(100)), ("want", 3), ("record", bytes(200))]
    assert written(*waiting) == [waiting]


def test_after_a_long_message_comes_a_new_write():
    long, short = ("record", bytes(BATCH)), ("want", 3)
    assert written(short, long, short, short) == [[short, long], [short, short]]


def test_only_the_newest_ids_are_kept():
    seen = NewestIds()
    for number in range(QUEUE + 1):
        seen.add(number.to_bytes(4, "big"))
    assert bytes(4) not in seen
    assert (1).to_bytes(4, "big") in seen
    assert QUEUE.to_bytes(4, "big") in seen
