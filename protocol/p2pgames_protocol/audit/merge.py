"""Joining two copies of a log, the union of what both hold; and the log that a replica holds, as a file."""

from __future__ import annotations

from p2pgames.text import Count
from p2pgames_protocol.audit import sentences
from p2pgames_protocol.audit.replay import read_log, record_set, replay_verified, verify
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import RulesOf
from p2pgames_protocol.log.records import Have, Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.wire.codec import Malformed


def merge(one: bytes, other: bytes, rules_of: RulesOf) -> tuple[bytes, Replica]:
    """Return a file with every message that the copies hold, and its replica; which copy is which makes no difference.

    Nothing is left out: an audit of it says what does not fit, and who signed twice is also seen from what the replica
    found. Raises `Damaged` if the two are not sound copies of one game, `Refused` if their genesis does not hold.
    """
    try:
        (genesis, left), (others, right) = read_log(one), read_log(other)
    except Malformed as wrong:
        raise Damaged(wrong.message) from None
    if genesis.record != others.record:
        raise Damaged(sentences.TWO_GAMES)
    for number, records in ((1, {*left}), (2, {*right}.difference(left))):
        try:
            verify(genesis, records)
        except Damaged:
            raise Damaged(sentences.NOT_SOUND(number=Count(number))) from None
    union = frozenset([*left, *right])
    rules = rules_of(genesis.proposal.rules, genesis.proposal.version)
    data = logfile.write_records([Record(Kind.GENESIS, genesis.record), *record_set(union)])
    return data, replay_verified(genesis, rules, union).replica


def canonical(replica: Replica) -> bytes:
    """Return the file of a replica with rounds and seats in order: equal replicas give equal files."""
    proofs = {record for misconduct in replica.accusations.found for record in misconduct.beside}
    kept = [record for record in replica.records() if record in proofs or not is_ahead(replica, record)]
    return logfile.write_records([Record(Kind.GENESIS, replica.genesis.record), *kept])


def is_ahead(replica: Replica, record: Record) -> bool:
    """Tell whether the record is a have for a round that this replica has not closed."""
    return record.kind is Kind.HAVE and Have.read(record.body).round >= len(replica.log)
