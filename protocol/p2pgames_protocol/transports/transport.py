"""Carriers: how bytes get from one player to another. A carrier is an untrusted pipe.

It may delay, drop, reorder, or show different players different things; everything that matters is signed.
An address begins with the name of its carrier: ``tls:HOST:PORT#PIN``, ``tcp:HOST:PORT``. A finder learns where
somebody is who cannot be found where it was last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

import trio

from p2pgames.text import Message, Refusal, Verbatim, as_it_is
from p2pgames_protocol.transports import messages
from p2pgames_protocol.wire.address import join_address, split_address

DIAL_TIME: Final = 10.0
"""Seconds for one address, from dialling to the end of the hello, where its carrier needs no more."""
_NAMES: Final = {"tls": "TLS", "tor": "Tor"}
"""How carriers are called whose names are written otherwise."""


class NoContact(Refusal, OSError):
    """Nobody we look for answers; the message says where and what to try."""


class PortTaken(Refusal, OSError):
    """We cannot listen there; the message says why and what to try."""


class Missing(Refusal, OSError):
    """What a carrier or finder stands on is not installed, or does not start; the message says what to do."""


class Stage(StrEnum):
    """How far a carrier has come with what it needs before it can dial."""

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
        return self in (Stage.READY, Stage.KNOWN)


@dataclass(frozen=True, slots=True)
class Condition:
    """How a carrier gets on."""

    stage: Stage = Stage.READY
    percent: int = 100
    """How much of what it does before it can dial is done."""
    text: Message | None = None
    """What it does, or why it does not get on, in a sentence for the player."""
    help: Message | None = None
    """What the player can do about that, in a sentence or two."""

    @property
    def sentence(self) -> Message:
        """Both of them."""
        text = self.text or as_it_is("")
        return messages.WITH_HELP(text=text, help=self.help) if self.help else text


@dataclass(frozen=True, slots=True)
class Channel:
    """What both ends know about their connection before the hello: the carrier, and its transport keys."""

    carrier: str
    listener_key: bytes = b""
    dialler_key: bytes = b""
    """Empty where the carrier proves only who listens."""


@dataclass(frozen=True, slots=True)
class Route:
    """By what a player is linked, as people and programs are told."""

    carrier: str
    relay: str = ""
    """Whose relay passes the bytes on; empty where nobody does, or where that is not known."""

    @property
    def changes(self) -> bool:
        """Whether it can change while the link stands: iroh goes over a relay until it has found a direct way."""
        return self.carrier == "iroh"

    def text(self) -> Message:
        """Return it in a few words: ``TLS``, ``iroh, direct``, ``iroh, relayed by relay.example.org``."""
        if self.changes:
            return messages.RELAYED(relay=Verbatim(self.relay)) if self.relay else messages.DIRECT
        return (
            messages.NOT_ENCRYPTED
            if self.carrier == "tcp"
            else as_it_is(_NAMES.get(self.carrier, self.carrier))
        )


@dataclass(frozen=True, slots=True)
class Pipe:
    """A connection before the hello."""

    stream: trio.abc.Stream
    channel: Channel
    host: str = ""
    """Where it comes from, for counting strangers; empty where a carrier cannot tell."""
    relay: Callable[[], str] = str
    """Returns whose relay passes the bytes on at this moment; empty where nobody does."""
    here: str = ""
    """Our own address that it stands on; empty where a carrier cannot tell."""

    def route(self) -> Route:
        """Return by what the two ends are linked at this moment."""
        return Route(self.channel.carrier, self.relay())


Handler: TypeAlias = Callable[[Pipe], Awaitable[None]]


class Carrier(ABC):
    """One way to reach other players."""

    name: str
    dial_time: float = DIAL_TIME
    """Seconds after which a dialled address counts as dead."""
    has_hosts: bool = True
    """Whether its addresses have the form ``HOST:PORT#PIN``, so that another host can be told in their place."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep what the carrier needs running until cancelled; `dial` and `listen` are called meanwhile.

        Raises `Missing` if that is not installed or does not start.
        """
        task_status.started()

    @property
    def condition(self) -> Condition:
        """How it gets on; without this it can dial as soon as it runs."""
        return Condition()

    async def changed(self) -> None:
        """Wait until ``condition`` is another one than when this was called."""
        await trio.sleep_forever()

    async def settled(self) -> None:
        """Wait until it can dial; raise `NoContact`, saying why, where it does not get on."""
        while not self.condition.stage.dials:
            if self.condition.stage is not Stage.STARTING:
                raise NoContact(self.condition.sentence)
            await self.changed()

    @abstractmethod
    async def dial(self, address: str) -> Pipe:
        """Return a pipe to whoever listens at the address; raise `NoContact` if that is nobody, or the wrong one."""

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
        """Return what this carrier shows others of us, in a sentence for the player; None where that is nothing."""
        return None
