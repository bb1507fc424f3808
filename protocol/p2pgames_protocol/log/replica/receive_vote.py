"""The votes of three and more players on a silent seat, and the claim of one of two."""

from __future__ import annotations

from dataclasses import replace

from p2pgames_protocol.log.misconduct import Fault, Verdict, evidence
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Heard, Outcome
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.replica.false_claims import is_belied, may_belie, proof_against
from p2pgames_protocol.log.replica.receive_event import Rounds
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.log.vote_rules import may_claim, may_vote


class Ballots(Rounds):
    """Rounds that end without an event, because a seat is voted or claimed absent."""

    def _vote(self, record: Record, vote: Vote) -> Outcome:
        if vote.ballot is Ballot.CLAIM:
            return self._claim(record, vote)
        other = self.votes.find(vote)
        if (other is not None and other.body == record.body) or record.id in self._blamed:
            return KNOWN
        if refusal := self._signed(record, vote.voter):
            return refusal
        if other is not None:
            return self._evidence(evidence(other, record))
        if self.verdict is not None:
            return Outcome(Heard.STRAY, "The game has ended by evidence.")
        if vote.round > len(self.log):
            return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")
        position = self.positions[vote.round]
        if vote.previous != position.previous:
            self.elsewhere.add(vote.voter)
            return Outcome(Heard.STRAY, "The vote is about another branch of the log.")
        if not may_vote(position, vote.voter, vote.seat):
            return self._false_vote(record, vote)
        self._count(record, vote)
        return ACCEPTED

    def _count(self, record: Record, vote: Vote) -> None:
        """Keep a vote that is in order, and draw the consequences."""
        self.votes.add(record, vote)
        self.fresh.append(record)
        event = self._given(vote.seat, vote.round)
        if vote.ballot is Ballot.ABSENT and event is not None:
            self.shown.append(event)
            if vote.round < len(self.log) and vote.seat in self.votes.absent(self.positions[vote.round]):
                self._rewind(vote.round)
        self._close_if_full()

    def _claim(self, record: Record, vote: Vote) -> Outcome:
        known = self.claims.get(vote.round)
        if (known is not None and known.body == record.body) or record.id in self._blamed:
            return KNOWN
        if refusal := self._signed(record, vote.voter):
            return refusal
        if vote.round > len(self.log):
            return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")
        if self.verdict is not None or known is not None:
            return Outcome(Heard.STRAY, "The game has ended already.")
        position = self.positions[vote.round]
        if vote.previous != position.previous:
            self.elsewhere.add(vote.voter)
            return Outcome(Heard.STRAY, "The claim is about another branch of the log.")
        if not may_claim(position, vote.voter, vote.seat) or is_belied(self, vote):
            return self._false_claim(record, vote)
        self._rewind(vote.round)
        self.claims[vote.round] = record
        self.fresh.append(record)
        self._close_if_full()
        return ACCEPTED

    def _check_claims(self, record: Record) -> None:
        """Blame the voter of a claim that stands where a message of one of the two belies it.

        Seats may have revealed their secrets by then: nothing is taken back, but the game has no result.
        """
        for number, claimed in self.claims.items():
            claim = Vote.read(claimed.body)
            if claimed.id in self._blamed or not may_belie(self, record, claim):
                continue
            if proof := proof_against(self, claim):
                self._noted(self._false_claim(claimed, claim, *proof))
                self.positions[number + 1 :] = [
                    replace(after, ending=Ending(Basis.FAULT, None)) for after in self.positions[number + 1 :]
                ]

    def _false_claim(self, record: Record, vote: Vote, *proof: Record) -> Outcome:
        name = self.genesis.names[vote.voter]
        return self._contradiction(
            record,
            vote,
            f"{name} (seat {vote.voter + 1}) claims that round {vote.round} lacks an event it has, or may not claim.",
            *proof,
        )

    def _false_vote(self, record: Record, vote: Vote) -> Outcome:
        name = self.genesis.names[vote.voter]
        return self._contradiction(
            record,
            vote,
            f"{name} (seat {vote.voter + 1}) votes on seat {vote.seat + 1} in round {vote.round}, and may not.",
        )

    def _contradiction(self, record: Record, vote: Vote, why: str, *proof: Record) -> Outcome:
        if any(old.fault is Fault.CONTRADICTION and old.seat == vote.voter for old in self.faults):
            # One proof says all: who signs one for every round must not fill our disk.
            return Outcome(Heard.STRAY, why)
        self._blamed.add(record.id)
        self.shown += [record, *proof]
        verdict = Verdict(Fault.CONTRADICTION, vote.voter, vote.round, why, (record, *proof))
        return Outcome(Heard.AUTHOR, why, verdict)

    def _rewind(self, number: int) -> None:
        """Take back all rounds from ``number`` on; its events stay, those of later rounds go aside."""
        if number == len(self.log):
            return
        self._contest(number)
        self._unjudged = {}
        self.taken_back.append(number)
        self.diverged = {seat: at for seat, at in self.diverged.items() if at < number}
        self.votes.forget_after(number)
        for later, given in enumerate([*self.log[number + 1 :], self.open], number + 1):
            for seat, record in given.items():
                self.aside[seat][later] = record
        self.open = self.log[number]
        del self.log[number:], self.positions[number + 1 :]
        self._judged = {
            seat: validate(self.position, Event.read(record.body), record.body)
            for seat, record in self.open.items()
        }
