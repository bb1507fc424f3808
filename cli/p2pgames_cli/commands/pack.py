"""``p2pgames pack``: what the others lack of a game, to be sent to them in any way."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flags, home
from p2pgames_cli.translation import _

if TYPE_CHECKING:
    from p2pgames_cli.shelf import Stored
    from p2pgames_protocol.session import Player

CRLF = 2
"""Bytes at the end of every line in a mail (RFC 5322, section 2.1)."""


@click.command(
    epilog="""\b
Examples:
  p2pgames pack                    a file for the only game that is not over
  p2pgames pack 7f3ac201 --text    text to paste into a mail
  p2pgames pack --text --lines 50  in several parts

The others give the file or the text to: p2pgames unpack"""
)
@click.argument("game_id", required=False)
@click.option("--all", "everything", is_flag=True, help="The whole game, not just what is not confirmed yet.")
@click.option("--text", is_flag=True, help="As text that can be pasted into a mail.")
@click.option("--lines", type=click.IntRange(min=3), metavar="N", help="Text in parts of at most N lines.")
@click.option(
    "--size", type=click.IntRange(min=200), metavar="BYTES", help="Text in parts of at most so many bytes."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; - for standard output. Several parts are numbered.",
)
@flags("passphrase-file", "home", "profile")
def command(
    game_id: str | None, everything: bool, text: bool, lines: int | None, size: int | None, out: Path | None
) -> int:
    """Write what the others lack of a game: into a file, or as text.

    With the id of a table that fills up by mail it is your letter, once more.
    """
    import trio

    from p2pgames_cli.commands.resume import only, some
    from p2pgames_cli.play import letters
    from p2pgames_cli.play.player import player
    from p2pgames_cli.shelf import find
    from p2pgames_protocol import armour
    from p2pgames_protocol.hotseat import is_local

    where = home()
    with where.locked():
        table = letters.find(where, game_id) if game_id else None
        if table is not None:
            data, name = table.letter, f"{table.proposal.rules}-{table.table.hex()[:8]}.letter"
        else:
            some(where)
            own = player(where)
            game = find(where, game_id) if game_id else only(where, own.identity)
            if is_local(own.identity, game.genesis):
                raise Stop(Code.USAGE, _("This game is played at one computer: nobody else waits for it."))
            data, rounds = trio.run(_packed, own, game, everything)
            name = f"{game.genesis.proposal.rules}-{game.id[:8]}-{rounds}.pack"
    if not (text or lines or size):
        _write(out or Path(name), data)
        return Code.FINE
    most = size // (armour.WIDTH + CRLF) if size else None
    try:
        parts = armour.write(data, min(filter(None, (lines, most)), default=None))
    except ValueError as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None
    if out is None or str(out) == "-":
        click.echo("\n".join(parts), nl=False)
        return Code.FINE
    for number, part in enumerate(parts, 1):
        name = f"{out.stem}-{number}{out.suffix}" if len(parts) > 1 else out.name
        _write(out.with_name(name), part.encode("ascii"))
    return Code.FINE


async def _packed(own: Player, game: Stored, everything: bool) -> tuple[bytes, int]:
    """Return the pack, and how many rounds are closed; this seat has signed what it owes before."""
    from p2pgames_cli.play.place import seat_of
    from p2pgames_cli.play.post import opened
    from p2pgames_protocol import packs

    peer = await opened(own, game)
    since = 0 if everything else packs.confirmed(peer.ledger, seat_of(peer))
    try:
        return packs.write(peer.ledger, since), len(peer.ledger.log)
    except ValueError as wrong:
        raise Stop(Code.FAILURE, str(wrong)) from None


def _write(file: Path, data: bytes) -> None:
    from p2pgames_protocol.disk import put

    if str(file) == "-":
        sys.stdout.buffer.write(data)
        return
    put(file, data)
    said = _("{file}: {count} bytes. The others take it with p2pgames unpack.")
    click.echo(said.format(file=file, count=len(data)), err=True)
