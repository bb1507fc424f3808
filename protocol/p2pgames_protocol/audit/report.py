"""What an audit found: the grade of a file, and the reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from p2pgames.contract import Result, Seat
from p2pgames.text import Message, Verbatim, with_message
from p2pgames_protocol.audit import messages
from p2pgames_protocol.audit.series import Played
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Departure
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.rounds.registry import ROUNDS


class Grade(IntEnum):
    """What a file is worth; the numbers are the exit codes of the command."""

    FINISHED = 0
    """Valid, and the game is over."""
    INVALID = 3
    """Something in the file is not as it must be."""
    CHEATED = 4
    """A seat signed twice, or the file is a sound proof of a fault."""
    RUNNING = 5
    """Valid as far as it goes, but the game is not over."""


@dataclass
class Report:
    """The outcome of an audit."""

    mode: str
    grade: Grade = Grade.INVALID
    because: Message | None = None
    """The sentence that explains a grade other than finished."""
    genesis: Genesis | None = None
    options: dict[str, str] = field(default_factory=dict)
    """Those of table and game that mean something; all of them where the game is unknown here."""
    result: Result | None = None
    finished: bool | None = False
    """Whether the game is over; None if a fast audit has not seen that it is."""
    basis: str | None = None
    rounds: int = 0
    events: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    contested: bool = False
    departures: tuple[Departure, ...] = ()
    by: tuple[By, ...] = ()
    """Who played on for seats that were handed over."""
    unrevealed: tuple[Seat, ...] = ()
    other_results: tuple[Seat, ...] = ()
    """Who has signed another result with the secret than that of the game; it changes nothing."""
    unchecked: tuple[Message, ...] = ()
    faults: list[dict[str, Any]] = field(default_factory=list)
    names: tuple[str, ...] = ()
    played: Played | None = None
    """The game as one that another one may follow, if it is over."""
    follows: bool | None = None
    """Whether it was seen to follow the game it names as the one before it; None while that was not checked."""

    @property
    def why(self) -> str:
        """The same in English; empty if there is nothing to explain."""
        return str(self.because or "")

    def blame(self, round_: int, seat: Seat | None, kind: str, why: Message | None) -> None:
        """Add a fault."""
        self.faults.append({"round": round_, "seat": seat, "kind": kind, **with_message("why", why, "")})

    def refuse(self, why: Message | None) -> None:
        """Make the file an invalid one, from which no result follows."""
        self.grade, self.because = Grade.INVALID, why
        self.result = self.basis = self.played = None


COUNTED = {kind.act: kind.counted_as for kind in ROUNDS if kind.counted_as}
"""Under what events are counted, by their act."""
CHECKS = ("signatures", "links", "moves", "rolls", "shuffles", "shares", "reveals")


def unchecked(genesis: Genesis) -> tuple[Message, ...]:
    """Return what the file claims but cannot prove on its own."""
    if genesis.proposal.previous is None:
        return ()
    return (messages.SERIES_UNCHECKED(game=Verbatim(genesis.proposal.previous[0].hex()[:16])),)
