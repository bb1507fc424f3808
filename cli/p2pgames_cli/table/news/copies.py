"""Whether nothing is sent from here, since another copy of the game may have played on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle, held_back


@dataclass
class Copies:
    """Remembers who had to show what they know."""

    _told: frozenset[bytes] = frozenset()

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece when that begins, when it ends, and for programs whenever it is about others."""
        before, self._told = self._told, handle.must_show
        if before == self._told:
            return
        said = held_back(handle) or _("Everybody has shown what they know: the game goes on here.")
        keys = handle.replica.genesis.keys
        yield News(
            "copy",
            (said,) if bool(before) != bool(self._told) else (),
            {"awaits": sorted(keys.index(key) for key in self._told)},
        )
