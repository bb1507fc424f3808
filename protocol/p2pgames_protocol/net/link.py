"""A link: whole messages over a stream, and the hello by which both ends prove who they are.

After the hello each end knows: the other holds the key it names, means this very connection (both
nonces and the listener's transport key are signed), and speaks this version. From then on whoever waits for a
message pings while it has nothing to say, and takes the other for gone when nothing comes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final, Never, TypeVar

import trio

from p2pgames.text import Count, Message, Refusal, Typed, Verbatim, as_it_is
from p2pgames_protocol.log.genesis import NOBODY
from p2pgames_protocol.net import sentences
from p2pgames_protocol.transports.transport import HELLO_TIME, ChannelBinding, Route
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.address import Ends
from p2pgames_protocol.wire.codec import FORMAT, HASH_SIZE, MAX_BYTES, Malformed, Plain, pack, unpack
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, is_valid_key, verify
from p2pgames_protocol.wire.names import seen
from p2pgames_protocol.wire.sentences import KEY, NONCE, SIGNATURE

MAX_FRAME: Final = MAX_BYTES + 1024
"""The largest message on a link: the largest record and its wrapping."""
CHUNK: Final = 16 * 1024
"""Bytes read at once; with `MAX_FRAME` all that a link holds of what was not understood yet."""
BEAT: Final = 5.0
"""Seconds without a word of ours after which a ping is sent: a frozen peer is noticed by no transport for minutes
(docs/decisions/0009-finding-each-other-again.md)."""
SILENCE: Final = 15.0
"""Seconds without a word from the other end after which it counts as gone: it has missed three pings."""
PING_TIME: Final = 2.0
"""Seconds that sending a ping may take: nothing was sent before it for longer, so there is room."""
FRAME_TIME: Final = 30.0
"""Seconds one message may take, either way: 2 KiB/s; who trickles is dropped."""
SPARE_PINGS: Final = 16
"""Pings beyond one for every second; who sends more is flooding."""
MAX_WHY: Final = 512
"""Characters of a reason that the other end gives and the player is shown: a sentence or two (LINK 12.5)."""
NOWHERE: Final = Route("")
UNKNOWN: Final = Ends()
T = TypeVar("T")


class LinkFault(Refusal):
    """The other end does not keep to the protocol, or has gone; the message says how."""


def parting_words(message: tuple[Plain, ...]) -> Message:
    """Return why the other end says ``bye``, if it says so in words that can be shown."""
    match message:
        case (_, str(why)) if len(why) <= MAX_WHY:
            return sentences.BY_TEXT.get(why) or as_it_is(seen(why))
    return sentences.GOODBYE


async def _caught(what: Callable[[], Awaitable[T]]) -> Callable[[], T]:
    """Return what gives the result, or raises the exception, of the call: no nursery shall wrap it."""
    try:
        result = await what()
    except Exception as wrong:  # noqa: BLE001  # it is raised again by the one who waits
        return partial(_raise, wrong)
    return lambda: result


def _raise(wrong: Exception) -> Never:
    raise wrong


def frame_message(message: tuple[Plain, ...]) -> bytes:
    """Return a message as it goes over a link."""
    body = pack(message)
    return len(body).to_bytes(4, "big") + body


# What both ends of a link say in the hello, and sign. Pure.


def read_hello(hello: tuple[Plain, ...], own: Identity | None) -> tuple[bytes, bytes]:
    """Return key and nonce of the other end; raise `Malformed` if it may not have them."""
    version, key, nonce = hello
    if type(version) is not int or version != FORMAT:
        raise Malformed(sentences.OTHER_FORMAT(theirs=Verbatim(fields.named(version)), ours=Count(FORMAT)))
    key, nonce = fields.binary(key, KEY_SIZE, KEY), fields.binary(nonce, HASH_SIZE, NONCE)
    if own is not None and key == own.key:
        raise Malformed(sentences.SAME_IDENTITY)
    if not is_valid_key(key):
        raise Malformed(sentences.INVALID_KEY)
    return key, nonce


def said(
    channel: ChannelBinding, dialler: bytes, dialler_nonce: bytes, listener: bytes, listener_nonce: bytes
) -> tuple[Plain, ...]:
    """Return the parts of a hello that both ends sign, each after its own role."""
    transport = channel.listener_key + channel.dialler_key
    return (FORMAT, channel.transport, transport, dialler, dialler_nonce, listener, listener_nonce)


class Link:
    """Messages over a stream: each a strict msgpack array after its length in four bytes, big-endian."""

    def __init__(
        self,
        stream: trio.abc.Stream,
        route: Callable[[], Route] = lambda: NOWHERE,
        ends: Ends = UNKNOWN,
    ) -> None:
        self._stream = stream
        self.route = route
        """Returns by what both ends are linked at this moment."""
        self._buffer = bytearray()
        self._sending = trio.Lock()
        self._torn = False
        self._sent = trio.current_time()
        self._began = trio.current_time()
        self._pings = 0
        self.ends = ends
        self.key: bytes = b""
        """The other end's key, once the hello is done: that of its seat in a game, else its identity."""

    async def send(self, *message: Plain) -> None:
        """Send one message; raise `LinkFault` when the link is gone, or the other end does not read."""
        await self.send_all((message,))

    async def send_all(self, several: Iterable[tuple[Plain, ...]]) -> None:
        """Send messages at once, one after the other; raise `LinkFault` as `send` does."""
        data = b"".join(map(frame_message, several))
        try:
            async with self._sending:
                with trio.fail_after(FRAME_TIME):
                    await self._send(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise LinkFault(sentences.LINK_GONE) from None
        except trio.TooSlowError:
            raise LinkFault(sentences.TOO_SLOW) from None

    async def _send(self, data: bytes) -> None:
        if self._torn:
            raise trio.BrokenResourceError
        # Half a message cannot be taken back: if this is cancelled, nothing can follow it.
        self._torn = True
        await self._stream.send_all(data)
        self._torn = False
        self._sent = trio.current_time()

    async def receive(self) -> tuple[Plain, ...] | None:
        """Return the next message, None when the other end has closed; raise `LinkFault` for nonsense or silence."""
        while True:
            if not self._buffer and not await self._more():
                return None
            message = self._take() or await self._rest()
            if message != ("ping",) or not self.key:
                return message
            self._pings += 1
            if self._pings > SPARE_PINGS + trio.current_time() - self._began:
                raise LinkFault(sentences.PING_FLOOD)

    async def _rest(self) -> tuple[Plain, ...] | None:
        """Return the message that has begun to come; nothing is lost if this is cancelled half way."""
        try:
            with trio.fail_after(FRAME_TIME):
                while await self._more():
                    if (message := self._take()) is not None:
                        return message
        except trio.TooSlowError:
            raise LinkFault(sentences.ONE_MESSAGE) from None
        return None

    def _take(self) -> tuple[Plain, ...] | None:
        """Return the next message out of what has come; None if it is not whole yet."""
        if len(self._buffer) < 4:
            return None
        length = int.from_bytes(self._buffer[:4], "big")
        if not 0 < length <= MAX_FRAME:
            raise LinkFault(sentences.TOO_LARGE(length=Count(length), most=Count(MAX_FRAME)))
        if len(self._buffer) < 4 + length:
            return None
        body = bytes(self._buffer[4 : 4 + length])
        del self._buffer[: 4 + length]
        try:
            message = unpack(body, MAX_FRAME)
        except Malformed as wrong:
            raise LinkFault(wrong.message) from None
        if type(message) is not tuple or not message or type(message[0]) is not str:
            raise LinkFault(sentences.NO_KIND)
        return message

    async def _more(self) -> bool:
        """Read what has come and return whether the other end is still there; ping it while nothing comes."""
        silent_at = trio.current_time() + SILENCE
        while True:
            beat_at = self._sent + BEAT if self.key else silent_at
            with trio.move_on_at(min(beat_at, silent_at)):
                return await self._read()
            if trio.current_time() >= silent_at:
                raise LinkFault(sentences.SILENT(seconds=Count(round(SILENCE))))
            self._sent = trio.current_time()
            if not self._sending.locked():
                # Shielded: a task that stops waiting for a message must not break the link with half a ping.
                with trio.move_on_after(PING_TIME, shield=True) as scope:
                    await self.send("ping")
                if scope.cancelled_caught:
                    raise LinkFault(sentences.TOO_SLOW)

    async def _read(self) -> bool:
        try:
            some = await self._stream.receive_some(CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return False
        self._buffer += some
        return bool(some)

    async def meanwhile(self, wait: Callable[[], Awaitable[T]]) -> T:
        """Wait for something else with the link kept alive; raise `LinkFault` if the other end goes or speaks.

        What ``wait`` raises is raised.
        """
        ended: list[Callable[[], T]] = []
        async with trio.open_nursery() as nursery:

            async def run(what: Callable[[], Awaitable[T]]) -> None:
                ended.append(await _caught(what))
                nursery.cancel_scope.cancel()

            nursery.start_soon(run, self._interrupted)
            nursery.start_soon(run, wait)
        return ended[0]()

    async def _interrupted(self) -> Never:
        match await self.receive():
            case None | ("bye", *_):
                raise LinkFault(sentences.HAS_LEFT)
            case message:
                raise LinkFault(sentences.NONE_DUE(came=Verbatim(fields.named(message[0]))))

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
            raise LinkFault(sentences.CLOSED_LINK)
        if message[0] == "bye":
            raise LinkFault(parting_words(message))
        if message[0] != kind or len(message) != length + 1:
            raise LinkFault(sentences.OTHER_KIND(came=Verbatim(fields.named(message[0])), due=Typed(kind)))
        return message[1:]

    async def hello(self, identity: Identity, wanted: bytes, channel: ChannelBinding, nonce: bytes) -> None:
        """Call on who holds the wanted key, and prove both keys to each other.

        Raises `LinkFault` if the other end cannot, is somebody else, or is too slow.
        """
        await _in_time(lambda: self._call(identity, wanted, channel, nonce))

    async def answer_hello(
        self, identities: Iterable[Identity], channel: ChannelBinding, nonce: bytes
    ) -> None:
        """Answer who calls on one of these, as `hello` does; who calls on somebody else learns nothing."""
        await _in_time(lambda: self._answer(identities, channel, nonce))

    async def _call(self, own: Identity, wanted: bytes, channel: ChannelBinding, nonce: bytes) -> None:
        await self.send("hello", FORMAT, own.key, nonce, wanted)
        key, theirs = read_hello(await self.expect("hello", 3), own)
        if key != wanted:
            raise LinkFault(sentences.OTHER_PLAYER)
        await self._prove(own, ("dial", "listen"), key, said(channel, own.key, nonce, key, theirs))

    async def _answer(self, identities: Iterable[Identity], channel: ChannelBinding, nonce: bytes) -> None:
        *told, wanted = await self.expect("hello", 4)
        own = next((one for one in identities if one.key == wanted), None)
        key, theirs = read_hello(tuple(told), own)
        if own is None:
            await self.send("bye", str(sentences.NOT_CALLED))
            raise LinkFault(sentences.NOT_CALLED)
        await self.send("hello", FORMAT, own.key, nonce)
        await self._prove(own, ("listen", "dial"), key, said(channel, key, theirs, own.key, nonce))

    async def _prove(
        self, own: Identity, roles: tuple[str, str], key: bytes, signed: tuple[Plain, ...]
    ) -> None:
        """Prove what was said in one role, and verify it in the other."""
        ours, theirs = roles
        await self.send("proof", own.sign("hello", NOBODY, pack((ours, *signed))))
        (signature,) = await self.expect("proof", 1)
        signature = fields.binary(signature, SIGNATURE_SIZE, SIGNATURE)
        if not verify(key, signature, "hello", NOBODY, pack((theirs, *signed))):
            raise LinkFault(sentences.KEY_NOT_HELD)
        self.key = key


async def _in_time(hello: Callable[[], Awaitable[None]]) -> None:
    """Wait for a hello; raise `LinkFault` if it takes too long, or anything in it is malformed."""
    try:
        with trio.fail_after(HELLO_TIME):
            await hello()
    except trio.TooSlowError:
        raise LinkFault(sentences.SLOW_HELLO) from None
    except Malformed as wrong:
        raise LinkFault(wrong.message) from None
