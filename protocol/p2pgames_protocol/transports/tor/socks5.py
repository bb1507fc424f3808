"""SOCKS 5 (RFC 1928), the client's half: a proxy connects us to a name that we never look up ourselves."""

from __future__ import annotations

import trio

from p2pgames.text import Verbatim
from p2pgames_protocol.transports.tor import messages
from p2pgames_protocol.transports.transport import Unreachable


async def ask_socks(stream: trio.SocketStream, host: str, port: int) -> None:
    """Let the proxy connect the stream to a host (RFC 1928, without authentication); raise `Unreachable` if not."""
    name = host.encode("ascii")
    try:
        await stream.send_all(b"\x05\x01\x00")
        if await _exactly(stream, 2) != b"\x05\x00":
            raise Unreachable(messages.NOT_SOCKS)
        await stream.send_all(b"\x05\x01\x00\x03" + bytes([len(name)]) + name + port.to_bytes(2, "big"))
        version, code, _, kind = await _exactly(stream, 4)
        rest = {1: 4, 4: 16}.get(kind) or (await _exactly(stream, 1))[0]
        await _exactly(stream, rest + 2)
    except (trio.BrokenResourceError, EOFError):
        raise Unreachable(messages.TOR_CLOSED) from None
    if version != 5 or code:
        raise Unreachable(messages.NOBODY_BY_TOR(host=Verbatim(host[:16])))


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    got = b""
    while len(got) < size:
        some = await stream.receive_some(size - len(got))
        if not some:
            raise EOFError
        got += some
    return got
