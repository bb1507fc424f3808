"""A running participant: a replica, its store, and links to other peers.

Every accepted record is passed on to everybody connected, one's own once it is stored and synced, so that any one
reachable player bridges the others. Links come and go; the log alone decides what is missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from hmac import compare_digest
from pathlib import Path
from typing import Final

import trio

from p2pgames.contract import Illegal, Move, Seat
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.records import make_by
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.link import Link, LinkFault, parting_words
from p2pgames_protocol.net.link_service import ChatSync, LinkService, rematch_message
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.store import handover
from p2pgames_protocol.store.game_store import CHAT_SUFFIX, ChatFile, Store
from p2pgames_protocol.store.handover import MAX_HANDOVER, BadHandover, Handover
from p2pgames_protocol.store.player import (
    NOBODY,
    AddressBook,
    Known,
    Player,
    Vouches,
    vouches_for_nobody,
    without_hints,
)
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import HASH_SIZE, MAX_BYTES, Malformed, Plain
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import TOKEN_SIZE, Invite


class Peer:
    """Runs one replica. Whoever shows it waits with `changed`; ``notices`` holds what went wrong, newest last.

    ``signer`` is the seat whose replica it is, None for a watcher.
    """

    def __init__(
        self,
        replica: Replica,
        store: Store,
        instance_id: bytes,
        signer: Signer | None = None,
        address_book: AddressBook | None = None,
        talk: ChatSync | None = None,
    ) -> None:
        self.replica = replica
        self.signer = signer
        self.history = History(replica)
        self.store = store
        self.address_book = address_book
        """Where the players can be reached; passed on over the links."""
        self.talk = talk
        """What the players say to each other; passed on over the links."""
        self.seat_transfer: SeatTransfer | None = None
        """What hands the seat over to somebody else, where that can be."""
        self.hurried = False
        """Whether it leaves at once, also where the others do not have the end of the game yet."""
        own = replica.genesis.keys[signer.seat] if signer is not None else b""
        self.links = Connections(replica.genesis.keys, own)
        self.live = LiveReplica(replica, store, instance_id, signer, self.links)
        self._service = LinkService(self.live, address_book, talk)

    # -- beginning --

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it.

        Those are all of them also while this seat has signed, by its own note, what its log lacks.
        """
        return self.live.must_show

    @property
    def elsewhere(self) -> tuple[str, ...] | None:
        """Where another client plays this seat that came later, by the same key; None if none is known."""
        return self.live.guard.elsewhere

    @property
    def read_only(self) -> bool:
        """Whether this seat must not sign yet: it may have signed more than this copy of its log knows."""
        return bool(self.must_show)

    @property
    def all_stored(self) -> bool:
        """Whether all that was signed here is stored, so that what the replica holds may be told."""
        return self.live.all_stored

    async def take_over(self) -> None:
        """Let this seat sign at once, at the risk of its player: what another copy has signed can then prove fraud.

        Where another client came later, this one does from now on, and signs once the others have shown all.
        What this one has signed, by its own note, it still does not sign against.
        """
        await self.live.take_over()

    # -- what the player keeps for itself --

    @property
    def local_notes(self) -> Mapping[str, Plain]:
        """What is kept beside the game for this player alone, by name."""
        return self.live.writer.local_notes

    async def keep(self, name: str, value: Plain) -> None:
        """Keep something beside the game for this player alone; None to forget it. It survives a restart."""
        async with self.live.lock:
            await self.live.writer.keep_note(name, value)
        self.links.changes.wake()

    # -- what the player does --

    async def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal` as `Signer.act` does."""
        await self.live.do(lambda signer: signer.act(move, at))

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` as `Signer.resign` does."""
        await self.live.do(Signer.resign)

    async def vote(self, seat: Seat) -> None:
        """Vote a silent seat absent; raises `Illegal` as `Signer.vote` does."""
        await self.live.do(lambda signer: signer.vote(seat))

    async def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline; raises `Illegal` as `Signer.offer` does."""
        await self.live.do(lambda signer: signer.offer(says, to))

    async def say(self, text: str) -> None:
        """Say something to everybody at the table; raises `Illegal` as `Chat.sign_message`, and for watchers."""
        if self.talk is None or self.signer is None:
            raise Illegal(sentences.PLAYERS_CHAT)
        if self.live.writer.given:
            raise Illegal(sentences.HANDED_OVER)
        await self.talk.say(self.signer.auto_signer.signing_key, text, tuple(self.links))
        self.links.changes.wake()

    def tell_rematch(self, invite: Invite | None = None) -> None:
        """Tell the players linked that this one wants another game, or where its table is."""
        self.links.tell_players(rematch_message(invite))

    # -- what is to be seen --

    @property
    def notices(self) -> deque[Reception]:
        """What went wrong, newest last."""
        return self.links.changes.notices

    @property
    def proof(self) -> Path | None:
        """Where the proof of the newest fault lies; None if nobody is to blame."""
        return self.store.proof if self.live.proven else None

    @property
    def rematches(self) -> Mapping[bytes, Invite | None]:
        """By the key of their seat: the players who want another game after this one, and where their table is."""
        return self._service.rematches

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self.links.changes.changed()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds, looking again after every change."""
        await self.links.changes.wait_until(done)

    # -- links --

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        await self._service.attach(link)


# Handing a seat over: whoever shows the token of the line first gets the seat, and nobody signs for it here again.

PART: Final = MAX_BYTES // 2
"""Bytes of a seat in one message."""
ARRIVAL: Final = 10.0
"""Seconds for whoever takes a seat to have all of it."""


class SeatTransfer:
    """Hands one seat over, once, to whoever shows its line first."""

    def __init__(self, player: Player, own: Identity, live: LiveReplica, book: AddressBook | None) -> None:
        self._player = player
        self._own = own
        self._live = live
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
        return Invite(self._own.key, self._token, self._live.replica.genesis.game, addresses)

    async def hand_over(self, link: Link, token: Plain) -> None:
        """Give the seat to who shows the token: first nobody signs for it here any more, then it is sent.

        The same key gets it again, should the link break before all of it was there.
        """
        shown = type(token) is bytes and bool(self._token) and compare_digest(token, self._token)
        if not shown or self._to not in (b"", link.key):
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
        self._live.links.changes.wake()

    async def _let_go(self) -> bytes:
        """Return the seat; from then on nothing is signed for it here, and no link has its key."""
        live = self._live
        async with live.lock:
            await live.settle()
            seat = await trio.to_thread.run_sync(self._pack)
            live.writer.given = True
            if live.signer is not None:
                live.signer.auto_signer.signing = False
        self._live.links.cut_all()
        return seat

    def _pack(self) -> bytes:
        """Note that the seat is handed over, and return it; called off the event loop."""
        live = self._live
        book = self._book.for_others(self._own.key) if self._book is not None else b""
        seat = handover.of_store(self._own, live.replica.genesis, live.writer.store, book).pack()
        self._player.taken_seat(live.replica.genesis).note_handed_over(self._token)
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
                taken = handover.read_handover(
                    await _parts(link, fields.integer(count, most, sentences.PARTS))
                )
            case ("bye", *_) as message:
                raise BadHandover(parting_words(message))
            case _:
                raise LinkFault(sentences.HOST_GONE)
    except Malformed as wrong:
        raise LinkFault(wrong.message) from None
    await keep_seat(player, line, taken, link.ends.vouch)
    return taken


async def _parts(link: Link, count: int) -> bytes:
    """Return what comes in this many parts."""
    data = bytearray()
    for _ in range(count):
        (part,) = await link.expect("part", 1)
        data += fields.some_binary(part, sentences.PARTS)
    return bytes(data)


async def keep_seat(
    player: Player, line: Invite, taken: Handover, vouches: Vouches = vouches_for_nobody
) -> None:
    """Keep a seat that was handed over by a line; raise `BadHandover` if it is another one, or cannot be kept here."""
    if taken.seat.key != line.host:
        raise BadHandover(sentences.NOT_THAT_SEAT)
    taken = replace(taken, book=without_hints(taken.book, vouches))
    await trio.to_thread.run_sync(taken.write_game, player.home, player.identity, player.entropy(32))


# A peer for a game, new or stored in this home.


def open_game(player: Player, genesis: Genesis) -> Peer:
    """Return a peer for a game; nothing is signed or stored yet. Raises `Refused` for unknown data."""
    rules = player.rules_of(genesis.game, genesis.proposal.version)
    own = player.own(genesis)
    signer = Signer(genesis, rules, own) if own is not None else None
    replica = Replica(genesis, rules) if signer is None else signer.replica
    store = player.home.store(genesis)
    talk = ChatSync(genesis, ChatFile(store.path.with_suffix(CHAT_SUFFIX)))
    peer = Peer(replica, store, player.entropy(HASH_SIZE), signer, player.address_book(genesis), talk)
    if own is not None:
        peer.links.identity = own
        peer.seat_transfer = SeatTransfer(player, own, peer.live, peer.address_book)
    return peer


async def _say_who_plays(player: Player, peer: Peer) -> None:
    """Tell everybody, once, by whom a seat is played that was taken over, as soon as it may sign."""
    own, genesis = peer.links.identity, peer.replica.genesis
    if (
        own is None
        or ((joined := genesis.own(player.identity)) is not None and joined.key == own.key)
        or peer.read_only
    ):
        return
    seat = genesis.keys.index(own.key)
    newest = peer.replica.successors.successors_of(seat)[-1:]
    if newest and newest[0].key == player.identity.key:
        return
    by = make_by(player.identity, genesis.game_id, seat, player.name, len(peer.replica.log))
    await peer.live.do(lambda signer: signer.auto_signer.sign_beside(by))


async def play_game(
    player: Player, genesis: Genesis, known: Known = NOBODY, must_show: Collection[bytes] = ()
) -> Peer:
    """Return a running peer: of a new game, or of one that this home has a part of. Raises as the store does.

    ``known`` is kept in the address book before the game is: a client killed at once finds its way back.
    ``must_show`` are players who may have seen us play a game of which nothing is here: see `LiveReplica.start`.
    """
    peer = open_game(player, genesis)
    for key, addresses in known.items():
        if peer.address_book is not None:
            await peer.address_book.hint(genesis.seat_key(key), tuple(addresses))
    if await trio.to_thread.run_sync(peer.store.path.exists):
        records, _ = await trio.to_thread.run_sync(peer.store.open)
        await peer.live.resume(records)
    else:
        await peer.live.start(must_show)
    await _say_who_plays(player, peer)
    return peer
