"""What is new at a table, told once: the sources in the order in which every front end tells of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from p2pgames_cli.table.news.chat import ChatNews
from p2pgames_cli.table.news.copies import Copies
from p2pgames_cli.table.news.end import End
from p2pgames_cli.table.news.faults import Faults
from p2pgames_cli.table.news.lesson import LessonNews
from p2pgames_cli.table.news.news import News, Source, Watching
from p2pgames_cli.table.news.offers import Offers
from p2pgames_cli.table.news.planned import Planned
from p2pgames_cli.table.news.presence import Presence
from p2pgames_cli.table.news.progress import Progress
from p2pgames_cli.table.news.story import Story
from p2pgames_cli.table.news.successors import Successors
from p2pgames_cli.table.news.transports import Transports
from p2pgames_cli.table.news.votes import Votes
from p2pgames_cli.table.seat_handle import SeatHandle


class Feed:
    """What is new at a table; one for each front end, which only shows it."""

    def __init__(
        self, at: Watching, *, alone: bool = False, since: int = 0, again: int = sys.maxsize
    ) -> None:
        """Begin at a round, and with this many earlier messages.

        ``alone``: one player sits here, so that people are told who comes and goes.
        """
        story, presence = Story(told=since), Presence(alone=alone)
        spoken, end, self._votes = ChatNews(again), End(), Votes(at)
        self.sources: tuple[Source, ...] = (
            story,
            Faults(),
            Progress(),
            Offers(),
            presence,
            Copies(),
            Successors(),
            self._votes,
            Transports(),
            spoken,
            Planned(at),
            LessonNews(at),
            end,
        )
        self._events = (story, presence, spoken, end)
        """Those of what happens once, which is past then; the others tell of what holds."""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield what is new since this was called last, as a seat knows it; to be taken to its end at once."""
        for source in self.sources:
            yield from source.news(handle)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take what has happened so far as told; what holds now and is to be known is told all the same."""
        for source in self._events:
            source.catch_up(handle)

    @property
    def until(self) -> float | None:
        """In how many seconds silence alone will be news; None if only an event can bring any."""
        return self._votes.until
