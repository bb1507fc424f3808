"""Looking on at a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pgames import registry
from p2pgames_cli.app.network import NetworkOptions, agreed_transports, obstacles
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import play, run_to_end
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_cli.app.words import invite_of
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.table.lobby import LobbyFrontEnd, Openings
from p2pgames_cli.table.session import Client, TableSession
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_protocol.discovery.registry import named_by
from p2pgames_protocol.net.session import PATIENCE, watch_table
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.invite import BadInvite, Invite, Words


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """The table at which one wants to look on."""

    user: User
    invite: Invite | Words
    client: Client
    network: NetworkOptions


def watch(request: WatchRequest, ui: Openings) -> int:
    """Look on at a table from its beginning; return the exit code."""
    request = replace(request, client=request.client.with_options(passive=True))
    user, opening = request.user, ui(request.client)
    invite = invite_of(request.invite, user, request.network, opening, request.client, watches=True)
    meant = agreed_transports(request.network, named_by(invite.addresses), opening.asks)
    with user.home.locked():
        own = player(user)
        with capture_stderr(user.home):
            return run_to_end(request.client, _watch, own, invite, request, meant, opening)


async def _watch(
    watcher: Player, invite: Invite, request: WatchRequest, meant: tuple[str, ...], opening: LobbyFrontEnd
) -> int:
    client = request.client
    opening.tell(_("Looking for the host ..."))
    ways = request.network.ways(watcher, meant)
    for why in obstacles(invite.addresses, ways):
        opening.warn(Trouble(About.INVITE, why))
    try:
        async with watch_table(
            watcher,
            invite,
            ways=ways,
            patience=PATIENCE if client.options.timeout is None else client.options.timeout,
        ) as session:
            opening.ways(session.network)
            peer = await opening.begun(session)
            return await play(TableSession([peer], registry.game(peer.replica.genesis.game), client))
    except BadInvite as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
