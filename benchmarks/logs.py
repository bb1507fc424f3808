"""Audits: full and fast, against nothing but the verification of the signatures in the same files."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import process_time

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl.bindings import crypto_sign_open

from benchmarks import decks
from benchmarks.measure import Row, by_turns, printed
from p2pgames import registry
from p2pgames.dealer import random_bot
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical, read_log, replay
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance import coin
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.genesis import NOBODY, Proposal, sign_proposal
from p2pgames_protocol.log.history import History, MoveEntry
from p2pgames_protocol.log.records import Event, Have, Kind
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import prefixed
from p2pgames_protocol.wire.identity import Identity

GAMES = 20
UNIT = "CPU s"
AUDIT = "import sys; from benchmarks.logs import audited; print(audited(sys.argv[1]))"
LEAST = "import sys; from benchmarks.logs import least_with_cards; print(least_with_cards(sys.argv[1]))"
ROUND = bytes(160)
"""As many bytes as are hashed for a round of one event."""
Check = tuple[Ed25519PublicKey, bytes, bytes]


def rows(repeats: int) -> Iterator[Row]:
    """Measure 20 games of Linja."""
    files = [play(number) for number in range(GAMES)]
    checks = [check for data in files for check in signatures(data)]
    works = [least(data) for data in files]
    bare, floor, full, quick, chains = by_turns(
        (
            lambda: [key.verify(signature, message) for key, signature, message in checks],
            lambda: [work() for work in works],
            lambda: _expect_finished(audit.full(data, registry.rules).grade for data in files),
            lambda: _expect_finished(fast(data).grade for data in files),
            lambda: [coin.walk(bytes(32), seat, bytes(32), coin.LENGTH, 0) for seat in (0, 1)],
        ),
        repeats,
        process_time,
    )
    events = sum(audit.full(data, registry.rules).events for data in files)
    yield Row(f"the {len(checks)} signatures of {GAMES} games of Linja, verified by OpenSSL", UNIT, bare)
    yield Row("the least there is to do for a full audit of these games", UNIT, floor)
    name, over = f"full audit of these games ({events} events)", median(full)
    yield Row(name, UNIT, full, "the signatures alone, by OpenSSL", over / median(bare), "at most 1.5")
    yield Row("the same, against the least", UNIT, full, "the least there is to do", over / median(floor))
    yield Row(
        "fast audit of these games", UNIT, quick, "faster than full", over / median(quick), "at least 5"
    )
    yield Row("the coins of one game hashed, where its seats were not played here", UNIT, chains)
    yield from _with_cards(repeats)


def _with_cards(repeats: int) -> Iterator[Row]:
    """Measure audits of a game with cards, each in a process that has verified nothing of it before."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.p2pg")
        file.write_bytes(decks.play(decks.SEATS))
        told = [(_told(AUDIT, file), _told(LEAST, file)) for _ in range(repeats)]
    whole, bare = zip(*told, strict=True)
    name = "its group operations, chains of coins and signatures alone"
    ratio = median(whole) / median(bare)
    yield Row(f"full audit of a game of Metro of {decks.SEATS} seats", UNIT, whole, name, ratio)


