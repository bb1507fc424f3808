"""Handing one's seat over to somebody who plays on."""

from __future__ import annotations

from functools import partial
from typing import Final

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table import messages
from p2pgames_cli.table.actions.action import Action, Answer, Confirmation
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.wire.invite import SEAT_PREFIX


def hand_over(model: TableModel, _argument: None) -> Answer:
    """Make the line that hands the seat over."""
    return _hand_over(_asked(model))


def _asked(model: TableModel) -> SeatHandle:
    """Return the seat that is meant; raise `Illegal` if nobody could be at the other end of a line."""
    if model.play_options.offline:
        raise Illegal(messages.GIVE_BY_MAIL)
    return model.handle


def _hand_over(handle: SeatHandle) -> Answer:
    if handle.handing is None:
        raise Illegal(messages.NOTHING_TO_HAND_OVER)
    line = handle.handing.offer().text(SEAT_PREFIX)
    return Answer(
        [
            _("Give this line to one person, and keep the client open until your seat is taken:"),
            "",
            line,
            "",
            _("They type: p2pgames take LINE"),
        ],
        lambda: {"line": line},
        _("Hand your seat over"),
    )


def consequences() -> list[str]:
    """Return what everybody should know who hands a seat over."""
    return [
        _(
            "Whoever opens the line first plays on for you. It works once, you cannot take the seat back, and all"
            " players are told."
        ),
        _(
            "You still know the seat's cards and rolls, also those to come, and could end the game by signing for"
            " it once more: your successor has to trust you."
        ),
    ]


def _ask(model: TableModel, _argument: None) -> Confirmation:
    return Confirmation(
        _("hand your seat over"), partial(_hand_over, _asked(model)), consequences(), _("make the line")
    )


def _can(model: TableModel) -> bool:
    """Tell whether there is a seat here that somebody else could play on."""
    handing = model.handle.handing
    return model.seated and handing is not None and not handing.given and not model.replica.finished


HAND_OVER: Final = Action(
    "hand-over",
    N_("hand over"),
    N_("let somebody else play on for you"),
    hand_over,
    keys=None,
    available=_can,
    confirm=_ask,
    help=N_("let somebody else play on for you: makes a line that opens once"),
)
