"""When a seat says which rounds it has closed."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.done import DONE


class Confirming:
    """The haves of one seat; what signs them asks here which one is due."""

    def __init__(self, replica: Replica, seat: Seat) -> None:
        self._replica = replica
        self._seat = seat
        self.later = False
        """Whether haves that nobody waits for are left until `Duty.confirm`, where one stands for several rounds."""

    def due(self) -> Have | None:
        """Return the have that is to be signed at once, if there is one."""
        return self.newest() if not self.later or self._is_waited_for() else None

    def newest(self) -> Have | None:
        """Return the have of the newest closed round; None if this seat has signed one, never a second."""
        last = len(self._replica.log) - 1
        if self._replica.accusations.verdict is not None or self._replica.haves.last(self._seat) >= last:
            return None
        return Have(self._seat, last, self._replica.position.previous)

    @property
    def is_open(self) -> bool:
        """Whether nothing that this seat has signed says that it closed the newest round: no have, and no event."""
        return self.newest() is not None and not self._replica.confirms(self._seat)

    def _is_waited_for(self) -> bool:
        """Tell whether others wait for the have: before hidden things are shown, and at the end."""
        position = self._replica.position
        if position.kind is DONE:
            return True
        echo = len(position.seats) >= 3 and self._seat in position.seats
        return echo and position.kind.discloses(position, self._seat)
