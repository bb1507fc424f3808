"""Takebacks, draws and pauses in words: what is offered, what an answer means, what a takeback would undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Count, Joint, isolated, whole_number
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import both, headed, named
from p2pgames_cli.table import history_text, sentences
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.log.consents import CONSENTS, moves_undone
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.records import DECLINE
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.validate import StandingOffer


def decided_here(model: TableModel) -> bool:
    """Tell whether who sits at this computer decides for all seats: with a phone each the others are asked."""
    return model.local and model.session.common is None


def back_to(handles: Sequence[SeatHandle], count: str = "") -> int:
    """Return the round to go back to before: of the newest move made here, or of this many moves ago.

    Raises `Illegal` if that is not possible.
    """
    position = handles[0].replica.position
    past = position.past
    back = whole_number(count) or 0
    if count and not 0 < back <= len(past):
        raise Illegal(
            sentences.CAN_TAKE_BACK(count=Count(len(past))) if past else sentences.NOTHING_TO_TAKE_BACK
        )
    if count:
        return past[-back].round
    own = {seat_of(handle) for handle in handles}
    for made in reversed(past):
        if made.seat in own:
            return made.round
    raise Illegal(sentences.NOTHING_TO_TAKE_BACK)


def who_declined(replica: Replica, offer: StandingOffer) -> tuple[Seat, ...]:
    """Return who has declined an offer, which is over with the first: all would have to agree."""
    return tuple(seat for seat in replica.notes.declined(replica.position) if seat not in offer.seats)


def answerable(handle: SeatHandle) -> tuple[StandingOffer, ...]:
    """Return what others offer, nobody has declined and this seat has not agreed to."""
    replica, seat = handle.replica, seat_of(handle)
    if seat is None or seat not in replica.position.seats:
        return ()
    return tuple(o for o in replica.offers if seat not in o.seats and not who_declined(replica, o))


def acceptable(handle: SeatHandle) -> tuple[StandingOffer, ...]:
    """Return what this seat can still agree to: if it alone has declined, it may change its mind."""
    replica, seat = handle.replica, seat_of(handle)
    if seat is None or seat not in replica.position.seats:
        return ()
    return tuple(o for o in replica.offers if seat not in o.seats and set(who_declined(replica, o)) <= {seat})


def offer_meant(handle: SeatHandle, which: str = "") -> StandingOffer:
    """Return the offer that somebody accepts, named where there are several; raise `Illegal` if there is none."""
    offers = acceptable(handle)
    fits = [offer for offer in offers if offer.says == which.lower()] if which else offers
    if len(fits) == 1:
        return fits[0]
    if not offers:
        raise Illegal(sentences.NOTHING_OFFERED)
    names = sentences.listed_names(sorted({offer.says for offer in offers}), Joint.COMMA)
    raise Illegal(sentences.SAY_WHICH(names=names))


async def decline(handle: SeatHandle) -> None:
    """Tell the others that this seat agrees to nothing that is offered now; raises `Illegal` if nothing is."""
    if not answerable(handle):
        raise Illegal(sentences.NOTHING_OFFERED)
    await handle.offer(DECLINE)


def moves_back(replica: Replica, to: int | None) -> str:
    """Return the moves that a takeback undoes, each with its player."""
    said, history = [], History(replica)
    for made in moves_undone(replica.position, to):
        move = history.move(made.round)
        text = history_text.with_names(replica, move) if move is not None else ""
        said.append(f"{isolated(replica.names[made.seat])} {text}")
    return ", ".join(said)


def offer_in_words(replica: Replica, offer: StandingOffer) -> str:
    """Return what is offered, as the end of a sentence that begins with who offers it."""
    said = named(CONSENTS[offer.says].offered(replica.position, offer.to), replica.names)
    return said if offer.to is None else f"{said} ({moves_back(replica, offer.to)})"


def _declined(replica: Replica) -> Iterator[str]:
    """Yield a sentence for everything that is declined: whoever declines does so for the whole round."""
    names = replica.names
    for offer in replica.offers:
        if against := who_declined(replica, offer):
            said = ngettext(
                "{names} declines {others}'s {offer}.", "{names} decline {others}'s {offer}.", len(against)
            )
            yield said.format(
                names=both([names[seat] for seat in against]),
                others=both([names[seat] for seat in offer.seats]),
                offer=named(CONSENTS[offer.says].wording.title),
            )


def offers_line(handle: SeatHandle) -> str:
    """Return what is offered now in one line, the most pressing first; empty if nothing is."""
    replica, names = handle.replica, handle.replica.names
    for offer in (*answerable(handle), *replica.offers):
        by = both([names[seat] for seat in offer.seats])
        if offer in answerable(handle):
            return headed(f"{by} {offer_in_words(replica, offer)}", _("accept or decline?"))
        if who_declined(replica, offer):
            return " ".join(_declined(replica))
        missing = [names[seat] for seat in replica.position.seats if seat not in offer.seats]
        if missing:
            said = _("{names} may accept: {name} {offer}.")
            return said.format(name=by, offer=offer_in_words(replica, offer), names=both(missing))
    if replica.position.paused and not replica.finished:
        by = both([names[seat] for seat in replica.waiting_for])
        return _("The game is paused until {name} moves.").format(name=by)
    return ""
