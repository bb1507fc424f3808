"""An audit in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from p2pgames.contract import Why
from p2pgames.text import inert, isolated
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import with_commas
from p2pgames_protocol.audit.report import AuditReport, Grade, voters
from p2pgames_protocol.audit.series import Scored, standings
from p2pgames_protocol.log.position import Departure
from p2pgames_protocol.log.records import Event, Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

VERDICTS = {
    Grade.FINISHED: "valid, finished",
    Grade.RUNNING: "valid so far, not finished",
    Grade.INVALID: "NOT VALID",
    Grade.CHEATED: "CHEATED",
}
SEEN = {
    Grade.FINISHED: "valid as far as can be seen without the rules, finished",
    Grade.RUNNING: "valid as far as can be seen without the rules, not seen to be finished",
}
"""What a fast audit says in place of some of these."""


def padded_name(name: str) -> str:
    """Return a name at the beginning of a line, as wide as most: what comes after it stands in one column."""
    return isolated(name) + " " * (12 - len(name))


def show(report: AuditReport, name: str) -> str:
    """Return a report for people."""
    return "\n".join(map(inert, _lines(report, name))) + "\n"


def _lines(report: AuditReport, name: str) -> Iterator[str]:
    said = VERDICTS | SEEN if report.mode == "fast" else VERDICTS
    yield f"{name}: {said[report.grade]}"
    if report.why:
        yield f"  {report.why}"
    if report.genesis is None:
        return
    genesis = report.genesis
    names = tuple(map(isolated, genesis.names))
    options = " ".join(f"{k}={v}" for k, v in report.options.items())
    yield f"  {genesis.game} rules {genesis.proposal.version}, {options}"
    yield f"  game {genesis.game_id.hex()}"
    yield f"       in words: {genesis.words}"
    for seat, join in enumerate(genesis.joins):
        who = padded_name(genesis.names[seat])
        yield f"  {_place(report, seat):>5} {who} {_score(report, seat):>4}   key {short(join.key)}"
    basis = f", decided: {report.basis}" if report.basis else ""
    if report.checks:  # a proof is replayed only up to the fault, so no more can be said of the game
        yield (
            f"  {report.rounds} steps, {report.events} events{basis}{', contested' if report.contested else ''}"
        )
        counted = ((n, what if n > 1 else what.removesuffix("s")) for what, n in report.checks.items() if n)
        yield "  checked: " + ", ".join(f"{n} {what}" for n, what in counted)
    for claim in report.unchecked:
        yield f"  not checked: {claim}"
    if report.follows and genesis.proposal.previous is not None:
        yield f"  follows game {genesis.proposal.previous[0].hex()[:16]}, as it says"
    for by in report.by:
        to = isolated(shown(by.name))
        yield f"  {names[by.seat]} handed over in step {by.round} to {to}, key {short(by.key)}"
    for departure in report.departures:
        yield f"  {names[departure.seat]} {_left(report, departure)}"
    for seat in report.unrevealed:
        yield f"  {names[seat]} has not revealed the game secret"
    for seat in report.other_results:
        yield f"  {names[seat]} has signed another result"
    for fault in report.faults:
        yield f"  fault of seat {fault['seat'] + 1} in step {fault['round']}: {fault['why']}"


def series_line(chain: Sequence[Scored]) -> Iterator[str]:
    """Yield a series in words: its games, then how everybody stands."""
    ids = ", ".join(game.id.hex()[:8] for game in chain)
    count = len(chain)
    said = _("Series of {count} games of {game} ({ids}):")
    yield said.format(count=count, game=chain[0].game, ids=ids)
    for one in standings(chain):
        shared = _(", {count} shared").format(count=one.shared) if one.shared else ""
        points = "" if one.points is None else _(", {points} points in all").format(points=one.points)
        yield f"  {padded_name(shown(one.name))} " + _("{won} won").format(won=one.won) + f"{shared}{points}"
    if any(game.places is None for game in chain):
        yield "  " + _("not counted: games without a result, or whose result was not checked")
    if not all(game.counted for game in chain):
        yield "  " + _("not counted: games that somebody was put out of")


def show_series(chain: Sequence[Scored]) -> str:
    """Return a series for people."""
    return "\n".join(map(inert, series_line(chain))) + "\n"


def series_json(chain: Sequence[Scored]) -> dict[str, Any]:
    """Return a series as plain data."""
    return {
        "series": [game.id.hex() for game in chain],
        "game": chain[0].game,
        "counted": sum(game.counted and game.places is not None for game in chain),
        "standings": [
            {
                "key": one.key.hex(),
                "name": one.name,
                "shown": shown(one.name),
                "won": one.won,
                "shared": one.shared,
                "points": one.points,
            }
            for one in standings(chain)
        ],
    }


def _left(report: AuditReport, departure: Departure) -> str:
    """Return how a seat left; whom the others voted out did not leave."""
    if departure.why is Why.VOTED and report.genesis is not None:
        names = with_commas(report.genesis.names[seat] for seat in voters(report, departure))
        return f"is out since step {departure.round} by vote of {names}"
    if departure.why is Why.FAULT:
        return f"is out since step {departure.round} by a fault: {departure.reason}"
    reason = f" - {departure.reason}" if departure.reason else ""
    return f"left in step {departure.round}: {departure.why.value}{reason}"


def _place(report: AuditReport, seat: int) -> str:
    return f"{report.result.places[seat]}." if report.result else ""


def _score(report: AuditReport, seat: int) -> str:
    return f"{report.result.scores[seat]}" if report.result and report.result.scores else ""


def worst_exit_code(grades: list[int]) -> int:
    """Return the exit code for several files: the first of 4, 3, 1, 5, 0 that occurs."""
    order = (Code.CHEATED, Code.INVALID, Code.FAILURE, Code.UNFINISHED, Code.FINE)
    return next((code for code in order if code in grades), Code.FINE)


def signed_in_words(replica: Replica, record: Record) -> str:
    """Return in a few words what a seat has signed by a record: a move as it is typed, where that can be told."""
    if record.kind is not Kind.EVENT:
        return f"{record.kind.value} {record.id.hex()[:16]}"
    event = Event.read(record.body)
    position = replica.positions[event.round] if event.round < len(replica.positions) else None
    said: object = event.act
    if event.act == TURN.act and position is not None and position.previous == event.previous:
        judged = validate(position, event, record.body)
        move = event.body[0] if judged.fault is None else None
        said = event.act if move is None else replica.rules.text(position.state, event.seat, move)  # type: ignore[arg-type]
    return f"{isolated(replica.genesis.names[event.seat])} signed in step {event.round}: {said}"
