"""Tor: every player is an onion service (rend-spec-v3), so nobody learns where anybody is, and no router needs a rule.

The program ``tor`` runs beside the client, as its own process with its own folder and key. We speak its control
protocol (control-spec) and reach others by its SOCKS port (RFC 1928). The address is ``tor:NAME.onion:PORT``.
"""

from __future__ import annotations

import os
from base64 import b32decode, b32encode, b64encode
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha3_256, sha512
from pathlib import Path
from shutil import which
from subprocess import DEVNULL
from typing import Final

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgames_protocol.address import LOOPBACK, split_address
from p2pgames_protocol.carrier import Carrier, Channel, Handler, Missing, NoContact, Pipe
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.tcp import connect, serve

PORT: Final = 9
"""Of the onion service; it is nowhere open but there."""
DIAL_TIME: Final = 60.0
"""Seconds for one address: a descriptor and six hops may take long."""
START_TIME: Final = 10.0
"""Seconds for the process to open its control port."""
MAX_LINE: Final = 64 * 1024
LAST_LINES: Final = 8
"""Lines of Tor's own messages that are kept, for the case that it ends."""
INSTALL: Final = (
    "For Tor, install the program tor: apt install tor, brew install tor, or from torproject.org."
)
ONION: Final = ".onion"


def onion_name(public: bytes) -> str:
    """Return the name of the onion service with this Ed25519 key (rend-spec-v3, 6)."""
    check = sha3_256(b".onion checksum" + public + b"\x03").digest()[:2]
    return b32encode(public + check + b"\x03").decode("ascii").lower() + ONION


def read(address: str) -> tuple[str, int, bytes]:
    """Return name, port and key of an address; raise ValueError if it is none."""
    name, port = split_address(address.removeprefix("tor:"))
    key = b32decode(name.removesuffix(ONION).upper())[:32]
    if len(key) != 32 or not port or onion_name(key) != name:
        raise ValueError("An address of Tor is NAME.onion:PORT.")
    return name, port, key


def expanded(seed: bytes) -> bytes:
    """Return the 64 bytes that Tor takes for the Ed25519 key of a seed (RFC 8032, 5.1.5)."""
    half = bytearray(sha512(seed).digest())
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    return bytes(half)


