"""How the transports get on that need something before they can dial, as Tor does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from p2pgames.text import with_message
from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.transports.transport import Phase, TransportStatus

STEP: Final = 20
"""Per cent between two sentences about the same start: people need not hear of each."""


@dataclass
class Transports:
    """Remembers how they stood. That something can dial when it is first looked at is no news."""

    _told: dict[str, TransportStatus] = field(default_factory=dict)
    _said: dict[str, TransportStatus] = field(default_factory=dict)

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each that stands otherwise than before."""
        yield from self.of(handle.links.transports)

    def of(self, now: Mapping[str, TransportStatus]) -> Iterator[News]:
        """Yield a piece for each of these that stands otherwise than before."""
        for name, status in now.items():
            before = self._told.get(name)
            self._told[name] = status
            if status != before and not (before is None and status.phase.dials):
                sentences = (sentence(status),) if self._is_step(name, status) else ()
                notice = _word(status), named(status.text)
                yield News("carrier", sentences, _as_data(name, status), notice)

    def _is_step(self, name: str, now: TransportStatus) -> bool:
        """Tell whether this differs enough from what people heard last."""
        before = self._said.get(name)
        if before is None or now.phase is not before.phase:
            differs = True
        elif now.phase is Phase.STARTING:
            differs = now.percent >= before.percent + STEP or now.percent < before.percent
        else:
            differs = now.text != before.text
        if differs:
            self._said[name] = now
        return differs


def sentence(status: TransportStatus) -> str:
    """Return how a transport gets on, with what the player can do."""
    return named(status.sentence)


def _word(status: TransportStatus) -> str:
    if status.phase.dials:
        return "Info"
    return N_("Wait") if status.phase is Phase.STARTING else N_("Warn")


def _as_data(name: str, status: TransportStatus) -> dict[str, Any]:
    about = {"stage": status.phase.value, "percent": status.percent}
    said = with_message("text", status.text, "") | with_message("help", status.help, "")
    return {"carrier": name, **about, **said}
