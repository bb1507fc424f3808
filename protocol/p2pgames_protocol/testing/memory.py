"""A network and disks in memory: a test can cut, refuse and count connections, and let a disk die."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
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


# Files as a computer that dies leaves them.


class Killed(BaseException):
    """The process is gone; no handler of errors is to catch it."""


class FaultyDisk:
    """A `Disk` in memory that dies at the operation ``fatal``, counted from 0; with None it lives.

    Every operation after that raises `Killed` too, until `survive`.
    """

    def __init__(self, fatal: int | None = None, seed: int = 0) -> None:
        self.synced: dict[Path, bytes] = {}
        """What is safe."""
        self.written: dict[Path, bytes] = {}
        """What a running process reads."""
        self.left = fatal
        """How many operations are left before it dies."""
        self.dead = False
        self.random = Random(seed)
        self.operations = 0
        """How many there were."""

    def _operation(self) -> None:
        self.operations += 1
        if self.dead:
            raise Killed
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.dead = True
                raise Killed

    def survive(self) -> None:
        """Leave what a new process finds: all that was synced, and any part of the rest."""
        for path, data in self.written.items():
            kept = len(self.synced.get(path, b""))
            if path in self.synced:
                self.written[path] = data[: self.random.randint(min(kept, len(data)), len(data))]
        self.written = {path: data for path, data in self.written.items() if path in self.synced}
        self.dead, self.left = False, None

    def read(self, path: Path) -> bytes:
        """Return the whole file; raise FileNotFoundError where there is none."""
        if path not in self.written:
            raise FileNotFoundError(path)
        return self.written[path]

    def create(self, path: Path, data: bytes) -> None:
        """Write a new file, and sync it."""
        self._operation()
        self.written[path] = data
        self.synced[path] = data

    def append(self, path: Path, data: bytes) -> None:
        """Add to the end of a file, in two operations: a dying process may leave half of it."""
        half = len(data) // 2
        self._operation()
        self.written[path] += data[:half]
        self._operation()
        self.written[path] += data[half:]

    def sync(self, path: Path) -> None:
        """Make safe what was written to a file; it may die before or after that."""
        self._operation()
        self.synced[path] = self.written[path]
        self._operation()

    def rename(self, path: Path, to: Path) -> None:
        """Give a file another name; it may die before or after that."""
        self._operation()
        self.written[to] = self.written.pop(path)
        self.synced[to] = self.synced.pop(path)
        self._operation()

    def sync_folder(self, folder: Path) -> None:  # noqa: ARG002
        """Do nothing but die, where it is time."""
        self._operation()

    def truncate(self, path: Path, size: int) -> None:
        """Cut the file to this size, and sync it."""
        self._operation()
        self.written[path] = self.synced[path] = self.written[path][:size]
