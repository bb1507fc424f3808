"""One seat cheats; the honest ones agree on what happened, name it, and can prove it to a stranger."""

import pytest

from p2pgames.contract import Illegal, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import proof_file
from p2pgames_protocol.audit.replay import canonical, read_log
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.file import PROOF_MAGIC
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import Fault, evidence, read_evidence
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import MAX_EVENT, RESIGN, Have, Kind, Note, Record, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import DONE, REVEAL
from p2pgames_protocol.testing.room import Room, forge, forge_sized, seated
from p2pgames_protocol.wire.codec import Malformed, pack
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun


def honest(room, cheat):
    """All tables but the cheat's."""
    return [table for table in room.signers if table.seat != cheat]


def check_proof(room, cheat, fault):
    """Every honest table can prove the fault to a stranger, and nobody else is ever blamed."""
    for table in honest(room, cheat):
        assert {verdict.seat for verdict in table.replica.accusations.found} == {cheat}
        verdict = next(v for v in table.replica.accusations.found if v.fault is fault)
        data = proof_file.build(table.replica, verdict)
        verdicts = proof_file.judge(*read_log(data, PROOF_MAGIC), rules_of)
        assert {(v.fault, v.seat, v.round) for v in verdicts} >= {(fault, cheat, verdict.round)}
        assert {v.seat for v in verdicts} == {cheat}
        report = audit.full(data, rules_of)
        assert report.grade is Grade.CHEATED
        assert report.faults[0]["seat"] == cheat


