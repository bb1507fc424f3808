"""What a player does at the desk that cannot be undone, or that ends it: each is asked before."""

from __future__ import annotations

from functools import partial

from p2pgames.contract import Illegal, Why
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import absence
from p2pgames_cli.table.seat import held_back
from p2pgames_cli.table.silence import effect
from p2pgames_cli.ui.pages import Decision, Question


def resign(desk: Desk) -> None:
    """Ask, and leave the game."""
    names = desk.ledger.genesis.names
    seat = getattr(desk.ledger, "seat", 0)
    place = desk.place
    desk.overlay = Question(
        _("{name} leaves the game for good").format(name=names[seat]), lambda: desk.start(place.resign)
    )


def claim(desk: Desk) -> None:
    """Ask, saying what it brings about, and claim the game against a silent other, where the table allows it."""
    try:
        seat = desk.silence.check_claim()
    except Illegal as refusal:
        desk.refuse(refusal)
        return
    place = desk.place
    desk.overlay = Decision(
        _("claim the game"),
        [
            f"{absence.since(place, seat, desk.silence)} {absence.known_by(place, seat)}",
            "",
            absence.consequence(desk.ledger, seat, Why.CLAIMED),
            _(
                "A claim cannot be taken back. If what is missing turns up later, the audit says that it is contested."
            ),
        ],
        yes=lambda: desk.start(place.claim),
        does=_("claim"),
    )


def vote(desk: Desk) -> None:
    """Ask, saying what it brings about, and vote absent whom the table waits for, where it allows that."""
    place = desk.place
    try:
        seat = desk.silence.check_vote()
    except Illegal as refusal:
        desk.refuse(refusal)
        return
    desk.overlay = Decision(
        _("vote {name} out").format(name=desk.ledger.genesis.names[seat]),
        [
            f"{absence.since(place, seat, desk.silence)} {absence.known_by(place, seat)}",
            *absence.said(desk.ledger, seat),
            *absence.suspended(place, seat),
            "",
            effect(desk.ledger, seat),
            absence.consequence(desk.ledger, seat, Why.VOTED),
        ],
        yes=lambda: desk.start(partial(place.vote, seat)),
        does=_("vote"),
    )


def take_over(desk: Desk) -> None:
    """Ask, saying what the danger is, and play on with a copied game at once."""
    place = desk.place
    desk.overlay = Decision(
        _("take over"),
        [
            held_back(place),
            "",
            _(
                "If another copy has signed for this seat meanwhile, and this one signs for the same round,"
                " everybody has the proof that this key signed twice, and the game ends. To wait is always safe."
            ),
        ],
        yes=lambda: desk.start(place.take_over),
        does=_("take over"),
    )


def leave(desk: Desk) -> None:
    """Ask, unless the game is over, and close the screen."""

    def close() -> None:
        desk.closed = True

    if desk.ledger.finished or desk.passive:
        close()
    elif desk.manner.trial is not None:
        desk.overlay = Question(_("Leave the what-if; nothing of it is kept"), close)
    else:
        within = desk.manner.within
        text = _("Leave the table; the game is kept") if within else _("Close the client; the game is kept")
        desk.overlay = Question(text, close)
