"""Files in which several are at fault, or one of several faults: whom an audit blames (SPEC 7.8, 7.10, 11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.misconduct import evidence
from p2pgames_protocol.log.records import Ballot, Have, Kind, Record, Vote, sign
from p2pgames_protocol.testing.room import Room, seated
from tests.audits import of_report
from tests.first_linja import FIRST_LINJA, rules_of
from tests.logs import log_of
from tests.odd_vectors import Made
from tests.protocol.rooms import played
from tests.step_vectors import start


def judged(data: bytes) -> dict[str, Any]:
    """The grade that the full audit gives, and whom it blames, by round and seat."""
    said = of_report(audit.full(data, rules_of), with_rules=True)
    return {"grade": said["grade"], "blame": [list(blamed) for blamed in said.get("blame", ())]}


JUDGES = {"blame": lambda given: judged(bytes.fromhex(given["file"]))}


def blame_files() -> Iterator[Made]:
    """Yield name, what it is about, and the file: of games and proofs of Linja."""
    room = Room(FIRST_LINJA, 2)
    keys = [Record(Kind.GENESIS, room.genesis.record), *(_fault(room, seat, "key") for seat in (1, 0))]
    yield "two-in-one-round", "both are blamed, and both have left", logfile.write_records(keys)
    yield "proof-of-two-in-one-round", "all at fault are blamed", _proof(keys)
    room = played(6)
    turn, before = room.turn().seat, start(room)
    fault, out_of_turn = _fault(room, turn, "move"), _fault(room, 1 - turn, "move")
    yield "proof-out-of-turn", "its author alone", _proof([*before, out_of_turn])
    about = "all are blamed, by round and seat"
    yield "proof-out-of-turn-beside-a-fault", about, _proof([*before, fault, out_of_turn])
    absent = _absence(room, 1 - turn, turn)
    yield (
        "proof-of-a-fault-that-a-vote-passes-over",
        "nobody: its round is closed without it",
        _proof([*before, fault, absent]),
    )
    opening = Room(FIRST_LINJA, 2)
    begun = [Record(Kind.GENESIS, opening.genesis.record), _fault(opening, 1, "key"), _absence(opening, 0, 1)]
    yield (
        "proof-of-a-fault-and-a-vote-in-an-open-round",
        "its author: no vote counts before the round is closed",
        _proof(begun),
    )
    old = evidence(*(_have(room, 1 - turn, 2, filling) for filling in b"ab"))
    about = "who signed twice is blamed, and nobody else"
    yield "proof-of-two-haves-beside-a-fault", about, _proof([*before, fault, old])
    yield "two-haves-beside-a-fault", about, logfile.write_records([*before, fault, old])
    haves = [_have(room, seat, 3, filling) for seat in (turn, 1 - turn) for filling in b"ab"]
    yield "two-haves-of-each", "in one round the lower seat", logfile.write_records([*before, *haves])
    yield "proof-of-two-haves-of-each-and-older", "the first round", _proof([*before, *haves, old])
    forked = logfile.read_records(log_of("forked linja"))
    yield (
        "a-fork-and-older-haves",
        "the first round, not the first record",
        logfile.write_records([*forked, *(_have(room, 1, 2, filling) for filling in b"ab")]),
    )
    yield "a-false-absence", "who voted", log_of("false absence")


def _proof(records: list[Record]) -> bytes:
    return logfile.write_records(records, logfile.PROOF_MAGIC)


def _fault(room: Room, seat: int, act: str) -> Record:
    return room.forge(seat, act, body=())


def _absence(room: Room, voter: int, seat: int) -> Record:
    at = room.replicas[voter].position
    vote = Vote(Ballot.ABSENT, voter, seat, at.round, at.previous, at.inside)
    return sign(seated(voter), Kind.VOTE, room.genesis.game_id, vote.pack())


def _have(room: Room, seat: int, number: int, filling: int) -> Record:
    have = Have(seat, number, bytes([filling]) * 32)
    return sign(seated(seat), Kind.HAVE, room.genesis.game_id, have.pack())
