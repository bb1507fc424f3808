"""Another game with the same players, from the end of one to the beginning of the next.

Whoever has the first seat of those still here opens the table, so that two who ask at once meet at one table; the
others say that they want to, and get the line that leads there over the links of the game that is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from p2pgames import registry
from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.host_bots import play_bots
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.run import play
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.lobby import Openings, at_open_table
from p2pgames_cli.table.session import Client, TableSession
from p2pgames_protocol.audit.series import SeriesGame, ended_game
from p2pgames_protocol.discovery.registry import ways_of
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.host_bots import bot_players, of_host
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session, host_table, join_table, make_token
from p2pgames_protocol.store.home import OpenTables
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.invite import Invite

PATIENCE: Final = 60.0
"""Seconds for a rematch to begin: a minute is what players are told. Its host closes the game before, then opens it."""


@dataclass(frozen=True, slots=True)
class Next:
    """What comes after a game: a table to open at the places where we are reached, or one to go to."""

    table: Proposal | Invite
    before: SeriesGame
    """The game that was played: a table to go to has to be a rematch of it."""
    places: tuple[str, ...]
    ways: tuple[str, ...]
    """Names of the ways of the game before: whoever hid then goes on hiding."""
    bots: tuple[str, ...] = ()
    """The names of this player's bots in the game before."""
    left_open: Mapping[str, object] = field(default_factory=dict)
    """By the name of a transport, what it has left open for the next table to go on with."""


@dataclass(frozen=True, slots=True)
class Series:
    """One player's games, one after the other, and how the others are reached meanwhile."""

    player: Player
    network: NetworkOptions
    ui: Openings
    tables: OpenTables
    """The tables that are open here: the next one is taken, too."""
    token: bytes
    """That of the first table. All have its keys of transports: the next one is told of while this one is open."""

    async def play(
        self, session: Session, peer: Peer, client: Client, watch: str = ""
    ) -> tuple[int, Next | None]:
        """Play a game to its end; return the exit code, and what the player wants to play next."""
        network = session.network
        genesis = peer.replica.genesis
        game = registry.game(genesis.game)
        home = self.player.home
        home.keep_token(genesis, self.token)
        table = TableSession([peer], game, client, watch=watch)
        code = await play(table)
        places = network.listener.places
        ways = ways_of((*network.transports, *network.discoveries))
        before = ended_game(peer.replica) if table.rematch.decided else None
        if before is None:
            return code, None
        if table.rematch.at is not None:
            return code, Next(table.rematch.at, before, places, ways, left_open=_left_open(session))
        identity = self.player.identity
        proposal = rematch_check.proposal_after(before, identity.key, secrets.token_bytes(32))
        token = network.acceptor.coming = make_token(identity, proposal)
        peer.tell_rematch(Invite(identity.key, token, proposal.rules, network.sharing.invited))
        bots = tuple(bot.name for bot in of_host(self.player, genesis))
        return code, Next(proposal, before, places, ways, bots, _left_open(session))

    async def go_on(self, after: Next | None, client: Client, code: int) -> int:
        """Play on, game after game, as long as the player wants another one; return the exit code of the last."""
        while after is not None:
            code, after = await self._one(after, client)
        return code

    async def _one(self, after: Next, client: Client) -> tuple[int, Next | None]:
        # Whoever opens it waits no longer than those who look for it: the others may be gone.
        opening, network = self.ui(client.with_options(timeout=PATIENCE)), self.network
        ways = network.ways(self.player, after.ways, self.token)
        for transport in ways.transports:
            transport.go_on_with(after.left_open.get(transport.name))
        if isinstance(after.table, Invite):
            look = rematch_check.RematchCheck(self.player, opening.tell, after.before)

            async def accepts(proposal: Proposal) -> None:
                await look(proposal)
                self.tables.acquire(proposal.nonce)

            opening.tell(_("Going to the next table ..."))
            async with join_table(
                self.player,
                after.table,
                accepts=accepts,
                listen=after.places,
                addresses=network.addresses,
                ways=ways,
                patience=PATIENCE,
            ) as session:
                return await self.play(session, await opening.begun(session), client)
        self.tables.acquire(after.table.nonce)
        table = host_table(
            self.player,
            after.table,
            listen=after.places,
            addresses=network.addresses,
            ways=ways,
            bots=bot_players(self.player, after.table.nonce, after.bots),
            beside=partial(play_bots, self.player, registry.game(after.table.rules), client.settings),
        )

        async def use(session: Session) -> tuple[int, Next | None]:
            opening.tell(_("Opening the next table; the others are told where it is."))
            return await self.play(session, await opening.begun(session), client)

        return await at_open_table(opening, table, use)


def _left_open(session: Session) -> Mapping[str, object]:
    """Have the transports leave open what the next table can go on with, and return that."""
    network = session.network
    return {name: transport.leave_open() for name, transport in network.transports.items()}
