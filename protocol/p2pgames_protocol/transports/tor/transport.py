"""Tor: every player is an onion service (rend-spec-v3), so nobody learns where anybody is, and no router needs a rule.

The program ``tor`` runs beside the client. We speak its control protocol and reach others by its SOCKS port. The
address is ``tor:NAME.onion:PORT``.
"""

from __future__ import annotations

from base64 import b32decode, b32encode, b64encode
from collections.abc import Sequence
from hashlib import sha3_256, sha512
from pathlib import Path
from typing import Final

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgames.text import Message, Verbatim, as_it_is
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.tcp import connect, serve
from p2pgames_protocol.transports.tor.process import Tor
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    Handler,
    Pipe,
    Transport,
    TransportStatus,
    Unreachable,
)
from p2pgames_protocol.wire.address import LOOPBACK, split_address
from p2pgames_protocol.wire.identity import Identity

PORT: Final = 9
"""Of the onion service; it is nowhere open but there."""
DIAL_TIME: Final = 60.0
"""Seconds for one address: a descriptor and six hops may take long."""
ONION: Final = ".onion"


def onion_name(public: bytes) -> str:
    """Return the name of the onion service with this Ed25519 key (rend-spec-v3, 6)."""
    check = sha3_256(b".onion checksum" + public + b"\x03").digest()[:2]
    return b32encode(public + check + b"\x03").decode("ascii").lower() + ONION


def read(address: str) -> tuple[str, int, bytes]:
    """Return name, port and key of an address; raise ValueError if it is not one."""
    name, port = split_address(address.removeprefix("tor:"))
    key = b32decode(name.removesuffix(ONION).upper())[:32]
    if len(key) != 32 or not port or onion_name(key) != name:
        raise ValueError("An address of Tor is NAME.onion:PORT.")
    return name, port, key


def expanded(seed: bytes) -> bytes:
    """Return the 64 bytes that Tor takes for the Ed25519 key of a seed (RFC 8032, 5.1.5)."""
    half = bytearray(sha512(seed).digest())
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    return bytes(half)


# SOCKS 5 (RFC 1928), the client's half: a proxy connects us to a name that we never look up ourselves.


async def ask_socks(stream: trio.SocketStream, host: str, port: int) -> None:
    """Let the proxy connect the stream to a host (RFC 1928, without authentication); raise `Unreachable` if not."""
    name = host.encode("ascii")
    try:
        await stream.send_all(b"\x05\x01\x00")
        if await _exactly(stream, 2) != b"\x05\x00":
            raise Unreachable(sentences.NOT_SOCKS)
        await stream.send_all(b"\x05\x01\x00\x03" + bytes([len(name)]) + name + port.to_bytes(2, "big"))
        version, code, _, kind = await _exactly(stream, 4)
        rest = {1: 4, 4: 16}.get(kind) or (await _exactly(stream, 1))[0]
        await _exactly(stream, rest + 2)
    except (trio.BrokenResourceError, EOFError):
        raise Unreachable(sentences.TOR_CLOSED) from None
    if version != 5 or code:
        raise Unreachable(sentences.NOBODY_BY_TOR(host=Verbatim(host[:16])))


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    got = b""
    while len(got) < size:
        some = await stream.receive_some(size - len(got))
        if not some:
            raise EOFError
        got += some
    return got


class Onion(Transport):
    """Tor with a service of this identity on this device: always the same, so addresses stay good."""

    name = "tor"
    dial_time = DIAL_TIME
    has_hosts = False

    def __init__(
        self, identity: Identity, device: bytes, folder: Path, program: str = "tor", settings: str = ""
    ) -> None:
        """Prepare; nothing is started yet. For ``folder``, ``settings`` and what is raised see `Tor`."""
        self.tor = Tor(folder, program, settings)
        self._seed = identity.derive("onion key", device)
        self.key = Ed25519PrivateKey.from_private_bytes(self._seed).public_key().public_bytes_raw()

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run Tor as `Tor.run` says."""
        await self.tor.run(task_status=task_status)

    @property
    def status(self) -> TransportStatus:
        """How Tor gets on."""
        return self.tor.status

    async def changed(self) -> None:
        """Wait until ``status`` is another one."""
        await self.tor.changed()

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the onion service; raise `Unreachable` if it is not there, or Tor does not run."""
        try:
            name, port, key = read(address)
        except ValueError:
            raise Unreachable(sentences.TOR_ADDRESS) from None
        if not self.tor.socks:
            raise Unreachable(self.status.text or as_it_is(""))
        stream = await connect(self.tor.socks)
        try:
            await ask_socks(stream, name, port)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        return Pipe(stream, ChannelBinding(self.name, key))

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve as `Transport.listen` says; Tor makes the service known meanwhile, which takes a minute at first."""
        split_address(where)
        channel = ChannelBinding(self.name, self.key)

        async def take(tcp: trio.SocketStream) -> None:
            # They all come from the local Tor process: where they really come from nobody can tell.
            await handler(Pipe(tcp, channel))

        async with trio.open_nursery() as nursery:
            (place,) = await nursery.start(serve, f"{LOOPBACK}:0", take, str)
            name, secret = onion_name(self.key), b64encode(expanded(self._seed)).decode()
            await self.tor.open(
                name.removesuffix(ONION), f"ADD_ONION ED25519-V3:{secret} Port={PORT},{place}"
            )
            task_status.started((f"tor:{name}:{PORT}",))

    def place(self, where: str, addresses: Sequence[str]) -> str:  # noqa: ARG002
        """Return the place as it is: the service has no port of this computer."""
        return where

    def about(self) -> Message | None:
        """Return what Tor hides, and what not."""
        return sentences.ABOUT
