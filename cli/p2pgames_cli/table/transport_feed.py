"""How the carriers get on that need something before they can dial, as Tor does: each news is told once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from p2pgames_cli.i18n.catalogue import N_, phrase
from p2pgames_protocol.transports.transport import Condition, Stage

STEP: Final = 20
"""Per cent between two lines of text about the same start."""


@dataclass
class Carriage:
    """Remembers what was told. That something can dial when it is first looked at is no news."""

    _told: dict[str, Condition] = field(default_factory=dict)

    def news(self, now: Mapping[str, Condition]) -> Iterator[tuple[str, Condition]]:
        """Yield the names of the carriers that get on otherwise than before, with how."""
        for name, condition in now.items():
            before = self._told.get(name)
            self._told[name] = condition
            if condition != before and not (before is None and condition.stage.dials):
                yield name, condition


@dataclass
class Sentences:
    """The same for people, who need not hear of every per cent."""

    _carriage: Carriage = field(default_factory=Carriage)
    _said: dict[str, Condition] = field(default_factory=dict)

    def news(self, now: Mapping[str, Condition]) -> Iterator[str]:
        """Yield a sentence or two for each carrier that has come on by a step, or stands otherwise."""
        for name, condition in self._carriage.news(now):
            before = self._said.get(name)
            if before is None or condition.stage is not before.stage or self._is_step(before, condition):
                self._said[name] = condition
                yield sentence(condition)

    @staticmethod
    def _is_step(before: Condition, now: Condition) -> bool:
        if now.stage is Stage.STARTING:
            return now.percent >= before.percent + STEP or now.percent < before.percent
        return now.text != before.text


def sentence(condition: Condition) -> str:
    """Return how a carrier gets on, with what the player can do."""
    return " ".join(phrase(part) for part in (condition.text, condition.help) if part)


def word(condition: Condition) -> str:
    """Return the word that stands before it on the full screen."""
    if condition.stage.dials:
        return N_("Info")
    return N_("Wait") if condition.stage is Stage.STARTING else N_("Warn")


def as_data(name: str, condition: Condition) -> dict[str, Any]:
    """Return it as plain data, for JSON."""
    about = {"stage": condition.stage.value, "percent": condition.percent}
    return {"carrier": name, **about, "text": condition.text, "help": condition.help}
