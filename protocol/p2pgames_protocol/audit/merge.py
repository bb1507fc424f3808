"""Joining two copies of a log: the union of what both hold, in the canonical order, and the forks in it."""

from __future__ import annotations

from p2pgames.text import Count
from p2pgames_protocol.audit import messages
from p2pgames_protocol.audit.replay import Replay, place, replay
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rules_lookup import RulesOf
from p2pgames_protocol.wire.codec import Malformed


def merge(one: bytes, other: bytes, rules_of: RulesOf) -> tuple[bytes, Replica]:
    """Return a file with everything both copies hold, and its replica; which copy is which makes no difference.

    Where everything has its place in one log, the file is that log. Else nothing is left out: an audit of it says what
    does not fit, and a fork is also seen from what the replica found. Raises `Damaged` if the two are not sound
    copies of one game, `Refused` if their genesis does not hold.
    """
    left, right = logfile.read(one), logfile.read(other)
    if left[0].body != right[0].body:
        raise Damaged(messages.TWO_GAMES)
    try:
        genesis = gen.read(left[0].body)
    except Malformed as wrong:
        raise Damaged(wrong.message) from None
    rules = rules_of(genesis.proposal.rules, genesis.proposal.version)
    records = sorted(_union(left[1:], right[1:]), key=place)
    played = replay(genesis, rules, records)
    for record, outcome in played.heard:
        if outcome.status is Status.SENDER:
            number = 1 if record in left else 2
            raise Damaged(messages.NOT_SOUND(number=Count(number)))
    if _fits(played):
        return canonical(played.replica), played.replica
    return logfile.write([left[0], *records]), played.replica


def _union(left: list[Record], right: list[Record]) -> list[Record]:
    """Return every message once, with the smallest of its signatures."""
    found: dict[tuple[Kind, bytes], Record] = {}
    for record in sorted((*left, *right), key=place, reverse=True):
        found[record.kind, record.body] = record
    return list(found.values())


def _fits(played: Replay) -> bool:
    """Tell whether the log of a replica says all that the records say."""
    return played.replica.accusations.verdict is None and all(
        played.explains(record, outcome) or is_ahead(played.replica, record)
        for record, outcome in played.heard
    )


def canonical(replica: Replica) -> bytes:
    """Return the file of a replica with rounds and seats in order: equal replicas give equal files."""
    proofs = {record for misconduct in replica.accusations.found for record in misconduct.beside}
    kept = [record for record in replica.records() if record in proofs or not is_ahead(replica, record)]
    return logfile.write([Record(Kind.GENESIS, replica.genesis.record), *kept])


def is_ahead(replica: Replica, record: Record) -> bool:
    """Tell whether the record is a have for a round that this replica has not closed."""
    return record.kind is Kind.HAVE and Have.read(record.body).round >= len(replica.log)
