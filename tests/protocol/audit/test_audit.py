"""A stranger is not fooled: any change to a file is found, with seat and round where an event is concerned."""

from dataclasses import replace
from functools import cache, partial
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames.registry import Unknown
from p2pgames.text import as_it_is
from p2pgames_cli.library.report import show
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import report as report_json
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical, merge
from p2pgames_protocol.audit.report import Grade, check_series
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.records import Event, Have, Kind, Record, sign
from p2pgames_protocol.log.rounds import KEYS, REVEAL, TURN
from p2pgames_protocol.testing.room import Room, seated
from tests import ROOT, vectors
from tests.dice import DICE


def rules_of(_name, _version):
    """The rules of the test's game."""
    return DICE


@cache
def played(seats, nonce=7):
    """The file of a finished game."""
    room = Room(DICE, seats, seed=1, nonce=nonce)
    room.play()
    return canonical(room.replicas[0])


def as_said(report):
    """All that a report says."""
    return report_json.as_json(report, "f") | {"grade": report.grade}


def grades(data):
    """What both audits say."""
    return audit.full(data, rules_of).grade, fast(data).grade


def test_faults_are_said_in_the_order_of_rounds_and_seats():
    data = (ROOT / "tests" / "fixtures" / "two-faults.p2pg").read_bytes()  # seat 2's note and seat 0's key
    for report in (audit.full(data, vectors.rules_of), fast(data)):
        assert [(fault["round"], fault["seat"]) for fault in report.faults] == [(0, 0), (0, 2)]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_honest_game_is_valid_in_both_audits(seats):
    assert grades(played(seats)) == (Grade.FINISHED, Grade.FINISHED)
    report = audit.full(played(seats), rules_of)
    events = [r for r in logfile.read_records(played(seats)) if r.kind is Kind.EVENT]
    assert report.events == len(events)
    assert report.checks["reveals"] == seats
    assert report.checks["signatures"] == 1 + seats + len(events) + seats
    assert report.checks["moves"] == sum(Event.read(r.body).act == TURN.act for r in events)
    as_json = report_json.as_json(report, "f")
    assert as_json["valid"]
    assert as_json["finished"]
    assert [seat["score"] for seat in as_json["seats"]] == list(report.result.scores)


def flips(data, step):
    """Every ``step``-th byte changed, one at a time."""
    for at in range(0, len(data), step):
        yield at, data[:at] + bytes([data[at] ^ (1 + at % 255)]) + data[at + 1 :]


def check_every_byte(seats, step):
    for at, changed in flips(played(seats), step):
        for grade in grades(changed):
            assert grade in (Grade.INVALID, Grade.CHEATED), at


@pytest.mark.parametrize("seats", [2, 3])
def test_any_changed_byte_is_found(seats):
    check_every_byte(seats, 17)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_every_changed_byte_is_found(seats):
    check_every_byte(seats, 1)


def test_any_changed_byte_is_found_even_with_its_checksum_made_right():
    records = logfile.read_records(played(2))
    for number, record in enumerate(records):
        for at in range(0, len(record.body), 7):
            body = record.body[:at] + bytes([record.body[at] ^ 1]) + record.body[at + 1 :]
            forged = logfile.write_records(
                [*records[:number], Record(record.kind, body, record.signature), *records[number + 1 :]]
            )
            assert audit.full(forged, rules_of).grade in (Grade.INVALID, Grade.CHEATED)
        if record.signature:
            worse = Record(record.kind, record.body, bytes(64))
            forged = logfile.write_records([*records[:number], worse, *records[number + 1 :]])
            assert audit.full(forged, rules_of).grade is Grade.INVALID


@pytest.mark.parametrize("seats", [2, 3])
def test_events_removed_are_found_and_named_and_moved_ones_make_no_difference(seats):
    records = logfile.read_records(played(seats))
    last = max(Event.read(r.body).round for r in records if r.kind is Kind.EVENT)
    for number, record in enumerate(records):
        if record.kind is not Kind.EVENT:
            continue
        event = Event.read(record.body)
        if event.round < last:
            removed = audit.full(logfile.write_records(records[:number] + records[number + 1 :]), rules_of)
            assert removed.grade is Grade.INVALID
            assert "seat" in removed.why
            assert (
                fast(logfile.write_records(records[:number] + records[number + 1 :])).grade is Grade.INVALID
            )
        if 0 < event.round < last - 1:
            rest = records[:number] + records[number + 1 :]
            moved = logfile.write_records([*rest[: number + 3 * seats], record, *rest[number + 3 * seats :]])
            for mode in (partial(audit.full, rules_of=rules_of), fast):
                assert as_said(mode(moved)) == as_said(mode(played(seats)))


