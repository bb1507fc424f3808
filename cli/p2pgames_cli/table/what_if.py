"""What might have been, from a position of a game: who may play on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_cli.table.session import WhatIfStart
from p2pgames_cli.table.table_model import TableModel


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play on."""

    name: str
    about: str
    what_if: WhatIfStart


def why_not_here(model: TableModel) -> str:
    """Return why nothing can be tried from the position that is shown; nothing if it can."""
    if not model.position.over:
        return ""
    return _("The game is over here: go back to an earlier step, and try from there.")


def ways_to_play(model: TableModel) -> Iterator[Way]:
    """Yield who may play on from the position that is shown: all by hand, one seat against bots, bots alone."""
    names, bot, step = model.replica.names, model.game.usual, model.timeline.shown
    yield Way(_("by hand"), _("you play all the seats"), WhatIfStart(step, {}))
    seats = [seat for seat in range(len(names)) if seat in model.position.seats]
    first = [seat for seat in seats if seat == model.timeline.choosing]
    for seat in (*first, *(seat for seat in seats if seat not in first)):
        about = _("you play {name}, the bot {bot} all others").format(name=names[seat], bot=bot)
        yield Way(names[seat], about, WhatIfStart(step, {other: bot for other in seats if other != seat}))
    about = _("the bot {bot} plays all the seats").format(bot=bot)
    yield Way(_("bots"), about, WhatIfStart(step, dict.fromkeys(seats, bot)))


# Taking moves back in a what-if.

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course
    from p2pgames_protocol.local.what_if import WhatIf


async def take_back(trial: WhatIf | Course, handles: Sequence[SeatHandle]) -> None:
    """Go back to the last choice that was made on one of these seats; raises `Illegal` if there is none."""
    seats = {seat for handle in handles if (seat := seat_of(handle)) is not None}
    await trial.do(lambda: trial.take_back(seats))
