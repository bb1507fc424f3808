"""Misconduct follows from the set of records, never from their order, and nobody is blamed for what is allowed."""

from dataclasses import replace
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import Why
from p2pgames_protocol.audit import chain
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.proof_file import judge as judge_proof
from p2pgames_protocol.audit.replay import canonical, merge, read_log
from p2pgames_protocol.audit.report import Grade, as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import validate
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.records import Ballot, Event, Kind, Record, Vote, sign
from p2pgames_protocol.log.rounds import REKEY, SHARE, SHUFFLE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.room import Room, identity, make_genesis, seated
from p2pgames_protocol.wire.codec import digest
from tests import seeds
from tests.dice import DICE
from tests.dice import rules_of as dice
from tests.independent.auditor import judge as independently
from tests.logs import MAKERS, log_of
from tests.protocol.rooms import begun, leave_plainly, resignation, signed_vote, slow_in
from tests.six import SIX
from tests.vectors import rules_of


def verdict(report):
    """All that a report says."""
    return as_json(report, "f") | {"grade": report.grade}


def waiting_in(step):
    """A table of three with hidden cards that waits for seat 0 in a round of this step."""
    room = Room(SIX, 3, seed=3, nonce=77, kinds={0: slow_in(step)})
    room.deliver_all()
    while step is REKEY and room.replicas[0].position.kind is not step:
        table = room.turn()
        if table.seat:
            leave_plainly(table)
        else:
            table.act(room.random.choice(SIX.moves(table.replica.position.state, 0, table.replica.known)))
        room.collect()
        room.deliver_all()
    position = room.replicas[0].position
    assert position.kind is step
    assert 0 in position.due
    return room


@pytest.mark.parametrize("embedded", [False, True])
@pytest.mark.parametrize("step", [SHARE, SHUFFLE, REKEY])
def test_a_resignation_is_right_wherever_the_seat_owes_an_event(step, embedded):
    room = waiting_in(step)
    number = room.replicas[0].position.round
    if embedded:
        room.signers[0].resign()
        room.collect()
        room.deliver_all()
        del room.signers[0].auto_signer.due.quick, room.signers[0].auto_signer.due.slow
        room.signers[0].auto_signer.sign_from_now_on()
        room.collect()
    else:
        room.broadcast(room.forge(0, act="resign", body=(), notes=(resignation(room.genesis, 0),)))
        room.cut = {0}
    room.play()
    honest = room.signers[1:]
    assert len({table.replica.position.previous for table in honest}) == 1
    for table in honest:
        assert not table.replica.accusations.found
        (left,) = (left for left in table.replica.position.departures if left.seat == 0)
        assert (left.round, left.why) == (left.round if embedded else number, Why.RESIGNED)
        assert table.replica.position.ending.basis is not Basis.FAULT
    data = canonical(honest[0].replica)
    full, quick, other = audit.full(data, rules_of), fast(data), independently(data)
    assert full.grade is Grade.FINISHED
    assert not full.faults
    assert other["left"] == [[left.seat, left.round, left.why.value] for left in full.departures]
    assert (other["grade"], other["basis"]) == (full.grade, full.basis)
    assert quick.grade is not Grade.INVALID, quick.why
    assert not quick.faults


def lied():
    """The records of a table of two up to a move that seat A has confirmed, the move, A's have of it, A's vote
    that it is absent, and A's reveal."""
    room, silent = begun(2)
    liar = 1 - silent
    position = room.replicas[0].position
    base = [
        record
        for record in logfile.read_records(canonical(room.replicas[silent]))
        if record.kind is not Kind.HAVE
    ]
    room.signers[silent].act("roll")
    room.collect()
    move = room.replicas[silent].log[position.round][silent]
    room.deliver_all()
    have = room.replicas[liar].haves.find(liar, position.round)
    vote = signed_vote(room, position, Ballot.ABSENT, liar, silent)
    table = Signer(room.genesis, room.rules, identity(liar))
    for record in (*base[1:], vote):
        table.receive(record)
    table.auto_signer.sign_from_now_on()
    reveal = next(
        r for r in table.replica.outbox.drain() if r.kind is Kind.EVENT and Event.read(r.body).act == "reveal"
    )
    return room, liar, base, move, have, vote, reveal


