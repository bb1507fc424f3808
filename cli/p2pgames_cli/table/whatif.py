"""Taking moves back in a what-if."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2pgames_cli.table.seat_handle import SeatHandle, seat_of

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course
    from p2pgames_protocol.local.whatif import WhatIf


async def take_back(trial: WhatIf | Course, handles: Sequence[SeatHandle]) -> None:
    """Go back to the last choice that was made on one of these seats; raises `Illegal` if there is none."""
    seats = {seat for handle in handles if (seat := seat_of(handle)) is not None}
    await trial.do(lambda: trial.take_back(seats))
