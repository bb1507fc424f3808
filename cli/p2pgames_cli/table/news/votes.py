"""What is voted on whom the table waits for, that silence allows a vote now, and that nobody can be voted out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.table import absence
from p2pgames_cli.table.news.news import News, Watching
from p2pgames_cli.table.seat_handle import SeatHandle


@dataclass
class Votes:
    """Remembers what was told of the open round."""

    at: Watching
    _round: int = -1
    _told: tuple[str, ...] = ()
    _open: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece where there is anything to say that was not said of this round."""
        number = handle.replica.position.round
        if handle.replica.finished:
            return
        if number != self._round:
            self._round, self._told, self._open = number, (), False
        voted = [line for seat in absence.awaited(handle) for line in absence.said(handle.replica, seat)]
        now = [*voted, *self._opened(handle)]
        new = tuple(line for line in now if line not in self._told)
        self._told += new
        if new:
            notice = ("Info", voted[-1]) if voted and voted[-1] in new else None
            yield News("waiting", new, absence.as_data(handle, self.at.silence), notice)

    def _opened(self, handle: SeatHandle) -> Iterator[str]:
        """Yield all there is to say of those awaited, when silence first allows a vote."""
        if not self._open and absence.opens(handle, self.at.silence) == 0:
            self._open = True
            yield from absence.lines(handle, self.at.silence)

    @property
    def until(self) -> float | None:
        """In how many seconds silence will allow a vote; None if only an event can bring that about."""
        wait = absence.opens(self.at.silence.handle, self.at.silence)
        return wait if wait and not self._open else None
