"""A report as plain values, and back: so it comes from another process or computer without anything but JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from p2pgames.contract import Result, Why
from p2pgames.registry import Unknown
from p2pgames.text import Message
from p2pgames_protocol.audit.report import Grade, Report
from p2pgames_protocol.audit.series import Played
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Departure
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.rules_lookup import RulesOf
from p2pgames_protocol.wire import json_fields as shape
from p2pgames_protocol.wire.message_json import read_message

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


def plain(report: Report) -> dict[str, Any]:
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


def _played(game: Played | None) -> list[Any] | None:
    if game is None:
        return None
    begins = None if game.begins is None else game.begins.hex()
    return [game.end.hex(), _result(game.result), begins, game.replayed, game.counted]


def read_report(data: Any, rules_of: RulesOf) -> Report:
    """Return the report that `plain` was made of; raise ValueError for anything else.

    ``rules_of`` loads the game, whose sentences it may hold. The genesis is checked with all its signatures.
    """
    said = dict(zip(_FIELDS, shape.fields(data, *_FIELDS), strict=True))
    genesis = shape.perhaps(said["genesis"], lambda record: _genesis(record, rules_of))
    return Report(
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
    genesis = gen.read(shape.binary(record))
    try:
        rules_of(genesis.proposal.rules, genesis.proposal.version)
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


def _read_played(data: Any, genesis: Genesis | None) -> Played:
    if genesis is None:
        raise ValueError("a game without its beginning")
    end, result, begins, replayed, counted = shape.every(data, lambda item: item)
    return Played(
        genesis,
        shape.binary(end),
        shape.perhaps(result, _read_result),
        shape.perhaps(begins, shape.binary),
        shape.truth(replayed),
        shape.truth(counted),
    )
