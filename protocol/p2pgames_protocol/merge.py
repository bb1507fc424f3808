"""Joining two copies of a log: the union of what both hold, in the canonical order, and the forks in it."""

from __future__ import annotations

from p2pgames_protocol import genesis as gen
from p2pgames_protocol import logfile
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.logfile import Damaged
from p2pgames_protocol.lookup import RulesOf
from p2pgames_protocol.message import Have, Kind, Record
from p2pgames_protocol.outcome import Heard


def merge(one: bytes, other: bytes, rules_of: RulesOf) -> tuple[bytes, Ledger]:
    """Return a file with everything both copies hold, and its ledger.

    A fork is seen from the ledger's verdict, whose evidence is then in the file. Raises `Damaged` if the
    two are not sound copies of one game, `Refused` if their genesis does not hold.
    """
    left, right = logfile.read(one), logfile.read(other)
    if left[0].body != right[0].body:
        raise Damaged("The two files are of two different games.")
    try:
        genesis = gen.read(left[0].body)
    except Malformed as wrong:
        raise Damaged(str(wrong)) from None
    ledger = Ledger(genesis, rules_of(genesis.proposal.rules, genesis.proposal.version))
    for number, copy in enumerate((left, right), 1):
        for record in copy[1:]:
            if ledger.feed(record).heard is Heard.SENDER:
                raise Damaged(f"File {number} holds a record that is not sound; audit it for more.")
    return canonical(ledger), ledger


def canonical(ledger: Ledger) -> bytes:
    """Return the file of a ledger with rounds and seats in order: equal ledgers give equal files."""
    kept = [record for record in ledger.records() if not is_ahead(ledger, record)]
    return logfile.write([Record(Kind.GENESIS, ledger.genesis.record), *kept])


def is_ahead(ledger: Ledger, record: Record) -> bool:
    """Tell whether the record is a have for a round that this ledger has not closed."""
    return record.kind is Kind.HAVE and Have.read(record.body).round >= len(ledger.log)
