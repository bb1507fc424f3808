"""Tor: every player is an onion service (rend-spec-v3), so nobody learns where anybody is, and no router needs a rule.

The program ``tor`` runs beside the client. We speak its control protocol and reach others by its SOCKS port. The
address is ``tor:NAME.onion:PORT``.
"""

from __future__ import annotations

import os
import re
from base64 import b32decode, b32encode, b64encode
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha3_256, sha512
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, STDOUT
from typing import Final

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgames.text import Count, Message, Refusal, Verbatim, as_it_is, whole_number
from p2pgames_protocol.store.disk import os_error, os_text, write_whole
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.tcp import connect, serve
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    DependencyMissing,
    Handler,
    Phase,
    Pipe,
    Transport,
    TransportStatus,
    Unreachable,
)
from p2pgames_protocol.wire.address import LOOPBACK, split_address
from p2pgames_protocol.wire.identity import Identity

ONION_PORT: Final = 9
"""Of the onion service; it is nowhere open but there."""
DIAL_TIME: Final = 60.0
"""Seconds for one address: a descriptor and six hops may take long."""
ONION: Final = ".onion"


def onion_name(public: bytes) -> str:
    """Return the name of the onion service with this Ed25519 key (rend-spec-v3, 6)."""
    check = sha3_256(b".onion checksum" + public + b"\x03").digest()[:2]
    return b32encode(public + check + b"\x03").decode("ascii").lower() + ONION


def read_onion(address: str) -> tuple[str, int, bytes]:
    """Return name, port and key of an address; raise ValueError if it is not one."""
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


# SOCKS 5 (RFC 1928), the client's half: a proxy connects us to a name that we never look up ourselves.


async def ask_socks(stream: trio.SocketStream, host: str, port: int) -> None:
    """Let the proxy connect the stream to a host (RFC 1928, without authentication); raise `Unreachable` if not."""
    name = host.encode("ascii")
    try:
        await stream.send_all(b"\x05\x01\x00")
        if await _exactly(stream, 2) != b"\x05\x00":
            raise Unreachable(sentences.NOT_SOCKS)
        await stream.send_all(b"\x05\x01\x00\x03" + bytes([len(name)]) + name + port.to_bytes(2, "big"))
        version, code, _, kind = await _exactly(stream, 4)
        rest = {1: 4, 4: 16}.get(kind) or (await _exactly(stream, 1))[0]
        await _exactly(stream, rest + 2)
    except (trio.BrokenResourceError, EOFError):
        raise Unreachable(sentences.TOR_CLOSED) from None
    if version != 5 or code:
        raise Unreachable(sentences.NOBODY_BY_TOR(host=Verbatim(host[:16])))


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    got = b""
    while len(got) < size:
        some = await stream.receive_some(size - len(got))
        if not some:
            raise EOFError
        got += some
    return got


# The program tor as a process of ours, with a folder of its own; whenever it ends it is started again.

START_TIME: Final = 10.0
"""Seconds for the process to open its control port."""
STALL: Final = 30.0
"""Seconds without any progress after which the player is told that Tor does not get on."""
RESTART_FIRST_WAIT: Final = 1.0
RESTART_LAST_WAIT: Final = 60.0
"""Seconds before Tor is started again: the first, doubling up to the last."""
STEADY: Final = 60.0
"""Seconds it must have run for the waiting to begin anew from the first."""
LAST_LINES: Final = 8
"""Lines of Tor's own messages that are kept, for the case that it ends."""
STARTS: Final = TransportStatus(Phase.STARTING, 0, sentences.STARTING)


# The control connection to a running Tor (control-spec): questions, and what Tor tells by itself.

MAX_LINE: Final = 64 * 1024
"""Bytes of one line of the control port, and of what Tor prints; the longest are some hundreds."""
EVENTS: Final = "STATUS_CLIENT HS_DESC"
"""What we want to be told: how far Tor has come, and which services it has made known."""
PHASE: Final = "status/bootstrap-phase"
_FIELD: Final = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)')


