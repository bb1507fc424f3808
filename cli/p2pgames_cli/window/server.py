"""The server of the page: HTTP on the loopback address, read by h11, within limits that hold before any work."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import h11
import trio

from p2pgames_cli.window import ending, gate
from p2pgames_cli.window.admission import Admission
from p2pgames_cli.window.files import HTML, content, door
from p2pgames_cli.window.gate import Entered, File, Reply, Upgrade
from p2pgames_cli.window.stream import Stream

HOST: Final = "127.0.0.1"
HEAD: Final = 16 * 1024
"""Bytes of a request before its end."""
CHUNK: Final = 16 * 1024
AT_ONCE: Final = 32
"""Connections at a time; one more is closed unread."""
PATIENCE: Final = 10.0
"""Seconds that a request may take, and its reply."""


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
            answer = gate.judged(request.method, request.target, headers, self.own, self.admission)
        if answer is None or request is None:
            return
        if not isinstance(answer, Upgrade):
            reply = await self._made(answer)
            with trio.move_on_after(PATIENCE):
                await self._reply(pipe, reply)
        else:
            stream = Stream(pipe)
            if await stream.opened(request, said.trailing_data[0]):
                await self.attend(stream)

    async def _made(self, answer: Reply | File | Entered) -> Reply:
        match answer:
            case Reply():
                return answer
            case File(ending.SAVED):
                game = await self.saved()
                return gate.UNKNOWN if game is None else Reply(200, HTML, game[1], file=game[0])
            case File(name):
                found = content(name, self.page)
                return gate.UNKNOWN if found is None else Reply(200, *found)
            case Entered(session):
                return Reply(200, *door(), cookie=session)

    async def _reply(self, pipe: trio.abc.Stream, reply: Reply) -> None:
        said = h11.Connection(h11.SERVER)
        head = h11.Response(
            status_code=reply.status, headers=gate.heading(reply, self.own, self.admission.place)
        )
        parts = (head, h11.Data(data=reply.body), h11.EndOfMessage())
        await pipe.send_all(b"".join(said.send(part) or b"" for part in parts))


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
