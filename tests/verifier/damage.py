"""Damaged and odd game files: of all games, of odd ends, signed by insiders, with votes, and with bytes changed.

They are made of the logs of the vectors and of `tests.logs`, with nothing but what SPEC says of bytes and keys.
"""

from __future__ import annotations

import hashlib
import json
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from p2pgames_protocol.log import genesis as gen
from tests.logs import MAKERS, log_of

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
LINE, PROOF = b"p2pgames log 1\n", b"p2pgames proof 1\n"
Record = list[Any]


@dataclass(frozen=True)
class Log:
    """A log of the vectors: its records, and for each seat the key that signs."""

    records: tuple[bytes, ...]
    game_id: bytes
    keys: tuple[Ed25519PrivateKey, ...]


def logs() -> list[Log]:
    """Return all logs that there are, each cut into records."""
    found = []
    for name in MAKERS:
        records = tuple(payloads(log_of(name)))
        game_id = gen.read_genesis(msgpack.unpackb(records[0])[1]).game_id
        found.append(Log(records, game_id, seat_keys(records[0])))
    for path in sorted(VECTORS.glob("log/*.json")):
        vector = json.loads(path.read_text(encoding="utf-8"))
        data = bytes.fromhex(vector["given"]["file"])
        if vector["expect"]["game_id"] is not None:
            records = tuple(payloads(data))
            game_id = bytes.fromhex(vector["expect"]["game_id"])
            found.append(Log(records, game_id, seat_keys(records[0])))
    return found


