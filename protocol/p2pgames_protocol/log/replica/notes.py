"""What the seats have said between their events."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames_protocol.log.consent_rules import Offer, offers
from p2pgames_protocol.log.note_rules import is_note_for, is_resignation
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.log.records.note import DECLINE, Note
from p2pgames_protocol.log.records.record import Record


class Notes:
    """The newest note of each kind of every seat; whether it may still take effect a position says."""

    def __init__(self) -> None:
        self._newest: dict[tuple[Seat, str], tuple[Record, Note]] = {}

    def find(self, seat: Seat, says: str) -> Note | None:
        """Return the newest note by which a seat says this."""
        _, note = self._newest.get((seat, says), (None, None))
        return note

    def add(self, record: Record, note: Note) -> None:
        """Keep a note in place of the one before it."""
        self._newest[note.seat, note.says] = record, note

    def pending(self, position: Position) -> Iterator[tuple[Record, Note]]:
        """Yield the notes that may take effect in the open round, by seat and kind."""
        return (
            (record, note)
            for _, (record, note) in sorted(self._newest.items())
            if is_note_for(position, note)
        )

    def resignations(self, position: Position) -> tuple[bytes, ...]:
        """Return the resignations that an event of the open round embeds, packed."""
        return tuple(
            record.pack() for record, note in self.pending(position) if is_resignation(position, note)
        )

    def offers(self, position: Position) -> tuple[Offer, ...]:
        """Return what is offered in the open round, and by whom."""
        return offers(position, (note for _, note in self.pending(position)))

    def declined(self, position: Position) -> tuple[Seat, ...]:
        """Return the seats that have declined what is offered in the open round."""
        return tuple(note.seat for _, note in self.pending(position) if note.says == DECLINE)

    def resigned(self, seat: Seat) -> bool:
        """Tell whether a seat has ever resigned by a note."""
        return (seat, RESIGN) in self._newest
