"""``p2pgames serve``: keep all games open at once."""

from __future__ import annotations

import click

from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.on_turn import check_command
from p2pgames_cli.app.serve import ServeRequest, Update, serve
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.network_flags import seeking
from p2pgames_cli.config import console
from p2pgames_cli.config.context import flag, live_settings, user
from p2pgames_cli.json.output import say
from p2pgames_cli.table.session import Client, Mode, PlayOptions


@click.command(
    epilog="""\b
Examples:
  p2pgames serve
  p2pgames serve --on-turn "notify-send 'Your turn'"
  p2pgames serve --json"""
)
@click.option(
    "--on-turn",
    metavar="CMD",
    default="",
    help="Run this command whenever it is your turn; no shell reads it.",
)
@seeking
@flags("name", "json", "passphrase-file", "home", "profile")
def command(on_turn: str, network: NetworkOptions) -> int:
    """Keep all your games between computers open at once, without showing them, until Ctrl-C or SIGTERM.

    The others find you, plans are carried out, and what came is kept. A game that you open in another window is left
    to it, and taken back afterwards. A game that is over still answers for a week, for players who lack its end.
    Nobody is voted out for silence unless you say so: p2pgames settings serve.vote=true
    """
    if on_turn:
        check_command(on_turn)
    as_json = bool(flag("json"))
    client = Client(PlayOptions(Mode.JSON if as_json else Mode.PLAIN, on_turn=on_turn), live_settings())
    return serve(ServeRequest(user(), client, network), _say_object if as_json else _say_line)


def _say_object(update: Update) -> None:
    game = update.game
    about: dict[str, object] = {}
    if update.kind == "closed":
        about = {"why": update.why, "text": update.text}
    elif update.kind == "voted":
        about = {"seat": update.seat, "text": update.text}
    say(
        update.kind,
        game_id=game.id,
        game=game.genesis.game,
        names=list(game.genesis.given),
        **about,
    )


def _say_line(update: Update) -> None:
    genesis = update.game.genesis
    console.tell(f"{update.game.id[:8]}  {genesis.game:<6} {', '.join(genesis.names)}: {update.text}")
