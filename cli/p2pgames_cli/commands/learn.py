"""``p2pgames learn``: a game is learnt by playing."""

from __future__ import annotations

import click

from p2pgames_cli.app.hotseat import LearnRequest, learn
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.games import complete
from p2pgames_cli.commands.play_flags import client_from_flags
from p2pgames_cli.config.context import user
from p2pgames_cli.library.games import find


@click.command(
    epilog="""\b
Examples:
  p2pgames learn linja
  p2pgames learn linja --plain    in lines of text"""
)
@click.argument("game", shell_complete=complete)
@flags("name", "plain", "json", "window", "ascii", "color", "home", "profile")
def command(game: str) -> int:
    """Learn GAME by playing it, step by step.

    Each step explains something new and asks for a move. Nothing is saved.
    """
    return learn(LearnRequest(user(), find(game), client_from_flags()))
