"""The vectors of the protocol: messages and logs, valid and defective, each defect in a file named after it.

``python -m tests.vectors`` writes them all anew into ``protocol/vectors``; a test checks that this changes nothing,
and that every vector is judged as it says.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from p2pgames import registry
from p2pgames.contract import AnyRules, Moved
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import proof_file, series
from p2pgames_protocol.audit import report as check_series
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.secret import commitment
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.consents import DRAW, PAUSE, TAKEBACK
from p2pgames_protocol.log.genesis import NOBODY, Proposal, sign_proposal
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import evidence
from p2pgames_protocol.log.records import MAX_EVENT, RESIGN, Ballot, Event, Have, Kind, Record, Vote, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.testing.room import Room, forge, forge_sized, identity, seated
from p2pgames_protocol.wire.codec import digest, encode, pack, prefixed, unpack
from p2pgames_protocol.wire.fields import sum_of
from tests import ROOT
from tests.blame_vectors import blame_files
from tests.blame_vectors import judged as blamed
from tests.by_vectors import by_logs
from tests.deck_vectors import deck_logs, deck_vectors
from tests.fast_vectors import fast_logs, judged, logs_seen_fast
from tests.first_linja import FIRST_LINJA, rules_of
from tests.form_vectors import (
    faulty_bodies,
    genesis_alone_logs,
    malformed_logs,
    misshapen_geneses,
    odd_evidence,
)
from tests.link_vectors import link_vectors
from tests.network_vectors import network_vectors
from tests.odd_vectors import odd_logs
from tests.protocol.rooms import resignation
from tests.seat_vectors import seat_vectors
from tests.set_vectors import set_logs, set_proofs
from tests.signatures import signatures
from tests.six import SIX
from tests.step_vectors import step_logs

FOLDER = ROOT / "protocol" / "vectors"
LINJA = FIRST_LINJA
ROLL = ("roll", (), ())
"""The body of a move that Linja does not have."""
Vector = tuple[str, dict[str, Any]]


def vector(name: str, about: str, given: dict[str, Any], expect: Any) -> Vector:
    """A vector: its path without ending, and what stands in it."""
    return name, {"about": about, "given": given, "expect": expect}


def all_vectors() -> Iterator[Vector]:
    """Yield every vector."""
    yield from codec_vectors()
    yield from key_vectors()
    yield from signature_vectors()
    yield from digest_vectors()
    yield from coin_vectors()
    yield from genesis_vectors()
    logs = dict(log_vectors())
    yield from logs.items()
    yield from game_vectors()
    yield from proof_vectors()
    yield from series_vectors()
    for name, about, given, expect in deck_vectors():
        yield vector(name, about, given, expect)
    _name, _about, data = next(genesis_alone_logs(signed_parts()[0], resigned))
    yield log("genesis-of-other-data", "the rules refuse it, and it names its game all the same", data)
    for name, about, data in (*blame_files(), *genesis_alone_logs(signed_parts()[0], resigned)):
        yield vector(f"blame/{name}", about, {"file": data.hex()}, blamed(data))
    for name, about, data in (*fast_logs(), *logs_seen_fast(logs)):
        yield vector(f"fast/{name}", about, {"file": data.hex()}, judged(data))
    for name, about, given, expect in seat_vectors(linja_room(6)):
        yield vector(name, about, given, expect)
    yield from network_vectors()
    yield from link_vectors()


def codec_vectors() -> Iterator[Vector]:
    """Encodings: the one that is right, and every kind that is not."""
    good = (
        0,
        1,
        127,
        128,
        2**64 - 1,
        -1,
        -(2**63),
        True,
        False,
        None,
        "",
        "\u00e9",
        b"",
        b"x" * 300,
        ((), (1,)),
    )
    yield vector("codec/valid", "every type at its limits", {"hex": pack(good).hex()}, "ok")
    nested = "eleven arrays and an empty one, one in the other"
    yield vector("codec/valid-nested", nested, {"hex": (b"\x91" * 11 + b"\x90").hex()}, "ok")
    for name, text in {
        "leading-feff": "\ufeffa",
        "not-in-normal-form": "e\u0301",
        "many-marks": "a" + "\u0316" * 31,
        "not-assigned": "\u0378\U000e0fff",
        "not-a-character": "\ufffe\U0010ffff",
        "separators": "\u00a0\u2028\u202e",
    }.items():
        given = {"hex": pack(text).hex()}
        yield vector(f"codec/valid-text-{name}", f"text: {name.replace('-', ' ')}", given, "ok")
    defects = {
        "overlong-integer": b"\xcc\x01",
        "overlong-text": b"\xd9\x01a",
        "overlong-bytes": b"\xc5\x00\x01a",
        "overlong-array": b"\xdc\x00\x01\x01",
        "float": b"\xcb" + struct.pack(">d", 1.0),
        "float32": b"\xca" + struct.pack(">f", 1.0),
        "not-a-number": b"\xcb" + struct.pack(">d", float("nan")),
        "map": b"\x81\x01\x02",
        "extension": b"\xd4\x05a",
        "timestamp": b"\xd6\xff\x00\x00\x00\x01",
        "trailing-byte": b"\x01\x01",
        "truncated": b"\x92\x01",
        "empty": b"",
        "invalid-utf-8": b"\xa1\xff",
        "lone-surrogate": b"\xa3\xed\xa0\x80",
        "overlong-utf-8": b"\xa2\xc1\x81",
        "overlong-null": b"\xa2\xc0\x80",
        "utf-8-beyond-unicode": b"\xa4\xf4\x90\x80\x80",
        "truncated-utf-8": b"\xa1\xc3",
        "null-in-a-text": b"\xa1\x00",
        "escape-in-a-text": b"\xa1\x1b",
        "delete-in-a-text": b"\xa1\x7f",
        "next-line-in-a-text": b"\xa2\xc2\x85",
        "last-control-in-a-text": b"\xa2\xc2\x9f",
        "nested-too-deep": b"\x91" * 13 + b"\x01",
        "empty-array-too-deep": b"\x91" * 12 + b"\x90",
        "array-longer-than-message": b"\xdd\xff\xff\xff\xff",
    }
    for name, data in defects.items():
        yield vector(f"codec/{name}", name.replace("-", " "), {"hex": data.hex()}, "malformed")


LOW_ORDER = {
    "neutral-element": "0100000000000000000000000000000000000000000000000000000000000000",
    "order-2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order-4": "0000000000000000000000000000000000000000000000000000000000000000",
    "order-4-other": "0000000000000000000000000000000000000000000000000000000000000080",
    "order-8-a": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order-8-b": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order-8-c": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order-8-d": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}


def key_vectors() -> Iterator[Vector]:
    """Identity keys that are in order, and those that must be refused."""
    from nacl.bindings import crypto_core_ed25519_add

    key = identity(0).key
    mixed = crypto_core_ed25519_add(key, bytes.fromhex(LOW_ORDER["order-8-a"]))
    yield vector("key/valid", "a point of the prime-order subgroup", {"key": key.hex()}, True)
    for name, low in LOW_ORDER.items():
        yield vector(f"key/{name}", "a key of low order", {"key": low}, False)
    yield vector("key/mixed-order", "a sound point plus one of order 8", {"key": mixed.hex()}, False)
    not_canonical = (2**255 - 19 + 1).to_bytes(32, "little")
    yield vector("key/not-canonical", "y is p + 1", {"key": not_canonical.hex()}, False)
    yield vector("key/not-on-curve", "no point has y = 2", {"key": (2).to_bytes(32, "little").hex()}, False)
    yield vector("key/too-short", "31 bytes", {"key": key[:31].hex()}, False)


def signature_vectors() -> Iterator[Vector]:
    """Signatures that are valid, and those that a lenient reader would take."""
    about = {"tag": "event", "scope": (b"g" * 32).hex()}
    for name, (sentence, key, signature, body, valid) in signatures().items():
        given = about | {"key": key.hex(), "body": body.hex(), "signature": signature.hex()}
        yield vector(f"signature/{name}", sentence, given, valid)


def digest_vectors() -> Iterator[Vector]:
    """Preimages, hashes and signatures."""
    parts = [b"", b"abc", bytes(32)]
    given = {"tag": "example", "parts": [part.hex() for part in parts]}
    expect = {"preimage": prefixed("example", *parts).hex(), "digest": digest("example", *parts).hex()}
    yield vector("digest/example", "a tagged hash of three parts", given, expect)
    signer = identity(0)
    given = {"seed": signer.seed().hex(), "tag": "event", "scope": (b"g" * 32).hex(), "body": b"body".hex()}
    expect = {"key": signer.key.hex(), "signature": signer.sign("event", b"g" * 32, b"body").hex()}
    yield vector("digest/signature", "an Ed25519 signature over a tagged preimage", given, expect)
    given = {"seed": signer.seed().hex(), "game_id": (b"g" * 32).hex()}
    expect = {"secret": signer.derive("game secret", b"g" * 32).hex()}
    yield vector(
        "digest/commitment",
        "the commitment of seat 1 to its secret, as a tagged hash",
        {"tag": "commitment", "parts": [part.hex() for part in (b"g" * 32, encode(1), b"s" * 32)]},
        {
            "preimage": prefixed("commitment", b"g" * 32, encode(1), b"s" * 32).hex(),
            "digest": commitment(b"g" * 32, 1, b"s" * 32).hex(),
        },
    )
    yield vector("digest/game-secret", "HKDF-SHA256 of the seed of the seat under the game id", given, expect)


def coin_vectors() -> Iterator[Vector]:
    """Chains and outcomes."""
    secret, game = b"s" * 32, b"g" * 32
    for name, (seat, index) in {"first": (0, 1), "of-another-seat": (1, 1), "last": (0, 65536)}.items():
        given = {"secret": secret.hex(), "game_id": game.hex(), "seat": seat, "roll": index}
        value = coin.value(secret, game, seat, index)
        expect = {"value": value.hex(), "tip": coin.tip(secret, game, seat).hex()}
        yield vector(f"coin/{name}", "the value a seat reveals, and the tip of its chain", given, expect)
    for name, sides in {
        "two": [2],
        "refill": [101, 100, 99],
        "wide": [2**32] * 8,
        "rejecting": [2**63 + 1] * 4,
    }.items():
        values = ((0, b"a" * 32), (2, b"c" * 32))
        given = {
            "game_id": (b"g" * 32).hex(),
            "roll": 7,
            "values": [[seat, v.hex()] for seat, v in values],
            "sides": [str(side) for side in sides],
        }
        drawn = coin.outcome(b"g" * 32, 7, values, tuple(sides))
        yield vector(f"coin/outcome-{name}", "what a roll comes to", given, list(map(str, drawn)))


def signed_parts() -> tuple[bytes, list[bytes]]:
    """A signed proposal for Linja, and two joins."""
    signed = sign_proposal(identity(0), Proposal.of(identity(0).key, LINJA, 2, bytes(32), {}))
    return signed, [gen.sign_join(identity(s), signed, f"Player{s}", bytes([s]) * 32) for s in range(2)]


def genesis_vectors() -> Iterator[Vector]:
    """Geneses: one in order, and one for every way to be refused."""
    signed, joins = signed_parts()
    made = gen.assemble(signed, tuple(joins))
    expect = {"game_id": made.game_id.hex(), "words": made.words}
    yield vector("genesis/valid", "two players of Linja", {"genesis": made.record.hex()}, expect)
    for name, (host, guest) in {
        "valid-names-of-the-same-letters": ("\u00e9", "e\u0301"),
        "valid-name-after-feff": ("Ada", "\ufeffAda"),
        "valid-name-of-32-bytes": ("Ada", "\u00e9" * 16),
    }.items():
        pair = (
            gen.sign_join(identity(0), signed, host, bytes(32)),
            gen.sign_join(identity(1), signed, guest, bytes([1]) * 32),
        )
        named = gen.assemble(signed, pair)
        given = {"genesis": named.record.hex()}
        expect = {"game_id": named.game_id.hex(), "words": named.words}
        yield vector(f"genesis/{name}", name.removeprefix("valid-").replace("-", " "), given, expect)
    brought = sign_proposal(
        identity(0),
        replace(Proposal.of(identity(0).key, SIX, 3, bytes(32), {}), bots=1, league=b"l" * 32),
    )
    three = tuple(gen.sign_join(identity(s), brought, f"Player{s}", bytes([s]) * 32) for s in range(3))
    table = gen.assemble(brought, three)
    given, expect = {"genesis": table.record.hex()}, {"game_id": table.game_id.hex(), "words": table.words}
    yield vector("genesis/valid-with-a-bot-and-a-league", "a bot of the host, in a league", given, expect)
    body, signature = unpack(joins[1])
    low_key = bytes.fromhex(LOW_ORDER["neutral-element"])
    low = pack((digest("proposal", signed), low_key, seated(1).key, "Low", bytes(32)))
    forged = bytes.fromhex(LOW_ORDER["neutral-element"]) + bytes(32)
    elsewhere = gen.sign_join(identity(1), signed + b"x", "Player1", bytes([1]) * 32)
    defects = {
        "one-join-missing": (signed, joins[:1]),
        "joins-in-another-order": (signed, joins[::-1]),
        "one-player-twice": (signed, [joins[0], joins[0]]),
        "same-nonce-twice": (signed, [joins[0], gen.sign_join(identity(1), signed, "Player1", bytes(32))]),
        "join-for-another-table": (signed, [joins[0], elsewhere]),
        "join-not-signed": (signed, [joins[0], pack((body, bytes(64)))]),
        "join-changed": (signed, [joins[0], pack((body.replace(b"Player1", b"Player2"), signature))]),
        "low-order-key": (signed, [joins[0], pack((low, forged))]),
        **{
            f"seat-key-{what}": (signed, [joins[0], with_seat_key(signed, key)])
            for what, key in {
                "of-low-order": low_key,
                "is-ones-own-identity": identity(1).key,
                "is-the-hosts-identity": identity(0).key,
                "of-another-seat": seated(0).key,
                "of-31-bytes": seated(1).key[:31],
            }.items()
        },
        "name-of-33-bytes": (
            signed,
            [joins[0], gen.sign_join(identity(1), signed, "x" + "\u00e9" * 16, bytes([1]) * 32)],
        ),
        "proposal-not-signed": (pack((unpack(signed)[0], bytes(64))), joins),
        "proposal-of-another-format": rejoined(resigned(signed, 0, 0)),
        "proposal-with-a-table-option-too-many": rejoined(
            resigned(signed, 6, (*unpack(unpack(signed)[0])[6], ("tempo", "fast")))
        ),
        "proposal-with-an-option-of-another-name": rejoined(
            resigned(signed, 6, (*unpack(unpack(signed)[0])[6][:-1], ("guests", "yes")))
        ),
        **{
            f"proposal-{what}": rejoined(resigned(signed, 6, options))
            for what, options in {
                "without-a-league": of_table()[:3],
                "with-the-league-before-the-bots": (*of_table()[:2], *of_table()[:1:-1]),
                "with-no-seat-left-by-the-bots": of_table(bots=2),
                "with-fewer-bots-than-none": of_table(bots=-1),
                "with-bots-as-text": of_table(bots="1"),
                "with-bots-as-a-boolean": of_table(bots=True),
                "with-a-league-of-31-bytes": of_table(league=bytes(31)),
                "with-a-league-as-text": of_table(league="0" * 32),
            }.items()
        },
        "proposal-of-another-group": rejoined(resigned(signed, 1, "ristretto255")),
        "proposal-with-short-nonce": rejoined(resigned(signed, 9, b"x")),
        "proposal-with-boolean-seats": rejoined(resigned(signed, 8, True)),
    }
    records = [(name, pack((proposal, tuple(some)))) for name, (proposal, some) in defects.items()]
    for name, record in (*records, *misshapen_geneses(signed, joins)):
        yield vector(f"genesis/{name}", name.replace("-", " "), {"genesis": record.hex()}, "refused")


def of_table(bots: object = 0, league: object = None) -> tuple[tuple[str, object], ...]:
    """The options of a table with these for bots and league."""
    return ("time", "12h"), ("watchers", "yes"), ("bots", bots), ("league", league)


def with_group(group: str | None) -> bytes:
    """A file with the genesis of a game of Linja, for which the proposal names this group of decks."""
    signed = resigned(signed_parts()[0], 1, group)
    joins = tuple(gen.sign_join(identity(s), signed, f"Player{s}", bytes([s]) * 32) for s in range(2))
    return logfile.write_records([Record(Kind.GENESIS, pack((signed, joins)))])


def with_seat_key(signed: bytes, key: bytes) -> bytes:
    """The join of seat 1 with another key for its seat."""
    body = pack((digest("proposal", signed), identity(1).key, key, "Player1", bytes([1]) * 32))
    return pack((body, identity(1).sign("join", NOBODY, body)))


def rejoined(signed: bytes) -> tuple[bytes, list[bytes]]:
    """A proposal, and joins for just this one: nothing else about them is wrong."""
    return signed, [gen.sign_join(identity(s), signed, f"Player{s}", bytes([s]) * 32) for s in range(2)]


def resigned(signed: bytes, index: int, value: object) -> bytes:
    """The proposal with one field changed, signed again."""
    fields = list(unpack(unpack(signed)[0]))
    fields[index] = value
    body = pack(tuple(fields))
    return pack((body, identity(0).sign("proposal", NOBODY, body)))


# -- whole logs --


def linja_room(moves: int = 10**6, seed: int = 3) -> Room:
    """A game of Linja, random moves so far."""
    room = Room(LINJA, 2, seed=seed)
    room.play(moves)
    return room


def third_time(rules: AnyRules = FIRST_LINJA, seed: int = 2) -> bytes:
    """A game of Linja that ends because a position stands for the third time: whoever can comes back to one."""
    room = Room(rules, 2, seed=seed)
    room.deliver_all()
    while (signer := room.turn()) is not None:
        state, seat = signer.replica.position.state, signer.seat
        moves = rules.moves(state, seat, signer.replica.known)
        again = [move for move in moves if rules.apply(state, Moved(seat, move)).seen[-1] in state.seen]
        signer.act(room.random.choice(again or moves))
        room.collect()
        room.deliver_all()
    assert room.replicas[0].position.state.seen.count(room.replicas[0].position.state.seen[-1]) == 3
    return canonical(room.replicas[0])


def log_vectors() -> Iterator[Vector]:
    """Whole logs and what an audit says of them."""
    room = linja_room()
    whole = canonical(room.replicas[0])
    yield log("finished", "a whole game of Linja", whole)
    level = Room(LINJA, 2, seed=24)
    level.play()
    yield log(
        "finished-level", "both have as many points: they share the first place", canonical(level.replicas[0])
    )
    thrice = "the same position stands for the third time: turn and seen change as well (A.1)"
    yield log("finished-by-repetition", thrice, third_time())
    records = logfile.read_records(whole)
    events = [n for n, record in enumerate(records) if record.kind is Kind.EVENT]
    middle = events[len(events) // 2]
    yield log("cut-at-a-record", "valid so far", logfile.write_records(records[:middle]))
    yield log("cut-after-the-end", "finished, nothing revealed", logfile.write_records(records[: events[-2]]))
    yield log("torn", "the last byte is missing", whole[:-1])
    yield log("damaged", "one byte is another", whole[:999] + bytes([whole[999] ^ 1]) + whole[1000:])
    yield log("trailing-byte", "one byte too many", whole + b"\0")
    yield log("not-a-log", "something else", b"hello")
    yield log("empty", "nothing at all", b"")
    yield log(
        "event-removed",
        "one event is missing",
        logfile.write_records(records[:middle] + records[middle + 1 :]),
    )
    yield log(
        "event-doubled",
        "one event is there twice",
        logfile.write_records([*records[: middle + 1], *records[middle:]]),
    )
    later = [*records[:middle], records[middle + 1], records[middle], *records[middle + 2 :]]
    yield log("events-swapped", "two events changed places", logfile.write_records(later))
    unsigned = Record(Kind.EVENT, records[middle].body, bytes(64))
    yield log(
        "event-not-signed",
        "a signature of zeros",
        logfile.write_records([*records[:middle], unsigned, *records[middle + 1 :]]),
    )
    author = Event.read(records[middle].body).seat
    other = sign(seated(1 - author), Kind.EVENT, room.genesis.game_id, records[middle].body)
    yield log(
        "event-signed-by-another",
        "the wrong seat signed",
        logfile.write_records([*records[:middle], other, *records[middle + 1 :]]),
    )
    have = sign(seated(0), Kind.HAVE, room.genesis.game_id, Have(0, 3, b"x" * 32).pack())
    yield log(
        "have-of-another-round",
        "a seat confirmed another digest",
        logfile.write_records([*records[:-2], have]),
    )
    yield log("begun", "a genesis alone", with_group(None))
    yield from reveal_logs(room, records[: events[-2]], [records[at] for at in events[-2:]])
    yield from leaving_logs()
    yield from voted_logs()
    yield from agreed_logs()
    yield from paused_logs()
    yield from fault_logs()
    for logs in (
        deck_logs(),
        by_logs(linja_room(6)),
        odd_logs(),
        set_logs(),
        step_logs(),
        malformed_logs(),
        faulty_bodies(),
    ):
        for name, about, data in logs:
            yield log(name, about, data)


PLAYED = {"linja": (0, 2), "socks": (0, 2), "bus": (0, 3), "line1": (1, 2), "metro": (0, 2)}
"""The games that come with p2pgames: a version of the rules, which never changes whatever comes after it, and seats."""


def game_vectors() -> Iterator[Vector]:
    """A whole game of each, one that ends with a move that the rules do not know, and one that all leave at once."""
    for name, (version, seats) in PLAYED.items():
        for what, moves in {"finished": 10**6, "illegal-move": 3, "all-left": 1}.items():
            room = Room(registry.rules(name, version), seats, seed=7)
            room.play(moves)
            if (turn := room.turn()) is not None:
                notes = tuple(resignation(room.genesis, seat) for seat in range(seats))
                event: dict[str, Any] = {"act": RESIGN, "body": (), "notes": notes}
                if what == "illegal-move":
                    event = {"body": (("none",), (), ())}
                room.broadcast(forge(turn.replica, turn.seat, **event))
                room.sync()
                room.sync()
            data = canonical(room.replicas[0])
            said = {"full": verdict(data, registry.rules), "fast": judged(data)}
            yield vector(f"game/{name}-{what}", f"{name}, rules {version}", {"file": data.hex()}, said)


def reveal_logs(room: Room, before: list[Record], reveals: list[Record]) -> Iterator[Vector]:
    """Ends at which seat 1 signs something else than the result."""
    event = Event.read(reveals[1].body)
    secret, (places, scores, basis) = event.body
    for name, about, body in (
        ("of-another-result", "places the other way round", (secret, (places[::-1], scores, basis))),
        ("of-no-result", "nil as result", (secret, None)),
        ("with-a-boolean", "true for place 1", (secret, (tuple(p == 1 or p for p in places), scores, basis))),
        ("on-another-basis", "as if somebody had resigned", (secret, (places, scores, "resigned"))),
        ("without-a-result", "the secret alone", (secret,)),
        (
            "of-another-secret-and-result",
            "a wrong one, and other places",
            (bytes(32), (places[::-1], scores, basis)),
        ),
    ):
        changed = replace(event, body=body).pack()
        lie = sign(seated(event.seat), Kind.EVENT, room.genesis.game_id, changed)
        yield log(
            f"reveal-{name}",
            f"{about}: it changes nothing",
            logfile.write_records([*before, reveals[0], lie]),
        )


def log(name: str, about: str, data: bytes) -> Vector:
    """A vector of a whole file; what is expected is what the audit says."""
    return vector(f"log/{name}", about, {"file": data.hex()}, verdict(data))


def verdict(data: bytes, rules_of: audit.RulesOf = rules_of) -> dict[str, Any]:
    """What the full audit says, as far as vectors hold it."""
    report = audit.full(data, rules_of)
    return {
        "grade": int(report.grade),
        "game_id": report.genesis.game_id.hex() if report.genesis else None,
        "rounds": report.rounds,
        "basis": report.basis,
        "scores": list(report.result.scores) if report.result and report.result.scores else None,
        "places": list(report.result.places) if report.result else None,
        "contested": report.contested,
        "unrevealed": list(report.unrevealed),
        "other_results": list(report.other_results),
        "left": [[d.seat, d.round, d.why.value] for d in report.departures],
        **({"by": [[by.seat, by.round, by.name, by.key.hex()] for by in report.by]} if report.by else {}),
    }


def leaving_logs() -> Iterator[Vector]:
    """Resignations, and the vote of one of two."""
    for name, at_turn in {"resigned-at-turn": True, "resigned-by-note": False}.items():
        room = linja_room(6)
        turn = room.turn().seat
        room.signers[turn if at_turn else 1 - turn].resign()
        room.collect()
        room.deliver_all()
        yield log(name, "a player gives up", canonical(room.replicas[0]))
    for name, moved in {"voted-between-two": False, "voted-between-two-and-contested": True}.items():
        room = linja_room(6)
        silent = room.turn().seat
        room.cut = {silent}
        if moved:
            table = room.signers[silent]
            table.act(LINJA.moves(table.replica.position.state, silent, {})[0])
            room.collect()
        room.signers[1 - silent].vote(silent)
        room.collect()
        room.cut = set()
        for _ in range(2 * moved):
            room.sync()
        yield log(name, "the other player was silent", canonical(room.replicas[1 - silent]))


def voted_logs() -> Iterator[Vector]:
    """Votes among three and more, in order and defective."""
    for name, moved in {"voted": False, "voted-and-contested": True}.items():
        room, silent = voted_room(moved)
        yield log(
            name, "all others say that a player gave nothing", canonical(room.replicas[(silent + 1) % 3])
        )
        if moved:
            yield log("voted-as-the-absent-one-saw-it", "its own event first", stored(room, silent))
    room, silent = voted_room(False, everybody=False)
    table, hashed = room.replicas[(silent + 1) % 3], b"x" * 32
    position, voter = table.position, (silent + 1) % 3
    start = [Record(Kind.GENESIS, room.genesis.record), *table.records()]
    yield log("vote-alone", "one vote of two does nothing", logfile.write_records(start))

    def signed(signer: int, *fields: Any) -> Record:
        return sign(seated(signer), Kind.VOTE, room.genesis.game_id, pack(fields))

    inside = sum_of(position.inside)
    at = (position.round, position.previous, inside)
    for name, about, record in (
        (
            "vote-both-ways",
            "one voter says absent and present",
            signed(voter, "present", voter, silent, *at, hashed),
        ),
        (
            "vote-on-oneself",
            "who gives nothing has no vote on it",
            signed(silent, "absent", silent, silent, *at),
        ),
        (
            "vote-on-who-owes-nothing",
            "the round does not wait for it",
            signed(silent, "absent", silent, voter, *at),
        ),
        ("vote-of-nobody", "there is no such seat", signed(silent, "absent", 7, silent, *at)),
        (
            "vote-not-by-its-voter",
            "the wrong seat signed",
            signed(voter, "absent", 3 - silent - voter, silent, *at),
        ),
        (
            "vote-about-another-branch",
            "another digest",
            signed(3 - silent - voter, "absent", 3 - silent - voter, silent, at[0], hashed, inside),
        ),
        (
            "vote-of-other-seats",
            "not who is in",
            signed(3 - silent - voter, "absent", 3 - silent - voter, silent, *at[:2], inside ^ 2**voter),
        ),
        (
            "vote-without-seats",
            "does not say who is in",
            signed(3 - silent - voter, "absent", 3 - silent - voter, silent, *at[:2]),
        ),
        (
            "vote-ahead",
            "for a round that is not open",
            signed(3 - silent - voter, "absent", 3 - silent - voter, silent, at[0] + 1, hashed, inside),
        ),
        (
            "vote-absent-with-a-hash",
            "a field too many",
            signed(3 - silent - voter, "absent", 3 - silent - voter, silent, *at, hashed),
        ),
        (
            "vote-present-without-a-hash",
            "a field too few",
            signed(3 - silent - voter, "present", 3 - silent - voter, silent, *at),
        ),
        (
            "vote-of-another-kind",
            "says nothing known",
            signed(3 - silent - voter, "away", 3 - silent - voter, silent, *at),
        ),
    ):
        yield log(name, about, logfile.write_records([*start, record]))


def voted_room(moved: bool, everybody: bool = True) -> tuple[Room, int]:
    """A game of Six for three in which one is silent, or its event comes late, and the others vote."""
    room = Room(SIX, 3, seed=3)
    room.deliver_all()
    silent = room.turn().seat
    room.cut = {silent}
    if moved:
        table = room.signers[silent]
        table.act(SIX.moves(table.replica.position.state, silent, table.replica.known)[0])
        room.collect()
    for voter in [seat for seat in range(3) if seat != silent][: 3 if everybody else 1]:
        room.signers[(silent + 1) % 3 if not everybody else voter].vote(silent)
    room.collect()
    room.deliver_all()
    if everybody:
        room.cut = set()
        room.signers[silent].auto_signer.signing = False
        room.sync()
        room.sync()
        room.play()
    return room, silent


def stored(room: Room, seat: int) -> bytes:
    """The file a client keeps: others' haves are not in it."""
    kept = [r for r in room.stores[seat] if r.kind is not Kind.HAVE or Have.read(r.body).seat == seat]
    return logfile.write_records([Record(Kind.GENESIS, room.genesis.record), *kept])


