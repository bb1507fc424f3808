"""Votes on absent seats among three and more: the race with an event that arrives late, and what is left of it."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from p2pgames.contract import Illegal, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import proof_file
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical, merge, read_log
from p2pgames_protocol.audit.report import Grade, as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import PROOF_MAGIC, write_records
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Ballot, Event, Have, Kind, Record, Vote
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import KEYS, SHARE, SHUFFLE, TURN
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.room import Room, identity, load
from tests import seeds
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun, copies, mine, signed_vote, vote_out
from tests.six import SIX


def vote_of(room, ballot, voter, seat, event=b"", at=None):
    """A validly signed vote on the open round of table 0, or an earlier one."""
    position = room.replicas[0].positions[-1 if at is None else at]
    return signed_vote(room, position, ballot, voter, seat, event)


def stored(room, seat):
    """The file a client keeps: others' haves are not in it."""
    own = mine(room, seat)
    kept = [record for record in room.stores[seat] if record.kind is not Kind.HAVE or record in own]
    return write_records([Record(Kind.GENESIS, room.genesis.record), *kept])


def check_files(room, seat, grade, **expected):
    """Every table's file and store is valid for all audits, and says what is expected."""
    for number, replica in enumerate(room.replicas):
        for data in (canonical(replica), stored(room, number)):
            for report in (audit.full(data, rules_of_all), fast(data)):
                assert report.grade in (grade, Grade.RUNNING if report.mode == "fast" else grade), report.why
                assert report.contested == expected.get("contested", False)
            report = audit.full(data, rules_of_all)
            assert [(d.seat, d.why) for d in report.departures][:1] == [(seat, Why.VOTED)]


def rules_of_all(name, version):
    return SIX if name == "six" else rules_of(name, version)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_who_all_others_call_absent_is_out_and_the_game_goes_on(seats):
    room, silent = begun(seats)
    room.cut = {silent}
    room.signers[silent].auto_signer.signing = False
    others = [seat for seat in range(seats) if seat != silent]
    table = room.signers[others[0]]
    assert table.voting.votable() == (silent,)
    for voter in others:
        assert not table.replica.position.departures
        room.signers[voter].vote(silent)
        room.collect()
        room.deliver_all()
    assert [(d.seat, d.why) for d in table.replica.position.departures] == [(silent, Why.VOTED)]
    room.play()
    assert table.replica.position.ending.basis is Basis.PLAYED
    assert silent not in table.replica.position.ending.result.winners
    room.cut = set()
    for _ in range(3):  # what lies far ahead is not taken in before what it is built on
        room.sync()
    assert len(room.digests()) == 1
    check_files(room, silent, Grade.FINISHED)
    left = as_json(audit.full(canonical(table.replica), rules_of), "f")["left"]
    assert left[0]["voted_by"] == others
    assert left[0]["why"] == "voted"


def test_one_who_does_not_vote_keeps_the_seat_in():
    room, silent = begun(4)
    room.cut = {silent}
    others = [seat for seat in range(4) if seat != silent]
    for voter in others[1:]:
        room.signers[voter].vote(silent)
    room.collect()
    room.deliver_all()
    assert not any(room.replicas[voter].position.departures for voter in others)
    with pytest.raises(Illegal):
        room.signers[others[1]].vote(silent)
    room.cut = set()
    room.signers[silent].act("roll")
    room.collect()
    room.sync()
    assert not room.replicas[others[0]].ballots.contested
    assert len(room.digests()) == 1
    assert not room.replicas[0].position.departures
    room.play()
    assert len(room.digests()) == 1
    for table in room.replicas:
        for report in (audit.full(canonical(table), rules_of), fast(canonical(table))):
            assert report.grade is Grade.FINISHED, report.why
            assert not report.contested


