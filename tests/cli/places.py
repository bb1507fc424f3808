"""Places at a table that is not played."""

from __future__ import annotations

from p2pgames_cli.table.archived import ArchivedSeat


def at(room, seat=0, **routes):
    """The place of a seat in a room, linked by these routes: seat1=Route(...)."""
    handle = ArchivedSeat(room.replicas[seat], room.signers[seat])
    keys = room.genesis.keys
    handle.routes = {keys[int(name.removeprefix("seat"))]: route for name, route in routes.items()}
    return handle
