"""``p2pgames pack``: what the others lack of a game, to be sent to them in any way."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.app.pack import CRLF, pack_game, write_pack
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import home
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told


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

    from p2pgames_cli.app import mail
    from p2pgames_cli.app.player import player
    from p2pgames_cli.app.resume import only, some
    from p2pgames_cli.library.shelf import find
    from p2pgames_protocol.local.hotseat import is_local
    from p2pgames_protocol.mail import armour

    where = home()
    with where.locked():
        table = mail.find(where, game_id) if game_id else None
        if table is not None:
            data, name = table.letter, f"{table.proposal.rules}-{table.table.hex()[:8]}.letter"
        else:
            some(where)
            own = player(where)
            game = find(where, game_id) if game_id else only(where, own.identity)
            if is_local(own.identity, game.genesis):
                raise Stop(Code.USAGE, _("This game is played at one computer: nobody else waits for it."))
            data, rounds = trio.run(pack_game, own, game, everything)
            name = f"{game.genesis.proposal.rules}-{game.id[:8]}-{rounds}.pack"
    if not (text or lines or size):
        write_pack(out or Path(name), data)
        return Code.FINE
    most = size // (armour.WIDTH + CRLF) if size else None
    try:
        parts = armour.write(data, min(filter(None, (lines, most)), default=None))
    except ValueError as wrong:
        raise Stop(Code.USAGE, told(wrong)) from None
    if out is None or str(out) == "-":
        click.echo("\n".join(parts), nl=False)
        return Code.FINE
    for number, part in enumerate(parts, 1):
        name = f"{out.stem}-{number}{out.suffix}" if len(parts) > 1 else out.name
        write_pack(out.with_name(name), part.encode("ascii"))
    return Code.FINE
