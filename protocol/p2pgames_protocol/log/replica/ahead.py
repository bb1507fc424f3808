"""What came before its time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.record import Kind, Record

MAX_AHEAD: Final = 2
"""Records of one seat held for later rounds: a seat can be one round ahead, and a half."""


class Ahead:
    """Events and haves for rounds that are not open yet, by seat and round; of each seat only the first."""

    def __init__(self) -> None:
        self._held: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)

    def hold(self, seat: Seat, number: int, record: Record) -> None:
        """Keep a record for a round, unless there is one already, or two for earlier rounds."""
        held = self._held[seat]
        held.setdefault(number, record)
        while len(held) > MAX_AHEAD:
            del held[max(held)]

    def event(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat that is held for a round."""
        held = self._held[seat].get(number)
        return held if held is not None and held.kind is Kind.EVENT else None

    def forget(self, seat: Seat, number: int) -> None:
        """Drop what is held of a seat for a round, which now has its event."""
        self._held[seat].pop(number, None)

    def rounds(self, seat: Seat) -> Collection[int]:
        """Return the rounds for which something of this seat is held."""
        return self._held[seat].keys()

    def due(self, closed: Callable[[], int]) -> Iterator[Record]:
        """Yield and drop what belongs to the open round or an earlier one.

        ``closed`` says how many rounds are closed, which may be more each time when what was yielded has been heard.
        """
        for held in list(self._held.values()):
            for number in sorted(held):
                if number <= closed() and number in held:
                    yield held.pop(number)
