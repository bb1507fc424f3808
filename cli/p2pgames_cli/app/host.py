"""Opening a table, over the network or by mail."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from p2pgames.game import Game
from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.network import Reach
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.rematch import played_on, series
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.shelf import find as find_game
from p2pgames_cli.table.play_options import Manner
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.start import host_table
from p2pgames_protocol.store.player import Player


@dataclass(frozen=True, slots=True)
class Plan:
    """What the host chose for the table."""

    game: Game
    proposal: Proposal
    reach: Reach
    confirm: bool
    invite_file: Path | None


def host_by_mail(host: Player, plan: Plan) -> int:
    """Open a table without a connection and write its letter; return the exit code."""
    from p2pgames_cli.app import mail

    if plan.confirm or plan.reach.listen or plan.reach.addresses or plan.reach.map_port:
        said = _("With --offline nobody connects: leave out --confirm, --listen, --address and --map-port.")
        raise Stop(Code.USAGE, said)
    return mail.open_table(host, plan.proposal, plan.invite_file)


def propose(
    host: Player, found: Game, seats: int | None, options: Mapping[str, str], after: str | None
) -> Proposal:
    """Return what is proposed; raise ValueError where that cannot be, and `Stop` where no game can follow."""
    key, nonce = host.identity.key, secrets.token_bytes(32)
    if after is None:
        return Proposal.of(key, found.rules, seats or found.rules.players[0], nonce, options)
    game = find_game(host.home, after)
    before = rematch_check.game_before(host.home, game.genesis.game_id)
    if before is None or before.genesis.proposal.rules != found.name or key not in before.genesis.keys:
        raise Stop(
            Code.USAGE,
            _("Only a game of {game} that you played, and that is over, can be followed by one.").format(
                game=found.name
            ),
        )
    if seats is not None or options:
        raise Stop(Code.USAGE, _("With --after seats and options are those of the game before."))
    return rematch_check.proposal_after(before, key, nonce)


async def play_hosted(host: Player, plan: Plan, how: Manner) -> int:
    """Open a table, wait until it is full and play; return the exit code."""
    opening = opening_for(how)
    confirm = opening.confirm if plan.confirm else None
    reach = plan.reach
    if reach.maps:
        opening.tell(_("Asking the router to forward a port ..."))
    async with host_table(
        host,
        plan.proposal,
        listen=reach.listen,
        addresses=reach.addresses,
        confirm=confirm,
        knock=opening.confirm,
        ways=reach.ways(host),
    ) as session:
        watch = session.watch_invite
        how = replace(how, watch=watch.text() if watch is not None else "")
        if session.invite is not None:
            opening.invite(session.invite, plan.invite_file, how.watch)
            opening.reach(session.invite, near=session.network.shows)
        opening.ways(session.network)
        peer = await opening.begun(session)
        code, after = await played_on(host, session, peer, how)
    return await series(host, after, reach, how, code)
