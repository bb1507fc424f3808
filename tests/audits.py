"""The audits of a file: those of the product, with the rules and without, and the independent ones."""

from __future__ import annotations

from typing import Any

from p2pgames import registry
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.log.misconduct import Fault
from tests.independent.auditor import audited, judge, own_rules
from tests.independent.verdict import CHEATED, INVALID

CHEATS = (Fault.EQUIVOCATION, Fault.FALSE_ABSENCE)


def agree(data, rules=registry.rules):
    """The full audits, compared."""
    differs = unlike(data, rules)
    assert not differs, differs
    return judge(data)


def unlike(data, rules=None, report=None) -> dict[str, Any]:
    """What the product and the independent auditor say otherwise of a file, with these rules or without any.

    The product's report may be there already.
    """
    report = report or (fast(data) if rules is None else audit.full(data, rules))
    verdict = audited(data, None if rules is None else own_rules)
    said = of_report(report, rules is not None), of_verdict(verdict, rules is not None)
    differs = {
        name: (value, said[1].get(name)) for name, value in said[0].items() if said[1].get(name) != value
    }
    return differs and differs | {"why": (str(report.why), verdict.why)}


def of_report(report, with_rules):
    """What is compared of the product's report: of an invalid file nothing but that."""
    grade = int(report.grade)
    said = {"grade": grade}
    if grade == INVALID:
        return said
    faults = report.faults
    if grade == CHEATED:  # in a game what makes it one, in a proof perhaps all that breaks the rules
        faults = [fault for fault in faults if fault["kind"] in CHEATS][:1] or faults
    blame = sorted({(fault["round"], fault["seat"]) for fault in faults})
    said |= {"contested": report.contested, "basis": report.basis}
    said["blame"] = blame
    said["by"] = [(by.seat, by.round, by.name, by.key.hex()) for by in report.by]
    if report.result is not None:
        scores = report.result.scores
        said |= {"places": list(report.result.places), "scores": None if scores is None else list(scores)}
    if grade != CHEATED:
        said["rounds"] = report.rounds
    if with_rules:
        said["left"] = [(left.seat, left.round, left.why.value) for left in report.departures]
    return said


def of_verdict(verdict, with_rules):
    """The same of the independent auditor's."""
    said = {"grade": verdict.grade}
    if verdict.grade == INVALID:
        return said
    places, scores, basis = verdict.result or (None, None, None)
    said |= {"contested": verdict.contested, "basis": basis, "blame": sorted(verdict.blame)}
    said |= {"by": list(verdict.by), "places": places, "scores": scores, "rounds": verdict.rounds}
    return said | ({"left": list(verdict.departures)} if with_rules else {})
