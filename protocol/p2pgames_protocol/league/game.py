"""A game as a league sees it: what its audit said, in plain values that can be kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from p2pgames.contract import Why
from p2pgames_protocol.audit.report import Grade, Report
from p2pgames_protocol.league.league import Terms
from p2pgames_protocol.wire import json_fields as shape

_FIELDS: Final = ("id", "league", "terms", "players", "names", "places", "flaw", "basis", "moves", "left")


class Flaw(StrEnum):
    """Why a game that is over counts in no league; the first that holds."""

    NONE = ""
    CHEATED = "cheated"
    CONTESTED = "contested"
    FAULT = "fault"
    VOTED = "voted"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Game:
    """A game whose file is in order, over or spoilt for good; ``players`` are the identities of the joins, by seat."""

    id: bytes
    league: bytes | None
    terms: Terms
    players: tuple[bytes, ...]
    names: tuple[str, ...]
    places: tuple[int, ...] | None
    flaw: Flaw
    basis: str
    moves: int
    left: tuple[int, ...]

    @property
    def early(self) -> bool:
        """Whether it was resigned before everybody had made two moves."""
        return self.basis == Why.RESIGNED.value and self.moves < 2 * len(self.players)

    @property
    def unplayed(self) -> bool:
        """Whether somebody left before the first choice."""
        return bool(self.left) and not self.moves

    @classmethod
    def of(cls, report: Report) -> Game | None:
        """Return the game of an audit; None if the file is not valid, not over, or was not seen by the rules."""
        if report.genesis is None or report.mode != "full" or report.grade in (Grade.INVALID, Grade.RUNNING):
            return None
        if not report.checks:  # a proof
            return None
        genesis = report.genesis
        proposal = genesis.proposal
        return cls(
            genesis.game_id,
            proposal.league,
            Terms(proposal.rules, proposal.seats, proposal.options),
            genesis.identities,
            genesis.names,
            None if report.result is None else report.result.places,
            _flaw(report),
            report.basis or "",
            report.checks["moves"],
            tuple(departure.seat for departure in report.departures),
        )

    @property
    def plain(self) -> dict[str, Any]:
        """The same as what JSON holds."""
        return {
            "id": self.id.hex(),
            "league": None if self.league is None else self.league.hex(),
            "terms": [self.terms.rules, self.terms.seats, [list(pair) for pair in self.terms.options]],
            "players": [key.hex() for key in self.players],
            "names": list(self.names),
            "places": None if self.places is None else list(self.places),
            "flaw": self.flaw.value,
            "basis": self.basis,
            "moves": self.moves,
            "left": list(self.left),
        }

    @classmethod
    def of_plain(cls, plain: Any) -> Game:
        """Return what `plain` was made of; raise ValueError for anything else."""
        said = dict(zip(_FIELDS, shape.fields(plain, *_FIELDS), strict=True))
        rules, seats, options = shape.every(said["terms"], lambda item: item)
        return cls(
            shape.binary(said["id"]),
            shape.perhaps(said["league"], shape.binary),
            Terms(shape.text(rules), shape.number(seats), shape.every(options, _option)),
            shape.every(said["players"], shape.binary),
            shape.every(said["names"], shape.text),
            shape.perhaps(said["places"], lambda places: shape.every(places, shape.number)),
            Flaw(shape.text(said["flaw"])),
            shape.text(said["basis"]),
            shape.number(said["moves"]),
            shape.every(said["left"], shape.number),
        )


def _option(pair: Any) -> tuple[str, str]:
    name, value = shape.every(pair, shape.text)
    return name, value


def _flaw(report: Report) -> Flaw:
    whys = {departure.why for departure in report.departures}
    if report.grade is Grade.CHEATED:
        return Flaw.CHEATED
    if report.contested:
        return Flaw.CONTESTED
    if Why.FAULT in whys:
        return Flaw.FAULT
    if Why.VOTED in whys:
        return Flaw.VOTED
    return Flaw.ABANDONED if report.result is None else Flaw.NONE
