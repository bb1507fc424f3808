"""``p2pgames export``: a game for reading, or for other programs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgames.drawing.svg import THEMES
from p2pgames_cli.app.export import ExportRequest, Format, export
from p2pgames_cli.app.picture import picture
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config import console
from p2pgames_cli.config.context import user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.store.disk import put

SIZE = "120x36"
"""Columns and rows of a picture made of characters."""


@click.command(
    epilog="""\b
Examples:
  p2pgames export 7f3ac201    one of your games, as text
  p2pgames export game.p2pg --format html --out game.html"""
)
@click.argument("file", metavar="FILE|GAME-ID")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "json", "svg", "html"]),
    default="text",
    help="Moves to read, data, the picture of a position, or a page that steps through the game.",
)
@click.option("--states", is_flag=True, help="With json: the public position after every move, in words.")
@click.option(
    "--analysis",
    "analysed",
    is_flag=True,
    help="With text or json: what a search makes of the game, see analyse.",
)
@click.option(
    "--step", type=click.IntRange(min=0), help="With svg: the position after this step, not the last."
)
@click.option("--moving", is_flag=True, help="With svg: the whole game, one position after the other.")
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="Pictures: only what this seat, 1 for the first, had seen.",
)
@click.option("--theme", type=click.Choice([*THEMES]), help="With svg: the colours, dark if none are named.")
@click.option("--cells", is_flag=True, help="With svg: in characters, as on the screen of a terminal.")
@click.option("--size", metavar="COLUMNSxROWS", help="With --cells: the size, 120x36 if none is given.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write there, not to standard output."
)
@flags("home", "profile")
def command(
    file: str,
    kind: Format,
    states: bool,
    analysed: bool,
    step: int | None,
    moving: bool,
    seat: int | None,
    theme: str | None,
    cells: bool,
    size: str | None,
    out: Path | None,
) -> None:
    """Write the game in FILE, or one of yours, as text, as JSON, a position of it as a picture, or all of it as a page.

    Pictures show the hidden cards too, once the game is over and they are revealed; with --seat only what that
    seat had seen.
    """
    _check(kind, {"--step": step, "--theme": theme, "--cells": cells or None, "--size": size}, "svg")
    _check(kind, {"--moving": moving or None}, "svg")
    if moving and step is not None:
        raise Stop(Code.USAGE, _("--moving shows the whole game, --step one position of it."))
    _check(kind, {"--seat": seat}, "svg", "html")
    _check(kind, {"--analysis": analysed or None}, "text", "json")
    drawn = picture(theme, size, SIZE, cells=cells)
    viewer = None if seat is None else seat - 1
    text, said = export(ExportRequest(user(), file, kind, states, step, viewer, drawn, moving, analysed))
    if said:
        click.echo(said, err=True)
    if out is None:
        # The marks around right-to-left texts stay where this goes into a file.
        console.tell(text, end="") if sys.stdout.isatty() else click.echo(text, nl=False)
    else:
        put(out, text.encode())


def _check(kind: Format, given: dict[str, object], *kinds: Format) -> None:
    """Raise `Stop` for an option that says nothing in this format."""
    for name, value in given.items():
        if value is not None and kind not in kinds:
            said = _("{name} is for --format {names}.")
            raise Stop(Code.USAGE, said.format(name=name, names=" or ".join(kinds)))
