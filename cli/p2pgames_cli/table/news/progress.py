"""What the players' clients are at by themselves: shuffling and dealing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.prose import capital
from p2pgames_cli.table import history_text
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle


@dataclass
class Progress:
    """Remembers what they were at; people hear of what takes a while."""

    _told: str = ""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece whenever they have come to something else."""
        replica = handle.replica
        doing = history_text.progress(replica)
        if doing and doing != self._told:
            sentences = (capital(doing),) if history_text.shuffling(replica) else ()
            yield News("progress", sentences, {"text": doing, "seats": list(replica.waiting_for)})
        self._told = doing
