"""``p2pgames replay``: step through a game, and try out what might have been."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgames.drawing.svg import THEMES
from p2pgames_cli.app.picture import picture
from p2pgames_cli.app.replay import ReplayRequest, draw_step, play_on, replay
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.play_flags import bots_by_seat, chosen_mode, client_from_flags
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.session import Mode

SIZE = "120x40"
"""Columns and rows of the picture of a screen."""


@click.command(
    epilog="""\b
Examples:
  p2pgames replay game.p2pg
  p2pgames replay 7f3ac201 --plain
  p2pgames replay game.p2pg --at 40 --seat 2
  p2pgames replay game.p2pg --at 40 --what-if --bot careful
  p2pgames replay game.p2pg --at 40 --svg board.svg"""
)
@click.argument("file", metavar="FILE|GAME-ID")
@click.option(
    "--at",
    "--step",
    "step",
    type=click.IntRange(min=0),
    metavar="N",
    help="The position after step N: begin there; in lines and as JSON, end there.",
)
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="N", help="As seen from this seat, 1 for the first."
)
@click.option(
    "--what-if", is_flag=True, help="Play on from there without touching the game; nothing is saved."
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help="With --what-if: the bot for all seats but --seat or the one to move; or SEAT=NAME.",
)
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write the board as a picture instead of showing it.",
)
@click.option(
    "--theme", type=click.Choice([*THEMES]), help="With --svg: the colours, dark if none are named."
)
@click.option("--cells", is_flag=True, help="With --svg: the whole screen of a terminal, in characters.")
@click.option("--size", metavar="COLUMNSxROWS", help="With --cells: its size, 120x40 if none is given.")
@flags("plain", "json", "window", "ascii", "color", "home", "profile", "passphrase-file")
def command(
    file: str,
    step: int | None,
    seat: int | None,
    what_if: bool,
    bots: tuple[str, ...],
    svg: Path | None,
    theme: str | None,
    cells: bool,
    size: str | None,
) -> int:
    """Step through the game in FILE, or through one of yours: arrow keys, Home and End, or the number of a step.

    Passes are skipped, and nothing that comes later is shown. `s` changes whose view you see, after the
    end with all cards too; `w` plays on from there.

    In plain lines, Enter goes on; without a terminal, and as JSON, everything up to --at is printed.
    """
    if (bots or what_if) and (svg is not None or not what_if):
        raise Stop(Code.USAGE, _("--bot is for --what-if, which plays on and draws no picture."))
    if (theme or cells or size) and svg is None:
        raise Stop(Code.USAGE, _("--theme, --cells and --size are for --svg."))
    if flag("window") and (svg is not None or not (what_if or is_stepped())):
        said = _("Nobody steps through this replay: it is printed or drawn. Leave out --window.")
        raise Stop(Code.USAGE, said)
    drawn = picture(theme, size, SIZE, cells=cells)
    viewer = None if seat is None else seat - 1
    request = ReplayRequest(user(), file, client_from_flags(bots=bots_by_seat(bots)), step, viewer)
    if svg is not None:
        draw_step(request, drawn, svg)
        return Code.FINE
    if what_if:
        return play_on(request.replica(), step, viewer, request.client)
    return replay(request)


def is_stepped() -> bool:
    """Tell whether somebody steps through the game here; it is printed otherwise."""
    return chosen_mode() in (Mode.SCREEN, Mode.WINDOW) or (chosen_mode() is Mode.PLAIN and sys.stdin.isatty())
