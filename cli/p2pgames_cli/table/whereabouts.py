"""Where the others are: linked to this client, or away, and since when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import absence
from p2pgames_cli.table.seat import SeatHandle
from p2pgames_cli.table.silence import Silence, brief

LONG: Final = 60
"""Seconds from which on it is said how long somebody has been away."""


@dataclass
class Whereabouts:
    """Remembers who was linked, and since when."""

    silence: Silence
    """Has the clock."""
    _seen: dict[bytes, tuple[bool, float]] = field(default_factory=dict)

    def of(self, handle: SeatHandle, key: bytes) -> str:
        """Return in a word or two whether a player is linked, and if not, for how long they have been away."""
        linked, now = key in handle.links.connected, self.silence.clock()
        before, since = self._seen.setdefault(key, (linked, now))
        if linked != before:
            self._seen[key] = linked, now
            since = now
        if linked:
            return _("here")
        if absence.bridges(handle, handle.replica.genesis.keys.index(key)):
            return _("via others")
        return _("away {time}").format(time=brief(now - since)) if now - since >= LONG else _("away")
