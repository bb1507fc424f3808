"""A program that looks like tor from outside: torrc, control port and SOCKS port as the client uses them.

Its network is a folder: every onion service is a file there that says where it is. How it gets on is written in the
same folder: ``script`` has a line for each event that it tells after SETEVENTS; at a line ``wait`` it stops until there
is a file ``go``. Each start adds a line to ``starts``: the number of the process, and the folder of its data.
"""

import os
import sys
from base64 import b32encode, b64decode
from functools import partial
from hashlib import sha3_256
from pathlib import Path

import trio
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp

SCRIPT = """\
STATUS_CLIENT NOTICE BOOTSTRAP PROGRESS=45 TAG=requesting_descriptors SUMMARY="Asking for relay descriptors"
STATUS_CLIENT NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY="Done"
"""


def install(folder, network, script=SCRIPT):
    """Put a program ``tor`` of this kind into a folder, for a network of its own; return its path."""
    folder.mkdir(exist_ok=True)
    network.mkdir(exist_ok=True)
    (network / "script").write_text(script)
    program = folder / "tor"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {Path(__file__).absolute()} {network} $*\n")
    program.chmod(0o755)
    return program


def settings_in(torrc):
    """Return the lines of a torrc as names and values."""
    pairs = (line.partition(" ") for line in torrc.read_text().splitlines() if line)
    return {name: value.strip('"') for name, _, value in pairs}


def onion(expanded):
    """Return the name of the service with this expanded key (rend-spec-v3, 6), without its ending."""
    public = crypto_scalarmult_ed25519_base_noclamp(expanded[:32])
    check = sha3_256(b".onion checksum" + public + b"\x03").digest()[:2]
    return b32encode(public + check + b"\x03").decode().lower()


class FakeTor:
    """One running program."""

    def __init__(self, network, torrc):
        self.network = network
        self.settings = settings_in(torrc)
        self.data = Path(self.settings["DataDirectory"])
        self.ready = Path(self.settings["ControlPortWriteToFile"])
        self.phase = 'NOTICE BOOTSTRAP PROGRESS=0 TAG=starting SUMMARY="Starting"'
        self.socks = ""
        self.connected = trio.Event()
        self.telling = trio.Lock()

    async def run(self):
        """Serve until the control connection that owns it ends."""
        self.data.mkdir(exist_ok=True)
        (self.data / "control_auth_cookie").write_bytes(b"c" * 32)
        with (self.network / "starts").open("a") as file:
            file.write(f"{os.getpid()} {self.data}\n")
        async with trio.open_nursery() as nursery:
            self.socks = await self.listen(nursery, self.proxy)
            control = await self.listen(nursery, partial(self.control, nursery))
            self.ready.write_text(f"PORT={control}\n")

    async def listen(self, nursery, handler):
        """Serve at any port; return where that is."""
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, handler, [listener])
        return f"127.0.0.1:{listener.socket.getsockname()[1]}"

    async def control(self, nursery, stream):
        """Answer the one who started it."""
        left = b""
        async for some in stream:
            *lines, left = (left + some).split(b"\r\n")
            for line in lines:
                word, *rest = line.decode().split(" ")
                async with self.telling:
                    await stream.send_all("".join(f"{one}\r\n" for one in self.answers(word, rest)).encode())
                if word == "SETEVENTS":
                    nursery.start_soon(self.get_on, stream)
                if word == "ADD_ONION":
                    name = onion(b64decode(rest[0].partition(":")[2]))
                    nursery.start_soon(self.make_known, stream, name)
        nursery.cancel_scope.cancel()

    def answers(self, word, rest):
        """Return the answer to a question, as lines."""
        match word, rest:
            case "AUTHENTICATE", [cookie] if cookie != (b"c" * 32).hex():
                return ["515 Wrong cookie"]
            case "GETINFO", ["status/bootstrap-phase"]:
                return [f"250-status/bootstrap-phase={self.phase}", "250 OK"]
            case "GETINFO", ["net/listeners/socks"]:
                return [f'250-net/listeners/socks="{self.socks}"', "250 OK"]
            case "ADD_ONION", [secret, port]:
                name = onion(b64decode(secret.partition(":")[2]))
                (self.network / name).write_text(port.partition(",")[2])
                return [f"250-ServiceID={name}", "250 OK"]
        return ["250 OK"]

    async def get_on(self, stream):
        """Tell what the script says."""
        for event in (self.network / "script").read_text().splitlines():
            if event == "wait":
                while not (self.network / "go").exists():  # noqa: ASYNC110  # another process makes it
                    await trio.sleep(0.02)
                continue
            async with self.telling:
                self.phase = event.partition(" ")[2]
                await stream.send_all(f"650 {event}\r\n".encode())

        self.connected.set()

    async def make_known(self, stream, name):
        """Tell that a service can be found."""
        await self.connected.wait()
        async with self.telling:
            await stream.send_all(f"650 HS_DESC UPLOADED {name} UNKNOWN $AA\r\n".encode())

    async def proxy(self, stream):
        """Connect somebody to a service (RFC 1928)."""
        await stream.receive_some(3)
        await stream.send_all(b"\x05\x00")
        asked = await stream.receive_some(300)
        name = asked[5 : 5 + asked[4]].decode().removesuffix(".onion")
        try:
            host, _, port = (self.network / name).read_text().partition(":")
            far = await trio.open_tcp_stream(host, int(port))
        except OSError:
            await stream.send_all(b"\x05\x04\x00\x01" + bytes(6))
            return
        await stream.send_all(b"\x05\x00\x00\x01" + bytes(6))
        async with far, trio.open_nursery() as nursery:
            nursery.start_soon(self.carry, far, stream, nursery.cancel_scope)
            await self.carry(stream, far, nursery.cancel_scope)

    async def carry(self, source, sink, scope):
        """Pass on what comes until either side ends."""
        try:
            async for some in source:
                await sink.send_all(some)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        scope.cancel()


if __name__ == "__main__":
    network, arguments = Path(sys.argv[1]), sys.argv[2:]
    torrc = Path(arguments[arguments.index("-f") + 1])
    if "Nonsense" in torrc.read_text():
        print("[warn] Failed to parse the configuration")
        sys.exit(1)
    trio.run(FakeTor(network, torrc).run)
