"""The full audit: every record is heard again, and judged by the rules of the game.

Where these are not known here, it is the `fast` audit, which needs none. Both give an `AuditReport`.
"""

from __future__ import annotations

from p2pgames.contract import Seat, Why
from p2pgames.registry import Unknown
from p2pgames.text import Count, Every, Message, Verbatim, as_it_is
from p2pgames_protocol.audit import proof_file, sentences, series
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import Replay, read_log, record_name, replay
from p2pgames_protocol.audit.report import CHECKS, COUNTED, AuditReport, Grade, unchecked
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused, RulesOf
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.proof_jobs import Reception, Status
from p2pgames_protocol.log.records import By, Event, Kind, Record, in_order
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import COIN, DONE, REVEAL
from p2pgames_protocol.log.validate import result_of, signed_otherwise
from p2pgames_protocol.wire.codec import Malformed


def full(data: bytes, rules_of: RulesOf) -> AuditReport:
    """Check everything in a game file or proof file; never raises for anything a file can contain.

    A game whose rules are not known here is checked without them, and the report says so.
    """
    report = AuditReport("full")
    try:
        if data.startswith(logfile.PROOF_MAGIC):
            return _proof(report, data, rules_of)
        report.genesis, records = read_log(data)
        genesis = report.genesis
        report.unchecked = unchecked(genesis)
        report.options = genesis.proposal.resolved_options
        try:
            rules = rules_of(genesis.game, genesis.proposal.version)
        except Unknown as unknown:
            report = fast(data)
            report.unchecked += (sentences.WITHOUT_RULES(why=unknown.message),)
            return report
        _conclude(report, replay(genesis, rules, records))
    except (Damaged, Malformed, Refused, Unknown) as wrong:
        report.refuse(wrong.message)
    return report


def _proof(report: AuditReport, data: bytes, rules_of: RulesOf) -> AuditReport:
    report.genesis, records = read_log(data, logfile.PROOF_MAGIC)
    report.options = report.genesis.proposal.resolved_options
    found = proof_file.judge(report.genesis, records, rules_of)
    for misconduct in found:
        report.blame(misconduct.round, misconduct.seat, misconduct.fault, misconduct.why)
    report.grade, report.because = Grade.CHEATED, found[0].why
    return report


def _conclude(report: AuditReport, played: Replay) -> None:
    _count(report, played)
    report.by = in_order(By.read(record.body) for record, _ in played.heard if record.kind is Kind.BY)
    report.grade, report.because = grade(played)
    _describe(report, played.replica)
    if report.grade is Grade.INVALID:
        report.refuse(report.because)


def grade(played: Replay) -> tuple[Grade, Message | None]:
    """Return what the records are worth, all of them signed, and why: first who is to blame, then what does not fit."""
    replica = played.replica
    if replica.accusations.verdict is not None:
        return Grade.CHEATED, replica.accusations.verdict.why
    unexplained = [pair for pair in played.heard if not played.explains(*pair)]
    for record, outcome in sorted(unexplained, key=lambda pair: pair[1].status is not Status.AUTHOR):
        return Grade.INVALID, _trouble(record, outcome)
    since = len(replica.log) if replica.ballots.contested_since is None else replica.ballots.contested_since
    for number, seat in sorted(
        (number, seat) for seat, number in replica.haves.diverged.items() if number < since
    ):
        return Grade.INVALID, sentences.CONFIRMED_OTHER(seat=Count(seat + 1), round=Count(number))
    if replica.position.over:
        return Grade.FINISHED, None
    awaited = sentences.people(replica.genesis, replica.waiting_for)
    return Grade.RUNNING, sentences.NOT_OVER(round=Count(len(replica.log)), players=awaited)


def _trouble(record: Record, outcome: Reception) -> Message | None:
    """Say what is wrong with a record that has no place in the log."""
    match outcome.status:
        case Status.EARLY if record.kind is Kind.HAVE:
            return sentences.NOT_COMPLETE(record=record_name(record))
        case Status.EARLY:
            return sentences.TOO_EARLY(record=record_name(record))
        case Status.AUTHOR:
            return outcome.why
    return sentences.OF_RECORD(record=record_name(record), why=outcome.why or as_it_is(""))


def _count(report: AuditReport, played: Replay) -> None:
    """Count what was checked, every message once; a roll once, whoever gave values for it."""
    signatures, rolls = 1 + len(played.replica.genesis.joins), set()
    report.checks.update(dict.fromkeys(CHECKS, 0))
    for record, _ in played.heard:
        signatures += 1 + (record.kind is Kind.BY)
        if record.kind is Kind.EVENT:
            report.events += 1
            event = Event.read(record.body)
            if event.act == COIN.act:
                rolls.add(event.body[:1])
            if (name := COUNTED.get(event.act)) is not None:
                report.checks[name] += 1
    report.checks["signatures"], report.checks["rolls"] = signatures, len(rolls)
    report.checks["links"] = len(played.replica.log)


def _describe(report: AuditReport, replica: Replica) -> None:
    """Say how the game went, and how it ended."""
    position, cheat = replica.position, replica.accusations.verdict
    report.rounds = len(replica.log)
    report.played = series.ended_game(replica) if report.grade is Grade.FINISHED else None
    report.contested = replica.ballots.contested and cheat is None
    report.checks["shuffles"] = position.decks_state.shuffles
    report.checks["shares"] = sum(map(len, position.decks_state.shares.values()))
    report.finished = replica.finished
    report.departures = position.departures
    for departure in (*position.departures, *position.faults):
        if departure.why is Why.FAULT:
            report.blame(departure.round, departure.seat, Fault.ILLEGAL, departure.reason)
    if cheat is not None:
        report.blame(cheat.round, cheat.seat, cheat.fault, cheat.why)
        report.basis = "fault"
    elif position.ending is not None:
        report.basis, report.result = position.ending.basis.value, position.ending.result
        report.unrevealed = unrevealed(replica)
        report.other_results = other_results(replica, position.ending)
        report.unchecked += _still_hidden(replica, report.unrevealed)


def _still_hidden(replica: Replica, seats: tuple[Seat, ...]) -> tuple[Message, ...]:
    """Return what cannot be said of the cards because secrets are missing."""
    decks_state = replica.position.decks_state
    hidden = sum(len(faces) for faces in decks_state.faces.values()) - len(decks_state.public)
    if not seats or not hidden:
        return ()
    names = Every(tuple(Verbatim(replica.genesis.names[seat]) for seat in seats))
    return (sentences.STILL_HIDDEN(count=Count(hidden), names=names),)


def other_results(replica: Replica, ending: Ending) -> tuple[Seat, ...]:
    """Return the seats that have signed a result other than that of the finished game."""
    if ending.basis is Basis.VOTED and ending.result is None:
        return ()  # a seat that revealed before the event turned up has signed the result of that time
    given = replica.log[-1] if replica.position.kind is DONE else replica.branch.open
    reveals = (event for record in given.values() if (event := Event.read(record.body)).act == REVEAL.act)
    return signed_otherwise(result_of(ending), reveals)


def unrevealed(replica: Replica) -> tuple[Seat, ...]:
    """Return the seats that have not published their game secret, or a wrong one, though the game is over."""
    position = replica.position
    if position.kind is DONE:
        return tuple(seat for seat in range(len(replica.genesis.keys)) if seat not in position.revealed)
    return (
        tuple(seat for seat in position.due if seat not in replica.branch.in_order) if position.over else ()
    )
