"""What of a game is exported, and as whose eyes saw it."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.visibility import sealed
from p2pgames_protocol.log.replica.receive import Ledger


def check_flags(kind: str, given: dict[str, object], *kinds: str) -> None:
    """Raise `Stop` for an option that says nothing in this format."""
    for name, value in given.items():
        if value is not None and kind not in kinds:
            said = _("{name} is for --format {names}.")
            raise Stop(Code.USAGE, said.format(name=name, names=" or ".join(kinds)))


def draw(ledger: Ledger, step: int | None, seat: int | None, size: str) -> str:
    """Return the position after a step as a picture for a terminal; raise `Stop` where there is none."""
    from p2pgames_cli.app.replay import measures
    from p2pgames_cli.export import picture as still

    columns, rows = measures(size)
    if step is not None and step > len(ledger.log):
        said = _("The game has {count} steps, not {step}.")
        raise Stop(Code.USAGE, said.format(count=len(ledger.log), step=step))
    desk = still.desk_of(ledger, step)
    still.look_as(desk, seat_named(ledger, seat))
    return still.position(desk, columns, rows)


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
