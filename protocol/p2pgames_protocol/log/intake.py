"""Taking in what arrives, in any order, from anybody.

Proofs of cards take longer than a frame of the screen. Where they are `deferred` they are given out as jobs, which
compute and change nothing, so that they can be done in a thread; for others they are done at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from p2pgames.contract import Seat, Why
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.advance import advance
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence, read_evidence, why_false
from p2pgames_protocol.log.position import Basis, Ending, Position, ValidatedEvent
from p2pgames_protocol.log.proof_jobs import ACCEPTED, KNOWN, ProofJob, Reception, Status, do_jobs
from p2pgames_protocol.log.records import RESIGN, Ballot, By, Event, Have, Kind, Record, Vote
from p2pgames_protocol.log.replica import MAX_AHEAD, Replica
from p2pgames_protocol.log.validate import between_two, is_note_for, may_vote, read_note, signed_by, validate
from p2pgames_protocol.wire.codec import Malformed

_NEW = (Status.ACCEPTED, Status.EARLY, Status.STRAY)


# What takes in records of one kind.


class Receiver(ABC):
    """Takes in records of its kind; what follows from a full round is for `Intake`."""

    kind: ClassVar[Kind]

    @abstractmethod
    def receive(self, replica: Replica, record: Record) -> Reception:
        """Take in a record of this kind, and return what became of it; raise `Malformed` if it is not one."""


def refused_unsigned(replica: Replica, record: Record, seat: Seat) -> Reception | None:
    """Return the refusal of a record that its seat did not sign."""
    if record in replica.verified:
        return None
    genesis = replica.genesis
    if seat < len(genesis.keys) and record.signed_by(genesis.game_id, genesis.keys[seat]):
        return None
    return Reception(Status.SENDER, sentences.RECORD_UNSIGNED(seat=Count(seat + 1)))


def too_early(replica: Replica) -> Reception:
    """Return what becomes of a record for a later round than the open one."""
    return Reception(Status.EARLY, sentences.STILL_OPEN(round=Count(len(replica.log))))


# Evidence, which ends a game.


class EvidenceReceiver(Receiver):
    """Takes in evidence."""

    kind = Kind.EVIDENCE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """End the game, and blame whom the evidence names."""
        return convict(replica, read_evidence(replica.genesis, record))


def convict(replica: Replica, misconduct: Misconduct) -> Reception:
    """End the game by what a seat signed, unless it has ended by something before that."""
    if not replica.accusations.convict(misconduct):
        return KNOWN
    if misconduct.fault is Fault.EQUIVOCATION:
        replica.outbox.add(evidence(*misconduct.records))
    else:
        for record in misconduct.records:
            replica.outbox.add_evidence(record)
    return Reception(Status.AUTHOR, misconduct.why, misconduct)


# Events: they fill rounds, or stand beside the log.


# How a replica goes from round to round, and back.


def enter(replica: Replica, record: Record, validated: ValidatedEvent) -> Reception:
    """Make a validated event of a due seat part of the open round, and say what became of it."""
    event, number = validated.event, replica.position.round
    replica.branch.enter(record, validated)
    replica.pending.forget(event.seat, event.round)
    replica.outbox.add(record)
    if validated.fault is None:
        return ACCEPTED
    name = replica.genesis.names[event.seat]
    why = sentences.BROKE_RULES(
        name=Verbatim(name), seat=Count(event.seat + 1), round=Count(number), why=validated.fault
    )
    return Reception(Status.AUTHOR, why, Misconduct(Fault.ILLEGAL, event.seat, number, why, (record,)))


def close_if_full(replica: Replica) -> bool:
    """Close the open round if nothing is lacking; tell whether it did."""
    position = replica.position
    absent = replica.ballots.absent(position)
    if not position.due or any(seat not in absent and _lacks(replica, seat) for seat in position.due):
        return False
    for seat, late in replica.branch.close_round(absent).items():
        replica.side_records.put(seat, position.round, late)
        contest(replica, position.round)
    compare_haves(replica, position.round)
    return True


def _lacks(replica: Replica, seat: Seat) -> bool:
    """Tell whether the open round cannot be closed yet with what it has of this seat.

    Who has voted it absent waits until somebody else says that its event is there, or all have voted.
    """
    if seat not in replica.branch.open:
        return True
    position, own = replica.position, replica.own
    if own is None or replica.ballots.says(position, own, seat) is not Ballot.ABSENT:
        return False
    return not replica.ballots.kept_in(position, seat)


def contest(replica: Replica, number: int) -> None:
    """Note that an event turned up that was voted absent from a closed round: between two the game has no places."""
    replica.ballots.contest(number)
    if between_two(replica.positions[number]):
        replica.branch.end_after(number, Ending(Basis.VOTED, None))


def rewind(replica: Replica, number: int) -> None:
    """Take back all rounds from ``number`` on; its events stay, those of later rounds are no part of the log."""
    replica.ballots.contest(number)
    replica.haves.rewind(number)
    for seat, later, record in replica.branch.rewind(number):
        replica.side_records.put(seat, later, record)


def compare_haves(replica: Replica, number: int) -> None:
    """Note the seats whose digest of a closed round is another than ours."""
    after = replica.positions[number + 1]
    # a seat may have closed the round with its own event before it heard that it was voted out
    out = {left.seat for left in after.departures if left.why is Why.VOTED}
    replica.side_records.strays |= replica.haves.compare(number, after.previous, out)


class EventReceiver(Receiver):
    """Takes in events."""

    kind = Kind.EVENT

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Enter an event into the open round, where it belongs there, or keep it for when it does."""
        event = Event.read(record.body)
        other = event_seen(replica, event.seat, event.round)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := refused_unsigned(replica, record, event.seat):
            return refusal
        if other is not None:
            return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
        if replica.accusations.verdict is not None:
            return Reception(Status.STRAY, sentences.ENDED_BY_EVIDENCE)
        if event.round >= len(replica.positions):
            replica.pending.hold(event.seat, event.round, record)
            return too_early(replica)
        position = replica.positions[event.round]
        if event.previous != position.previous:
            return _stray(replica, record, event)
        if event.seat not in position.due:
            return _out_of_turn(replica, record, event)
        if event.round < len(replica.log):
            return _late(replica, record, event)
        if position.kind.slow:
            replica.branch.await_proof(event.seat, record)
            return ACCEPTED
        return enter(replica, record, validate(position, event, record.body))


