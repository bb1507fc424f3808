"""Asking the others for what is missing here."""

from __future__ import annotations

from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.connections import Connections


class MissingRecords:
    """Asks over the links for what a replica lacks."""

    def __init__(self, replica: Replica, connections: Connections) -> None:
        self._replica = replica
        self._connections = connections

    def ask(self, connection: Connection) -> None:
        """Ask for what is missing, once for every state of the log."""
        if connection.asked != len(self._replica.log):
            connection.asked = len(self._replica.log)
            connection.queue(("want", connection.asked))

    def ask_for_proof(self) -> None:
        """Ask everybody linked for the whole log where a seat is on another branch; over each link once for each seat.

        Where two branches part some seat has signed twice, in a round that may be closed on both sides.
        """
        strays = self._replica.strays
        for connection in self._connections:
            if self._replica.accusations.equivocation is None and not strays <= connection.doubted:
                connection.doubted |= strays
                connection.queue(("want", 0))
