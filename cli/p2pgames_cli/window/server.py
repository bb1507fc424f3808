"""The server of the page: HTTP at one address, read by h11, within limits that hold before any work."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

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

from p2pgames_cli.window import table_page
from p2pgames_cli.window.files import HTML, content, door
from p2pgames_protocol.transports.tcp import host_of
from p2pgames_protocol.wire.address import LOOPBACK, is_loopback, join_address, split_address

HEAD: Final = 16 * 1024
"""Bytes of a request before its end."""
CHUNK: Final = 16 * 1024
"""Bytes read at once: a request comes whole in one piece."""
AT_ONCE: Final = 32
"""Connections at a time; one more is closed unread."""
EACH: Final = 12
"""Of them from one other computer: a browser loads a page over six, and a phone keeps one more."""
PATIENCE: Final = 10.0
"""Seconds that a request may take, and each piece of its reply."""


# One page that listens: a WebSocket (RFC 6455) by wsproto, of text that is JSON.

LONGEST: Final = 16 * 1024
"""Bytes of what a page says at once."""
SLOW: Final = 30.0
"""Seconds that a page may take to read what it is sent."""
ALIVE: Final = 10.0
"""Seconds in which a page on another computer answers; a phone that sleeps takes leave of nobody."""

GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, LocalProtocolError, RemoteProtocolError)


class Stream:
    """What comes from a page, and goes to it."""

    def __init__(self, pipe: trio.abc.Stream, session: str = "") -> None:
        self.session = session
        """That of the browser which shows the page."""
        self._pipe = pipe
        self._heard = 0
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

    async def until_silent(self, then: Callable[[], None]) -> None:
        """Ask the page again and again whether it is there, until it does not answer; then call that."""
        heard = -1
        while heard != self._heard:
            heard = self._heard
            await self._send(Ping())
            await trio.sleep(ALIVE)
        then()

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
            self._heard += 1
            self._said.receive_data(bytes(data))
            self._events += self._said.events()


def _read(text: str) -> object:
    try:
        # Half a character (a lone surrogate) has no encoding: wherever it went, something would fail.
        return json.loads(json.dumps(json.loads(text), ensure_ascii=False).encode(errors="replace"))
    except (ValueError, RecursionError):
        return None


# What a request gets: decided from its first lines alone, before anything is done for it.

Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {socket};"
    " manifest-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
STREAM: Final = "stream"
"""The name below which pages listen."""
COOKIE: Final = "p2pgames"


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back; a refusal says nothing but its number."""

    status: int
    kind: str = ""
    body: bytes = b""
    cookie: str = ""
    file: str = ""
    """What it is called where it is to be saved."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The request begins a stream."""


@dataclass(frozen=True, slots=True)
class File:
    """Something of the page, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody has come with the link: their browser keeps this session, and goes to the page."""

    session: str


REFUSED: Final = Reply(403)
UNKNOWN: Final = Reply(404)


# Who may see the page: a link that works once, and the sessions that it opened.

SIZE: Final = 16
"""Bytes of a secret."""
MOST: Final = 8
"""Sessions at a time; the oldest ends when another one begins."""


def _secret() -> str:
    return secrets.token_urlsafe(SIZE)


