"""The audit: what a stranger can say of a game from its file alone.

`full` replays everything; `fast` (in `fast.py`) recomputes digests and links and spares rules and most
signatures. Both give a `Report`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from p2pgames.contract import Result, Seat, Why
from p2pgames.registry import Unknown
from p2pgames_protocol import genesis as gen
from p2pgames_protocol import logfile, proof, series
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.evidence import Fault
from p2pgames_protocol.genesis import Genesis, Refused
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.logfile import Damaged
from p2pgames_protocol.lookup import RulesOf, settled
from p2pgames_protocol.message import Act, Event, Kind, Record, author
from p2pgames_protocol.outcome import Heard, Outcome
from p2pgames_protocol.position import Departure, Step
from p2pgames_protocol.replay import Replay, replay, round_of
from p2pgames_protocol.series import Played


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
    """The outcome of an audit. ``why`` is the sentence that explains a grade other than finished."""

    mode: str
    grade: Grade = Grade.INVALID
    why: str = ""
    genesis: Genesis | None = None
    options: dict[str, str] = field(default_factory=dict)
    """Those of table and game that mean something; all of them where the game is unknown here."""
    result: Result | None = None
    finished: bool | None = False
    """Whether the game is over; None where a fast audit has not seen that it is."""
    basis: str | None = None
    rounds: int = 0
    events: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    contested: bool = False
    departures: tuple[Departure, ...] = ()
    unrevealed: tuple[Seat, ...] = ()
    unchecked: tuple[str, ...] = ()
    faults: list[dict[str, Any]] = field(default_factory=list)
    names: tuple[str, ...] = ()
    played: Played | None = None
    """The game as one that another one may follow, if it is over."""
    follows: bool | None = None
    """Whether it was seen to follow the game it names as the one before it; None while that was not checked."""

    def blame(self, round_: int, seat: Seat | None, kind: str, why: str) -> None:
        """Add a fault."""
        self.faults.append({"round": round_, "seat": seat, "kind": kind, "why": why})


COUNTED = {Act.MOVE.value: "moves", Act.COIN.value: "rolls", Act.REVEAL.value: "reveals"}
"""Under what events are counted, by their act."""
CHECKS = ("signatures", "links", "moves", "rolls", "shuffles", "shares", "reveals")


def full(data: bytes, rules_of: RulesOf) -> Report:
    """Check everything in a game file or proof file; never raises for anything a file can contain."""
    report = Report("full")
    try:
        if data.startswith(logfile.PROOF_MAGIC):
            return _proof(report, data, rules_of)
        records = logfile.read(data)
        report.genesis = genesis = gen.read(records[0].body)
        report.unchecked = unchecked(genesis)
        report.options = settled(genesis.proposal, rules_of)
        rules = rules_of(genesis.proposal.rules, genesis.proposal.version)
        _replay(report, replay(genesis, rules, records[1:]))
    except (Damaged, Malformed, Refused, Unknown) as wrong:
        report.grade, report.why = Grade.INVALID, str(wrong)
    return report


def check_series(reports: Iterable[Report]) -> None:
    """Compare every game with the one it names as the one before it, where both are among these reports.

    A game that does not fit that is invalid.
    """
    reports = list(reports)
    at_hand = {
        report.played.genesis.game_id: report.played for report in reports if report.played is not None
    }
    for report in reports:
        genesis = report.genesis
        before = genesis.proposal.previous if genesis is not None else None
        if genesis is None or before is None or before[0] not in at_hand:
            continue
        game = at_hand[before[0]]
        wrong = series.unfit(genesis.proposal, game, genesis.keys)
        report.follows = not wrong
        report.unchecked = tuple(claim for claim in report.unchecked if claim not in unchecked(genesis))
        if not game.replayed:
            report.unchecked += ("who begins, which only the rules can say",)
        if wrong and report.grade in (Grade.FINISHED, Grade.RUNNING):
            report.grade, report.why = (
                Grade.INVALID,
                f"It does not follow game {before[0].hex()[:16]}: {wrong}",
            )


def linked(reports: Iterable[Report]) -> list[list[Played]]:
    """Return the series among reports that `check_series` has seen, each from its first game on."""
    return series.chains(
        report.played for report in reports if report.played is not None and report.follows is not False
    )


def unchecked(genesis: Genesis) -> tuple[str, ...]:
    """Return what the file claims and cannot show by itself."""
    if genesis.proposal.previous is None:
        return ()
    return (
        f"that game {genesis.proposal.previous[0].hex()[:16]} came before it in a series, and who lost that",
    )


def _proof(report: Report, data: bytes, rules_of: RulesOf) -> Report:
    report.genesis, verdicts = proof.judge(data, rules_of)
    report.options = settled(report.genesis.proposal, rules_of)
    for verdict in verdicts:
        report.blame(verdict.round, verdict.seat, verdict.fault, verdict.why)
    report.grade, report.why = Grade.CHEATED, verdicts[0].why
    return report


def _replay(report: Report, played: Replay) -> None:
    report.checks.update(dict.fromkeys(CHECKS, 0))
    report.checks["signatures"] = 1 + len(played.ledger.genesis.joins)
    for record, _ in played.heard:
        _count(report, record)
    report.checks["links"] = len(played.ledger.log)
    report.grade, report.why = _grade(played)
    _conclude(report, played.ledger)


def _grade(played: Replay) -> tuple[Grade, str]:
    """Return what the records are worth, and why: first what somebody is to blame for, then what does not fit."""
    ledger = played.ledger
    unexplained = [pair for pair in played.heard if not played.explains(*pair)]
    for record, outcome in unexplained:
        if outcome.heard is Heard.SENDER or record.kind is Kind.NOTE:
            return Grade.INVALID, _trouble(record, outcome)
    if ledger.verdict is not None:
        return Grade.CHEATED, ledger.verdict.why
    for record, outcome in sorted(unexplained, key=lambda pair: pair[1].heard is not Heard.AUTHOR):
        return Grade.INVALID, _trouble(record, outcome)
    since = len(ledger.log) if ledger.contested_since is None else ledger.contested_since
    for number, seat in sorted((number, seat) for seat, number in ledger.diverged.items() if number < since):
        return Grade.INVALID, f"Seat {seat + 1} confirmed another round {number} than this file holds."
    return (Grade.FINISHED, "") if ledger.position.over else (Grade.RUNNING, _awaited(ledger))


def _trouble(record: Record, outcome: Outcome) -> str:
    """Say what is wrong with a record that has no place in the log."""
    match outcome.heard:
        case Heard.KNOWN:
            return f"{_named(record)} is in the file twice, or does not belong there."
        case Heard.EARLY if record.kind is Kind.HAVE:
            return f"{_named(record)} is about a round that is not complete in this file."
        case Heard.EARLY:
            return f"{_named(record)} comes before its time: something before it is missing."
        case Heard.AUTHOR:
            return outcome.why
    return f"{_named(record)}: {outcome.why}"


def _named(record: Record) -> str:
    """Name a record by seat and round, as far as it can be read."""
    try:
        seat, number = author(record), round_of(record)
    except Malformed:
        seat, number = None, -1
    if seat is None:
        return f"A record of kind {record.kind.value}"
    return f"The {record.kind.value} of seat {seat + 1}" + (f" for round {number}" if number >= 0 else "")


def _count(report: Report, record: Record) -> None:
    report.checks["signatures"] += record.kind is not Kind.EVIDENCE
    try:
        event = Event.read(record.body) if record.kind is Kind.EVENT else None
    except Malformed:
        return
    if event is not None:
        report.events += 1
        if (name := COUNTED.get(event.act)) is not None:
            report.checks[name] += 1


def _awaited(ledger: Ledger) -> str:
    who = " and ".join(f"{ledger.genesis.names[seat]} (seat {seat + 1})" for seat in ledger.waiting_for)
    return f"The game is not over: round {len(ledger.log)} waits for {who}."


def _conclude(report: Report, ledger: Ledger) -> None:
    position = ledger.position
    report.rounds = len(ledger.log)
    report.played = series.played(ledger) if report.grade is Grade.FINISHED else None
    report.contested = ledger.contested
    report.checks["shuffles"] = position.dealing.shuffles
    report.checks["shares"] = sum(map(len, position.dealing.shares.values()))
    report.finished = ledger.finished
    report.departures = position.departures
    for departure in (*position.departures, *position.faults):
        if departure.why is Why.FAULT:
            report.blame(departure.round, departure.seat, Fault.ILLEGAL, departure.reason)
    for verdict in ledger.faults:
        if verdict.fault is not Fault.ILLEGAL:
            report.blame(verdict.round, verdict.seat, verdict.fault, verdict.why)
    if ledger.verdict is not None:
        report.basis = "fault"
    elif position.ending is not None:
        report.basis, report.result = position.ending.basis.value, position.ending.result
        report.unrevealed = unrevealed(ledger)
        report.unchecked += _still_hidden(ledger, report.unrevealed)


def _still_hidden(ledger: Ledger, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return what cannot be said of the cards because secrets are missing."""
    dealing = ledger.position.dealing
    hidden = sum(len(faces) for faces in dealing.faces.values()) - len(dealing.public)
    if not seats or not hidden:
        return ()
    names = " and ".join(ledger.genesis.names[seat] for seat in seats)
    cards = "card that was" if hidden == 1 else "cards that were"
    return (f"the {hidden} {cards} never opened, without the secret of {names}",)


