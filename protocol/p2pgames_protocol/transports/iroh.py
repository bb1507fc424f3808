"""iroh: QUIC between two keys, wherever they are; through routers by hole punching, else over a relay.

Both ends prove their transport keys to each other, and the bytes are encrypted between them: a relay passes on what
it cannot read. Nothing is published anywhere. The address says where the key was last:
``iroh:PLACE,PLACE#ID``, each place ``HOST:PORT`` or the URL of a relay at which the listener waits.
"""

from __future__ import annotations

import asyncio
import gc
from base64 import b32decode, b32encode
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from threading import Thread
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast
from urllib.parse import urlsplit

import trio

from p2pgames.text import BadValue, Message, Typed, Verbatim, as_it_is
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.tcp import EVERYWHERE, resolved
from p2pgames_protocol.transports.transport import (
    HELLO_TIME,
    ChannelBinding,
    DependencyMissing,
    Handler,
    May,
    Pipe,
    PortTaken,
    Transport,
    Unreachable,
    hint,
)
from p2pgames_protocol.wire.address import MAX_ADDRESS, join_address, relay_place, split_address
from p2pgames_protocol.wire.identity import KEY_SIZE, Identity

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


# Addresses of iroh, and the relays they name.

MAX_PLACES: Final = 8
"""A relay and seven hosts (LINK 14.7); a computer tells fewer."""
NO_RELAY: Final = "none"


@dataclass(frozen=True, slots=True)
class IrohAddress:
    """An address taken apart: the endpoint id, the relay, and hosts."""

    id: bytes
    hosts: tuple[str, ...]
    relay: str = ""

    def text(self) -> str:
        """Return the address, without the last hosts where it would be too long."""
        places = [*([self.relay] if self.relay else []), *self.hosts][:MAX_PLACES]
        while len(text := f"iroh:{','.join(places)}#{_written(self.id)}") > MAX_ADDRESS:
            places.pop()
        return text


def read_iroh(address: str) -> IrohAddress:
    """Return what an address says; raise ValueError if it is not one."""
    places, _, mark = address.removeprefix("iroh:").partition("#")
    key = b32decode(mark + "=" * (-len(mark) % 8))
    if len(key) != KEY_SIZE or _written(key) != mark:
        raise ValueError("The id of an iroh address is 32 bytes in base32.")
    several = [place for place in places.split(",") if place]
    relays = [place for place in several if "://" in place]
    hosts = tuple(_host(place) for place in several if "://" not in place)
    if len(several) > MAX_PLACES or len(relays) > 1 or not several:
        raise ValueError(f"An iroh address has 1 to {MAX_PLACES} places, at most one of them a relay.")
    return IrohAddress(key, hosts, check_relay(relays[0]) if relays else "")


def check_relay(url: str) -> str:
    """Return the URL of a relay; raise ValueError if it is not one."""
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or parts.query:
        raise BadValue(sentences.NOT_A_RELAY(url=Typed(url)))
    return url


def relays_in(relays: Sequence[str]) -> tuple[str, ...] | None:
    """Return the relays that were named, none for `NO_RELAY`, None if nothing was; raise ValueError for others."""
    if NO_RELAY in relays:
        if len(relays) > 1:
            raise BadValue(sentences.RELAY_NONE)
        return ()
    return tuple(check_relay(url) for url in relays) or None


def _host(place: str) -> str:
    host, port = split_address(place)
    if not port:
        raise ValueError("Port 0 is no place.")
    return join_address(str(ip_address(host)), port)


def _written(key: bytes) -> str:
    return b32encode(key).decode("ascii").rstrip("=")


# A stream of iroh as a trio stream, with its errors as ours.

if TYPE_CHECKING:
    import iroh


CHUNK: Final = 16 * 1024
"""Bytes read at once, as those of a link."""
CLOSE_TIME: Final = 2.0
"""Seconds for the last bytes on a link to be acknowledged."""


def faults() -> tuple[type[Exception], ...]:
    """Return what the library raises: its own error, and the one for a panic within it."""
    import iroh

    return iroh.IrohError, iroh.InternalError


def named(url: str) -> str:
    """Return the host of a relay's URL, as people are told."""
    return (urlsplit(url).hostname or url).rstrip(".")


# An asyncio loop in a thread of its own, for libraries that know no other; trio asks it, and is never blocked.

T = TypeVar("T")
END_TIME: Final = 5.0
"""Seconds for the jobs to end when the loop does; one that does not is left behind in its thread."""


class AsyncioJob(Generic[T]):
    """A call under way in the thread of asyncio, whose result trio can wait for."""

    def __init__(self, future: Future[T]) -> None:
        self._future = future
        self._done = trio.Event()
        token = trio.lowlevel.current_trio_token()

        def tell(_: Future[T]) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(self._done.set)

        future.add_done_callback(tell)

    async def result(self) -> T:
        """Wait for the result, or raise what the job raised; if this is cancelled the job goes on.

        Raises `trio.ClosedResourceError` where the loop has ended before.
        """
        await self._done.wait()
        try:
            return self._future.result()
        except CancelledError:
            raise trio.ClosedResourceError from None

    def cancel(self) -> None:
        """Give the job up, if it is not done."""
        self._future.cancel()


