"""A seat at the table: the replica, and what this seat signs. Sans-I/O.

Whatever a seat owes and need not think about (keys, coin values, haves, reveals) is signed by itself; moves
wait for the player. A table never signs two different messages for one round, and judges its own events as
the others will before it signs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from p2pgames.contract import AnyRules, Face, Illegal, Known, Move, Seat, Slot
from p2pgames.messages import NOT_YOUR_TURN
from p2pgames.text import as_it_is
from p2pgames_protocol.chance.decryption_share import own_share
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.chat import Chat, Message
from p2pgames_protocol.log.consent_rules import Offer, is_live, why_not
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.given_shares import GivenShare, given_by, prove_given
from p2pgames_protocol.log.note_rules import is_resignation
from p2pgames_protocol.log.promises import Promises
from p2pgames_protocol.log.proof_jobs import ProofJob
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.event import EMBED, RESIGN, Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.replica.receivers.event import seen
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.rounds.turn import TURN, missing
from p2pgames_protocol.log.signer.confirming import Confirming
from p2pgames_protocol.log.signer.pen import Pen
from p2pgames_protocol.log.signer.share_log import ShareLog
from p2pgames_protocol.log.signer.voting import Voting
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.log.validated_event import ValidatedEvent
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.identity import Identity


class Signer(Replica):
    """A replica with a seat. ``signing`` is off until everything stored has been fed: see `sign_from_now_on`."""

    def __init__(self, genesis: Genesis, rules: AnyRules, identity: Identity) -> None:
        """Sit down; raise ValueError if the identity has no seat, and `Refused` as `Replica` does."""
        if identity.key not in genesis.keys:
            raise ValueError("This identity has no seat at the table.")
        self.seat: Seat = genesis.keys.index(identity.key)
        super().__init__(genesis, rules, self.seat)
        self.signing = False
        self._pen = Pen(identity, genesis.game_id)
        self._secret = GameSecret(identity, genesis.game_id, self.seat)
        self._opened: dict[Slot, Face] = {}
        self.shares = ShareLog()
        self.voting = Voting(self, self.seat)
        self.confirming = Confirming(self, self.seat)
        self._promises = Promises()

    @property
    def behind(self) -> bool:
        """Whether this seat has signed what is built on rounds that are still open here; see `promise`."""
        return bool(self._promises)

    @property
    def _may_sign(self) -> bool:
        return self.signing and not self.behind

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may sign."""
        return self._may_sign and self.position.kind is TURN and self._owes()

    def receive(self, record: Record) -> Reception:
        """Take in one record, and sign what this seat now owes."""
        outcome = super().receive(record)
        if outcome.status in (Status.ACCEPTED, Status.AUTHOR, Status.EARLY):
            self._settle()
        return outcome

    @property
    def known(self) -> Known:
        """The faces this seat has seen: those open to all, and those it opens with its own share."""
        decks_state = self.position.decks_state
        own = {slot: self._open(slot) for slot in decks_state.dealt_to(self.seat)}
        return {**decks_state.public, **own} if own else decks_state.public

    def _open(self, slot: Slot) -> Face:
        """Return what is on a card that was dealt to this seat, once all the others gave their share."""
        if slot not in self._opened:
            decks_state = self.position.decks_state
            deck = decks_state.decks[slot[0]]
            key = self._secret.deck_key(deck.id.epoch)
            self._opened[slot] = decks_state.face(slot, own_share(key, (deck, slot[1])))
        return self._opened[slot]

    def sign_from_now_on(self) -> None:
        """Let this seat sign what it owes; called once everything stored has been fed."""
        self.signing = True
        self._settle()

    def promise(self, records: Iterable[Record]) -> None:
        """Be bound by what this seat has signed before and the log lacks; called before anything is signed.

        It gives the same again as soon as the log has what that is built on, and signs nothing else before.
        """
        self._promises = Promises(records)
        self._settle()

    def sign_key(self) -> None:
        """Sign the key event where it is owed, and nothing more: it is the same however often it is made."""
        if self.position.kind is KEYS and self.seat in self.waiting_for:
            self._sign_event(KEYS.act, KEYS.owed(self.position, self.seat, self._secret)())

    def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; raise `Illegal`, and sign nothing, if it is not this seat's turn or not allowed.

        With ``at``, also where the state is no longer the one of this digest, for which the move was chosen.
        """
        if not self.my_turn:
            raise Illegal(NOT_YOUR_TURN())
        if at is not None and at != self.position.state_digest:
            raise Illegal(messages.GAME_WENT_ON)
        shown = self.rules.shows(self.position.state, self.seat, move)
        slots = missing(self.position, self.seat, shown)
        shares = given_by(self.position.decks_state, ((slot, None) for slot in slots))
        self._sign_event(TURN.act, (move, prove_given(self.position.decks_state, self._secret, slots)))
        self.shares.give(shares)
        self._settle()

    def confirm(self) -> None:
        """Sign the have of the newest closed round; it stands for all before."""
        if self._may_sign:
            self._say(self.confirming.newest())

    def tell_all(self, chat: Chat, text: str) -> Message:
        """Sign and keep a chat message; raise `Illegal` as `Chat.say` does. It is no part of the log."""
        return self._pen.say(chat, self.seat, self.position.round, text)

    def resign(self) -> None:
        """Leave the game: at once where this seat owes an event, else as soon as an event embeds the note.

        Raises `Illegal` when the game is over or this seat is out already.
        """
        if self.finished or self.seat not in self.position.seats or not self.signing:
            raise Illegal(messages.NOTHING_TO_RESIGN)
        if self.my_turn:
            self._sign_event(RESIGN, ())
        else:
            self._say(Note(self.seat, RESIGN, self.position.previous))
        self._settle()

    def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline all that is offered; raise `Illegal` where that cannot be.

        It holds until the next event and cannot be changed. When all others still in have said the same, the seat
        whose turn it is, if it has said so too, makes it happen at once.
        """
        if self.finished or self.seat not in self.position.seats or not self.signing:
            raise Illegal(messages.ONLY_WHO_PLAYS)
        if says == RESIGN:
            self.resign()
            return
        if refusal := why_not(self.position, says, to):
            raise Illegal(refusal)
        note = self.notes.find(self.seat, says)
        if note is not None and is_live(self.position, note):
            raise Illegal(messages.SAID_ALREADY)
        self._say(Note(self.seat, says, self.position.previous, to))
        self._settle()

    def claim(self) -> None:
        """End the game because the other of two players gives nothing; raise `Illegal` when it cannot be."""
        seat = self.voting.claimable()
        if seat is None or not self._may_sign:
            raise Illegal(messages.CLAIM_NEEDS_TWO)
        self.hear(self._pen.sign(self.voting.says(Ballot.CLAIM, seat)))
        self._settle()

    def vote(self, seat: Seat) -> None:
        """Say that a seat has given nothing to the open round; raise `Illegal` when that cannot be said.

        It cannot be taken back. The seat is out when all others still in say the same, and nobody has its event.
        """
        if seat not in self.voting.votable() or not self._may_sign:
            raise Illegal(messages.VOTE_NEEDS_THREE)
        self.hear(self._pen.sign(self.voting.says(Ballot.ABSENT, seat)))
        self._settle()

    def leave_votes(self) -> None:
        """Vote on whom the open round waits for, if this seat has resigned by a note that nothing has embedded yet.

        Called when its client closes: nobody comes back to give the vote of who has resigned, and without it a seat
        that stays silent could not be voted out.
        """
        if self.voting.has_resigned() and self._may_sign:
            for seat in self.voting.votable():
                self.hear(self._pen.sign(self.voting.says(Ballot.ABSENT, seat)))
            self._settle()

    def _settle(self) -> None:
        """Sign everything that this seat owes and need not think about."""
        self._settle_what_is_quick()
        if not self.deferred:
            self.do_jobs()

    def _settle_what_is_quick(self) -> None:
        while self._keep_promise() or (self._may_sign and self._settle_once()):
            pass

    def _keep_promise(self) -> bool:
        """Take in the next of what was signed before, if it belongs here by now and nothing else is in its place."""
        record = self._promises.due(len(self.log))
        if record is not None and not self._is_given(record):
            self.hear(record)
        return record is not None

    def _is_given(self, record: Record) -> bool:
        """Tell whether this seat has a message like that here, be it the same or not."""
        match record.kind:
            case Kind.EVENT:
                return seen(self, self.seat, Event.read(record.body).round) is not None
            case Kind.HAVE:
                return self.haves.find(self.seat, Have.read(record.body).round) is not None
            case Kind.VOTE:
                return self.ballots.find(Vote.read(record.body)) is not None
        return False

    def _settle_once(self) -> bool:
        if self._say(self.voting.answer() or self.confirming.due()):
            return True
        if not self._owes():
            return False
        kind = self.position.kind
        body = None if kind.slow else kind.owed(self.position, self.seat, self._secret)
        if body is not None:
            self._sign_event(kind.act, body())
        elif kind is TURN and self._resignations():
            self._sign_event(EMBED, ())
        elif kind is TURN and (agreed := self._agreed()) is not None:
            self._sign_agreed(agreed)
        else:
            return False
        return True

    def _say(self, message: Vote | Have | Note | None) -> bool:
        """Sign a message that is no event, and take it in; tell whether there was one."""
        if message is not None:
            self.hear(self._pen.sign(message))
        return message is not None

    def _owes(self) -> bool:
        """Tell whether the open round waits for an event that this seat has not signed."""
        waits = (
            self.accusations.equivocation is None
            and self.seat in self.waiting_for
            and self.branch.event(self.seat, len(self.log)) is None
        )
        return waits and self._signed_round() < len(self.log)

    # -- proofs --

    def next_job(self) -> ProofJob | None:
        """Return the next work on proofs: events to be judged first, then one's own to be made."""
        if (job := super().next_job()) is not None or not self._may_sign or not self._owes():
            return job
        position = self.position
        body = position.kind.owed(position, self.seat, self._secret) if position.kind.slow else None
        if body is None or not self._may_give():
            return None
        return ProofJob(None, lambda: self._make_event(position.kind.act, body()))

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a proof job has returned, note what it releases, and sign what this seat now owes."""
        if job.record is None:
            self.shares.give(self._gives)
        outcome = super().complete_job(job, result)
        self._settle_what_is_quick()
        return outcome

    @property
    def _gives(self) -> tuple[GivenShare, ...]:
        """The shares that go out with what this seat owes."""
        return self.position.kind.gives(self.position, self.seat)

    def _may_give(self) -> bool:
        """Tell whether what is owed may be given: no share twice for different eyes, nothing hidden before the echo."""
        once, position = self.shares.may_give(self._gives), self.position
        return once and (not position.kind.discloses(position, self.seat) or self._may_release())

    def _signed_round(self) -> int:
        """Return the newest round this seat has signed an event for; it never signs another for it."""
        rounds = [number for number, given in enumerate([*self.log, self.open]) if self.seat in given]
        beside = (*self.off_log.rounds(self.seat), *self.ahead.rounds(self.seat))
        return max([*rounds[-1:], *beside, self._promises.newest])

    def _may_release(self) -> bool:
        """Tell whether a secret or a share may be published: with three or more seats only after their echo.

        Without it a cheat could show two players different branches, and have a card opened on each.
        """
        position = self.position
        if len(position.seats) < 3:
            return True
        out = {self.seat, *self.ballots.absent(position)}
        return all(self.confirms(seat) for seat in position.seats if seat not in out)

    def _resignations(self) -> tuple[bytes, ...]:
        """Return the resignations that the next event of this seat embeds."""
        pending = self.notes.pending(self.position)
        return tuple(record.pack() for record, note in pending if is_resignation(self.position, note))

    def _agreed(self) -> Offer | None:
        """Return what all still in agree on, this seat among them."""
        return next((offer for offer in self.offers if offer.seats == self.position.seats), None)

    def _sign_agreed(self, agreed: Offer) -> None:
        """Sign the event that makes what all agree on happen, with the notes of all others."""
        pending = self.notes.pending(self.position)
        others = tuple(
            record.pack() for record, note in pending if note.says == agreed.says and note.seat != self.seat
        )
        body = () if agreed.to is None else (agreed.to,)
        self.enter(*self._make_event(agreed.says, body, others))
        self.go_on()

    def _sign_event(self, act: str, body: tuple[Plain, ...]) -> None:
        """Sign an event for the open round, and take it in."""
        self.enter(*self._make_event(act, body))
        self.go_on()

    def _make_event(
        self, act: str, body: tuple[Plain, ...], consents: tuple[bytes, ...] = ()
    ) -> tuple[Record, ValidatedEvent]:
        """Return a signed event for the open round after judging it as the others will; changes nothing."""
        position = self.position
        notes = consents or self._resignations() if position.kind.may_resign else ()
        event = Event(position.round, self.seat, position.previous, position.state_digest, act, body, notes)
        validated = validate(position, event, event.pack())
        if validated.fault is not None:
            raise Illegal(validated.fault)
        return self._pen.sign(event), validated


def load(table: Replica, records: Iterable[Record]) -> None:
    """Feed what a store holds; raise `Malformed` if that is not what a replica would have accepted."""
    for record in records:
        outcome = table.receive(record)
        if outcome.status is Status.SENDER:
            raise Malformed(outcome.why or as_it_is(""))
    table.outbox.take()
