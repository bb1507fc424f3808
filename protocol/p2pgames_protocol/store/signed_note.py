"""What the seats of this computer have signed in one game: in its log, and in the note apart from the log.

The note lies in the state folder and is synced before anything is sent, so a log that is older than what was sent is
noticed, whatever happened to it; and since the note holds the records themselves, the same can be given again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.store.game_store import Store


class Signed:
    """Keeps the note of one game. All methods that write or read files block."""

    def __init__(self, store: Store, seats: Collection[Seat]) -> None:
        """Name the seats that sign here; nothing is read yet."""
        self.store = store
        self._seats = frozenset(seats)
        self._logged: dict[bytes, Record] = {}
        """By id: what these seats have signed, as the log has it."""
        self._fresh: dict[bytes, Record] = {}
        """What came to the log since the note was last written."""
        self._noted: dict[bytes, Record] = {}

    def logged(self, records: Iterable[Record]) -> None:
        """Note in memory what the log holds now."""
        signed = {record.id: record for record in records if author(record) in self._seats}
        self._logged |= signed
        self._fresh |= signed

    def recall(self) -> None:
        """Read the note; what of it the log lacks then shows in `lacking`."""
        self._noted = {record.id: record for record in self.store.signed()}

    def lacking(self, seat: Seat) -> list[Record]:
        """Return what a seat has signed, by the note, and the log lacks."""
        return [one for name, one in self._noted.items() if name not in self._logged and author(one) == seat]

    def begin(self, records: Collection[Record], instance_id: bytes | None) -> None:
        """Write the file of a new game, as `Store.create` does, and the note of what was signed in it."""
        self.logged(records)
        if instance_id is not None:
            self._noted |= self._logged
        self.store.create(records, instance_id, self._noted.values())

    def append(self, records: Collection[Record], *, note: bool = True) -> None:
        """Write records to the log, then what these seats signed to the note; then they survive a crash."""
        self.logged(records)
        self.store.append(records)
        if note:
            self.catch_up()

    def catch_up(self) -> None:
        """Note what the log holds and the note lacks: a crash may have come between the two."""
        fresh = {name: record for name, record in self._fresh.items() if name not in self._noted}
        if fresh:
            self.store.note(fresh.values())
            self._noted |= fresh
        self._fresh = {}

    def adopt(self, instance_id: bytes) -> None:
        """Let this copy sign from now on: from then on the note holds what it held, and all that the log has."""
        self._noted |= self._logged
        self.store.adopt(instance_id, self._noted.values())
