"""A seat at the table: its replica, and what is signed there. Sans-I/O.

Whatever a seat owes and need not think about (keys, coin values, haves, reveals) is signed by itself; moves
wait for the player. A signer never signs two different messages for one round, and judges its own events as
the others will before it signs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from p2pgames.contract import AnyRules, Illegal, Move, Seat
from p2pgames.messages import NOT_YOUR_TURN
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consent_rules import is_live, why_not
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.given_shares import given_by
from p2pgames_protocol.log.position import Body
from p2pgames_protocol.log.proof_jobs import ProofJob, do_jobs
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.rounds.turn import TURN, missing
from p2pgames_protocol.log.signer.confirming import Confirming
from p2pgames_protocol.log.signer.owed import Owed
from p2pgames_protocol.log.signer.own_cards import OwnCards
from p2pgames_protocol.log.signer.pen import Pen
from p2pgames_protocol.log.signer.promises import Promises
from p2pgames_protocol.log.signer.share_log import ShareLog
from p2pgames_protocol.log.signer.voting import Voting
from p2pgames_protocol.wire.identity import Identity


class Signer:
    """Signs for a seat what its replica lets it. ``signing`` is off until everything stored has been fed."""

    def __init__(self, genesis: Genesis, rules: AnyRules, identity: Identity) -> None:
        """Sit down; raise ValueError if the identity has no seat, and `Refused` as `Replica` does."""
        if identity.key not in genesis.keys:
            raise ValueError("This identity has no seat at the table.")
        self.seat: Seat = genesis.keys.index(identity.key)
        secret = GameSecret(identity, genesis.game_id, self.seat)
        self._cards = OwnCards(secret, self.seat)
        self.replica = replica = Replica(genesis, rules, self.seat)
        replica.faces = self._cards
        replica.deferred = True  # the work on proofs is done here, among one's own
        self._promises = Promises()
        self.pen = Pen(replica, self.seat, identity)
        self.voting = Voting(replica, self.seat)
        self.confirming = Confirming(replica, self.seat)
        self.shares = ShareLog()
        self.owed = Owed(replica, self.seat, secret, self.shares, self._promises)
        self.signing = False
        self.deferred = False
        """Whether work on proofs waits until its job is done."""

    @property
    def behind(self) -> bool:
        """Whether this seat has signed what is built on rounds that are still open here; see `promise`."""
        return bool(self._promises)

    @property
    def may_sign(self) -> bool:
        """Whether anything new may be signed now."""
        return self.signing and not self.behind

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may sign."""
        return self.may_sign and self.replica.position.kind is TURN and self.owed.waits()

    def receive(self, record: Record) -> Reception:
        """Let the replica take in one record, and sign what this seat now owes."""
        reception = self.replica.receive(record)
        if not self.deferred:
            reception = do_jobs(self, record) or reception
        if reception.status in (Status.ACCEPTED, Status.AUTHOR, Status.EARLY):
            self._settle()
        return reception

    def next_job(self) -> ProofJob | None:
        """Return the next work on proofs: events to be judged first, then one's own to be made."""
        job = self.replica.next_job()
        if job is not None or not self.may_sign or not self.owed.waits():
            return job
        act, body = self.replica.position.kind.act, self.owed.slow()
        return ProofJob(None, lambda: self.pen.event(act, body())) if body is not None else None

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a proof job has returned, note what it releases, and sign what this seat now owes."""
        if job.record is None:
            self.shares.give(self.owed.shares())
        reception = self.replica.complete_job(job, result)
        self._settle_what_is_quick()
        return reception

    # -- from when on it signs --

    def sign_from_now_on(self) -> None:
        """Let this seat sign what it owes; called once everything stored has been fed."""
        self.signing = True
        self._settle()

    def promise(self, records: Iterable[Record]) -> None:
        """Be bound by what this seat has signed before and the log lacks; called before anything is signed.

        It gives the same again as soon as the log has what that is built on, and signs nothing else before.
        """
        self._promises.bind(records)
        self._settle()

    def sign_key(self) -> None:
        """Sign the key event where it is owed, and nothing more: it is the same however often it is made."""
        owes_key = self.replica.position.kind is KEYS and self.seat in self.replica.waiting_for
        if owes_key and (due := self.owed.quick()) is not None:
            self._give(*due)

    # -- what the player does --

    def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; raise `Illegal`, and sign nothing, if it is not this seat's turn or not allowed.

        With ``at``, also where the state is no longer the one of this digest, for which the move was chosen.
        """
        if not self.my_turn:
            raise Illegal(NOT_YOUR_TURN())
        position = self.replica.position
        if at is not None and at != position.state_digest:
            raise Illegal(messages.GAME_WENT_ON)
        slots = missing(position, self.seat, position.rules.shows(position.state, self.seat, move))
        shares = given_by(position.decks_state, ((slot, None) for slot in slots))
        self._give(TURN.act, (move, self._cards.show(position.decks_state, slots)))
        self.shares.give(shares)
        self._settle()

    def confirm(self) -> None:
        """Sign the have of the newest closed round; it stands for all before."""
        have = self.confirming.newest() if self.may_sign else None
        if have is not None:
            self.replica.receive(self.pen.sign(have))

    def resign(self) -> None:
        """Leave the game: at once where this seat owes an event, else as soon as an event embeds the note.

        Raises `Illegal` when the game is over or this seat is out already.
        """
        if not self._plays():
            raise Illegal(messages.NOTHING_TO_RESIGN)
        if self.my_turn:
            self._give(RESIGN, ())
        else:
            self.replica.receive(self.pen.note(RESIGN))
        self._settle()

    def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline all that is offered; raise `Illegal` where that cannot be.

        It holds until the next event and cannot be changed. When all others still in have said the same, the seat
        whose turn it is, if it has said so too, makes it happen at once.
        """
        if not self._plays():
            raise Illegal(messages.ONLY_WHO_PLAYS)
        if says == RESIGN:
            self.resign()
            return
        position = self.replica.position
        if refusal := why_not(position, says, to):
            raise Illegal(refusal)
        note = self.replica.notes.find(self.seat, says)
        if note is not None and is_live(position, note):
            raise Illegal(messages.SAID_ALREADY)
        self.replica.receive(self.pen.note(says, to))
        self._settle()

    def _plays(self) -> bool:
        return self.signing and not self.replica.finished and self.seat in self.replica.position.seats

    # -- what it says of silent seats --

    def claim(self) -> None:
        """End the game because the other of two players gives nothing; raise `Illegal` when it cannot be."""
        seat = self.voting.claimable()
        if seat is None or not self.may_sign:
            raise Illegal(messages.CLAIM_NEEDS_TWO)
        self.replica.receive(self.pen.sign(self.voting.says(Ballot.CLAIM, seat)))
        self._settle()

    def vote(self, seat: Seat) -> None:
        """Say that a seat has given nothing to the open round; raise `Illegal` when that cannot be said.

        It cannot be taken back. The seat is out when all others still in say the same, and nobody has its event.
        """
        if seat not in self.voting.votable() or not self.may_sign:
            raise Illegal(messages.VOTE_NEEDS_THREE)
        self.replica.receive(self.pen.sign(self.voting.says(Ballot.ABSENT, seat)))
        self._settle()

    def leave_votes(self) -> None:
        """Vote on whom the open round waits for, if this seat has resigned by a note that nothing has embedded yet.

        Called when its client closes: nobody comes back to give the vote of who has resigned, and without it a seat
        that stays silent could not be voted out.
        """
        if self.voting.has_resigned() and self.may_sign:
            for seat in self.voting.votable():
                self.replica.receive(self.pen.sign(self.voting.says(Ballot.ABSENT, seat)))
            self._settle()

    # -- signing --

    def _settle(self) -> None:
        """Sign everything that this seat owes and need not think about."""
        self._settle_what_is_quick()
        if not self.deferred:
            do_jobs(self)

    def _settle_what_is_quick(self) -> None:
        while self._promises.keep(self.replica, self.seat) or (self.may_sign and self._settle_once()):
            pass

    def _settle_once(self) -> bool:
        """Sign one thing that is owed and made at once; tell whether there was any."""
        if (said := self.voting.answer() or self.confirming.due()) is not None:
            self.replica.receive(self.pen.sign(said))
        elif self.owed.waits() and (due := self.owed.quick()) is not None:
            self._give(*due)
        else:
            return False
        return True

    def _give(self, act: str, body: Body, consents: tuple[bytes, ...] = ()) -> None:
        """Sign an event for the open round, and take it in."""
        self.replica.give(*self.pen.event(act, body, consents))