@dataclass
class Admission:
    """One link at a time. Whoever comes with it gets a session, and nobody else."""

    place: str = field(default_factory=_secret, repr=False)
    """The folder of the page: cookies go to every port of this computer, but only below their own path."""
    ended: Callable[[], None] = lambda: None
    """Called when all sessions have ended because somebody came with a link for a second time."""
    entered: Callable[[], None] = lambda: None
    """Called when somebody has come with the link, which is void then."""
    _open: str = field(default="", repr=False)
    _used: list[str] = field(default_factory=list, repr=False)
    _sessions: list[str] = field(default_factory=list, repr=False)

    def link(self) -> str:
        """Return a new secret that lets one browser in; the one before, if nobody has used it, is void."""
        self._open = _secret()
        return self._open

    def enter(self, secret: str) -> str | None:
        """Return a new session for the secret of the link; None for any other.

        A link that comes a second time has been seen by somebody else: then the session that it opened ends too.
        """
        if self._open and _equal(secret, self._open):
            self._used, self._open = [*self._used, self._open][-MOST:], ""
            self._sessions = [*self._sessions, _secret()][-MOST:]
            self.entered()
            return self._sessions[-1]
        if _among(secret, self._used):
            self._sessions.clear()
            self.ended()
        return None

    @property
    def waits(self) -> bool:
        """Whether somebody can come with a link."""
        return bool(self._open)

    def withdraw(self) -> None:
        """Let nobody in by the link that is open, until there is a new one."""
        self._open = ""

    def keep(self, session: str) -> None:
        """End all sessions but this one."""
        self._sessions = [one for one in self._sessions if _equal(session, one)]

    def admits(self, session: str) -> bool:
        """Tell whether somebody with this session is let in."""
        return _among(session, self._sessions)


def _among(given: str, known: Sequence[str]) -> bool:
    """Compare with all, also once one has been found."""
    return sum(_equal(given, one) for one in known) > 0


