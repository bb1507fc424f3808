"""Both audits of a file: that of the product, and the independent one."""

from __future__ import annotations

from p2pgames import registry
from p2pgames_protocol.audit import full as audit
from tests.independent.auditor import judge


def agree(data, rules=registry.rules):
    """Both audits, compared."""
    ours, theirs = audit.full(data, rules), judge(data)
    left = [[d.seat, d.round, d.why.value] for d in ours.departures]
    assert ours.grade == 3 or theirs["left"] == left
    assert theirs["by"] == [[by.seat, by.round, by.name, by.key.hex()] for by in ours.by]
    assert theirs["grade"] == ours.grade, (ours.why, theirs["why"])
    if ours.result is not None and ours.grade != 3:
        scores = None if ours.result.scores is None else list(ours.result.scores)
        assert (theirs["scores"], theirs["places"]) == (scores, list(ours.result.places))
    return theirs
