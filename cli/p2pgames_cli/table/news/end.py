"""That the game is over, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table import history_data, history_text
from p2pgames_cli.table.news.news import News, Notice
from p2pgames_cli.table.seat_handle import SeatHandle


@dataclass
class End:
    """Remembers whether it was told; an end that was taken back is followed by another one."""

    _told: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece when the game has ended."""
        before, self._told = self._told, handle.replica.finished
        if before or not self._told:
            return
        replica = handle.replica
        if replica.accusations.verdict is not None:
            sentences = [_("The game has ended: one key signed twice.")]
        else:
            sentences = list(history_text.end_lines(replica))
        notice: Notice | None = (
            (N_("Over"), history_text.outcome_of(replica)) if replica.position.over else None
        )
        yield News("over", tuple(sentences), history_data.over(replica), notice)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take the end as told."""
        self._told = handle.replica.finished
