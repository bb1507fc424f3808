"""Resignations, and the vote of one of two players."""

from itertools import permutations

import pytest

from p2pgames.contract import Illegal, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import proof_file
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical, read_log
from p2pgames_protocol.audit.report import Grade, as_json
from p2pgames_protocol.log.file import PROOF_MAGIC, write_records
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Ballot, Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import COIN, DONE
from p2pgames_protocol.testing.room import Room, load
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun, mine, signed_vote


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("at_turn", [True, False])
def test_a_resignation_takes_the_seat_out_everywhere(seats, at_turn):
    room, turn = begun(seats)
    leaver = turn if at_turn else (turn + 1) % seats
    room.signers[leaver].resign()
    room.collect()
    room.deliver_all()
    for table in room.replicas:
        assert [(d.seat, d.why) for d in table.position.departures] == [(leaver, Why.RESIGNED)]
    with pytest.raises(Illegal, match="nothing to resign"):
        room.signers[leaver].resign()
    room.play()
    assert len(room.digests()) == 1
    ending = room.replicas[0].position.ending
    assert ending.basis is (Basis.RESIGNED if seats == 2 else Basis.PLAYED)
    assert leaver not in ending.result.winners
    assert room.replicas[0].position.kind is DONE
    report = audit.full(canonical(room.replicas[0]), rules_of)
    assert report.grade is Grade.FINISHED
    assert report.departures[0].seat == leaver
    assert fast(canonical(room.replicas[0])).grade is Grade.FINISHED


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_all_but_one_may_resign_at_once(seats):
    room, turn = begun(seats, seed=4)
    for seat in range(seats):
        if seat != turn:
            room.signers[seat].resign()
    room.collect()
    room.deliver_all()
    assert len(room.digests()) == 1
    assert room.replicas[0].position.ending.result.winners == (turn,)
    assert room.replicas[0].position.ending.basis is Basis.RESIGNED


@pytest.mark.parametrize("seed", range(6))
def test_seats_leave_one_by_one_in_any_order_of_messages(seed):
    room = Room(DICE, 5, seed=seed)
    for _ in range(4):
        room.play(2)
        stay = list(room.replicas[0].position.seats)
        if len(stay) < 2 or room.replicas[0].finished:
            break
        room.signers[room.random.choice(stay)].resign()
        room.collect()
        room.deliver_all()
    room.play()
    assert len(room.digests()) == 1
    assert room.replicas[0].position.kind is DONE


def test_of_two_one_vote_ends_the_game():
    room, silent = begun(2)
    winner = 1 - silent
    room.cut = {silent}
    table = room.signers[winner]
    assert table.voting.votable() == (silent,)
    table.vote(silent)
    room.collect()
    assert table.replica.position.ending.basis is Basis.VOTED
    assert table.replica.position.ending.result.winners == (winner,)
    report = audit.full(canonical(table.replica), rules_of)
    assert report.grade is Grade.FINISHED
    assert report.basis == "voted"
    assert report.unrevealed == (silent,)
    assert as_json(report, "f")["left"][0]["voted_by"] == [winner]
    quick = fast(canonical(table.replica))
    assert (quick.grade, quick.finished, quick.basis) == (Grade.RUNNING, None, None)
    assert "without Player" in quick.why


def test_who_has_resigned_and_closes_the_client_leaves_no_vote_between_two():
    room, turn = begun(2)
    table = room.signers[1 - turn]
    table.resign()
    assert table.voting.votable() == (turn,)
    table.leave_votes()
    assert not table.replica.finished


@pytest.mark.parametrize("moved", [False, True])
def test_between_two_an_event_that_turns_up_later_leaves_nobody_the_game(moved):
    room, silent = begun(2)
    voter = 1 - silent
    room.cut = {silent}
    if moved:
        room.signers[silent].act("roll")
        room.collect()
    room.signers[voter].vote(silent)
    room.collect()
    room.cut = set()
    room.sync()
    room.sync()
    for table in room.signers:
        ending = table.replica.position.ending
        assert (ending.basis, ending.result is None) == (Basis.VOTED, moved)
        assert table.replica.ballots.contested == moved
    assert len(room.digests()) == 1
    assert not room.replicas[silent].accusations.found
    assert not room.replicas[voter].accusations.found
    for number, table in enumerate(room.signers):
        own = mine(room, number)
        kept = [record for record in room.stores[number] if record.kind is not Kind.HAVE or record in own]
        stored = write_records([Record(Kind.GENESIS, table.replica.genesis.record), *kept])
        for data in (canonical(table.replica), stored):
            for report in (audit.full(data, rules_of), fast(data)):
                assert report.contested == moved, report.why
                assert report.other_results == ()
                assert moved <= (report.result is None)
                seen = report.mode == "full" or not moved  # the voter alone has signed the contested end
            assert report.grade is (Grade.FINISHED if seen else Grade.RUNNING), report.why


