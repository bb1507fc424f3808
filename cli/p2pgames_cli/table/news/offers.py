"""What is offered to all players, who agrees, and who declines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from p2pgames.contract import Seat
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.news.news import NOTHING, News
from p2pgames_cli.table.offers import answerable, line, offered
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_protocol.log.consent_rules import Offer
from p2pgames_protocol.log.consents.takeback import undone
from p2pgames_protocol.log.records.note import DECLINE
from p2pgames_protocol.log.replica.replica import Replica

_About: TypeAlias = tuple[int, Seat, str, int | None]
"""The round, who says so, what, and for a takeback the round to go back to before."""


@dataclass
class Offers:
    """Remembers which offers and answers of the open round were told, and how all of them stood."""

    _told: set[_About] = field(default_factory=set)
    _state: tuple[list[dict[str, Any]], tuple[Seat, ...]] = field(default_factory=lambda: ([], ()))
    _line: str = ""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece where anything has changed; the screen makes room for the line that it shows of it."""
        sentences, data, now = tuple(self._sentences(handle)), self._data(handle.replica), line(handle)
        room = NOTHING if now and now != self._line else None
        self._line = now
        if sentences or data is not None or room is not None:
            yield News("offers", sentences, data, room)

    def _data(self, replica: Replica) -> dict[str, Any] | None:
        declined = replica.notes.declined(replica.position)
        state = [_as_data(replica, offer) for offer in replica.offers], declined
        if state == self._state:
            return None
        self._state = state
        return {"round": replica.position.round, "offers": state[0], "declined": list(state[1])}

    def _sentences(self, handle: SeatHandle) -> Iterator[str]:
        """Yield a sentence for every offer and answer that is new."""
        replica, names = handle.replica, handle.replica.names
        number = replica.position.round
        self._told = {told for told in self._told if told[0] == number}
        for offer in replica.offers:
            for seat in offer.seats:
                first = not any(told[2:] == (offer.says, offer.to) for told in self._told)
                if self._is_new((number, seat, offer.says, offer.to)):
                    yield _made(handle, offer, seat) if first else _agreed(names[seat], offer)
        for seat in replica.notes.declined(replica.position):
            if self._is_new((number, seat, DECLINE, None)):
                yield _("{name} declines.").format(name=names[seat])

    def _is_new(self, about: _About) -> bool:
        new = about not in self._told
        self._told.add(about)
        return new


def _made(handle: SeatHandle, offer: Offer, seat: Seat) -> str:
    text = f"{handle.replica.names[seat]} {offered(handle.replica, offer)}."
    if offer in answerable(handle):
        return text + " " + _("Type accept or decline; it lapses with the next move.")
    return text + " " + _("It holds until the next move.") if seat_of(handle) == seat else text


def _agreed(name: str, offer: Offer) -> str:
    return _("{name} agrees ({what}).").format(name=name, what=_(offer.says))


def _as_data(replica: Replica, offer: Offer) -> dict[str, Any]:
    return {
        "offer": offer.says,
        "to": offer.to,
        "moves": len(undone(replica.position, offer.to)),
        "agreed": list(offer.seats),
        "text": offered(replica, offer),
    }
