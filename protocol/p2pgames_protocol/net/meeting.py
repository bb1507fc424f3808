"""Words and the invite they stand for: the host hands it over at the meeting key, a guest gets it there.

guest: words -> meeting key -> hello -> token        host: hello -> token -> invite

Who wants to look on says so, and gets the watchers' invite, which opens no seat.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hmac import compare_digest
from importlib import import_module
from threading import Lock
from typing import Final, TypeAlias

import trio

from p2pgames.text import Message, Refusal
from p2pgames_protocol.discovery.meeting import TABLE, MeetingWay, Ways
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.dialer import Dialer
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.strangers import Strangers
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.transport import DependencyMissing, PortTaken, Unreachable
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.address import ANY
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.entropy import Entropy
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import BadInvite, Invite
from p2pgames_protocol.wire.words import NoMemory, Stretch, Words, meeting_key, meeting_token, stretch

FIND_TIME: Final = 12.0
"""Seconds after which nobody waits by these words."""
AGAIN: Final = 0.5
"""Seconds until the host is looked for once more by a way that did not lead to it."""
_ONE: Final = Lock()
"""A key takes 256 MiB: never two are made at a time. No limiter of trio, since a thread that nobody waits for any more
may outlive its run."""
_ANYWHERE: Final = f"{ANY}:0"

WaysOf: TypeAlias = Callable[[Identity], Ways]
"""Returns the ways that this meeting key leads by."""


@dataclass
class Meeting:
    """The words of a table, and by what they lead to it."""

    words: Words
    ways: WaysOf
    by: tuple[str, ...] = ()
    """The names of these ways; none where nothing here can find a table by words."""
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
        invite: Invite,
        told: Callable[[], None],
        given: Callable[[], None],
        watch: Invite | None = None,
    ) -> None:
        """Hand out the invite to whoever has the words, until cancelled, and the one for watchers to who asks for that.

        ``told`` is called when a way does not lead after all, ``given`` when somebody got the invite to a seat.
        """
        try:
            own = await self.key()
        except NoMemory as wrong:
            self.wrong.append(wrong.message)
            told()
            return
        host = MeetingHost(own, invite, given, watch)
        strangers = Strangers(entropy, lambda: (own,), host.serve)
        async with trio.open_nursery() as nursery:
            for way in self.ways(own):
                nursery.start_soon(self._open, way, strangers, told)

    async def _open(self, way: MeetingWay, strangers: Strangers, told: Callable[[], None]) -> None:
        try:
            async with trio.open_nursery() as nursery:
                await _run(nursery, way)
                addresses = await nursery.start(way.transport.listen, _ANYWHERE, strangers.answer)
                while way.discovery is not None:
                    way.discovery.tell(TABLE, addresses)
                    addresses = await way.transport.moved(_ANYWHERE, addresses)
        except* (DependencyMissing, PortTaken) as several:
            self.wrong += [one.message for one in several.exceptions if isinstance(one, Refusal)]
            told()


async def _run(nursery: trio.Nursery, way: MeetingWay) -> None:
    await nursery.start(way.transport.run)
    if way.discovery is not None:
        await nursery.start(way.discovery.run)


@dataclass
class MeetingHost:
    """The host's end, once the hello at the meeting key is done."""

    own: Identity
    invite: Invite
    given: Callable[[], None]
    watch: Invite | None = None
    """The one for watchers, where the table lets them."""

    async def serve(self, link: Link, message: tuple[Plain, ...]) -> None:
        """Answer who shows the token of the words with the invite, anybody else with a bye."""
        match message:
            case ("words", bytes(token)) if compare_digest(token, meeting_token(self.own)):
                await link.send("invite", self.invite.text())
                self.given()
            case ("words", bytes(token), "watch") if compare_digest(token, meeting_token(self.own)):
                if self.watch is None:
                    await link.send("bye", str(messages.NO_WATCHERS))
                else:
                    await link.send("invite", self.watch.text())
            case _:
                await link.send("bye", str(messages.NO_TABLE))


async def invited(
    player: Player, meeting: Meeting, patience: float = FIND_TIME, *, watches: bool = False
) -> Invite:
    """Return the invite that the words stand for, or with ``watches`` the one of the table for watchers.

    To get it a key is shown that is made for this alone. Raises `Unreachable` where nobody hands one out in so many
    seconds, `Turned` where nobody may watch, and `NoMemory`.
    """
    own = await _key_beside_loading(meeting)
    guest = Identity(player.entropy(32))
    found: list[Invite] = []
    turned: list[Turned] = []
    with trio.move_on_after(patience):
        async with trio.open_nursery() as nursery:

            async def look(way: MeetingWay) -> None:
                try:
                    found.append(await _first(player, way, own, guest, watches=watches))
                except* Turned as several:
                    turned.extend(one for one in several.exceptions if isinstance(one, Turned))
                nursery.cancel_scope.cancel()

            for way in meeting.ways(own):
                nursery.start_soon(look, way)
    if turned and not found:
        raise turned[0]
    if not found:
        raise Unreachable(messages.NOBODY_BY_WORDS)
    return found[0]


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


async def _first(player: Player, way: MeetingWay, own: Identity, guest: Identity, *, watches: bool) -> Invite:
    """Return the invite that one way brings, however long that takes."""
    transports = {way.transport.name: way.transport}
    discoveries = {way.discovery.name: way.discovery} if way.discovery is not None else {}
    dialer = Dialer(player, transports, discoveries)
    async with trio.open_nursery() as nursery:
        await _run(nursery, way)
        while True:
            with suppress(Unreachable, PortTaken, LinkFault, Malformed, BadInvite):
                link = await dialer.dial(way.addresses(), own.key, guest)
                invite = await ask(link, own, watches=watches)
                nursery.cancel_scope.cancel()
                return invite
            await trio.sleep(AGAIN)
    raise Unreachable(messages.NOBODY_BY_WORDS)


async def ask(link: Link, own: Identity, *, watches: bool = False) -> Invite:
    """Return the invite that is handed out over a link to the meeting key, to a seat or for watchers.

    Raises `LinkFault`, `Malformed` or `BadInvite` where that is none to a table, and `Turned` where nobody may watch.
    """
    try:
        await link.send("words", meeting_token(own), *(("watch",) if watches else ()))
        (text,) = await link.expect("invite", 1)
        invite = invites.read(fields.text(text, invites.MAX_TEXT, messages.AN_INVITE))
    except LinkFault as fault:
        if fault.message == messages.NO_WATCHERS:
            raise Turned(fault.message) from None
        raise
    finally:
        with trio.CancelScope(shield=True):
            await link.aclose()
    if not invite.token:
        raise BadInvite(messages.OPENS_NOTHING)
    return invite
