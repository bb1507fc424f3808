"""What became of the player's plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.table.news.news import News, Watching
from p2pgames_cli.table.seat_handle import SeatHandle


@dataclass
class Planned:
    """Tells what became of the plans."""

    at: Watching

    def news(self, handle: SeatHandle) -> Iterator[News]:  # noqa: ARG002  # a planning has its own
        """Yield a piece for each report."""
        for report in self.at.planning.fresh():
            said = report.sentence()
            yield News("plan", (said,), {"what": report.kind, "text": report.text}, (N_("Plan"), said))
