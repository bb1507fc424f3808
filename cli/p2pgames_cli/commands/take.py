"""``p2pgames take``: take over a seat that somebody hands over."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.take import TakeRequest, take
from p2pgames_cli.commands.network_flags import networked
from p2pgames_cli.commands.play_flags import chosen_mode, lobby_front_end, playing
from p2pgames_cli.config.context import user
from p2pgames_cli.table.invites import read_seat_line
from p2pgames_cli.table.session import Client


@click.command(
    epilog="""\b
Examples:
  p2pgames take P2PGAMES-SEAT:...        the whole line you were sent
  p2pgames take LINE --file linja.seat   with the file that came by mail"""
)
@click.argument("line", nargs=-1, required=True)
@click.option(
    "--file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file that came with the line: for games by mail.",
)
@networked
@playing
def command(
    line: tuple[str, ...], file: Path | None, network: NetworkOptions, timeout: float | None, client: Client
) -> int:
    """Take over the seat that somebody hands over by LINE, and play on.

    The line works once, and the client of whoever made it must be open. All players are told.
    """
    found = read_seat_line(line)
    # Only now it is known whether one plays at a terminal: the line may have come from a file.
    return take(
        TakeRequest(user(), found, client.with_options(mode=chosen_mode(), timeout=timeout), network, file),
        lobby_front_end,
    )