def test_a_false_absence_between_two_is_evidence_wherever_it_stands_in_the_file():
    _, liar, base, move, have, vote, reveal = lied()
    told = [move, have, vote, reveal]
    reports = []
    for seed in range(20):
        Random(seed).shuffle(told)
        data = logfile.write_records([*base, *told])
        reports.append(verdict(audit.full(data, dice)))
        assert fast(data).grade is Grade.CHEATED
        assert "has signed what is built on it" in fast(data).why
        proof = data.replace(logfile.MAGIC, logfile.PROOF_MAGIC)
        blamed = judge_proof(*read_log(proof, logfile.PROOF_MAGIC), dice)
        assert (blamed[0].fault, blamed[0].seat) == (Fault.FALSE_ABSENCE, liar)
    assert all(report == reports[0] for report in reports)
    assert reports[0]["grade"] is Grade.CHEATED
    assert reports[0]["basis"] == "fault"
    assert [(fault["seat"], fault["kind"]) for fault in reports[0]["faults"]] == [(liar, Fault.FALSE_ABSENCE)]


def test_merging_says_the_same_whichever_copy_comes_first():
    room, liar, base, move, have, vote, reveal = lied()
    played, voted = logfile.write_records([*base, move, have]), logfile.write_records([*base, vote, reveal])
    for copies in ((played, voted), (voted, played)):
        data, replica = merge(*copies, dice)
        assert [(fault.fault, fault.seat) for fault in replica.accusations.found] == [
            (Fault.FALSE_ABSENCE, liar)
        ]
        report = audit.full(data, dice)
        assert report.grade is Grade.CHEATED
        assert room.genesis.names[liar] in report.why
    assert merge(played, voted, dice)[0] == merge(voted, played, dice)[0]


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_the_order_of_records_makes_no_difference(name):
    data = log_of(name)
    start, *records = logfile.read_records(data)
    full, quick, other = audit.full(data, rules_of), fast(data), independently(data)
    assert full.grade is not Grade.INVALID, full.why
    assert (full.grade is Grade.CHEATED) == (name.startswith("forked") or name == "false absence")
    assert quick.grade is not Grade.INVALID, quick.why
    for seed in seeds(2, 4):
        Random(seed).shuffle(records)
        shuffled = logfile.write_records([start, *records])
        assert verdict(audit.full(shuffled, rules_of)) == verdict(full)
        assert verdict(fast(shuffled)) == verdict(quick)
        if full.genesis.game in ("linja", "six"):
            assert independently(shuffled) == other


# -- the fast audit --


def named_absent(seats, players=2):
    """A file in which seat 0 calls the authors of unsigned events absent, of so many seats."""
    genesis = make_genesis(registry.rules("linja", 0), players)
    start = digest("start", genesis.game_id)
    records = [Record(Kind.GENESIS, genesis.record)]
    for seat in range(seats):
        event = Event(0, seat, start, bytes(32), frozenset(), "key", ())
        records.append(sign(seated(min(seat, players - 1)), Kind.EVENT, genesis.game_id, event.pack()))
    for seat in range(1, seats):
        vote = Vote(Ballot.ABSENT, 0, seat, 0, start, frozenset({0, seat}))
        records.append(sign(seated(0), Kind.VOTE, genesis.game_id, vote.pack()))
    return logfile.write_records(records)


class Many(type(DICE)):
    """The test's game for as many as a table has seats."""

    players = range(2, 17)


def crowded(rounds, voters):
    """A file of 16 seats in every round of which some call all after them absent, and all give their events."""
    genesis = make_genesis(Many(), 16)
    previous, records = digest("start", genesis.game_id), []
    for number in range(rounds):
        for seat in range(16):
            event = Event(number, seat, previous, bytes(32), frozenset(), "dance", ())
            records.append(sign(seated(seat), Kind.EVENT, genesis.game_id, event.pack()))
        for voter in range(voters):
            for seat in range(voter + 1, 16):
                vote = Vote(Ballot.ABSENT, voter, seat, number, previous, frozenset(range(16)))
                records.append(sign(seated(voter), Kind.VOTE, genesis.game_id, vote.pack()))
        previous = chain.Chain(genesis, chain.read_papers(genesis, records)).previous
    return logfile.write_records([Record(Kind.GENESIS, genesis.record), *records])