def agreed_logs() -> Iterator[Vector]:
    """Takebacks, draws and pauses, in order and defective."""
    for name, says in {"takeback": TAKEBACK.name, "draw": DRAW.name, "pause": PAUSE.name}.items():
        room = linja_room(6)
        to = room.replicas[0].position.past[-2].round if says == TAKEBACK.name else None
        for seat in (1 - room.turn().seat, room.turn().seat):
            room.signers[seat].offer(says, to)
            room.collect()
            room.deliver_all()
        if says != DRAW.name:
            room.play(1)
        yield log(f"agreed-{name}", "both say so", canonical(room.replicas[0]))
    room = linja_room(6)
    room.signers[room.turn().seat].offer(DRAW.name)
    room.collect()
    room.deliver_all()
    yield log("offer-alone", "a draw is offered and does nothing", canonical(room.replicas[0]))
    yield from cheated_logs()


def cheated_logs() -> Iterator[Vector]:
    """Events that do what was not agreed on, each its author's fault; and notes that do not hold."""
    room = linja_room(6)
    cheat, position = room.turn().seat, room.replicas[0].position
    other, back, game = 1 - cheat, position.past[-1].round, room.genesis.game_id

    def said(*fields: Any, by: int = other, scope: bytes = game) -> Record:
        return sign(seated(by), Kind.NOTE, scope, pack((other, *fields)))

    draw = said("draw", position.previous)
    own = sign(seated(cheat), Kind.NOTE, game, pack((cheat, "draw", position.previous)))
    old = said("draw", room.replicas[0].positions[-2].previous)
    goes_back = said("takeback", position.previous, back)
    crossing = said("takeback", position.previous, 1)
    for name, about, change in (
        ("nobody", "no consent is embedded", {"act": "draw", "notes": ()}),
        ("twice", "one consent, embedded twice", {"act": "draw", "notes": (draw, draw)}),
        ("old", "a consent from the round before", {"act": "draw", "notes": (old,)}),
        ("foreign", "a consent for another game",
         {"act": "draw", "notes": (said("draw", position.previous, scope=b"w" * 32),)}),
        ("forged", "a consent the cheat signed itself",
         {"act": "draw", "notes": (said("draw", position.previous, by=cheat),)}),
        ("another", "a consent to something else",
         {"act": "draw", "notes": (said("pause", position.previous),)}),
        ("oneself", "the author's own consent, and nobody else's", {"act": "draw", "notes": (own,)}),
        ("declined", "a refusal", {"act": "draw", "notes": (said("decline", position.previous),)}),
        ("resigned", "a resignation", {"act": "draw", "notes": (said("resign", position.previous),)}),
        ("with-a-body", "a body too many", {"act": "draw", "body": (1,), "notes": (draw,)}),
        ("another-round", "a consent to go back less far",
         {"act": "takeback", "body": (back - 1,), "notes": (goes_back,)}),
        ("across-the-roll", "back to before the roll for the beginning",
         {"act": "takeback", "body": (1,), "notes": (crossing,)}),
        ("embedded-alone", "an event that carries nothing but an offer", {"act": "resign", "notes": (draw,)}),
    ):  # fmt: skip
        one = linja_room(6)
        fields = {"body": ()} | change | {"notes": tuple(note.pack() for note in change["notes"])}
        one.broadcast(one.forge(cheat, **fields), [other])
        yield log(f"agreed-by-{name}", about, canonical(one.replicas[other]))
    start = [Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records()]
    for name, about, record in (
        ("lapsed", "of the round before", old),
        ("ahead", "about a digest nobody knows", said("draw", b"x" * 32)),
        ("of-another-kind", "says nothing known", said("undo", position.previous)),
        ("to-nowhere", "a takeback without a round", said("takeback", position.previous)),
        ("draw-to-a-round", "a field too many", said("draw", position.previous, back)),
        ("not-by-its-seat", "the wrong seat signed", said("draw", position.previous, by=cheat)),
        ("across-the-roll", "a takeback that cannot be", crossing),
    ):
        yield log(f"note-{name}", about, logfile.write_records([*start, record]))


