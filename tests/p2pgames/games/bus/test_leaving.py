"""Seats leave tables of Bus between peers. It has no hidden cards, so every table goes on."""

from p2pgames import registry
from p2pgames.contract import Why
from p2pgames.games.bus import GAME
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.testing.room import Room
from tests.independent import auditor
from tests.independent.borrowed import borrowed


def leave(room, how):
    """The seat at turn resigns, or another does by a note, or the seat at turn is silent and voted out."""
    turn = room.turn()
    leaver = (
        turn
        if how != "by a note"
        else next(t for t in room.signers if not t.my_turn and t.seat in t.replica.position.seats)
    )
    if how == "by vote":
        leaver.auto_signer.signing = False
        for table in room.signers:
            if table is not leaver and table.seat in table.replica.position.seats:
                table.vote(leaver.seat)
    else:
        leaver.resign()
    room.collect()
    room.deliver_all()
    return leaver.seat, Why.VOTED if how == "by vote" else Why.RESIGNED


def test_four_become_two_who_finish(monkeypatch):
    room = Room(GAME.rules, 4, seed=1)
    room.play(9)
    out = [leave(room, "by a note")]
    room.play(30)
    out.append(leave(room, "by vote"))
    room.play()
    for table in room.signers:
        table.auto_signer.sign_from_now_on()
    room.collect()
    room.sync()
    assert {table.position.kind for table in room.replicas} == {DONE}
    ending = room.replicas[0].position.ending
    assert ending.basis is Basis.PLAYED
    assert not set(ending.result.winners) & {seat for seat, _ in out}
    check_audits(room, out, "played", monkeypatch)


def test_down_to_one_who_wins(monkeypatch):
    room = Room(GAME.rules, 3, seed=2)
    room.play(5)
    out = [leave(room, "at turn")]
    room.play(4)
    out.append(leave(room, "by a note"))
    room.play()
    (last,) = {0, 1, 2} - {seat for seat, _ in out}
    assert room.replicas[0].position.ending.result.winners == (last,)
    check_audits(room, out, "resigned", monkeypatch)


def check_audits(room, departures, basis, monkeypatch):
    """All files are one, and the full audit, the fast one and the independent one say the same of it."""
    (data,) = {canonical(table) for table in room.replicas}
    report = audit.full(data, registry.rules)
    assert (report.grade, report.basis, report.faults, report.contested) == (Grade.FINISHED, basis, [], False)
    assert [(d.seat, d.why) for d in report.departures] == departures
    assert report.unrevealed == ()
    assert fast(data).grade is Grade.FINISHED
    rules = GAME.rules
    monkeypatch.setitem(auditor.RULES, (rules.name, rules.version), borrowed(rules))
    theirs = auditor.judge(data)
    assert (theirs["grade"], theirs["basis"], theirs["contested"], theirs["unrevealed"]) == (
        0,
        basis,
        False,
        [],
    )
    assert theirs["left"] == [[d.seat, d.round, d.why.value] for d in report.departures]
    assert (theirs["scores"], theirs["places"]) == (list(report.result.scores), list(report.result.places))
