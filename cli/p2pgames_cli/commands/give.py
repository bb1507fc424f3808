"""``p2pgames give``: hand one's seat over as a file, where the game goes by mail."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config import console
from p2pgames_cli.config.context import user
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _


@click.command(
    epilog="""\b
Examples:
  p2pgames give 7f3ac201          writes the file, shows its line
  p2pgames give 7f3ac201 --yes    the same without a question

The other one types: p2pgames take LINE --file FILE"""
)
@click.argument("game_id")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@flags("passphrase-file", "home", "profile")
def command(game_id: str, yes: bool, out: Path | None) -> int:
    """Hand your seat in a game over, as a file that goes by mail and a line that opens it.

    Where you play over a connection, hand the seat over at the table: hand-over.
    """
    from p2pgames_cli.app.give import check_seat, give
    from p2pgames_cli.table.actions.leaving import consequences
    from p2pgames_protocol.store.disk import put

    check_seat(user(), game_id)
    for sentence in consequences():
        console.warn(sentence)
    if not yes:
        click.confirm(_("Hand your seat over?"), abort=True, err=True)
    given = give(user(), game_id)
    file = out or Path(given.name)
    put(file, given.data)
    said = _("{file} holds your seat. Send the file by one way and this line by another:")
    console.warn(said.format(file=file))
    console.tell(given.line)
    return Code.FINE
