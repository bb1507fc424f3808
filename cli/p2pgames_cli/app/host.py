"""Opening a table over the network."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.folder import check_folder
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.opening import Openings
from p2pgames_cli.app.own_bots import bots_at, check_own_bots, play_bots
from p2pgames_cli.app.player import player
from p2pgames_cli.app.proposing import propose
from p2pgames_cli.app.rematch import Series
from p2pgames_cli.app.run import kept_open
from p2pgames_cli.app.stderr_capture import caught
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.app.usual_ways import with_usual
from p2pgames_cli.app.words import drawn
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_protocol.log.proposal import Proposal
from p2pgames_protocol.net.session import make_token
from p2pgames_protocol.net.start import host_table


@dataclass(frozen=True, slots=True)
class HostRequest:
    """A table that is to be opened, and how one plays at it."""

    user: User
    table: TableRequest
    how: PlayOptions
    network: NetworkOptions
    asked: bool = False
    """Whether the host is asked before somebody sits down."""
    invite_file: Path | None = None


def host(request: HostRequest, ui: Openings) -> int:
    """Open a table, wait until it is full and play; return the exit code."""
    check_bots(request.table.game, request.how.bots)
    check_own_bots(request.table.game, request.table.bots)
    check_folder(request.invite_file)
    user = request.user
    request = replace(request, network=with_usual(request.network, request.how, ui(request.how)))
    with ExitStack() as held:
        tables = held.enter_context(user.home.at_tables())
        own = player(user)
        own.home.device(own.entropy)
        proposal = propose(own, request.table)
        tables.take(proposal.nonce)
        series = Series(own, request.network, ui, tables, make_token(own.identity, proposal))
        held.enter_context(caught(user.home))
        return kept_open(request.how, held.pop_all(), _play, series, proposal, request)


async def _play(series: Series, proposal: Proposal, request: HostRequest) -> int:
    how, network = request.how, request.network
    opening = series.ui(how)
    if network.maps:
        opening.tell(_("Asking the router to forward a port ..."))
    elif how.within:
        opening.tell(_("Opening the table ..."))
    ways = network.ways(series.player, table=series.token)
    meeting = drawn(network, ways)
    async with host_table(
        series.player,
        proposal,
        listen=network.listen,
        addresses=network.addresses,
        confirm=opening.confirm if request.asked else None,
        knock=opening.confirm,
        ways=ways,
        meeting=meeting,
        bots=bots_at(series.player, proposal, request.table),
        beside=partial(play_bots, series.player, request.table.game, request.how.settings),
    ) as session:
        watch = session.watch_invite
        how = replace(how, watch=watch.text() if watch is not None else "")
        if session.invite is not None:
            opening.invite(session.invite, request.invite_file, how.watch, meeting)
            opening.reach(session.invite, near=session.network.sharing.shows)
        opening.ways(session.network)
        peer = await opening.begun(session)
        code, after = await series.play(session, peer, how)
    return await series.go_on(after, how, code)
