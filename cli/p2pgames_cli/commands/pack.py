"""``p2pgames pack``: what the others lack of a game, to be sent to them in any way."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import user
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _


@click.command(
    epilog="""\b
Examples:
  p2pgames pack                    a file for the only one that is waiting
  p2pgames pack 7f3ac201 --text    text to paste into a mail
  p2pgames pack --text --lines 50  in several parts

The others give the file or the text to: p2pgames unpack"""
)
@click.argument("game_id", required=False)
@click.option("--all", "everything", is_flag=True, help="The whole game, not just what is not confirmed yet.")
@click.option("--text", is_flag=True, help="As text that can be pasted into a mail.")
@click.option("--lines", type=click.IntRange(min=3), metavar="N", help="Text in parts of at most N lines.")
@click.option(
    "--size", type=click.IntRange(min=200), metavar="BYTES", help="Text in parts of at most this many bytes."
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
    """Write the moves the others do not have yet, to a file or as text.

    For a table that is filling up by mail, this is your letter once more.
    """
    from p2pgames_cli.app.pack import PackRequest, pack

    packed = pack(PackRequest(user(), game_id, everything))
    if not (text or lines or size):
        _write(out or Path(packed.name), packed.data)
        return Code.FINE
    parts = packed.parts(lines, size)
    if out is None or str(out) == "-":
        click.echo("\n".join(parts), nl=False)
        return Code.FINE
    for number, part in enumerate(parts, 1):
        name = f"{out.stem}-{number}{out.suffix}" if len(parts) > 1 else out.name
        _write(out.with_name(name), part.encode("ascii"))
    return Code.FINE


def _write(file: Path, data: bytes) -> None:
    """Write a pack to a file, or to standard output for ``-``."""
    from p2pgames_protocol.store.disk import put

    if str(file) == "-":
        sys.stdout.buffer.write(data)
        return
    put(file, data)
    said = _("{file}: {count} bytes. The others take it with p2pgames unpack.")
    click.echo(said.format(file=file, count=len(data)), err=True)
