"""Taking a seat at a table."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from p2pgames import registry
from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.league.mine import league_hashes
from p2pgames_cli.app.network import NetworkOptions, agreed_transports, obstacles
from p2pgames_cli.app.player import player
from p2pgames_cli.app.rematch import Series
from p2pgames_cli.app.run import run_table
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_cli.app.words import invite_of
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.table.lobby import Openings
from p2pgames_cli.table.session import Client
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_protocol.discovery.registry import named_by
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import PATIENCE, join_table
from p2pgames_protocol.wire.codec import digest
from p2pgames_protocol.wire.invite import BadInvite, Invite, Words


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The table at which one wants a seat, and how one plays there."""

    user: User
    invite: Invite | Words
    client: Client
    network: NetworkOptions
    near: bool = False
    """Whether the table was found on this network: then its host is looked for there too."""
    seats: int | None = None
    """With how many seats it was shown there."""
    yes: bool = False
    """Whether the player agrees to any table, also one that differs from what was said of it."""


def join(request: JoinRequest, ui: Openings) -> int:
    """Take a seat at the table of an invite, and play once it is full; return the exit code."""
    options = request.client.options
    user, network = request.user, request.network
    invite = invite_of(request.invite, user, network, ui(request.client), request.client)
    check_bots(registry.game(invite.game), options.bots)
    meant = agreed_transports(network, named_by(invite.addresses), ui(request.client).asks)
    meant = (*meant, *(("lan",) if request.near else ()))
    with ExitStack() as held:
        tables = held.enter_context(user.home.at_tables())
        own = player(user)
        own.home.device(own.entropy)
        tables.acquire(digest("invite", invite.host + invite.token))
        series = Series(own, network, ui, tables, invite.token)
        held.enter_context(capture_stderr(user.home))
        return run_table(request.client, held.pop_all(), _play, series, invite, meant, request)


async def _play(series: Series, invite: Invite, meant: tuple[str, ...], request: JoinRequest) -> int:
    client = request.client
    opening = series.ui(client)
    said = rematch_check.Said(invite.game, request.seats, league_hashes(series.player.home))
    agrees = None if request.yes else opening.agrees
    look = rematch_check.RematchCheck(series.player, opening.tell, said=said, agrees=agrees)

    async def accepts(proposal: Proposal) -> None:
        await look(proposal)
        series.tables.acquire(proposal.nonce)
        if not invite.token:
            opening.tell(_("The host is being asked whether you may sit down."))

    opening.tell(_("Looking for the host ..."))
    ways = series.network.ways(series.player, meant, series.token)
    for why in obstacles(invite.addresses, ways):
        opening.warn(Trouble(About.INVITE, why))
    try:
        async with join_table(
            series.player,
            invite,
            accepts=accepts,
            listen=series.network.listen,
            addresses=series.network.addresses,
            ways=ways,
            patience=PATIENCE if client.options.timeout is None else client.options.timeout,
        ) as session:
            opening.ways(session.network)
            peer = await opening.begun(session)
            code, after = await series.play(session, peer, client)
        return await series.go_on(after, client, code)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
