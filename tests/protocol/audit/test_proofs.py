"""A stranger who checks a proof file sees every fault that its maker saw."""

from itertools import permutations
from pathlib import Path

import pytest
import trio

from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import proof_file
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Ballot, Event, Have, Kind, Vote
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.net.live_replica import GameWriter
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.testing.memory import FaultyDisk
from p2pgames_protocol.testing.room import Room
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun, signed_vote, vote_out


def rolled(seats, moves):
    """A long game of so many turns so far."""
    room = Room(DICE, seats, options={"aim": "300"})
    room.deliver_all()
    for _ in range(moves):
        room.turn().act("roll")
        room.collect()
        room.deliver_all()
    return room


def check_seen(maker, verdict):
    """A stranger blames whom the maker blames, for the same, and nobody else."""
    report = audit.full(proof_file.build(maker, verdict), rules_of)
    assert report.grade is Grade.CHEATED, report.why
    assert [(f["seat"], f["round"], f["kind"]) for f in report.faults] == [
        (verdict.seat, verdict.round, verdict.fault)
    ]


@pytest.mark.parametrize("change", [{"act": "dance"}, {"state": bytes(32)}])
def test_of_a_fault_after_somebody_was_voted_out(change):
    room = rolled(4, 2)
    silent = room.turn().seat
    room.cut, room.signers[silent].auto_signer.signing = {silent}, False
    vote_out(room, silent)
    cheat = room.turn().seat
    maker = room.replicas[next(seat for seat in range(4) if seat not in (silent, cheat))]
    assert any(silent not in given for given in maker.log)
    (outcome,) = room.broadcast(forge_for(maker, room, cheat, **change), [maker.own])
    assert outcome.misconduct.fault is Fault.ILLEGAL
    check_seen(maker, outcome.misconduct)


def forge_for(replica, room, seat, **changes):
    """A validly signed event of a seat for the round that is open in this replica."""
    position = replica.position
    here = {"round": position.round, "previous": position.previous, "state": position.state_digest}
    return room.forge(seat, **here | changes)


def test_of_a_false_reveal_after_a_lone_vote():
    room, silent = begun(2)
    room.cut = {silent}
    voter = 1 - silent
    room.signers[voter].auto_signer.signing = False
    maker = Replica(room.genesis, DICE)
    for record in room.replicas[voter].records():
        Intake(maker).receive(record)
    position = maker.position
    vote = signed_vote(room, position, Ballot.ABSENT, voter, silent)
    assert Intake(maker).receive(vote).status is Status.ACCEPTED
    outcome = Intake(maker).receive(forge_for(maker, room, voter, act="reveal", body=(bytes(32), None)))
    assert outcome.misconduct.fault is Fault.ILLEGAL
    check_seen(maker, outcome.misconduct)


@pytest.mark.parametrize("back", range(1, 6))
def test_of_a_lone_vote_on_an_older_round(back):
    room = rolled(2, 5)
    maker = Replica(room.genesis, DICE)
    for record in room.replicas[0].records():
        Intake(maker).receive(record)
    number = [n for n, position in enumerate(maker.positions[:-1]) if len(position.due) == 1][-back]
    position = maker.positions[number]
    (silent,) = position.due
    Intake(maker).receive(signed_vote(room, position, Ballot.ABSENT, 1 - silent, silent))
    assert maker.accusations.verdict.fault is Fault.FALSE_ABSENCE
    check_seen(maker, maker.accusations.verdict)


def voted_falsely(built_on):
    """A table at which one of two has confirmed the other's events and votes it absent: its log, then all that."""
    room, turn = begun(2)
    before = list(room.replicas[0].records())
    position, liar = room.replicas[0].position, room.signers[1 - turn]
    room.signers[turn].act("roll")
    events = [record for record in room.replicas[turn].outbox.drain() if record.kind is Kind.EVENT][:built_on]
    for event in events:
        liar.receive(event)
    have = [record for record in liar.replica.outbox.drain() if record.kind is Kind.HAVE][built_on - 1]
    assert Have.read(have.body).round == position.round + built_on - 1
    vote = signed_vote(room, position, Ballot.ABSENT, liar.seat, turn)
    return room, before, {"events": events, "have": [have], "vote": [vote]}


def heard(room, before, said, order):
    """Who has heard all that in this order."""
    maker = Replica(room.genesis, DICE)
    for record in (*before, *(record for name in order for record in said[name])):
        Intake(maker).receive(record)
    return maker


@pytest.mark.parametrize("built_on", [1, 2])
@pytest.mark.parametrize("order", list(permutations(("events", "have", "vote"))))
def test_of_a_lone_vote_that_is_belied_before_or_after_it_is_heard(order, built_on):
    room, before, said = voted_falsely(built_on)
    maker = heard(room, before, said, order)
    (verdict,) = maker.accusations.found
    assert verdict == maker.accusations.verdict
    assert verdict.fault is Fault.FALSE_ABSENCE
    assert verdict.seat == Vote.read(said["vote"][0].body).voter
    check_seen(maker, verdict)
    assert maker.finished
    report = audit.full(canonical(maker), rules_of)
    assert (report.grade, report.basis, report.result) == (Grade.CHEATED, "fault", None)
    assert [fault["seat"] for fault in report.faults] == [verdict.seat]


@pytest.mark.parametrize("order", list(permutations(("events", "own", "vote"))))
def test_of_a_lone_vote_that_no_have_belies_but_the_next_event(order):
    room, before, said = voted_falsely(2)
    liar = room.signers[Vote.read(said["vote"][0].body).voter]
    number = Event.read(said["events"][0].body).round
    later = [*liar.replica.log[number + 1 :], liar.replica.branch.open]
    own = [given[liar.seat] for given in later if liar.seat in given][:1]
    maker = heard(room, before, said | {"own": own}, order)
    assert maker.accusations.verdict.fault is Fault.FALSE_ABSENCE
    check_seen(maker, maker.accusations.verdict)


@pytest.mark.parametrize("order", list(permutations(("events", "vote"))))
def test_nobody_is_blamed_for_a_lone_vote_without_any_sign_of_the_event(order):
    room, before, said = voted_falsely(1)
    maker = heard(room, before, said, order)
    assert not maker.accusations.found
    assert maker.position.ending.basis is Basis.VOTED
    assert maker.ballots.contested


def test_the_store_keeps_what_belies_a_false_absence():
    room, before, said = voted_falsely(1)
    maker = heard(room, before, said, ("events", "vote", "have"))
    disk = FaultyDisk()
    store = Store(Path("/game.p2pg"), Path("/state"), disk)
    keeper = GameWriter(maker, store, bytes(32), None)

    async def kept():
        await keeper.write(maker.outbox.drain(), note=True)
        await keeper.prove(maker.accusations.found[0])

    trio.run(kept)
    report = audit.full(disk.read(Path("/game.p2pg")), rules_of)
    assert (report.grade, [fault["kind"] for fault in report.faults]) == (
        Grade.CHEATED,
        [Fault.FALSE_ABSENCE],
    )
    assert audit.full(disk.read(store.proof), rules_of).grade is Grade.CHEATED
