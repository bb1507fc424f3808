"""``p2pgames games``: what can be played."""

from __future__ import annotations

import json

import click

from p2pgames import registry
from p2pgames.contract import Game
from p2pgames_cli.errors import Code, Stop


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def command(as_json: bool) -> None:
    """List the games that are installed, with players, options and bots."""
    games = [find(name) for name in registry.names()]
    if as_json:
        click.echo(json.dumps([_object(game) for game in games], indent=2))
        return
    for game in games:
        click.echo(f"{game.name:8} {game.title}, {players(game)} players, rules version {game.rules.version}")
        for option in game.rules.options:
            click.echo(f"         {option.name}={'|'.join(option.values)}  {option.about}")
        click.echo(f"         bots: {', '.join(game.bots)}")
        if game.rules.decks:
            click.echo("         not between peers yet: it needs sealed decks")


def find(name: str) -> Game:
    """Return a game; raise `Stop` with what there is if it is unknown."""
    try:
        return registry.game(name)
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, str(unknown.args[0])) from None


def players(game: Game) -> str:
    """Return how many can play, as ``2`` or ``2-6``."""
    seats = game.rules.players
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"


def _object(game: Game) -> dict[str, object]:
    rules = game.rules
    return {
        "name": game.name,
        "title": game.title,
        "players": [rules.players[0], rules.players[-1]],
        "rules": rules.version,
        "tables": not rules.decks,
        "options": [
            {"name": o.name, "values": list(o.values), "default": o.default, "about": o.about}
            for o in rules.options
        ],
        "bots": list(game.bots),
    }
