"""A stream of iroh as a trio stream, with its errors as ours."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import trio

from p2pgames_protocol.transports.asyncio_thread import AsyncioThread, Job
from p2pgames_protocol.wire.address import split_address

if TYPE_CHECKING:
    import iroh


CHUNK: Final = 16 * 1024
CLOSE_TIME: Final = 2.0
"""Seconds for the last bytes on a link to be acknowledged."""


def faults() -> tuple[type[Exception], ...]:
    """Return what the library raises: its own error, and the one for a panic within it."""
    import iroh

    return iroh.IrohError, iroh.InternalError


def named(url: str) -> str:
    """Return the host of a relay's URL, as people are told."""
    return (urlsplit(url).hostname or url).rstrip(".")


class IrohStream(trio.abc.Stream):
    """The one stream of a connection."""

    def __init__(self, thread: AsyncioThread, connection: iroh.Connection, both: iroh.BiStream) -> None:
        self._asyncio = thread
        self._connection = connection
        self._out, self._in = both.send(), both.recv()
        self._reading: Job[bytes] | None = None
        """A read that is under way: if nobody waits for it any more its bytes are for the next who does."""
        self._left = b""
        self._closed = False

    def relay(self) -> str:
        """Return the host of the relay that passes the bytes on now; empty if none does."""
        paths = [] if self._closed else self._connection.paths()
        return next((named(path.remote_addr) for path in paths if path.is_selected and path.is_relay), "")

    def host(self) -> str:
        """Return the other end's host; empty if a relay is between."""
        paths = [path for path in self._connection.paths() if path.is_selected and path.is_ip]
        with suppress(ValueError):
            return split_address(paths[0].remote_addr)[0] if paths else ""
        return ""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send everything, as trio says."""

        try:
            await self._asyncio.do(lambda: self._out.write_all(bytes(data)))
        except faults():
            raise trio.BrokenResourceError from None

    async def wait_send_all_might_not_block(self) -> None:
        """Return at once: how much QUIC would take is not known."""
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return some bytes, none at the end; nothing is lost if this is cancelled."""

        if self._closed:
            raise trio.ClosedResourceError
        if not self._left:
            self._reading = self._reading or self._asyncio.begin(lambda: self._in.read(CHUNK))
            try:
                self._left = await self._reading.result()
            except faults():
                raise trio.BrokenResourceError from None
            self._reading = None
        some = self._left[: max_bytes or CHUNK]
        self._left = self._left[len(some) :]
        return some

    async def aclose(self) -> None:
        """Close the connection after what was sent has arrived; at once if this is cancelled."""

        if self._closed:
            return
        self._closed = True
        if self._reading is not None:
            self._reading.cancel()
        try:
            with trio.move_on_after(CLOSE_TIME), suppress(*faults(), trio.ClosedResourceError):
                await self._asyncio.do(self._out.finish)
                await self._asyncio.do(self._out.stopped)
        finally:
            self._connection.close(0, b"")
