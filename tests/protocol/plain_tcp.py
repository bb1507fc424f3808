"""A transport that hides nothing: TCP without TLS, as no client offers it."""

import trio

from p2pgames_protocol.transports.tcp import connect, here_of, host_of, moved, permitted, serve
from p2pgames_protocol.transports.transport import ChannelBinding, Pipe, Transport


class Tcp(Transport):
    """TCP without encryption."""

    name = "tcp"

    async def dial(self, address):
        """Return a pipe to the address; raise `Unreachable` if nobody listens there."""
        stream = await connect(address.removeprefix("tcp:"))
        return Pipe(stream, ChannelBinding(self.name), host_of(stream), here=here_of(stream))

    async def permitted(self, address, may):
        """Return what `Transport.permitted` says."""
        return await permitted(address, may)

    async def listen(
        self,
        where,
        handler,
        *,
        task_status=trio.TASK_STATUS_IGNORED,
    ):
        """Serve as `Transport.listen` says."""

        async def take(stream):
            await handler(Pipe(stream, ChannelBinding(self.name), host_of(stream), here=here_of(stream)))

        await serve(where, take, lambda place: f"tcp:{place}", task_status)

    async def moved(self, where, addresses):
        """Wait as `Transport.moved` says."""
        return await moved(where, addresses)