def test_two_silent_seats_suspend_the_game_until_one_is_back():
    room, silent = begun(4)
    other = (silent + 1) % 4
    room.cut = {silent, other}
    here = [seat for seat in range(4) if seat not in room.cut]
    for voter in here:
        room.signers[voter].vote(silent)
    room.collect()
    room.deliver_all()
    assert not any(room.replicas[voter].position.departures for voter in here)
    room.cut = {silent}
    room.sync()
    room.signers[other].vote(silent)
    room.collect()
    room.deliver_all()
    assert {room.replicas[seat].position.departures[0].seat for seat in (*here, other)} == {silent}


@pytest.mark.parametrize("heard", [0, 1, 2])
def test_an_event_that_turns_up_after_all_have_voted_changes_nothing(heard):
    room, silent = begun(3)
    others = [seat for seat in range(3) if seat != silent]
    for voter in others:
        room.signers[voter].vote(silent)
    ballots = [record for voter in others for record in room.replicas[voter].outbox.drain()]
    room.signers[silent].act("roll")
    event = next(
        r for r in room.replicas[silent].branch.open.values() or room.replicas[silent].log[-1].values()
    )
    ballots += [event] * heard
    for record in ballots:
        room.signers[others[0]].receive(record)
    assert room.replicas[others[0]].position.departures[0].why is Why.VOTED
    for number, voter in enumerate(others):
        room.stores[voter].append(ballots[number])
    room.collect()
    room.sync()
    room.sync()
    assert len(room.digests()) == 1
    assert all(replica.ballots.contested for replica in room.replicas)
    assert not any(table.accusations.found for table in room.replicas)
    room.play()
    room.sync()
    assert len(room.digests()) == 1
    for table in room.replicas:
        for report in (audit.full(canonical(table), rules_of), fast(canonical(table))):
            assert report.contested, report.why
            assert report.grade is Grade.FINISHED, report.why


def test_nobody_doubts_who_is_voted_out_for_closing_the_round_with_its_own_event():
    room, silent = begun(3)
    room.cut = {silent}
    vote_out(room, silent)
    room.signers[silent].act("roll")
    others = [table for table in room.signers if table.seat != silent]
    number = len(others[0].replica.log) - 1
    have = [r for r in room.replicas[silent].outbox.drain() if r.kind is Kind.HAVE][-1]
    assert Have.read(have.body).round == number
    for table in others:
        assert not table.replica.branch.holds(Have.read(have.body))
        table.receive(have)
        assert (table.replica.haves.diverged, table.replica.side_records.strays) == ({}, set())


def test_nobody_votes_on_one_round_a_second_time_after_the_log_was_taken_back():
    """The round before may be another by then, and with it the vote: two that differ end the game."""
    room, silent = begun(3)
    table = next(table for table in room.signers if table.seat != silent)
    table.vote(silent)
    assert table.voting.votable() == ()
    other = next(seat for seat in range(3) if seat not in (silent, table.seat))
    ballot = vote_of(room, Ballot.ABSENT, other, silent)
    room.signers[silent].act("roll")
    table.receive(room.replicas[silent].log[table.replica.position.round][silent])
    table.replica.outbox.drain()
    table.receive(ballot)
    assert [Vote.read(r.body).voter for r in table.replica.outbox.drain() if r.kind is Kind.VOTE] == [other]


def test_who_has_voted_waits_for_another_that_says_the_event_is_there():
    room, silent = begun(3)
    voter, holder = (seat for seat in range(3) if seat != silent)
    room.signers[voter].vote(silent)
    (ballot,) = room.replicas[voter].outbox.drain()
    room.signers[silent].act("roll")
    event = room.replicas[silent].outbox.drain()[0]
    number = room.replicas[voter].position.round
    room.signers[voter].receive(event)
    assert room.replicas[voter].position.round == number
    room.signers[holder].receive(event)
    assert room.replicas[holder].position.round == number + 1
    room.replicas[holder].outbox.drain()
    room.signers[holder].receive(ballot)
    answer = next(r for r in room.replicas[holder].outbox.drain() if r.kind is Kind.VOTE and r != ballot)
    assert Vote.read(answer.body).ballot is Ballot.PRESENT
    assert event.id in [r.id for r in room.replicas[holder].outbox.take_shown()]
    room.signers[voter].receive(answer)
    assert room.replicas[voter].position.round == number + 1


