"""Waiting for one's turn without the game on the screen: for games that take days."""

from __future__ import annotations

from functools import partial

import trio

from p2pgames.contract import Seat
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import offers
from p2pgames_cli.table.opening import Opening, unless_left
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn, seat_of
from p2pgames_cli.table.silence import spoken


async def until_turn(handle: SeatHandle, how: PlayOptions, opening: Opening) -> None:
    """Stay connected until the player is to move or to answer an offer, or the game is over.

    Raises `Stop` if that is not so in time.

    Meanwhile the player's plans are carried out.
    """
    limit, planning = how.timeout, Planning(handle)
    with trio.move_on_after(float("inf") if limit is None else limit):
        await unless_left(opening, partial(_wait, handle, planning, opening))
        return
    raise Stop(Code.NO_CONTACT, _("It was not your turn within {time}.").format(time=spoken(limit or 0)))


async def _wait(handle: SeatHandle, planning: Planning, opening: Opening) -> None:
    told: tuple[Seat, ...] = ()
    while True:
        opening.carried(handle.links.transports)
        await planning.look()
        for report in planning.fresh():
            opening.planned(report)
        if handle.replica.finished or at_turn([handle]) is not None or offers.answerable(handle):
            return
        if handle.replica.waiting_for not in ((), told):
            told = handle.replica.waiting_for
            others = [handle.replica.names[seat] for seat in told if seat != seat_of(handle)]
            opening.waits(others, told)
        await handle.changed()
