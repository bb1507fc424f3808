"""iroh: QUIC between two keys, wherever they are; through routers by hole punching, else over a relay.

Both ends prove their transport keys to each other, and the bytes are encrypted between them: a relay passes on what
it cannot read. Nothing is published anywhere. The address says where the key was last:
``iroh:PLACE,PLACE#ID``, each place ``HOST:PORT`` or the URL of a relay at which the listener waits.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, cast

import trio

from p2pgames.text import Message, Verbatim, as_it_is
from p2pgames_protocol.transports import messages
from p2pgames_protocol.transports.asyncio_thread import AsyncioThread
from p2pgames_protocol.transports.install import hint
from p2pgames_protocol.transports.iroh_address import IrohAddress, read
from p2pgames_protocol.transports.iroh_stream import IrohStream, faults, named
from p2pgames_protocol.transports.limits import HELLO_TIME
from p2pgames_protocol.transports.tcp import EVERYWHERE
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    DependencyMissing,
    Handler,
    Pipe,
    PortTaken,
    Transport,
    Unreachable,
)
from p2pgames_protocol.wire.address import join_address, split_address
from p2pgames_protocol.wire.identity import Identity

if TYPE_CHECKING:
    import iroh


ALPN: Final = b"p2pgames/1"
ONLINE_TIME: Final = 5.0
"""Seconds to wait for a relay before a table opens without one."""
GOODBYE_TIME: Final = 0.5
"""Seconds for telling everybody at the end; with a dial under way iroh would take longer."""
WAITS: Final = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between attempts at a port: where both ends close at once, QUIC holds it for seconds (RFC 9000, 10.2)."""
LOOK: Final = 5.0
"""Seconds between looks at our own addresses; the library tells changes by callbacks alone."""
MAX_KNOCKING: Final = 64
"""Connections at one time that have opened no stream yet; more are refused."""


