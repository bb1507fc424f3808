"""What all must agree on: taking back, a draw, a pause; and the answers to what is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.table import messages, offers
from p2pgames_cli.table.actions.action import Action, Answer, Choice, Confirmation, Front
from p2pgames_cli.table.actions.argument import NONE, Argument, as_typed
from p2pgames_cli.table.seat import Place
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.whatif import take_back
from p2pgames_protocol.log.consents import draw, pause, takeback


def _may_offer(model: TableModel) -> bool:
    return model.seated and model.manner.trial is None


async def _offer(place: Place, says: str, to: int | None = None) -> Answer:
    await place.offer(says, to)
    return Answer()


# -- taking back --


async def back(model: TableModel, count: str | None) -> Answer:
    """Offer to take back one's last move, or so many; in a what-if do it."""
    if model.manner.trial is not None:
        return await back_in_trial(model, None)
    return await _offer(model.place, takeback.TAKEBACK.name, offers.back_to(model.places, count or ""))


async def back_in_trial(model: TableModel, _argument: None) -> Answer:
    """Take back the last move of a what-if that was made here."""
    if model.manner.trial is None:
        raise Illegal(messages.ONLY_WHAT_IF)
    await take_back(model.manner.trial, model.places)
    model.asked = -1
    return Answer([_("Taken back.")])


def _ask_back(model: TableModel, count: str | None) -> Confirmation | None:
    if model.manner.trial is not None:
        return None
    to = offers.back_to(model.places, count or "")
    lead = _("Take back") if model.local else _("Offer to take back")
    text = f"{lead} {offers.moves_back(model.ledger, to)}"
    return Confirmation(text, partial(_offer, model.place, takeback.TAKEBACK.name, to))


def _ways_back(model: TableModel) -> Iterator[Choice]:
    if model.manner.trial is not None:
        yield Choice(_("take back"), _("take back your last move"))
    else:
        yield Choice(_("takeback"), _("take back your last move, and all after it") + _by_all(model))


def _moves(said: Mapping[str, object]) -> str:
    moves = said.get("moves")
    return "" if moves is None else str(moves)


# -- a draw, a pause --


def _by_all(model: TableModel) -> str:
    return "" if model.local else _(", if all agree")


async def _draw(model: TableModel, _argument: None) -> Answer:
    return await _offer(model.place, draw.DRAW.name)


async def _pause(model: TableModel, _argument: None) -> Answer:
    return await _offer(model.place, pause.PAUSE.name)


def _asking(says: str, text: Callable[[TableModel], str]) -> Callable[[TableModel, None], Confirmation]:
    return lambda model, _argument: Confirmation(text(model), partial(_offer, model.place, says))


# -- answers --


async def accept(model: TableModel, which: str | None) -> Answer:
    """Agree to what is offered; with a word, to that of several."""
    offer = offers.meant(model.place, which or "")
    return await _offer(model.place, offer.says, offer.to)


async def decline(model: TableModel, _argument: None) -> Answer:
    """Agree to nothing that is offered."""
    await offers.decline(model.place)
    return Answer()


def _asked(model: TableModel) -> bool:
    return _may_offer(model) and bool(offers.answerable(model.place))


def _offered(model: TableModel) -> Iterator[Choice]:
    names = model.ledger.genesis.names
    for offer in offers.answerable(model.place):
        about = f"{both([names[seat] for seat in offer.seats])} {offers.offered(model.ledger, offer)}"
        yield Choice(_("accept"), about, offer.says)


TAKEBACK: Final = Action(
    "take-back",
    N_("takeback"),
    N_("take back your last move, and all after it"),
    back,
    Argument(N_("NUMBER"), as_typed, _moves),
    keys=("Ctrl-X",),
    available=lambda model: model.manner.trial is not None or _may_offer(model),
    confirm=_ask_back,
    choices=_ways_back,
    words=("takeback", "back"),
    help=N_("offer to take your last move back (the last NUMBER moves); in a what-if it is done at once"),
    request="takeback",
)
BACK: Final = Action("back", "back", "take back in a what-if", back_in_trial, fronts=Front.JSON)
DRAW: Final = Action(
    "draw",
    N_("draw"),
    N_("end the game as a draw"),
    _draw,
    available=_may_offer,
    confirm=_asking(
        draw.DRAW.name, lambda model: _("End the game as a draw") if model.local else _("Offer a draw")
    ),
    choices=lambda model: [Choice(_("draw"), _("end the game as a draw") + _by_all(model))],
    help=N_("offer to end the game as a draw"),
)
PAUSE: Final = Action(
    "pause",
    N_("pause"),
    N_("stop the time until the next move, if all agree"),
    _pause,
    available=lambda model: _may_offer(model) and not model.local,
    confirm=_asking(pause.PAUSE.name, lambda _model: _("Offer a pause: no time runs until the next move")),
    help=N_("offer that no time runs until the next move"),
)
ACCEPT: Final = Action(
    "accept",
    N_("accept"),
    N_("agree to what is offered"),
    accept,
    Argument(N_("OFFER"), as_typed, lambda said: str(said.get("offer") or "")),
    keys=("Ctrl-Y",),
    available=_asked,
    choices=_offered,
    help=N_("agree to what is offered (to OFFER, where there are several)"),
    urgent=True,
)
DECLINE: Final = Action(
    "decline",
    N_("decline"),
    N_("tell the others that you do not agree"),
    decline,
    NONE,
    keys=("Ctrl-N",),
    available=_asked,
    urgent=True,
)
