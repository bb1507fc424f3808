"""``p2pgames resume``: go on with a game."""

from __future__ import annotations

from dataclasses import replace

import click

from p2pgames import registry
from p2pgames_cli.app.network import Reach, agreed
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.play_options import manner
from p2pgames_cli.app.player import player
from p2pgames_cli.app.resume import at_one_computer, between_computers, go_on_by_mail, only, some
from p2pgames_cli.app.run import started
from p2pgames_cli.app.stderr_capture import caught
from p2pgames_cli.commands.network_flags import networked
from p2pgames_cli.commands.play_flags import playing
from p2pgames_cli.config.context import home
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.shelf import Stored, find, unsound
from p2pgames_cli.table.invites import read_invite
from p2pgames_cli.table.play_options import Manner
from p2pgames_protocol.discovery.registry import named_by
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.net.session import ways_before
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.store.salvage import put_aside
from p2pgames_protocol.wire.invite import Invite


@click.command(
    epilog="""\b
Examples:
  p2pgames resume             the only game that is not over
  p2pgames resume 7f3ac201    the one whose id begins so; see p2pgames list
  p2pgames resume --wait      connected, out of the way until it is your turn
  p2pgames resume --offline   without any connection; then p2pgames pack"""
)
@click.argument("game_id", required=False)
@click.option(
    "--at", "invite", metavar="LINE", help="Where one of the others is now: the line their client shows."
)
@click.option(
    "--offline", is_flag=True, help="Without any connection: for games by mail, with pack and unpack."
)
@click.option(
    "--wait",
    "patient",
    is_flag=True,
    help="Stay connected without showing the game until it is your turn or an offer waits, then open it.",
)
@click.option(
    "--take-over",
    is_flag=True,
    help="With a copied or restored game: play on at once. If another copy has played, it looks like cheating.",
)
@click.option(
    "--fetch",
    is_flag=True,
    help="Where the file is damaged: keep it aside, go on from what is sound of it, and get the rest from the others.",
)
@networked
@playing
def command(
    game_id: str | None,
    invite: str | None,
    offline: bool,
    patient: bool,
    take_over: bool,
    fetch: bool,
    reach: Reach,
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Go on with a game; without GAME_ID with the only one that is not over."""
    if patient and offline:
        raise Stop(Code.USAGE, _("Without a connection there is nothing to wait for: --wait or --offline."))
    where = home()
    with where.locked():
        some(where)
        own = player(where)
        game = find(where, game_id) if game_id else only(where, own.identity, damaged=fetch)
        how = manner(
            registry.game(game.genesis.proposal.rules), bots, on_turn, confirm=confirm, timeout=timeout
        )
        how = replace(how, offline=offline, patient=patient)
        if fetch:
            _put_aside(where, game)
        if is_local(own.identity, game.genesis):
            return started(how, at_one_computer, game, own.identity, where, how)
        if offline:
            return started(how, go_on_by_mail, own, game, take_over, how)
        place = read_invite((invite,)) if invite else None
        ways = _ways(own, game, place, reach, how)
        with caught(where):
            return started(how, between_computers, own, game, place, take_over, reach, ways, how)


def _ways(own: Player, game: Stored, place: Invite | None, reach: Reach, how: Manner) -> tuple[str, ...]:
    """Return the ways of the game before, and those of an invite that the player allows."""
    before = ways_before(own, game.genesis)
    if place is None:
        return before
    return before + agreed(reach, named_by(place.addresses), opening_for(how).allows, before)


def _put_aside(where: Home, game: Stored) -> None:
    """Keep the damaged files of a game aside, and begin it anew with what is sound; raise `Stop` if all is sound."""
    try:
        kept = put_aside(where.store(game.genesis), game.genesis, registry.rules)
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, str(unknown.args[0])) from None
    except Refused as wrong:
        raise unsound(game, wrong) from None
    if not kept:
        raise Stop(Code.USAGE, _("Nothing of this game is damaged: resume it without --fetch."))
    for file in kept:
        click.echo(_("The damaged file is kept: {file}").format(file=file), err=True)
