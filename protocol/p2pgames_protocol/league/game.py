"""A game as a league sees it: what its audit said, in plain values that can be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from p2pgames.contract import Why
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.audit.report import AuditReport, Grade
from p2pgames_protocol.league import sentences
from p2pgames_protocol.league.league import LeagueTerms, SignedLeague
from p2pgames_protocol.wire import json_fields as shape
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

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
class LeagueGame:
    """A game whose file is in order, over or spoilt for good; ``players`` are the identities of the joins, by seat."""

    id: bytes
    league: bytes | None
    terms: LeagueTerms
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
    def from_audit(cls, report: AuditReport) -> LeagueGame | None:
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
            LeagueTerms(proposal.rules, proposal.seats, proposal.options),
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
    def of_plain(cls, plain: Any) -> LeagueGame:
        """Return what `plain` was made of; raise ValueError for anything else."""
        said = dict(zip(_FIELDS, shape.fields(plain, *_FIELDS), strict=True))
        rules, seats, options = shape.every(said["terms"], lambda item: item)
        return cls(
            shape.binary(said["id"]),
            shape.perhaps(said["league"], shape.binary),
            LeagueTerms(shape.text(rules), shape.number(seats), shape.every(options, _option)),
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


def _flaw(report: AuditReport) -> Flaw:
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


# Which games count in a league: it follows from the set of games and of enrolments, not from any order.

_Group: TypeAlias = tuple[LeagueTerms, frozenset[bytes]]

_WHY: Final = {
    Flaw.CHEATED: sentences.CHEATED,
    Flaw.CONTESTED: sentences.CONTESTED,
    Flaw.FAULT: sentences.PUT_OUT,
    Flaw.VOTED: sentences.VOTED,
    Flaw.ABANDONED: sentences.ABANDONED,
}


@dataclass(frozen=True, slots=True)
class Counted:
    """The games that count, those of the league that do not, and those that are none of it; all by their ids."""

    games: tuple[LeagueGame, ...]
    out: tuple[tuple[LeagueGame, Message], ...]
    foreign: tuple[tuple[LeagueGame, Message], ...]


def why_foreign(signed: SignedLeague, enrolled: Collection[bytes], game: LeagueGame) -> Message | None:
    """Return why a game does not belong to this league; None if it does."""
    if game.league != signed.id:
        return sentences.NOT_OF_LEAGUE
    if game.terms not in signed.league.games:
        return sentences.OTHER_TERMS(rules=Verbatim(game.terms.rules))
    for name, key in zip(game.names, game.players, strict=True):
        if not signed.league.invites(key):
            return sentences.UNINVITED(name=Verbatim(shown(name)), key=Verbatim(short(key)))
        if key not in enrolled:
            return sentences.NOT_ENROLLED(name=Verbatim(shown(name)), key=Verbatim(short(key)))
    return None


def games_that_count(
    signed: SignedLeague, enrolled: Collection[bytes], games: Iterable[LeagueGame]
) -> Counted:
    """Return which of some different games count; of too many between the same people those with the smallest ids.

    An id holds a random part of every player, and is there before the first move: nobody chooses by results.
    """
    taken: Counter[_Group] = Counter()
    count: list[LeagueGame] = []
    out: list[tuple[LeagueGame, Message]] = []
    others: list[tuple[LeagueGame, Message]] = []
    for game in sorted(games, key=lambda game: game.id):
        if why := why_foreign(signed, enrolled, game):
            others.append((game, why))
        elif why := _WHY.get(game.flaw) or _enough(signed, taken, _group(game)):
            out.append((game, why))
        else:
            taken[_group(game)] += 1
            count.append(game)
    return Counted(tuple(count), tuple(out), tuple(others))


def _group(game: LeagueGame) -> _Group:
    return game.terms, frozenset(game.players)


def _enough(signed: SignedLeague, taken: Counter[_Group], group: _Group) -> Message | None:
    most = signed.league.most
    return sentences.ENOUGH(count=Count(most)) if most and taken[group] == most else None
