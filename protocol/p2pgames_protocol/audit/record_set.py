"""The records of a file as a set: what follows from a file never depends on how they stand in it.

They are heard in an order of their own: round by round the votes first, then the events; notes, bys, haves and
evidence come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.audit import messages
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.signed_record import check_signed
from p2pgames_protocol.wire.codec import Malformed

LAST: Final = 2**32
"""Greater than any round."""
_PLACES: Final = {Kind.NOTE: 0, Kind.BY: 1, Kind.HAVE: 2, Kind.EVIDENCE: 3, Kind.GENESIS: 4}


def read(data: bytes, magic: bytes = logfile.MAGIC) -> tuple[Genesis, list[Record]]:
    """Return the genesis of a file and all its other records, as they stand.

    Raises `Damaged` for bytes that are no sound file, `Malformed` or `Refused` if the genesis does not hold.
    """
    first, *records = logfile.read(data, magic)
    return gen.read(first.body), [record for record in records if record != first]


def record_set(records: Iterable[Record]) -> list[Record]:
    """Return every message once, with the smallest of its signatures, in the order in which they are heard."""
    found: dict[tuple[Kind, bytes], Record] = {}
    for record in sorted(set(records), key=place):
        found.setdefault((record.kind, record.body), record)
    return list(found.values())


def copies(records: Iterable[Record]) -> list[Record]:
    """Return all records of the messages that are there with several signatures."""
    every = set(records)
    counted = Counter((record.kind, record.body) for record in every)
    return sorted((record for record in every if counted[record.kind, record.body] > 1), key=place)


def verify(genesis: Genesis, records: Iterable[Record]) -> None:
    """Raise `Damaged` unless each of these is well-formed and signed by the seat that it names."""
    for record in records:
        try:
            check_signed(genesis, record)
        except Malformed as wrong:
            raise Damaged(messages.OF_RECORD(record=named(record), why=wrong.message)) from None


def named(record: Record) -> Message:
    """Name a record by seat and round, as far as these can be read."""
    try:
        seat, number = author(record), round_of(record)
    except Malformed:
        seat, number = None, -1
    kind = Verbatim(record.kind.value)
    if seat is None:
        return messages.SOME_RECORD(kind=kind)
    if number < 0:
        return messages.RECORD_OF(kind=kind, seat=Count(seat + 1))
    return messages.RECORD_OF_ROUND(kind=kind, seat=Count(seat + 1), round=Count(number))


def place(record: Record) -> tuple[int | bytes, ...]:
    """Return what records are sorted by: before others stands what they are judged by."""
    try:
        match record.kind:
            case Kind.VOTE:
                vote = Vote.read(record.body)
                key = (vote.round, 0, vote.seat, vote.voter)
            case Kind.EVENT:
                event = Event.read(record.body)
                key = (event.round, 1, event.seat, 0)
            case Kind.HAVE:
                have = Have.read(record.body)
                key = (LAST, _PLACES[record.kind], have.round, have.seat)
            case _:
                key = (LAST, _PLACES[record.kind], 0, 0)
    except Malformed:
        key = (LAST, LAST, 0, 0)
    return (*key, record.body, record.signature)


def round_of(record: Record) -> int:
    """Return the round that an event, a have or a vote is about; -1 for what is about none."""
    match record.kind:
        case Kind.EVENT:
            return Event.read(record.body).round
        case Kind.HAVE:
            return Have.read(record.body).round
        case Kind.VOTE:
            return Vote.read(record.body).round
    return -1
