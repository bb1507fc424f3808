"""How long the table has been waiting for somebody, and when that allows a claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from p2pgames.contract import Illegal
from p2pgames_cli.play.place import Place
from p2pgames_protocol.table import Table

_UNITS: Final = {"m": 60, "h": 3600, "d": 86400}


def allowed(time: str) -> float | None:
    """Return the seconds of a table's option ``time``; None where silence never allows anything."""
    return None if time == "none" else int(time[:-1]) * _UNITS[time[-1]]


def spoken(seconds: float) -> str:
    """Return a duration as people say it."""
    if seconds < 90:
        return f"{int(seconds)} seconds"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} minutes"
    if seconds < 36 * 3600:
        return f"{round(seconds / 3600)} hours"
    return f"{round(seconds / 86400)} days"


def brief(seconds: float) -> str:
    """Return a duration in as few characters as tell it: ``3 min``, ``5 h``, ``2 d``."""
    minutes = int(seconds // 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 36 * 60 else f"{minutes // 1440} d"


@dataclass
class Silence:
    """Watches one place: since when the open round waits, counted from when this client looks."""

    place: Place
    round: int = -1
    clock: Callable[[], float] = monotonic
    """Returns seconds since any moment."""
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.since = self.clock()

    def look(self) -> float:
        """Return for how many seconds the open round has been waiting."""
        number = self.place.ledger.position.round
        if number != self.round:
            self.round, self.since = number, self.clock()
        return self.clock() - self.since

    def check_claim(self) -> None:
        """Raise `Illegal`, saying why, unless the game may be claimed now."""
        table, waited = self.place.ledger, self.look()
        seat = table.claimable() if isinstance(table, Table) else None
        if seat is None:
            raise Illegal(
                "A claim needs two players, and the other one silent while the table waits for them."
            )
        limit = allowed(table.genesis.table["time"])
        if limit is None:
            raise Illegal("This table has no time limit: nobody can claim it.")
        if waited < limit:
            name = table.genesis.names[seat]
            raise Illegal(
                f"{name} has been awaited for {spoken(waited)}; this table allows a claim after {spoken(limit)}."
            )
