"""``p2pgames replay``: step through a game, and try out what might have been."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from p2pgames import registry
from p2pgames.contract import Illegal, Seat
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flags, home
from p2pgames_cli.play.manner import Manner, Mode, manner
from p2pgames_cli.play.retell import Retelling
from p2pgames_cli.play.run import started
from p2pgames_cli.play.still import Still
from p2pgames_cli.play.trial import try_out
from p2pgames_cli.prose import named
from p2pgames_cli.shelf import opened
from p2pgames_cli.translation import _
from p2pgames_protocol.disk import put
from p2pgames_protocol.ledger import Ledger

LEAST = (80, 24)
MOST = (500, 200)
"""Columns and rows of the smallest and the largest picture."""


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
    help="Write the screen as a picture instead of showing it.",
)
@click.option("--size", default="120x40", metavar="COLUMNSxROWS", help="With --svg: the size of the screen.")
@flags("plain", "json", "ascii", "color", "home", "profile", "passphrase-file")
def command(
    file: str,
    step: int | None,
    seat: int | None,
    what_if: bool,
    bots: tuple[str, ...],
    svg: Path | None,
    size: str,
) -> int:
    """Step through the game in FILE, or through one of yours: arrow keys, Home and End, or the number of a step.

    Passes are skipped, and nothing is shown of what comes later. `s` changes whose eyes look, after the end to all
    cards too; `w` plays on from there.

    In lines at a terminal Enter goes on; without one, and as JSON, everything is printed up to --at.
    """
    if (bots or what_if) and (svg is not None or not what_if):
        raise Stop(Code.USAGE, _("--bot is for --what-if, which plays on and draws no picture."))
    ledger = opened(home(), file, own=True)
    last = len(ledger.log)
    if step is not None and step > last:
        raise Stop(Code.USAGE, _("The game has {count} steps.").format(count=last))
    if seat is not None and seat > len(ledger.genesis.names):
        raise Stop(Code.USAGE, _("The game has {count} seats.").format(count=len(ledger.genesis.names)))
    eyes = None if seat is None else seat - 1
    if svg is not None:
        _draw(ledger, svg, step, size, eyes)
        return Code.FINE
    how = manner(registry.game(ledger.genesis.proposal.rules), bots, "", confirm=False)
    if what_if:
        return started(how, _try, ledger, last if step is None else step, eyes, how)
    if how.mode is Mode.SCREEN:
        return started(how, _show, ledger, how, step or 0, eyes)
    if how.mode is Mode.PLAIN and sys.stdin.isatty():
        return started(how, _read, ledger, how, step or 0, eyes)
    _print(Retelling(ledger, last if step is None else step, eyes), as_json=how.mode is Mode.JSON)
    return Code.FINE


async def _show(ledger: Ledger, how: Manner, step: int, eyes: Seat | None) -> int:
    """Show the game, and whatever is tried out of it, until the player has seen enough."""
    from p2pgames_cli.screen import app
    from p2pgames_cli.screen.desk import Desk

    game = registry.game(ledger.genesis.proposal.rules)
    desk = Desk([Still(ledger)], game, how, passive=True, local=True, eyes=eyes)
    desk.show_step(step)
    while True:
        await app.run(desk)
        if (trying := desk.trying) is None:
            return Code.FINE
        desk.trying, desk.closed = None, False
        at = len(ledger.log) if desk.step is None else desk.step
        await try_out(ledger, at, replace(how, bots=trying))


async def _read(ledger: Ledger, how: Manner, step: int, eyes: Seat | None) -> int:
    game = registry.game(ledger.genesis.proposal.rules)

    async def trying(at: int, seat: Seat | None, bot: str) -> None:
        if bot and bot not in game.bots:
            said = _("{title} has the bots {names}, not {name!r}.")
            raise Illegal(said.format(title=game.title, names=", ".join(game.bots), name=bot))
        await try_out(ledger, at, how, seat, "" if seat is None else bot or game.usual)

    await Retelling(ledger, step, eyes, trying=trying, input=how.input).run()
    return Code.FINE


async def _try(ledger: Ledger, step: int, seat: Seat | None, how: Manner) -> int:
    others = how.bots.get(None, "")
    if seat is not None and not how.bots:
        raise Stop(
            Code.USAGE, _("With --what-if, --seat says which one you play: name a --bot for the others.")
        )
    try:
        await try_out(
            ledger,
            step,
            replace(how, bots={s: b for s, b in how.bots.items() if s is not None}),
            seat,
            others,
        )
    except Illegal as refusal:
        raise Stop(Code.USAGE, named(refusal.message)) from None
    return Code.FINE


def _print(shown: Retelling, *, as_json: bool) -> None:
    if as_json:
        from p2pgames_cli.play.machine import Machine

        Machine([Still(shown.ledger)], passive=True).replay(shown)
    else:
        shown.whole()


def _draw(ledger: Ledger, out: Path, step: int | None, size: str, eyes: Seat | None) -> None:
    from p2pgames_cli.screen.still import desk_of, screen

    columns, rows = measures(size)
    desk = desk_of(ledger, step)
    desk.eyes = eyes
    put(out, screen(desk, columns, rows).encode())


def measures(size: str) -> tuple[int, int]:
    """Return columns and rows of a size as it is typed; raise `Stop` with the reason if it is none."""
    columns, cross, rows = size.partition("x")
    if cross and columns.isdecimal() and rows.isdecimal() and len(columns) < 4 and len(rows) < 4:
        wide, high = int(columns), int(rows)
        if LEAST[0] <= wide <= MOST[0] and LEAST[1] <= high <= MOST[1]:
            return wide, high
    raise Stop(
        Code.USAGE,
        _("A size is written as 120x40, from {least} to {most}, not {size!r}.").format(
            least="x".join(map(str, LEAST)), most="x".join(map(str, MOST)), size=size
        ),
    )
