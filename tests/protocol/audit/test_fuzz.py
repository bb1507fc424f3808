"""Mutated files are judged justly, without a foreign exception, and for no more work than their size."""

from dataclasses import replace
from random import Random

import pytest

from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.misconduct import conflicts
from p2pgames_protocol.log.records import Event, Kind, sign
from p2pgames_protocol.testing.room import seated
from tests.fuzz import Mutant, _check, judge, original, run
from tests.vectors import rules_of


def test_some_mutated_files_are_judged_justly():
    said, worst = run(seed=1, count=150, sampled=20)
    assert said.total() == 300
    assert 0 < worst < 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_mutated_files_are_judged_justly(seed):
    said, _ = run(seed, count=5_000)
    assert {what.partition(":")[0] for what in said} == {
        "bytes", "body", "dropped", "doubled", "moved", "forged", "replaced", "added",
    }  # fmt: skip


def test_a_proof_may_be_kept_back_but_not_overlooked():
    log = original("forked linja")
    (fork,) = conflicts(log.records)[1]
    for gone in fork:
        rest = [record for record in log.records if record is not gone]
        judge(log, Mutant("dropped", logfile.write_records(rest)), Random(0))
    sound = original("linja").full
    with pytest.raises(AssertionError):
        _check(log, Mutant("dropped", log.data), log.full, sound)


def test_in_a_contested_game_a_seat_may_leave_by_its_own_later_event_and_nobody_by_anothers():
    log = original("voted and contested")
    contested = min(departure.round for departure in log.full.departures)
    at, event = next(
        (at, event)
        for at, record in reversed(list(enumerate(log.records)))
        if record.kind is Kind.EVENT and (event := Event.read(record.body)).act == "move"
    )
    assert event.round > contested
    lie = sign(seated(event.seat), Kind.EVENT, log.game_id, replace(event, act="reveal").pack())
    data = logfile.write_records([*log.records[:at], lie, *log.records[at + 1 :]])
    judge(log, Mutant("replaced", data, event.seat, event.round), Random(0))
    report = audit.full(data, rules_of)
    assert report.grade is Grade.FINISHED
    assert (event.seat, event.round) in {(left.seat, left.round) for left in report.departures}
    for seat, number in ((event.seat, event.round - 1), ((event.seat + 1) % 3, event.round)):
        with pytest.raises(AssertionError):
            _check(log, Mutant("replaced", data, seat, number), log.full, report)
