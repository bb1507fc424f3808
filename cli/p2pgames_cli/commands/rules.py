"""``p2pgames rules``: how a game is played, in words."""

from __future__ import annotations

import json
import os
import sys

import click

from p2pgames.rules_text import plain
from p2pgames.text import Typed
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.games import complete
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import language
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.i18n.prose import named, rules_in_words
from p2pgames_cli.library import rules_lines
from p2pgames_cli.library.games import find
from p2pgames_cli.table.sentences import NOT_IN_RULES


@click.command(
    epilog="""\b
Examples:
  p2pgames rules linja
  p2pgames rules linja bonus    what holds this word
  p2pgames rules linja 2        the second section
  p2pgames rules linja > linja.md"""
)
@click.argument("game", shell_complete=complete)
@click.argument("words", nargs=-1)
@flags("json", "plain", "color")
def command(game: str, words: tuple[str, ...]) -> None:
    """Show the rules of GAME, complete enough to play by: all of them, a section, or what contains some words.

    On a terminal they are shown page by page, with pictures; elsewhere, or with --plain, in one piece and without.
    """
    played, text = find(game), " ".join(words)
    found = rules_lines.find_blocks(played, text)
    if not found:
        raise Stop(Code.FAILURE, named(NOT_IN_RULES(typed=Typed(text))))
    if flag("json"):
        click.echo(json.dumps(rules_lines.as_data(played, found)))
        return
    paged = sys.stdout.isatty() and not flag("plain")
    if text or paged:
        title = "" if text else f"# {rules_in_words(played).title}\n\n"
        said = title + "\n".join(rules_lines.block_lines(played, found, pictures=paged)) + "\n"
    else:
        said = wrapped(plain(played.text_in(language())))
    if not paged:
        click.echo(said, nl=False)
        return
    # As git does: a text that fits stays on the screen.
    os.environ.setdefault("LESS", "FRX")
    click.echo_via_pager(said)
