"""A running participant: a replica, its store, and links to other peers.

Every accepted record is passed on to everybody connected, one's own once it is stored and synced, so that any one
reachable player bridges the others. Links come and go; the log alone decides what is missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

from p2pgames.contract import Illegal, Move, Seat
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net import link_service, sentences
from p2pgames_protocol.net.connections import Changes, Connections
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.link_service import ChatSync, LinkService
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.net.seat_transfer import SeatTransfer
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.store.player import AddressBook
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.invite import Invite


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
        own = replica.genesis.keys[signer.seat] if signer is not None else b""
        self._changes = Changes()
        self.links = Connections(replica.genesis.keys, own, self._changes)
        self.live = LiveReplica(replica, store, instance_id, signer, self.links, self._changes)
        self._service = LinkService(self.live, self.links, self._changes, address_book, talk)

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
        return self.live.delivery.all_stored

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
        self._changes.tell()

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
        """Say something to everybody at the table; raises `Illegal` as `Chat.say` does, and for who has no seat."""
        if self.talk is None or self.signer is None:
            raise Illegal(sentences.PLAYERS_CHAT)
        if self.live.writer.given:
            raise Illegal(sentences.HANDED_OVER)
        await self.talk.say(self.signer.auto_signer.signing_key, text, tuple(self.links))
        self._changes.tell()

    def tell_rematch(self, invite: Invite | None = None) -> None:
        """Tell the players linked that this one wants another game, or where its table is."""
        self.links.tell_players(link_service.message(invite))

    # -- what is to be seen --

    @property
    def notices(self) -> deque[Reception]:
        """What went wrong, newest last."""
        return self._changes.notices

    @property
    def proof(self) -> Path | None:
        """Where the proof of the newest fault lies; None if nobody is to blame."""
        return self.store.proof if self.live.delivery.proven else None

    @property
    def rematches(self) -> Mapping[bytes, Invite | None]:
        """By the key of their seat: the players who want another game after this one, and where their table is."""
        return self._service.messages.rematches

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._changes.changed()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds, looking again after every change."""
        await self._changes.wait_until(done)

    # -- links --

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        await self._service.attach(link)
