"""Lines and files that hand over a seat (SPEC 23), and those that must be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.decks import GivenShare
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.store import handover
from p2pgames_protocol.store.handover import BadHandover, Handover
from p2pgames_protocol.testing.room import Room, seated
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import pack
from p2pgames_protocol.wire.invite import PREFIX, SEAT_PREFIX, BadInvite, Invite

TOKEN = bytes(range(16))
Parts = tuple[str, str, dict[str, str], Any]


def judge_seat(given: dict[str, str]) -> Any:
    """What a line says, or what it opens in a file."""
    try:
        line = invites.read_invite(given["line"], SEAT_PREFIX)
        if "file" not in given:
            return {"key": line.host.hex(), "token": line.token.hex(), "addresses": list(line.addresses)}
        taken = handover.read_handover(handover.unseal(bytes.fromhex(given["file"]), line.token))
    except (BadInvite, BadHandover):
        return "refused"
    if taken.seat.key != line.host:
        return "refused"
    shares = [[one.epoch, one.deck, one.position, one.to] for one in taken.given]
    return {"seat": taken.number, "records": len(taken.records), "shares": shares}


JUDGES: dict[str, Callable[[dict[str, str]], Any]] = {"seat": judge_seat}


def seat_vectors(room: Room) -> Iterator[Parts]:
    """Yield name, what it is about, what is given, and what comes of it."""
    key = seated(0).key
    whole, mail = Invite(key, TOKEN, "linja", ("tcp:127.0.0.1:7000",)), Invite(key, TOKEN, "linja", ())
    records = (Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records())
    given = (GivenShare(0, "cards", 3, None), GivenShare(1, "cards-2", 0, 1))
    seat = Handover(seated(0), room.genesis, records, given).pack()
    sealed = handover.seal(seat, TOKEN, bytes)
    text = whole.text(SEAT_PREFIX)
    other = Handover(seated(1), room.genesis, records, ()).pack()
    files = {
        "file": sealed,
        "file-of-another-line": handover.seal(seat, bytes(16), bytes),
        "file-of-another-seat": handover.seal(other, TOKEN, bytes),
        "file-changed": sealed[:99] + bytes([sealed[99] ^ 1]) + sealed[100:],
        "file-cut": sealed[:-1],
        "file-too-long": sealed + b"\0",
        "file-without-a-log": handover.seal(
            seat[: seat.index(records[0].pack()) - logfile.HEAD], TOKEN, bytes
        ),
    }

    def made(*head: object, shares: tuple[object, ...] = (), log: tuple[Record, ...] = records) -> bytes:
        parts = (pack(head), *map(pack, shares), *(record.pack() for record in log))
        return handover.seal(handover.MAGIC + b"".join(map(logfile.frame, parts)), TOKEN, bytes)

    seed = seated(0).seed()
    files |= {
        "file-of-a-head-with-a-field-too-many": made(seed, 0, b"", None),
        "file-of-a-share-with-a-field-too-many": made(seed, 1, b"", shares=((0, "cards", 3, None, None),)),
        "file-of-too-many-shares": made(seed, 2**16 + 1, b""),
        "file-of-a-number-that-is-negative": made(seed, -1, b""),
        "file-whose-log-begins-with-an-event": made(seed, 0, b"", log=(records[1], records[0], *records[2:])),
        "file-of-a-seed-of-31-bytes": made(seed[:31], 0, b""),
    }
    for name, data in files.items():
        each = {"line": mail.text(SEAT_PREFIX), "file": data.hex()}
        yield f"seat/{name}", name.replace("-", " "), each, judge_seat(each)
    lines = {
        "line": text,
        "line-without-addresses": mail.text(SEAT_PREFIX),
        "line-in-small-letters": text.lower(),
        "line-that-is-an-invite": whole.text(),
        "line-that-was-an-invite": SEAT_PREFIX + whole.text().removeprefix(PREFIX),
        "line-without-a-token": Invite(key, b"", "linja", whole.addresses).text(SEAT_PREFIX),
        "line-cut": text[:-8],
    }
    for name, line in lines.items():
        yield f"seat/{name}", name.replace("-", " "), {"line": line}, judge_seat({"line": line})
