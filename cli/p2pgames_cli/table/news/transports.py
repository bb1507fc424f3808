"""How the transports get on that need something before they can dial, as Tor does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat import Place
from p2pgames_protocol.transports.transport import Condition, Stage

STEP: Final = 20
"""Per cent between two sentences about the same start: people need not hear of each."""


@dataclass
class Transports:
    """Remembers how they stood. That something can dial when it is first looked at is no news."""

    _told: dict[str, Condition] = field(default_factory=dict)
    _said: dict[str, Condition] = field(default_factory=dict)

    def news(self, place: Place) -> Iterator[News]:
        """Yield a piece for each that stands otherwise than before."""
        yield from self.of(place.carriers)

    def of(self, now: Mapping[str, Condition]) -> Iterator[News]:
        """Yield a piece for each of these that stands otherwise than before."""
        for name, condition in now.items():
            before = self._told.get(name)
            self._told[name] = condition
            if condition != before and not (before is None and condition.stage.dials):
                sentences = (sentence(condition),) if self._is_step(name, condition) else ()
                notice = _word(condition), named(condition.text)
                yield News("carrier", sentences, _as_data(name, condition), notice)

    def _is_step(self, name: str, now: Condition) -> bool:
        """Tell whether this differs enough from what people heard last."""
        before = self._said.get(name)
        if before is None or now.stage is not before.stage:
            differs = True
        elif now.stage is Stage.STARTING:
            differs = now.percent >= before.percent + STEP or now.percent < before.percent
        else:
            differs = now.text != before.text
        if differs:
            self._said[name] = now
        return differs


def sentence(condition: Condition) -> str:
    """Return how a transport gets on, with what the player can do."""
    return named(condition.sentence)


def _word(condition: Condition) -> str:
    if condition.stage.dials:
        return N_("Info")
    return N_("Wait") if condition.stage is Stage.STARTING else N_("Warn")


def _as_data(name: str, condition: Condition) -> dict[str, Any]:
    about = {"stage": condition.stage.value, "percent": condition.percent}
    return {"carrier": name, **about, "text": str(condition.text or ""), "help": str(condition.help or "")}