class Control:
    """A control connection: one question at a time (control-spec, 2.3)."""

    def __init__(self, stream: trio.SocketStream, told: Callable[[str], None]) -> None:
        """``told`` is called with every event, without its code, and with every answer to a question for `PHASE`."""
        self._stream = stream
        self._told = told
        self._asking = trio.Lock()
        self._send, self._answers = trio.open_memory_channel[tuple[str, ...]](8)

    async def __aenter__(self) -> Control:
        return self

    async def __aexit__(self, *_: object) -> None:
        await trio.aclose_forcefully(self._stream)

    async def read_events(self) -> None:
        """Read answers and events until Tor ends."""
        left, answer = b"", list[str]()
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for some in self._stream:
                *lines, left = (left + some).split(b"\r\n")
                for line in (line.decode("ascii", "replace") for line in lines):
                    if line.startswith("650 "):
                        # Events come between answers (4.1), those that we asked for in one line each.
                        self._told(line[4:])
                        continue
                    if line.startswith(f"250-{PHASE}="):
                        # Reported here, since the asking task may read the answer after a later event.
                        self._told(line[4:])
                    answer.append(line)
                    if line[3:4] == " ":
                        await self._send.send(tuple(answer))
                        answer = []
                if len(left) > MAX_LINE:
                    break
        self._send.close()

    async def ask(self, question: str) -> tuple[str, ...]:
        """Return the lines of the answer without their codes; raise `DependencyMissing` if Tor refuses or has ended."""
        async with self._asking:
            try:
                await self._stream.send_all(question.encode("ascii") + b"\r\n")
                answer = await self._answers.receive()
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.EndOfChannel):
                raise DependencyMissing(sentences.ENDED) from None
        if not answer[-1].startswith("250"):
            raise DependencyMissing(
                sentences.REFUSES(
                    question=Verbatim(question.partition(" ")[0]), answer=Verbatim(answer[-1][4:])
                )
            )
        return tuple(line[4:] for line in answer)


def progress(event: str) -> TransportStatus | None:
    """Return how far Tor has come in connecting to its network; None for an event that does not say (4.1.10)."""
    before, word, rest = event.partition("BOOTSTRAP ")
    if not word:
        return None
    said = {name: value.strip('"') for name, value in _FIELD.findall(rest)}
    percent = whole_number(said.get("PROGRESS", "")) or 0
    if percent >= 100:
        return TransportStatus(Phase.READY, 100, sentences.CONNECTED)
    if "WARN" in before and "WARNING" in said:
        return stuck(percent, os_text(said["WARNING"]))
    return TransportStatus(Phase.STARTING, percent, _doing(percent))


def stuck(percent: int, why: Message) -> TransportStatus:
    """Return that Tor does not get on, and what may be behind it."""
    return TransportStatus(
        Phase.STUCK, percent, sentences.STUCK(percent=Count(percent), why=why), sentences.ADVICE
    )


def _doing(percent: int) -> Message:
    """Return what Tor does until it has come so far (its src/feature/control/control_bootstrap.c)."""
    if percent < 25:
        return sentences.FIRST_RELAY(percent=Count(percent))
    doing = sentences.READS_LIST if percent < 80 else sentences.BUILDS_WAY
    return doing(percent=Count(percent))


def is_known(event: str, name: str) -> bool:
    """Tell whether an event says that a service, named without ``.onion``, has been made known (4.1.27)."""
    return event.split(" ")[:3] == ["HS_DESC", "UPLOADED", name]


