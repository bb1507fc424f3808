"""What the points of a game consist of: what was told of them and still holds, or what the position shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from p2pgames.contract import Seat
from p2pgames.telling import set_up
from p2pgames.told import Told
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named
from p2pgames_cli.table import history_text
from p2pgames_protocol.log.history import Entry, History


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a seat's points, and the entry that they came from, if it was a single one."""

    told: Told
    entry: Entry | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it for a program."""
        return {**self.told.as_data(), "round": None if self.entry is None else self.entry.round}


def breakdown(history: History, step: int) -> list[Part]:
    """Return what the points after a step consist of, the oldest first: for each seat they add up to its score."""
    replica = history.replica
    if (shown := replica.rules.made_of(replica.positions[step].state)) is not None:
        return [Part(told) for told in shown if told.points]
    rounds = reversed([*history.effective(step)])
    entries = [entry for number in rounds for entry in history.of_round(number)]
    begun = [Part(told) for told in set_up(replica.rules, replica.positions[0].state)]
    return [*begun, *(Part(told, entry) for entry in entries for told in entry.told if told.points)]


def lines(history: History, step: int, seat: Seat) -> Iterator[str]:
    """Yield the points of a seat and what they consist of, in words."""
    replica, names = history.replica, history.replica.names
    scores = replica.rules.scores(replica.positions[step].state)
    yield headed(names[seat], history_text.points(scores[seat] if scores is not None else 0))
    parts = [part for part in breakdown(history, step) if part.told.seat == seat]
    wide = max((len(f"{part.told.points:+d}") for part in parts), default=0)
    for part in parts:
        yield f"  {part.told.points:+{wide}d}  {_came_from(part, history)}{named(part.told.what, names)}"


def _came_from(part: Part, history: History) -> str:
    if (entry := part.entry) is None:
        return ""
    who = "" if entry.seat is None else f"{history.replica.names[entry.seat]} "
    step = _("step {step}").format(step=entry.round + 1)
    return headed(f"{step}, {who}{history_text.said(history.replica, entry)}", "")
