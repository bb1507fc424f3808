"""What is to be stored and passed on."""

from __future__ import annotations

from p2pgames_protocol.log.records.record import Record


class Outbox:
    """Records that were accepted or signed, in order, until they are taken."""

    def __init__(self) -> None:
        self._fresh: list[Record] = []
        self._shown: list[Record] = []

    def add(self, record: Record) -> None:
        """Have a record stored and passed on."""
        self._fresh.append(record)

    def show(self, record: Record) -> None:
        """Have a record passed on that is no part of the log, because it blames its author."""
        self._shown.append(record)

    def take(self) -> list[Record]:
        """Return what is to be stored and passed on since the last call, in order."""
        taken, self._fresh = self._fresh, []
        return taken

    def take_shown(self) -> list[Record]:
        """Return what is only to be passed on since the last call."""
        taken, self._shown = self._shown, []
        return taken
