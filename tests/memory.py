"""A network in memory: carriers whose connections a test can cut, refuse and count; with a clock that jumps."""

from __future__ import annotations

import trio
import trio.testing

from p2pgames_protocol.carrier import Channel, NoContact, Pipe, PortTaken


def clocked(function, *args, threshold=0.05):
    """Run with a clock that jumps when nothing else happens: time-outs cost no time."""
    return trio.run(function, *args, clock=trio.testing.MockClock(autojump_threshold=threshold))


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

    def cut(self):
        """Break every connection there is."""
        for near, far in self.pairs:
            near.close_hook()
            far.close_hook()
        self.pairs.clear()


class Memory:
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
        if address not in world.listening:
            raise NoContact(f"Nobody answers at {address}.")
        for stream, other in ((near, far), (far, near)):
            stream.close_hook = lambda stream=stream, other=other: _break(stream, other)
        world.pairs.append((near, far))
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
