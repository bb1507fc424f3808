"""What answers at our address, and the greeting of one that we dial: from a bare pipe to a seat or a running game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Final

import trio

from p2pgames_protocol.log.genesis import Genesis, Refused, read_genesis
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.limits import Strangers
from p2pgames_protocol.net.link import Link, LinkFault, parting_words
from p2pgames_protocol.net.lobby import Accepts, Lobby, Seated, Turned, enter
from p2pgames_protocol.net.peer import ARRIVAL, Peer, play_game
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.transports.transport import Pipe
from p2pgames_protocol.wire.address import Ends
from p2pgames_protocol.wire.codec import HASH_SIZE, Malformed, Plain, digest
from p2pgames_protocol.wire.identity import Identity

MAX_WATCHERS: Final = 8
"""Each costs this computer a link over which all records go; more are told that there are many."""


def watch_token(token: bytes) -> bytes:
    """Return what an invite for watchers holds in place of the table's token, which cannot be found from it."""
    return digest("watch token", token)[: len(token)]


@dataclass
class Acceptor:
    """What answers when somebody connects: the host's lobby to invites, the peer to players once it has begun."""

    player: Player
    lobby: Lobby | None = None
    peer: Peer | None = None
    places: tuple[str, ...] = ()
    """Where somebody listens for this door, as it can be asked for again."""
    ready: trio.Event = field(default_factory=trio.Event)
    """Set when ``peer`` has begun, or never will."""
    coming: bytes = b""
    """The token of our next table, which opens here once this one is left: who shows it comes early."""
    preauth: Strangers = field(init=False)
    _watchers: set[Link] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Begin with nobody: whoever connects is heard out as a stranger first."""
        self.preauth = Strangers(self.player.entropy, self._called, self._serve)

    async def answer(self, pipe: Pipe) -> None:
        """Serve one connection to its end; nothing a stranger does gets out of here."""
        await self.preauth.answer(pipe)

    def _called(self) -> list[Identity]:
        """Return whom one may call on here: the player, and its seat once the game has begun."""
        own = self.peer.links.identity if self.peer is not None else None
        return [self.player.identity, *([own] if own is not None else [])]

    async def _serve(self, link: Link, message: tuple[Plain, ...]) -> None:
        match message:
            case ("table", bytes(token)) if self.coming and compare_digest(token, self.coming):
                return  # without a word the link just ends, and is dialled again
            case ("table", token) if self.lobby is not None:
                if type(token) is bytes and compare_digest(token, watch_token(self.lobby.token)):
                    await link.send("bye", str(sentences.FOR_WATCHING))
                    return
                await self.lobby.welcome(link, token)
                await self.ready.wait()
                if self.peer is not None and not self.peer.live.is_silent:
                    link.key = self.peer.replica.genesis.seat_key(link.key)
                    await self.peer.attach(link)
            case ("seat", token) if self.peer is not None and self.peer.seat_transfer is not None:
                await self.peer.seat_transfer.hand_over(link, token)
            case ("game", game) if (
                self.peer is not None
                and (genesis := self._played) is not None
                and game == genesis.game_id
                and link.key in genesis.keys
            ):
                await link.send("welcome")
                await self.peer.attach(link)
            case ("lost",) if (genesis := self._played) is not None and link.key in genesis.identities:
                await link.send("genesis", genesis.record)  # who joined the game knew it, and has lost it
                with trio.move_on_after(ARRIVAL), suppress(LinkFault):  # who has it ends the link
                    await link.receive()
            case ("watch", bytes(what)) if self._shows(what):
                await self._let_watch(link)
            case _:
                await link.send("bye", str(sentences.NO_TABLE))

    @property
    def _played(self) -> Genesis | None:
        """How the game began whose seat is played here; None if none is."""
        return self.peer.replica.genesis if self.peer is not None and not self.peer.live.is_silent else None

    def _shows(self, what: bytes) -> bool:
        """Tell whether this opens the table to watchers: its game id, its token, or the watchers' one."""
        opens = [self.lobby.token, watch_token(self.lobby.token)] if self.lobby is not None else []
        if self.peer is not None:
            opens.append(self.peer.replica.genesis.game_id)
        return any(compare_digest(what, one) for one in opens)

    async def _let_watch(self, link: Link) -> None:
        proposal = (
            self.lobby.seating.proposal
            if self.lobby
            else self.peer.replica.genesis.proposal
            if self.peer
            else None
        )
        if proposal is None or dict(proposal.table).get("watchers") != "yes":
            await link.send("bye", str(sentences.NO_WATCHERS))
            return
        if len(self._watchers) >= MAX_WATCHERS:
            await link.send("bye", str(sentences.MANY_WATCHERS))
            return
        self._watchers.add(link)
        try:
            await link.meanwhile(self.ready.wait)
            if self.peer is None:
                closed = self.lobby.closed if self.lobby else sentences.NO_TABLE
                await link.send("bye", str(closed or ""))
                return
            await link.send("genesis", self.peer.replica.genesis.record)
            await self.peer.attach(link)
        finally:
            self._watchers.discard(link)

    async def start(self) -> Peer:
        """Wait until the table is full, then begin the game and let the players in; raise `Turned` if it is closed."""
        if self.lobby is None:
            raise ValueError("There is no lobby to start from.")
        try:
            genesis = await self.lobby.filled()
            self.peer = await play_game(self.player, genesis, {self.player.identity.key: self.places})
            self.lobby.kept.set()
        finally:
            self.ready.set()
        return self.peer