class Iroh(Transport):
    """iroh with a key of this identity on this device, or at one table: the same again, so who knows it finds us."""

    name = "iroh"
    has_hosts = False

    def __init__(
        self,
        identity: Identity,
        device: bytes,
        relays: Sequence[str] | None = None,
        *,
        says_goodbye: bool = True,
    ) -> None:
        """Prepare; nothing is opened yet. ``relays`` are URLs; None for those of iroh's makers, empty for none.

        Who ends its links by itself need not say goodbye, which takes a while. Raises `DependencyMissing` if the
        library is not installed.
        """
        if find_spec("iroh") is None:
            raise DependencyMissing(hint(as_it_is("iroh"), "iroh"))
        self._seed = _seed(identity, device)
        self.relays = None if relays is None else tuple(relays)
        self._asyncio = AsyncioThread()
        self._binding = trio.Lock()
        self._endpoint: iroh.Endpoint | None = None
        self._place = ""
        self._says_goodbye, self._stays_open = says_goodbye, False

    def leave_open(self) -> iroh.Endpoint | None:
        """Keep the endpoint: once it is closed, QUIC holds its port for seconds, or longer where all goes slowly."""
        self._stays_open = self._endpoint is not None
        return self._endpoint

    def go_on_with(self, opened: object) -> None:
        """Take over an endpoint that another one left open, if it has our key."""
        endpoint = cast("iroh.Endpoint | None", opened)
        if endpoint is not None and endpoint.id().to_bytes() == Identity(self._seed).key:
            self._endpoint = endpoint

    def prepare(self, where: str) -> None:
        """Note the place: the first to need the endpoint opens it there, be it to dial."""
        split_address(where)
        self._place = where

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run iroh in its own thread until cancelled, then say goodbye to everybody, unless it is left open."""
        # It is large: nothing else waits for it.
        await trio.to_thread.run_sync(import_module, "iroh")
        async with self._asyncio.running():
            task_status.started()
            try:
                await trio.sleep_forever()
            finally:
                endpoint = self._endpoint
                if not self._stays_open:
                    self._endpoint = None
                if endpoint is not None and self._says_goodbye and not self._stays_open:
                    with trio.move_on_after(GOODBYE_TIME, shield=True):
                        await self._asyncio.do(endpoint.close)

    async def _open(self) -> iroh.Endpoint:
        """Return our endpoint, opened at its place when it is first needed; raise `PortTaken` if that fails."""
        import iroh

        async with self._binding:
            if self._endpoint is None:
                options = iroh.EndpointOptions(
                    preset=iroh.preset_minimal(),
                    bind_addr=_bound(self._place) if self._place else None,
                    secret_key=self._seed,
                    alpns=[ALPN],
                    relay_mode=self._mode(),
                )
                self._endpoint = await self._bind(options)
            return self._endpoint

    async def _bind(self, options: iroh.EndpointOptions) -> iroh.Endpoint:
        """Return an endpoint; a port that an earlier one of this process has not freed yet is waited for."""
        import iroh

        for wait in (*WAITS, None):
            try:
                return await self._asyncio.do(lambda: iroh.Endpoint.bind(options))
            except faults():
                if wait is None:
                    break
                # What is left of it waits in cycles for Python to look, and holds the port until then.
                gc.collect()
                await trio.sleep(wait)
        place = as_it_is(options.bind_addr) if options.bind_addr else messages.ANY_PORT
        raise PortTaken(messages.CANNOT_LISTEN_IROH(place=place))

    def _mode(self) -> iroh.RelayMode:
        import iroh

        if self.relays is None:
            return iroh.RelayMode.default_mode()
        return (
            iroh.RelayMode.custom_from_urls(list(self.relays)) if self.relays else iroh.RelayMode.disabled()
        )

    async def home_relay(self) -> str:
        """Wait until a relay answers us, and return its URL."""
        endpoint = await self._open()
        await self._asyncio.do(endpoint.online)
        return endpoint.addr().relay_url() or ""

    # -- dialling --

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the holder of the key; raise `Unreachable` if it is not there."""
        import iroh

        try:
            there = read(address)
            remote = iroh.EndpointId.from_bytes(there.id)
        except (ValueError, iroh.IrohError, iroh.InternalError):
            raise Unreachable(messages.IROH_ADDRESS) from None
        relay = there.relay if self.relays != () else ""
        where = iroh.EndpointAddr(remote, relay or None, list(there.hosts))
        try:
            endpoint = await self._open()
            connection = await self._asyncio.do(lambda: endpoint.connect(where, ALPN))
            both = await self._asyncio.do(connection.open_bi)
        except (iroh.IrohError, iroh.InternalError, trio.ClosedResourceError):
            raise Unreachable(
                messages.NOBODY_BY_IROH(place=Verbatim(there.text().partition("#")[0]))
            ) from None
        channel = ChannelBinding(self.name, there.id, endpoint.id().to_bytes())
        return _pipe(self._asyncio, connection, both, channel)

    # -- listening --

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve as `Transport.listen` says; it answers while it waits, `ONLINE_TIME` seconds at most, for a relay."""
        self.prepare(where)
        endpoint = await self._open()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._accept, endpoint, handler)
            if self.relays != ():
                with trio.move_on_after(ONLINE_TIME):
                    await self._asyncio.do(endpoint.online)
            task_status.started((self._where(endpoint).text(),))

    async def _accept(self, endpoint: iroh.Endpoint, handler: Handler) -> None:
        knocking = trio.CapacityLimiter(MAX_KNOCKING)
        async with trio.open_nursery() as nursery:
            while (incoming := await self._asyncio.do(endpoint.accept_next)) is not None:
                if knocking.available_tokens:
                    nursery.start_soon(self._answer, endpoint, incoming, handler, knocking)

    def _where(self, endpoint: iroh.Endpoint) -> IrohAddress:
        found = endpoint.addr()
        return IrohAddress(endpoint.id().to_bytes(), tuple(found.direct_addresses()), found.relay_url() or "")

    async def _answer(
        self,
        endpoint: iroh.Endpoint,
        incoming: iroh.Incoming,
        handler: Handler,
        knocking: trio.CapacityLimiter,
    ) -> None:
        """Serve one connection, once its other end has opened a stream."""

        pipe = None
        async with knocking:
            with trio.move_on_after(HELLO_TIME), suppress(*faults(), trio.ClosedResourceError):
                accepting = await self._asyncio.do(incoming.accept)
                connection = await self._asyncio.do(accepting.connect)
                both = await self._asyncio.do(connection.accept_bi)
                channel = ChannelBinding(
                    self.name, endpoint.id().to_bytes(), connection.remote_id().to_bytes()
                )
                pipe = _pipe(self._asyncio, connection, both, channel)
        if pipe is not None:
            await handler(pipe)

    async def moved(self, where: str, addresses: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Wait as `Transport.moved` says: for other hosts, and for another relay."""
        endpoint = await self._open()
        while True:
            await trio.sleep(LOOK)
            now = (self._where(endpoint).text(),)
            if now != tuple(addresses):
                return now

    def place(self, where: str, addresses: Sequence[str]) -> str:  # noqa: ARG002
        """Return the place with the port that was found."""
        sockets = self._endpoint.bound_sockets() if self._endpoint is not None else []
        ports = [split_address(one)[1] for one in sockets if not one.startswith("[")]
        return join_address(split_address(where)[0], ports[0] if ports else 0)

    def about(self) -> Message | None:
        """Return whose relays learn what."""
        if self.relays == ():
            return messages.NO_RELAY
        if self.relays is None:
            return messages.RELAYS_OF(whose=messages.ITS_MAKERS)
        return messages.RELAYS_OF(whose=as_it_is(", ".join(map(named, self.relays))))


def _seed(identity: Identity, device: bytes) -> bytes:
    return identity.derive("iroh key", device)


def id_of(identity: Identity, device: bytes) -> bytes:
    """Return the id by which iroh dials this identity on this device."""
    return Identity(_seed(identity, device)).key


def known_relays(relays: Sequence[str] | None) -> tuple[str, ...]:
    """Return the URLs of these relays; of those of iroh's makers for None. It loads the library, which is large."""
    import iroh

    return tuple(iroh.RelayMode.default_mode().relay_map().urls()) if relays is None else tuple(relays)


def _bound(where: str) -> str:
    """Return a place as iroh takes it."""
    host, port = split_address(where)
    return join_address("0.0.0.0" if host in EVERYWHERE else host, port)  # noqa: S104  # the player asks for it


def _pipe(
    thread: AsyncioThread, connection: iroh.Connection, both: iroh.BiStream, channel: ChannelBinding
) -> Pipe:
    stream = IrohStream(thread, connection, both)
    return Pipe(stream, channel, stream.host(), stream.relay)