@pytest.mark.parametrize("moved", [False, True])
def test_two_who_vote_on_each_other_both_lose(moved):
    room, _ = begun(2)
    log, positions = room.replicas[0].log, room.replicas[0].positions
    at = next(position for position in positions if position.kind is COIN and len(position.due) == 2)
    before = [record for given in log[: at.round] for record in given.values()]
    votes = [signed_vote(room, at, Ballot.ABSENT, seat, 1 - seat) for seat in range(2)]
    late = list(log[at.round].values()) if moved else []
    for order in permutations([*votes, *late]):
        table = Replica(room.genesis, DICE)
        for record in (*before, *order):
            Intake(table).receive(record)
        ending = table.position.ending
        assert (ending.basis, ending.result) == (Basis.VOTED, None)
        assert [(d.seat, d.round, d.why) for d in table.position.departures] == [
            (seat, at.round, Why.VOTED) for seat in range(2)
        ]
        assert table.ballots.contested == moved
        assert not table.accusations.found
        data = canonical(table)
        assert audit.full(data, rules_of).grade is Grade.FINISHED
        assert fast(data).grade is Grade.RUNNING


def test_a_lone_vote_by_who_has_built_on_the_event_is_evidence():
    room, turn = begun(2)
    other = 1 - turn
    room.signers[turn].act("roll")
    room.collect()
    room.deliver_all()
    table = room.replicas[turn]
    old = next(n for n in range(len(table.log) - 1, 0, -1) if table.positions[n].due == (turn,))
    record = signed_vote(room, table.positions[old], Ballot.ABSENT, other, turn)
    room.signers[turn].receive(record)
    verdict = table.accusations.verdict
    assert (verdict.fault, verdict.seat, verdict.round) == (Fault.FALSE_ABSENCE, other, old)
    assert table.finished
    proof = proof_file.build(table, verdict)
    verdicts = proof_file.judge(*read_log(proof, PROOF_MAGIC), rules_of)
    assert {v.seat for v in verdicts} == {other}
    assert audit.full(canonical(table), rules_of).grade is Grade.CHEATED
    assert fast(canonical(table)).grade is Grade.CHEATED


def test_there_is_no_vote_after_the_end():
    done = Room(DICE, 2)
    done.play()
    assert done.signers[0].voting.votable() == ()


def test_a_lone_vote_after_others_have_left_down_to_two():
    room, turn = begun(4, seed=3)
    for seat in [seat for seat in range(4) if seat != turn][:2]:
        room.signers[seat].resign()
        room.collect()
        room.deliver_all()
    turn = room.turn()
    voter = next(s for s in room.replicas[0].position.seats if s != turn.seat)
    room.signers[voter].vote(turn.seat)
    room.collect()
    room.deliver_all()
    assert {t.replica.position.ending.basis for t in room.signers if t is not turn} == {Basis.VOTED}
    room.sync()
    assert len(room.digests()) == 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("seats", [2, 4])
def test_a_seat_restarted_from_its_store_goes_on_and_never_signs_twice(seed, seats):
    from p2pgames_protocol.log.signer import Signer
    from p2pgames_protocol.testing.room import identity
    from tests.dice import DICE

    room = Room(DICE, seats, seed=seed)
    for _ in range(400):
        if room.mail and room.random.random() < 0.9:
            room.deliver(room.random.randrange(len(room.mail)))
        elif (table := room.turn()) is not None:
            table.act(room.random.choice(("roll", "roll", "stop")))
            room.collect()
        if room.random.random() < 0.1:
            seat = room.random.randrange(seats)
            room.mail = [(to, record) for to, record in room.mail if to != seat]
            again = Signer(room.genesis, DICE, identity(seat))
            own = [r for r in room.stores[seat] if r.kind is not Kind.HAVE or r in mine(room, seat)]
            load(again, own)
            again.auto_signer.sign_from_now_on()
            room.signers[seat] = again
            room.collect()
        if not room.mail:
            room.sync()
    while room.turn() is not None or room.mail:
        room.play()
        room.sync()
    room.sync()
    assert len(room.digests()) == 1
    assert all(table.accusations.verdict is None and not table.accusations.found for table in room.replicas)


def test_an_event_after_evidence_changes_nothing():
    room, cheat = begun(3)
    others = [seat for seat in range(3) if seat != cheat]
    one, other = room.forge(cheat), room.forge(cheat, body=("stop", (), ()))
    room.broadcast(one, others)
    room.broadcast(other, others)
    table = room.signers[others[0]]
    before = table.replica.position.previous
    assert table.receive(room.forge(cheat, round=table.replica.position.round, previous=before)).status in (
        Status.STRAY,
        Status.AUTHOR,
        Status.KNOWN,
    )
    assert table.replica.position.previous == before
    assert table.replica.waiting_for == ()
