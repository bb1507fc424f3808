"""The result that everybody signs with the secret: what it says, and what one that is not right does."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from p2pgames.games.linja.rules import Linja
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade, as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.records import RESIGN, Event, Kind, sign
from p2pgames_protocol.log.rounds import REVEAL
from p2pgames_protocol.log.validate import SignedResult, read_result
from p2pgames_protocol.testing.room import Room, seated
from tests.dice import DICE
from tests.drafts import Draft
from tests.independent import auditor
from tests.independent.borrowed import borrowed
from tests.protocol.rooms import all_say, begun
from tests.six import SIX

LIES = [None, (), ((1, 2, 2), None), ((1, 2, 2), None, "played"), ((1, 1, 1), (0, 0, 0), "played"), b"won"]


def rules_of(name, version):
    """The rules of these tests."""
    return {"dice": DICE, "six": SIX, "linja": Linja()}[name]


@cache
def finished(seats=3, seed=2):
    """The file of a whole game, and what its audit says."""
    room = Room(DICE, seats, seed=seed)
    room.play()
    data = canonical(room.replicas[0])
    return data, audit.full(data, rules_of)


def resigned_reveals(data, change):
    """The file with other bodies in the reveals, signed by their seats; those that become None are left out."""
    records = [record for record in logfile.read_records(data) if record.kind is not Kind.HAVE]
    game_id = gen.read_genesis(records[0].body).game_id
    made = []
    for record in records:
        event = Event.read(record.body) if record.kind is Kind.EVENT else None
        if event is not None and event.act == REVEAL.act:
            body = change(event.seat, event.body)
            if body is not None:
                made.append(sign(seated(event.seat), Kind.EVENT, game_id, replace(event, body=body).pack()))
        else:
            made.append(record)
    return logfile.write_records(made)


def lied(seats, *results):
    """The file of a game at whose end the first seats sign these results in place of the right one."""
    said = dict(enumerate(results))
    return resigned_reveals(
        finished(seats)[0], lambda seat, body: (body[0], said[seat]) if seat in said else body
    )


def result(report):
    """Places, scores and basis of a report."""
    if report.result is None:
        return None, None, report.basis
    return report.result.places, report.result.scores, report.basis


@pytest.mark.parametrize("lie", LIES)
def test_another_result_is_reported_and_changes_nothing(lie, monkeypatch):
    monkeypatch.setitem(auditor.RULES, (DICE.name, DICE.version), borrowed(DICE))
    right = finished()[1]
    data = lied(3, lie)
    report = audit.full(data, rules_of)
    assert (report.grade, result(report)) == (Grade.FINISHED, result(right))
    assert (report.other_results, report.unrevealed, report.faults) == ((0,), (), [])
    assert as_json(report, "f")["other_results"] == [0]
    theirs = auditor.judge(data)
    assert (theirs["grade"], theirs["other_results"], theirs["unrevealed"]) == (0, [0], [])
    assert theirs["places"] == list(right.result.places)


def test_a_number_is_no_boolean():
    places, scores, basis = result(finished()[1])
    lie = tuple(True if place == 1 else place for place in places), scores, basis
    assert audit.full(lied(3, lie), rules_of).other_results == (0,)
    assert read_result(lie, 3) is None


def test_another_result_is_reported_before_all_have_revealed():
    data = resigned_reveals(finished()[0], lambda seat, body: (body[0], None) if seat == 0 else None)
    report = audit.full(data, rules_of)
    assert (report.grade, report.other_results, report.unrevealed) == (Grade.FINISHED, (0,), (1, 2))


@pytest.mark.parametrize("late", [False, True])
def test_without_the_rules_it_is_reported_unless_a_late_event_explains_it(late):
    draft = Draft(3)
    draft.close(draft.event(0, RESIGN, (), notes=(draft.note(2),))).out(2)
    draft.close(*([draft.event(1)] if late else []), draft.vote(0, 1), absent=(1,))
    signed = None, None, "voted"
    before = draft.reveal(2, ((1, 2, 3), None, "voted"))
    report = fast(draft.file(draft.reveal(0, signed), draft.reveal(1, signed), before))
    assert (report.grade, report.contested, result(report)) == (Grade.FINISHED, late, signed)
    assert report.other_results == ()
    played = (1, 2, 3), None, "played"
    reveals = [draft.reveal(seat, played) for seat in range(2)]
    assert fast(draft.file(*reveals, before)).other_results == (2,)


def test_the_secret_counts_whatever_result_stands_beside_it():
    room = Room(SIX, 2, seed=4)
    room.play()
    report = audit.full(
        resigned_reveals(canonical(room.replicas[0]), lambda _, body: (body[0], None)), rules_of
    )
    assert (report.other_results, report.unrevealed, report.faults) == ((0, 1), (), [])
    assert not report.unchecked


def test_without_the_rules_the_result_is_what_all_have_signed():
    data, right = finished()
    report = fast(data)
    assert (report.grade, report.finished, result(report)) == (Grade.FINISHED, True, result(right))
    said = as_json(report, "f")
    assert [seat["place"] for seat in said["seats"]] == list(right.result.places)


@pytest.mark.parametrize("lie", LIES)
def test_without_the_rules_one_other_result_leaves_the_end_unseen(lie):
    for seats in (2, 3):
        report = fast(lied(seats, lie))
        assert (report.grade, report.finished, result(report)) == (Grade.RUNNING, None, (None, None, None))
        assert "the same result" in report.why
        assert report.faults == []


@pytest.mark.parametrize(
    "lie", [None, b"won", ((1, 2, 2), None), ((1, 2), None, "played"), ((0, 1, 2), None, "played")]
)
def test_without_the_rules_what_is_no_result_is_none_whoever_signed_it(lie):
    assert fast(lied(3, lie, lie, lie)).grade is Grade.RUNNING


def test_without_the_rules_a_missing_result_leaves_the_end_unseen():
    bare = resigned_reveals(finished()[0], lambda seat, body: body[: 2 - (seat == 1)])
    assert fast(bare).grade is Grade.RUNNING
    silent = fast(resigned_reveals(finished()[0], lambda seat, body: None if seat == 1 else body))
    assert silent.grade is Grade.RUNNING
    assert "without Player1" in silent.why


def test_reveals_for_a_game_that_goes_on_end_it_only_if_all_sign_one_result():
    room, _ = begun(3)
    records = logfile.read_records(canonical(room.replicas[0]))
    won = ((1, 2, 2), None, "played")
    said = [room.forge(seat, act="reveal", body=(bytes(32), won)) for seat in range(3)]
    for some in (said[:1], said[1:], [*said[:2], room.forge(2, act="reveal", body=(bytes(32), None))]):
        report = fast(logfile.write_records([*records, *some]))
        assert (report.grade, report.finished) == (Grade.RUNNING, None)


def test_what_who_has_left_signs_decides_nothing():
    room, turn = begun(3)
    leaver = (turn + 1) % 3
    room.signers[leaver].resign()
    room.collect()
    room.play()
    data = canonical(room.replicas[0])
    right = audit.full(data, rules_of)
    changed = resigned_reveals(data, lambda seat, body: (body[0], None) if seat == leaver else body)
    report = fast(changed)
    assert (report.grade, result(report), report.other_results) == (Grade.FINISHED, result(right), (leaver,))
    assert audit.full(changed, rules_of).other_results == (leaver,)


def test_where_nobody_is_seen_to_be_in_all_must_have_signed():
    room, turn = begun(3)
    for seat in range(3):
        room.signers[seat].resign()
    room.collect()
    room.deliver_all()
    room.play()
    data = canonical(room.replicas[0])
    assert result(fast(data)) == result(audit.full(data, rules_of))
    one = resigned_reveals(data, lambda seat, body: body if seat == turn else None)
    assert fast(one).grade is Grade.RUNNING


@pytest.mark.parametrize("rules", [DICE, SIX, Linja()], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(4))
def test_everybody_signs_what_the_rules_say_however_a_game_ends(rules, seed):
    random = Random(f"{rules.name} {seed}")
    room = Room(rules, random.choice([seats for seats in rules.players if seats < 4]), seed=seed)
    room.play(random.randrange(8))
    if seed == 1 and room.turn() is not None:
        all_say(room, DRAW.name)
    elif seed > 1 and not room.replicas[0].position.over:
        room.signers[random.randrange(len(room.signers))].resign()
        room.collect()
        room.deliver_all()
    room.play()
    data = canonical(room.replicas[0])
    report = audit.full(data, rules_of)
    assert (report.grade, report.other_results, report.unrevealed) == (Grade.FINISHED, (), ())
    assert result(fast(data)) == result(report)
    signed = {
        Event.read(record.body).body[1]
        for record in logfile.read_records(data)
        if record.kind is Kind.EVENT and Event.read(record.body).act == REVEAL.act
    }
    assert signed == {result(report)}


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (((1, 2), (5, -3), "played"), SignedResult((1, 2), (5, -3), Basis.PLAYED)),
        (((1, 1), None, "agreed"), SignedResult((1, 1), None, Basis.AGREED)),
        ((None, None, "fault"), SignedResult(None, None, Basis.FAULT)),
        ((None, (1, 2), "played"), None),
        (((1, 3), None, "played"), None),
        (((0, 1), None, "played"), None),
        (((1,), None, "played"), None),
        (((1, 2), (1,), "played"), None),
        (((1, 2), ("5", 3), "played"), None),
        (((1, 2), None, "luck"), None),
        (((1, 2), None), None),
        (((1, 2), None, None), None),
        ((b"12", None, "played"), None),
    ],
)
def test_a_result_has_one_form(value, read):
    found = read_result(value, 2)
    assert found == read
    assert found is None or found.plain == value
