"""A seat at the table: the ledger, and what this seat signs. Sans-I/O.

Whatever a seat owes and need not think about (keys, coin values, haves, reveals) is signed by itself; moves
wait for the player. A table never signs two different messages for one round, and judges its own events as
the others will before it signs them.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames.contract import AnyRules, Illegal, Move, Seat
from p2pgames_protocol import coin
from p2pgames_protocol.codec import Malformed, Plain
from p2pgames_protocol.genesis import Genesis
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.judge import is_note_for, judge
from p2pgames_protocol.ledger import Heard, Ledger, Outcome, may_claim
from p2pgames_protocol.message import Act, Ballot, Event, Have, Kind, Note, Record, Said, Vote, sign
from p2pgames_protocol.position import Step
from p2pgames_protocol.secret import GameSecret


class Table(Ledger):
    """A ledger with a seat. ``signing`` is off until everything stored has been fed: see `sign_from_now_on`."""

    def __init__(self, genesis: Genesis, rules: AnyRules, identity: Identity) -> None:
        """Sit down; raise ValueError if the identity has no seat, and `Refused` as `Ledger` does."""
        super().__init__(genesis, rules)
        if identity.key not in genesis.keys:
            raise ValueError("This identity has no seat at the table.")
        self.seat: Seat = genesis.keys.index(identity.key)
        self.signing = False
        self._identity = identity
        self._secret = GameSecret(identity, genesis.game_id)

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may sign."""
        return self.signing and self.position.step is Step.TURN and self.seat in self.waiting_for

    def feed(self, record: Record) -> Outcome:
        """Take in one record, and sign what this seat now owes."""
        outcome = super().feed(record)
        if outcome.heard in (Heard.ACCEPTED, Heard.AUTHOR, Heard.EARLY):
            self._settle()
        return outcome

    def sign_from_now_on(self) -> None:
        """Let this seat sign what it owes; called once everything stored has been fed."""
        self.signing = True
        self._settle()

    def sign_key(self) -> None:
        """Sign the key event where it is owed, and nothing more: it is the same however often it is made."""
        if self.position.step is Step.KEYS and self.seat in self.waiting_for:
            self._sign_event(Act.KEY, self._key_body())

    def act(self, move: Move) -> None:
        """Make a move; raise `Illegal`, and sign nothing, if it is not this seat's turn or not allowed."""
        if not self.my_turn:
            raise Illegal("It is not your turn.")
        self._sign_event(Act.MOVE, (move, ()))
        self._settle()

    def resign(self) -> None:
        """Leave the game: at once where this seat owes an event, else as soon as an event embeds the note.

        Raises `Illegal` when the game is over or this seat is out already.
        """
        if self.finished or self.seat not in self.position.seats or not self.signing:
            raise Illegal("There is nothing to resign from.")
        if self.my_turn:
            self._sign_event(Act.RESIGN, ())
        else:
            self._sign_note(Said.RESIGN)
        self._settle()

    def claimable(self) -> Seat | None:
        """Return the seat that this one may claim absent now, if any; the wait is for the client to keep."""
        if self.verdict is not None:
            return None
        for seat in self.waiting_for:
            if may_claim(self.position, self.seat, seat):
                return seat
        return None

    def claim(self) -> None:
        """End the game because the other of two players gives nothing; raise `Illegal` when it cannot be."""
        seat = self.claimable()
        if seat is None or not self.signing:
            raise Illegal("A claim needs two players, and one of them silent.")
        position = self.position
        vote = Vote(Ballot.CLAIM, self.seat, seat, position.round, position.previous)
        self._vote(sign(self._identity, Kind.VOTE, self.genesis.game_id, vote.pack()), vote)
        self._settle()

    def _settle(self) -> None:
        """Sign everything that this seat owes and need not think about."""
        while self.signing and self._settle_once():
            pass

    def _settle_once(self) -> bool:
        if self._sign_have():
            return True
        if (
            self.verdict is not None
            or self.seat not in self.waiting_for
            or self._signed_round() >= len(self.log)
        ):
            return False
        match self.position.step:
            case Step.KEYS:
                self._sign_event(Act.KEY, self._key_body())
            case Step.COIN | Step.REST:
                self._sign_event(Act.COIN, self._coin_body())
            case Step.REVEAL if self._may_release():
                self._sign_event(Act.REVEAL, (self._secret.reveal(),))
            case Step.TURN if self._notes():
                self._sign_event(Act.EMBED, ())
            case _:
                return False
        return True

    def _signed_round(self) -> int:
        """Return the newest round this seat has signed an event for; it never signs another for it."""
        rounds = [number for number, given in enumerate([*self.log, self.open]) if self.seat in given]
        return max([*rounds[-1:], *self.aside[self.seat]], default=-1)

    def _key_body(self) -> tuple[bytes, bytes, None, None]:
        secret = self._secret
        return secret.commitment(), secret.coin_tip(0), None, None

    def _coin_body(self) -> tuple[bytes, bytes | None]:
        position, secret = self.position, self._secret
        index = position.rolls + 1
        owes = position.purses[self.seat].owes_tip(index)
        return secret.coin_value(index), secret.coin_tip((index - 1) // coin.LENGTH + 1) if owes else None

    def _may_release(self) -> bool:
        """Tell whether the game secret may be published: with three or more seats only after their echo."""
        position = self.position
        others = [seat for seat in position.seats if seat != self.seat]
        if len(others) < 2:
            return True
        last = position.round - 1
        return all(
            last in self.haves[seat] and Have.read(self.haves[seat][last].body).digest == position.previous
            for seat in others
        )

    def _notes(self) -> tuple[bytes, ...]:
        position = self.position
        return tuple(
            self.notes[seat].pack()
            for seat in sorted(self.notes)
            if is_note_for(position, Note.read(self.notes[seat].body))
        )

    def _sign_event(self, act: Act, body: tuple[Plain, ...]) -> None:
        """Sign an event for the open round after judging it as the others will."""
        position = self.position
        notes = () if position.step in (Step.KEYS, Step.REVEAL) else self._notes()
        event = Event(position.round, self.seat, position.previous, position.state_digest, act, body, notes)
        packed = event.pack()
        judged = judge(position, event, packed)
        if judged.fault is not None:
            raise Illegal(judged.fault)
        self._enter(sign(self._identity, Kind.EVENT, self.genesis.game_id, packed), judged)

    def _sign_note(self, says: Said) -> None:
        note = Note(self.seat, says, self.position.previous)
        self._note(sign(self._identity, Kind.NOTE, self.genesis.game_id, note.pack()), note)

    def _sign_have(self) -> bool:
        """Sign a have for the newest closed round; never a second one for a round."""
        if self.verdict is not None or not self.log:
            return False
        last = len(self.log) - 1
        if max(self.haves[self.seat], default=-1) >= last:
            return False
        have = Have(self.seat, last, self.position.previous)
        record = sign(self._identity, Kind.HAVE, self.genesis.game_id, have.pack())
        self.haves[self.seat][last] = record
        self.fresh.append(record)
        return True


def load(table: Ledger, records: Iterable[Record]) -> None:
    """Feed what a store holds; raise `Malformed` if that is not what a ledger would have accepted."""
    for record in records:
        outcome = table.feed(record)
        if outcome.heard is Heard.SENDER:
            raise Malformed(outcome.why)
    table.take()