class Onion(Carrier):
    """Tor with a service of this identity on this device: always the same, so addresses stay good."""

    name = "tor"
    dial_time = DIAL_TIME
    has_hosts = False

    def __init__(
        self, identity: Identity, device: bytes, folder: Path, program: str = "tor", settings: str = ""
    ) -> None:
        """Prepare; nothing is started yet. ``folder`` is Tor's own; ``settings`` are further lines of its torrc.

        Raises `Missing` where the program is not installed.
        """
        found = which(program)
        if found is None:
            raise Missing(INSTALL)
        self._program = found
        self._folder = folder
        self._settings = settings
        self._seed = identity.derive("onion key", device)
        self.key = Ed25519PrivateKey.from_private_bytes(self._seed).public_key().public_bytes_raw()
        self._control: Control | None = None
        self._socks = ""
        self._said: deque[str] = deque(maxlen=LAST_LINES)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run Tor until cancelled; raise `Missing` if it does not start."""
        await trio.to_thread.run_sync(self._prepare)
        process = await trio.lowlevel.open_process(
            [
                self._program,
                "-f",
                str(self._folder / "torrc"),
                "--defaults-torrc",
                str(self._folder / "none"),
            ],
            stdin=DEVNULL,
            stdout=-1,
        )
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen_to, process)
                async with await self._controlled(process) as control:
                    nursery.start_soon(control.hear)
                    self._socks = await self._begin(control)
                    self._control = control
                    task_status.started()
                    await trio.sleep_forever()
        finally:
            self._control = None
            with trio.CancelScope(shield=True):
                process.terminate()
                with trio.move_on_after(1):
                    await process.wait()
                process.kill()
                await process.wait()

    def _prepare(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for old in ("control", "none"):
            (self._folder / old).unlink(missing_ok=True)
        (self._folder / "none").write_bytes(b"")
        lines = [
            f'DataDirectory "{_quoted(self._folder / "data")}"',
            f'ControlPortWriteToFile "{_quoted(self._folder / "control")}"',
            f"SocksPort {LOOPBACK}:auto",
            f"ControlPort {LOOPBACK}:auto",
            "CookieAuthentication 1",
            f"__OwningControllerProcess {os.getpid()}",
            "ClientOnly 1",
            "AvoidDiskWrites 1",
            "Log notice stdout",
            self._settings,
        ]
        (self._folder / "torrc").write_text("\n".join(lines) + "\n", encoding="utf-8")

    async def _listen_to(self, process: trio.Process) -> None:
        """Keep the last of what Tor says."""
        left = b""
        if process.stdout is None:
            return
        async for some in process.stdout:
            *lines, left = (left + some)[-MAX_LINE:].split(b"\n")
            self._said.extend(line.decode("utf-8", "replace") for line in lines)

    # -- control --

    async def _controlled(self, process: trio.Process) -> Control:
        """Return a control connection, once Tor has opened its port."""
        with trio.move_on_after(START_TIME):
            while process.poll() is None:
                with suppress(OSError, ValueError):
                    told = await trio.Path(self._folder / "control").read_text()
                    return Control(await connect(told.strip().removeprefix("PORT=")))
                await trio.sleep(0.05)
        warned = [line for line in self._said if "[err]" in line or "[warn]" in line]
        why = (warned or list(self._said) or [" it says nothing"])[-1].partition("] ")[2]
        raise Missing(f"Tor does not start: {why}")

    async def _begin(self, control: Control) -> str:
        """Prove that we started it, bind it to us, and return its SOCKS port."""
        cookie = await trio.Path(self._folder / "data" / "control_auth_cookie").read_bytes()
        await control.ask(f"AUTHENTICATE {cookie.hex()}")
        await control.ask("TAKEOWNERSHIP")
        told = await control.ask("GETINFO net/listeners/socks")
        return told[0].partition("=")[2].strip('"')

    async def ready(self) -> int:
        """Return how far Tor has come in connecting to its network, in per cent."""
        if self._control is None:
            return 0
        told = (await self._control.ask("GETINFO status/bootstrap-phase"))[0]
        progress = told.partition("PROGRESS=")[2].partition(" ")[0]
        return int(progress) if progress.isdigit() else 0

    # -- dialling --

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the onion service; raise `NoContact` if it is not there."""
        try:
            name, port, key = read(address)
        except ValueError:
            raise NoContact("An address of Tor is damaged. Ask for a new invite.") from None
        if self._control is None:
            raise NoContact("Tor has ended. Start the client again.")
        stream = await connect(self._socks)
        try:
            await ask_socks(stream, name, port)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        return Pipe(stream, Channel(self.name, key))

    # -- listening --

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve as `Carrier.listen` says; Tor makes the service known meanwhile, which takes a minute at first."""
        split_address(where)
        channel = Channel(self.name, self.key)

        async def take(tcp: trio.SocketStream) -> None:
            # They all come from the process beside us: where from nobody can tell.
            await handler(Pipe(tcp, channel))

        async with trio.open_nursery() as nursery:
            (place,) = await nursery.start(serve, f"{LOOPBACK}:0", take, str)
            if self._control is None:
                raise Missing("Tor has ended. Start the client again.")
            secret = b64encode(expanded(self._seed)).decode()
            await self._control.ask(f"ADD_ONION ED25519-V3:{secret} Port={PORT},{place}")
            task_status.started((f"tor:{onion_name(self.key)}:{PORT}",))

    def place(self, where: str, addresses: Sequence[str]) -> str:  # noqa: ARG002
        """Return the place as it is: the service has no port of this computer."""
        return where

    def about(self) -> str:
        """Return what Tor hides, and what not."""
        return (
            "Tor: an onion service. Its first minutes are slow. Nobody learns your address by it;"
            " with other ways switched on they do by those."
        )


def _quoted(path: Path) -> str:
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


class Control:
    """A control connection: one question at a time (control-spec, 2.3)."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._asking = trio.Lock()
        self._send, self._answers = trio.open_memory_channel[tuple[str, ...]](8)

    async def __aenter__(self) -> Control:
        return self

    async def __aexit__(self, *_: object) -> None:
        await trio.aclose_forcefully(self._stream)

    async def hear(self) -> None:
        """Read answers until Tor ends."""
        left, answer = b"", list[str]()
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for some in self._stream:
                *lines, left = (left + some).split(b"\r\n")
                for line in lines:
                    answer.append(line.decode("ascii", "replace"))
                    if line[3:4] == b" ":
                        await self._send.send(tuple(answer))
                        answer = []
                if len(left) > MAX_LINE:
                    break
        self._send.close()

    async def ask(self, question: str) -> tuple[str, ...]:
        """Return the lines of the answer, without their codes; raise `Missing` if Tor refuses or has ended."""
        async with self._asking:
            try:
                await self._stream.send_all(question.encode("ascii") + b"\r\n")
                answer = await self._answers.receive()
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.EndOfChannel):
                raise Missing("Tor has ended. Start the client again.") from None
        if not answer[-1].startswith("250"):
            raise Missing(f"Tor refuses {question.partition(' ')[0]}: {answer[-1][4:]}")
        return tuple(line[4:] for line in answer)


async def ask_socks(stream: trio.SocketStream, host: str, port: int) -> None:
    """Let the proxy connect the stream to a host (RFC 1928, without authentication); raise `NoContact` if it cannot."""
    name = host.encode("ascii")
    try:
        await stream.send_all(b"\x05\x01\x00")
        if await _exactly(stream, 2) != b"\x05\x00":
            raise NoContact("What should be Tor's SOCKS port does not speak SOCKS 5.")
        await stream.send_all(b"\x05\x01\x00\x03" + bytes([len(name)]) + name + port.to_bytes(2, "big"))
        version, code, _, kind = await _exactly(stream, 4)
        rest = {1: 4, 4: 16}.get(kind) or (await _exactly(stream, 1))[0]
        await _exactly(stream, rest + 2)
    except (trio.BrokenResourceError, EOFError):
        raise NoContact("Tor closed the connection. Is it still running?") from None
    if version != 5 or code:
        raise NoContact(
            f"Nobody answers by Tor at {host[:16]}... Is the other client running, since a minute or more?"
        )


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    got = b""
    while len(got) < size:
        some = await stream.receive_some(size - len(got))
        if not some:
            raise EOFError
        got += some
    return got
