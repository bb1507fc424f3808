"""``p2pgames host``: open a table."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.host import HostRequest, host
from p2pgames_cli.app.key import with_name
from p2pgames_cli.app.mail_table import HostByMailRequest, host_by_mail
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.commands.flags import pairs
from p2pgames_cli.commands.games import complete
from p2pgames_cli.commands.mail_voice import PrintedVoice
from p2pgames_cli.commands.network_flags import networked
from p2pgames_cli.commands.play_flags import lobby_front_end, playing
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.games import find
from p2pgames_cli.table.session import Client, Mode


@click.command(
    epilog="""\b
Examples:
  p2pgames host linja                      then send the invite to a friend
  p2pgames host linja --after 7f3ac201     the next game of a series
  p2pgames host bus --seats 4 --confirm    asks before somebody sits down
  p2pgames host bus --seats 4 --bots fair  one of your bots, two friends
  p2pgames host linja --league winter      a game that counts in a league
  p2pgames host linja --via tcp,lan        neighbours see it and may knock
  p2pgames host linja --offline            by mail: prints a letter to send

\b
Where the router forwards port 7000 of example.org to this computer:
  p2pgames host linja --listen "*:7000" --address example.org"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of the table or the game; repeatable."
)
@click.option(
    "--after",
    metavar="GAME_ID",
    help="Continue a series after this finished game: same game, people, seats and options.",
)
@click.option(
    "--bots",
    "own_bots",
    multiple=True,
    metavar="NAME",
    help="Seat a bot beside you, played by your computer; everybody is told. Repeatable.",
)
@click.option(
    "--league",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The game counts in this league; its seats and options are those of the league.",
)
@click.option("--confirm", "asked", is_flag=True, help="Ask before somebody sits down.")
@click.option(
    "--invite-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="F",
    help="Write the invite there too.",
)
@click.option(
    "--offline", is_flag=True, help="By mail: a letter instead of an invite; time=none unless given."
)
@networked
@playing
def command(
    game: str,
    seats: int | None,
    chosen: tuple[str, ...],
    own_bots: tuple[str, ...],
    after: str | None,
    league: Path | None,
    asked: bool,
    invite_file: Path | None,
    offline: bool,
    network: NetworkOptions,
    timeout: float | None,
    client: Client,
) -> int:
    """Open a table for GAME, show the invite, and play as soon as all seats are taken."""
    table = TableRequest(find(game), seats, pairs(chosen), own_bots, after, league)
    if not offline:
        client = client.with_options(timeout=timeout)
        return host(
            HostRequest(with_name(user(), client), table, client, network, asked, invite_file),
            lobby_front_end,
        )
    if flag("window"):
        raise Stop(Code.USAGE, _("With --offline no table opens yet: leave out --window."))
    check_bots(table.game, client.options.bots)
    if own_bots:
        raise Stop(
            Code.USAGE, _("Your bots play only at tables that are open: leave out --offline or --bots.")
        )
    if asked or network.listen or network.addresses or network.map_port:
        said = _("With --offline nobody connects: leave out --confirm, --listen, --address and --map-port.")
        raise Stop(Code.USAGE, said)
    voice = PrintedVoice(as_json=client.options.mode is Mode.JSON)
    return host_by_mail(HostByMailRequest(with_name(user(), client), table, invite_file), voice)
