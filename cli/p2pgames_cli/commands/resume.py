"""``p2pgames resume``: go on with a game."""

from __future__ import annotations

import click

from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.resume import ResumeRequest, resume, resume_by_mail
from p2pgames_cli.commands.network_flags import networked
from p2pgames_cli.commands.play_flags import lobby_front_end, playing
from p2pgames_cli.config import console
from p2pgames_cli.config.context import user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.invites import read_invite
from p2pgames_cli.table.session import Client, Mode


@click.command(
    epilog="""\b
Examples:
  p2pgames resume             the only game that is not over
  p2pgames resume 7f3ac201    the one whose id begins so; see p2pgames list
  p2pgames resume --wait      connected, quiet until it is your turn
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
    "shown_on_turn",
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
    help="If the file is damaged or gone: set it aside, go on with what is left, and get the rest from the "
    "others. With --at, also a game of which nothing is left here.",
)
@click.option("--phones", is_flag=True, help="With a game at one computer: each player sits at a phone.")
@networked
@playing
def command(
    game_id: str | None,
    invite: str | None,
    offline: bool,
    shown_on_turn: bool,
    take_over: bool,
    fetch: bool,
    network: NetworkOptions,
    timeout: float | None,
    client: Client,
    *,
    phones: bool,
) -> int:
    """Go on with a game: GAME_ID, or the only one that is not over."""
    if shown_on_turn and offline:
        raise Stop(Code.USAGE, _("Without a connection there is nothing to wait for: --wait or --offline."))
    client = client.with_options(timeout=timeout, offline=offline, shown_on_turn=shown_on_turn, phones=phones)
    place = read_invite((invite,)) if invite and not offline else None
    request = ResumeRequest(user(), client, network, game_id, place, take_over, fetch)
    if not offline:
        return resume(request, lobby_front_end)
    code, next_ = resume_by_mail(request)
    if next_ and client.options.mode is not Mode.JSON:
        console.tell(next_)
    return code