def paused_logs() -> Iterator[Vector]:
    """A vote in a pause."""
    room = linja_room(6)
    silent = room.turn().seat
    for seat in (1 - silent, silent):
        room.signers[seat].offer(PAUSE.name)
        room.collect()
        room.deliver_all()
    position = room.replicas[0].position
    at = position.round, position.previous, position.inside
    vote = Vote(Ballot.ABSENT, 1 - silent, silent, *at)
    record = sign(seated(1 - silent), Kind.VOTE, room.genesis.game_id, vote.pack())
    start = [Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records()]
    yield log("vote-in-a-pause", "all agreed that no time runs", logfile.write_records([*start, record]))


def fault_logs() -> Iterator[Vector]:
    """Events that are signed and forbidden."""
    for name, change in {
        "illegal-move": {"body": ((("open", 0, 5),), (), ())},
        "wrong-state-digest": {"body": ((("open", 0, 1),), (), ()), "state": b"w" * 32},
        "names-too-few-in": {"body": ((("open", 0, 1),), (), ()), "inside": frozenset((0,))},
        "names-too-many-in": {"body": ((("open", 0, 1),), (), ()), "inside": frozenset((0, 1, 63))},
        "unknown-act": {"act": "dance", "body": ()},
        "boolean-for-a-number": {"body": ((("open", False, 1),), (), ())},
        "move-too-long": {"body": (tuple(("open", 0, 1) for _ in range(9)), (), ())},
        "nil-in-a-move": {"body": ((None,), (), ())},
        "resign-without-notes": {"act": "resign", "body": ()},
        "coin-out-of-place": {"act": "coin", "body": (2, (2,), None, bytes(32))},
    }.items():
        room = linja_room(6)
        cheat = room.turn().seat
        room.broadcast(room.forge(cheat, **change), [1 - cheat])
        yield log(name, "its author is out, and the log stays valid", canonical(room.replicas[1 - cheat]))
    room, one, other = two_events()
    data = logfile.write_records([*logfile.read_records(canonical(room.replicas[1 - room.turn().seat]))])
    yield log("before-equivocation", "valid so far", data)
    records = [
        *logfile.read_records(data),
        forge_sized(room.replicas[0], room.turn().seat, MAX_EVENT + 1, ord("x")),
    ]
    yield log("event-too-long", "one byte too many", logfile.write_records(records))
    observer = Replica(room.genesis, LINJA)
    for record in [*room.replicas[0].records(), one, other]:
        Intake(observer).receive(record)
    yield log("equivocation", "two events of one seat for one round", canonical(observer))


