"""``p2pgames settings``: what you have settled for good, and how to change it."""

from __future__ import annotations

import json
import sys

import click

from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import flag, settled
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import BY_NAME, SETTINGS, Value, capital, refusal, shown
from p2pgames_cli.config.settings_file import Live
from p2pgames_cli.config.settings_toml import unknown
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.actions.keys import explained, keys_of, problems, usual


@click.command(
    epilog="""\b
Examples:
  p2pgames settings                           show them, and where they lie
  p2pgames settings theme=contrast            change one
  p2pgames settings notices.bell=false color=never
  p2pgames settings keys                      which key does what
  p2pgames settings --edit                    open the file in your editor"""
)
@click.argument("changes", nargs=-1, metavar="[keys | NAME=VALUE...]")
@click.option("--edit", is_flag=True, help="Open the file in the editor of VISUAL or EDITOR.")
@click.option("--path", "where", is_flag=True, help="Print only where the file lies.")
@flags("json", "home", "profile")
def command(changes: tuple[str, ...], edit: bool, where: bool) -> int:
    """Show or change your settings: theme, colours, what is asked, notices, keys.

    They lie in one file of TOML, which a running game reads again as soon as it is saved. Whatever is wrong in
    it is named with its line and costs only that setting.
    """
    live = settled()
    if where:
        click.echo(live.path)
        return Code.FINE
    if edit:
        click.edit(filename=str(live.make(usual())))
        live.look()
    elif changes and changes != ("keys",):
        live.change(dict(_change(text) for text in changes), usual())
    live.make(usual())
    if flag("json"):
        click.echo(json.dumps(_plain(live)))
    elif changes == ("keys",):
        _keys(live)
    else:
        _show(live)
    for problem in problems(live):
        click.echo(f"p2pgames: {problem}", err=True)
    return Code.USAGE if problems(live) else Code.FINE


def _change(text: str) -> tuple[str, Value]:
    """Return name and value of ``NAME=VALUE``; raise `Stop` for what cannot be."""
    name, equals, value = text.partition("=")
    setting = BY_NAME.get(name)
    if setting is None:
        hint = _(" Keys are changed in the file itself: --edit") if name.startswith("keys") else ""
        raise Stop(Code.USAGE, capital(unknown(name)) + hint)
    for possible in setting.values:
        if equals and value in (possible, shown(possible)):
            return name, possible
    if not equals or (wrong := setting.refused(value)):
        raise Stop(Code.USAGE, wrong if equals else refusal(setting, "nothing"))
    return name, value


def _show(live: Live) -> None:
    click.echo(f"{live.path}\n")
    wide = max(len(setting.name) for setting in SETTINGS)
    for setting in SETTINGS:
        value = live[setting.name]
        other = _("otherwise {value}").format(value=shown(setting.default))
        other = "" if value == setting.default else f"  ({other})"
        click.echo(f"{setting.name:<{wide}}  {shown(value)}{other}")
        click.echo(click.wrap_text(_(setting.about), _columns(), " " * 4, " " * 4))
    click.echo("\n" + _("Which key does what: p2pgames settings keys"))


def _keys(live: Live) -> None:
    click.echo("\n".join(explained(keys_of(live).keys)))


def _columns() -> int:
    import shutil

    return min(shutil.get_terminal_size().columns, 100) if sys.stdout.isatty() else 100


def _plain(live: Live) -> dict[str, object]:
    return {
        "file": str(live.path),
        "settings": dict(live.now.values),
        "keys": {action: list(keys) for action, keys in keys_of(live).keys.items()},
        "problems": list(problems(live)),
    }