def test_a_false_present_keeps_nobody_waiting_for_ever():
    room, silent = begun(3)
    voter, liar = (seat for seat in range(3) if seat != silent)
    room.signers[voter].vote(silent)
    number = room.replicas[voter].position.round
    room.signers[voter].receive(vote_of(room, Ballot.PRESENT, liar, silent, b"x" * 32))
    assert room.replicas[voter].position.round == number
    room.signers[silent].act("roll")
    room.signers[voter].receive(room.replicas[silent].outbox.drain()[0])
    assert room.replicas[voter].position.round == number + 1


def test_two_different_votes_of_one_seat_end_the_game_with_evidence():
    room, silent = begun(4)
    liar = (silent + 1) % 4
    one = vote_of(room, Ballot.ABSENT, liar, silent)
    other = vote_of(room, Ballot.PRESENT, liar, silent, b"x" * 32)
    table = room.signers[(silent + 2) % 4]
    table.receive(one)
    outcome = table.receive(other)
    assert outcome.misconduct.fault is Fault.EQUIVOCATION
    assert table.replica.accusations.verdict.seat == liar
    proof = proof_file.build(table.replica, table.replica.accusations.verdict)
    (verdict,) = proof_file.judge(*read_log(proof, PROOF_MAGIC), rules_of)
    assert (verdict.seat, verdict.fault) == (liar, Fault.EQUIVOCATION)
    assert audit.full(canonical(table.replica), rules_of).grade is Grade.CHEATED


def test_votes_on_two_seats_are_no_evidence():
    room = Room(DICE, 4, seed=2)
    position = room.replicas[0].position
    assert position.kind is KEYS
    for seat in (1, 2):
        assert room.signers[0].receive(vote_of(room, Ballot.ABSENT, 3, seat)).status is Status.ACCEPTED
    assert room.replicas[0].accusations.verdict is None


@pytest.mark.parametrize("ballot", [Ballot.ABSENT, Ballot.PRESENT])
def test_votes_of_who_has_none_do_not_count_and_blame_nobody(ballot):
    room, silent = begun(3)
    event = b"x" * 32
    own = vote_of(room, ballot, silent, silent, event)
    undue = vote_of(room, ballot, silent, (silent + 1) % 3, event)
    position = replace(room.replicas[0].position, seats=((silent + 1) % 3, silent))
    fewer = signed_vote(room, position, ballot, (silent + 1) % 3, silent, event)
    for record in (own, undue, fewer):
        table = Replica(room.genesis, DICE)
        for old in room.replicas[0].records():
            Intake(table).receive(old)
        outcome = Intake(table).receive(record)
        assert (outcome.status, outcome.misconduct) == (Status.KNOWN, None)
        assert "does not count" in str(outcome.why)
        assert not list(table.ballots.of_round(table.position))
        data = write_records([*logfile.read_records(canonical(table)), record])
        full, quick = audit.full(data, rules_of), fast(data)
        assert (full.grade, full.faults, quick.faults) == (Grade.INVALID, [], [])


def test_there_is_no_vote_at_ones_turn_or_at_the_end():
    room, turn = begun(3)
    assert room.signers[turn].voting.votable() == ()
    with pytest.raises(Illegal):
        room.signers[turn].vote(turn)
    with pytest.raises(Illegal):
        room.signers[turn].vote((turn + 1) % 3)
    room.play()
    assert all(table.voting.votable() == () for table in room.signers)


def test_a_vote_before_the_first_choice_abandons_the_game():
    room = Room(DICE, 3, seed=1)
    room.cut = {2}
    room.mail = [(to, r) for to, r in room.mail if to != 2 and r not in room.stores[2]]
    room.deliver_all()
    assert room.signers[0].voting.votable() == (2,)
    vote_out(room, 2, (0, 1))
    assert room.replicas[0].position.ending.basis is Basis.VOTED
    assert room.replicas[0].position.ending.result is None
    assert audit.full(canonical(room.replicas[0]), rules_of).basis == "voted"


