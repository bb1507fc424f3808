"""Resignations and the claim of one of two players."""

import pytest

from p2pgames.contract import Illegal, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import report_json
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.merge import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.file import write
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.rounds.done import DONE
from p2pgames_protocol.testing.room import Room, load
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun


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


def test_a_claim_ends_a_game_of_two():
    room, silent = begun(2)
    winner = 1 - silent
    room.cut = {silent}
    table = room.signers[winner]
    assert table.voting.claimable() == silent
    table.claim()
    room.collect()
    assert table.replica.position.ending.basis is Basis.CLAIMED
    assert table.replica.position.ending.result.winners == (winner,)
    report = audit.full(canonical(table.replica), rules_of)
    assert report.grade is Grade.FINISHED
    assert report.basis == "claimed"
    assert report.unrevealed == (silent,)
    assert report_json.as_json(report, "f")["left"][0]["voted_by"] == [winner]
    quick = fast(canonical(table.replica))
    assert (quick.grade, quick.finished, quick.basis) == (Grade.RUNNING, None, None)
    assert "without Player" in quick.why


@pytest.mark.parametrize("moved", [False, True])
def test_a_claim_stands_against_an_event_that_turns_up_later_and_is_contested(moved):
    room, silent = begun(2)
    winner = 1 - silent
    room.cut = {silent}
    if moved:
        room.signers[silent].act("roll")
        room.collect()
    room.signers[winner].claim()
    room.collect()
    room.cut = set()
    room.sync()
    room.sync()
    for table in room.signers:
        assert table.replica.position.ending.basis is Basis.CLAIMED
        assert table.replica.ballots.contested == moved
    assert len(room.digests()) == 1
    assert not room.replicas[silent].accusations.found
    assert not room.replicas[winner].accusations.found
    for number, table in enumerate(room.signers):
        own = mine(room, number)
        kept = [record for record in room.stores[number] if record.kind is not Kind.HAVE or record in own]
        stored = write([Record(Kind.GENESIS, table.replica.genesis.record), *kept])
        for data in (canonical(table.replica), stored):
            for report in (audit.full(data, rules_of), fast(data)):
                assert report.contested == moved, report.why
                seen = report.mode == "full" or not moved  # the claimant alone has signed the contested end
            assert report.grade is (Grade.FINISHED if seen else Grade.RUNNING), report.why


def test_a_claim_by_who_has_built_on_the_event_is_refused_and_proved():
    room, turn = begun(2)
    other = 1 - turn
    room.signers[turn].act("roll")
    room.collect()
    room.deliver_all()
    old = next(n for n in range(len(room.replicas[0].log) - 1, 0, -1) if turn in room.replicas[0].log[n])
    from p2pgames_protocol.log.records.record import sign
    from p2pgames_protocol.log.records.vote import Ballot, Vote
    from p2pgames_protocol.testing.table import seated

    while room.replicas[0].positions[old].due != (turn,):
        old -= 1
    vote = Vote(Ballot.CLAIM, other, turn, old, room.replicas[0].positions[old].previous)
    record = sign(seated(other), Kind.VOTE, room.genesis.game_id, vote.pack())
    outcome = room.signers[turn].receive(record)
    assert outcome.misconduct.fault is Fault.CONTRADICTION
    assert not room.replicas[turn].finished
    from p2pgames_protocol.audit import proof_file

    _, verdicts = proof_file.judge(proof_file.build(room.replicas[turn], outcome.misconduct), rules_of)
    assert {v.seat for v in verdicts} == {other}


def test_no_claim_among_three_nor_after_the_end():
    room, _ = begun(3)
    assert all(table.voting.claimable() is None for table in room.signers)
    with pytest.raises(Illegal):
        room.signers[0].claim()
    done = Room(DICE, 2)
    done.play()
    assert done.signers[0].voting.claimable() is None


def test_a_claim_after_others_have_left_down_to_two():
    room, turn = begun(4, seed=3)
    for seat in [seat for seat in range(4) if seat != turn][:2]:
        room.signers[seat].resign()
        room.collect()
        room.deliver_all()
    turn = room.turn()
    claimant = next(s for s in room.replicas[0].position.seats if s != turn.seat)
    room.signers[claimant].claim()
    room.collect()
    room.deliver_all()
    assert {t.replica.position.ending.basis for t in room.signers if t is not turn} == {Basis.CLAIMED}
    room.sync()
    assert len(room.digests()) == 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("seats", [2, 4])
def test_a_seat_restarted_from_its_store_goes_on_and_never_signs_twice(seed, seats):
    from p2pgames_protocol.log.signer.signer import Signer
    from p2pgames_protocol.testing.table import identity
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
            again.duty.sign_from_now_on()
            room.signers[seat] = again
            room.collect()
        if not room.mail:
            room.sync()
    while room.turn() is not None or room.mail:
        room.play()
        room.sync()
    room.sync()
    assert len(room.digests()) == 1
    assert all(
        table.accusations.equivocation is None and not table.accusations.found for table in room.replicas
    )


def mine(room, seat):
    """The haves a seat signed itself."""
    from p2pgames_protocol.log.records.have import Have

    return [r for r in room.stores[seat] if r.kind is Kind.HAVE and Have.read(r.body).seat == seat]


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
