"""Mutated files: short logs of all kinds with something changed, judged in full and fast, and compared with what was.

    python -m tests.fuzz 100000 --seed 0

Outsiders, who have no key, change bytes, drop, double, move and forge records. Insiders also sign anew: other events in
the place of their own or beside them, votes, haves and reveals. `judge` holds what must be true of every one.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import _lru_cache_wrapper, cache
from random import Random
from typing import Any

from p2pgames.contract import Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import merge, round_of
from p2pgames_protocol.audit.report import AuditReport, Grade, as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.log.misconduct import conflicts
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Have, Kind, Note, Record, Vote, author, sign
from p2pgames_protocol.testing.room import identity, seated
from tests import remembered
from tests.logs import MAKERS, log_of
from tests.vectors import rules_of

SHORT = {"six": 16, "line1 running": 9, "metro running": 9, "six for four, running": 14}
"""How many records of logs with decks are kept, beside their whole: proofs take their time."""
OUTSIDER = identity(40)
JUNK = b"x" * 32
CHUNK = 500
"""Mutants of one seed."""


@dataclass(frozen=True)
class Original:
    """A log and what is said of it."""

    name: str
    data: bytes
    records: tuple[Record, ...]
    game_id: bytes
    seats: int
    full: AuditReport
    fast: AuditReport


@dataclass(frozen=True)
class Mutant:
    """A changed file; ``signer`` is the seat that signed something anew, for a round, and None of outsiders."""

    trick: str
    data: bytes
    signer: int | None = None
    round: int = -1


@cache
def original(name: str, cut: int = 0) -> Original:
    """A log of `tests.logs`, or its beginning."""
    records = logfile.read_records(log_of(name))
    data = logfile.write_records(records[: cut or None])
    full = audit.full(data, rules_of)
    assert full.genesis is not None
    records = records[: cut or None]
    genesis = full.genesis
    return Original(name, data, tuple(records), genesis.game_id, len(genesis.keys), full, fast(data))


def originals() -> list[Original]:
    """All logs."""
    whole = [original(name) for name in MAKERS]
    return whole + [original(name, cut) for name, cut in SHORT.items() if cut]


# -- outsiders --


def bytes_changed(log: Original, random: Random) -> Mutant:
    """Some bytes another, gone, doubled or put in."""
    data, at = log.data, random.randrange(len(log.data))
    more = random.randrange(1, 40)
    changed = {
        0: data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :],
        1: data[:at],
        2: data[:at] + data[at + more :],
        3: data[:at] + data[at : at + more] + data[at:],
        4: data[:at] + random.randbytes(more) + data[at:],
        5: data[:at] + bytes(more) + data[at + more :],
    }[random.randrange(6)]
    return Mutant("bytes", changed)


def body_changed(log: Original, random: Random) -> Mutant:
    """A byte of a record's body or signature another, its checksum right again."""
    at = random.randrange(len(log.records))
    record = log.records[at]
    part = record.body if random.random() < 0.7 or not record.signature else record.signature
    place = random.randrange(len(part))
    other = part[:place] + bytes([part[place] ^ 1 << random.randrange(8)]) + part[place + 1 :]
    new = replace(record, body=other) if part is record.body else replace(record, signature=other)
    return Mutant("body", logfile.write_records([*log.records[:at], new, *log.records[at + 1 :]]))


def dropped(log: Original, random: Random) -> Mutant:
    """Some records gone: one, several, or all after one."""
    records = list(log.records)
    if random.random() < 0.3:
        return Mutant("dropped", logfile.write_records(records[: random.randrange(1, len(records) + 1)]))
    for _ in range(random.choice((1, 1, 2, 5))):
        if len(records) > 1:
            del records[random.randrange(1, len(records))]
    return Mutant("dropped", logfile.write_records(records))


def doubled(log: Original, random: Random) -> Mutant:
    """A record twice."""
    records = list(log.records)
    records.insert(random.randrange(1, len(records) + 1), random.choice(records))
    return Mutant("doubled", logfile.write_records(records))