def test_who_has_resigned_by_a_note_votes_like_the_first_who_does():
    room, silent = begun(4)
    room.cut = {silent}
    resigned, voter, last = (seat for seat in range(4) if seat != silent)
    room.signers[resigned].resign()
    room.collect()
    room.deliver_all()
    for seat in (voter, last):
        room.signers[seat].vote(silent)
    room.collect()
    room.deliver_all()
    assert room.replicas[voter].position.departures[0].seat == silent


def test_down_to_two_by_votes_and_then_by_one_alone():
    room, silent = begun(3)
    room.cut = {silent}
    vote_out(room, silent)
    one, two = (seat for seat in range(3) if seat != silent)
    (turn,) = room.replicas[one].waiting_for
    other = two if turn == one else one
    room.signers[other].vote(turn)
    room.collect()
    assert room.replicas[other].position.ending.basis is Basis.VOTED
    report = audit.full(canonical(room.replicas[other]), rules_of)
    assert (report.basis, report.result.winners) == ("voted", (other,))


def test_merging_the_voters_file_with_the_absent_ones_gives_one_contested_game():
    room, silent = begun(3)
    room.cut = {silent}
    room.signers[silent].act("roll")
    room.collect()
    vote_out(room, silent, [seat for seat in range(3) if seat != silent])
    voter = room.replicas[(silent + 1) % 3]
    for pair in ((voter, room.replicas[silent]), (room.replicas[silent], voter)):
        data, replica = merge(*map(canonical, pair), rules_of)
        assert replica.position.previous == voter.position.previous
        assert replica.ballots.contested
        assert audit.full(data, rules_of).contested


# -- many orders --


class Storm(Room):
    """A room whose network loses, doubles, delays and parts, and whose tables vote whenever they may."""

    def __init__(self, rules, seats, options, seed):
        super().__init__(rules, seats, options, seed=seed)
        self.parted = set()

    def collect(self):
        super().collect()
        for number, table in enumerate(self.signers):
            for record in table.replica.outbox.take_shown():
                self.mail += [(to, record) for to in range(len(self.signers)) if to != number]

    def step(self):
        """Let one thing happen, mostly that a message arrives."""
        luck = self.random.random()
        if luck < 0.7 and self.mail:
            index = self.random.randrange(len(self.mail))
            to, record = self.mail[index]
            if luck < 0.05:
                self.mail.append((to, record))
            if luck < 0.1 or to in self.parted:
                del self.mail[index]
            else:
                self.deliver(index)
        elif luck < 0.8:
            voters = [t for t in self.signers if t.voting.votable()]
            if voters and self.random.random() < 0.4:
                table = self.random.choice(voters)
                table.vote(self.random.choice(table.voting.votable()))
        elif luck < 0.83:
            self.parted = {s for s in range(len(self.signers)) if self.random.random() < 0.3}
        elif luck < 0.85:
            self.restart(self.random.randrange(len(self.signers)))
        elif luck < 0.88:
            self.greet()
        elif (table := self.turn()) is not None:
            moves = self.rules.moves(table.replica.position.state, table.seat, table.replica.known)
            table.act(self.random.choice(moves))
        self.collect()

    def greet(self):
        """Two tables tell one another what the other may lack."""
        one, other = self.random.sample(range(len(self.signers)), 2)
        for number, to in ((one, other), (other, one)):
            records = self.replicas[number].records(len(self.replicas[to].log))
            self.mail += [(to, record) for record in records]

    def restart(self, seat):
        """A client is killed, and begins again from its store."""
        old = self.signers[seat]
        self.mail = [(to, record) for to, record in self.mail if to != seat or self.random.random() < 0.5]
        own = mine(self, seat)
        again = Signer(self.genesis, self.rules, identity(seat))
        load(again, [r for r in self.stores[seat] if r.kind is not Kind.HAVE or r in own])
        again.auto_signer.shares.restore(old.auto_signer.shares.given.values())
        again.auto_signer.sign_from_now_on()
        self.signers[seat] = again

    def settle(self):
        """The network heals: everything arrives, and the game is played to its end."""
        self.parted = set()
        for _ in range(400):
            self.sync()
            self.sync()
            if all(table.finished for table in self.replicas) and not self.mail:
                return
            self.play(5)


