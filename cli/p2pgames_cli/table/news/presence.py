"""Who comes and goes, and by what the players are linked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from p2pgames.contract import Seat
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table import absence
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.transports.transport import Route


@dataclass
class Presence:
    """Remembers who was there, and by what."""

    alone: bool = True
    """Whether one player sits here, so that people are told who comes and goes."""
    _present: dict[Seat, Route | None] = field(default_factory=dict)
    _routes: dict[Seat, Route] = field(default_factory=dict)

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece where anything has changed; who has handed the seat over is linked to nobody by that."""
        if handle.handing is not None and handle.handing.given:
            return
        before, self._present = self._present, _present(handle)
        sentences = (*self._comings(handle, before), *self._ways(handle))
        if sentences or self._present != before:
            by = [
                {"seat": seat, "carrier": by.transport, "relay": by.relay}
                for seat, by in self._present.items()
                if by is not None
            ]
            data = {"connected": list(self._present), "by": by}
            yield News("presence", sentences, data, ("Info", sentences[-1]) if sentences else None)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take all who are there as told, but not by what."""
        self._present = _present(handle)

    def _comings(self, handle: SeatHandle, before: dict[Seat, Route | None]) -> Iterator[str]:
        for seat in sorted(self._present.keys() ^ before.keys()) if self.alone else ():
            # Who is linked to others may be there all the same, if not to this client.
            elsewhere = self._present or absence.watches(handle)
            gone = _("{name} is no longer linked to this client.") if elsewhere else _("{name} is away.")
            said = _("{name} is connected.") if seat in self._present else gone
            yield said.format(name=handle.replica.names[seat])

    def _ways(self, handle: SeatHandle) -> Iterator[str]:
        """Yield by what players are linked where the transport's name does not say it: directly, or by whose relay."""
        now = {seat: by for seat, by in self._present.items() if by is not None and by.changes}
        for seat, route in now.items():
            if route != self._routes.get(seat):
                name = handle.replica.names[seat]
                yield _("{name} is linked by {way}.").format(name=name, way=named(route.text()))
        self._routes = now


def _present(handle: SeatHandle) -> dict[Seat, Route | None]:
    """Return the seats at the other ends of links, in order, each with its route where one is known."""
    keys, routes = set(handle.links.connected), handle.links.routes
    return {seat: routes.get(key) for seat, key in enumerate(handle.replica.genesis.keys) if key in keys}