ILLEGAL = {
    "illegal move": {"body": ("fly", (), ())},
    "wrong state digest": {"state": b"w" * 32},
    "unknown kind": {"act": "dance"},
    "kind that does not fit": {"act": "coin", "body": (2, (2,), None, b"v" * 32)},
    "move of no form": {"body": ()},
    "move with nil": {"body": (None, (), ())},
    "move with shares nobody owes": {"body": ("roll", (), (b"x",))},
    "resigns nobody": {"act": "resign", "body": ()},
    "resignation with a body": {"act": "resign", "body": (1,)},
    "note that is none": {"notes": (b"junk",)},
}


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("change", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_a_signed_illegal_event_takes_its_author_out(seats, change):
    room, cheat = begun(seats)
    record = room.forge(cheat, **change)
    for outcome in room.broadcast(record, [t.seat for t in honest(room, cheat)]):
        assert outcome.status is Status.AUTHOR
        assert f"seat {cheat + 1}" in str(outcome.why)
    room.cut = {cheat}
    room.play()
    tables = honest(room, cheat)
    assert len({table.replica.position.previous for table in tables}) == 1
    for table in tables:
        departure = table.replica.position.departures[0]
        assert (departure.seat, departure.why) == (cheat, Why.FAULT)
        assert table.replica.position.ending is not None
        assert cheat not in table.replica.position.ending.result.winners
    assert tables[0].replica.position.ending.basis is (Basis.FAULT if seats == 2 else Basis.PLAYED)
    check_proof(room, cheat, Fault.ILLEGAL)
    report = audit.full(canonical(tables[0].replica), rules_of)
    assert report.grade is Grade.FINISHED
    assert report.faults[0]["seat"] == cheat
    assert report.unrevealed == (cheat,)


@pytest.mark.parametrize("seats", [2, 5])
def test_out_of_turn_changes_nothing_and_is_proved(seats):
    room, turn = begun(seats)
    cheat = (turn + 1) % seats
    before = room.digests()
    for outcome in room.broadcast(room.forge(cheat), [t.seat for t in honest(room, cheat)]):
        assert outcome.status is Status.AUTHOR
    room.deliver_all()
    assert room.digests() == before
    check_proof(room, cheat, Fault.OUT_OF_TURN)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_two_different_events_for_one_round_end_the_game_for_everybody(seats):
    room, cheat = begun(seats)
    one, other = room.forge(cheat), room.forge(cheat, body=("stop", (), ()))
    others = [table.seat for table in honest(room, cheat)]
    room.broadcast(one, others[:1])
    room.broadcast(other, others[-1:])
    room.cut = {cheat}
    room.collect()
    room.deliver_all()
    if seats == 2:
        room.broadcast(other, others)
    room.sync()
    for table in honest(room, cheat):
        assert table.replica.accusations.verdict.seat == cheat
        assert table.replica.finished
        assert "signed twice" in str(table.replica.accusations.verdict.why)
    check_proof(room, cheat, Fault.EQUIVOCATION)
    report = audit.full(canonical(honest(room, cheat)[0].replica), rules_of)
    assert report.grade is Grade.CHEATED
    assert report.basis == "fault"


@pytest.mark.parametrize("size", [1_000, MAX_EVENT, MAX_EVENT + 1, 40_000])
def test_nobody_is_blamed_for_passing_on_two_large_events_of_one_round(size):
    room, cheat = begun(3)
    one, other = (forge_sized(room.replicas[0], cheat, size, letter) for letter in b"xy")
    assert (len(one.body), len(other.body)) == (size, size)
    others = [table.seat for table in honest(room, cheat)]
    room.cut = {cheat}
    room.broadcast(one, others[:1])
    room.broadcast(other, others[1:])
    room.deliver_all()
    room.sync()
    assert not [outcome for _, outcome in room.outcomes if outcome.status is Status.SENDER]
    for table in honest(room, cheat):
        assert (table.replica.accusations.verdict is not None) == (size <= MAX_EVENT)
        assert audit.full(canonical(table.replica), rules_of).grade is (
            Grade.CHEATED if size <= MAX_EVENT else Grade.RUNNING
        )


def test_the_verdict_does_not_depend_on_who_found_what_first():
    room, cheat = begun(3)
    pairs = [(room.forge(cheat, round=n), room.forge(cheat, round=n, state=b"x" * 32)) for n in (40, 30)]
    first, second = (evidence(*pair) for pair in pairs)
    assert evidence(*pairs[0][::-1]) == first
    room.broadcast(first, [0])
    room.broadcast(second, [1])
    room.deliver_all()
    assert {table.accusations.verdict.round for table in room.replicas[:2]} == {30}


def test_two_signatures_on_one_message_are_nothing():
    room, seat = begun(2)
    record = room.forge(seat)
    room.broadcast(record, [1 - seat])
    assert room.signers[1 - seat].receive(Record(Kind.EVENT, record.body, bytes(64))).status is Status.KNOWN
    assert room.replicas[1 - seat].accusations.verdict is None


def test_two_different_haves_for_one_round_are_equivocation():
    room, _ = begun(3)
    other = Have(1, len(room.replicas[0].log) - 1, b"x" * 32)
    record = sign(seated(1), Kind.HAVE, room.genesis.game_id, other.pack())
    assert room.signers[0].receive(record).misconduct.fault is Fault.EQUIVOCATION
    room.collect()
    room.deliver_all()
    assert all(table.accusations.verdict.seat == 1 for table in room.replicas)


def test_another_previous_digest_blames_nobody_and_a_second_event_is_proof():
    room, cheat = begun(3)
    stray = room.forge(cheat, previous=b"p" * 32)
    others = [table.seat for table in honest(room, cheat)]
    for outcome in room.broadcast(stray, others):
        assert outcome.status is Status.STRAY
        assert "another course of the game" in str(outcome.why)
        assert outcome.misconduct is None
    for outcome in room.broadcast(room.forge(cheat), others):
        assert outcome.misconduct.fault is Fault.EQUIVOCATION


def test_early_events_are_held_in_a_bounded_number_and_used_when_their_time_comes():
    room, seat = begun(2)
    table = room.signers[1 - seat]
    for number in range(5, 50):
        later = room.forge(seat, round=table.replica.position.round + number)
        assert table.receive(later).status is Status.EARLY
    assert len(table.replica.pending.rounds(seat)) <= 2
    assert table.receive(room.forge(seat)).status is Status.ACCEPTED


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        pack(()),
        pack((1, 2, 3, 4, 5, 6, 7)),
        pack((0, 0, bytes(32), bytes(32), "move", 5, ())),
        pack((0, 0, bytes(32), bytes(32), "move", (), (5,))),
        pack((-1, 0, bytes(32), bytes(32), "move", (), ())),
        pack((0, 64, bytes(32), bytes(32), "move", (), ())),
        pack((0, True, bytes(32), bytes(32), "move", (), ())),
    ],
)
def test_malformed_events_are_the_senders_fault(body):
    room, seat = begun(2)
    record = sign(seated(seat), Kind.EVENT, room.genesis.game_id, body)
    assert room.signers[1 - seat].receive(record).status is Status.SENDER


@pytest.mark.parametrize("kind", [Kind.HAVE, Kind.VOTE, Kind.NOTE, Kind.EVIDENCE, Kind.GENESIS])
def test_malformed_records_of_every_kind_are_the_senders_fault(kind):
    room, _ = begun(2)
    for body in (b"", pack((1, "a", b"")), pack(("x", 1, 2, 3, 4)), pack((0, "sing", bytes(32)))):
        assert room.signers[0].receive(Record(kind, body, bytes(64))).status is Status.SENDER


def test_unsigned_and_foreign_records_are_the_senders_fault():
    room, seat = begun(2)
    good = room.forge(seat)
    table = room.signers[1 - seat]
    wrong = [
        Record(Kind.EVENT, good.body, bytes(64)),
        sign(seated(1 - seat), Kind.EVENT, room.genesis.game_id, good.body),
        sign(seated(seat), Kind.EVENT, b"other game" * 3, good.body),
        sign(seated(seat), Kind.HAVE, room.genesis.game_id, Have(5, 1, bytes(32)).pack()),
    ]
    for record in wrong:
        assert table.receive(record).status is Status.SENDER
    assert table.receive(good).status is Status.ACCEPTED