def event_seen(replica: Replica, seat: int, number: int) -> Record | None:
    """Return the event of this seat and round that is here already, in the log or beside it."""
    return (
        replica.branch.event(seat, number)
        or replica.side_records.event(seat, number)
        or replica.pending.event(seat, number)
    )


def _stray(replica: Replica, record: Record, event: Event) -> Reception:
    if len(replica.side_records.rounds(event.seat)) < MAX_AHEAD + len(replica.log):
        replica.side_records.put(event.seat, event.round, record)
    replica.side_records.strays.add(event.seat)
    name, here = replica.genesis.names[event.seat], replica.positions[event.round].previous
    return Reception(
        Status.STRAY,
        sentences.OTHER_ROUND_BEFORE(
            name=Verbatim(name),
            seat=Count(event.seat + 1),
            round=Count(event.round),
            theirs=Verbatim(event.previous.hex()[:16]),
            ours=Verbatim(here.hex()[:16]),
        ),
    )


def _out_of_turn(replica: Replica, record: Record, event: Event) -> Reception:
    replica.side_records.put(event.seat, event.round, record)
    name = replica.genesis.names[event.seat]
    why = sentences.OUT_OF_TURN(name=Verbatim(name), seat=Count(event.seat + 1), round=Count(event.round))
    replica.outbox.add_evidence(record)
    misconduct = Misconduct(Fault.OUT_OF_TURN, event.seat, event.round, why, (record,))
    return Reception(Status.AUTHOR, why, misconduct)


def _late(replica: Replica, record: Record, event: Event) -> Reception:
    """An event that was voted absent turns up: the vote stands, and is contested from now on."""
    replica.side_records.put(event.seat, event.round, record)
    contest(replica, event.round)
    replica.outbox.add(record)
    return Reception(Status.ACCEPTED, sentences.CAME_TOO_LATE)


# Votes on a silent seat.


