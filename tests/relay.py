"""A relay for iroh: HTTP, WebSocket (RFC 6455), and of the frames of iroh-relay those that datagrams need.

It is for tests alone: it believes everybody to be who they say. ``python -m tests.relay HOST PORT`` runs one.
"""

import struct
import sys
from base64 import b64encode
from hashlib import sha1

import trio

# Types of frames (iroh-relay, protos/common.rs): one byte each, as all are below 64.
CHALLENGE, AUTH, CONFIRMS = 0, 1, 2
SEND, SEND_BATCH, RECEIVED, RECEIVED_BATCH, PING, PONG = 4, 5, 6, 7, 9, 10
KEY = 32
BINARY, WS_PONG = 2, 10
ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What RFC 6455, 1.3, has a server add to the client's key."""


class Relay:
    """One relay; run it with `run`."""

    def __init__(self, host="127.0.0.1", port=0):
        self.place = host, port
        self.url = ""
        self.passed = 0
        """Frames with datagrams that were passed on."""
        self.clients = {}
        """Sockets by the keys of those at their ends."""

    async def run(self, task_status=trio.TASK_STATUS_IGNORED):
        """Serve until cancelled; ``url`` says where."""
        async with trio.open_nursery() as nursery:
            host, port = self.place
            (listener,) = await trio.open_tcp_listeners(port, host=host)
            self.url = f"http://{host}:{listener.socket.getsockname()[1]}/"
            nursery.start_soon(trio.serve_listeners, self.answer, [listener])
            task_status.started()

    async def answer(self, stream):
        """Answer one connection."""
        try:
            async with stream:
                head = b""
                while b"\r\n\r\n" not in head:
                    some = await stream.receive_some()
                    if not some:
                        return
                    head += some
                await self.http(stream, *head.split(b"\r\n\r\n", 1))
        except (trio.BrokenResourceError, trio.ClosedResourceError, EOFError):
            pass

    async def http(self, stream, head, rest):
        """Answer a request: a probe, or one to speak WebSocket from now on."""
        first, *lines = head.decode().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if first.split()[1] != "/relay":
            await stream.send_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            return
        proof = sha1(f"{fields['sec-websocket-key']}{ACCEPT}".encode(), usedforsecurity=False).digest()
        version = fields["sec-websocket-protocol"].split(",")[0].strip()
        said = ("HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: upgrade")
        said += (f"sec-websocket-accept: {b64encode(proof).decode()}", f"sec-websocket-protocol: {version}")
        await stream.send_all("\r\n".join((*said, "", "")).encode())
        await self.relay(Socket(stream, rest))

    async def relay(self, socket):
        """Learn who is there, and pass on what comes."""
        await socket.send(bytes([CHALLENGE]) + bytes(16))
        auth = await socket.receive()
        # postcard: key and signature, each behind its length where it is written as bytes
        key = auth[-KEY - 65 : -65]
        await socket.send(bytes([CONFIRMS]))
        self.clients[key] = socket
        try:
            while True:
                await self.take(key, socket, await socket.receive())
        finally:
            if self.clients.get(key) is socket:
                del self.clients[key]

    async def take(self, key, socket, frame):
        """Do what a client wants."""
        if frame[0] == PING:
            await socket.send(bytes([PONG]) + frame[1:])
        elif frame[0] in (SEND, SEND_BATCH):
            to, rest = frame[1 : 1 + KEY], frame[1 + KEY :]
            kind = RECEIVED if frame[0] == SEND else RECEIVED_BATCH
            if to in self.clients:
                self.passed += 1
                await self.clients[to].send(bytes([kind]) + key + rest)


class Socket:
    """A WebSocket, server's side."""

    def __init__(self, stream, rest):
        self.stream, self.left = stream, rest
        self.sending = trio.Lock()

    async def send(self, data, kind=BINARY):
        """Send a message in one frame."""
        size = bytes([len(data)]) if len(data) < 126 else struct.pack(">BH", 126, len(data))
        async with self.sending:
            await self.stream.send_all(bytes([0x80 | kind]) + size + data)

    async def receive(self):
        """Return the next message; raise EOFError where there is none any more."""
        while True:
            first, size = await self.exactly(2)
            size &= 0x7F
            if size >= 126:
                size = int.from_bytes(await self.exactly(2 if size == 126 else 8), "big")
            mask = await self.exactly(4)
            masked = await self.exactly(size)
            data = bytes(byte ^ mask[at % 4] for at, byte in enumerate(masked))
            match first & 0x0F:
                case 8:  # close
                    raise EOFError
                case 9:  # ping
                    await self.send(data, WS_PONG)
                case 2:  # binary
                    return data

    async def exactly(self, size):
        """Return so many bytes."""
        while len(self.left) < size:
            some = await self.stream.receive_some()
            if not some:
                raise EOFError
            self.left += some
        taken, self.left = self.left[:size], self.left[size:]
        return taken


if __name__ == "__main__":
    trio.run(Relay(sys.argv[1], int(sys.argv[2])).run)