def moved(log: Original, random: Random) -> Mutant:
    """All records in another order."""
    start, *records = log.records
    random.shuffle(records)
    return Mutant("moved", logfile.write_records([start, *records]))


def forged(log: Original, random: Random) -> Mutant:
    """A new record in somebody's name that its seat has not signed."""
    record = _new(log, random, random.randrange(log.seats))
    signed = sign(OUTSIDER, record.kind, log.game_id, record.body)
    signature = random.choice((bytes(64), signed.signature, random.choice(log.records[1:]).signature))
    return Mutant("forged", _with(log, random, Record(record.kind, record.body, signature)))


# -- insiders --


def replaced(log: Original, random: Random) -> Mutant:
    """Another event, vote or have of a seat in the place of its own."""
    places = [
        at for at, record in enumerate(log.records) if record.kind in (Kind.EVENT, Kind.HAVE, Kind.VOTE)
    ]
    at = random.choice(places)
    record = log.records[at]
    seat = author(record)
    assert seat is not None
    body = _other(record, random)
    new = sign(seated(seat), record.kind, log.game_id, body)
    records = [*log.records[:at], new, *log.records[at + 1 :]]
    if random.random() < 0.3:
        records.append(record)
    return Mutant("replaced", logfile.write_records(records), seat, round_of(record))


def added(log: Original, random: Random) -> Mutant:
    """A new record that a seat signs."""
    seat = random.randrange(log.seats)
    record = _new(log, random, seat)
    signed = sign(seated(seat), record.kind, log.game_id, record.body)
    return Mutant("added", _with(log, random, signed), seat, round_of(record))


def _other(record: Record, random: Random) -> bytes:
    if record.kind is Kind.HAVE:
        have = Have.read(record.body)
        return replace(
            have, digest=random.choice((JUNK, have.digest)), round=have.round + random.choice((0, 0, 1))
        ).pack()
    if record.kind is Kind.VOTE:
        vote = Vote.read(record.body)
        if vote.ballot is Ballot.PRESENT:
            return replace(vote, event=JUNK).pack()
        return replace(vote, previous=JUNK).pack()
    event = Event.read(record.body)
    changes: list[dict[str, Any]] = [
        {"state": JUNK},
        {"previous": JUNK},
        {"inside": event.inside ^ {event.seat}},
        {"act": "resign", "body": ()},
        {"act": "reveal", "body": (JUNK, JUNK)},
        {"body": (*event.body[:-1], JUNK)},
        {"act": random.choice(("move", "coin", "draw", "resign", "dance"))},
        {"body": (*event.body, 1)},
        {"notes": (b"junk",)},
        {"round": event.round + random.choice((-1, 1, 2**31)) if event.round else 1},
    ]
    return replace(event, **random.choice(changes)).pack()


def _new(log: Original, random: Random, seat: int) -> Record:
    """A record that a seat might sign, about some round of the log."""
    events = [Event.read(record.body) for record in log.records if record.kind is Kind.EVENT]
    one = random.choice(events[-4:] if random.random() < 0.5 else events)
    number, previous = (one.round, one.previous) if random.random() < 0.8 else (one.round + 1, JUNK)
    other = random.choice([place for place in range(log.seats + 1) if place != seat])
    match random.randrange(6):
        case 0 | 1:
            inside = random.choice((one.inside, frozenset((seat, other))))
            return Record(Kind.VOTE, Vote(Ballot.ABSENT, seat, other, number, previous, inside).pack())
        case 2:
            return Record(Kind.HAVE, Have(seat, number, random.choice((JUNK, previous))).pack())
        case 3:
            note = Note(seat, random.choice((RESIGN, DRAW.name)), previous)
            return Record(Kind.NOTE, note.pack())
        case 4:
            return Record(
                Kind.EVENT,
                Event(number, seat, previous, one.state, one.inside, "reveal", (JUNK, None)).pack(),
            )
    return Record(Kind.EVENT, Event(number, seat, previous, one.state, one.inside, "move", ((), ())).pack())