class VoteReceiver(Receiver):
    """Takes in votes."""

    kind = Kind.VOTE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Count a vote, and take back what was closed with an event that it, with others, calls absent."""
        vote = Vote.read(record.body)
        other = replica.ballots.find(vote)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := refused_unsigned(replica, record, vote.voter):
            return refusal
        if other is not None:
            return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
        if replica.accusations.verdict is not None:
            return Reception(Status.STRAY, sentences.ENDED_BY_EVIDENCE)
        if vote.round > len(replica.log):
            return too_early(replica)
        position = replica.positions[vote.round]
        if vote.previous != position.previous:
            replica.side_records.strays.add(vote.voter)
            return Reception(Status.STRAY, sentences.VOTE_ELSEWHERE)
        if vote.inside != position.inside or not may_vote(position, vote.voter, vote.seat):
            why = sentences.VOTE_UNCOUNTED(
                name=Verbatim(replica.genesis.names[vote.voter]),
                seat=Count(vote.voter + 1),
                other=Count(vote.seat + 1),
                round=Count(vote.round),
            )
            return Reception(Status.KNOWN, why)
        _count(replica, record, vote)
        return ACCEPTED


def _count(replica: Replica, record: Record, vote: Vote) -> None:
    """Keep a vote that counts, and draw the consequences."""
    replica.ballots.add(record, vote)
    replica.outbox.add(record)
    event = replica.branch.event(vote.seat, vote.round)
    if vote.ballot is Ballot.ABSENT and event is not None:
        replica.outbox.add_evidence(event)
        position = replica.positions[vote.round]
        if vote.round < len(replica.log) and vote.seat in replica.ballots.absent(position):
            rewind(replica, vote.round)


# A false absence between two: its voter signed something that has the other's event behind it.
#
# What that is, the log would say if the vote were not there.


def lone_votes(replica: Replica) -> list[tuple[Record, Vote]]:
    """Return the votes by which one of two has put the other out of the log: they end the game."""
    last = next(position for position in reversed(replica.positions) if not position.over)
    return replica.ballots.alone(last)


def may_belie(replica: Replica, record: Record, vote: Vote) -> bool:
    """Tell whether a message that was kept can change what `proof_against` finds: of each seat there are few."""
    match record.kind:
        case Kind.VOTE:
            return True
        case Kind.EVENT:
            said: Event | Have = Event.read(record.body)
            kept = _kept(replica, said.seat, said.round)
        case Kind.HAVE:
            said = Have.read(record.body)
            kept = [replica.haves.find(said.seat, said.round)]
        case _:
            return False
    return said.seat in (vote.voter, vote.seat) and said.round >= vote.round and record in kept


def proof_against(replica: Replica, vote: Vote) -> tuple[Record, ...]:
    """Return what belies a vote that put the other of two out, in the log without it: empty if nothing here does.

    That is a have or an event of its voter, and the events from the round on that it is built on.
    """
    built_on: list[Record] = []
    for position, given in _without(replica, vote):
        if position.round > vote.round:
            have = replica.haves.find(vote.voter, position.round - 1)
            if have is not None and Have.read(have.body).digest == position.previous:
                return (*built_on, have)
            if (event := _event(replica, vote.voter, position)) is not None:
                return (*built_on, event)
        built_on += given.values()
    return ()


def _without(replica: Replica, vote: Vote) -> Iterator[tuple[Position, dict[Seat, Record]]]:
    """Yield the rounds from that of the vote on, with their positions, as far as their events are here."""
    position = replica.positions[vote.round]
    while True:
        absent = replica.ballots.absent(position) - ({vote.seat} if position.round == vote.round else set())
        found = {seat: _event(replica, seat, position) for seat in position.due if seat not in absent}
        given = {seat: record for seat, record in found.items() if record is not None}
        yield position, given
        if not position.due or len(given) < len(found):
            return
        events = {seat: validate(position, Event.read(r.body), r.body) for seat, r in given.items()}
        position = advance(position, events)


def _event(replica: Replica, seat: Seat, position: Position) -> Record | None:
    """Return the event of a seat for this round of this branch, be it in the log or off it."""
    for record in _kept(replica, seat, position.round):
        if record is not None and Event.read(record.body).previous == position.previous:
            return record
    return None


def _kept(replica: Replica, seat: Seat, number: int) -> list[Record | None]:
    branch, off, ahead = replica.branch, replica.side_records, replica.pending
    return [branch.event(seat, number), off.event(seat, number), ahead.event(seat, number)]


def check_absences(replica: Replica, record: Record) -> None:
    """Blame the voter of a false absence between two where a message, just kept, gives it away."""
    if replica.accusations.verdict is not None or record.kind not in (Kind.EVENT, Kind.HAVE, Kind.VOTE):
        return
    for cast, vote in lone_votes(replica):
        if may_belie(replica, record, vote) and (proof := proof_against(replica, vote)):
            convict_false(replica, cast, vote, proof)
            return


def convict_false(replica: Replica, cast: Record, vote: Vote, proof: tuple[Record, ...]) -> None:
    """End the game by a vote of one of two that is belied by the rest of what it signed."""
    why = why_false(replica.genesis, vote)
    misconduct = Misconduct(Fault.FALSE_ABSENCE, vote.voter, vote.round, why, (cast, *proof))
    replica.accusations.note(convict(replica, misconduct))


# Bys: who plays on for a seat.


class ByReceiver(Receiver):
    """Takes in bys."""

    kind = Kind.BY

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Keep who plays on for a seat, unless that is known or there are too many."""
        if replica.successors.holds(record):
            return KNOWN
        by = By.read(record.body) if record in replica.verified else signed_by(replica.genesis, record)
        if not replica.successors.add(record, by):
            return KNOWN
        replica.outbox.add(record)
        return ACCEPTED