def _equal(given: str, known: str) -> bool:
    """Compare in a time that says nothing of where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), known.encode())


def judged(
    method: bytes, target: bytes, headers: Headers, own: str, admission: Admission
) -> Reply | Upgrade | File | Entered:
    """Return what a request is given at the server ``own``, as 127.0.0.1:4711.

    Whoever calls it by another name, comes from a page that is not its own, or has no session, is refused.
    """
    named = [value for name, value in headers if name == b"host"]
    origins = [value for name, value in headers if name == b"origin"]
    if named != [own.encode()] or any(origin != f"http://{own}".encode() for origin in origins):
        return REFUSED
    if _has_body(headers):
        return REFUSED
    parts = target.decode("ascii", "replace").split("/")
    if method != b"GET" or parts[0] or len(parts) < 3:
        return REFUSED
    _root, folder, *rest = parts
    known = admission.admits(session_in(headers))
    if folder == admission.place and rest[0] == "open" and len(rest) == 2:
        return _entered(rest[1], admission, known=known)
    if not known:
        return REFUSED
    if folder != admission.place or len(rest) > 1:
        return UNKNOWN
    return File(rest[0]) if rest[0] != STREAM else _stream(headers, origins)


def _entered(secret: str, admission: Admission, *, known: bool) -> Reply | Entered:
    if known:
        return Entered("")  # the browser came back to the link that it followed
    session = admission.enter(secret)
    return REFUSED if session is None else Entered(session)


def _stream(headers: Headers, origins: Sequence[bytes]) -> Reply | Upgrade:
    """Browsers name the origin of every stream; what names none is no browser."""
    return Upgrade() if origins and _upgrades(headers) else REFUSED


def _has_body(headers: Headers) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in headers
    )


def _upgrades(headers: Headers) -> bool:
    return any(name == b"upgrade" and value.lower() == b"websocket" for name, value in headers)


def session_in(headers: Headers) -> str:
    """Return the session that a request names, empty if it names none."""
    for name, value in headers:
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _equals, given = pair.strip().partition("=")
                if key == COOKIE:
                    return given
    return ""


def heading(reply: Reply, own: str, place: str) -> list[tuple[str, str]]:
    """Return the headers of a reply: it is kept nowhere, shown in no frame, and loads nothing from elsewhere."""
    said: Mapping[str, str] = {
        "Content-Length": str(len(reply.body)),
        "Cache-Control": "no-store",
        "Connection": "close",
        "Content-Security-Policy": POLICY.format(socket=f"ws://{own}"),
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    more = [("Content-Type", reply.kind)] if reply.kind else []
    if is_loopback(split_address(own)[0]):  # from elsewhere browsers heed it by HTTPS alone, and say so
        more.append(("Cross-Origin-Opener-Policy", "same-origin"))
    if reply.file:
        more.append(("Content-Disposition", f'attachment; filename="{reply.file}"'))
    if reply.cookie:
        more.append(("Set-Cookie", f"{COOKIE}={reply.cookie}; Path=/{place}/; HttpOnly; SameSite=Strict"))
    return [*said.items(), *more]


@dataclass
class Server:
    """Serves one page to browsers that were let in; ``attend`` is called with each of its streams."""

    admission: Admission
    attend: Callable[[Stream], Awaitable[None]]
    page: Callable[[], bytes]
    """Returns the page as it is now, in the user's language."""
    saved: Callable[[], Awaitable[tuple[str, bytes] | None]]
    """Returns the game that is over as a file of this name; None if there is none."""
    own: str = ""
    """Address and port, as they stand in links."""
    host: str = LOOPBACK
    """The address alone."""
    _busy: list[str] = field(default_factory=list, repr=False)
    """From where each connection comes, empty where that is this computer."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve on a free port until cancelled; ``own`` is known once this has started."""
        listeners = await trio.open_tcp_listeners(0, host=self.host)
        self.own = join_address(self.host, listeners[0].socket.getsockname()[1])
        task_status.started()
        await trio.serve_listeners(self.handle, listeners)

    def link(self) -> str:
        """Return an address that opens the page once."""
        return f"http://{self.own}/{self.admission.place}/open/{self.admission.link()}"

    async def handle(self, pipe: trio.abc.Stream) -> None:
        """Answer one request; whatever is wrong with it ends this connection and nothing else."""
        host = host_of(pipe) if isinstance(pipe, trio.SocketStream) and not is_loopback(self.host) else ""
        if len(self._busy) >= AT_ONCE or (host and self._busy.count(host) >= EACH):
            await trio.aclose_forcefully(pipe)
            return
        self._busy.append(host)
        try:
            await self._answered(pipe)
        except (trio.BrokenResourceError, trio.ClosedResourceError, h11.ProtocolError):
            pass
        finally:
            self._busy.remove(host)
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(pipe)

    async def _answered(self, pipe: trio.abc.Stream) -> None:
        said = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD)
        answer: Reply | Upgrade | File | Entered | None = None
        with trio.move_on_after(PATIENCE):
            request = await _request(pipe, said)
            if request is None:
                return
            headers = list(request.headers)
            answer = judged(request.method, request.target, headers, self.own, self.admission)
        if answer is None or request is None:
            return
        if not isinstance(answer, Upgrade):
            await self._reply(pipe, await self._made(answer))
        else:
            stream = Stream(pipe, session_in(headers))
            if await stream.opened(request, said.trailing_data[0]):
                await self.attend(stream)

    async def _made(self, answer: Reply | File | Entered) -> Reply:
        match answer:
            case Reply():
                return answer
            case File(table_page.SAVED):
                game = await self.saved()
                return UNKNOWN if game is None else Reply(200, HTML, game[1], file=game[0])
            case File(name):
                found = content(name, self.page)
                return UNKNOWN if found is None else Reply(200, *found)
            case Entered(session):
                return Reply(200, *door(), cookie=session)

    async def _reply(self, pipe: trio.abc.Stream, reply: Reply) -> None:
        said = h11.Connection(h11.SERVER)
        head = h11.Response(status_code=reply.status, headers=heading(reply, self.own, self.admission.place))
        parts = (head, h11.Data(data=reply.body), h11.EndOfMessage())
        left = memoryview(b"".join(said.send(part) or b"" for part in parts))
        # A game as a page has megabytes: a browser that is slow with them still takes some in time.
        while left:
            with trio.move_on_after(PATIENCE) as taken:
                await pipe.send_all(left[:CHUNK])
            if taken.cancelled_caught:
                return
            left = left[CHUNK:]


async def _request(pipe: trio.abc.Stream, said: h11.Connection) -> h11.Request | None:
    """Return the head of a request; None if the other end has gone, or says what is none."""
    while True:
        try:
            event = said.next_event()
        except h11.RemoteProtocolError:
            return None
        if isinstance(event, h11.Request):
            return event
        if event is not h11.NEED_DATA:
            return None
        said.receive_data(bytes(await pipe.receive_some(CHUNK)))
