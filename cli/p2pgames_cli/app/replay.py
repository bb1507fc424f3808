"""Showing a game that is over, and trying out what might have been."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from p2pgames import registry
from p2pgames.contract import Illegal, Seat
from p2pgames_cli.app.whatif import try_out
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.lines.replay import Retelling
from p2pgames_cli.table.archived import Still
from p2pgames_cli.table.play_options import Manner
from p2pgames_protocol.log.replica.receive import Ledger
from p2pgames_protocol.store.disk import put

SIZE = "120x40"
"""Columns and rows of the picture of a screen."""
LEAST = (80, 24)
MOST = (500, 200)
"""Columns and rows of the smallest and the largest picture."""


async def show_screen(ledger: Ledger, how: Manner, step: int, eyes: Seat | None) -> int:
    """Show the game, and whatever is tried out of it, until the player has seen enough."""
    from p2pgames_cli.screen import app
    from p2pgames_cli.screen.presenter import Desk

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


async def read_lines(ledger: Ledger, how: Manner, step: int, eyes: Seat | None) -> int:
    """Show the game in lines, and whatever is tried out of it; return the exit code."""
    game = registry.game(ledger.genesis.proposal.rules)

    async def trying(at: int, seat: Seat | None, bot: str) -> None:
        if bot and bot not in game.bots:
            said = _("{title} has the bots {names}, not {name!r}.")
            raise Illegal(said.format(title=game.title, names=", ".join(game.bots), name=bot))
        await try_out(ledger, at, how, seat, "" if seat is None else bot or game.usual)

    await Retelling(ledger, step, eyes, trying=trying, input=how.input).run()
    return Code.FINE


async def play_what_if(ledger: Ledger, step: int, seat: Seat | None, how: Manner) -> int:
    """Play on from a step of the game, as a what-if; return the exit code."""
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


def print_all(ledger: Ledger, step: int, eyes: Seat | None, *, as_json: bool) -> None:
    """Print the whole game up to a step, in lines or as JSON."""
    if as_json:
        from p2pgames_cli.json.replay import replay

        replay(ledger, step, eyes)
    else:
        Retelling(ledger, step, eyes).whole()


def draw(
    ledger: Ledger, out: Path, step: int | None, eyes: Seat | None, theme: str, size: str | None
) -> None:
    """Write the position after a step as an SVG file in the colours of a theme.

    With a size it is the whole screen in characters, as for a game without a drawing.
    """
    from p2pgames_cli.export.picture import board, desk_of, screen

    columns, rows = measures(size or SIZE)
    desk = desk_of(ledger, step)
    desk.eyes = eyes
    put(out, ((None if size else board(desk, theme)) or screen(desk, columns, rows)).encode())


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
