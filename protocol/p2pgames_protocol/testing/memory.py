"""A network in memory: transports whose connections a test can cut, refuse and count."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, TypeVarTuple, Unpack

import trio
import trio.testing

from p2pgames.text import Count, Verbatim
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    Handler,
    Pipe,
    PortTaken,
    Transport,
    Unreachable,
)

Stream: TypeAlias = trio.StapledStream[trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream]
Reaches: TypeAlias = Callable[[str, str], bool]
"""Tells of a host that dials and one that listens whether it holds for them."""


@dataclass(frozen=True, slots=True)
class Connection:
    """One connection between two hosts."""

    dialler: str
    listener: str
    near: Stream
    far: Stream

    def cut(self) -> None:
        """Have both ends find that nothing more comes."""
        for stream in (self.near, self.far):
            stream.receive_stream.put_eof()


class World:
    """Who listens where, and all connections that were made; the hosts share no other state."""

    def __init__(self) -> None:
        self.listening: dict[str, Handler] = {}
        """What serves the connections to an address."""
        self.nurseries: dict[str, trio.Nursery] = {}
        """Where they are served: they end together with who listens."""
        self.connections: list[Connection] = []
        """Those that were not cut."""
        self.dialled: list[tuple[str, str]] = []
        """Every host that dialled, and what address, in order."""
        self.hanging: set[str] = set()
        """Addresses that take a connection and never say a word."""
        self.reaches: Reaches = lambda _dialler, _listener: True
        """Tells whether one host can dial another."""

    def cut(self, between: Reaches = lambda _dialler, _listener: True) -> None:
        """Break every connection there is, or those between some hosts."""
        gone = [each for each in self.connections if between(each.dialler, each.listener)]
        self.connections = [each for each in self.connections if each not in gone]
        for connection in gone:
            connection.cut()

    def lay(self, reaches: Reaches) -> None:
        """Let only these hosts dial each other from now on, and break the connections of all others."""
        self.reaches = reaches
        self.cut(lambda dialler, listener: not reaches(dialler, listener))


class Memory(Transport):
    """The access of one host to the world; its addresses are ``memory:HOST:PORT``."""

    name = "memory"

    def __init__(self, world: World, host: str) -> None:
        self.world, self.host = world, host

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to who listens there, or to nobody where the address hangs; raise `Unreachable` otherwise."""
        world = self.world
        world.dialled.append((self.host, address))
        near, far = trio.testing.memory_stream_pair()
        if address in world.hanging:
            return Pipe(near, ChannelBinding("memory"))
        listener = address.split(":")[1]
        if address not in world.listening or not world.reaches(self.host, listener):
            raise Unreachable(sentences.NOBODY_ANSWERS(place=Verbatim(address)))
        world.connections.append(Connection(self.host, listener, near, far))
        handler = world.listening[address]
        world.nurseries[address].start_soon(handler, Pipe(far, ChannelBinding("memory"), self.host))
        return Pipe(near, ChannelBinding("memory"))

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve until cancelled, at the port that ``where`` ends with; raise `PortTaken` as every transport does."""
        port = int(where.rpartition(":")[2]) or 4711
        address = f"memory:{self.host}:{port}"
        world = self.world
        if address in world.listening:
            raise PortTaken(sentences.PORT_IN_USE(port=Count(port), host=Verbatim(self.host)))
        async with trio.open_nursery() as nursery:
            world.listening[address], world.nurseries[address] = handler, nursery
            task_status.started((address,))
            try:
                await trio.sleep_forever()
            finally:
                del world.listening[address], world.nurseries[address]


# A clock that jumps when nothing else happens: time-outs cost no time.

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
