"""A report as an object for programs."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import Seat, Why
from p2pgames.text import with_message
from p2pgames_protocol.audit.report import CHECKS, Grade, Report
from p2pgames_protocol.log.position import Departure
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.wire.names import shown


def as_json(report: Report, file: str) -> dict[str, Any]:
    """Return the report as the object that ``audit --json`` prints."""
    return {
        "file": file,
        "grade": report.grade.name.lower(),
        "valid": report.grade in (Grade.FINISHED, Grade.RUNNING),
        "finished": report.finished,
        **with_message("why", report.because, ""),
        **_game(report),
        "seats": _seats(report),
        "rounds": report.rounds,
        "events": report.events,
        "checks": {name: report.checks[name] for name in CHECKS},
        "mode": report.mode,
        "basis": report.basis,
        "contested": report.contested,
        **_series(report),
        "left": [
            {"seat": d.seat, "round": d.round, "why": d.why.value, "voted_by": voters(report, d)}
            for d in report.departures
        ],
        "by": [_by(by) for by in report.by],
        "unrevealed": list(report.unrevealed),
        "other_results": list(report.other_results),
        **with_message("unchecked", report.unchecked),
        "faults": report.faults,
    }


def _game(report: Report) -> dict[str, Any]:
    genesis = report.genesis
    return {
        "game": genesis.proposal.rules if genesis else None,
        "rules": genesis.proposal.version if genesis else None,
        "options": report.options,
        "game_id": genesis.game_id.hex() if genesis else None,
    }


def _seats(report: Report) -> list[dict[str, Any]]:
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


def _series(report: Report) -> dict[str, Any]:
    previous = report.genesis.proposal.previous if report.genesis else None
    return {"previous": previous[0].hex() if previous else None, "follows": report.follows}


def _by(by: By) -> dict[str, Any]:
    return {
        "seat": by.seat,
        "round": by.round,
        "name": by.name,
        "shown": shown(by.name),
        "key": by.key.hex(),
    }


def voters(report: Report, departure: Departure) -> list[Seat]:
    """Return the seats on whose votes a departure rests."""
    if departure.why is not Why.VOTED or report.genesis is None:
        return []
    before = {d.seat for d in report.departures if d.round < departure.round}
    seats = range(len(report.genesis.joins))
    return [seat for seat in seats if seat != departure.seat and seat not in before]
