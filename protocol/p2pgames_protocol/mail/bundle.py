"""Packs: what somebody lacks of a game, as one file that a mail can carry (SPEC 21).

A pack has the form of a game file and begins with the genesis, so it says by itself of which game it is. Nothing in
it is believed: its records are checked here for form and signature, and heard by the replica like those of a link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import BadValue, Count, Refusal
from p2pgames_protocol.audit.merge import is_ahead
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signed_record import check_signed
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.mail import messages
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.format import first_line

MAGIC: Final = first_line("pack")
MAX_BUNDLE: Final = 8 * 1024 * 1024
"""Bytes; many times the longest game, and its signatures are checked in seconds."""


class BadBundle(Refusal, ValueError):
    """This is no sound pack; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Records of one game, each signed by the seat it names; whether they are new or make sense is not known yet."""

    genesis: Genesis
    records: tuple[Record, ...]


def write(replica: Replica, since: int = 0) -> bytes:
    """Return a pack for somebody who has closed all rounds before ``since``; raise ValueError if it is too large."""
    records = [record for record in replica.records(since) if not is_ahead(replica, record)]
    data = logfile.write([Record(Kind.GENESIS, replica.genesis.record), *records], MAGIC)
    if len(data) > MAX_BUNDLE:
        raise BadValue(messages.PACK_WOULD_BE(size=Count(len(data)), most=Count(MAX_BUNDLE)))
    return data


def read(data: bytes) -> Bundle:
    """Return what is in a pack; raise `BadBundle` if it is not one, is damaged, or holds what its seat did not sign."""
    if len(data) > MAX_BUNDLE:
        raise BadBundle(messages.PACK_TOO_LARGE(size=Count(len(data)), most=Count(MAX_BUNDLE)))
    if not data.startswith(MAGIC):
        raise BadBundle(messages.NO_PACK)
    try:
        first, *records = logfile.read(data, MAGIC)
        genesis = gen.read(first.body)
        for record in records:
            check_signed(genesis, record)
    except (logfile.Damaged, Malformed, Refused) as wrong:
        raise BadBundle(messages.PACK_USELESS(why=wrong.message)) from None
    return Bundle(genesis, tuple(records))


def closed_by(replica: Replica, seat: Seat) -> int:
    """Return how many rounds the seat has certainly closed: its newest event and haves say so."""
    rounds = [number for number, given in enumerate([*replica.log, replica.branch.open]) if seat in given]
    haves = [Have.read(record.body) for record in replica.haves.of(seat)]
    agreed = [have.round + 1 for have in haves if replica.branch.holds(have)]
    return max([*rounds[-1:], *agreed], default=0)


def others(replica: Replica, own: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that are still to hear of the game: those still in, and everybody once it is over."""
    seats = range(len(replica.genesis.keys)) if replica.position.over else replica.position.seats
    return tuple(seat for seat in seats if seat != own)


def confirmed(replica: Replica, own: Seat | None) -> int:
    """Return how many rounds all others have certainly closed."""
    return min((closed_by(replica, seat) for seat in others(replica, own)), default=len(replica.log))


def is_owed(replica: Replica, own: Seat) -> bool:
    """Tell whether our own seat has signed an event that some other seat is not known to have."""
    since = confirmed(replica, own)
    return any(own in given for given in [*replica.log, replica.branch.open][since:])