def work_of(monkeypatch, data):
    """How often a fast audit hashes and reads, and what it says."""
    calls = [0]

    def counted(function):
        def call(*given, **named):
            calls[0] += 1
            return function(*given, **named)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(validate, "digest", counted(validate.digest))
        patch.setattr(validate, "encode", counted(validate.encode))
        patch.setattr(Record, "signed_by", counted(Record.signed_by))
        report = fast(data)
    return calls[0], report


@pytest.mark.parametrize("seats", [4, 18, 40, 64])
def test_many_seats_said_to_be_absent_cost_no_more_than_the_file_is_long(monkeypatch, seats):
    data = named_absent(seats)
    calls, report = work_of(monkeypatch, data)
    assert calls < 10 * seats
    assert report.grade is Grade.INVALID


@pytest.mark.parametrize("voters", [1, 2, 15])
def test_rounds_full_of_votes_cost_the_same_each(monkeypatch, voters):
    short, long = crowded(2, voters), crowded(8, voters)
    few, many = work_of(monkeypatch, short)[0], work_of(monkeypatch, long)[0]
    assert many / len(long) < 1.5 * few / len(short)


def test_a_round_far_ahead_is_not_walked_to(monkeypatch):
    data = log_of("voted and contested")
    genesis = audit.full(data, rules_of).genesis
    ahead = Event(2**32 - 1, 0, bytes(32), bytes(32), frozenset(), "move", ())
    far = sign(seated(0), Kind.EVENT, genesis.game_id, ahead.pack())
    calls, _ = work_of(monkeypatch, logfile.write_records([*logfile.read_records(data), far]))
    assert calls < 10_000


@pytest.mark.parametrize("name", ["voted", "voted between two"])
def test_nobody_without_a_key_makes_a_game_contested(name):
    data = log_of(name)
    records, genesis = logfile.read_records(data), audit.full(data, rules_of).genesis
    vote = Vote.read(next(record for record in records if record.kind is Kind.VOTE).body)
    late = Event(vote.round, vote.seat, vote.previous, bytes(32), frozenset(), "move", ("late",)).pack()
    assert not fast(data).contested
    for signer, contested in ((15, False), (vote.seat, True)):
        signed = sign(seated(signer), Kind.EVENT, genesis.game_id, late)
        report = fast(logfile.write_records([*records, signed]))
        assert report.contested is contested
        assert (report.grade is Grade.INVALID) is not contested


def test_one_seat_alone_does_not_end_a_game():
    room, turn = begun(3)
    position = room.replicas[0].position
    records = logfile.read_records(canonical(room.replicas[0]))
    for seat in range(3):
        reveal = room.forge(seat, act="reveal", body=(bytes(32), None))
        report = fast(logfile.write_records([*records, reveal]))
        assert (report.grade, report.finished) == (Grade.RUNNING, None)
        assert "without" in report.why
    position = replace(position, seats=((turn + 1) % 3, turn))
    vote = signed_vote(room, position, Ballot.ABSENT, (turn + 1) % 3, turn)
    report = fast(logfile.write_records([*records, vote]))
    assert (report.grade, report.finished) == (Grade.RUNNING, None)
    assert "only the rules can say" in report.why
    assert as_json(report, "f")["finished"] is None


def test_one_vote_alone_puts_nobody_out_of_the_chain():
    room, turn = begun(3)
    room.play(1)
    records = logfile.read_records(canonical(room.replicas[0]))
    number = room.replicas[0].position.round - 1
    ballot = signed_vote(room, room.replicas[0].positions[number], Ballot.ABSENT, (turn + 1) % 3, turn)
    data = logfile.write_records([*records, ballot])
    for report in (audit.full(data, dice), fast(data)):
        assert (report.grade, report.contested) == (Grade.RUNNING, False), report.why
    assert fast(data).rounds == fast(logfile.write_records(records)).rounds
