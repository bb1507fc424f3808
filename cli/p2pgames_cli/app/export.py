"""What of a game is exported, and as whose eyes saw it."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Seat
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.visibility import sealed
from p2pgames_protocol.log.replica.receive import Ledger

SIZE: Final = "120x36"
"""Columns and rows of a picture made of characters."""


def check_flags(kind: str, given: dict[str, object], *kinds: str) -> None:
    """Raise `Stop` for an option that says nothing in this format."""
    for name, value in given.items():
        if value is not None and kind not in kinds:
            said = _("{name} is for --format {names}.")
            raise Stop(Code.USAGE, said.format(name=name, names=" or ".join(kinds)))


def check_cells(*, cells: bool, theme: str | None, size: str | None) -> None:
    """Raise `Stop` for a size of a picture without characters, or a theme of one with them."""
    if size is not None and not cells:
        raise Stop(Code.USAGE, _("--size is for --cells: a drawing has no columns and rows."))
    if theme is not None and cells:
        raise Stop(Code.USAGE, _("--theme is for drawings; --cells has the colours of a terminal."))


def draw(ledger: Ledger, step: int | None, seat: int | None, theme: str, size: str | None) -> str:
    """Return the position after a step as a picture in the colours of a theme; raise `Stop` where there is none.

    With a size it is made of characters, as is that of a game without a drawing.
    """
    from p2pgames_cli.app.replay import measures
    from p2pgames_cli.export import picture as still

    columns, rows = measures(size or SIZE)
    if step is not None and step > len(ledger.log):
        said = _("The game has {count} steps, not {step}.")
        raise Stop(Code.USAGE, said.format(count=len(ledger.log), step=step))
    desk = still.desk_of(ledger, step)
    still.look_as(desk, seat_named(ledger, seat))
    return (None if size else still.board(desk, theme)) or still.position(desk, columns, rows)


def seat_named(ledger: Ledger, seat: int | None) -> Seat | None:
    """Return the seat that was named; say so where what it had seen is not revealed."""
    seats = len(ledger.genesis.names)
    if seat is None:
        return None
    if seat > seats:
        raise Stop(Code.USAGE, _("The game has {seats} seats, not {seat}.").format(seats=seats, seat=seat))
    if sealed(ledger):
        console.warn(_("Not all hidden cards are revealed in this file: those stay hidden."))
    return seat - 1
