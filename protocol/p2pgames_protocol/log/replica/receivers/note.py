"""Notes: what is said between events."""

from __future__ import annotations

from p2pgames_protocol.log import messages
from p2pgames_protocol.log.note_rules import is_note_for, read_note
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception, Status
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.receivers.receiver import Receiver, unsigned
from p2pgames_protocol.log.replica.replica import Replica


class NoteReceiver(Receiver):
    """Takes in notes."""

    kind = Kind.NOTE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Keep a note that may take effect, unless there is one like it."""
        note = read_note(record.body)
        known = replica.notes.find(note.seat, note.says)
        if known is not None and is_note_for(replica.position, known):
            return KNOWN
        if refusal := unsigned(replica, record, note.seat):
            return refusal
        if note.says != RESIGN and not replica.branch.opened_by(note.after):
            return Reception(Status.EARLY, messages.NOTE_OPEN_ROUND)
        if not is_note_for(replica.position, note):
            return KNOWN
        replica.notes.add(record, note)
        replica.outbox.add(record)
        return ACCEPTED
