"""Logs and proofs whose grade is one of the set of their records: doubled, in another order, of several faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.misconduct import evidence
from p2pgames_protocol.log.records import Event, Have, Kind, Record, sign
from p2pgames_protocol.testing.room import Room, seated
from tests.logs import log_of
from tests.odd_vectors import Made
from tests.signatures import signed_again
from tests.six import SIX


def set_logs() -> Iterator[Made]:
    """Yield name, what it is about, and the file."""
    for name in ("false absence", "votes on each other"):
        yield name.replace(" ", "-"), "two vote", log_of(name)
    yield from _doubled()
    yield from _forked()
    yield from _at_fault_in_keys()


def set_proofs() -> Iterator[tuple[str, bytes]]:
    """Yield name and proof file."""
    forked = logfile.read_records(log_of("forked linja"))
    last = Event.read(forked[-1].body)
    twice = [r for r in forked if r.kind is Kind.EVENT and _place(r) == (last.round, last.seat)]
    pair = evidence(*twice)
    yield "a-whole-log", _proof(forked)
    yield "a-false-absence", _proof(logfile.read_records(log_of("false absence")))
    yield "evidence-twice", _proof([forked[0], pair, pair])
    yield "evidence-and-more", _proof([forked[0], pair, *forked[1:9]])
    unsigned = Record(Kind.HAVE, Have(0, 1, b"x" * 32).pack(), bytes(64))
    yield "evidence-and-what-is-not-signed", _proof([forked[0], pair, unsigned])


def _proof(records: list[Record]) -> bytes:
    return logfile.write_records(records, logfile.PROOF_MAGIC)


def _place(record: Record) -> tuple[int, int]:
    event = Event.read(record.body)
    return event.round, event.seat


def _doubled() -> Iterator[Made]:
    genesis, *records = logfile.read_records(log_of("linja"))
    one = records[5]
    game_id = gen.read_genesis(genesis.body).game_id
    again = signed_again(seated(Event.read(one.body).seat), Kind.EVENT, game_id, one.body)
    backwards = [*records, *records][::-1]
    unsigned = replace(one, signature=bytes(64))
    for name, about, kept in (
        ("all-doubled", "every record twice, in another order", [genesis, *backwards]),
        ("genesis-doubled", "the genesis again", [genesis, *records, genesis]),
        ("signed-otherwise", "an event is there with two signatures, both valid", [genesis, *records, again]),
        ("copy-not-signed", "an event is there once more, not signed", [genesis, *records, unsigned]),
    ):
        yield name, about, logfile.write_records(kept)


def _forked() -> Iterator[Made]:
    genesis, *records = logfile.read_records(log_of("forked linja"))
    game_id = gen.read_genesis(genesis.body).game_id
    have = sign(seated(0), Kind.HAVE, game_id, Have(0, 99, b"x" * 32).pack())
    yield "fork-doubled", "a fork, and a record twice", logfile.write_records([genesis, *records, records[3]])
    yield (
        "fork-backwards",
        "a fork, and the records in another order",
        logfile.write_records([genesis, *records[::-1]]),
    )
    yield (
        "fork-and-unexplained",
        "a fork, and a have of another branch",
        logfile.write_records([genesis, *records, have]),
    )
    haves = [sign(seated(0), Kind.HAVE, game_id, Have(0, 1, bytes([n]) * 32).pack()) for n in (1, 2)]
    about = "two who signed twice: the first round counts"
    yield "fork-and-two-haves", about, logfile.write_records([genesis, *records, *haves])


def _at_fault_in_keys() -> Iterator[Made]:
    room = Room(SIX, 3, seed=2)
    start = Record(Kind.GENESIS, room.genesis.record)
    events = [room.forge(seat, act="key", body=(), notes=()) for seat in (2, 0)]
    honest = next(r for r in room.stores[1] if r.kind is Kind.EVENT)
    yield (
        "at-fault-in-keys",
        "two of three are at fault: all have left",
        logfile.write_records([start, *events, honest]),
    )
