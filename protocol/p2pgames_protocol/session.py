"""From a table that fills up to a running peer: what host and player do, over whatever carrier."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import trio

from p2pgames_protocol.codec import Plain
from p2pgames_protocol.digest import SIZE
from p2pgames_protocol.genesis import Genesis
from p2pgames_protocol.home import Home
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.link import HELLO_TIME, Channel, Link, LinkFault
from p2pgames_protocol.lobby import Accepts, Lobby, enter
from p2pgames_protocol.lookup import RulesOf
from p2pgames_protocol.peer import Peer
from p2pgames_protocol.table import Table

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns so many random bytes: `secrets.token_bytes`, but for a demo that is to repeat."""


@dataclass(frozen=True)
class Player:
    """Who plays on this computer, and with what."""

    identity: Identity
    name: str
    home: Home
    entropy: Entropy
    rules_of: RulesOf

    def open(self, genesis: Genesis) -> Peer:
        """Return a peer for a game; nothing is signed or stored yet. Raises `Refused` for unknown data."""
        rules = self.rules_of(genesis.proposal.rules, genesis.proposal.version)
        seated = self.identity.key in genesis.keys
        ledger = Table(genesis, rules, self.identity) if seated else Ledger(genesis, rules)
        return Peer(ledger, self.home.store(genesis), self.entropy(SIZE))


@dataclass
class Door:
    """What answers when somebody connects: the lobby before the game, the peer from its start on."""

    player: Player
    channel: Channel
    lobby: Lobby | None = None
    peer: Peer | None = None
    ready: trio.Event = field(default_factory=trio.Event)
    """Set when ``peer`` has begun."""

    async def answer(self, stream: trio.abc.Stream) -> None:
        """Serve one connection to its end; nothing a stranger does gets out of here."""
        link = Link(stream)
        try:
            await link.hello(self.player.identity, self.channel, self.player.entropy(SIZE), dialler=False)
            await self._serve(link, await self._first_message(link))
        except LinkFault:
            pass
        finally:
            with trio.CancelScope(shield=True):
                await link.finish()

    async def _first_message(self, link: Link) -> tuple[Plain, ...] | None:
        with trio.move_on_after(HELLO_TIME):
            return await link.receive()
        return None

    async def _serve(self, link: Link, message: tuple[Plain, ...] | None) -> None:
        match message:
            case ("table", token) if self.lobby is not None:
                await self.lobby.welcome(link, token)
                await self.ready.wait()
                if self.peer is not None:
                    await self.peer.attach(link)
            case ("game", game) if self.peer is not None and game == self.peer.ledger.genesis.game_id:
                await link.send("welcome")
                await self.peer.attach(link)
            case None:
                pass
            case _:
                await link.send("bye", "There is no such table here.")

    async def start(self) -> Peer:
        """Wait until the table is full, then begin the game and let the players in."""
        if self.lobby is None:
            raise ValueError("There is no lobby to start from.")
        await self.lobby.full.wait()
        if self.lobby.genesis is None:
            raise ValueError("The table was closed.")
        peer = self.player.open(self.lobby.genesis)
        await peer.begin()
        self.peer = peer
        self.ready.set()
        return peer


async def greet(player: Player, stream: trio.abc.Stream, channel: Channel, host: bytes) -> Link:
    """Return a link to the player with this key; raise `LinkFault` if somebody else answers."""
    link = Link(stream)
    try:
        await link.hello(player.identity, channel, player.entropy(SIZE), dialler=True)
        if link.key != host:
            raise LinkFault("Somebody else than the invited-to player answers at this address.")
    except LinkFault:
        await link.aclose()
        raise
    return link


async def sit_down(player: Player, link: Link, token: bytes, accepts: Accepts | None = None) -> Peer:
    """Take a seat and begin the game; raise `Turned` if the host or the table is not as it should be."""
    genesis = await enter(link, player.identity, token, player.name, player.entropy(SIZE), accepts)
    peer = player.open(genesis)
    await peer.begin()
    return peer
