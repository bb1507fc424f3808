"""Transports: how bytes get from one player to another. A transport is an untrusted pipe.

It may delay, drop, reorder, or show different players different things; everything that matters is signed.
An address begins with the name of its transport: ``tls:HOST:PORT#PIN``, ``tcp:HOST:PORT``. A discovery learns where
somebody is who cannot be found where it was last.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires
from typing import Final, TypeAlias

import trio

from p2pgames.text import Message, Refusal, Verbatim, as_it_is
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.wire.address import join_address, split_address

DIAL_TIME: Final = 10.0
"""Seconds for one address, from dialling to the end of the hello, where its transport needs no more."""
_NAMES: Final = {"tls": "TLS", "tor": "Tor"}
"""How transports are called whose names are written otherwise."""


class Unreachable(Refusal, OSError):
    """Nobody we look for answers; the message says where and what to try."""


class PortTaken(Refusal, OSError):
    """We cannot listen there; the message says why and what to try."""


class DependencyMissing(Refusal, OSError):
    """What a transport or discovery stands on is not installed, or does not start; the message says what to do."""


class Phase(StrEnum):
    """How far a transport has come with what it needs before it can dial."""

    STARTING = "starting"
    STUCK = "stuck"
    """It does not get on; it goes on trying."""
    READY = "ready"
    KNOWN = "known"
    """It can dial, and others can find us."""
    ENDED = "ended"
    """What it needs has ended, and is started again."""

    @property
    def dials(self) -> bool:
        """Whether others can be dialled."""
        return self in (Phase.READY, Phase.KNOWN)


@dataclass(frozen=True, slots=True)
class TransportStatus:
    """What a transport is doing, and how far it has come."""

    phase: Phase = Phase.READY
    percent: int = 100
    """How much of what it does before it can dial is done."""
    text: Message | None = None
    """What it does, or why it does not get on, in a sentence for the player."""
    help: Message | None = None
    """What the player can do about that, in a sentence or two."""

    @property
    def sentence(self) -> Message:
        """What it does, and what the player can do about that, as one message."""
        text = self.text or as_it_is("")
        return sentences.WITH_HELP(text=text, help=self.help) if self.help else text


@dataclass(frozen=True, slots=True)
class ChannelBinding:
    """What both ends know about their connection before the hello: the transport, and its transport keys."""

    transport: str
    listener_key: bytes = b""
    dialler_key: bytes = b""
    """Empty where the transport proves only who listens."""


@dataclass(frozen=True, slots=True)
class Route:
    """By what a player is linked, as people and programs are told."""

    transport: str
    relay: str = ""
    """Whose relay passes the bytes on; empty if nobody does, or where that is not known."""

    @property
    def changes(self) -> bool:
        """Whether it can change while the link stands: iroh goes over a relay until it has found a direct way."""
        return self.transport == "iroh"

    def text(self) -> Message:
        """Return it in a few words: ``TLS``, ``iroh, direct``, ``iroh, relayed by relay.example.org``."""
        if self.changes:
            return sentences.RELAYED(relay=Verbatim(self.relay)) if self.relay else sentences.DIRECT
        return (
            sentences.NOT_ENCRYPTED
            if self.transport == "tcp"
            else as_it_is(_NAMES.get(self.transport, self.transport))
        )


@dataclass(frozen=True, slots=True)
class Pipe:
    """A connection before the hello."""

    stream: trio.abc.Stream
    channel: ChannelBinding
    host: str = ""
    """Where the other end is; empty if a transport cannot tell."""
    relay: Callable[[], str] = str
    """Returns whose relay passes the bytes on at this moment; empty if nobody does."""
    here: str = ""
    """Our own address that it stands on; empty if a transport cannot tell."""

    def route(self) -> Route:
        """Return by what the two ends are linked at this moment."""
        return Route(self.channel.transport, self.relay())


Handler: TypeAlias = Callable[[Pipe], Awaitable[None]]
May: TypeAlias = Callable[[str, int], bool]
"""Tells of the number of a host, and a port, whether it may be dialled."""


class Transport(ABC):
    """One way to reach other players."""

    name: str
    dial_time: float = DIAL_TIME
    """Seconds after which a dialled address counts as dead."""
    has_hosts: bool = True
    """Whether its addresses have the form ``HOST:PORT#PIN``, so that another host can be told in their place."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep what the transport needs running until cancelled; `dial` and `listen` are called meanwhile.

        Raises `DependencyMissing` if that is not installed or does not start.
        """
        task_status.started()

    def prepare(self, where: str) -> None:
        """Note where `listen` will be called: what dials before that may need the same port. Without this none does."""
        del where

    def leave_open(self) -> object:
        """Keep open what others reach us by when this stops running; return it for another one to `go_on_with`.

        Without this there is nothing to keep, and None is returned.
        """
        return None

    def go_on_with(self, opened: object) -> None:
        """Take over what another one left open, if that has the same keys; to be called before this runs."""
        del opened

    @property
    def status(self) -> TransportStatus:
        """Its status; without this it can dial as soon as it runs."""
        return TransportStatus()

    async def changed(self) -> None:
        """Wait until ``status`` is another one than when this was called."""
        await trio.sleep_forever()

    async def until_ready(self) -> None:
        """Wait until it can dial; raise `Unreachable`, saying why, if it makes no progress."""
        while not self.status.phase.dials:
            if self.status.phase is not Phase.STARTING:
                raise Unreachable(self.status.sentence)
            await self.changed()

    async def permitted(self, address: str, may: May) -> tuple[str, ...]:
        """Return what of an address may be dialled, with numbers in place of names, so that it stays as it was found.

        Without this all of it may be: its addresses lead to no host.
        """
        del may
        return (address,)

    @abstractmethod
    async def dial(self, address: str) -> Pipe:
        """Return a pipe to whoever listens at the address; raise `Unreachable` if that is nobody, or the wrong one."""

    @abstractmethod
    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve until cancelled, one handler per pipe; report the addresses to dial once it is open.

        ``where`` is ``HOST:PORT``; port 0 takes any free one, host * every interface. Raises `PortTaken` when it
        cannot listen there, ValueError for something else than such a place.
        """

    async def moved(self, where: str, addresses: Sequence[str]) -> tuple[str, ...]:
        """Wait until what was listened to there has other addresses than these, and return those.

        That happens when the computer comes to another network. Without this it never does.
        """
        del where, addresses
        return await trio.sleep_forever()

    def place(self, where: str, addresses: Sequence[str]) -> str:
        """Return the place as it can be asked for again, with the port that was found for these addresses."""
        port = split_address(addresses[0].partition(":")[2].partition("#")[0])[1]
        return join_address(split_address(where)[0], port)

    def about(self) -> Message | None:
        """Return what this transport shows others of us, in a sentence for the player; None if that is nothing."""
        return None


