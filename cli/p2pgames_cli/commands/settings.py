"""``p2pgames settings``: what you have settled for good, and how to change it."""

from __future__ import annotations

import click

from p2pgames_cli.app import settings
from p2pgames_cli.commands.flags import flags, show
from p2pgames_cli.config.context import flag, live_settings
from p2pgames_cli.config.exit_codes import Code


@click.command(
    epilog="""\b
Examples:
  p2pgames settings                           show them, and where they are
  p2pgames settings theme=contrast            change one
  p2pgames settings notices.bell=false color=never
  p2pgames settings keys                      which key does what
  p2pgames settings --edit                    open the file in your editor"""
)
@click.argument("changes", nargs=-1, metavar="[keys | NAME=VALUE...]")
@click.option("--edit", is_flag=True, help="Open the file in the editor of VISUAL or EDITOR.")
@click.option("--path", "where", is_flag=True, help="Print only where the file is.")
@flags("json", "home", "profile")
def command(changes: tuple[str, ...], edit: bool, where: bool) -> int:
    """Show or change your settings: theme, colours, what is asked, notices, keys.

    They are in one TOML file, which a running game reads again as soon as it is saved. Each mistake in it is
    named with its line and affects only that setting.
    """
    live, keys = live_settings(), changes == ("keys",)
    if where:
        click.echo(live.path)
        return Code.FINE
    if edit:
        settings.edit(live)
    elif changes and not keys:
        settings.change(live, changes)
    show(settings.SettingsView(live, keys and not edit), as_json=bool(flag("json")))
    return settings.complain(live)