async def greet(player: Player, pipe: Pipe, wanted: bytes, own: Identity | None = None) -> Link:
    """Return a link to who holds the wanted key; raise `LinkFault` if somebody else answers.

    We show the key of our own seat, or without one our identity.
    """
    link = Link(pipe.stream, pipe.route, Ends(pipe.here, pipe.host))
    try:
        await link.hello(own or player.identity, wanted, pipe.channel, player.entropy(HASH_SIZE))
    except BaseException:
        await link.aclose()
        raise
    return link


async def sit_down(
    player: Player,
    link: Link,
    token: bytes,
    accepts: Accepts | None = None,
    seated: Seated | None = None,
    known: Known = NOBODY,
) -> Peer:
    """Take a seat and begin the game, or go on with it; raise `Turned` or `LinkFault` as `enter` does."""
    nonces = await trio.to_thread.run_sync(player.nonces)
    genesis = await enter(link, player.identity, token, player.name, nonces, accepts, seated)
    link.key = genesis.seat_key(link.key)
    return await play_game(player, genesis, known, (link.key,))


async def go_on(link: Link, peer: Peer) -> None:
    """Enter a running game anew over a link whose hello is done; raise `LinkFault` if it is not played there."""
    game = peer.replica.genesis.game_id
    if peer.signer is not None:
        await link.send("game", game)
        await link.expect("welcome", 0)
    else:
        await link.send("watch", game)
        await link.expect("genesis", 1)


async def ask_for_game(player: Player, link: Link) -> Genesis:
    """Return how the game began that is played there, in which this player has a seat.

    Raises `Turned` if there is none, `LinkFault` if the link breaks.
    """
    await link.send("lost")
    try:
        match message := await link.receive():
            case ("genesis", bytes(record)):
                genesis = read_genesis(record)
            case ("bye", *_):
                raise Turned(sentences.NO_SEAT_OF_YOURS)
            case _:
                raise LinkFault(sentences.HOST_GONE if message is None else sentences.NO_SEAT_OF_YOURS)
    except (Malformed, Refused) as wrong:
        raise Turned(wrong.message) from None
    if genesis.own(player.identity) is None or link.key not in {*genesis.identities, *genesis.keys}:
        raise Turned(sentences.NO_SEAT_OF_YOURS)
    return genesis


def _shown(genesis: Genesis, link: Link, player: Player) -> Genesis:
    """Return the genesis if one may watch its game there; raise `Refused` if not."""
    if genesis.proposal.host != link.key:
        raise Refused(sentences.OTHER_TABLE)
    if player.identity.key in genesis.identities:
        raise Refused(sentences.HAVE_A_SEAT)
    link.key = genesis.seat_key(link.key)
    return genesis


async def watch(player: Player, link: Link, what: bytes, known: Known = NOBODY) -> Peer:
    """Look on at a game, once it begins; raise `Turned` if the host does not allow it, `LinkFault` if it has gone."""
    await link.send("watch", what)
    try:
        message = await link.receive()
        match message:
            case ("genesis", bytes(record)):
                return await play_game(player, _shown(read_genesis(record), link, player), known)
            case ("bye", *_):
                raise Turned(parting_words(message))
            case _:
                raise LinkFault(sentences.HOST_GONE)
    except (Malformed, Refused) as wrong:
        raise Turned(wrong.message) from None
