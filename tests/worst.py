"""Makers of the files that cost their readers most: a size in, bytes out. Each holds no more than a stranger can make.

A new one is a function in `MAKERS`, by what it is made of; its magic says which readers take it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import sha256
from random import Random

from p2pgames import registry
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.chat import MAX_PER_ROUND, MAX_TEXT, ROOM, ChatMessage
from p2pgames_protocol.log.genesis import Genesis, Proposal, sign_proposal
from p2pgames_protocol.log.records import MAX_EVENT, Event, Have, Kind, Record, sign
from p2pgames_protocol.mail import armour
from p2pgames_protocol.store.game_store import MAGIC as CHAT_MAGIC
from p2pgames_protocol.store.player import AddressRecord
from p2pgames_protocol.transports.tls import write_pin
from p2pgames_protocol.wire.address import MAX_ADDRESS, MAX_ADDRESSES
from p2pgames_protocol.wire.codec import HASH_SIZE, pack
from p2pgames_protocol.wire.identity import Identity
from tests import worst_cards, worst_played

SEATS = 2


def seat(number: int) -> Identity:
    """The key of a seat: whoever makes a file may have all of them."""
    return Identity(bytes([number + 1]) * 32)


@cache
def genesis() -> Genesis:
    """A sound genesis of Linja."""
    rules = registry.game("linja").rules
    signed = sign_proposal(seat(0), Proposal.of(seat(0).key, rules, SEATS, bytes(HASH_SIZE)))
    joins = (gen.sign_join(seat(n), signed, f"P{n}", bytes([n]) * HASH_SIZE) for n in range(SEATS))
    return gen.assemble(signed, tuple(joins))


def key_of_seat(number: int) -> Identity:
    """The key of a seat in this game alone."""
    found = genesis().own(seat(number))
    if found is None:
        raise ValueError(number)
    return found


def filled(size: int, magic: bytes, records: Iterator[Record], begun: Genesis | None = None) -> bytes:
    """Return a file with a genesis, mostly that of Linja, and as many of the records as fit."""
    parts = [magic, logfile.frame(Record(Kind.GENESIS, (begun or genesis()).record).pack())]
    held = sum(map(len, parts))
    for record in records:
        framed = logfile.frame(record.pack())
        if held + len(framed) > size:
            break
        parts.append(framed)
        held += len(framed)
    return b"".join(parts)


def heads(size: int, magic: bytes) -> bytes:
    """Nothing but heads of frames that do not fit what follows them."""
    return (magic + bytes.fromhex("0000ffff") * (size // 4))[:size]


def short_heads(size: int, magic: bytes) -> bytes:
    """The same with frames as short as may be."""
    return (magic + b"\xff" + bytes.fromhex("00000001") * (size // 4))[:size]


def tiny(size: int, magic: bytes) -> bytes:
    """Sound frames with one byte in each."""
    return magic + logfile.frame(b"\x00") * ((size - len(magic)) // (logfile.HEAD + 1))


def haves(size: int, magic: bytes) -> bytes:
    """Signed haves for rounds that never were: early, every one of them."""

    def records() -> Iterator[Record]:
        number = 0
        while True:
            have = Have(number % SEATS, number // SEATS, sha256(str(number).encode()).digest())
            yield sign(seat(have.seat), Kind.HAVE, genesis().game_id, have.pack())
            number += 1

    return filled(size, magic, records())


def events(size: int, magic: bytes) -> bytes:
    """Signed events of one round, each other than the ones before."""

    def records() -> Iterator[Record]:
        number = 0
        while True:
            event = Event(
                0,
                number % SEATS,
                bytes(HASH_SIZE),
                bytes(HASH_SIZE),
                frozenset(),
                "move",
                (str(number), ()),
                (),
            )
            yield sign(seat(event.seat), Kind.EVENT, genesis().game_id, event.pack())
            number += 1

    return filled(size, magic, records())


def forged(size: int, magic: bytes) -> bytes:
    """Large events whose signatures are noise."""

    def records() -> Iterator[Record]:
        random = Random(1)
        while True:
            event = Event(
                0,
                0,
                bytes(HASH_SIZE),
                bytes(HASH_SIZE),
                frozenset(),
                "move",
                (random.randbytes(MAX_EVENT - 128), ()),
                (),
            )
            yield Record(Kind.EVENT, event.pack(), random.randbytes(64))

    return filled(size, magic, records())


def cards(name: str, size: int, magic: bytes) -> bytes:
    """What `worst_cards` fills files with."""
    seats, records = worst_cards.CARDS[name]
    return filled(size, magic, records(), worst_cards.genesis(seats))


def played(name: str, size: int, magic: bytes) -> bytes:
    """What `worst_played` fills files with."""
    table = worst_played.TABLES.get(name, (worst_played.GAME, worst_played.SEATS))
    return filled(size, magic, worst_played.PLAYED[name](), worst_played.genesis(*table))


def forks(size: int, magic: bytes) -> bytes:
    """Two events of one seat in every other round."""
    return filled(size, magic, worst_played.forks(), worst_played.genesis())


def said(text: str, size: int) -> bytes:
    """A chat file in which both seats say the same again and again, as often as one may and as fits."""
    game, parts, used = genesis().game_id, [CHAT_MAGIC], [0] * SEATS
    keys, held = [key_of_seat(number) for number in range(SEATS)], len(CHAT_MAGIC)
    for number in range(size):
        at, mine = number // SEATS, number % SEATS
        record = ChatMessage.sign(keys[mine], game, mine, at, at // MAX_PER_ROUND, text).record
        framed = logfile.frame(record)
        used[mine] += len(record)
        if used[mine] > ROOM or held + len(framed) > size:
            break
        parts.append(framed)
        held += len(framed)
    return b"".join(parts)


def addresses(_size: int) -> bytes:
    """An address book with as many addresses of both seats, as long as they may be; none is larger."""
    ends = [f":65535#{write_pin(bytes([at]) * 32)}" for at in range(MAX_ADDRESSES)]
    longest = tuple(f"tls:{'a' * (MAX_ADDRESS - 4 - len(end))}{end}" for end in ends)
    book = [AddressRecord.sign(key_of_seat(at), genesis().game_id, 1, longest).record for at in range(SEATS)]
    return pack((tuple(book), tuple((key, longest) for key in genesis().keys)))


BESIDE: dict[str, dict[str, Callable[[int], bytes]]] = {
    "chat": {
        "short messages": partial(said, "x"),
        "long messages": partial(said, "\u00e9" * (MAX_TEXT // 2)),
    },
    "addresses": {"long addresses": addresses},
}
"""What lies beside a game, by the end of its file's name: makers of the worst of it."""
MAKERS: dict[str, Callable[[int, bytes], bytes]] = {
    "heads of frames": heads,
    "heads of short frames": short_heads,
    "frames of one byte": tiny,
    "early haves": haves,
    "events of one round": events,
    "forged events": forged,
    "forks": forks,
    **{name: partial(cards, name) for name in worst_cards.CARDS},
    **{name: partial(played, name) for name in worst_played.PLAYED},
}
MAGICS = {"game": logfile.MAGIC, "proof": logfile.PROOF_MAGIC, "pack": armour.MAGIC}
