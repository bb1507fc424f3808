"""What a seat signs by itself: keys, coin values, shares, haves, answers to votes, reveals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from p2pgames.contract import Seat
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.position import Body
from p2pgames_protocol.log.proof_jobs import ProofJob, do_jobs
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.signer.confirming import Confirming
from p2pgames_protocol.log.signer.owed import Owed
from p2pgames_protocol.log.signer.pen import Pen
from p2pgames_protocol.log.signer.retransmission import Retransmission
from p2pgames_protocol.log.signer.share_log import ShareLog
from p2pgames_protocol.log.signer.voting import Voting
from p2pgames_protocol.log.validated_event import ValidatedEvent


class Duty:
    """Signs whatever its seat owes and need not think about, whenever something was heard or said.

    It never signs two different messages for one round. ``signing`` is off until everything stored has been fed.
    """

    def __init__(self, seat: Seat, secret: GameSecret, pen: Pen, voting: Voting, hearing: Hearing) -> None:
        self.pen = pen
        self.shares = ShareLog()
        self.confirming = Confirming(hearing.replica, seat)
        self._retransmission = Retransmission()
        self.owed = Owed(hearing.replica, seat, secret, self.shares, self._retransmission)
        self.signing = False
        self.deferred = False
        """Whether work on proofs waits until its job is done."""
        self._seat = seat
        self._secret = secret
        self._voting = voting
        self._hearing = hearing

    @property
    def behind(self) -> bool:
        """Whether this seat has signed what is built on rounds that are still open here; see `retransmit`."""
        return bool(self._retransmission)

    @property
    def may_sign(self) -> bool:
        """Whether anything new may be signed now."""
        return self.signing and not self.behind

    # -- from when on it signs --

    def prepare(self) -> None:
        """Walk the seat's coin chain, so that nothing it signs takes long; it may be called in a thread."""
        self._secret.coin_tip()

    def sign_from_now_on(self) -> None:
        """Let this seat sign what it owes; called once everything stored has been fed."""
        self.signing = True
        self.settle()

    def retransmit(self, records: Iterable[Record]) -> None:
        """Be bound by what this seat has signed before and the log lacks; called before anything is signed.

        It gives the same again as soon as the log has what that is built on, and signs nothing else before.
        """
        self._retransmission.bind(records)
        self.settle()

    def sign_key(self) -> None:
        """Sign the key event where it is owed, and nothing more: it is the same however often it is made."""
        replica = self._hearing.replica
        owes_key = replica.position.kind is KEYS and self._seat in replica.waiting_for
        if owes_key and (due := self.owed.quick()) is not None:
            self.give(*due)

    # -- what it hears, and proofs --

    def receive(self, record: Record) -> Reception:
        """Let the replica take in one record, and sign what this seat now owes."""
        reception = self._hearing.receive(record)
        if not self.deferred:
            reception = do_jobs(self, record) or reception
        if reception.status in (Status.ACCEPTED, Status.AUTHOR, Status.EARLY):
            self.settle()
        return reception

    def next_job(self) -> ProofJob | None:
        """Return the next work on proofs: events to be judged first, then one's own to be made."""
        job = self._hearing.next_job()
        if job is not None or not self.may_sign or not self.owed.waits():
            return job
        position, prepared = self._hearing.replica.position, self.owed.slow()
        if prepared is None:
            return None

        def make() -> tuple[Record, ValidatedEvent]:
            body, own = prepared()
            return self.pen.event(position.kind.act, body, own=own)

        return ProofJob(None, make, position.kind.is_brief(position))

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a proof job has returned, note what it releases, and sign what this seat now owes."""
        if job.record is None:
            self.shares.give(self.owed.shares())
        reception = self._hearing.complete_job(job, result)
        self._settle_what_is_quick()
        return reception

    # -- signing --

    def confirm(self) -> None:
        """Sign the have of the newest closed round, if that may be; it stands for all before."""
        have = self.confirming.newest() if self.may_sign else None
        if have is not None:
            self.say(have)

    def give(self, act: str, body: Body, consents: tuple[bytes, ...] = ()) -> None:
        """Sign an event for the open round, and take it in; raise `Illegal` if it is not in order."""
        self._hearing.give(*self.pen.event(act, body, consents))

    def say(self, message: Have | Vote | Note | By) -> None:
        """Sign something beside the rounds, and take it in."""
        self._hearing.receive(self.pen.sign(message))

    def settle(self) -> None:
        """Sign everything that this seat owes and need not think about."""
        self._settle_what_is_quick()
        if not self.deferred:
            do_jobs(self)

    def _settle_what_is_quick(self) -> None:
        while self._retransmission.keep(self._hearing, self._seat) or (self.may_sign and self._settle_once()):
            pass

    def _settle_once(self) -> bool:
        """Sign one thing that is owed and made at once; tell whether there was any."""
        if (said := self._voting.answer() or self.confirming.due()) is not None:
            self.say(said)
        elif self.owed.waits() and (due := self.owed.quick()) is not None:
            self.give(*due)
        else:
            return False
        return True