def test_no_result_follows_from_an_invalid_file():
    genesis, *records = logfile.read_records(played(2))
    whole = audit.full(logfile.write_records([genesis, *records]), rules_of)
    assert whole.result.places
    assert "decided: played" in show(whole, "f")
    cut = audit.full(logfile.write_records([genesis, *records[:-5], *records[-4:]]), rules_of)
    room = Room(DICE, 2, seed=1, nonce=9, previous=(whole.genesis.game_id, b"d" * 32))
    room.play()
    parted = audit.full(canonical(room.replicas[0]), rules_of)
    check_series([whole, parted])
    for report in (cut, parted):
        assert report.grade is Grade.INVALID
        assert (report.result, report.basis, report.played) == (None, None, None)
        assert "decided" not in show(report, "f")
        assert " 1. " not in show(report, "f")
        said = report_json.as_json(report, "f")
        assert said["basis"] is None
        assert (
            {seat["place"] for seat in said["seats"]} == {seat["score"] for seat in said["seats"]} == {None}
        )


def test_events_of_another_game_or_signed_by_another_seat_are_found():
    records, others = logfile.read_records(played(3)), logfile.read_records(played(3, 9))
    for number in range(1, 12):
        event = Event.read(records[number].body)
        report = audit.full(
            logfile.write_records([*records[:number], others[number], *records[number + 1 :]]), rules_of
        )
        assert report.grade is Grade.INVALID
        game_id = audit.full(played(3), rules_of).genesis.game_id
        again = sign(seated((event.seat + 1) % 3), Kind.EVENT, game_id, records[number].body)
        report = audit.full(
            logfile.write_records([*records[:number], again, *records[number + 1 :]]), rules_of
        )
        assert report.grade is Grade.INVALID
        assert f"seat {event.seat + 1}" in report.why


def test_a_cut_at_a_record_is_valid_so_far_and_a_torn_record_is_not():
    data = played(2)
    frames = logfile.split(data)
    at, ends = len(logfile.MAGIC), []
    for payload in frames.payloads:
        at += logfile.HEAD + len(payload)
        ends.append(at)
    over = None
    for end in ends:
        report = audit.full(data[:end], rules_of)
        over = over or (report.finished and end)
        assert report.grade is (Grade.FINISHED if report.finished else Grade.RUNNING), report.why
        assert bool(report.unrevealed) == (
            report.finished and "reveals" in report.checks and report.checks["reveals"] < 2
        )
    assert over
    for end in range(len(data)):
        if end not in ends:
            assert audit.full(data[:end], rules_of).grade is Grade.INVALID


def test_what_is_no_log_is_invalid_with_a_sentence():
    for data in (
        b"",
        b"p2p",
        b"hello world",
        logfile.MAGIC,
        logfile.PROOF_MAGIC,
        played(2) + b"\0",
        b"\0" * 99,
    ):
        for report in (audit.full(data, rules_of), fast(data)):
            assert report.grade is Grade.INVALID
            assert report.why.endswith(".")
            assert report_json.as_json(report, "f")["valid"] is False


def test_a_game_with_unknown_rules_is_checked_without_them_and_says_so():
    def nothing(name, version):
        raise Unknown(as_it_is(f"There is no game {name!r}."))

    report = audit.full(played(2), nothing)
    assert (report.mode, report.grade) == ("fast", Grade.FINISHED)
    assert "no game" in str(report.unchecked[-1])
    damaged = audit.full(played(2)[:-1], nothing)
    assert damaged.grade is Grade.INVALID


