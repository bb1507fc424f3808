"""``p2pgames list``: the games of this player."""

from __future__ import annotations

import json
from typing import Any

import click

from p2pgames_cli.app import mail_table
from p2pgames_cli.app.listing import (
    age,
    counted,
    entry,
    game_line,
    result_lines,
    results_of,
    series_lines,
    series_of,
    standing,
)
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.report import series_json
from p2pgames_cli.library.shelf import Broken, Stored, shelf
from p2pgames_protocol.mail.pending_tables import PendingTables
from p2pgames_protocol.wire.identity import Identity


@click.command(
    epilog="""\b
Examples:
  p2pgames list              all your games
  p2pgames list --results    what came of those that are over
  p2pgames list --series     who stands how in games one after the other"""
)
@click.option("--results", is_flag=True, help="Count what came of the games that are over, from their logs.")
@click.option("--series", is_flag=True, help="Show how everybody stands in games that follow one another.")
@flags("json", "home", "profile", "passphrase-file")
def command(results: bool, series: bool) -> None:
    """List your games, the one that changed last first: players, whose turn it is, and since when."""
    own = user()
    where = own.home
    found, tables = list(shelf(where)), list(PendingTables(where))
    games = [game for game in found if isinstance(game, Stored)]
    broken = [game for game in found if isinstance(game, Broken)]
    if not found and not tables and not flag("json"):
        click.echo(_("No games yet. Begin one: p2pgames host linja, or p2pgames hotseat linja"))
        return
    if series:
        _series(games)
        return
    identity = own.identity() if where.has_identity() else None
    if gone := where.last_key.lost():
        click.echo(f"p2pgames: {named(gone)}", err=True)
    if results:
        _results(games, identity)
        return
    room = min(24, max((len(", ".join(game.genesis.names)) for game in games), default=0))
    for game in games:
        row = entry(game, identity)
        _print(row, game_line(row, room))
    for lost in broken:
        _print(beyond(lost), f"{lost.id[:8]}  {standing(beyond(lost))}  ({age(beyond(lost), lost.changed)})")
    for table in tables:
        click.echo(json.dumps(mail_table.about(table)) if flag("json") else mail_table.line(table))


def _print(row: dict[str, Any], line: str) -> None:
    click.echo(json.dumps(row) if flag("json") else line)
    if row.get("help") and not flag("json"):
        click.echo(f"          {row['help']}")


def beyond(lost: Broken) -> dict[str, Any]:
    """Return a game of which nothing can be read as plain data."""
    return {
        "game_id": lost.id,
        "game": None,
        "file": str(lost.path),
        "changed": int(lost.changed),
        "problem": lost.why,
        "help": lost.help,
    }


def _results(games: list[Stored], identity: Identity | None) -> None:
    if flag("json"):
        for one in results_of(games, identity):
            click.echo(json.dumps(counted(one)))
    else:
        lines = result_lines(games, identity)
        click.echo("\n".join(lines or [_("None of your games with others is over yet.")]))


def _series(games: list[Stored]) -> None:
    """Print the series among these games, the one that changed last first."""
    if flag("json"):
        for chain in series_of(games):
            click.echo(json.dumps(series_json(chain)))
    else:
        lines = series_lines(games)
        click.echo(
            "\n".join(lines or [_("No game here follows another one yet. After a game offer a rematch.")])
        )