# How long a stranger may take to say who it is.

HELLO_TIME: Final = 10.0
"""Seconds for the whole hello; a stranger who is slower is dropped."""


# The command that installs a package that a way needs.

WHERE_WHEELS_ARE: Final = ("iroh",)
"""What p2pgames requires where there is a wheel of it, and only there."""


def hint(what: Message, package: str) -> Message:
    """Return in a sentence what ``what`` needs, and the command that installs it for the Python that runs.

    It names the package and not an extra of ours: pip finds extras only where it finds the project. Where there is
    nothing that could be installed, that is said instead.
    """
    if package in WHERE_WHEELS_ARE and not is_required(package):
        return sentences.NOT_MADE_FOR_HERE(what=what, package=Verbatim(package))
    if getattr(sys, "frozen", False):  # pip cannot add to it
        return sentences.NOT_IN_ONE_FILE(what=what, package=Verbatim(package))
    words = [sys.executable or "python", "-m", "pip", "install", package]
    typed = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
    return sentences.NEEDS_PACKAGE(what=what, package=Verbatim(package), typed=Verbatim(typed))


def is_required(package: str) -> bool:
    """Tell whether p2pgames, as it was built for this system, requires a package: then there is a wheel of it."""
    try:
        return any(one.startswith(package) and ";" not in one for one in requires("p2pgames") or ())
    except PackageNotFoundError:  # a source tree that was never installed
        return True