def test_only_the_full_audit_judges_the_rules():
    room = Room(DICE, 2, seed=1)
    room.play(3)
    cheat = room.turn().seat
    room.broadcast(room.forge(cheat, body=("fly", (), ())), [1 - cheat])
    room.cut = {cheat}
    room.play()
    data = canonical(room.replicas[1 - cheat])
    assert audit.full(data, rules_of).faults
    assert not fast(data).faults


def test_merging_copies_gives_the_union_in_one_order_whatever_fits():
    room = Room(DICE, 3, seed=5)
    room.play(2)
    early = canonical(room.replicas[1])
    room.play()
    late = canonical(room.replicas[2])
    both = {*logfile.read_records(early), *logfile.read_records(late)}
    for one, other in ((early, late), (late, early)):
        data, replica = merge(one, other, rules_of)
        assert replica.accusations.verdict is None
        assert set(logfile.read_records(data)) == both
        assert data == merge(late, early, rules_of)[0] == merge(data, early, rules_of)[0]
        assert grades(data) == grades(late)
    with pytest.raises(Damaged, match="two different games"):
        merge(early, played(3, 9), rules_of)
    records = logfile.read_records(late)
    bad = logfile.write_records([*records[:5], Record(Kind.EVENT, records[5].body, bytes(64)), *records[6:]])
    with pytest.raises(Damaged, match="not sound"):
        merge(bad, early, rules_of)


def test_merging_two_branches_shows_who_signed_twice():
    room = Room(DICE, 3, seed=1)
    room.play(3)
    cheat = room.turn().seat
    one, other = room.forge(cheat), room.forge(cheat, body=("stop", (), ()))
    left, right = [seat for seat in range(3) if seat != cheat]
    room.broadcast(one, [left])
    room.broadcast(other, [right])
    data, replica = merge(canonical(room.replicas[left]), canonical(room.replicas[right]), rules_of)
    assert replica.accusations.verdict.seat == cheat
    report = audit.full(data, rules_of)
    assert report.grade is Grade.CHEATED
    assert report.faults[-1]["seat"] == cheat
    assert fast(data).grade is Grade.CHEATED


def test_damage_before_the_end_is_told_from_a_torn_end():
    data = played(2)
    with pytest.raises(Damaged, match="damaged"):
        logfile.split(data[:200] + b"\xff" + data[201:])
    assert logfile.split(data[:-5]).torn
    assert logfile.split(data[:5]) == logfile.Frames((), 0, torn=True)
    payload = b"x" * 10
    assert logfile.split(logfile.MAGIC + logfile.frame(payload)).payloads == (payload,)


