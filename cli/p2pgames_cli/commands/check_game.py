"""``p2pgames check-game``: whether an installed game holds what every game must."""

from __future__ import annotations

import click

from p2pgames_cli.app.check_game import GameCheck, chosen_checks
from p2pgames_cli.commands.flags import flags, show
from p2pgames_cli.commands.games import complete
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.library.games import find


@click.command(
    epilog="""\b
Examples:
  p2pgames check-game shuttle
  p2pgames check-game shuttle --only moves --only fuzz
  p2pgames check-game shuttle --long --seed 2"""
)
@click.argument("game", shell_complete=complete)
@click.option("--only", multiple=True, metavar="CHECK", help="Run this check alone; repeatable.")
@click.option("--long", is_flag=True, help="Look at many more positions and tables; this takes minutes.")
@click.option("--seed", default="1", show_default=True, help="The seed of the games that are checked.")
@flags("json")
def command(game: str, only: tuple[str, ...], long: bool, seed: str) -> int:
    """Check an installed GAME: its rules, bots, pictures, screens and lesson, and whole tables of it.

    For those who write games. Each fault is reported with the position it was found in and a command that shows
    it again; the exit code is then 1.
    """
    check = GameCheck(find(game), chosen_checks(only), seed, long)
    show(check, as_json=bool(flag("json")))
    return Code.FAILURE if check.faults else Code.FINE