def _with(log: Original, random: Random, record: Record) -> bytes:
    records = list(log.records)
    records.insert(random.randrange(1, len(records) + 1), record)
    return logfile.write_records(records)


TRICKS: tuple[Callable[[Original, Random], Mutant], ...] = (
    bytes_changed,
    body_changed,
    dropped,
    doubled,
    moved,
    forged,
    replaced,
    added,
)

# -- what must be true --


def judge(log: Original, mutant: Mutant, random: Random) -> Counter[str]:
    """Audit a mutant in full and fast; raise `AssertionError` where a verdict is not just. Return what was said."""
    said: Counter[str] = Counter()
    for before, report in (
        (log.full, audit.full(mutant.data, rules_of)),
        (log.fast, fast(mutant.data)),
    ):
        _check(log, mutant, before, report)
        said[f"{mutant.trick}: {report.mode} {report.grade.name.lower()}"] += 1
    if random.random() < 0.02:
        _check_merge(log, mutant)
    return said


def _check(log: Original, mutant: Mutant, before: AuditReport, report: AuditReport) -> None:
    guilty = {fault["seat"] for fault in before.faults} | {mutant.signer}
    if mutant.trick in ("moved", "doubled"):
        assert as_json(report, "") == as_json(before, "")
    assert {fault["seat"] for fault in report.faults} <= guilty, "somebody else is blamed"
    if report.grade is Grade.INVALID:
        assert report.why
        return
    if report.grade is Grade.CHEATED:
        assert before.grade is Grade.CHEATED or mutant.signer is not None, (
            "cheated, and nobody has signed twice"
        )
        return
    assert mutant.trick != "body" or _is_have_unsigned(log, mutant, report), "valid"
    assert mutant.trick != "forged" or _is_have_unsigned(log, mutant, report), "valid with what nobody signed"
    if report.finished is None and mutant.signer is not None:
        return  # what a fast audit has not seen it does not say
    if before.contested and report.grade is Grade.RUNNING:
        return  # from the contested round on what does not fit may be of another branch: the log just ends earlier
    if before.grade is Grade.CHEATED and mutant.signer is None and _is_proof_gone(mutant):
        return  # of two messages that exclude each other one is gone: a proof that is kept back is not seen
    if _sum(report) != _sum(before):
        own = _is_own_tail(log, mutant) or _is_own_departure(before, mutant, report)
        assert mutant.signer is None or own, "another verdict"
        if mutant.signer is None:
            assert report.result is None or _result(report) == _result(before), "another result"
            assert not report.contested or before.contested, "contested"


def _sum(report: AuditReport) -> object:
    return report.grade, _result(report), report.basis, report.contested


def _result(report: AuditReport) -> object:
    return None if report.result is None else (report.result.places, report.result.scores)


def _is_have_unsigned(log: Original, mutant: Mutant, report: AuditReport) -> bool:
    """The fast audit compares haves and carried events, and says so: what it says is then as before."""
    return report.mode == "fast" and _sum(report) == _sum(log.fast)


def _is_own_tail(log: Original, mutant: Mutant) -> bool:
    """Tell whether what a seat signed anew was confirmed by no other seat, or, a vote, not by itself."""
    for record in logfile.read_records(mutant.data)[1:]:
        if record.kind in (Kind.EVENT, Kind.HAVE):
            later = round_of(record) >= mutant.round + (record.kind is Kind.EVENT)
            if later and author(record) != mutant.signer:
                return _has_not_confirmed(mutant)
    return True


def _is_proof_gone(mutant: Mutant) -> bool:
    """Tell whether nothing is left that proves of anybody to have signed twice."""
    _, found = conflicts(records := logfile.read_records(mutant.data))
    return not found and all(record.kind is not Kind.EVIDENCE for record in records)