class AsyncioThread:
    """The loop of asyncio in a thread of its own, as iroh needs one. It takes jobs while it is `running`."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the loop while the body does; jobs that are not done then are cancelled."""
        loop = asyncio.new_event_loop()
        thread = Thread(target=_run, args=(loop,), name="asyncio", daemon=True)
        thread.start()
        self._loop = loop
        try:
            yield
        finally:
            self._loop = None
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(_end, loop, thread)

    def submit(self, call: Callable[[], Awaitable[T]]) -> AsyncioJob[T]:
        """Give the loop something to do; raise `trio.ClosedResourceError` where it does not run."""
        if self._loop is None:
            raise trio.ClosedResourceError
        return AsyncioJob(asyncio.run_coroutine_threadsafe(_awaited(call), self._loop))

    async def do(self, call: Callable[[], Awaitable[T]]) -> T:
        """Let the loop do something and return its result; if this is cancelled, so is the job."""
        # Whoever is cancelled together with the loop shall end by that, and not find the loop gone.
        await trio.lowlevel.checkpoint_if_cancelled()
        job = self.submit(call)
        try:
            return await job.result()
        except trio.Cancelled:
            job.cancel()
            raise


async def _awaited(call: Callable[[], Awaitable[T]]) -> T:
    return await call()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.run_until_complete(_cancel_all())
    loop.close()


def _end(loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    thread.join(2 * END_TIME)


async def _cancel_all() -> None:
    own = asyncio.current_task()
    rest = [task for task in asyncio.all_tasks() if task is not own]
    for task in rest:
        task.cancel()
    if rest:
        await asyncio.wait(rest, timeout=END_TIME)


class IrohStream(trio.abc.Stream):
    """The one stream of a connection."""

    def __init__(self, thread: AsyncioThread, connection: iroh.Connection, both: iroh.BiStream) -> None:
        self._asyncio = thread
        self._connection = connection
        self._out, self._in = both.send(), both.recv()
        self._reading: AsyncioJob[bytes] | None = None
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
            self._reading = self._reading or self._asyncio.submit(lambda: self._in.read(CHUNK))
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
                relays = iroh.RelayMode.disabled()
                if self.relays is None:
                    relays = iroh.RelayMode.default_mode()
                elif self.relays:
                    relays = iroh.RelayMode.custom_from_urls(list(self.relays))
                options = iroh.EndpointOptions(
                    preset=iroh.preset_minimal(),
                    bind_addr=_bound(self._place) if self._place else None,
                    secret_key=self._seed,
                    alpns=[ALPN],
                    relay_mode=relays,
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
        place = as_it_is(options.bind_addr) if options.bind_addr else sentences.ANY_PORT
        raise PortTaken(sentences.CANNOT_LISTEN_IROH(place=place))

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
            there = read_iroh(address)
            remote = iroh.EndpointId.from_bytes(there.id)
        except (ValueError, iroh.IrohError, iroh.InternalError):
            raise Unreachable(sentences.IROH_ADDRESS) from None
        relay = there.relay if self.relays != () else ""
        where = iroh.EndpointAddr(remote, relay or None, list(there.hosts))
        try:
            endpoint = await self._open()
            connection = await self._asyncio.do(lambda: endpoint.connect(where, ALPN))
            both = await self._asyncio.do(connection.open_bi)
        except (iroh.IrohError, iroh.InternalError, trio.ClosedResourceError):
            raise Unreachable(
                sentences.NOBODY_BY_IROH(place=Verbatim(there.text().partition("#")[0]))
            ) from None
        channel = ChannelBinding(self.name, there.id, endpoint.id().to_bytes())
        return _pipe(self._asyncio, connection, both, channel)

    async def permitted(self, address: str, may: May) -> tuple[str, ...]:
        """Return what `Transport.permitted` says; our own player's relays may be dialled.

        The library looks a relay up again by its name, which is beyond this.
        """
        try:
            there = read_iroh(address)
        except ValueError:
            return ()
        hosts = tuple(one for one in there.hosts if may(*split_address(one)))
        relay = there.relay
        if relay and relay not in (self.relays or ()):
            host, port = relay_place(relay)
            found = await resolved(host)
            relay = relay if found and all(may(one, port) for one in found) else ""
        return (replace(there, hosts=hosts, relay=relay).text(),) if hosts or relay else ()

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
            return sentences.NO_RELAY
        if self.relays is None:
            return sentences.RELAYS_OF(whose=sentences.ITS_MAKERS)
        return sentences.RELAYS_OF(whose=as_it_is(", ".join(map(named, self.relays))))


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
