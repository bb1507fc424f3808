"""The examples of SPEC, of a recorded link and of games in memory: ``python -m tests.examples`` writes them anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from p2pgames import registry
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.secret import commitment
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.records import Event, Kind, Record
from p2pgames_protocol.net.link import MAX_FRAME
from p2pgames_protocol.testing.room import Room, identity
from p2pgames_protocol.wire.codec import digest, encode, prefixed, unpack
from p2pgames_protocol.wire.fields import sum_of
from tests import ROOT
from tests.links import FOLDER
from tests.vectors import PLAYED

PAGE = ROOT / "protocol" / "EXAMPLES.md"
WIDTH = 32
"""Bytes of a long value in one line."""
SECTIONS = {
    "hello": "15.1", "proof": "15.3", "table": "17.1", "proposal": "17.1", "join": "17.2", "genesis": "17.5",
    "want": "18.3", "record": "18.4", "address": "19.1", "chats": "22.3", "links": "18.5",
}  # fmt: skip

# What the items of an array are called; a pair of a name and a list is a byte string in which such an array is packed.
JOIN = ("J", ["H of the signed proposal", "identity key", "seat key", "name", "nonce"])
PROPOSAL = (
    "P",
    [
        "format", "group of decks", "host's key", "rules", "version of the rules", "hash of the data",
        ["options of the table", *[["an option", "name", "value"]] * 4],
        ["options of the game", ["an option", "name", "value"]],
        "seats", "nonce", "previous game", "who begins",
    ],
)  # fmt: skip
SIGNED_JOIN = ("signed join", [JOIN, "signature"])
GENESIS = [("signed proposal", [PROPOSAL, "signature"]), ["joins", SIGNED_JOIN, SIGNED_JOIN]]
EVENT = ["round", "seat", "previous", "state", "in", "act", ["body"], ["notes"]]


def rows(data: bytes, name: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield for each value of a message what it is, and its bytes; ``name`` says what is in it."""
    (value, size) = head(data)
    said = name if isinstance(name, str) else ""
    indent = "  " * depth
    if data[0] >> 4 == 9 or data[0] == 0xDC:
        inner = list(name[1:]) if isinstance(name, list) and name and isinstance(name[0], str) else []
        title = name[0] if isinstance(name, list) and name and isinstance(name[0], str) else said or "array"
        yield f"{indent}{title}: array of {value}", data[:size].hex()
        at = size
        for number in range(value):
            end = at + length(data[at:])
            yield from rows(data[at:end], inner[number] if number < len(inner) else "item", depth + 1)
            at = end
        return
    whole = data[: length(data)]
    if isinstance(name, tuple):
        yield f"{indent}{name[0]}: {len(value)} bytes", whole[:size].hex()
        yield from rows(value, ["packed array", *name[1]], depth + 1)
    elif isinstance(value, bytes):
        yield f"{indent}{said}: {len(value)} bytes", f"{whole[:size].hex()} {value.hex()}"
    elif isinstance(value, str):
        yield f"{indent}{said}: {json.dumps(value)}", f"{whole[:size].hex()} {value.encode().hex()}"
    else:
        yield f"{indent}{said}: {json.dumps(value)}", whole.hex()


def head(data: bytes) -> tuple[Any, int]:
    """Return the value that data begin with, of an array only how long it is, and how many bytes its head has."""
    first = data[0]
    if first >> 4 == 9:
        return first & 15, 1
    if first == 0xDC:
        return int.from_bytes(data[1:3], "big"), 3
    value = unpack(data[: length(data)])
    if first >> 5 == 5:
        return value, 1
    return value, {0xC4: 2, 0xC5: 3, 0xD9: 2, 0xDA: 3}.get(first, length(data))


def length(data: bytes) -> int:
    """Return how many bytes the value has that data begin with."""
    first = data[0]
    if first >> 4 == 9 or first == 0xDC:
        at = 1 if first >> 4 == 9 else 3
        for _ in range(head(data)[0]):
            at += length(data[at:])
        return at
    if first >> 5 == 5:
        return 1 + (first & 31)
    if first in (0xC4, 0xD9):
        return 2 + data[1]
    if first in (0xC5, 0xDA):
        return 3 + int.from_bytes(data[1:3], "big")
    return {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9}.get(first, 1)