def payloads(data: bytes) -> list[bytes]:
    """Return what the frames of a sound game file hold."""
    found, at = [], len(LINE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        found.append(data[at + 12 : at + 12 + length])
        at += 12 + length
    return found


def game_file(records: list[bytes]) -> bytes:
    """Return the game file with these records, with sound frames."""
    frames = (struct.pack(">I", len(each)) + hashlib.sha256(each).digest()[:8] + each for each in records)
    return LINE + b"".join(frames)


def pre(tag: str, *parts: bytes) -> bytes:
    """Return what is hashed or signed under a tag."""
    every = (f"p2pgames/1/{tag}".encode(), *parts)
    return b"".join(struct.pack(">I", len(part)) + part for part in every)


def seat_keys(genesis: bytes) -> tuple[Ed25519PrivateKey, ...]:
    """Return the seat keys of a game of the vectors, whose players have the seeds 01..., 02..., and so on."""
    _, joins = msgpack.unpackb(msgpack.unpackb(genesis)[1])
    keys = []
    for number, join in enumerate(joins, 1):
        nonce = msgpack.unpackb(msgpack.unpackb(join)[0])[4]
        seed = HKDF(SHA256(), 32, None, pre("seat", nonce)).derive(bytes([number]) * 32)
        keys.append(Ed25519PrivateKey.from_private_bytes(seed))
    return tuple(keys)


def signed(log: Log, kind: str, seat: int, body: Any) -> bytes:
    """Return a record with this body, signed by a seat for the game."""
    packed = msgpack.packb(body)
    signature = log.keys[seat % len(log.keys)].sign(pre(kind, log.game_id, packed))
    return msgpack.packb([kind, packed, signature])


def odd_file(chance: random.Random) -> bytes:
    """Return an odd game file, mostly a short one."""
    bases = logs_once()
    log = chance.choices(bases, [1 / (200 + sum(map(len, each.records))) for each in bases])[0]
    records = list(log.records)
    if chance.random() < 0.5:
        del records[chance.randrange(1, len(records) + 1) :]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice(WAYS)(chance, log, records)
    data = game_file(records)
    if chance.random() < 0.04:
        data = PROOF + data.removeprefix(LINE)
    return _bitten(chance, data) if chance.random() < 0.05 else data


def _bitten(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] if chance.random() < 0.5 else data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def drop(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Leave a record out."""
    if len(records) > 1:
        del records[chance.randrange(1, len(records))]


def cut(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Leave out all records from one on."""
    del records[chance.randrange(1, len(records) + 1) :]


def double(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Have a record twice, perhaps at another place."""
    records.insert(chance.randrange(1, len(records) + 1), chance.choice(records))


def reorder(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Put all records but the genesis into another order."""
    rest = records[1:]
    chance.shuffle(rest)
    records[1:] = rest


def flip(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Change a byte of a record, in a frame that is sound."""
    at = chance.randrange(len(records))
    place = chance.randrange(len(records[at]))
    changed = bytearray(records[at])
    changed[place] ^= 1 << chance.randrange(8)
    records[at] = bytes(changed)


def foreign(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Add a record of another log."""
    other = chance.choice(logs_once()).records
    records.insert(chance.randrange(1, len(records) + 1), chance.choice(other))


def event_signed_anew(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Change a field of an event, sign it anew, and perhaps leave out what follows."""
    events = [at for at, each in enumerate(records) if _kind(each) == "event"]
    if not events:
        return
    at = chance.choice(events)
    try:
        body = msgpack.unpackb(msgpack.unpackb(records[at])[1])
        field = chance.randrange(8)
        body[field] = _changed(chance, log, field, body[field])
        records[at] = signed(log, "event", body[1] if isinstance(body[1], int) else 0, body)
    except (ValueError, TypeError, IndexError):
        return
    if chance.random() < 0.7:
        del records[at + 1 :]


def say(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Add a signed note, have or by, right or wrong."""
    seat = chance.randrange(len(log.keys))
    number = chance.randrange(12)
    digest = chance.choice((_digest_named(chance, records), chance.randbytes(32)))
    kind, body = chance.choice(
        (
            ("note", [seat, "resign", []]),
            ("note", [seat, "resign", [chance.randbytes(32)]]),
            ("note", [seat, chance.choice(("draw", "pause", "decline", "undo")), digest]),
            ("note", [seat, "takeback", digest, number]),
            ("have", [seat, number, digest]),
            ("by", [seat, log.keys[0].public_key().public_bytes_raw(), "Eve", number, chance.randbytes(64)]),
        )
    )
    records.append(signed(log, kind, seat if chance.random() < 0.95 else seat + 1, body))


def vote(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Add votes on who is absent: of one, or of all but one, for a round that is there or the one after the last."""
    events = [each for each in records if _kind(each) == "event"]
    try:
        event = msgpack.unpackb(msgpack.unpackb(chance.choice(events))[1])
        number, seat, previous, inside = event[0], event[1], event[2], event[4]
    except (ValueError, TypeError, IndexError, KeyError):
        return
    if chance.random() < 0.3:
        inside = chance.randrange(16)
    voters = [each for each in range(len(log.keys)) if each != seat]
    word = "absent" if chance.random() < 0.85 else "present"
    for voter in voters if chance.random() < 0.6 else [chance.randrange(len(log.keys))]:
        rest = [chance.randbytes(32)] if (word == "present") != (chance.random() < 0.03) else []
        records.append(signed(log, "vote", voter, [word, voter, seat, number, previous, inside, *rest]))
    if chance.random() < 0.5:
        _drop_round(records, number, seat)


def _drop_round(records: list[bytes], number: int, seat: int) -> None:
    """Leave out the event of a seat for a round, and all events after it."""
    for at in range(len(records) - 1, 0, -1):
        if _kind(records[at]) == "event":
            try:
                event = msgpack.unpackb(msgpack.unpackb(records[at])[1])
                gone = event[0] > number or (event[0] == number and event[1] == seat)
            except (ValueError, TypeError, IndexError, KeyError):
                continue
            if gone:
                del records[at]


def accuse(chance: random.Random, log: Log, records: list[bytes]) -> None:
    """Add evidence of two records, which mostly proves nothing."""
    pair = [chance.choice(records), chance.choice(records)]
    try:
        pair.sort(key=lambda each: msgpack.unpackb(each)[1])
    except (ValueError, TypeError, IndexError, KeyError):
        return
    records.append(msgpack.packb(["evidence", msgpack.packb(pair), b""]))


WAYS: list[Callable[[random.Random, Log, list[bytes]], None]] = [
    *(drop, cut, double, reorder, flip, foreign, accuse),
    *(event_signed_anew,) * 3,
    *(say,) * 2,
    *(vote,) * 2,
]


def _kind(record: bytes) -> str:
    try:
        return str(msgpack.unpackb(record)[0])
    except (ValueError, TypeError, IndexError, KeyError):
        return ""


def _digest_named(chance: random.Random, records: list[bytes]) -> bytes:
    events = [each for each in records if _kind(each) == "event"]
    try:
        named = msgpack.unpackb(msgpack.unpackb(chance.choice(events))[1])[2]
    except (ValueError, TypeError, IndexError, KeyError):
        return bytes(32)
    return named if isinstance(named, bytes) else bytes(32)


def _embed(chance: random.Random, log: Log, notes: Any) -> Any:
    seat = chance.randrange(len(log.keys))
    body = chance.choice(
        ([seat, "resign", []], [seat, "draw", bytes(32)], [seat, "resign", [chance.randbytes(32)]])
    )
    return [*notes, signed(log, "note", seat if chance.random() < 0.8 else seat + 1, body)]


ACTS = (
    "move",
    "resign",
    "coin",
    "key",
    "reveal",
    "draw",
    "pause",
    "takeback",
    "dance",
    "share",
    "shuffle",
    "rekey",
)
ODD = (None, True, -1, 0, "x", b"", [], [None], 1 << 63, [[]], "x" * 17)


def _changed(chance: random.Random, log: Log, field: int, old: Any) -> Any:
    """Return another value of a field of an event: sometimes of no form at all."""
    if chance.random() < 0.3:
        return chance.choice(ODD)
    match field:
        case 0:
            return old + chance.choice((-1, 1, 7))
        case 1:
            return chance.randrange(4)
        case 2 | 3:
            return old[:-1] + bytes([old[-1] ^ 1])
        case 4:
            return chance.randrange(17)
        case 5:
            return chance.choice(ACTS)
        case 6:
            return chance.choice((old[:-1], [*old, 0], [[], *old[1:]]))
        case _:
            return chance.choice((_embed(chance, log, old), [*old, b"x"]))


_LOGS: list[Log] = []


def logs_once() -> list[Log]:
    """Return all logs, read once."""
    if not _LOGS:
        _LOGS.extend(logs())
    return _LOGS
