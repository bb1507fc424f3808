"""Proof files: what a stranger needs to see that a seat cheated, and nothing to trust.

A proof file holds the genesis and the records that show the fault. For two contradicting messages these
are enough; for anything the rules forbid it holds the log up to it, with its votes; for a false
absence the whole log, since what belies it may stand in any later round. Its first line differs from that of
a game file, and judging it means replaying it: the blame is not written in it, it comes out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgames_protocol.audit import sentences
from p2pgames_protocol.audit.replay import record_set, replay_verified, verify
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis, RulesOf
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence, first_equivocation
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.log.replica import Replica


def build(replica: Replica, misconduct: Misconduct) -> bytes:
    """Return the proof file for misconduct that this replica found."""
    start = Record(Kind.GENESIS, replica.genesis.record)
    if misconduct.fault is Fault.EQUIVOCATION:
        return logfile.write_records([start, evidence(*misconduct.records)], logfile.PROOF_MAGIC)
    last = len(replica.log) if misconduct.fault is Fault.FALSE_ABSENCE else misconduct.round
    before = [record for number in range(last + 1) for record in _of_round(replica, number)]
    if misconduct.fault is Fault.FALSE_ABSENCE:
        before += _beside(replica, misconduct)
    return logfile.write_records([start, *dict.fromkeys([*before, *misconduct.records])], logfile.PROOF_MAGIC)


def _of_round(replica: Replica, number: int) -> Iterator[Record]:
    """Yield the events of a round that is closed or open, then its votes."""
    given = replica.log[number] if number < len(replica.log) else replica.branch.open
    yield from (given[seat] for seat in sorted(given))
    yield from replica.ballots.of_round(replica.positions[number])


def _beside(replica: Replica, misconduct: Misconduct) -> Iterator[Record]:
    """Yield what may belie an absence, and lies beside the log: haves of its voter, and events that it took out."""
    yield from replica.haves.of(misconduct.seat, misconduct.round)
    yield from replica.side_records.since(misconduct.round)


def judge(genesis: Genesis, records: Sequence[Record], rules_of: RulesOf) -> list[Misconduct]:
    """Return the misconduct that follows from the records of a proof file, by round and seat.

    Who signed twice, or denied an event that it had, is blamed alone; else everybody is who broke the rules. Raises
    `Damaged` if the file proves nothing, and, if no seat signed twice, what ``rules_of`` raises, or `Refused` where the
    rules refuse the genesis.
    """
    verify(genesis, records)
    twice = first_equivocation(genesis, record_set(records))
    if twice is not None:
        return [twice]
    rules = rules_of(genesis.game, genesis.proposal.version)
    accusations = replay_verified(genesis, rules, frozenset(records)).replica.accusations
    found = accusations.found if accusations.verdict is None else [accusations.verdict]
    if not found:
        raise Damaged(sentences.PROVES_NOTHING)
    return sorted(found, key=lambda misconduct: (misconduct.round, misconduct.seat))
