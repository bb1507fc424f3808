"""``p2pgames replay``: step through a game."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames import registry
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, flags, home
from p2pgames_cli.play.manner import Manner, Mode, coloured, mode, within
from p2pgames_cli.play.run import started
from p2pgames_cli.play.still import Still
from p2pgames_cli.shelf import Unreadable, find, replayed
from p2pgames_protocol.ledger import Ledger

LEAST = (80, 24)
MOST = (500, 200)
"""Columns and rows of the smallest and the largest picture."""


@click.command(
    epilog="""\b
Examples:
  p2pgames replay game.p2pg
  p2pgames replay 7f3ac201 --plain
  p2pgames replay game.p2pg --step 40 --svg board.svg"""
)
@click.argument("file", metavar="FILE|GAME-ID")
@click.option("--step", "number", type=click.IntRange(min=0), help="Begin after this step.")
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write the screen as a picture instead of showing it.",
)
@click.option("--size", default="120x40", metavar="COLUMNSxROWS", help="With --svg: the size of the screen.")
@flags("plain", "json", "ascii", "color", "home", "profile")
def command(file: str, number: int | None, svg: Path | None, size: str) -> int:
    """Step through the game in FILE, or through one of yours: arrow keys, Home and End, or the number of a step.

    Passes are skipped. After the end `s` shows what each seat had seen, or all cards.

    In plain lines, and as JSON, everything that happened is printed.
    """
    ledger = _opened(file)
    if svg is not None:
        _draw(ledger, svg, number, size)
        return Code.FINE
    how = Manner(mode(), ascii=bool(flag("ascii")), colour=coloured(), within=within())
    if how.mode is Mode.SCREEN:
        return started(how, _show, ledger, how, number or 0)
    _print(ledger, number or 0, as_json=how.mode is Mode.JSON)
    return Code.FINE


def _opened(file: str) -> Ledger:
    path = Path(file)
    try:
        if path.exists():
            return replayed(path)
        if len(file) <= 64 and all(c in "0123456789abcdefABCDEF" for c in file):
            return find(home(), file).ledger()
    except Unreadable as wrong:
        raise Stop(Code.INVALID, f"{file}: {wrong}") from None
    raise Stop(Code.FAILURE, f"There is no file {file}.")


async def _show(ledger: Ledger, how: Manner, step: int) -> int:
    from p2pgames_cli.screen import app
    from p2pgames_cli.screen.desk import Desk

    game = registry.game(ledger.genesis.proposal.rules)
    await app.run(Desk([Still(ledger)], game, how, passive=True, local=True, step=min(step, len(ledger.log))))
    return Code.FINE


def _print(ledger: Ledger, since: int, *, as_json: bool) -> None:
    from p2pgames_cli.play.machine import Machine
    from p2pgames_cli.play.plain import Plain

    if as_json:
        Machine([Still(ledger)], passive=True, told=since).replay()
    else:
        Plain([Still(ledger)], Manner(Mode.PLAIN), "", piped=True, passive=True).replay(since)


def _draw(ledger: Ledger, out: Path, step: int | None, size: str) -> None:
    from p2pgames_cli.screen.still import desk_of, screen

    columns, rows = measures(size)
    picture = screen(desk_of(ledger, step), columns, rows)
    out.write_text(picture, encoding="utf-8", newline="\n")


def measures(size: str) -> tuple[int, int]:
    """Return columns and rows of a size as it is typed; raise `Stop` with the reason if it is none."""
    columns, cross, rows = size.partition("x")
    if cross and columns.isdecimal() and rows.isdecimal() and len(columns) < 4 and len(rows) < 4:
        wide, high = int(columns), int(rows)
        if LEAST[0] <= wide <= MOST[0] and LEAST[1] <= high <= MOST[1]:
            return wide, high
    raise Stop(
        Code.USAGE,
        f"A size is written as 120x40, from {LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]}, not {size!r}.",
    )
