"""What remains of a table that fills up while its network is replaced by one with other ways."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from p2pgames_protocol.net.seating import Seating
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.wire.address import transport_of


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Who sits at the table, and where it was found."""

    seating: Seating
    places: tuple[str, ...]
    """Where its host listened, with the ports that were found."""
    opened: Mapping[str, object]
    """What its transports left open, by their names."""

    def take_up(self, session: Session, listen: Sequence[str]) -> tuple[str, ...]:
        """Have the transports of a session go on with what was left open; return where it listens, with ``listen``.

        That is where it was before, for those transports that ``listen`` does not name.
        """
        transports = session.network.transports
        for name, transport in transports.items():
            transport.go_on_with(self.opened.get(name))
        first = next(iter(transports))
        named = {transport_of(place) or first for place in listen}
        still = transports.keys() - named
        return (*listen, *(place for place in self.places if transport_of(place) in still))


def leave_open(session: Session, kept: Container[str], before: LeftOpen | None = None) -> LeftOpen:
    """Return what is left open of a table that fills up, for the transports that are ``kept``, by their names.

    Those who wait are told nothing if the session ends with an exception then: they look for the table anew. A way
    that was switched off, now or ``before``, comes back to its port, where that is free at once.
    """
    lobby, transports = session.network.door.lobby, session.network.transports
    if lobby is None:
        raise ValueError("Nobody hosts here.")
    places = [
        place
        for place in session.network.listener.places
        if transport_of(place) in kept or transports[transport_of(place)].has_hosts
    ]
    earlier = before.places if before is not None else ()
    return LeftOpen(
        lobby.seating,
        (*places, *(place for place in earlier if transport_of(place) not in transports)),
        {name: one.leave_open() for name, one in transports.items() if name in kept},
    )
