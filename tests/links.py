"""Recorded links: what one end heard and said, byte for byte, and a way to put it into that position again.

``python -m tests.links NAME...`` records the cases that are named, or all that are not there yet; what is there stays
as it is. Keys, nonces and clock are the same in every run, and every message is delivered alone.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import trio
import trio.testing

from p2pgames_protocol.transports.transport import ChannelBinding, Pipe
from p2pgames_protocol.wire.codec import pack
from tests.frozen import FOLDER as FROZEN
from tests.frozen import HASHES, hash_line
from tests.link_roles import CASES, ROLES

Result = TypeVar("Result")
FOLDER = FROZEN / "links"
QUIET = 3
"""How often in a row both ends must have nothing to say before time goes on."""
PING = bytes.fromhex("00000006") + pack(("ping",))
"""Breaks no silence: it is sent every few seconds for as long as there is a link."""
LULL = 2.0
"""Seconds that pass then: what is confirmed only while a table rests, is said by now."""


class End:
    """An end of a connection: what its owner says lies here until it is fetched, and it hears what is put in."""

    def __init__(self) -> None:
        self._said = trio.testing.MemorySendStream()
        self._heard = trio.testing.MemoryReceiveStream()
        self._rest = b""
        self._closed = False

    def pipe(self, host: str) -> Pipe:
        """The end as its owner has it."""
        return Pipe(trio.StapledStream(self._said, self._heard), ChannelBinding("memory"), host)

    def hear(self, message: bytes) -> None:
        """Put in a message, or with an empty one the end of all; nothing comes to an end that is closed."""
        with suppress(trio.ClosedResourceError):
            if message:
                self._heard.put_data(message)
            else:
                self._heard.put_eof()

    def said(self) -> list[bytes]:
        """Fetch what was said since the last time; an empty message where the end was closed."""
        return list(self._messages())

    def _messages(self) -> Iterator[bytes]:
        while True:
            try:
                some = bytes(self._said.get_data_nowait())
            except trio.WouldBlock:
                return
            if not some:
                yield from () if self._closed else (b"",)
                self._closed = True
                return
            self._rest += some
            while len(self._rest) >= 4 and len(self._rest) >= (
                size := 4 + int.from_bytes(self._rest[:4], "big")
            ):
                message, self._rest = self._rest[:size], self._rest[size:]
                yield message


class Side:
    """One end with the client that has it, and everything that happened to it."""

    def __init__(self, name: str, folder: Path, nursery: trio.Nursery, clock: trio.testing.MockClock) -> None:
        self.name, self.folder, self.nursery, self.clock = name, folder / name, nursery, clock
        self.end, self.steps, self.peer = End(), [], None
        self._does, self.todo = trio.open_memory_channel(math.inf)
        self._rows = {}

    def entropy(self, size: int) -> bytes:
        """Random bytes, the same in every run; each size has a row of its own, whoever asks first."""
        return self._rows.setdefault(size, Random(f"{self.name} {size}")).randbytes(size)

    async def step(self, **what: Any) -> list[bytes]:
        """Let something happen, wait for what comes of it, and return what was said."""
        match what:
            case {"does": "begin"}:
                self.nursery.start_soon(ROLES[self.name], self)
            case {"does": does}:
                self._does.send_nowait(does)
            case {"hears": heard}:
                self.end.hear(bytes.fromhex(heard))
            case {"waits": seconds}:
                await later(seconds, self.clock)
        await idle()
        return self.note(what)

    def note(self, what: dict[str, Any]) -> list[bytes]:
        """Note what happened, and what was said since."""
        said = self.end.said()
        self.steps.append({**what, "says": [message.hex() for message in said]})
        return said


async def idle() -> None:
    """Wait until all tasks wait for something else than a thread."""
    threads = trio.to_thread.current_default_thread_limiter()
    while True:
        await trio.testing.wait_all_tasks_blocked()
        if threads.borrowed_tokens == 0:
            return


async def later(seconds: float, clock: trio.testing.MockClock) -> None:
    """Let time pass, from one deadline to the next."""
    end = trio.current_time() + seconds
    while (left := end - trio.current_time()) > 1e-9:
        clock.jump(max(1e-9, min(left, trio.lowlevel.current_statistics().seconds_to_next_deadline)))
        await idle()


class Talk:
    """Two sides that are linked to each other."""

    def __init__(self, one: Side, other: Side) -> None:
        self.sides = one, other
        self._unheard: dict[Side, list[bytes]] = {one: [], other: []}

    def _other(self, side: Side) -> Side:
        return self.sides[side is self.sides[0]]

    async def do(self, side: Side, does: str) -> None:
        """Let one side do something, and both talk until they are silent for some time."""
        self._unheard[self._other(side)] += await side.step(does=does)
        quiet = 0
        while quiet < QUIET:
            here = next((one for one in self.sides if self._unheard[one]), None)
            if here is not None:
                message = self._unheard[here].pop(0)
                self._unheard[self._other(here)] += await here.step(hears=message.hex())
                quiet = quiet if message == PING else 0
                continue
            await later(LULL, self.sides[0].clock)
            for one in self.sides:
                self._unheard[self._other(one)] += one.note({"waits": LULL})
            quiet += 1

    async def move(self) -> None:
        """Make the first move there is for whoever is to move."""
        for side in self.sides:
            if side.peer is not None and side.peer.signer is not None and side.peer.signer.my_turn:
                replica = side.peer.replica
                state, seat = replica.position.state, side.peer.signer.seat
                move = replica.rules.moves(state, seat, replica.known)[0]
                await self.do(side, f"move {replica.rules.text(state, seat, move)}")
                return


def record(case: str) -> dict[str, list[dict[str, Any]]]:
    """Return by side what happened in a case."""
    names, script = CASES[case]

    async def main(folder: Path, clock: trio.testing.MockClock) -> dict[str, list[dict[str, Any]]]:
        async with trio.open_nursery() as nursery:
            sides = [Side(name, folder, nursery, clock) for name in names]
            await script(Talk(*sides))
            nursery.cancel_scope.cancel()
        return {side.name: side.steps for side in sides}

    return _run(main)


def replay(name: str, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what happens now when a side is told, and does, what it was and did then."""

    async def main(folder: Path, clock: trio.testing.MockClock) -> list[dict[str, Any]]:
        async with trio.open_nursery() as nursery:
            side = Side(name, folder, nursery, clock)
            for step in steps:
                await side.step(**{key: value for key, value in step.items() if key != "says"})
            nursery.cancel_scope.cancel()
        return side.steps

    return _run(main)


def _run(main: Callable[..., Awaitable[Result]]) -> Result:
    clock = trio.testing.MockClock()
    with tempfile.TemporaryDirectory() as folder:
        return trio.run(main, Path(folder), clock, clock=clock)


def main() -> None:
    """Record what is not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for case in sys.argv[1:] or CASES:
        for name, steps in record(case).items():
            file = FOLDER / f"{case}.{name}.json"
            if not file.exists():
                file.write_text(json.dumps(steps, indent=1) + "\n", encoding="utf-8", newline="\n")
                with HASHES.open("a", encoding="utf-8", newline="\n") as hashes:
                    hashes.write(hash_line(file))
                print(file.name, len(steps), flush=True)


if __name__ == "__main__":
    main()
