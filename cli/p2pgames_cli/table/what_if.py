"""What might have been, from a position of a game: who may play on from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.play_options import Trying
from p2pgames_cli.table.table_model import TableModel


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play on."""

    name: str
    about: str
    trying: Trying


def over(model: TableModel) -> str:
    """Return why nothing can be tried from the position that is shown; nothing if it can."""
    if not model.position.over:
        return ""
    return _("The game is over here: go back to an earlier step, and try from there.")


def ways(model: TableModel) -> Iterator[Way]:
    """Yield who may play on from the position that is shown: all by hand, one seat against bots, bots alone."""
    names, bot, step = model.replica.names, model.game.usual, model.standpoint.shown
    yield Way(_("by hand"), _("you play all the seats"), Trying(step, {}))
    seats = [seat for seat in range(len(names)) if seat in model.position.seats]
    first = [seat for seat in seats if seat == model.standpoint.choosing]
    for seat in (*first, *(seat for seat in seats if seat not in first)):
        about = _("you play {name}, the bot {bot} all others").format(name=names[seat], bot=bot)
        yield Way(names[seat], about, Trying(step, {other: bot for other in seats if other != seat}))
    about = _("the bot {bot} plays all the seats").format(bot=bot)
    yield Way(_("bots"), about, Trying(step, dict.fromkeys(seats, bot)))
