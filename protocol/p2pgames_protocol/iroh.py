"""iroh: QUIC between two keys, wherever they are; through routers by hole punching, else over a relay.

Both ends prove their transport keys to each other, and the bytes are encrypted between them: a relay passes on what
it cannot read. Nothing is published anywhere. The address says where the key was last:
``iroh:PLACE,PLACE#ID``, each place ``HOST:PORT`` or the URL of a relay at which the listener waits.
"""

from __future__ import annotations

import gc
from base64 import b32decode, b32encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import trio

from p2pgames_protocol.address import MAX_ADDRESS, join_address, split_address
from p2pgames_protocol.aside import Aside, Job
from p2pgames_protocol.carrier import Carrier, Channel, Handler, Missing, NoContact, Pipe, PortTaken
from p2pgames_protocol.identity import KEY_SIZE, Identity
from p2pgames_protocol.install import hint
from p2pgames_protocol.link import HELLO_TIME
from p2pgames_protocol.tcp import EVERYWHERE

if TYPE_CHECKING:
    import iroh

ALPN: Final = b"p2pgames/0"
CHUNK: Final = 16 * 1024
ONLINE_TIME: Final = 5.0
"""Seconds to wait for a relay before a table opens without one."""
CLOSE_TIME: Final = 2.0
"""Seconds for the last bytes on a link to be acknowledged."""
GOODBYE_TIME: Final = 0.5
"""Seconds for telling everybody at the end; with a dial under way iroh would take longer."""
WAITS: Final = (0.1, 0.2, 0.4)
"""Seconds between attempts at a port."""
LOOK: Final = 5.0
"""Seconds between looks at our own addresses; the library tells changes by callbacks alone."""
MAX_PLACES: Final = 8
MAX_KNOCKING: Final = 64
"""Connections at one time that have opened no stream yet; more are refused."""
NO_RELAY: Final = "none"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What an address says."""

    id: bytes
    hosts: tuple[str, ...]
    relay: str = ""

    def text(self) -> str:
        """Return the address, without the last hosts where it would be too long."""
        places = [*([self.relay] if self.relay else []), *self.hosts][:MAX_PLACES]
        while len(text := f"iroh:{','.join(places)}#{_written(self.id)}") > MAX_ADDRESS:
            places.pop()
        return text


def read(address: str) -> Whereabouts:
    """Return what an address says; raise ValueError if it is none."""
    places, _, mark = address.removeprefix("iroh:").partition("#")
    key = b32decode(mark + "=" * (-len(mark) % 8))
    if len(key) != KEY_SIZE or _written(key) != mark:
        raise ValueError("The id of an iroh address is 32 bytes in base32.")
    several = [place for place in places.split(",") if place]
    relays = [place for place in several if "://" in place]
    hosts = tuple(_host(place) for place in several if "://" not in place)
    if len(several) > MAX_PLACES or len(relays) > 1 or not several:
        raise ValueError(f"An iroh address has 1 to {MAX_PLACES} places, at most one of them a relay.")
    return Whereabouts(key, hosts, check_relay(relays[0]) if relays else "")


def check_relay(url: str) -> str:
    """Return the URL of a relay; raise ValueError if it is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or parts.query:
        raise ValueError(f"A relay is https://HOST, not {url!r}.")
    return url


def relays_in(relays: Sequence[str]) -> tuple[str, ...] | None:
    """Return the relays that were named, none for `NO_RELAY`, None where nothing was; raise ValueError for others."""
    if NO_RELAY in relays:
        if len(relays) > 1:
            raise ValueError("Give either --relay none or relays, not both.")
        return ()
    return tuple(check_relay(url) for url in relays) or None


def _host(place: str) -> str:
    host, port = split_address(place)
    if not port:
        raise ValueError("Port 0 is no place.")
    return join_address(str(ip_address(host)), port)


def _written(key: bytes) -> str:
    return b32encode(key).decode("ascii").rstrip("=")