def two_events() -> tuple[Room, Record, Record]:
    """A game in which the seat at turn signs two different moves."""
    room = linja_room(6)
    cheat = room.turn().seat
    moves = LINJA.moves(room.replicas[0].position.state, cheat, {})
    one, other = (room.forge(cheat, body=(move, (), ())) for move in moves[:2])
    return room, one, other


def series_vectors() -> Iterator[Vector]:
    """Two games, of which the second one says that it follows the first; at the end several files of that."""
    made = {}
    first = Room(LINJA, 2, seed=1)
    first.play()
    drawn = linja_room(4)
    for seat in (1 - drawn.turn().seat, drawn.turn().seat):
        drawn.signers[seat].offer(DRAW.name)
        drawn.collect()
        drawn.deliver_all()
    for name, room in {"played": first, "drawn": drawn}.items():
        before = series.ended_game(room.replicas[0])
        begins = series.first_seat(before, identity(0).key)
        whole = (room.genesis.game_id, before.end)
        for what, about, previous, seat in (
            ("follows", "as it must be", whole, begins),
            ("another-end", "the end is not that of the game", (whole[0], b"x" * 32), begins),
            ("last-digest", "the digest after the reveals is not the end",
             (whole[0], room.replicas[0].position.previous), begins),
            ("another-begins", "who begins is not who must", whole, 1 - begins),
            ("the-coin", "the coin says who begins", whole, None),
        ):  # fmt: skip
            next_one = Room(LINJA, 2, seed=2, nonce=9, previous=previous, first=seat)
            next_one.play()
            files = [canonical(one.replicas[0]) for one in (room, next_one)]
            made[f"{name}-{what}"] = files
            given = {"files": [data.hex() for data in files]}
            yield vector(f"series/{name}-{what}", about, given, following(*files))
    played, next_one = made["played-follows"]
    other, (_, astray) = made["drawn-follows"][0], made["played-another-end"]
    for what, about, files in (
        ("first-fits", "one of two copies that differ is enough", [played, other, next_one]),
        ("last-fits", "whichever it is", [other, played, next_one]),
        ("none-fits", "the end is in neither", [other, played, astray]),
    ):
        given = {"files": [data.hex() for data in files]}
        yield vector(f"series/copies-{what}", about, given, following(*files))


