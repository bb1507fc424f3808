"""Handing a seat over: whoever shows the token of the line first gets the seat, and nobody signs for it here again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hmac import compare_digest
from typing import Final

import trio

from p2pgames.contract import Illegal
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.link import Link, LinkFault, parting
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.store import handover
from p2pgames_protocol.store.handover import MAX_HANDOVER, BadHandover, Handover
from p2pgames_protocol.store.player import AddressBook, Player, Vouches, vouches_for_nobody, without_hints
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import MAX_BYTES, Malformed, Plain
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import TOKEN_SIZE, Invite

PART: Final = MAX_BYTES // 2
"""Bytes of a seat in one message."""
ARRIVAL: Final = 10.0
"""Seconds for whoever takes a seat to have all of it."""


class SeatTransfer:
    """What hands over one seat, once."""

    def __init__(
        self, player: Player, own: Identity, live: LiveReplica, links: Connections, book: AddressBook | None
    ) -> None:
        self._player = player
        self._own = own
        self._live = live
        self._links = links
        self._book = book
        self._token = b""
        self._to = b""
        """The key of who has taken the seat, or is taking it."""
        self.arrived = False
        """Whether who has taken the seat has all of it: before that it may be lost with this client."""

    @property
    def given(self) -> bool:
        """Whether the seat was handed over: then it signs nothing here any more."""
        return self._live.writer.given

    def offer(self) -> Invite:
        """Return the line that hands the seat over to whoever opens it first; one before it opens nothing any more.

        Raises `Illegal` while this copy may not sign, since a successor would sign against itself.
        """
        if self._live.must_show or self._live.writer.given:
            raise Illegal(sentences.NOT_TO_HAND_OVER)
        self._token = self._player.entropy(TOKEN_SIZE)
        addresses = self._book.addresses_of(self._own.key) if self._book is not None else ()
        return Invite(self._own.key, self._token, self._live.replica.genesis.proposal.rules, addresses)

    async def give(self, link: Link, token: Plain) -> None:
        """Give the seat to who shows the token: first nobody signs for it here any more, then it is sent.

        The same key gets it again, should the link break before all of it was there.
        """
        if not self._is_for(link.key, token):
            await link.send("bye", str(sentences.LINE_USED))
            return
        self._to = link.key
        seat = await self._let_go()
        parts = [seat[at : at + PART] for at in range(0, len(seat), PART)]
        await link.send("seat", len(parts))
        for part in parts:
            await link.send("part", part)
        # Some transports drop what is still on its way when they are closed. Who has it all ends the link.
        with trio.move_on_after(ARRIVAL), suppress(LinkFault):
            self.arrived |= await link.receive() is None
        self._links.tell()

    def _is_for(self, key: bytes, token: Plain) -> bool:
        shown = type(token) is bytes and bool(self._token) and compare_digest(token, self._token)
        return shown and self._to in (b"", key)

    async def _let_go(self) -> bytes:
        """Return the seat; from then on nothing is signed for it here, and no link has its key."""
        live = self._live
        async with live.lock:
            await live.delivery.settle()
            seat = await trio.to_thread.run_sync(self._pack)
            live.writer.given = True
            if live.signer is not None:
                live.signer.auto_signer.signing = False
        self._links.cut_all()
        return seat

    def _pack(self) -> bytes:
        """Note that the seat is handed over, and return it; called off the event loop."""
        live = self._live
        book = self._book.for_others(self._own.key) if self._book is not None else b""
        seat = handover.of_store(self._own, live.replica.genesis, live.writer.store, book).pack()
        self._player.taken_seat(live.replica.genesis).give(self._token)
        return seat


async def fetch_seat(player: Player, line: Invite, link: Link) -> Handover:
    """Return the seat that a line hands over, kept in the player's home.

    Raises `BadHandover` if it is refused or cannot be kept, `LinkFault` if the link breaks.
    """
    await link.send("seat", line.token)
    try:
        match await link.receive():
            case ("seat", count):
                most = MAX_HANDOVER // PART
                taken = handover.read(await _parts(link, fields.integer(count, most, sentences.PARTS)))
            case ("bye", *_) as message:
                raise BadHandover(parting(message))
            case _:
                raise LinkFault(sentences.HOST_GONE)
    except Malformed as wrong:
        raise LinkFault(wrong.message) from None
    await keep(player, line, taken, link.ends.vouch)
    return taken


async def _parts(link: Link, count: int) -> bytes:
    """Return what comes in this many parts."""
    data = bytearray()
    for _ in range(count):
        (part,) = await link.expect("part", 1)
        data += fields.some_binary(part, sentences.PARTS)
    return bytes(data)


async def keep(player: Player, line: Invite, taken: Handover, vouches: Vouches = vouches_for_nobody) -> None:
    """Keep a seat that was handed over by a line; raise `BadHandover` if it is another one, or cannot be kept here."""
    if taken.seat.key != line.host:
        raise BadHandover(sentences.NOT_THAT_SEAT)
    taken = replace(taken, book=without_hints(taken.book, vouches))
    await trio.to_thread.run_sync(taken.keep, player.home, player.identity, player.entropy(32))