class Iroh(Carrier):
    """iroh with a key of this identity on this device: always the same, so who knows it finds us again."""

    name = "iroh"
    has_hosts = False

    def __init__(self, identity: Identity, device: bytes, relays: Sequence[str] | None = None) -> None:
        """Prepare; nothing is opened yet. ``relays`` are URLs; None for those of iroh's makers, empty for none.

        Raises `Missing` where the library is not installed.
        """
        if find_spec("iroh") is None:
            raise Missing(hint("iroh", "iroh"))
        self._seed = identity.derive("iroh key", device)
        self.relays = None if relays is None else tuple(relays)
        self._aside = Aside()
        self._binding = trio.Lock()
        self._endpoint: iroh.Endpoint | None = None

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run iroh in its own thread until cancelled, then say goodbye to everybody."""
        # It is large: nothing else waits for it.
        await trio.to_thread.run_sync(import_module, "iroh")
        async with self._aside.running():
            task_status.started()
            try:
                await trio.sleep_forever()
            finally:
                endpoint, self._endpoint = self._endpoint, None
                if endpoint is not None:
                    with trio.move_on_after(GOODBYE_TIME, shield=True):
                        await self._aside.do(endpoint.close)

    async def _open(self, where: str = "") -> iroh.Endpoint:
        """Return our endpoint, opened at a place when it is first needed; raise `PortTaken` if that cannot be."""
        import iroh

        async with self._binding:
            if self._endpoint is None:
                options = iroh.EndpointOptions(
                    preset=iroh.preset_minimal(),
                    bind_addr=_bound(where) if where else None,
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
                return await self._aside.do(lambda: iroh.Endpoint.bind(options))
            except faults():
                if wait is None:
                    break
                # What is left of it waits in cycles for Python to look, and holds the port until then.
                gc.collect()
                await trio.sleep(wait)
        raise PortTaken(
            f"iroh cannot listen at {options.bind_addr or 'any port'}."
            " Choose another port with --listen iroh:HOST:PORT."
        )

    def _mode(self) -> iroh.RelayMode:
        import iroh

        if self.relays is None:
            return iroh.RelayMode.default_mode()
        return (
            iroh.RelayMode.custom_from_urls(list(self.relays)) if self.relays else iroh.RelayMode.disabled()
        )

    # -- dialling --

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the holder of the key; raise `NoContact` if it is not there."""
        import iroh

        try:
            there = read(address)
            remote = iroh.EndpointId.from_bytes(there.id)
        except (ValueError, iroh.IrohError, iroh.InternalError):
            raise NoContact("An address of iroh is damaged. Ask for a new invite.") from None
        relay = there.relay if self.relays != () else ""
        endpoint = await self._open()
        where = iroh.EndpointAddr(remote, relay or None, list(there.hosts))
        try:
            connection = await self._aside.do(lambda: endpoint.connect(where, ALPN))
            both = await self._aside.do(connection.open_bi)
        except (iroh.IrohError, iroh.InternalError, trio.ClosedResourceError):
            raise NoContact(
                f"Nobody answers by iroh at {there.text().partition('#')[0]}. Is the other player's client running?"
            ) from None
        channel = Channel(self.name, there.id, endpoint.id().to_bytes())
        return _pipe(self._aside, connection, both, channel)

    # -- listening --

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve as `Carrier.listen` says; it waits `ONLINE_TIME` seconds at most for a relay."""
        split_address(where)
        endpoint = await self._open(where)
        if self.relays != ():
            with trio.move_on_after(ONLINE_TIME):
                await self._aside.do(endpoint.online)
        task_status.started((self._where(endpoint).text(),))
        knocking = trio.CapacityLimiter(MAX_KNOCKING)
        async with trio.open_nursery() as nursery:
            while (incoming := await self._aside.do(endpoint.accept_next)) is not None:
                if knocking.available_tokens:
                    nursery.start_soon(self._answer, endpoint, incoming, handler, knocking)

    def _where(self, endpoint: iroh.Endpoint) -> Whereabouts:
        found = endpoint.addr()
        return Whereabouts(endpoint.id().to_bytes(), tuple(found.direct_addresses()), found.relay_url() or "")

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
                accepting = await self._aside.do(incoming.accept)
                connection = await self._aside.do(accepting.connect)
                both = await self._aside.do(connection.accept_bi)
                channel = Channel(self.name, endpoint.id().to_bytes(), connection.remote_id().to_bytes())
                pipe = _pipe(self._aside, connection, both, channel)
        if pipe is not None:
            await handler(pipe)

    async def moved(self, where: str, addresses: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Wait as `Carrier.moved` says: for other hosts, and for another relay."""
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

    def about(self) -> str:
        """Return whose relays learn what."""
        if self.relays == ():
            return "iroh: without a relay."
        whose = "iroh's makers (n0)" if self.relays is None else ", ".join(map(named, self.relays))
        return (
            f"iroh: with the relays of {whose}. They learn your address, with whom you are linked, when,"
            " and how much you send; not what."
        )


def faults() -> tuple[type[Exception], ...]:
    """Return what the library raises: its own error, and the one for a panic within it."""
    import iroh

    return iroh.IrohError, iroh.InternalError


def named(url: str) -> str:
    """Return the host of a relay's URL, as people are told."""
    return (urlsplit(url).hostname or url).rstrip(".")


def _bound(where: str) -> str:
    """Return a place as iroh takes it."""
    host, port = split_address(where)
    return join_address("0.0.0.0" if host in EVERYWHERE else host, port)  # noqa: S104  # the player asks for it


def _pipe(aside: Aside, connection: iroh.Connection, both: iroh.BiStream, channel: Channel) -> Pipe:
    stream = IrohStream(aside, connection, both)
    return Pipe(stream, channel, stream.host(), stream.relay)


class IrohStream(trio.abc.Stream):
    """The one stream of a connection."""

    def __init__(self, aside: Aside, connection: iroh.Connection, both: iroh.BiStream) -> None:
        self._aside = aside
        self._connection = connection
        self._out, self._in = both.send(), both.recv()
        self._reading: Job[bytes] | None = None
        """A read that is under way: if nobody waits for it any more its bytes are for the next who does."""
        self._left = b""
        self._closed = False

    def relay(self) -> str:
        """Return the host of the relay that passes the bytes on now; empty where none does."""
        paths = [] if self._closed else self._connection.paths()
        return next((named(path.remote_addr) for path in paths if path.is_selected and path.is_relay), "")

    def host(self) -> str:
        """Return the other end's host; empty where a relay is between."""
        paths = [path for path in self._connection.paths() if path.is_selected and path.is_ip]
        with suppress(ValueError):
            return split_address(paths[0].remote_addr)[0] if paths else ""
        return ""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send everything, as trio says."""

        try:
            await self._aside.do(lambda: self._out.write_all(bytes(data)))
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
            self._reading = self._reading or self._aside.begin(lambda: self._in.read(CHUNK))
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
                await self._aside.do(self._out.finish)
                await self._aside.do(self._out.stopped)
        finally:
            self._connection.close(0, b"")
