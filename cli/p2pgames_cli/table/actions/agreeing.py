"""What all must agree on: taking back, a draw, a pause; and the answers to what is offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.table import offers, sentences
from p2pgames_cli.table.actions.action import (
    NONE,
    Action,
    Answer,
    Argument,
    Choice,
    Confirmation,
    Front,
    as_typed,
    worded,
)
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.what_if import take_back
from p2pgames_protocol.log.consents import ALL, TAKEBACK, Consent
from p2pgames_protocol.log.consents import CONSENTS as BY_NAME
from p2pgames_protocol.log.validate import StandingOffer


def _may_offer(model: TableModel) -> bool:
    return model.seated and model.what_if is None


async def _offer(handle: SeatHandle, says: str, to: int | None = None) -> Answer:
    await handle.offer(says, to)
    return Answer()


# -- taking back --


async def back(model: TableModel, count: str | None) -> Answer:
    """Offer to take back the player's last move, or several; in a what-if, do it."""
    if model.what_if is not None:
        return await back_in_trial(model, None)
    return await _offer(model.handle, TAKEBACK.name, offers.back_to(model.timeline.handles, count or ""))


async def back_in_trial(model: TableModel, _argument: None) -> Answer:
    """Take back the last move of a what-if that was made here."""
    if model.what_if is None:
        raise Illegal(sentences.ONLY_WHAT_IF)
    await take_back(model.what_if, model.timeline.handles)
    model.choices.asked = -1
    return Answer([_("Taken back.")])


def _ask_back(model: TableModel, count: str | None) -> Confirmation | None:
    if model.what_if is not None:
        return None
    to = offers.back_to(model.timeline.handles, count or "")
    text = _("Take back {moves}?") if offers.decided_here(model) else _("Offer to take back {moves}?")
    said = text.format(moves=offers.moves_back(model.replica, to))
    return Confirmation(said, partial(_offer, model.handle, TAKEBACK.name, to))


def _ways_back(model: TableModel) -> Iterator[Choice]:
    own, replica = {seat_of(handle) for handle in model.timeline.handles}, model.replica
    if model.what_if is not None:
        yield Choice(_("take back"), _("take back your last move"))
    elif any(made.seat in own for made in replica.position.past):
        yield Choice(_("takeback"), _("take back your last move, and all after it") + _by_all(model))


def _moves(asked: Mapping[str, object]) -> str:
    moves = asked.get("moves")
    return "" if moves is None else str(moves)


# -- a draw, a pause, and whatever else all may agree on --


def _by_all(model: TableModel) -> str:
    return "" if offers.decided_here(model) else _(", if all agree")


def offering(consent: Consent) -> Action:
    """Return the action that offers something that all may agree on, and that names no round."""
    wording = consent.wording

    async def offer(model: TableModel, _argument: None) -> Answer:
        return await _offer(model.handle, consent.name)

    def ask(model: TableModel, _argument: None) -> Confirmation:
        if (
            offer := next((o for o in offers.acceptable(model.handle) if o.says == consent.name), None)
        ) is not None:
            return _agreeing(model, offer)
        asked = wording.at_once or wording.question if offers.decided_here(model) else wording.question
        return Confirmation(worded(asked), partial(_offer, model.handle, consent.name))

    def choices_now(model: TableModel) -> list[Choice]:
        by_all = _by_all(model) if wording.at_once else ""
        return [Choice(worded(wording.title), worded(wording.about) + by_all)]

    return Action(
        consent.name,
        wording.title,
        wording.about,
        offer,
        available=lambda model: _may_offer(model) and not (model.local and wording.at_once is None),
        confirm=ask,
        choices=choices_now,
        help=wording.help,
    )


# -- answers --


async def accept(model: TableModel, which: str | None) -> Answer:
    """Agree to what is offered; with a word, to that of several."""
    offer = offers.offer_meant(model.handle, which or "")
    return await _offer(model.handle, offer.says, offer.to)


def _ask_accept(model: TableModel, which: str | None) -> Confirmation | None:
    """Return the question before what ends the game; all else is agreed to at once."""
    offer = offers.offer_meant(model.handle, which or "")
    return _agreeing(model, offer) if BY_NAME[offer.says].ends_game else None


def _agreeing(model: TableModel, offer: StandingOffer) -> Confirmation:
    by = both([model.replica.names[seat] for seat in offer.seats])
    said = _("{name} {offer}. Agree?").format(name=by, offer=offers.offer_in_words(model.replica, offer))
    return Confirmation(said, partial(_offer, model.handle, offer.says, offer.to))


async def decline(model: TableModel, _argument: None) -> Answer:
    """Agree to nothing that is offered."""
    await offers.decline(model.handle)
    return Answer()


def _asked(model: TableModel) -> bool:
    return _may_offer(model) and bool(offers.answerable(model.handle))


def _may_accept(model: TableModel) -> bool:
    return _may_offer(model) and bool(offers.acceptable(model.handle))


def _offered(model: TableModel) -> Iterator[Choice]:
    names = model.replica.names
    for offer in offers.acceptable(model.handle):
        about = f"{both([names[seat] for seat in offer.seats])} {offers.offer_in_words(model.replica, offer)}"
        yield Choice(_("accept"), about, offer.says)


TAKE_BACK: Final = Action(
    "take-back",
    N_("takeback"),
    N_("take back your last move, and all after it"),
    back,
    Argument(N_("NUMBER"), as_typed, _moves),
    keys=("Ctrl-X",),
    available=lambda model: model.what_if is not None or _may_offer(model),
    confirm=_ask_back,
    choices=_ways_back,
    words=("takeback", "back", "undo"),  # where there is a line to be undone, that comes first
    help=N_("offer to take your last move back (the last NUMBER moves); in a what-if it is done at once"),
    request="takeback",
)
BACK: Final = Action("back", "back", "take back in a what-if", back_in_trial, fronts=Front.JSON)
CONSENTS: Final = tuple(TAKE_BACK if consent is TAKEBACK else offering(consent) for consent in ALL)
"""An action for everything that all may agree on."""
ACCEPT: Final = Action(
    "accept",
    N_("accept"),
    N_("agree to what is offered"),
    accept,
    Argument(N_("OFFER"), as_typed, lambda asked: str(asked.get("offer") or "")),
    keys=("Ctrl-Y",),
    available=_may_accept,
    confirm=_ask_accept,
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