def block(lines: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield rows as a block of code, names on the left and bytes on the right."""
    listed = [(name, cut(written)) for name, written in lines]
    width = max(len(name) for name, _ in listed) + 2
    yield "```text"
    for name, parts in listed:
        yield f"{name:{width}}{parts[0]}".rstrip()
        yield from (f"{'':{width}}{part}" for part in parts[1:])
    yield "```"


def cut(written: str) -> list[str]:
    """Cut bytes in hexadecimal, which may follow those of a head, into lines."""
    first, _, rest = written.rpartition(" ")
    pieces = [rest[at : at + 2 * WIDTH] for at in range(0, len(rest), 2 * WIDTH)] or [""]
    return [f"{first} {pieces[0]}".strip(), *pieces[1:]]


def short(value: Any) -> str:
    """Return a value of a message as it is told in a list: long bytes by their first four."""
    if isinstance(value, bytes):
        return value.hex() if len(value) <= 4 else f"{value[:4].hex()}.. ({len(value)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(short, value))}]"
    return json.dumps(value)


def is_move(body: bytes) -> bool:
    """Tell whether a message is the record of a move."""
    kind, *rest = unpack(body, MAX_FRAME)
    record = Record.read(rest[0]) if kind == "record" else None
    return record is not None and record.kind is Kind.EVENT and Event.read(record.body).act == "move"


class Session:
    """The recorded link of a table, as the guest has it, up to the first move."""

    def __init__(self) -> None:
        self.said: list[tuple[str, bytes]] = []
        """Who said what: the guest, who dials, or the host."""
        for step in json.loads((FOLDER / "table.guest.json").read_text("utf-8")):
            frames = [("host", step["hears"])] if step.get("hears") else []
            frames += [("guest", said) for said in step["says"] if said]
            self.said += [(who, bytes.fromhex(frame)[4:]) for who, frame in frames]
            if any(map(is_move, (body for _, body in self.said[-len(frames) :] if frames))):
                break
        self.genesis = gen.read_genesis(
            next(body for _, (kind, *rest) in self.messages() if kind == "genesis" for body in rest)
        )
        self.records = [Record.read(rest[0]) for _, (kind, *rest) in self.messages() if kind == "record"]

    def messages(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Yield who said what, decoded."""
        return ((who, unpack(body, MAX_FRAME)) for who, body in self.said)

    def body(self, kind: str) -> bytes:
        """Return the first message of a kind, encoded."""
        return next(body for _, body in self.said if unpack(body, MAX_FRAME)[0] == kind)

    def event(self, act: str, seat: int | None = None) -> Record:
        """Return the first event with this act."""
        events = [record for record in self.records if record.kind is Kind.EVENT]
        return next(r for r in events if (e := Event.read(r.body)).act == act and seat in (None, e.seat))


def lines() -> Iterator[str]:
    """Yield the page."""
    session = Session()
    yield from HEAD.splitlines()
    yield from keys(session)
    yield from talked(session)
    yield from messages(session)
    yield from rolled(session)
    yield from states()


HEAD = """# Examples

Written by the program (`python -m tests.examples`), and held to it by a test. Bytes are in hexadecimal, on the right;
what they are is on the left. A number in brackets after the beginning of a byte string is its length.

"""


def keys(session: Session) -> Iterator[str]:
    """Yield whose keys are used, so that every byte can be made again."""
    yield "## Keys"
    yield ""
    yield "A table of Linja for two. The identity seeds are 32 bytes of 01 (the host) and of 02 (the guest);"
    yield "everybody knows them, so never use them for anything else. From these follow (3.3, 4.4, 8.1):"
    yield ""
    found = [("game id", session.genesis.game_id.hex())]
    for seat, join in enumerate(session.genesis.joins):
        own = identity(seat).seat(join.nonce)
        secret = own.derive("game secret", session.genesis.game_id)
        assert own.key == join.seat_key
        found += [
            (f"seat {seat}: identity key", join.key.hex()),
            ("  nonce of the join", join.nonce.hex()),
            ("  seat key", join.seat_key.hex()),
            ("  game secret", secret.hex()),
            ("  its commitment", commitment(session.genesis.game_id, seat, secret).hex()),
            ("  tip of the coin chain", coin.tip(secret, session.genesis.game_id, seat).hex()),
        ]
    yield from block(found)
    yield ""


def talked(session: Session) -> Iterator[str]:
    """Yield what was said on the link."""
    yield "## A link from its beginning to the first move"
    yield ""
    yield "Without pings. The guest dials; who begins is rolled for, and the host does."
    yield ""
    yield "| from | message | SPEC |"
    yield "|---|---|---|"
    for who, (kind, *rest) in session.messages():
        if kind == "ping":
            continue
        about = ""
        if kind == "record":
            record = Record.read(rest[0])
            about = f": {record.kind}"
            if record.kind is Kind.EVENT:
                event = Event.read(record.body)
                about = (
                    f": event of seat {event.seat} for round {event.round}, {event.act} {short(event.body)}"
                )
        yield f"| {who} | {short((kind, *rest))}{about} | {SECTIONS[kind]} |"
    yield ""


def messages(session: Session) -> Iterator[str]:
    """Yield the messages byte by byte."""
    hello = session.body("hello")
    yield "## A hello"
    yield ""
    yield "The first frame of the link (12.1, 15.1):"
    yield ""
    framed = [("length of the message", len(hello).to_bytes(4, "big").hex())]
    yield from block(
        [*framed, *rows(hello, ["message", "kind", "format", "own key", "nonce", "key looked for"])]
    )
    yield ""
    yield "## A genesis"
    yield ""
    yield "(4.1 to 4.3)"
    yield ""
    yield from block(rows(session.genesis.record, ["genesis", *GENESIS]))
    yield ""
    record = session.event("move")
    event = Event.read(record.body)
    yield "## A move"
    yield ""
    yield f"The record of the first move, {short(event.body[0])} (5.1, 6.1):"
    yield ""
    yield from block(rows(record.pack(), ["record", "kind", ("body", EVENT), "signature"]))
    yield ""
    yield "What is signed, and what follows from it (3.2, 7.4):"
    yield ""
    game = session.genesis.game_id
    hashed = digest("event", record.body)
    inside = encode(sum_of(event.inside))
    closed = digest("round", game, encode(event.round), event.previous, inside, encode(event.seat), hashed)
    yield from block([
        ('pre("event", game id, body)', prefixed("event", game, record.body).hex()),
        ('H("event", body)', hashed.hex()),
        (f"digest of round {event.round}", closed.hex()),
    ])  # fmt: skip
    yield ""


def rolled(session: Session) -> Iterator[str]:
    """Yield the round of the roll that says who begins."""
    game = session.genesis.game_id
    events = [Event.read(session.event("coin", seat).body) for seat in (0, 1)]
    number, sides, _, _ = events[0].body
    values = {event.seat: event.body[3] for event in events}
    parts = [part for seat, value in values.items() for part in (encode(seat), value)]
    seed = digest("roll", game, encode(number), *parts)
    drawn = digest("draw", seed, encode(0))
    (outcome,) = coin.outcome(game, number, tuple(values.items()), sides)
    assert int.from_bytes(drawn[:8], "big") % sides[0] == outcome
    yield "## A roll"
    yield ""
    yield f"Round {events[0].round}: roll {number} with the sides {list(sides)}, for nobody (8.2 to 8.4)."
    yield ""
    yield from block([
        *((f"value of seat {seat}", value.hex()) for seat, value in values.items()),
        ("hashed back, it is the tip of seat 0", digest("coin", game, encode(0), encode(1), values[0]).hex()),
        (f'seed = H("roll", game id, u64({number}), u64(0), value, u64(1), value)', seed.hex()),
        ('H("draw", seed, u64(0))', drawn.hex()),
        (f"first eight bytes modulo {sides[0]}", f"{outcome:02x}"),
    ])  # fmt: skip
    yield ""


def states() -> Iterator[str]:
    """Yield states of all games."""
    yield "## States"
    yield ""
    yield "The first three states of a game of each kind, and its last one after players have left, as plain values"
    yield "(6.2, appendix A); byte strings in hexadecimal. Below each stands its state digest."
    yield ""
    for name in registry.names():
        rules = registry.rules(name, PLAYED[name][0])
        room = Room(rules, rules.players[0], seed=1)
        room.play(2)
        seen: dict[bytes, Any] = {}
        for position in room.replicas[0].positions:
            seen.setdefault(position.state_digest, position.state)
        while not room.replicas[0].finished:
            seat = room.replicas[0].position.ask.seat
            room.signers[seat].resign()
            room.collect()
            room.deliver_all()
        last = room.replicas[0].position
        yield f"### {registry.game(name).title}"
        yield ""
        yield "```text"
        for digest_, state in [*list(seen.items())[:3], (last.state_digest, last.state)]:
            yield json.dumps(plain(rules.wire(state)), ensure_ascii=False)
            yield f"  {digest_.hex()}"
        yield "```"
        yield ""


def plain(value: Any) -> Any:
    """Return a value of a state for JSON."""
    if isinstance(value, bytes):
        return value.hex()
    return (
        [plain(each) for each in value]
        if isinstance(value, Sequence) and not isinstance(value, str)
        else value
    )


def page() -> str:
    """Return the text of the page."""
    return "\n".join(lines()).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
