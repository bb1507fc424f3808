"""Every event names the seats still in: so a reader without the rules sees past those who left by a fault."""

from dataclasses import replace

import pytest

from p2pgames.contract import Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import Event, Have, Kind, Record, sign
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.validate import event_digest, round_digest
from p2pgames_protocol.testing.room import forge, seated
from tests.dice import rules_of
from tests.drafts import Draft
from tests.protocol.rooms import begun, vote_out


def cheat(room, **changes):
    """Let who is to move give a forbidden event instead, and everybody else go on without it; return who it was."""
    seat = room.turn().seat
    stay = [other for other in room.turn().replica.position.seats if other != seat]
    room.broadcast(forge(room.turn().replica, seat, **changes), stay)
    room.cut.add(seat)
    room.deliver_all()
    return seat


def finish(room):
    """Play on to the end, and let all reveal, also those who are out."""
    room.play()
    room.cut.clear()
    for signer in room.signers:
        signer.auto_signer.sign_from_now_on()
    room.sync()
    room.sync()
    assert {replica.position.kind for replica in room.replicas} == {DONE}
    return canonical(room.replicas[0])


@pytest.mark.parametrize("inside", [frozenset(), {0}, {0, 1, 2, 3, 4}, {0, 1, 2, 63}])
def test_who_names_others_as_in_is_out(inside):
    room, turn = begun(4)
    assert cheat(room, inside=frozenset(inside)) == turn
    left = room.replicas[(turn + 1) % 4].position.departures
    assert [(departure.seat, departure.why) for departure in left] == [(turn, Why.FAULT)]
    data = finish(room)
    report, quick = audit.full(data, rules_of), fast(data)
    assert (report.grade, quick.grade) == (Grade.FINISHED, Grade.FINISHED), (report.why, quick.why)
    assert [fault["seat"] for fault in report.faults] == [turn]
    assert "seats it names" in str(report.faults[0]["why"])


def test_a_vote_after_a_fault_is_followed_without_the_rules():
    room, _ = begun(4)
    cheat(room, body=("fly", (), ()))
    room.play(1)
    silent = room.turn()
    silent.auto_signer.signing = False
    room.cut.add(silent.seat)
    vote_out(room, silent.seat, [seat for seat in range(4) if seat not in room.cut] + [silent.seat])
    stays = next(seat for seat in range(4) if seat not in room.cut)
    assert silent.seat not in room.replicas[stays].position.seats
    room.play()
    data = canonical(room.replicas[stays])
    report, quick = audit.full(data, rules_of), fast(data)
    assert quick.rounds == report.rounds + 1, "the open round, in which two do not reveal, counts with it"
    assert "Not everybody has signed the end" in quick.why


def test_where_two_hide_one_after_the_other_who_is_in_the_reader_stops_and_refuses_nothing():
    room, first = begun(4, 2)
    cheat(room, body=("fly", (), ()))
    second = cheat(room, inside=frozenset(range(4)))
    room.play()
    data = canonical(next(room.replicas[seat] for seat in range(4) if seat not in room.cut))
    report, quick = audit.full(data, rules_of), fast(data)
    assert [(fault["round"], fault["seat"]) for fault in report.faults] == [
        (quick.rounds - 1, first),
        (quick.rounds, second),
    ]
    assert (report.grade, quick.grade) == (Grade.FINISHED, Grade.RUNNING), quick.why
    assert "only the rules" in quick.why
    have = Have(first, quick.rounds, bytes(32)).pack()
    unsigned = Record(Kind.HAVE, have, bytes(64))
    beyond = [*logfile.read_records(data), unsigned]
    assert fast(logfile.write_records(beyond)).grade is Grade.INVALID, "nothing that is followed carries it"


def test_nobody_ends_a_game_by_naming_itself_as_the_only_one_in():
    room, _ = begun(3)
    position = room.replicas[0].position
    records = logfile.read_records(canonical(room.replicas[0]))
    for inside in ({0}, {0, 1}, {0, 1, 2}):
        reveal = Event(
            position.round,
            0,
            position.previous,
            position.state_digest,
            frozenset(inside),
            "reveal",
            (bytes(32),),
        )
        event = sign(seated(0), Kind.EVENT, room.genesis.game_id, reveal.pack())
        for closed in (b"x" * 32, digest_with(room, inside, event)):
            have = Have(0, position.round, closed).pack()
            said = sign(seated(0), Kind.HAVE, room.genesis.game_id, have)
            report = fast(logfile.write_records([*records, event, said]))
            assert not report.finished
            assert report.grade is not Grade.FINISHED


def digest_with(room, inside, event):
    """The digest of the open round if these were in and it held just this event."""
    position = room.replicas[0].position
    given = {0: event_digest(event.body)}
    return round_digest(room.genesis.game_id, position.round, position.previous, inside, given, ())


def test_where_the_events_of_a_round_differ_and_nothing_names_it_the_reader_stops():
    room, _ = begun(3)
    records = logfile.read_records(canonical(room.replicas[0]))
    doubles = [room.forge(seat, inside=frozenset(inside)) for seat, inside in ((0, {0}), (1, {0, 1}))]
    report = fast(logfile.write_records([*records, *doubles]))
    assert report.grade is Grade.RUNNING, report.why
    assert "only the rules" in report.why
    one = fast(logfile.write_records([*records, doubles[0]]))
    assert one.rounds == report.rounds + 1


def test_a_reveal_where_the_keys_are_due_is_one_fault():
    draft = Draft()
    kept = [record for record in draft.records if record.kind is Kind.GENESIS]
    event = Event.read(next(record.body for record in draft.records if record.kind is Kind.EVENT))
    reveal = draft.sign(Kind.EVENT, event.seat, replace(event, act="reveal").pack())
    assert [(one["round"], one["seat"]) for one in fast(logfile.write_records([*kept, reveal])).faults] == [
        (0, event.seat)
    ]
