"""What follows from a file follows from the set of its records: neither order nor doubling changes a word of it."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import merge, record_set, sort_key
from p2pgames_protocol.audit.report import Grade, as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import Ballot, Event, Kind, Record, Vote, author, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.testing.room import seated
from p2pgames_protocol.wire import identity
from tests.dice import rules_of as dice
from tests.logs import log_of
from tests.protocol.rooms import begun, signed_vote
from tests.signatures import signed_again
from tests.vectors import rules_of

FULL = {
    "linja": Grade.FINISHED,
    "linja running": Grade.RUNNING,
    "agreed": Grade.FINISHED,
    "resigned at turn": Grade.FINISHED,
    "voted between two": Grade.FINISHED,
    "voted between two and contested": Grade.FINISHED,
    "votes on each other": Grade.FINISHED,
    "false absence": Grade.CHEATED,
    "voted and contested": Grade.FINISHED,
    "forked linja": Grade.CHEATED,
    "a part missing": Grade.INVALID,
    "a record damaged": Grade.INVALID,
}
"""Files of every grade, and what a full audit says of them."""


@cache
def records_of(name):
    """The genesis and the records of a file."""
    match name:
        case "a part missing":
            genesis, *records = logfile.read_records(log_of("linja"))
            return genesis, tuple(records[:20] + records[21:])
        case "a record damaged":
            genesis, *records = logfile.read_records(log_of("linja"))
            return genesis, (*records[:20], Record(Kind.EVENT, records[20].body, bytes(64)), *records[21:])
    genesis, *records = logfile.read_records(log_of(name))
    return genesis, tuple(records)


def said(data):
    """All that both audits say."""
    reports = audit.full(data, rules_of), fast(data)
    return [(as_json(report, "f"), report.by, report.finished) for report in reports]


@cache
def as_it_is(name):
    """What is said of a file with its records as they stand."""
    return said(logfile.write_records([records_of(name)[0], *records_of(name)[1]]))


@pytest.mark.parametrize("name", FULL)
def test_a_file_has_its_grade_in_every_order_and_however_often_records_are_there(name):
    genesis, records = records_of(name)
    assert as_it_is(name)[0][0]["grade"] == FULL[name].name.lower()
    for seed in range(4):
        random = Random(seed)
        again = [*records, *random.choices((genesis, *records), k=random.randrange(len(records)))]
        random.shuffle(again)
        assert said(logfile.write_records([genesis, *again])) == as_it_is(name)


@pytest.mark.parametrize("name", ["linja running", "forked linja", "voted between two and contested"])
def test_of_several_valid_signatures_any_will_do_and_one_that_is_not_valid_spoils_the_file(name):
    genesis, records = records_of(name)
    game_id = gen.read_genesis(genesis.body).game_id
    signed = [record for record in records if record.signature]
    for record in signed[:: max(1, len(signed) // 6)]:
        other = signed_again(seated(author(record)), record.kind, game_id, record.body)
        assert other.signature != record.signature
        told = said(logfile.write_records([genesis, *records, other]))
        assert told[0] == as_it_is(name)[0]
        assert told[1][0]["grade"] == as_it_is(name)[1][0]["grade"]
        for junk in (bytes(64), b"\xff" * 64):
            worse = logfile.write_records([genesis, *records, Record(record.kind, record.body, junk)])
            assert (audit.full(worse, rules_of).grade, fast(worse).grade) == (Grade.INVALID, Grade.INVALID)


@pytest.mark.parametrize("name", ["linja", "forked linja", "false absence"])
def test_every_signature_of_a_file_is_checked_once(name, monkeypatch):
    data = log_of(name)
    checked = []
    check = identity._check.__wrapped__

    def counted(key, signature, message):
        checked.append((signature, message))
        check(key, signature, message)

    counted.__wrapped__ = counted
    monkeypatch.setattr(identity, "_check", counted)
    for look in (lambda: audit.full(data, rules_of), lambda: fast(data)):
        checked.clear()
        look()
        assert len(checked) > 5
        assert len(checked) == len(set(checked))


def test_who_signed_twice_is_blamed_whatever_else_does_not_fit():
    genesis, records = records_of("forked linja")
    for odd in (records[3], *(r for r in records_of("linja running")[1] if r.kind is Kind.HAVE)):
        data = logfile.write_records([genesis, *records, odd])
        assert (audit.full(data, rules_of).grade, fast(data).grade) == (Grade.CHEATED, Grade.CHEATED)
    unsigned = Record(Kind.EVENT, records[20].body, bytes(64))
    data = logfile.write_records([genesis, *records[:20], unsigned, *records[21:]])
    assert (audit.full(data, rules_of).grade, fast(data).grade) == (Grade.INVALID, Grade.INVALID)


def some(records, seeds):
    """Parts of a log, each a file."""
    genesis, records = records
    for seed in seeds:
        random = Random(seed)
        part = [record for record in records if random.random() < 0.7]
        random.shuffle(part)
        yield logfile.write_records([genesis, *part])


@given(seed=st.integers(0, 2**16), name=st.sampled_from(["linja running", "forked linja", "agreed"]))
def test_merging_is_a_union(seed, name):
    one, two, three = some(records_of(name), (seed, seed + 1, seed + 2))

    def join(*files):
        data, *rest = files
        for other in rest:
            data, _ = merge(data, other, rules_of)
        return data

    joined = join(one, two)
    assert joined == join(two, one) == join(joined, joined) == join(joined, one)
    assert join(joined, three) == merge(one, join(two, three), rules_of)[0]
    assert set(logfile.read_records(joined)) == {*logfile.read_records(one), *logfile.read_records(two)}
    _, *records = logfile.read_records(joined)
    assert all(sort_key(before) < sort_key(after) for before, after in pairwise(records))


def test_merging_keeps_the_smallest_signature_and_refuses_one_that_does_not_hold():
    genesis, records = records_of("linja running")
    one = records[1]
    game_id = gen.read_genesis(genesis.body).game_id
    other = signed_again(seated(author(one)), one.kind, game_id, one.body)
    mine, yours = (logfile.write_records([genesis, *records[:1], copy]) for copy in (one, other))
    for copies in ((mine, yours), (yours, mine)):
        assert min(one, other, key=sort_key) in logfile.read_records(merge(*copies, rules_of)[0])
    with pytest.raises(Damaged, match="File 2 holds a record that is not sound"):
        merge(mine, logfile.write_records([genesis, Record(one.kind, one.body, bytes(64))]), rules_of)


def test_a_store_that_meets_a_record_twice_loses_nothing_and_blames_nobody():
    genesis, records = records_of("voted and contested")
    begun = gen.read_genesis(genesis.body)
    twice = [one for record in records for one in (record, signed_otherwise(begun, record), record)]
    replicas = [Replica(begun, rules_of(begun.proposal.rules, 0)) for _ in range(2)]
    for replica, heard in zip(replicas, (records, [genesis, *twice]), strict=True):
        for record in heard:
            Intake(replica).receive(record)
    assert list(replicas[0].records()) == list(replicas[1].records())
    assert replicas[0].accusations.found == replicas[1].accusations.found == []
    assert {record.id for record in record_set(twice)} == {record.id for record in records}


def signed_otherwise(genesis, record):
    """The same message with another valid signature."""
    return signed_again(seated(author(record)), record.kind, genesis.game_id, record.body)


# -- what a reader without the rules sees of votes --


def test_a_game_that_is_contested_between_two_has_no_places_without_the_rules():
    room, silent = begun(2)
    room.cut = {silent}
    room.signers[silent].auto_signer.signing = False
    late = room.forge(silent)
    room.signers[1 - silent].vote(silent)
    room.collect()
    room.cut = set()
    room.sync()
    room.signers[silent].auto_signer.sign_from_now_on()
    room.sync()
    start, ended = Record(Kind.GENESIS, room.genesis.record), list(room.replicas[silent].records())
    assert fast(logfile.write_records([start, *ended])).result.places
    report = fast(logfile.write_records([start, *ended, late]))
    assert (report.grade, report.contested, report.result) == (Grade.FINISHED, True, None)


def test_a_vote_that_names_others_as_in_is_refused_without_the_rules():
    room, silent = begun(4)
    room.play(1)
    replica = room.replicas[0]
    position = next(one for one in replica.positions[:-1] if len(one.due) == 1)
    (absent,) = position.due
    voter = next(seat for seat in range(4) if seat != absent)
    vote = Vote.read(signed_vote(room, position, Ballot.ABSENT, voter, absent).body)
    records = [Record(Kind.GENESIS, room.genesis.record), *replica.records()]
    for inside in (vote.inside, vote.inside - {3 - silent}, frozenset((voter, absent)), frozenset(range(5))):
        body = Vote(vote.ballot, voter, absent, vote.round, vote.previous, inside).pack()
        data = logfile.write_records([*records, sign(seated(voter), Kind.VOTE, room.genesis.game_id, body)])
        right = Grade.RUNNING if inside == vote.inside else Grade.INVALID
        assert (audit.full(data, dice).grade, fast(data).grade) == (right, right), inside
    assert Event.read(replica.log[position.round][absent].body).inside == vote.inside
