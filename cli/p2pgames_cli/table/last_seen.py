"""Where the others are: linked to this client, or away, and since when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import absence
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.silence import Silence, brief

LONG: Final = 60
"""Seconds from which on it is said how long somebody has been away."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """How a player is linked, and since when."""

    linked: bool
    since: float
    closed: int = -1
    """How many rounds were closed when the link ended: what was confirmed before says nothing of now."""


@dataclass
class LastSeen:
    """Remembers who was linked, and since when."""

    silence: Silence
    """Has the clock."""
    _seen: dict[bytes, _Seen] = field(default_factory=dict)

    def of(self, handle: SeatHandle, key: bytes) -> str:
        """Return in a word or two whether a player is linked, and if not, for how long they have been away."""
        linked, now = key in handle.links.connected, self.silence.clock()
        closed = len(handle.replica.log)
        seen = self._seen.setdefault(key, _Seen(linked, now))
        if linked != seen.linked:
            seen = self._seen[key] = _Seen(linked, now, closed)
        seat = handle.replica.genesis.keys.index(key)
        said = (
            absence.whereabouts(handle, seat) if linked or closed > seen.closed else absence.unlinked(handle)
        )
        away = now - seen.since
        return _("away {time}").format(time=brief(away)) if said == _("away") and away >= LONG else said
