"""Votes on a silent seat."""

from __future__ import annotations

from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence, read_evidence, why_false
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception, Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.replica.false_absence import lone_votes, may_belie, proof_against
from p2pgames_protocol.log.replica.progress import rewind
from p2pgames_protocol.log.replica.receivers.evidence import convict
from p2pgames_protocol.log.replica.receivers.receiver import Receiver, early, unsigned
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.vote_rules import may_vote


class VoteReceiver(Receiver):
    """Takes in votes."""

    kind = Kind.VOTE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Count a vote, and take back what was closed with an event that it, with others, calls absent."""
        vote = Vote.read(record.body)
        other = replica.ballots.find(vote)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := unsigned(replica, record, vote.voter):
            return refusal
        if other is not None:
            return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
        if replica.accusations.verdict is not None:
            return Reception(Status.STRAY, messages.ENDED_BY_EVIDENCE)
        if vote.round > len(replica.log):
            return early(replica)
        position = replica.positions[vote.round]
        if vote.previous != position.previous:
            replica.off_log.strays.add(vote.voter)
            return Reception(Status.STRAY, messages.VOTE_ELSEWHERE)
        if vote.inside != position.inside or not may_vote(position, vote.voter, vote.seat):
            return Reception(Status.KNOWN, _does_not_count(replica, vote))
        _count(replica, record, vote)
        return ACCEPTED


def _does_not_count(replica: Replica, vote: Vote) -> Message:
    return messages.VOTE_UNCOUNTED(
        name=Verbatim(replica.genesis.names[vote.voter]),
        seat=Count(vote.voter + 1),
        other=Count(vote.seat + 1),
        round=Count(vote.round),
    )


def _count(replica: Replica, record: Record, vote: Vote) -> None:
    """Keep a vote that counts, and draw the consequences."""
    replica.ballots.add(record, vote)
    replica.outbox.add(record)
    event = replica.branch.event(vote.seat, vote.round)
    if vote.ballot is Ballot.ABSENT and event is not None:
        replica.outbox.show(event)
        position = replica.positions[vote.round]
        if vote.round < len(replica.log) and vote.seat in replica.ballots.absent(position):
            rewind(replica, vote.round)


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
