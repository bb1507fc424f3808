"""The server of the page: HTTP on the loopback address, read by h11, within limits that hold before any work."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import h11
import trio

from p2pgames_cli.window import table_page
from p2pgames_cli.window.files import HTML, content, door
from p2pgames_cli.window.stream import Stream

HOST: Final = "127.0.0.1"
HEAD: Final = 16 * 1024
"""Bytes of a request before its end."""
CHUNK: Final = 16 * 1024
"""Bytes read at once: a request comes whole in one piece."""
AT_ONCE: Final = 32
"""Connections at a time; one more is closed unread."""
PATIENCE: Final = 10.0
"""Seconds that a request may take, and each piece of its reply."""


# What a request gets: decided from its first lines alone, before anything is done for it.

Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {socket};"
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
            return self._sessions[-1]
        if _among(secret, self._used):
            self._sessions.clear()
            self.ended()
        return None

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
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    more = [("Content-Type", reply.kind)] if reply.kind else []
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
    _busy: int = field(default=0, repr=False)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve on a free port until cancelled; ``own`` is known once this has started."""
        listeners = await trio.open_tcp_listeners(0, host=HOST)
        self.own = f"{HOST}:{listeners[0].socket.getsockname()[1]}"
        task_status.started()
        await trio.serve_listeners(self.handle, listeners)

    def link(self) -> str:
        """Return an address that opens the page once."""
        return f"http://{self.own}/{self.admission.place}/open/{self.admission.link()}"

    async def handle(self, pipe: trio.abc.Stream) -> None:
        """Answer one request; whatever is wrong with it ends this connection and nothing else."""
        if self._busy >= AT_ONCE:
            await trio.aclose_forcefully(pipe)
            return
        self._busy += 1
        try:
            await self._answered(pipe)
        except (trio.BrokenResourceError, trio.ClosedResourceError, h11.ProtocolError):
            pass
        finally:
            self._busy -= 1
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
            stream = Stream(pipe)
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
        while (
            left
        ):  # a game as a page has megabytes: a browser that is slow with them still takes some in time
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
