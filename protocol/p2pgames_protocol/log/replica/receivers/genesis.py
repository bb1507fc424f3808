"""The genesis, of which a game has one."""

from __future__ import annotations

from p2pgames_protocol.log import messages
from p2pgames_protocol.log.reception import KNOWN, Reception, Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.receivers.receiver import Receiver
from p2pgames_protocol.log.replica.replica import Replica


class GenesisReceiver(Receiver):
    """Takes in a genesis."""

    kind = Kind.GENESIS

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Return that it is known, or refuse the genesis of another game."""
        if record.body == replica.genesis.record:
            return KNOWN
        return Reception(Status.SENDER, messages.OTHER_GENESIS)
