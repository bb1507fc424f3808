"""Who plays on for a seat that was handed over: told by a record that decides nothing."""

import pytest

from p2pgames.games.linja import GAME
from p2pgames_protocol.audit import full, replay
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.report import as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import evidence, read_evidence
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.log.replica import MAX_BYS, Replica
from p2pgames_protocol.mail import armour
from p2pgames_protocol.testing.room import Room
from p2pgames_protocol.wire.codec import Malformed
from tests.by_vectors import by_logs, by_record
from tests.vectors import rules_of


@pytest.fixture
def room():
    room = Room(GAME.rules, 2, seed=3)
    room.play(6)
    return room


def received(room, *records):
    return [room.signers[1].receive(record).status for record in records]


def test_a_by_is_kept_once_passed_on_and_handed_to_who_asks(room):
    record, replica = by_record(room.genesis.game_id, 0, 9, 8), room.replicas[1]
    before = replica.position
    assert received(room, record, record) == [Status.ACCEPTED, Status.KNOWN]
    assert replica.outbox.drain() == [record]
    assert [by.name for by in replica.successors.successors_of(0)] == ["Successor"]
    assert replica.successors.successors_of(1) == ()
    assert replica.position is before
    copy = Intake(Replica(room.genesis, GAME.rules))
    for one in replica.records():
        copy.receive(one)
    assert list(copy.replica.successors) == [record]


def test_of_one_seat_only_so_many_are_kept(room):
    records = [by_record(room.genesis.game_id, 0, 10 + at, at) for at in range(MAX_BYS + 1)]
    assert received(room, *records) == [Status.ACCEPTED] * MAX_BYS + [Status.KNOWN]
    assert received(room, by_record(room.genesis.game_id, 1, 9, 0)) == [Status.ACCEPTED]


def test_what_is_not_signed_by_both_is_the_fault_of_who_passed_it_on(room):
    for name, about, data in by_logs(room):
        kinds = [record for record in logfile.read_records(data) if record.kind is Kind.BY]
        sound = full.full(data, rules_of).grade != 3
        outcomes = received(room, *kinds)
        assert (Status.SENDER not in outcomes) == sound, (name, about)


def test_both_audits_the_pack_and_merge_know_it(room):
    record = by_record(room.genesis.game_id, 0, 9, 8, name="New\u202eName")
    received(room, record)
    data = replay.canonical(room.replicas[1])
    for report in (full.full(data, rules_of), fast(data)):
        assert as_json(report, "x")["by"] == [
            {"seat": 0, "round": 8, "name": "New\u202eName", "shown": as_json(report, "x")["by"][0]["shown"],
             "key": report.by[0].key.hex()}
        ]  # fmt: skip
        assert "\u202e" not in as_json(report, "x")["by"][0]["shown"]
    assert record in armour.read_bundle(armour.write_bundle(room.replicas[1])).records
    merged, _ = replay.merge(replay.canonical(room.replicas[0]), data, rules_of)
    assert merged == data


def test_a_pack_with_a_by_that_does_not_hold_is_refused(room):
    for name, _, data in by_logs(room):
        pack = armour.MAGIC + data.removeprefix(logfile.MAGIC)
        if full.full(data, rules_of).grade == 3:
            with pytest.raises(armour.BadBundle):
                armour.read_bundle(pack)
        else:
            assert armour.read_bundle(pack).records, name


def test_two_bys_of_a_seat_are_no_evidence(room):
    one, other = (by_record(room.genesis.game_id, 0, who, 8) for who in (9, 10))
    with pytest.raises(Malformed):
        read_evidence(room.genesis, evidence(one, other))
    assert received(room, one, other) == [Status.ACCEPTED, Status.ACCEPTED]
    assert room.replicas[1].accusations.verdict is None


def test_a_by_changes_no_result(room):
    room.play()
    plain = full.full(replay.canonical(room.replicas[1]), rules_of)
    received(room, by_record(room.genesis.game_id, 0, 9, 8))
    named = full.full(replay.canonical(room.replicas[1]), rules_of)
    assert (plain.grade, plain.result, plain.basis) == (named.grade, named.result, named.basis)
    assert (plain.by, len(named.by)) == ((), 1)


def test_who_gave_the_seat_away_and_signs_on_is_found_and_the_seat_is_blamed(room):
    """Giver and successor have one key: two events of one round end the game for everybody."""
    received(room, by_record(room.genesis.game_id, room.turn().seat, 9, room.replicas[0].position.round))
    seat = room.turn().seat
    one, other = room.forge(seat, body=("a", (), ())), room.forge(seat, body=("b", (), ()))
    room.signers[1 - seat].receive(one)
    assert room.signers[1 - seat].receive(other).misconduct.seat == seat
    assert room.replicas[1 - seat].finished