def following(*files: bytes) -> bool | None:
    """Tell what an audit of all these files says of the last one."""
    reports = [audit.full(data, rules_of) for data in files]
    check_series.check_series(reports)
    return reports[-1].follows


def proof_vectors() -> Iterator[Vector]:
    """Proof files, and what is none."""
    room, one, other = two_events()
    start = Record(Kind.GENESIS, room.genesis.record)
    cheat = room.turn().seat
    honest = room.signers[1 - cheat]
    proofs = {
        "equivocation": [start, evidence(one, other)],
        "one-message-twice": [start, evidence(one, one)],
        "two-rounds": [start, evidence(one, room.forge(cheat, round=99, body=ROLL))],
        "two-seats": [start, evidence(one, room.forge(1 - cheat, body=ROLL))],
        "one-not-signed": [start, evidence(one, Record(Kind.EVENT, other.body, bytes(64)))],
        "nothing-wrong": [start, *(r for r in room.replicas[0].records() if r.kind is Kind.EVENT)],
    }
    for name, records in (*proofs.items(), *odd_evidence(start)):
        data = logfile.write_records(records, logfile.PROOF_MAGIC)
        yield vector(
            f"proof/{name}", name.replace("-", " "), {"file": data.hex()}, {"grade": verdict(data)["grade"]}
        )
    for name, data in set_proofs():
        about = name.replace("-", " ")
        yield vector(f"proof/{name}", about, {"file": data.hex()}, {"grade": verdict(data)["grade"]})
    large = [forge_sized(room.replicas[0], cheat, MAX_EVENT, letter) for letter in b"xy"]
    data = logfile.write_records([start, evidence(*large)], logfile.PROOF_MAGIC)
    about = "two events as long as may be"
    yield vector("proof/largest", about, {"file": data.hex()}, {"grade": verdict(data)["grade"]})
    outcome = honest.receive(room.forge(1 - cheat, body=ROLL))
    data = proof_file.build(honest.replica, outcome.misconduct)
    yield vector("proof/out-of-turn", "out of turn", {"file": data.hex()}, {"grade": verdict(data)["grade"]})
    outcome = honest.receive(room.forge(cheat, act="dance", body=ROLL))
    data = proof_file.build(honest.replica, outcome.misconduct)
    yield vector("proof/unknown-act", "unknown act", {"file": data.hex()}, {"grade": verdict(data)["grade"]})


def encoded(content: dict[str, Any]) -> str:
    """A vector as it stands in its file."""
    return json.dumps(content, indent=1) + "\n"


def is_refusal(content: dict[str, Any]) -> bool:
    """Tell whether a vector expects that what it holds is not accepted."""
    return content["expect"] in ("refused", "malformed", False)


def main() -> None:
    """Write all vectors anew, and remove those that are no longer made."""
    made = {FOLDER / f"{name}.json": content for name, content in all_vectors()}
    wrong = [path for path, content in made.items() if path.name.startswith("valid") and is_refusal(content)]
    if wrong:
        raise SystemExit(f"Valid vectors that are refused: {', '.join(map(str, wrong))}")
    for path in set(FOLDER.glob("*/*.json")) - set(made):
        path.unlink()
    for path, content in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(encoded(content), encoding="utf-8", newline="\n")
    print(len(made), "vectors")


if __name__ == "__main__":
    main()
