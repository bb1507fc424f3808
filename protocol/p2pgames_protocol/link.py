"""A link: whole messages over a stream, and the hello by which both ends prove who they are.

After the hello each end knows: the other holds the identity key it names, means this very connection (both
nonces and the listener's transport key are signed), and speaks this version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import trio

from p2pgames_protocol import shape
from p2pgames_protocol.codec import MAX_BYTES, Malformed, Plain, pack, unpack
from p2pgames_protocol.digest import SIZE
from p2pgames_protocol.genesis import FORMAT, NOBODY
from p2pgames_protocol.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, is_valid_key, verify

MAX_FRAME: Final = MAX_BYTES + 1024
"""The largest message on a link: the largest record and its wrapping."""
HELLO_TIME: Final = 10.0
"""Seconds for the whole hello; a stranger who is slower is dropped."""


class LinkFault(Exception):
    """The other end does not keep to the protocol; the message says how."""


@dataclass(frozen=True, slots=True)
class Channel:
    """What both ends know about their connection before the hello: the carrier, and the listener's transport key."""

    carrier: str
    listener_key: bytes = b""


class Link:
    """Messages over a stream: each a strict msgpack array after its length in four bytes, big-endian."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()
        self._sending = trio.Lock()
        self.key: bytes = b""
        """The other end's identity key, once the hello is done."""

    async def send(self, *message: Plain) -> None:
        """Send one message; raise `LinkFault` when the link is gone."""
        body = pack(message)
        try:
            async with self._sending:
                await self._stream.send_all(len(body).to_bytes(4, "big") + body)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise LinkFault("The connection is gone.") from None

    async def receive(self) -> tuple[Plain, ...] | None:
        """Return the next message, None when the other end has closed; raise `LinkFault` for nonsense."""
        head = await self._exactly(4)
        if head is None:
            return None
        length = int.from_bytes(head, "big")
        if not 0 < length <= MAX_FRAME:
            raise LinkFault(f"A message of {length} bytes was announced; at most {MAX_FRAME} are allowed.")
        body = await self._exactly(length)
        if body is None:
            return None
        try:
            message = unpack(body, MAX_FRAME)
        except Malformed as wrong:
            raise LinkFault(str(wrong)) from None
        if type(message) is not tuple or not message or type(message[0]) is not str:
            raise LinkFault("A message does not begin with its kind.")
        return message

    async def _exactly(self, size: int) -> bytes | None:
        while len(self._buffer) < size:
            try:
                some = await self._stream.receive_some()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return None
            if not some:
                return None
            self._buffer += some
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    async def aclose(self) -> None:
        """Close the stream; nothing is raised."""
        await trio.aclose_forcefully(self._stream)

    async def finish(self) -> None:
        """Close the stream after what was sent has gone out."""
        with trio.move_on_after(2):
            await self._stream.aclose()

    async def expect(self, kind: str, length: int) -> tuple[Plain, ...]:
        """Return the fields of the next message after its kind; raise `LinkFault` if it is another one."""
        message = await self.receive()
        if message is None:
            raise LinkFault("The other end has closed the connection.")
        if message[0] == "bye":
            raise LinkFault(str(message[1]) if len(message) > 1 else "The other end said goodbye.")
        if message[0] != kind or len(message) != length + 1:
            raise LinkFault(f"A message of kind {message[0]!r} came where {kind!r} was due.")
        return message[1:]

    async def hello(self, identity: Identity, channel: Channel, nonce: bytes, *, dialler: bool) -> None:
        """Prove both identities to each other; raise `LinkFault` if the other end cannot, or is too slow."""
        try:
            with trio.fail_after(HELLO_TIME):
                await self._hello(identity, channel, nonce, dialler)
        except trio.TooSlowError:
            raise LinkFault("The other end did not finish its hello in time.") from None
        except Malformed as wrong:
            raise LinkFault(str(wrong)) from None

    async def _hello(self, identity: Identity, channel: Channel, nonce: bytes, dialler: bool) -> None:
        await self.send("hello", FORMAT, identity.key, nonce)
        version, key, theirs = await self.expect("hello", 3)
        if version != FORMAT:
            raise LinkFault(f"The other end speaks version {version!r}, this one {FORMAT}: update the older.")
        key = shape.binary(key, KEY_SIZE, "The key")
        theirs = shape.binary(theirs, SIZE, "The nonce")
        if key == identity.key:
            raise LinkFault("The other end uses the same identity: a player cannot play against itself.")
        if not is_valid_key(key):
            raise LinkFault("The other end's key is not a valid Ed25519 key.")
        both = ((identity.key, nonce), (key, theirs))
        first, second = both if dialler else both[::-1]
        said = (FORMAT, channel.carrier, channel.listener_key, *first, *second)
        await self.send(
            "proof", identity.sign("hello", NOBODY, pack(("dial" if dialler else "listen", *said)))
        )
        (signature,) = await self.expect("proof", 1)
        signature = shape.binary(signature, SIGNATURE_SIZE, "The signature")
        if not verify(key, signature, "hello", NOBODY, pack(("listen" if dialler else "dial", *said))):
            raise LinkFault("The other end does not hold the key it names.")
        self.key = key
