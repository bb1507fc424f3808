"""Words and the invite they stand for: the host hands it over at the meeting key, where `host_search` gets it.

guest: words -> meeting key -> hello -> token        host: hello -> token -> invite

Who wants to look on says so, and gets the watchers' invite, which opens no seat.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from hmac import compare_digest
from threading import Lock
from typing import Final, Protocol, TypeAlias

import trio

from p2pgames.text import Message, Refusal
from p2pgames_protocol.discovery.meeting import TABLE, MeetingWay, Ways
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.strangers import Strangers
from p2pgames_protocol.transports.transport import DependencyMissing, PortTaken
from p2pgames_protocol.wire.address import ANY
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.entropy import Entropy
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.words import NoMemory, Stretch, Words, meeting_key, meeting_token, stretch

RELAY_TIME: Final = 6.0
"""Seconds for a relay to answer; one that does takes less than one."""
_ONE: Final = Lock()
"""A key takes 256 MiB: never two are made at a time. No limiter of trio, since a thread that nobody waits for any more
may outlive its run."""
_ANYWHERE: Final = f"{ANY}:0"


class Invites(Protocol):
    """Returns the invite to a seat, or the one for watchers, None if nobody may watch; waits until it is known."""

    async def __call__(self, *, watches: bool) -> Invite | None: ...


WaysOf: TypeAlias = Callable[[Identity], Ways]
"""Returns the ways that this meeting key leads by."""


@dataclass
class Meeting:
    """The words of a table, and by what they lead to it."""

    words: Words
    ways: WaysOf
    by: tuple[str, ...] = ()
    """The names of these ways; none if nothing here can find a table by words."""
    no_relay: Message = messages.NO_RELAY
    """What is said where no relay answers."""
    stretch: Stretch = stretch
    wrong: list[Message] = field(default_factory=list)
    """Why some of them do not lead after all."""

    def news(self) -> list[Message]:
        """Return what went wrong and was not returned yet."""
        news, self.wrong = self.wrong, []
        return news

    async def key(self) -> Identity:
        """Return the meeting key, made in a thread; raise `NoMemory`."""
        return await trio.to_thread.run_sync(self._key, abandon_on_cancel=True)

    def _key(self) -> Identity:
        with _ONE:
            return meeting_key(self.words, self.stretch)

    async def serve(
        self,
        entropy: Entropy,
        invites: Invites,
        told: Callable[[], None],
        given: Callable[[], None],
    ) -> None:
        """Hand out the invite to whoever has the words, until cancelled, and the one for watchers to who asks for that.

        ``invites`` returns them. ``told`` is called when a way does not lead after all, ``given`` when somebody got the
        invite to a seat.
        """
        try:
            own = await self.key()
        except NoMemory as wrong:
            self.wrong.append(wrong.message)
            told()
            return
        host = MeetingHost(own, invites, given)
        strangers = Strangers(entropy, lambda: (own,), host.serve)
        async with trio.open_nursery() as nursery:
            for way in self.ways(own):
                nursery.start_soon(self._open, way, strangers, told)

    async def _open(self, way: MeetingWay, strangers: Strangers, told: Callable[[], None]) -> None:
        try:
            async with trio.open_nursery() as nursery:
                await begin(nursery, way)
                addresses = await nursery.start(way.transport.listen, _ANYWHERE, strangers.answer)
                if way.online is not None:
                    nursery.start_soon(self._look, way.online, told)
                outside = () if way.mapper is None else await way.mapper.outside(nursery, addresses[0])
                while way.discovery is not None:
                    way.discovery.tell(TABLE, (*outside, *addresses))
                    addresses = await way.transport.moved(_ANYWHERE, addresses)
        except* (DependencyMissing, PortTaken) as several:
            self.wrong += [one.message for one in several.exceptions if isinstance(one, Refusal)]
            told()

    async def _look(self, online: Callable[[], Awaitable[object]], told: Callable[[], None]) -> None:
        if not await is_online(online):
            self.wrong.append(self.no_relay)
            told()


async def is_online(online: Callable[[], Awaitable[object]]) -> bool:
    """Tell whether a relay answers in time."""
    with trio.move_on_after(RELAY_TIME):
        await online()
        return True
    return False


async def begin(nursery: trio.Nursery, way: MeetingWay) -> None:
    """Run what the way needs as long as the nursery does."""
    await nursery.start(way.transport.run)
    if way.discovery is not None:
        await nursery.start(way.discovery.run)


@dataclass
class MeetingHost:
    """The host's end, once the hello at the meeting key is done."""

    own: Identity
    invites: Invites
    given: Callable[[], None]

    async def serve(self, link: Link, message: tuple[Plain, ...]) -> None:
        """Answer who shows the token of the words with the invite, anybody else with a bye."""
        match message:
            case ("words", bytes(token)) if compare_digest(token, meeting_token(self.own)):
                if await self._hand(link, watches=False):
                    self.given()
            case ("words", bytes(token), "watch") if compare_digest(token, meeting_token(self.own)):
                await self._hand(link, watches=True)
            case _:
                await link.send("bye", str(messages.NO_TABLE))

    async def _hand(self, link: Link, *, watches: bool) -> bool:
        """Send the invite, or a bye where there is none; tell which."""
        invite = await link.meanwhile(partial(self.invites, watches=watches))
        if invite is None:
            await link.send("bye", str(messages.NO_WATCHERS))
            return False
        await link.send("invite", invite.text())
        return True
