"""A page of a router: one request by HTTP/1.1 within our own network, its answer bounded in time and size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin, urlsplit

import h11
import trio

from p2pgames_protocol.transports.router.router import RouterFault
from p2pgames_protocol.wire.address import join_address

MOST: Final = 64 * 1024
"""Bytes of an answer; the longest descriptions of routers have some 20,000."""
HEAD: Final = 8 * 1024
TIME: Final = 3.0
"""Seconds for all of it: a router answers in a few hundredths."""
_PATH: Final = re.compile(r"/[!-~]{0,511}")


@dataclass(frozen=True, slots=True)
class Url:
    """Where a page of a router is."""

    host: str
    """An address: no name is looked up."""
    port: int
    path: str

    def text(self) -> str:
        """Return it as it is written."""
        return f"http://{join_address(self.host, self.port)}{self.path}"


def read_url(host: str, text: str, base: Url | None = None) -> Url:
    """Return a URL that leads to this host, from where it was named; raise `RouterFault` for every other."""
    try:
        parts = urlsplit(urljoin(base.text() if base is not None else "", text.strip()))
        port = parts.port or 80
    except ValueError:
        raise RouterFault from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme != "http" or parts.hostname != host or parts.username or not _PATH.fullmatch(path):
        raise RouterFault
    return Url(host, port, path)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes
    own: str
    """Our own address, as the router sees it."""


async def fetch(
    url: Url, method: str = "GET", headers: Sequence[tuple[str, str]] = (), body: bytes = b""
) -> Answer:
    """Return the answer to one request; raise `RouterFault` if none can be read. Nothing is followed."""
    try:
        with trio.fail_after(TIME):
            async with await trio.open_tcp_stream(url.host, url.port) as stream:
                own = str(stream.socket.getsockname()[0])
                http = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEAD)
                common = [("Host", join_address(url.host, url.port)), ("Connection", "close")]
                length = [("Content-Length", str(len(body)))] if body else []
                request = h11.Request(method=method, target=url.path, headers=[*common, *length, *headers])
                for event in (request, *([h11.Data(data=body)] if body else []), h11.EndOfMessage()):
                    await stream.send_all(http.send(event) or b"")
                return Answer(*await _read(http, stream), own)
    except (OSError, trio.TooSlowError, trio.BrokenResourceError, h11.ProtocolError):
        raise RouterFault from None


async def _read(http: h11.Connection, stream: trio.SocketStream) -> tuple[int, bytes]:
    status, body = 0, bytearray()
    while True:
        match http.next_event():
            case h11.NEED_DATA:
                http.receive_data(await stream.receive_some(4096))
            case h11.Response(status_code=int(status)):
                pass
            case h11.Data(data=data):
                body += data
                if len(body) > MOST:
                    raise RouterFault
            case h11.EndOfMessage():
                return status, bytes(body)
            case h11.InformationalResponse():
                pass
            case _:
                raise RouterFault
