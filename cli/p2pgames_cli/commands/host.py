"""``p2pgames host``: open a table."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.app.host import Plan, host_by_mail, play_hosted, propose
from p2pgames_cli.app.network import Reach
from p2pgames_cli.app.play_options import manner
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import started
from p2pgames_cli.app.stderr_capture import caught
from p2pgames_cli.commands.flags import pairs
from p2pgames_cli.commands.games import complete
from p2pgames_cli.commands.network_flags import networked
from p2pgames_cli.commands.play_flags import playing
from p2pgames_cli.config.context import home
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.library.games import find


@click.command(
    epilog="""\b
Examples:
  p2pgames host linja                   then send the invite to a friend
  p2pgames host linja --after 7f3ac201  the next game of a series
  p2pgames host bus --seats 4 --confirm asks before somebody sits down
  p2pgames host linja --via tcp,lan     neighbours see the table and may knock
  p2pgames host linja --offline         by mail: prints a letter to the others

\b
Where the router forwards port 7000 of example.org to this computer:
  p2pgames host linja --listen "*:7000" --address example.org"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of table or game; repeatable."
)
@click.option(
    "--after",
    metavar="GAME_ID",
    help="Go on with a series after this game, which is over: the same game, people, seats and options.",
)
@click.option("--confirm", "asked", is_flag=True, help="Ask you before somebody sits down.")
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
    after: str | None,
    asked: bool,
    invite_file: Path | None,
    offline: bool,
    reach: Reach,
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Open a table for GAME, show the invite, and play as soon as all seats are taken."""
    options = pairs(chosen)
    found = find(game)
    how = manner(found, bots, on_turn, confirm=confirm, timeout=timeout)
    if invite_file is not None and not invite_file.parent.is_dir():
        said = _("There is no folder {parent}; make it, or choose another file.")
        raise Stop(Code.FAILURE, said.format(parent=invite_file.parent))
    where = home()
    with where.locked():
        host = player(where)
        if offline and after is None:
            # A mail takes hours: nobody should be put out for ten minutes of silence, as live.
            options.setdefault("time", "none")
        try:
            proposal = propose(host, found, seats, options, after)
        except ValueError as wrong:
            raise Stop(Code.USAGE, told(wrong)) from None
        plan = Plan(found, proposal, reach, asked, invite_file)
        if offline:
            return host_by_mail(host, plan)
        with caught(where):
            return started(how, play_hosted, host, plan, how)
