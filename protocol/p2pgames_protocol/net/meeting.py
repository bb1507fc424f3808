"""Words and the invite they stand for: the host hands it over at the meeting key, where `find_invite` gets it.

guest: words -> meeting key -> hello -> token        host: hello -> token -> invite

Who wants to look on says so, and gets the watchers' invite, which opens no seat.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hmac import compare_digest
from importlib import import_module
from threading import Lock
from typing import Final, TypeAlias

import trio

from p2pgames.text import Message, Refusal
from p2pgames_protocol.discovery.registry import MEETING_TABLE, MeetingWay, Ways
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.limits import Strangers
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.network import Dialer
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.transport import DependencyMissing, PortTaken, Unreachable
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.address import ANY
from p2pgames_protocol.wire.codec import Entropy, Malformed, Plain
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import (
    BadInvite,
    Invite,
    NoMemory,
    Stretch,
    Words,
    meeting_key,
    meeting_token,
    stretch,
)

RELAY_TIME: Final = 6.0
"""Seconds for a relay to answer; one that does takes less than one."""
_ONE: Final = Lock()
"""A key takes 256 MiB: never two are made at a time. No limiter of trio, since a thread that nobody waits for any more
may outlive its run."""
_ANYWHERE: Final = f"{ANY}:0"


Invites: TypeAlias = Callable[[bool], Awaitable[Invite | None]]
"""Returns the invite to a seat, or with True the one for watchers, None if nobody may; waits until it is known."""
WaysOf: TypeAlias = Callable[[Identity], Ways]
"""Returns the ways that this meeting key leads by."""


@dataclass
class Meeting:
    """The words of a table, and by what they lead to it."""

    words: Words
    ways: WaysOf
    by: tuple[str, ...] = ()
    """The names of these ways; none if nothing here can find a table by words."""
    no_relay: Message = sentences.NO_RELAY
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
                await begin_way(nursery, way)
                addresses = await nursery.start(way.transport.listen, _ANYWHERE, strangers.answer)
                if way.online is not None:
                    nursery.start_soon(self._look, way.online, told)
                outside = () if way.mapper is None else await way.mapper.outside(nursery, addresses[0])
                while way.discovery is not None:
                    way.discovery.tell(MEETING_TABLE, (*outside, *addresses))
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


async def begin_way(nursery: trio.Nursery, way: MeetingWay) -> None:
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
                await link.send("bye", str(sentences.NO_TABLE))

    async def _hand(self, link: Link, *, watches: bool) -> bool:
        """Send the invite, or a bye where there is none; tell which."""
        invite = await link.meanwhile(partial(self.invites, watches))
        if invite is None:
            await link.send("bye", str(sentences.NO_WATCHERS))
            return False
        await link.send("invite", invite.text())
        return True


# Finding the host of five words, by all ways side by side, and getting the invite there.

FIND_TIME: Final = 12.0
"""Seconds after which nobody waits by these words."""
STORED_TIME: Final = 40.0
"""The same where they are looked up in the DHT: it has to be entered first."""
HASTE: Final = 0.7
"""Seconds for an attempt that is made again and again beside a patient one, after as long."""
AGAIN: Final = 0.5
"""Seconds until the host is looked for once more by a way that did not lead to it."""


async def find_invite(
    player: Player,
    meeting: Meeting,
    patience: float | None = None,
    *,
    watches: bool = False,
    tell: Callable[[Message], None] = lambda _why: None,
) -> Invite:
    """Return the invite that the words stand for, or with ``watches`` the one of the table for watchers.

    To get it a key is shown that is made for this alone. ``tell`` is given what is in the way while it goes on trying.
    Raises `Unreachable` if nobody hands one out in this many seconds, by default as many as the ways take, `Turned`
    where nobody may watch, and `NoMemory`.
    """
    if patience is None:
        patience = STORED_TIME if "dht" in meeting.by else FIND_TIME
    own = await _key_beside_loading(meeting)
    search = _Search(player, own, Identity(player.entropy(32)), meeting.no_relay, watches, tell)
    with trio.move_on_after(patience):
        async with trio.open_nursery() as nursery:
            for way in meeting.ways(own):
                nursery.start_soon(search.by, way, nursery.cancel_scope)
    if search.found:
        return search.found[0]
    if search.turned:
        raise search.turned[0]
    raise Unreachable(search.offline[0] if search.offline else sentences.NOBODY_BY_WORDS)


async def _key_beside_loading(meeting: Meeting) -> Identity:
    """Return the meeting key, while the library that is needed next is loaded: each takes a while."""
    keys: list[Identity] = []
    async with trio.open_nursery() as nursery:
        if "iroh" in meeting.by:
            nursery.start_soon(
                partial(trio.to_thread.run_sync, import_module, "iroh", abandon_on_cancel=True)
            )
        keys.append(await meeting.key())
    return keys[0]


@dataclass
class _Search:
    """The search for one host: its ways, and the invite, or why none was had."""

    player: Player
    own: Identity
    """The meeting key."""
    guest: Identity
    """What is shown there."""
    no_relay: Message
    watches: bool
    tell: Callable[[Message], None]
    found: list[Invite] = field(default_factory=list)
    turned: list[Turned] = field(default_factory=list)
    offline: list[Message] = field(default_factory=list)
    """Why no relay answers, as long as none does."""

    async def by(self, way: MeetingWay, all_ways: trio.CancelScope) -> None:
        """Look by one way, however long that takes, and end the others where it led there."""
        async with trio.open_nursery() as nursery:
            await begin_way(nursery, way)
            if way.online is not None:
                nursery.start_soon(self._listen, way.online)
            try:
                self.found.append(await self._asked(way))
            except* Turned as several:
                self.turned.extend(one for one in several.exceptions if isinstance(one, Turned))
            all_ways.cancel()

    async def _asked(self, way: MeetingWay) -> Invite:
        """Return what the host hands out.

        Over a relay nothing says that it is not there yet, and QUIC doubles the time until it tries again. So it is
        also dialled anew every second, beside an attempt that stands a slow line.
        """
        found: list[Invite] = []
        async with trio.open_nursery() as nursery:

            async def again(seconds: float) -> None:
                if seconds < math.inf:
                    await trio.sleep(seconds)
                found.append(await self._again(way, seconds))
                nursery.cancel_scope.cancel()

            for seconds in (math.inf, HASTE) if way.online is not None else (math.inf,):
                nursery.start_soon(again, seconds)
        return found[0]

    async def _again(self, way: MeetingWay, seconds: float) -> Invite:
        """Dial and ask until there is an answer, for this many seconds at a time."""
        transports = {way.transport.name: way.transport}
        discoveries = {way.discovery.name: way.discovery} if way.discovery is not None else {}
        dialer = Dialer(self.player, transports, discoveries)
        while True:
            with (
                suppress(Unreachable, PortTaken, LinkFault, Malformed, BadInvite),
                trio.move_on_after(seconds),
            ):
                link = await dialer.dial(way.addresses(), self.own.key, self.guest)
                return await ask_for_invite(link, self.own, watches=self.watches)
            await trio.sleep(AGAIN)

    async def _listen(self, online: Callable[[], Awaitable[object]]) -> None:
        """Say so where no relay answers, and forget it once one does."""
        if not await is_online(online):
            self.offline.append(self.no_relay)
            self.tell(self.no_relay)
            await online()
            self.offline.clear()


async def ask_for_invite(link: Link, own: Identity, *, watches: bool = False) -> Invite:
    """Return the invite that is handed out over a link to the meeting key, to a seat or for watchers.

    Raises `LinkFault`, `Malformed` or `BadInvite` if it is not one to a table, and `Turned` if nobody may watch.
    """
    try:
        await link.send("words", meeting_token(own), *(("watch",) if watches else ()))
        (text,) = await link.expect("invite", 1)
        invite = invites.read_invite(fields.text(text, invites.MAX_TEXT, sentences.AN_INVITE))
    except LinkFault as fault:
        if fault.message == sentences.NO_WATCHERS:
            raise Turned(fault.message) from None
        raise
    finally:
        with trio.CancelScope(shield=True):
            await link.aclose()
    if not invite.token:
        raise BadInvite(sentences.OPENS_NOTHING)
    return invite.over(link.ends.vouch)
