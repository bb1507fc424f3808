"""What happened in the game, round by round, and again from where rounds were taken back; its end comes last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.table import history_data, history_text
from p2pgames_cli.table.news.news import News, Notice
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.log.history import AgreementEntry, DepartureEntry, EndEntry, Entry
from p2pgames_protocol.log.replica.replica import Replica


@dataclass
class Story:
    """Remembers how many rounds were told."""

    told: int = 0
    _rewinds: int = 0

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece for each thing that happened in a round."""
        replica = handle.replica
        for entry in handle.history.entries(self._first(replica)):
            if not isinstance(entry, EndEntry):
                lines, data = history_text.lines(replica, entry), history_data.event(replica, entry)
                yield News("event", tuple(lines), data, self._notice(replica, entry))
        self.told = len(replica.log)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take all closed rounds as told."""
        self._first(handle.replica)
        self.told = len(handle.replica.log)

    def _first(self, replica: Replica) -> int:
        """Return the first round that is still to be told: an earlier one where the log was taken back."""
        back = replica.branch.rewinds[self._rewinds :]
        self._rewinds = len(replica.branch.rewinds)
        return min([self.told, len(replica.log), *back])

    @staticmethod
    def _notice(replica: Replica, entry: Entry) -> Notice | None:
        if isinstance(entry, AgreementEntry | DepartureEntry):
            return "Info", " ".join(history_text.lines(replica, entry))
        return None
