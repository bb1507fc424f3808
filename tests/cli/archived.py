"""Seats at a table that is looked at and not played."""

from __future__ import annotations

from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_protocol.net.connections import FixedLinks


def at(room, seat=0, **routes):
    """A seat of a room, linked by these routes: seat1=Route(...)."""
    handle = ArchivedSeat(room.replicas[seat], room.signers[seat])
    keys = room.genesis.keys
    handle.links = FixedLinks(
        routes={keys[int(name.removeprefix("seat"))]: route for name, route in routes.items()}
    )
    return handle