def _told(code: str, file: Path) -> float:
    """Return the seconds that a program of its own tells of a file."""
    command = [sys.executable, "-c", code, str(file)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def audited(file: str) -> float:
    """Return the seconds of an audit."""
    data = Path(file).read_bytes()
    registry.game("metro")
    start = process_time()
    _expect_finished([audit.full(data, registry.rules).grade])
    return process_time() - start


def least_with_cards(file: str) -> float:
    """Return the seconds of what no audit of a game with cards can leave out, and nothing around it."""
    data = Path(file).read_bytes()
    operations = decks.bare(decks.counted(lambda: audit.full(data, registry.rules)))
    checks = tuple(signatures(data))
    start = process_time()
    operations()
    for seat in range(decks.SEATS):
        coin.walk(bytes(32), seat, bytes(32), coin.LENGTH, 0)
    for key, signature, message in checks:
        key.verify(signature, message)
    return process_time() - start


def least(data: bytes) -> Callable[[], None]:
    """Return what does for one game what no full audit with these libraries can leave out, and compares nothing.

    Every record and its message are decoded and encoded again, every signature is verified, the rules make every move
    and give every state, and every frame, message, round and state is hashed.
    """
    genesis, records = read_log(data)
    rules = registry.rules(genesis.game, genesis.proposal.version)
    replica = replay(genesis, rules, records).replica
    entries = History(replica).entries()
    moves = [entry.change for entry in entries if isinstance(entry, MoveEntry) and entry.change is not None]
    states = [position.state for position in replica.positions]
    payloads = logfile.split(data).payloads
    signed = [(key.public_bytes_raw(), signature + message) for key, signature, message in signatures(data)]

    def work() -> None:
        for payload in payloads:
            record = msgpack.unpackb(payload, use_list=False)
            message = msgpack.unpackb(record[1], use_list=False)
            for packed in (msgpack.packb(record), msgpack.packb(message)):
                sha256(packed).digest()
        for key, data in signed:
            crypto_sign_open(data, key)
        for move in moves:
            rules.apply(move.before, move.event)
        for state in states:
            sha256(msgpack.packb(rules.wire(state))).digest()
            sha256(ROUND).digest()

    return work


def _expect_finished(grades: Iterable[Grade]) -> None:
    for grade in grades:
        if grade is not Grade.FINISHED:
            raise ValueError(f"a game that was played is {grade.name}")


def play(number: int) -> bytes:
    """Return the file of one game between two seats that hand each other their records."""
    from random import Random

    random, rules = Random(number), registry.game("linja").rules
    seats = [Identity(random.randbytes(32)) for _ in range(2)]
    proposal = sign_proposal(seats[0], Proposal.of(seats[0].key, rules, 2, random.randbytes(32)))
    joins = tuple(gen.sign_join(seat, proposal, "Player", random.randbytes(32)) for seat in seats)
    genesis = gen.assemble(proposal, joins)
    signers = [Signer(genesis, rules, seat) for seat in seats]
    for signer in signers:
        signer.auto_signer.sign_from_now_on()
    while not all(signer.replica.position.kind is DONE for signer in signers):
        for signer, other in (signers, signers[::-1]):
            if signer.my_turn:
                signer.act(random_bot(rules, signer.replica.position.state, signer.seat, {}, random))
            for record in signer.replica.outbox.drain():
                other.receive(record)
    return canonical(signers[0].replica)


def signatures(data: bytes) -> Iterator[Check]:
    """Yield key, signature and message of every signature in a file."""
    records = logfile.read_records(data)
    genesis = gen.read_genesis(records[0].body)
    players = [Ed25519PublicKey.from_public_bytes(key) for key in genesis.identities]
    keys = [Ed25519PublicKey.from_public_bytes(key) for key in genesis.keys]
    proposal, joins = fields.unpacked(records[0].body, 2, sentences.GENESIS)
    signed = [
        ("proposal", proposal),
        *(("join", join) for join in fields.some_array(joins, len(players), sentences.JOINS)),
    ]
    for key, (tag, part) in zip([players[0], *players], signed, strict=True):
        pair = fields.unpacked(fields.some_binary(part, sentences.MESSAGE), 2, sentences.MESSAGE)
        body, signature = (fields.some_binary(half, sentences.MESSAGE) for half in pair)
        yield key, signature, prefixed(tag, NOBODY, body)
    for record in records[1:]:
        seat = (Event if record.kind is Kind.EVENT else Have).read(record.body).seat
        yield keys[seat], record.signature, prefixed(record.kind, genesis.game_id, record.body)


if __name__ == "__main__":
    printed(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