# The genesis, of which a game has one.


class GenesisReceiver(Receiver):
    """Takes in a genesis."""

    kind = Kind.GENESIS

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Return that it is known, or refuse the genesis of another game."""
        if record.body == replica.genesis.record:
            return KNOWN
        return Reception(Status.SENDER, sentences.OTHER_GENESIS)


# Haves: what others have closed.


class HaveReceiver(Receiver):
    """Takes in haves."""

    kind = Kind.HAVE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Keep a have, and compare it with the round that is closed here."""
        have = Have.read(record.body)
        other = replica.haves.find(have.seat, have.round)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := refused_unsigned(replica, record, have.seat):
            return refusal
        if other is not None:
            return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
        if have.round > len(replica.log) + MAX_AHEAD:
            return Reception(
                Status.EARLY, sentences.ROUNDS_AHEAD(name=Verbatim(replica.genesis.names[have.seat]))
            )
        replica.haves.add(record, have)
        replica.outbox.add(record)
        if have.round >= len(replica.log):
            return too_early(replica)
        compare_haves(replica, have.round)
        return ACCEPTED


# Notes: what is said between events.


class NoteReceiver(Receiver):
    """Takes in notes."""

    kind = Kind.NOTE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Keep a note that may take effect, unless there is one like it."""
        note = read_note(record.body)
        known = replica.notes.find(note.seat, note.says)
        if known is not None and is_note_for(replica.position, known):
            return KNOWN
        if refusal := refused_unsigned(replica, record, note.seat):
            return refusal
        if note.says != RESIGN and not replica.branch.opened_by(note.after):
            return Reception(Status.EARLY, sentences.NOTE_OPEN_ROUND)
        if not is_note_for(replica.position, note):
            return KNOWN
        replica.notes.add(record, note)
        replica.outbox.add(record)
        return ACCEPTED


# What takes in which kind of record.

ALL: tuple[Receiver, ...] = (
    EventReceiver(),
    HaveReceiver(),
    VoteReceiver(),
    NoteReceiver(),
    ByReceiver(),
    EvidenceReceiver(),
    GenesisReceiver(),
)
RECEIVERS: Final[Mapping[Kind, Receiver]] = {receiver.kind: receiver for receiver in ALL}


class Intake:
    """Takes in records for a replica, each kind by its receiver, and goes on from round to round."""

    def __init__(self, replica: Replica, *, deferred: bool = False, judging: bool = True) -> None:
        self.replica = replica
        self.deferred = deferred
        """Whether proofs wait until their job is done."""
        self._judging = judging
        """Whether a false absence is looked for with every record; an audit does that once it has heard them all."""

    def receive(self, record: Record) -> Reception:
        """Take in one record, from anybody, and say what became of it."""
        reception = self._hear(record)
        if self._judging and reception.status in _NEW:
            check_absences(self.replica, record)
        return reception if self.deferred else do_jobs(self, record) or reception

    def _hear(self, record: Record) -> Reception:
        """Take in one record, but for proofs that are to be verified."""
        try:
            reception = RECEIVERS[record.kind].receive(self.replica, record)
        except Malformed as wrong:
            reception = Reception(Status.SENDER, wrong.message)
        self._go_on()
        return self.replica.accusations.note(reception)

    def _go_on(self) -> None:
        """Close the open round if it is full, and hear again what waited for the next one."""
        replica = self.replica
        if not close_if_full(replica):
            return
        for record in replica.pending.due(lambda: len(replica.log)):
            self._hear(record)
        # what was stray before rounds were taken back, and belongs to the open round by now
        for seat in replica.position.due:
            again = replica.side_records.pop_stray(seat, len(replica.log), replica.position.previous)
            if again is not None:
                self._hear(again)

    def add_event(self, record: Record, validated: ValidatedEvent) -> Reception:
        """Make a validated event of a due seat part of the open round, and close it if that was all it lacked."""
        reception = enter(self.replica, record, validated)
        self._go_on()
        return reception

    def next_job(self) -> ProofJob | None:
        """Return the next work on proofs, if there is any."""
        replica = self.replica
        record = replica.branch.unproved()
        if record is None or replica.accusations.verdict is not None:
            return None
        position = replica.position
        judge = partial(validate, position, Event.read(record.body), record.body)
        return ProofJob(record, judge, position.kind.is_brief(position))

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a job has returned, and say what became of its event."""
        record, validated = (job.record, result) if job.record is not None else result
        reception = self.add_event(record, validated)
        return self.replica.accusations.note(reception) if job.record is not None else reception
