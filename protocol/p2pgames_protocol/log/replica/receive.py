"""The log as one participant knows it: what it has heard, what it made of it, whom it blames. Sans-I/O.

Proofs of cards take longer than a frame of the screen. Whoever is `patient` finds them as `Chore`s, which compute
and change nothing, so that they can be done in a thread; for others they are done at once.

Feed it what arrives, in any order, from anybody; take from it what is to be stored and passed on. It has
no clock, no sockets and no randomness, and it signs nothing: spectators and auditors need no more.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from p2pgames_protocol.log.note_rules import is_note_for, read_note, signed_note
from p2pgames_protocol.log.proof_jobs import Chore
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Heard, Outcome
from p2pgames_protocol.log.records.event import RESIGN, Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.receive_vote import Ballots
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.wire.codec import Malformed

_NEW = (Heard.ACCEPTED, Heard.EARLY, Heard.STRAY)


class Ledger(Ballots):
    """A game as one participant knows it: whatever is fed goes to where its kind belongs."""

    def feed(self, record: Record) -> Outcome:
        """Take in one record, from anybody, and say what became of it."""
        outcome = self._noted(self._hear(record))
        if self.claims and self.verdict is None and outcome.heard in _NEW:
            self._check_claims(record)
        return outcome if self.patient else self._do_chores(record) or outcome

    def chore(self) -> Chore | None:
        """Return the next work on proofs, if there is any."""
        if self.verdict is not None:
            return None
        for record in self._unjudged.values():
            return Chore(record, partial(validate, self.position, Event.read(record.body), record.body))
        return None

    def finish(self, chore: Chore, result: Any) -> Outcome:
        """Take in what a chore has returned, and say what became of its event."""
        if chore.record is None:
            return self._enter(*result)
        self._unjudged.pop(result.event.seat, None)
        return self._noted(self._enter(chore.record, result))

    def _do_chores(self, record: Record | None = None) -> Outcome | None:
        """Do all chores here and now; return what became of this record, if it was among them."""
        outcome = None
        while (chore := self.chore()) is not None:
            done = self.finish(chore, chore.run())
            outcome = done if record is not None and chore.record is record else outcome
        return outcome

    def _hear(self, record: Record) -> Outcome:
        try:
            match record.kind:
                case Kind.EVENT:
                    return self._event(record, Event.read(record.body))
                case Kind.HAVE:
                    return self._have(record, Have.read(record.body))
                case Kind.VOTE:
                    return self._vote(record, Vote.read(record.body))
                case Kind.NOTE:
                    return self._note(record, read_note(record.body))
                case Kind.EVIDENCE:
                    return self._evidence(record)
                case Kind.GENESIS:
                    if record.body == self.genesis.record:
                        return KNOWN
                    return Outcome(Heard.SENDER, "This is the genesis of another game.")
        except Malformed as wrong:
            return Outcome(Heard.SENDER, str(wrong))

    def _note(self, record: Record, note: Note) -> Outcome:
        known = self.notes.get((note.seat, note.says))
        if known is not None and is_note_for(self.position, Note.read(known.body)):
            return KNOWN
        if not signed_note(self.genesis, record, note):
            return Outcome(Heard.SENDER, "A note is not signed by the seat it names.")
        if note.says != RESIGN and all(note.after != at.previous for at in self.positions):
            return Outcome(Heard.EARLY, "The note is about a round that is still open here.")
        if not is_note_for(self.position, note):
            return KNOWN
        self.notes[note.seat, note.says] = record
        self.fresh.append(record)
        return ACCEPTED