def weather(seats, seed, rules=DICE, options=None, steps=120):
    storm = Storm(rules, seats, options, seed)
    for _ in range(steps):
        storm.step()
    storm.settle()
    assert len(storm.digests()) == 1, seed
    assert all(table.finished for table in storm.replicas), seed
    assert not any(table.accusations.verdict or table.accusations.found for table in storm.replicas), seed
    return storm


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_any_weather_all_end_with_the_same_game(seats):
    seen = {False: 0, True: 0}
    voted = 0
    for seed in {*seeds(12, 40), 23}:  # with 23 an event of one of five comes after the votes
        storm = weather(seats, seed)
        table = storm.signers[seed % seats]
        seen[table.replica.ballots.contested] += 1
        voted += any(d.why is Why.VOTED for d in table.replica.position.departures)
        report = audit.full(canonical(table.replica), rules_of)
        assert report.grade is Grade.FINISHED, (seed, report.why)
        quick = fast(canonical(table.replica))
        assert quick.grade in (Grade.FINISHED, Grade.RUNNING), (seed, quick.why)
    assert all(seen.values())
    assert voted > 0


def branched(seats):
    """A function that gives a fresh copy of one room, with a seat at turn and nothing under way."""
    room, silent = begun(seats)
    room.deliver_all()
    room.sync()
    return silent, copies(room)


def race(room, silent, random):
    """One event and the votes of all others, each message in any order; return how often anybody waited."""
    room.random = random
    number = room.replicas[0].position.round
    others = [seat for seat in range(len(room.signers)) if seat != silent]
    to_come = [*others, silent]
    while to_come or room.mail:
        if room.mail and random.random() < 0.7:
            room.deliver(random.randrange(len(room.mail)))
            continue
        if not to_come:
            continue
        seat = to_come.pop(random.randrange(len(to_come)))
        if seat == silent and room.signers[seat].my_turn:
            room.signers[seat].act("roll")
        elif silent in room.signers[seat].voting.votable() and (
            len(others) > 1 or room.replicas[seat].position.round == number
        ):
            room.signers[seat].vote(silent)
        room.collect()
    room.sync()
    assert len(room.digests()) == 1
    assert not any(r.accusations.verdict or r.accusations.found for r in room.replicas)
    assert all(replica.position.round > number for replica in room.replicas)
    for table in (room.replicas[seat] for seat in others):
        # nobody who has a vote ever takes back what it confirmed
        haves = (Have.read(record.body) for record in table.haves.of(table.own))
        assert all(have.digest == table.positions[have.round + 1].previous for have in haves)
    return any(d.why is Why.VOTED for d in room.replicas[0].position.departures)


@pytest.mark.parametrize(
    ("seats", "orders"),
    [
        (2, 60),
        (3, 120),
        (4, 60),
        (5, 40),
        pytest.param(2, 20000, marks=pytest.mark.slow),
        pytest.param(3, 30000, marks=pytest.mark.slow),
        pytest.param(4, 20000, marks=pytest.mark.slow),
        pytest.param(5, 10000, marks=pytest.mark.slow),
    ],
)
def test_no_late_arrival_splits_a_table(seats, orders):
    silent, fresh = branched(seats)
    out = sum(race(fresh(), silent, Random(seed)) for seed in range(orders))
    assert 0 < out < orders


