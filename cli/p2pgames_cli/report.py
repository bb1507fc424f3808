"""An audit in words."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Why
from p2pgames_cli.errors import Code
from p2pgames_protocol.audit import Grade, Report, voters
from p2pgames_protocol.identity import short
from p2pgames_protocol.position import Departure

VERDICTS = {
    Grade.FINISHED: "valid, finished",
    Grade.RUNNING: "valid so far, not finished",
    Grade.INVALID: "NOT VALID",
    Grade.CHEATED: "CHEATED",
}


def show(report: Report, name: str) -> str:
    """Return a report for people."""
    return "\n".join(_lines(report, name)) + "\n"


def _lines(report: Report, name: str) -> Iterator[str]:
    yield f"{name}: {VERDICTS[report.grade]}"
    if report.why:
        yield f"  {report.why}"
    if report.genesis is None:
        return
    genesis = report.genesis
    options = " ".join(f"{k}={v}" for k, v in {**genesis.options, **genesis.table}.items())
    yield f"  {genesis.proposal.rules} rules {genesis.proposal.version}, {options}"
    yield f"  game {genesis.game_id.hex()}"
    yield f"       in words: {genesis.words}"
    for seat, join in enumerate(genesis.joins):
        yield (
            f"  {_place(report, seat):>5} {join.name:12} {_score(report, seat):>4}   key {short(join.key)}"
        )
    basis = f", decided: {report.basis}" if report.basis else ""
    yield (
        f"  {report.rounds} steps, {report.events} events{basis}{', contested' if report.contested else ''}"
    )
    yield "  checked: " + ", ".join(f"{n} {what}" for what, n in report.checks.items() if n)
    for claim in report.unchecked:
        yield f"  not checked: {claim}"
    for departure in report.departures:
        yield f"  {genesis.names[departure.seat]} {_left(report, departure)}"
    for seat in report.unrevealed:
        yield f"  {genesis.names[seat]} has not revealed the game secret"
    for fault in report.faults:
        yield f"  fault of seat {fault['seat'] + 1} in step {fault['round']}: {fault['why']}"


def _left(report: Report, departure: Departure) -> str:
    """Return how a seat left; whom the others voted out did not leave."""
    if departure.why is Why.VOTED and report.genesis is not None:
        names = ", ".join(report.genesis.names[seat] for seat in voters(report, departure))
        return f"is out since step {departure.round} by vote of {names}"
    reason = f" - {departure.reason}" if departure.reason else ""
    return f"left in step {departure.round}: {departure.why.value}{reason}"


def _place(report: Report, seat: int) -> str:
    return f"{report.result.places[seat]}." if report.result else ""


def _score(report: Report, seat: int) -> str:
    return f"{report.result.scores[seat]}" if report.result and report.result.scores else ""


def worst(grades: list[int]) -> int:
    """Return the exit code for several files: the first of 4, 3, 1, 5, 0 that occurs."""
    order = (Code.CHEATED, Code.INVALID, Code.FAILURE, Code.UNFINISHED, Code.FINE)
    return next((code for code in order if code in grades), Code.FINE)
