"""How long the table has been waiting for somebody, and when that allows a vote."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, time
from typing import Final

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Verbatim
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.table import messages
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.log.replica.replica import Replica

LISTENING: Final = 600.0
"""Seconds after which a move that was sent meanwhile would have come: others look for us at least that often."""
_UNITS: Final = {"m": 60, "h": 3600, "d": 86400}


def allowed(limit: str) -> float | None:
    """Return the seconds of a table's option ``time``; None if silence never allows anything."""
    return None if limit == "none" else int(limit[:-1]) * _UNITS[limit[-1]]


def stored_for(handle: SeatHandle) -> float:
    """Return for how many seconds nothing was stored of a table between computers; 0 where that is not known."""
    from p2pgames_protocol.net.peer import Peer

    if not isinstance(handle, Peer):
        return 0.0
    with suppress(OSError):
        file = handle.store.path
        return max(0.0, time() - file.stat().st_mtime)
    return 0.0


def spoken(seconds: float) -> str:
    """Return a duration as people say it."""
    if seconds < 90:
        number = int(seconds)
        said = ngettext("{n} second", "{n} seconds", number)
    elif seconds < 90 * 60:
        number = round(seconds / 60)
        said = ngettext("{n} minute", "{n} minutes", number)
    elif seconds < 36 * 3600:
        number = round(seconds / 3600)
        said = ngettext("{n} hour", "{n} hours", number)
    else:
        number = round(seconds / 86400)
        said = ngettext("{n} day", "{n} days", number)
    return said.format(n=number)


def brief(seconds: float) -> str:
    """Return a duration in as few characters as tell it: ``20 s``, ``3 min``, ``5 h``, ``2 d``."""
    minutes = int(seconds // 60)
    if not minutes:
        return _("{n} s").format(n=int(seconds))
    if minutes < 90:
        return _("{n} min").format(n=minutes)
    if minutes < 36 * 60:
        return _("{n} h").format(n=minutes // 60)
    return _("{n} d").format(n=minutes // 1440)


@dataclass
class Silence:
    """Watches one table: since when the open round waits, counted from when the record before it was stored."""

    handle: SeatHandle
    round: int = -1
    clock: Callable[[], float] = monotonic
    """Returns seconds since any moment."""
    waited: float = 0.0
    """Seconds for which the file of the game had been as it is when this began."""
    since: float = 0.0
    began: float = 0.0
    """When this client first looked."""

    def __post_init__(self) -> None:
        self._first = self.handle.replica.position.round

    def look(self) -> float:
        """Return for how many seconds the open round has been waiting."""
        number, now = self.handle.replica.position.round, self.clock()
        if self.round < 0:
            self.began = now
        if number != self.round:
            before = self.waited if self.round < 0 and number == self._first else 0.0
            self.round, self.since = number, now - before
        return now - self.since

    def left(self, limit: float) -> float:
        """Return in how many seconds a table with this limit allows to vote.

        Who was away, and so could not hear a move, has to listen a while first, however old the file is.
        """
        waited = self.look()
        listens = min(LISTENING, limit / 10) - (self.clock() - self.began)
        return max(0.0, limit - waited, listens)

    def _check_pause(self) -> None:
        replica = self.handle.replica
        if replica.position.paused:
            names = messages.listed(replica.names[seat] for seat in replica.waiting_for)
            raise Illegal(messages.PAUSED(names=names))

    def check_vote(self, seat: Seat | None = None) -> Seat:
        """Return the seat that may be voted absent now; raise `Illegal`, saying why, unless it may.

        Without a seat it is the one that is awaited.
        """
        self._check_pause()
        signer, waited = self.handle.signer, self.look()
        votable = signer.voting.votable() if signer is not None else ()
        if signer is not None and len(signer.voting.silent) > 1:
            self._limit()
            names = messages.listed(self.handle.replica.names[one] for one in signer.voting.silent)
            raise Illegal(messages.SEVERAL_SILENT(names=names))
        if not votable or (seat is not None and seat not in votable):
            raise Illegal(messages.VOTE_NEEDS)
        self._check_time(votable[0], waited)
        return votable[0]

    def _limit(self) -> float:
        """Return after how many seconds this table allows a vote; raise `Illegal` if it never does."""
        limit = allowed(self.handle.replica.genesis.table["time"])
        if limit is None:
            raise Illegal(messages.NO_TIME_LIMIT)
        return limit

    def _check_time(self, seat: Seat, waited: float) -> None:
        limit = self._limit()
        if waited >= limit and (more := self.left(limit)):
            raise Illegal(messages.VOTE_LISTENS(time=Verbatim(spoken(more))))
        if waited < limit:
            name, so_far, after = map(
                Verbatim, (self.handle.replica.names[seat], spoken(waited), spoken(limit))
            )
            raise Illegal(messages.VOTE_LATER(name=name, waited=so_far, limit=after))


def effect(replica: Replica, seat: Seat) -> str:
    """Return in a sentence or two what a vote on a seat does."""
    names = replica.names
    others = [names[other] for other in replica.position.seats if other != seat]
    if len(others) == 1:
        return _(
            "{name} is out at once, and a vote cannot be taken back."
            " If the missing move turns up after all, nobody wins."
        ).format(name=names[seat])
    return _(
        "{name} is out for good once {some} and {last} have all voted so, unless one of them has what is missing;"
        " a vote cannot be taken back."
    ).format(name=names[seat], some=", ".join(others[:-1]), last=others[-1])