# -- hidden cards --


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("step", [SHUFFLE, SHARE, TURN])
def test_whoever_falls_silent_among_hidden_cards_is_voted_out(seats, step):
    for first, seed in product((True, False), range(2)):
        room = Room(SIX, seats, seed=seed)
        silent = silence(room, step, first)
        if silent is None:
            continue
        vote_out(room, silent, [seat for seat in range(seats) if seat != silent])
        others = [table for table in room.signers if table.seat != silent]
        assert others[0].replica.position.departures[0].seat == silent
        assert others[0].replica.position.departures[0].why is Why.VOTED
        room.play()
        assert len({table.replica.position.previous for table in others}) == 1
        ending = others[0].replica.position.ending
        assert ending is not None
        assert ending.result is not None
        report = audit.full(canonical(others[0].replica), rules_of_all)
        assert report.grade is Grade.FINISHED, report.why


def silence(room, step, first):
    """Play until a seat owes this step, in the first deal or after it, and cut it off; return the seat."""
    for _ in range(10**4):
        table = room.replicas[0]
        position = table.position
        if (
            position.kind is step
            and position.due
            and (first or any(before.kind is TURN for before in table.positions))
            and not position.over
        ):
            silent = room.random.choice(position.due)
            if silent in table.waiting_for:
                room.cut = {silent}
                own = room.replicas[silent].branch.open.get(silent)
                room.mail = [(to, r) for to, r in room.mail if to != silent and r != own]
                room.mail = [(to, r) for to, r in room.mail if not is_by(r, silent)]
                room.sync()
                return (
                    silent if silent in room.replicas[(silent + 1) % len(room.signers)].waiting_for else None
                )
        if room.mail:
            room.deliver(room.random.randrange(len(room.mail)))
        elif (mover := room.turn()) is not None:
            mover.act(
                room.random.choice(
                    room.rules.moves(mover.replica.position.state, mover.seat, mover.replica.known)
                )
            )
            room.collect()
        else:
            return None
    return None


def is_by(record, seat):
    read = {Kind.EVENT: Event.read, Kind.HAVE: Have.read}.get(record.kind)
    return read is not None and read(record.body).seat == seat


@pytest.mark.parametrize("seats", [3, 4])
def test_in_any_weather_hidden_cards_are_dealt_on(seats):
    for seed in range(4):
        storm = weather(seats, seed, SIX, steps=150)
        report = audit.full(canonical(storm.replicas[0]), rules_of_all)
        assert report.grade is Grade.FINISHED, (seed, report.why)


def test_who_has_resigned_and_closes_the_client_leaves_a_vote():
    room, silent = begun(4)
    one, other, resigned = ((silent + n) % 4 for n in (1, 2, 3))
    room.cut = {silent}
    room.signers[resigned].resign()
    room.signers[resigned].leave_votes()
    room.collect()
    room.deliver_all()
    room.cut = {silent, resigned}
    for voter in (one, other):
        assert room.signers[voter].voting.votable() == (silent,)
        room.signers[voter].vote(silent)
    room.collect()
    room.deliver_all()
    assert room.replicas[one].position.departures[0].seat == silent
    report = audit.full(canonical(room.replicas[one]), rules_of)
    assert report.grade is Grade.RUNNING, report.why


def test_who_stays_leaves_no_votes():
    room, _ = begun(4)
    for table in room.signers:
        table.leave_votes()
        assert table.replica.outbox.drain() == []


def test_an_answer_is_told_again_to_whoever_is_further_on():
    """Somebody behind them may wait for it: all three have closed the round, or think so."""
    room, silent = begun(3)
    voter, holder = (seat for seat in range(3) if seat != silent)
    room.signers[voter].vote(silent)
    room.collect()
    room.signers[silent].act("roll")
    room.collect()
    room.deliver_all()
    table = room.replicas[holder]
    answers = [Vote.read(record.body) for record in table.records(len(table.log)) if record.kind is Kind.VOTE]
    assert {(vote.voter, vote.ballot) for vote in answers} == {
        (voter, Ballot.ABSENT),
        (holder, Ballot.PRESENT),
    }
    assert all(vote.round < len(table.log) for vote in answers)
