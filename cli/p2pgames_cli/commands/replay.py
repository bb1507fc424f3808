"""``p2pgames replay``: step through a game, and try out what might have been."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgames import registry
from p2pgames.drawing.themes import THEMES
from p2pgames_cli.app.export import check_cells
from p2pgames_cli.app.play_options import manner
from p2pgames_cli.app.replay import SIZE, draw, play_what_if, print_all, read_lines, show_screen
from p2pgames_cli.app.run import started
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import home
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.shelf import opened
from p2pgames_cli.table.play_options import Mode


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
    "--seat", type=click.IntRange(min=1), metavar="N", help="As this seat, 1 for the first, had seen it."
)
@click.option(
    "--what-if", is_flag=True, help="Play on from there, without touching the game: nothing of it is kept."
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help="With --what-if: the bot of all other seats than --seat or the one to move; or SEAT=NAME.",
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
@flags("plain", "json", "ascii", "color", "home", "profile", "passphrase-file")
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

    Passes are skipped, and nothing is shown of what comes later. `s` changes whose eyes look, after the end to all
    cards too; `w` plays on from there.

    In lines at a terminal Enter goes on; without one, and as JSON, everything is printed up to --at.
    """
    if (bots or what_if) and (svg is not None or not what_if):
        raise Stop(Code.USAGE, _("--bot is for --what-if, which plays on and draws no picture."))
    if (theme or cells or size) and svg is None:
        raise Stop(Code.USAGE, _("--theme, --cells and --size are for --svg."))
    check_cells(cells=cells, theme=theme, size=size)
    ledger = opened(home(), file, own=True)
    last = len(ledger.log)
    if step is not None and step > last:
        raise Stop(Code.USAGE, _("The game has {count} steps.").format(count=last))
    if seat is not None and seat > len(ledger.genesis.names):
        raise Stop(Code.USAGE, _("The game has {count} seats.").format(count=len(ledger.genesis.names)))
    eyes = None if seat is None else seat - 1
    if svg is not None:
        draw(ledger, svg, step, eyes, theme or "dark", (size or SIZE) if cells else None)
        return Code.FINE
    how = manner(registry.game(ledger.genesis.proposal.rules), bots, "", confirm=False)
    if what_if:
        return started(how, play_what_if, ledger, last if step is None else step, eyes, how)
    if how.mode is Mode.SCREEN:
        return started(how, show_screen, ledger, how, step or 0, eyes)
    if how.mode is Mode.PLAIN and sys.stdin.isatty():
        return started(how, read_lines, ledger, how, step or 0, eyes)
    print_all(ledger, last if step is None else step, eyes, as_json=how.mode is Mode.JSON)
    return Code.FINE