@pytest.mark.parametrize("filling", [b"\0\0\xff\xff", b"\0\0\0\1", b"\0\1\0\0", b"\0"], ids=bytes.hex)
def test_looking_for_what_follows_damage_costs_no_more_than_the_file_is_long(filling, monkeypatch):
    hashed = []
    monkeypatch.setattr(logfile, "sha256", lambda data: hashed.append(len(data)) or sha256(data))
    data = logfile.MAGIC + b"\xff" + filling * (2**20 // len(filling))
    try:
        assert logfile.split(data).torn
    except Damaged as wrong:
        assert "Record 1 is damaged" in str(wrong)
    assert sum(hashed) <= 10 * len(data)
    assert len(hashed) <= len(data)


@given(cut=st.integers(1, 2000))
def test_a_cut_of_any_size_is_a_torn_end(cut):
    data = played(2)
    assert len(logfile.read_records(data)) > len(logfile.split(data[:-cut]).payloads)
    whole = {len(logfile.MAGIC)}
    for payload in logfile.split(data).payloads:
        whole.add(max(whole) + logfile.HEAD + len(payload))
    assert logfile.split(data[:-cut]).torn == (len(data) - cut not in whole)


def rewritten(change):
    """The file of a finished game with its list of records changed."""
    return logfile.write_records(change(logfile.read_records(played(3))))


def test_the_fast_audit_names_what_it_finds():
    records = logfile.read_records(played(3))
    game_id = audit.full(played(3), rules_of).genesis.game_id
    genesis, keys, rest = records[0], records[1:4], records[4:]
    unsigned_key = Record(Kind.EVENT, keys[0].body, bytes(64))
    note = sign(seated(0), Kind.NOTE, b"other" * 6, b"")
    cases = {
        "of another game": [genesis, *keys, logfile.read_records(played(3, 9))[0], *rest],
        "not signed": [genesis, unsigned_key, *keys[1:], *rest],
        "not": [genesis, *keys, note, *rest],
        "a different round before": [genesis, *keys[:2], *rest],
    }
    for why, changed in cases.items():
        report = fast(logfile.write_records(changed))
        assert report.grade is Grade.INVALID
        assert why in report.why, report.why
    have = next(record for record in records if record.kind is Kind.HAVE)
    wrong = Record(Kind.HAVE, Have(0, 2, b"x" * 32).pack(), have.signature)
    assert "confirmed another" in fast(logfile.write_records([*records, wrong])).why
    assert "full audit" in fast(logfile.PROOF_MAGIC).why
    running = fast(logfile.write_records(records[:20]))
    assert running.grade is Grade.RUNNING
    assert not running.finished
    missing = [r for r in records if not (r.kind is Kind.EVENT and Event.read(r.body).round == 3)]
    assert "Round 3 is missing" in fast(logfile.write_records(missing)).why
    reveal = next(r for r in records if r.kind is Kind.EVENT and Event.read(r.body).act == REVEAL.act)
    event = Event.read(reveal.body)
    false = replace(event, body=(b"x" * 32, None)).pack()
    forged = [sign(seated(event.seat), Kind.EVENT, game_id, false) if r is reveal else r for r in records]
    report = fast(logfile.write_records([r for r in forged if r.kind is not Kind.HAVE]))
    assert [fault["seat"] for fault in report.faults] == [event.seat]


def test_the_fast_audit_verifies_embedded_notes():
    room = Room(DICE, 3, seed=1)
    room.play(3)
    turn = room.turn().seat
    room.signers[(turn + 1) % 3].resign()
    room.collect()
    room.deliver_all()
    room.play()
    records = logfile.read_records(canonical(room.replicas[0]))
    transport = next(r for r in records if r.kind is Kind.EVENT and Event.read(r.body).notes)
    event = Event.read(transport.body)
    for junk, why in (
        (b"junk", "msgpack"),
        (Record(Kind.EVENT, transport.body, transport.signature).pack(), "not a note"),
    ):
        body = replace(event, notes=(junk,)).pack()
        again = sign(seated(event.seat), Kind.EVENT, room.genesis.game_id, body)
        cut = [*records[: records.index(transport)], again]
        (fault,) = fast(logfile.write_records(cut)).faults
        assert (fault["seat"], why in fault["why"]) == (event.seat, True)
        assert audit.full(logfile.write_records(cut), rules_of).grade is not Grade.INVALID


def test_the_fast_audit_verifies_the_newest_event_of_every_seat():
    records = logfile.read_records(played(3))[:20]
    newest = {Event.read(record.body).seat: number for number, record in enumerate(records) if number}
    for number, record in list(enumerate(records))[1:]:
        unsigned = Record(record.kind, record.body, bytes(64))
        changed = logfile.write_records([*records[:number], unsigned, *records[number + 1 :]])
        seen = number in newest.values() or Event.read(record.body).act == KEYS.act
        assert (fast(changed).grade is Grade.INVALID) == seen
        assert audit.full(changed, rules_of).grade is Grade.INVALID


def test_a_game_of_a_series_says_what_is_not_checked():
    room = Room(DICE, 2, seed=1, previous=(b"g" * 32, b"d" * 32), first=1)
    room.play()
    data = canonical(room.replicas[0])
    for report in (audit.full(data, rules_of), fast(data)):
        assert report.grade is Grade.FINISHED
        assert "67676767" in str(report.unchecked[0])
    assert room.replicas[0].positions[1].due == (1,)


def test_programs_are_told_why_in_english_and_as_a_message():
    room = Room(DICE, 2, seed=1)
    room.play(2)
    told = as_said(audit.full(canonical(room.replicas[0]), rules_of))
    assert told["why"].startswith("The game is not over: round ")
    assert told["why_message"]["id"] == "audit.not-over"
    (player,) = told["why_message"]["params"]["players"]["every"]
    assert player["message"]["id"] == "audit.player"
