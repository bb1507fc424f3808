"""Who has broken the rules of the protocol, and where the proof lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames.text import with_message
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle


@dataclass
class Faults:
    """Remembers which faults were told, and whether it was told where their proof lies."""

    _told: int = 0
    _proved: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each fault, and for people one more for the proof once it is there."""
        replica = handle.replica
        for misconduct in replica.accusations.found[self._told :]:
            why = named(misconduct.why, replica.names)
            yield News(
                "fault",
                (_("Fault: {why}").format(why=why),),
                {
                    "seat": misconduct.seat,
                    "round": misconduct.round,
                    "kind": misconduct.fault.value,
                    **with_message("why", misconduct.why),
                },
                (N_("Fault"), why),
                urgent=True,
            )
        self._told = len(replica.accusations.found)
        if self._told and handle.proof is not None and not self._proved:
            self._proved = True
            said = _("The proof is in {file}: p2pgames audit shows it to anybody.")
            yield News("fault", (said.format(file=handle.proof),))
