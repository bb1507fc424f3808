"""A network in memory: carriers whose connections a test can cut, refuse and count; with a clock that jumps."""

from __future__ import annotations

import math

import trio
import trio.testing

from p2pgames_protocol.transports.transport import Carrier, Channel, NoContact, Pipe, PortTaken


def clocked(function, *args, threshold=0.05):
    """Run with a clock that jumps when nothing else happens: time-outs cost no time.

    Unlike that of trio it stands still while a thread works: with that one, hours may pass on a busy machine while a
    file is written.
    """
    clock = trio.testing.MockClock()

    async def main():
        trio.lowlevel.spawn_system_task(_jump, clock, threshold)
        return await function(*args)

    return trio.run(main, clock=clock)


async def _jump(clock, threshold):
    """Jump to the next deadline whenever all tasks wait for one, and for no thread."""
    threads = trio.to_thread.current_default_thread_limiter()
    while True:
        await trio.testing.wait_all_tasks_blocked(threshold)
        until = trio.lowlevel.current_statistics().seconds_to_next_deadline
        if threads.borrowed_tokens == 0 and 0 < until < math.inf:
            clock.jump(until)


class World:
    """Who listens where, and all connections that were made."""

    def __init__(self, nursery):
        self.nursery = nursery
        self.listening = {}
        self.nurseries = {}
        """Where those who listen serve their connections: they end together."""
        self.pairs = []
        self.dialled = []
        self.hanging = set()
        """Addresses that take a connection and never say a word."""
        self.reaches = lambda _dialler, _listener: True
        """Tells whether one host can dial another."""

    def cut(self, between=lambda _dialler, _listener: True):
        """Break every connection there is, or those between some hosts."""
        for pair in [pair for pair in self.pairs if between(*pair[:2])]:
            self.pairs.remove(pair)
            for stream in pair[2:]:
                stream.close_hook()

    def lay(self, reaches):
        """Let only these hosts dial each other from now on, and break the connections of all others."""
        self.reaches = reaches
        self.cut(lambda dialler, listener: not reaches(dialler, listener))


class Memory(Carrier):
    """One player's access to the world."""

    name = "memory"

    def __init__(self, world, host):
        self.world, self.host = world, host

    async def dial(self, address):
        world = self.world
        world.dialled.append((self.host, address))
        near, far = trio.testing.memory_stream_pair()
        if address in world.hanging:
            return Pipe(near, Channel("memory"))
        listener = address.split(":")[1]
        if address not in world.listening or not world.reaches(self.host, listener):
            raise NoContact(f"Nobody answers at {address}.")
        for stream, other in ((near, far), (far, near)):
            stream.close_hook = lambda stream=stream, other=other: _break(stream, other)
        world.pairs.append((self.host, listener, near, far))
        nursery = world.nurseries[address]
        nursery.start_soon(world.listening[address], Pipe(far, Channel("memory"), self.host))
        return Pipe(near, Channel("memory"))

    async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
        port = where.rpartition(":")[2]
        address = f"memory:{self.host}:{port if port != '0' else 4711}"
        if address in self.world.listening:
            raise PortTaken(f"Port {port} is in use at {self.host}.")
        async with trio.open_nursery() as nursery:
            self.world.listening[address] = handler
            self.world.nurseries[address] = nursery
            task_status.started((address,))
            try:
                await trio.sleep_forever()
            finally:
                del self.world.listening[address], self.world.nurseries[address]


def _break(stream, other):
    stream.receive_stream.put_eof()
    other.receive_stream.put_eof()
