"""A seat at the table, and what its player does there. Sans-I/O.

Moves wait for the player; whatever else the seat owes is signed by its `Duty`. A signer judges its own events as the
others will before it signs them.
"""

from __future__ import annotations

from p2pgames.contract import AnyRules, Illegal, Move, Seat, Why
from p2pgames.messages import NOT_YOUR_TURN
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consent_rules import is_live, why_not
from p2pgames_protocol.log.departures import without
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.given_shares import given_by
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.reception import Reception
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.turn import TURN, missing
from p2pgames_protocol.log.signer.duty import Duty
from p2pgames_protocol.log.signer.own_cards import OwnCards
from p2pgames_protocol.log.signer.pen import Pen
from p2pgames_protocol.log.signer.voting import Voting
from p2pgames_protocol.log.vote_rules import between_two
from p2pgames_protocol.wire.identity import Identity


class Signer:
    """Holds a replica, and signs for its seat what that lets it."""

    def __init__(self, genesis: Genesis, rules: AnyRules, identity: Identity) -> None:
        """Sit down; raise ValueError if the identity has no seat, and `Refused` as `Replica` does."""
        own = genesis.own(identity)
        if own is None:
            raise ValueError("This identity has no seat at the table.")
        self.seat: Seat = genesis.keys.index(own.key)
        secret = GameSecret(own, genesis.game_id, self.seat)
        self._cards = OwnCards(secret, self.seat)
        self.replica = replica = Replica(genesis, rules, self.seat)
        replica.faces = self._cards
        self.voting = Voting(replica, self.seat)
        pen = Pen(replica, self.seat, own)
        hearing = Hearing(replica, deferred=True)  # the work on proofs is for the duty, among one's own
        self.duty = Duty(self.seat, secret, pen, self.voting, hearing)

    @property
    def behind(self) -> bool:
        """Whether this seat has signed what is built on rounds that are still open here; see `Duty.retransmit`."""
        return self.duty.behind

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may sign."""
        return self.duty.may_sign and self.replica.position.kind is TURN and self.duty.owed.waits()

    def receive(self, record: Record) -> Reception:
        """Let the replica take in one record, and sign what this seat now owes."""
        return self.duty.receive(record)

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
        shown = position.rules.shows(position.state, self.seat, move)
        slots = tuple(dict.fromkeys(slot for slot, _ in shown))
        owed = missing(position, self.seat, slots)
        shares = given_by(position.decks_state, ((slot, None) for slot in owed))
        self.duty.give(TURN.act, (move, *self._cards.show(position.decks_state, slots)))
        self.duty.shares.give(shares)
        self.duty.settle()

    def resign(self) -> None:
        """Leave the game: at once where this seat owes an event, else as soon as an event embeds the note.

        With it this seat hands out its deck keys, so that nothing has to be shuffled anew without it. Raises `Illegal`
        when the game is over or this seat is out already.
        """
        if not self._plays():
            raise Illegal(messages.NOTHING_TO_RESIGN)
        if not self.voting.has_resigned():
            self.duty.say(Note(self.seat, RESIGN, keys=self.duty.owed.keys()))
        self.duty.settle()

    def after_resigning(self) -> Position:
        """Return what would follow if this seat resigned now and nothing else happened: what is asked next."""
        return without(self.replica.position, self.seat, Why.RESIGNED, self.duty.owed.keys_given())

    def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline all that is offered; raise `Illegal` if that is not possible.

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
        self._note(says, to)
        self.duty.settle()

    def _note(self, says: str, to: int | None = None) -> None:
        """Sign a note after the newest closed round, and take it in."""
        self.duty.say(Note(self.seat, says, self.replica.position.previous, to))

    def _plays(self) -> bool:
        return self.duty.signing and not self.replica.finished and self.seat in self.replica.position.seats

    # -- what it says of silent seats --

    def vote(self, seat: Seat) -> None:
        """Vote a seat absent from the open round; raise `Illegal` when that is not possible.

        It cannot be taken back. The seat is out when all others still in vote the same: between two, at once.
        """
        if seat not in self.voting.votable() or not self.duty.may_sign:
            raise Illegal(messages.VOTE_NEEDS)
        self.duty.say(self.voting.says(Ballot.ABSENT, seat))
        self.duty.settle()

    def leave_votes(self) -> None:
        """Vote on whom the open round waits for, if this seat has resigned by a note that nothing has embedded yet.

        Called when its client closes: nobody comes back to give the vote of who has resigned, and without it a seat
        that stays silent could not be voted out. Between two it stays silent: its vote alone would end the game.
        """
        if self.voting.has_resigned() and self.duty.may_sign and not between_two(self.replica.position):
            for seat in self.voting.votable():
                self.duty.say(self.voting.says(Ballot.ABSENT, seat))
            self.duty.settle()
