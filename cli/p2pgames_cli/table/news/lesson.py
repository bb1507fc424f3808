"""What a lesson says at each step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.table import history_text, lesson_step
from p2pgames_cli.table.news.news import NOTHING, News, Watching
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_protocol.log.history import MoveEntry


@dataclass
class LessonNews:
    """Remembers at which step the pupil was told what to do, and in which round."""

    at: Watching
    _told: tuple[int, int] = (-1, -1)

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each step, anew where the pupil has gone back to it."""
        course = self.at.course
        if course is None or self._told == (now := (course.at, len(handle.replica.log))):
            return
        went_on = course.at > self._told[0] >= 0
        self._told = now
        notice = (N_("Right"), self._brought(handle)) if went_on else NOTHING
        yield News("lesson", lesson_step.now(course).lines, lesson_step.as_data(course), notice)

    @staticmethod
    def _brought(handle: SeatHandle) -> str:
        """Return what the pupil's newest move brought."""
        own, moves = seat_of(handle), reversed(list(handle.history.entries()))
        found = (each for each in moves if isinstance(each, MoveEntry) and each.seat == own)
        return next((history_text.sentence(handle.replica, each) for each in found), "")
