"""What an audit found: the grade of a file, and the reasons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from p2pgames.contract import Result, Seat, Why
from p2pgames.registry import Unknown
from p2pgames.text import Message, Verbatim, with_message
from p2pgames_protocol.audit import sentences, series
from p2pgames_protocol.audit.series import Scored, SeriesGame
from p2pgames_protocol.log.genesis import Genesis, RulesOf, read_genesis
from p2pgames_protocol.log.position import Departure
from p2pgames_protocol.log.records import By
from p2pgames_protocol.log.rounds import ROUNDS
from p2pgames_protocol.wire import json_fields as shape
from p2pgames_protocol.wire.json_fields import read_message
from p2pgames_protocol.wire.names import shown


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
class AuditReport:
    """What an audit says of one file: the grade, the reasons, and what could not be checked."""

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
    played: SeriesGame | None = None
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
    return (sentences.SERIES_UNCHECKED(game=Verbatim(genesis.proposal.previous[0].hex()[:16])),)


# A report as an object for programs.


def as_json(report: AuditReport, file: str) -> dict[str, Any]:
    """Return the report as the object that ``audit --json`` prints."""
    genesis = report.genesis
    previous = genesis.proposal.previous if genesis else None
    return {
        "file": file,
        "grade": report.grade.name.lower(),
        "valid": report.grade in (Grade.FINISHED, Grade.RUNNING),
        "finished": report.finished,
        **with_message("why", report.because, ""),
        "game": genesis.game if genesis else None,
        "rules": genesis.proposal.version if genesis else None,
        "options": report.options,
        "game_id": genesis.game_id.hex() if genesis else None,
        "seats": _seats(report),
        "rounds": report.rounds,
        "events": report.events,
        "checks": {name: report.checks[name] for name in CHECKS},
        "mode": report.mode,
        "basis": report.basis,
        "contested": report.contested,
        "previous": previous[0].hex() if previous else None,
        "follows": report.follows,
        "left": [
            {"seat": d.seat, "round": d.round, "why": d.why.value, "voted_by": voters(report, d)}
            for d in report.departures
        ],
        "by": [
            {
                "seat": by.seat,
                "round": by.round,
                "name": by.name,
                "shown": shown(by.name),
                "key": by.key.hex(),
            }
            for by in report.by
        ],
        "unrevealed": list(report.unrevealed),
        "other_results": list(report.other_results),
        **with_message("unchecked", report.unchecked),
        "faults": report.faults,
    }


def _seats(report: AuditReport) -> list[dict[str, Any]]:
    genesis, result = report.genesis, report.result
    return [
        {
            "seat": seat,
            "name": join.name,
            "shown": genesis.names[seat] if genesis else join.name,
            "key": join.key.hex(),
            "seat_key": join.seat_key.hex(),
            "score": result.scores[seat] if result and result.scores else None,
            "place": result.places[seat] if result else None,
        }
        for seat, join in enumerate(genesis.joins if genesis else ())
    ]


def voters(report: AuditReport, departure: Departure) -> list[Seat]:
    """Return the seats on whose votes a departure rests."""
    if departure.why is not Why.VOTED or report.genesis is None:
        return []
    before = {d.seat for d in report.departures if d.round < departure.round}
    seats = range(len(report.genesis.joins))
    return [seat for seat in seats if seat != departure.seat and seat not in before]


# A report as plain values, and back: so it comes from another process or computer without anything but JSON.

_FIELDS: Final = (
    *(
        "mode",
        "grade",
        "because",
        "genesis",
        "options",
        "result",
        "finished",
        "basis",
        "rounds",
        "events",
        "checks",
    ),
    *("contested", "departures", "by", "unrevealed", "other_results", "unchecked", "faults", "played"),
)


def report_as_data(report: AuditReport) -> dict[str, Any]:
    """Return all that an audit of one file found, as JSON holds it."""
    return {
        "mode": report.mode,
        "grade": report.grade.value,
        "because": _message(report.because),
        "genesis": None if report.genesis is None else report.genesis.record.hex(),
        "options": report.options,
        "result": _result(report.result),
        "finished": report.finished,
        "basis": report.basis,
        "rounds": report.rounds,
        "events": report.events,
        "checks": dict(report.checks),
        "contested": report.contested,
        "departures": [
            [left.seat, left.round, left.why.value, _message(left.reason), left.open]
            for left in report.departures
        ],
        "by": [by.pack().hex() for by in report.by],
        "unrevealed": list(report.unrevealed),
        "other_results": list(report.other_results),
        "unchecked": list(map(_message, report.unchecked)),
        "faults": report.faults,
        "played": _played(report.played),
    }


def _message(said: Message | None) -> dict[str, Any] | None:
    return None if said is None else said.as_data()


def _result(result: Result | None) -> list[Any] | None:
    return None if result is None else [result.places, result.scores, result.why.as_data()]


def _played(game: SeriesGame | None) -> list[Any] | None:
    if game is None:
        return None
    begins = None if game.begins is None else game.begins.hex()
    return [game.end.hex(), _result(game.result), begins, game.replayed, game.counted]


def read_report(data: Any, rules_of: RulesOf) -> AuditReport:
    """Return the report that `report_as_data` was made of; raise ValueError for anything else.

    ``rules_of`` loads the game, whose sentences it may hold. The genesis is checked with all its signatures.
    """
    said = dict(zip(_FIELDS, shape.fields(data, *_FIELDS), strict=True))
    genesis = shape.perhaps(said["genesis"], lambda record: _genesis(record, rules_of))
    return AuditReport(
        shape.text(said["mode"]),
        Grade(shape.number(said["grade"])),
        shape.perhaps(said["because"], read_message),
        genesis,
        shape.table(said["options"], shape.text),
        shape.perhaps(said["result"], _read_result),
        shape.perhaps(said["finished"], shape.truth),
        shape.perhaps(said["basis"], shape.text),
        shape.number(said["rounds"]),
        shape.number(said["events"]),
        Counter(shape.table(said["checks"], shape.number)),
        shape.truth(said["contested"]),
        shape.every(said["departures"], _read_departure),
        shape.every(said["by"], lambda by: By.read(shape.binary(by))),
        shape.every(said["unrevealed"], shape.number),
        shape.every(said["other_results"], shape.number),
        shape.every(said["unchecked"], read_message),
        list(shape.every(said["faults"], _read_fault)),
        played=shape.perhaps(said["played"], lambda game: _read_played(game, genesis)),
    )


def _genesis(record: Any, rules_of: RulesOf) -> Genesis:
    genesis = read_genesis(shape.binary(record))
    try:
        rules_of(genesis.game, genesis.proposal.version)
    except Unknown:
        return genesis  # then the report says so itself
    return genesis


def _read_result(data: Any) -> Result:
    places, scores, why = shape.every(data, lambda item: item)
    return Result(
        shape.every(places, shape.number),
        shape.perhaps(scores, lambda some: shape.every(some, shape.number)),
        read_message(why),
    )


def _read_departure(data: Any) -> Departure:
    seat, number, why, reason, opened = shape.every(data, lambda item: item)
    return Departure(
        shape.number(seat),
        shape.number(number),
        Why(shape.text(why)),
        shape.perhaps(reason, read_message),
        shape.truth(opened),
    )


def _read_fault(data: Any) -> dict[str, Any]:
    number, seat, kind, why, said = shape.fields(data, "round", "seat", "kind", "why", "why_message")
    shape.number(number), shape.perhaps(seat, shape.number), shape.text(kind), shape.text(why)
    shape.perhaps(said, read_message)
    found: dict[str, Any] = data
    return found


def _read_played(data: Any, genesis: Genesis | None) -> SeriesGame:
    if genesis is None:
        raise ValueError("a game without its beginning")
    end, result, begins, replayed, counted = shape.every(data, lambda item: item)
    return SeriesGame(
        genesis,
        shape.binary(end),
        shape.perhaps(result, _read_result),
        shape.perhaps(begins, shape.binary),
        shape.truth(replayed),
        shape.truth(counted),
    )


# Whether audited games follow each other as they say.


def check_series(reports: Iterable[AuditReport]) -> None:
    """Compare every game with the previous one that it names, if one of these reports has the end of that.

    A game that follows none of those is invalid: there may be several, of files that differ.
    """
    reports = list(reports)
    at_hand: defaultdict[bytes, list[SeriesGame]] = defaultdict(list)
    for report in reports:
        if report.played is not None:
            at_hand[report.played.genesis.game_id].append(report.played)
    for report in reports:
        genesis = report.genesis
        before = genesis.proposal.previous if genesis is not None else None
        if genesis is None or before is None or before[0] not in at_hand:
            continue
        game, wrong = _nearest(genesis, at_hand[before[0]])
        report.follows = not wrong
        report.unchecked = tuple(claim for claim in report.unchecked if claim not in unchecked(genesis))
        if not game.replayed:
            report.unchecked += (sentences.BEGINS_UNCHECKED,)
        if wrong and report.grade in (Grade.FINISHED, Grade.RUNNING):
            report.refuse(sentences.DOES_NOT_FOLLOW(game=Verbatim(before[0].hex()[:16]), why=wrong))


def _nearest(genesis: Genesis, games: Iterable[SeriesGame]) -> tuple[SeriesGame, Message | None]:
    """Return the game of these that is followed, one that was replayed if there is; else one, and why it is not."""
    in_order = sorted(games, key=lambda game: not game.replayed)
    compared = [(game, series.why_unfit(genesis.proposal, game, genesis.identities)) for game in in_order]
    return next((pair for pair in compared if pair[1] is None), compared[0])


def linked_series(reports: Iterable[AuditReport]) -> list[list[Scored]]:
    """Return the series among reports that `check_series` has seen, each from its first game on."""
    return series.chains(
        report.played.scored
        for report in reports
        if report.played is not None and report.follows is not False
    )