class Tor:
    """One Tor. What it serves, it serves again after every start."""

    def __init__(self, folder: Path, program: str = "tor", settings: str = "") -> None:
        """Prepare; nothing is started yet. ``folder`` is Tor's own; ``settings`` are further lines of its torrc.

        Raises `DependencyMissing` if the program is not installed.
        """
        found = which(program)
        if found is None:
            raise DependencyMissing(sentences.INSTALL)
        self._program = found
        self._folder = folder
        self._settings = settings
        self._control: Control | None = None
        self._services: dict[str, str] = {}
        """By name: the commands that open our onion services."""
        self._said: deque[str] = deque(maxlen=LAST_LINES)
        self._has_run = False
        self._change = trio.Event()
        self.status = STARTS
        self.socks = ""
        """Where its SOCKS port is; empty while it does not run."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run Tor until cancelled, and start it again whenever it ends.

        Raises OSError, `DependencyMissing` among them, alone or in a group, if it does not start the first time.
        """
        try:
            await self._again_and_again(task_status)
        finally:
            self._now(TransportStatus(Phase.ENDED, 0, sentences.HAS_ENDED))

    async def _again_and_again(self, task_status: trio.TaskStatus[None]) -> None:
        wait = RESTART_FIRST_WAIT
        while True:
            began = trio.current_time()
            why = await self._once(task_status)
            wait = RESTART_FIRST_WAIT if trio.current_time() - began > STEADY else wait
            again = sentences.STARTS_AGAIN(count=Count(round(wait)), why=why)
            self._now(TransportStatus(Phase.ENDED, 0, again))
            await trio.sleep(wait)
            wait = min(wait * 2, RESTART_LAST_WAIT)
            self._now(STARTS)

    async def changed(self) -> None:
        """Wait until ``status`` is another one."""
        await self._change.wait()

    async def open(self, name: str, command: str) -> None:
        """Open an onion service now and after every start; ``name`` has no ``.onion``. Raises `DependencyMissing`."""
        self._services[name] = command
        await self.ask(command)

    async def ask(self, question: str) -> tuple[str, ...]:
        """Return what Tor answers as `Control.ask` does; raise `DependencyMissing` while it does not run."""
        if self._control is None:
            raise DependencyMissing(sentences.ENDED)
        return await self._control.ask(question)

    # -- one run --

    async def _once(self, task_status: trio.TaskStatus[None]) -> Message:
        """Run Tor to its end and return why it ended; raise only where it has never run."""
        process: trio.Process | None = None
        why: Message | None = None
        try:
            await trio.to_thread.run_sync(self._prepare)
            process = await self._process()
            await self._serve(process, task_status)
        except* OSError as wrong:
            if not self._has_run:
                raise
            why = next(_leaves(wrong))
        finally:
            self._control, self.socks = None, ""
            if process is not None:
                await _end(process)
        return self._last_words(process) or why or as_it_is("")

    async def _process(self) -> trio.Process:
        """Start the program; all it says comes to us."""
        self._said.clear()
        files = ("-f", str(self._folder / "torrc"), "--defaults-torrc", str(self._folder / "none"))
        return await trio.lowlevel.open_process(
            [self._program, *files], stdin=DEVNULL, stdout=-1, stderr=STDOUT
        )

    async def _serve(self, process: trio.Process, task_status: trio.TaskStatus[None]) -> None:
        """Stay connected to a running Tor until it ends."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen_to, process)
            async with await self._controlled(process) as control:
                nursery.start_soon(self._watch)
                nursery.start_soon(self._begin, control, task_status)
                await control.read_events()
            # What it still has to say is said before its output ends.
            with trio.move_on_after(1):
                await process.wait()
            nursery.cancel_scope.cancel()

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
        write_whole(self._folder / "torrc", ("\n".join(lines) + "\n").encode())

    async def _listen_to(self, process: trio.Process) -> None:
        """Keep the last of what Tor says."""
        left = b""
        if process.stdout is None:
            return
        async for some in process.stdout:
            *lines, left = (left + some)[-MAX_LINE:].split(b"\n")
            self._said.extend(line.decode("utf-8", "replace") for line in lines)

    async def _controlled(self, process: trio.Process) -> Control:
        """Return a control connection, once Tor has opened its port."""
        with trio.move_on_after(START_TIME):
            while process.poll() is None:
                with suppress(OSError, ValueError):
                    told = await trio.Path(self._folder / "control").read_text()
                    return Control(await connect(told.strip().removeprefix("PORT=")), self._hear)
                await trio.sleep(0.05)
        warned = [line for line in self._said if "[err]" in line or "[warn]" in line]
        said = (warned or list(self._said))[-1:]
        why = as_it_is(said[0].partition("] ")[2] or said[0]) if said else sentences.SAYS_NOTHING
        raise DependencyMissing(sentences.DOES_NOT_START(why=why))

    async def _begin(self, control: Control, task_status: trio.TaskStatus[None]) -> None:
        """Prove that we started it, bind it to us, and have it tell what happens and serve what it served."""
        cookie = await trio.Path(self._folder / "data" / "control_auth_cookie").read_bytes()
        await control.ask(f"AUTHENTICATE {cookie.hex()}")
        await control.ask("TAKEOWNERSHIP")
        await control.ask(f"SETEVENTS {EVENTS}")
        await control.ask(f"GETINFO {PHASE}")
        (told, *_) = await control.ask("GETINFO net/listeners/socks")
        for command in self._services.values():
            await control.ask(command)
        self.socks = told.partition("=")[2].strip('"')
        self._control = control
        if not self._has_run:
            self._has_run = True
            task_status.started()

    # -- how it gets on --

    def _hear(self, event: str) -> None:
        now = progress(event)
        if now is not None:
            self._now(now)
        elif self.status.phase is Phase.READY and any(is_known(event, name) for name in self._services):
            self._now(TransportStatus(Phase.KNOWN, 100, sentences.KNOWN))

    async def _watch(self) -> None:
        """Say so when nothing goes on for long before Tor is connected."""
        while True:
            with trio.move_on_after(STALL) as scope:
                await self.changed()
            if scope.cancelled_caught and self.status.phase is Phase.STARTING:
                self._now(stuck(self.status.percent, sentences.NOTHING_HAS_COME(seconds=Count(round(STALL)))))

    def _now(self, status: TransportStatus) -> None:
        if status != self.status:
            self.status = status
            self._change.set()
            self._change = trio.Event()

    def _last_words(self, process: trio.Process | None) -> Message | None:
        """Return the error that Tor ended with; what killed it, where it said none."""
        errors = [line.partition("] ")[2] for line in self._said if "[err]" in line]
        code = process.returncode if process is not None else None
        if errors or code is None:
            return os_text(errors[-1]) if errors else None
        return sentences.SIGNAL(number=Count(-code)) if code < 0 else sentences.EXIT_CODE(code=Count(code))


async def _end(process: trio.Process) -> None:
    """Have the process end, in a second at most."""
    with trio.CancelScope(shield=True):
        process.terminate()
        with trio.move_on_after(1):
            await process.wait()
        process.kill()
        await process.wait()


def _leaves(group: BaseExceptionGroup[OSError]) -> Iterator[Message]:
    for each in group.exceptions:
        if isinstance(each, BaseExceptionGroup):
            yield from _leaves(each)
        else:
            yield each.message if isinstance(each, Refusal) else os_error(each)


def _quoted(path: Path) -> str:
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


class Onion(Transport):
    """Tor with a service of this identity on this device: always the same, so addresses stay good."""

    name = "tor"
    dial_time = DIAL_TIME
    has_hosts = False

    def __init__(
        self, identity: Identity, device: bytes, folder: Path, program: str = "tor", settings: str = ""
    ) -> None:
        """Prepare; nothing is started yet. For ``folder``, ``settings`` and what is raised see `Tor`."""
        self.tor = Tor(folder, program, settings)
        self._seed = identity.derive("onion key", device)
        self.key = Ed25519PrivateKey.from_private_bytes(self._seed).public_key().public_bytes_raw()

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run Tor as `Tor.run` says."""
        await self.tor.run(task_status=task_status)

    @property
    def status(self) -> TransportStatus:
        """How Tor gets on."""
        return self.tor.status

    async def changed(self) -> None:
        """Wait until ``status`` is another one."""
        await self.tor.changed()

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the onion service; raise `Unreachable` if it is not there, or Tor does not run."""
        try:
            name, port, key = read_onion(address)
        except ValueError:
            raise Unreachable(sentences.TOR_ADDRESS) from None
        if not self.tor.socks:
            raise Unreachable(self.status.text or as_it_is(""))
        stream = await connect(self.tor.socks)
        try:
            await ask_socks(stream, name, port)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        return Pipe(stream, ChannelBinding(self.name, key))

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve as `Transport.listen` says; Tor makes the service known meanwhile, which takes a minute at first."""
        split_address(where)
        channel = ChannelBinding(self.name, self.key)

        async def take(tcp: trio.SocketStream) -> None:
            # They all come from the local Tor process: where they really come from nobody can tell.
            await handler(Pipe(tcp, channel))

        async with trio.open_nursery() as nursery:
            (place,) = await nursery.start(serve, f"{LOOPBACK}:0", take, str)
            name, secret = onion_name(self.key), b64encode(expanded(self._seed)).decode()
            await self.tor.open(
                name.removesuffix(ONION), f"ADD_ONION ED25519-V3:{secret} Port={ONION_PORT},{place}"
            )
            task_status.started((f"tor:{name}:{ONION_PORT}",))

    def place(self, where: str, addresses: Sequence[str]) -> str:  # noqa: ARG002
        """Return the place as it is: the service has no port of this computer."""
        return where

    def about(self) -> Message | None:
        """Return what Tor hides, and what not."""
        return sentences.ABOUT
