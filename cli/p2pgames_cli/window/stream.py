"""One page that listens: a WebSocket (RFC 6455) by wsproto, of text that is JSON, within limits."""

from __future__ import annotations

import json
from typing import Any, Final

import h11
import trio
from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Event,
    Message,
    Ping,
    Request,
    TextMessage,
)
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

LONGEST: Final = 16 * 1024
"""Bytes of what a page says at once."""
CHUNK: Final = 16 * 1024
"""Bytes read at once: what a page says comes whole in one piece."""
SLOW: Final = 30.0
"""Seconds that a page may take to read what it is sent."""

GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, LocalProtocolError, RemoteProtocolError)


class Stream:
    """What comes from a page, and goes to it."""

    def __init__(self, pipe: trio.abc.Stream) -> None:
        self._pipe = pipe
        self._said = WSConnection(ConnectionType.SERVER)
        self._sending = trio.Lock()
        self._events: list[Event] = []

    async def opened(self, request: h11.Request, more: bytes) -> bool:
        """Answer the request that begins the stream, after which ``more`` came; tell whether it was in order."""
        try:
            self._said.initiate_upgrade_connection(list(request.headers), request.target)
        except RemoteProtocolError:
            return False
        if not any(isinstance(event, Request) for event in self._said.events()):
            return False
        await self._send(AcceptConnection())
        if more:
            self._said.receive_data(more)
        return True

    async def send(self, said: dict[str, Any]) -> None:
        """Send an object; raises one of `GONE` where the page is no longer there, or does not read."""
        with trio.move_on_after(SLOW):
            text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
            # Names of files may have what is no Unicode; JSON escapes that in the same way.
            await self._send(TextMessage(data=text.encode(errors="backslashreplace").decode()))
            return
        raise trio.BrokenResourceError

    async def _send(self, event: Event) -> None:
        async with self._sending:
            await self._pipe.send_all(self._said.send(event))

    async def next(self) -> object:
        """Return what the page says next, as JSON reads it; None once it has gone, or says what nobody should."""
        text: list[str] = []
        size = 0
        while (event := await self._event()) is not None:
            if not isinstance(event, TextMessage):
                return None
            size += len(event.data)
            text.append(event.data)
            if size > LONGEST:
                return None
            if event.message_finished:
                return _read("".join(text))
        return None

    async def _event(self) -> Event | None:
        """Return the next piece of a message; None for whatever ends the stream."""
        while True:
            while self._events:
                match self._events.pop(0):
                    case Message() as piece:
                        return piece
                    case Ping() as ping:
                        await self._send(ping.response())
                    case CloseConnection() as close:
                        await self._send(close.response())
                        return None
            data = await self._pipe.receive_some(CHUNK)
            if not data:
                return None
            self._said.receive_data(bytes(data))
            self._events += self._said.events()


def _read(text: str) -> object:
    try:
        # Half a character (a lone surrogate) has no encoding: wherever it went, something would fail.
        return json.loads(json.dumps(json.loads(text), ensure_ascii=False).encode(errors="replace"))
    except (ValueError, RecursionError):
        return None
