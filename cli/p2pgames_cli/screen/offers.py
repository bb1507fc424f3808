"""What all have to agree on at the desk: taking back, a draw, a pause; and the answers to what is offered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import offers
from p2pgames_cli.table.whatif import take_back as trial_back
from p2pgames_cli.ui.pages import Item, Question
from p2pgames_protocol.log.records.note import Said


def answers(desk: Desk) -> Iterator[Item]:
    """Yield the answers to what is offered."""
    if not desk.seated or desk.manner.trial is not None:
        return
    names = desk.ledger.genesis.names
    for offer in offers.answerable(desk.place):
        about = f"{both([names[seat] for seat in offer.seats])} {offers.offered(desk.ledger, offer)}"
        yield Item(_("accept"), "", about, partial(accept, desk, offer.says.value), "accept")
    if offers.answerable(desk.place):
        yield Item(_("decline"), "", "", lambda: decline(desk), "decline")


def items(desk: Desk) -> Iterator[Item]:
    """Yield what all have to agree on."""
    if not desk.seated or desk.manner.trial is not None:
        return
    about = _("take back your last move, and all after it") + ("" if desk.local else _(", if all agree"))
    yield Item(_("takeback"), "", about, lambda: take_back(desk), "take-back")
    about = _("end the game as a draw") + ("" if desk.local else _(", if all agree"))
    yield Item(_("draw"), "", about, lambda: draw(desk), "draw")
    if not desk.local:
        yield Item(_("pause"), "", "", lambda: pause(desk), "pause")


def take_back(desk: Desk) -> None:
    """Take back the last move of a what-if that was made by hand; in a game of record ask, and offer it."""
    if (trial := desk.manner.trial) is not None:
        desk.line.write("")
        desk.start(partial(trial_back, trial, desk.places))
        return
    if not desk.seated:
        return
    try:
        to = offers.back_to(desk.places)
    except Illegal as refusal:
        desk.refuse(refusal)
        return
    lead = _("Take back") if desk.local else _("Offer to take back")
    _ask(desk, f"{lead} {offers.moves_back(desk.ledger, to)}", Said.TAKEBACK, to)


def draw(desk: Desk) -> None:
    """Ask, and offer a draw."""
    _ask(desk, _("End the game as a draw") if desk.local else _("Offer a draw"), Said.DRAW)


def pause(desk: Desk) -> None:
    """Ask, and offer a pause."""
    _ask(desk, _("Offer a pause: no time runs until the next move"), Said.PAUSE)


def accept(desk: Desk, which: str = "") -> None:
    """Agree to what is offered."""
    try:
        offer = offers.meant(desk.place, which)
    except Illegal as refusal:
        desk.refuse(refusal)
        return
    desk.start(partial(desk.place.offer, offer.says, offer.to))


def decline(desk: Desk) -> None:
    """Tell the others that this seat agrees to nothing that is offered."""
    desk.start(partial(offers.decline, desk.place))


def _ask(desk: Desk, what: str, says: Said, to: int | None = None) -> None:
    place = desk.place
    desk.overlay = Question(what, lambda: desk.start(partial(place.offer, says, to)))