def _is_own_departure(before: AuditReport, mutant: Mutant, report: AuditReport) -> bool:
    """Tell whether who signed anew left by just that, from the contested round of a contested game on.

    What others have built on the old event may be of another branch there, so that the file is in order (SPEC 11.1). It
    takes out nobody but who signed, whom any other copy of the game convicts of having signed twice.
    """
    contested = [d.round for d in before.departures if d.why is Why.VOTED]
    gone = any((d.seat, d.round) == (mutant.signer, mutant.round) for d in report.departures)
    return before.contested and gone and min(contested) <= mutant.round


def _has_not_confirmed(mutant: Mutant) -> bool:
    return not any(
        author(record) == mutant.signer and round_of(record) >= mutant.round + (record.kind is Kind.EVENT)
        for record in logfile.read_records(mutant.data)[1:]
        if record.kind in (Kind.EVENT, Kind.HAVE)
    )


def _check_merge(log: Original, mutant: Mutant) -> None:
    outcomes = []
    for one, other in ((log.data, mutant.data), (mutant.data, log.data)):
        try:
            outcomes.append(merge(one, other, rules_of)[0])
        except (Damaged, Refused) as wrong:
            outcomes.append(type(wrong).__name__.encode())
    assert outcomes[0] == outcomes[1], "merging depends on the order"


def work(data: bytes) -> int:
    """How many functions an audit in full and a fast one call."""
    return calls(lambda: (audit.full(data, rules_of), fast(data)))


def calls(do: Callable[[], object]) -> int:
    """How many functions are called by this."""
    made = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    _forget()
    with remembered.anew():
        sys.setprofile(count)
        try:
            do()
        finally:
            sys.setprofile(None)
    return made


def _forget() -> None:
    """Empty what the product remembers to be quick, so that nothing counts that another test had worked out.

    Caches without a bound stay: they hold what there is one of, as the rules of a game.
    """
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.cache_parameters()["maxsize"] is not None:
            each.cache_clear()


def check_work(log: Original, mutant: Mutant, usual: dict[str, int]) -> float:
    """Assert that a mutant costs at most thrice for every byte what its original does; return how much it is."""
    key = f"{log.name} {len(log.data)}"
    if key not in usual:
        usual[key] = work(log.data)
    cost = work(mutant.data) / usual[key] * len(log.data) / max(len(mutant.data), len(log.data))
    assert cost < 3, f"{cost:.1f} times the work"
    return cost


def run(seed: int, count: int, sampled: int = 100) -> tuple[Counter[str], float]:
    """Judge so many mutants; return what was said of them, and the greatest work for a byte, of the original's."""
    random, logs, usual = Random(seed), originals(), {}
    weights = [len(log.data) ** -2.5 for log in logs]
    said: Counter[str] = Counter()
    worst = 0.0
    for number in range(count):
        (log,) = random.choices(logs, weights)
        mutant = random.choice(TRICKS)(log, random)
        try:
            said += judge(log, mutant, random)
            if number % sampled == 0:
                worst = max(worst, check_work(log, mutant, usual))
        except Exception as wrong:
            raise AssertionError(
                f"seed {seed}, mutant {number}: {log.name}, {mutant.trick}: {wrong}"
            ) from wrong
    return said, worst


def main() -> None:
    """Judge mutants as the command line says, chunk by chunk, each of a seed of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    said: Counter[str] = Counter()
    worst, begun = 0.0, time.process_time()
    for chunk in range(given.count // CHUNK):
        more, cost = run(given.seed + chunk, CHUNK)
        said, worst = said + more, max(worst, cost)
        took = time.process_time() - begun
        count = (chunk + 1) * CHUNK
        print(
            f"{count} files from seed {given.seed}, {took:.0f} s; at most {worst:.2f} times the work",
            flush=True,
        )
    for what, often in sorted(said.items()):
        print(f"{often:8} {what}")


if __name__ == "__main__":
    main()
