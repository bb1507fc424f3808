"""Plain TCP, for loopback and as the floor other carriers stand on."""

from __future__ import annotations

import trio

from p2pgames_protocol.carrier import Handler, NoContact


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of ``host:port`` or ``[v6]:port``; raise ValueError with what is expected."""
    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) >= 2**16:
        raise ValueError(f"An address is HOST:PORT with a port below 65536, not {address!r}.")
    return host.strip("[]"), int(port)


def join_address(host: str, port: int) -> str:
    """Return the address of a host and port as it is written in invites."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Tcp:
    """TCP without encryption."""

    name = "tcp"

    async def dial(self, address: str) -> trio.abc.Stream:
        """Return a stream to the address; raise `NoContact` if nobody listens there."""
        host, port = split_address(address)
        try:
            return await trio.open_tcp_stream(host, port)
        except OSError:
            raise NoContact(f"Nobody answers at {address}. Is the other player's client running?") from None

    async def listen(
        self, where: str, handler: Handler, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Listen at ``where``; port 0 takes any free port. Raises OSError when the address is taken."""
        host, port = split_address(where)
        listeners = await trio.open_tcp_listeners(port, host=host)
        bound = listeners[0].socket.getsockname()
        async with trio.open_nursery() as nursery:
            await nursery.start(trio.serve_listeners, handler, listeners)
            task_status.started(join_address(bound[0], bound[1]))