def unrevealed(ledger: Ledger) -> tuple[Seat, ...]:
    """Return the seats that have not published their game secret though the game is over."""
    position = ledger.position
    if position.step is Step.DONE:
        return tuple(seat for seat in range(len(ledger.genesis.keys)) if seat not in position.revealed)
    return tuple(seat for seat in position.due if seat not in ledger.open) if position.over else ()


def as_json(report: Report, file: str) -> dict[str, Any]:
    """Return the report as the object that ``audit --json`` prints."""
    genesis = report.genesis
    result = report.result
    seats = [
        {
            "seat": seat,
            "name": join.name,
            "shown": genesis.names[seat] if genesis else join.name,
            "key": join.key.hex(),
            "score": result.scores[seat] if result and result.scores else None,
            "place": result.places[seat] if result else None,
        }
        for seat, join in enumerate(genesis.joins if genesis else ())
    ]
    return {
        "file": file,
        "valid": report.grade in (Grade.FINISHED, Grade.RUNNING),
        "finished": report.finished,
        "why": report.why,
        "game": genesis.proposal.rules if genesis else None,
        "rules": genesis.proposal.version if genesis else None,
        "options": report.options,
        "game_id": genesis.game_id.hex() if genesis else None,
        "seats": seats,
        "rounds": report.rounds,
        "events": report.events,
        "checks": {name: report.checks[name] for name in CHECKS},
        "mode": report.mode,
        "basis": report.basis,
        "contested": report.contested,
        "previous": genesis.proposal.previous[0].hex() if genesis and genesis.proposal.previous else None,
        "follows": report.follows,
        "left": [
            {"seat": d.seat, "round": d.round, "why": d.why.value, "voted_by": voters(report, d)}
            for d in report.departures
        ],
        "unrevealed": list(report.unrevealed),
        "unchecked": list(report.unchecked),
        "faults": report.faults,
    }


def voters(report: Report, departure: Departure) -> list[Seat]:
    """Return the seats whose votes, or whose claim, a departure rests on."""
    if departure.why not in (Why.VOTED, Why.CLAIMED) or report.genesis is None:
        return []
    before = {d.seat for d in report.departures if d.round < departure.round}
    seats = range(len(report.genesis.joins))
    return [seat for seat in seats if seat != departure.seat and seat not in before]
