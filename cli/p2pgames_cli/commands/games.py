"""``p2pgames games``: what can be played."""

from __future__ import annotations

import json
import textwrap

import click

from p2pgames import registry
from p2pgames.contract import Option
from p2pgames.game import Game
from p2pgames.text import with_message
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import WIDTH, named
from p2pgames_cli.library.games import find, players

INDENT = " " * 9


@click.command(
    epilog="""\b
Examples:
  p2pgames games
  p2pgames games --json    for programs"""
)
@flags("json", "color")
def command() -> None:
    """List the games that are installed, with players, options and bots.

    The first value of an option holds unless you choose another.
    """
    games = list(filter(None, map(_found, registry.names())))
    if flag("json"):
        click.echo(json.dumps([_object(game) for game in games], indent=2))
        return
    for game in games:
        _print(game)


def complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of games that begin like this, for a shell."""
    return [name for name in registry.names() if name.startswith(incomplete)]


def _found(name: str) -> Game | None:
    """Return a game; where it is broken say so, so that the others are still listed."""
    try:
        return find(name)
    except Stop as stop:
        click.echo(f"p2pgames: {stop}", err=True)
        return None


def _print(game: Game) -> None:
    head = click.style(f"{game.name:8}", bold=True)
    about = _("{title}, {players} players, rules version {version}")
    said = about.format(title=game.title, players=players(game), version=game.rules.version)
    click.echo(f"{head} {said}")
    for option in game.rules.options:
        click.echo(_filled(_words(option)))
    click.echo(_filled(_("bots: {names}").format(names=", ".join(game.bots))))


def _words(option: Option) -> str:
    default = (
        " " + _("({default} unless chosen)").format(default=option.default) if len(option.values) > 1 else ""
    )
    return f"{option.name}={'|'.join(option.values)}{default}  {named(option.about)}"


def _filled(text: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=INDENT, subsequent_indent=f"{INDENT}  ", break_long_words=False
    )


def _object(game: Game) -> dict[str, object]:
    rules = game.rules
    return {
        "name": game.name,
        "title": game.title,
        "players": [rules.players[0], rules.players[-1]],
        "rules": rules.version,
        "decks": rules.decks,
        "options": [
            {"name": o.name, "values": list(o.values), "default": o.default, **with_message("about", o.about)}
            for o in rules.options
        ],
        "bots": list(game.bots),
    }