def test_a_forged_or_foreign_note_in_an_event_is_its_authors_fault():
    for forged in (True, False):
        room, cheat = begun(3)
        victim = (cheat + 1) % 3
        note = Note(victim, RESIGN, room.replicas[0].position.previous)
        scope = room.genesis.game_id if forged else b"w" * 32
        record = sign(seated(cheat if forged else victim), Kind.NOTE, scope, note.pack())
        outcome = room.broadcast(room.forge(cheat, notes=(record.pack(),)), [victim])[0]
        assert outcome.misconduct.seat == cheat
        assert victim in room.replicas[victim].position.seats


def test_a_fault_in_the_key_round_abandons_the_game():
    room = Room(DICE, 3)
    room.mail.clear()
    record = room.forge(2, act="key", body=(bytes(32), b"short", None, None))
    keys = [table.replica.branch.open[table.seat] for table in room.signers[:2]]
    for table in room.signers[:2]:
        for key in keys:
            table.receive(key)
        table.receive(record)
        assert table.replica.position.ending.result is None
        assert table.replica.position.ending.basis is Basis.FAULT
        assert table.replica.finished


@pytest.mark.parametrize("secret", [b"x" * 32, b"", None, 5])
def test_a_false_reveal_changes_no_result_and_is_listed(secret):
    room = Room(DICE, 3, seed=2)
    room.play()
    result = room.replicas[0].position.ending.result
    records = [r for r in room.replicas[0].records() if r.kind is Kind.EVENT]
    observer = Replica(room.genesis, DICE)
    for record in records[:-3]:
        Intake(observer).receive(record)
    assert observer.position.kind is REVEAL
    assert (
        Intake(observer).receive(forge(observer, 2, act="reveal", body=(secret, None))).status
        is Status.AUTHOR
    )
    for record in records[-3:-1]:
        Intake(observer).receive(record)
    assert observer.position.kind is DONE
    assert observer.position.ending.result == result
    report = audit.full(canonical(observer), rules_of)
    assert report.grade is Grade.FINISHED
    assert [fault["seat"] for fault in report.faults] == [2]
    assert report.unrevealed == (2,)


def test_an_own_event_is_judged_before_it_is_signed():
    room, seat = begun(2)
    table = room.signers[seat]
    table.replica.outbox.drain()
    with pytest.raises(Illegal):
        table.act("fly")
    with pytest.raises(Illegal, match="not your turn"):
        room.signers[1 - seat].act("roll")
    assert table.replica.outbox.drain() == []
    assert table.my_turn


def test_who_has_signed_the_open_round_on_another_branch_is_not_at_turn():
    room, seat = begun(2)
    table = room.signers[seat]
    assert table.my_turn
    assert table.receive(room.forge(seat, previous=b"x" * 32)).status is Status.STRAY
    assert not table.my_turn
    with pytest.raises(Illegal, match="not your turn"):
        table.act("roll")
    assert table.replica.outbox.drain() == []


def test_who_has_signed_a_later_round_signs_nothing_before_the_log_has_come_there():
    room, seat = begun(2)
    table = room.signers[seat]
    later = room.forge(seat, round=table.replica.position.round + 2, previous=b"x" * 32)
    assert table.receive(later).status is Status.EARLY
    assert not table.my_turn


def test_secrets_are_revealed_only_after_the_others_have_confirmed():
    room = Room(DICE, 3, seed=2)
    held = []
    while room.replicas[0].position.kind is not REVEAL:
        if room.mail:
            index = next((i for i, (_, r) in enumerate(room.mail) if r.kind is not Kind.HAVE), None)
            if index is None:
                held += room.mail
                room.mail = []
                continue
            room.deliver(index)
        else:
            room.turn().act("stop")
            room.collect()
    assert all(t.position.over for t in room.replicas if t.position.kind is REVEAL)
    assert not any(table.branch.open for table in room.replicas)
    room.mail += held
    room.sync()
    assert all(table.position.kind is DONE for table in room.replicas)


def test_evidence_that_proves_nothing_is_malformed():
    room, cheat = begun(3)
    one, other = room.forge(cheat), room.forge(cheat, body=("stop", (), ()))
    alien = room.forge((cheat + 1) % 3)
    later = room.forge(cheat, round=99)
    have = sign(seated(cheat), Kind.HAVE, room.genesis.game_id, Have(cheat, 1, bytes(32)).pack())
    unsigned = Record(Kind.EVENT, other.body, bytes(64))
    good = evidence(one, other)
    assert read_evidence(room.genesis, good).seat == cheat
    ordered = sorted((one, other), key=lambda record: record.body, reverse=True)
    swapped = Record(Kind.EVIDENCE, pack(tuple(record.pack() for record in ordered)))
    pairs = [(one, one), (one, alien), (one, later), (one, have), (one, unsigned)]
    for wrong in (*(evidence(*pair) for pair in pairs), swapped):
        with pytest.raises(Malformed):
            read_evidence(room.genesis, wrong)
