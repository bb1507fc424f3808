"""How long the table has been waiting for somebody, and when that allows a claim or a vote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from p2pgames.contract import Illegal, Seat
from p2pgames_cli.play.place import Place
from p2pgames_protocol.ledger import Ledger
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
        self._check_time(seat, waited, "claim")

    def check_vote(self, seat: Seat | None = None) -> Seat:
        """Return the seat that may be voted absent now; raise `Illegal`, saying why, unless one may.

        Without a seat it is the one that is awaited, if it is only one.
        """
        table, waited = self.place.ledger, self.look()
        votable = table.votable() if isinstance(table, Table) else ()
        if not votable or (seat is not None and seat not in votable):
            raise Illegal(
                "A vote needs three players still in, and is about one of the others whom the table waits for, once."
            )
        if seat is None and len(votable) > 1:
            names = " or ".join(f"vote {one + 1} ({table.genesis.names[one]})" for one in votable)
            raise Illegal(f"The table waits for several: say {names}.")
        seat = votable[0] if seat is None else seat
        self._check_time(seat, waited, "vote")
        return seat

    def _check_time(self, seat: Seat, waited: float, what: str) -> None:
        genesis = self.place.ledger.genesis
        limit = allowed(genesis.table["time"])
        if limit is None:
            raise Illegal(f"This table has no time limit: silence never allows a {what}.")
        if waited < limit:
            raise Illegal(
                f"{genesis.names[seat]} has been awaited for {spoken(waited)}; this table allows a {what} "
                f"after {spoken(limit)}."
            )


def effect(ledger: Ledger, seat: Seat) -> str:
    """Return in a sentence what a vote on a seat does."""
    names = ledger.genesis.names
    others = [names[other] for other in ledger.position.seats if other != seat]
    return (
        f"{names[seat]} is out for good once {', '.join(others[:-1])} and {others[-1]} have all voted so, unless one "
        "of them has what is missing; a vote cannot be taken back."
    )
