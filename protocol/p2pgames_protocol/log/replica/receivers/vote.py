"""Votes of three and more players on a silent seat, and the claim of one of two."""

from __future__ import annotations

from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence, read_evidence
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception, Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.replica.false_claims import is_belied, may_belie, proof_against
from p2pgames_protocol.log.replica.progress import rewind
from p2pgames_protocol.log.replica.receivers.evidence import convict
from p2pgames_protocol.log.replica.receivers.receiver import Receiver, early, unsigned
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.vote_rules import may_claim, may_vote


class VoteReceiver(Receiver):
    """Takes in votes and claims."""

    kind = Kind.VOTE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Count a vote or claim, and take back what was closed with an event that it, with others, calls absent."""
        vote = Vote.read(record.body)
        return (_claim if vote.ballot is Ballot.CLAIM else _vote)(replica, record, vote)


def _vote(replica: Replica, record: Record, vote: Vote) -> Reception:
    other = replica.ballots.find(vote)
    if (other is not None and other.body == record.body) or replica.accusations.is_false(record.id):
        return KNOWN
    if refusal := unsigned(replica, record, vote.voter):
        return refusal
    if other is not None:
        return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
    if replica.accusations.equivocation is not None:
        return Reception(Status.STRAY, messages.ENDED_BY_EVIDENCE)
    if vote.round > len(replica.log):
        return early(replica)
    position = replica.positions[vote.round]
    if vote.previous != position.previous:
        replica.off_log.strays.add(vote.voter)
        return Reception(Status.STRAY, messages.VOTE_ELSEWHERE)
    if not may_vote(position, vote.voter, vote.seat):
        why = messages.FALSE_VOTE(
            name=Verbatim(replica.genesis.names[vote.voter]),
            seat=Count(vote.voter + 1),
            other=Count(vote.seat + 1),
            round=Count(vote.round),
        )
        return _contradiction(replica, record, vote, why)
    _count(replica, record, vote)
    return ACCEPTED


def _count(replica: Replica, record: Record, vote: Vote) -> None:
    """Keep a vote that is in order, and draw the consequences."""
    replica.ballots.add(record, vote)
    replica.outbox.add(record)
    event = replica.branch.event(vote.seat, vote.round)
    if vote.ballot is Ballot.ABSENT and event is not None:
        replica.outbox.show(event)
        position = replica.positions[vote.round]
        if vote.round < len(replica.log) and vote.seat in replica.ballots.absent(position):
            rewind(replica, vote.round)


def _claim(replica: Replica, record: Record, vote: Vote) -> Reception:
    known = replica.ballots.claims.get(vote.round)
    if (known is not None and known.body == record.body) or replica.accusations.is_false(record.id):
        return KNOWN
    if refusal := unsigned(replica, record, vote.voter):
        return refusal
    if vote.round > len(replica.log):
        return early(replica)
    if replica.accusations.equivocation is not None or known is not None:
        return Reception(Status.STRAY, messages.ENDED_ALREADY)
    position = replica.positions[vote.round]
    if vote.previous != position.previous:
        replica.off_log.strays.add(vote.voter)
        return Reception(Status.STRAY, messages.CLAIM_ELSEWHERE)
    if not may_claim(position, vote.voter, vote.seat) or is_belied(replica, vote):
        return _false_claim(replica, record, vote)
    rewind(replica, vote.round)
    replica.ballots.add(record, vote)
    replica.outbox.add(record)
    return ACCEPTED


def check_claims(replica: Replica, record: Record) -> None:
    """Blame the voter of a claim that stands where a message of one of the two, just kept, belies it.

    Seats may have revealed their secrets by then: nothing is taken back, but the game has no result.
    """
    if replica.accusations.equivocation is not None:
        return
    for number, claimed in replica.ballots.claims.items():
        claim = Vote.read(claimed.body)
        if replica.accusations.is_false(claimed.id) or not may_belie(replica, record, claim):
            continue
        if proof := proof_against(replica, claim):
            replica.accusations.note(_false_claim(replica, claimed, claim, *proof))
            replica.branch.end_after(number, Ending(Basis.FAULT, None))


def _false_claim(replica: Replica, record: Record, vote: Vote, *proof: Record) -> Reception:
    why = messages.FALSE_CLAIM(
        name=Verbatim(replica.genesis.names[vote.voter]), seat=Count(vote.voter + 1), round=Count(vote.round)
    )
    return _contradiction(replica, record, vote, why, *proof)


def _contradiction(replica: Replica, record: Record, vote: Vote, why: Message, *proof: Record) -> Reception:
    if replica.accusations.contradicted(vote.voter):
        # One proof says all: who signs one for every round must not fill our disk.
        return Reception(Status.STRAY, why)
    replica.accusations.add_false(record.id)
    for shown in (record, *proof):
        replica.outbox.show(shown)
    misconduct = Misconduct(Fault.CONTRADICTION, vote.voter, vote.round, why, (record, *proof))
    return Reception(Status.AUTHOR, why, misconduct)
