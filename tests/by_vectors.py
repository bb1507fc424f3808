"""Logs with records of who plays on for a seat that was handed over (SPEC 7.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import By, Kind, Record, make_by, sign
from p2pgames_protocol.testing.room import Room, identity, seated
from p2pgames_protocol.wire.codec import pack, unpack


def by_record(game_id: bytes, seat: int, successor: int, number: int, name: str = "Successor") -> Record:
    """A by that holds: ``identity(successor)`` plays on for a seat."""
    by = make_by(identity(successor), game_id, seat, name, number)
    return sign(seated(seat), Kind.BY, game_id, by.pack())


def by_logs(room: Room) -> Iterator[tuple[str, str, bytes]]:
    """Bys that hold, and those that do not, in a running game; each with what it is about."""
    game, number = room.genesis.game_id, room.replicas[0].position.round
    start = [Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records()]
    good = by_record(game, 0, 9, number)
    by = By.read(good.body)

    def signed(body: bytes, seat: int = 0, scope: bytes = game) -> Record:
        return sign(seated(seat), Kind.BY, scope, body)

    again = [by_record(game, 0, 10 + at, number + at) for at in range(9)]
    for name, about, records in (
        ("of-a-seat", "a seat is handed over", [good]),
        ("at-the-front", "it may stand anywhere", []),
        ("of-both-seats", "both seats are handed over", [good, by_record(game, 1, 10, 0)]),
        ("to-an-opponent", "who plays on has a seat at the table", [by_record(game, 0, 1, number)]),
        ("more-than-are-kept", "a seat that is handed over ten times", [good, *again]),
        ("of-a-later-round", "no round is checked", [by_record(game, 0, 9, 2**32 - 1)]),
        ("not-by-the-seat", "signed with the key of the other seat", [signed(good.body, 1)]),
        ("by-the-identity", "signed with the identity in place of the seat key",
         [sign(identity(0), Kind.BY, game, good.body)]),
        ("for-another-game", "the seat signed it for another game", [signed(good.body, scope=b"w" * 32)]),
        ("not-agreed-to", "the identity did not sign", [signed(replace(by, signature=bytes(64)).pack())]),
        ("agreed-to-for-another-game", "the identity signed it for another game",
         [signed(make_by(identity(9), b"w" * 32, 0, "Successor", number).pack())]),
        ("agreed-to-for-another-seat", "the identity signed it for the other seat",
         [signed(replace(make_by(identity(9), game, 1, "Successor", number), seat=0).pack())]),
        ("under-another-name", "the identity signed another name", [signed(replace(by, name="Else").pack())]),
        ("of-an-invalid-key", "the key of the identity is of small order",
         [signed(replace(by, key=b"\1" + bytes(31)).pack())]),
        ("of-no-seat", "there is no third seat", [signed(replace(by, seat=2).pack())]),
        ("without-a-name", "the name is empty", [signed(replace(by, name="").pack())]),
        ("with-a-field-too-many", "six fields", [signed(pack((*unpack(good.body), 0)))]),  # type: ignore[misc]
    ):  # fmt: skip
        first = [start[0], good, *start[1:]] if not records else [*start, *records]
        yield f"by-{name}", about, logfile.write_records(first)
