"""Messages of which one field has another form: every field of every record, of a genesis, and of what events say.

Where it is malformed, it stands in a game that is contested, in which every record that is in order is explained. So
nothing but its form refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import NOBODY
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Have, Kind, Note, Record, Vote, sign
from p2pgames_protocol.log.rounds import KEYS, SHARE, SHUFFLE, TURN
from p2pgames_protocol.testing.cheat import Cheat
from p2pgames_protocol.testing.room import Room, identity, make_genesis, seated
from p2pgames_protocol.wire.codec import pack, unpack
from tests.first_linja import FIRST_LINJA
from tests.logs import begun
from tests.odd_vectors import Made
from tests.protocol.log import deck_cheats as cheats
from tests.protocol.rooms import resignation
from tests.six import SIX

LINJA = FIRST_LINJA
MOST = {"seat": 63, "voter": 63, "round": 2**32 - 1, "version": 65536, "seats": 16}
"""The greatest numbers of these fields."""
LONGEST = {"act": 16, "name": 32, "rules": 32}
"""The most bytes of these texts."""
EVENT = ("round", "seat", "previous", "state", "in", "act", "body", "notes")
VOTE = ("word", "voter", "seat", "round", "previous", "in", "event")
PROPOSAL = (
    *("format", "group", "host", "rules", "version", "data"),
    *("table", "options", "seats", "nonce", "previous", "first"),
)
JOIN = ("proposal", "identity", "key", "name", "nonce")
X = b"x" * 32


def misshapen(fields: Iterable[Any], names: Iterable[str]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield, each with a name, these fields with one of another form, one too few and one too many."""
    fields = tuple(fields)
    for at, (name, value) in enumerate(zip(names, fields, strict=True)):
        for what, other in _others(name, value):
            yield f"{name}-{what}", (*fields[:at], other, *fields[at + 1 :])
    yield "a-field-too-few", fields[:-1]
    yield "a-field-too-many", (*fields, 0)


def _others(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, int):
        yield "as-a-boolean", value % 2 == 1
        yield "below-zero", -1
        if name in MOST:
            yield "too-large", MOST[name] + 1
    elif isinstance(value, bytes):
        yield "too-short", value[:-1]
        yield "too-long", value + b"\0"
        yield "as-text", "x" * len(value)
    elif isinstance(value, str):
        yield "empty", ""
        yield "as-bytes", value.encode()
        if name in LONGEST:
            yield "too-long", "x" * (LONGEST[name] + 1)
    elif isinstance(value, tuple):
        yield "as-nil", None
    elif name == "first":  # a seat might stand there
        yield "as-a-boolean", False
        yield "beyond-the-seats", 2
    elif name == "previous":
        yield "of-one-digest", (X,)
        yield "of-a-short-digest", (X, X[:-1])
    else:
        yield "not-nil", 0


# -- records --


def malformed_logs() -> Iterator[Made]:
    """Yield a contested game with one more record, in order and then with every field of another form."""
    room, silent = begun("linja", 2, 0)
    room.cut, late = {silent}, room.signers[silent]
    late.act(LINJA.moves(late.replica.position.state, silent, late.replica.known)[0])
    room.collect()
    room.signers[1 - silent].vote(silent)
    room.collect()
    room.cut = set()
    room.sync()
    room.sync()
    game = room.genesis.game_id
    table = logfile.read_records(canonical(room.replicas[1 - silent]))
    kept = [one for one in table if one.kind is not Kind.HAVE and b"reveal" not in one.body]
    event = Event(9, silent, X, X, frozenset((0, 1)), "move", (("none",), (), ()), (X,))
    absent = Vote(Ballot.ABSENT, silent, 1 - silent, 9, X, frozenset((0, 1)))
    present = Vote(Ballot.PRESENT, silent, 1 - silent, 9, X, frozenset((0, 1)), X)
    by = pack((silent, identity(9).key, "Ada", 1))
    said = (*unpack(by), identity(9).sign("by", game, by))
    takeback = Note(silent, "takeback", X, 1)
    for name, kind, fields, names in (
        ("event", Kind.EVENT, unpack(event.pack()), EVENT),
        ("have", Kind.HAVE, unpack(Have(silent, 9, X).pack()), ("seat", "round", "digest")),
        ("absent", Kind.VOTE, unpack(absent.pack()), VOTE[:-1]),
        ("present", Kind.VOTE, unpack(present.pack()), VOTE),
        ("resignation", Kind.NOTE, unpack(Note(silent, RESIGN).pack()), ("seat", "word", "keys")),
        ("takeback", Kind.NOTE, unpack(takeback.pack()), ("seat", "word", "digest", "round")),
        ("by", Kind.BY, said, ("seat", "key", "name", "round", "signature")),
    ):
        yield (
            f"form-{name}",
            "the game is contested, and what comes later is in order",
            logfile.write_records([*kept, sign(seated(silent), kind, game, pack(fields))]),
        )
        for what, others in misshapen(fields, names):
            body = pack(others)
            if kind is Kind.BY and what.partition("-")[0] in ("seat", "key", "name", "round"):
                body = pack((*others[:4], identity(9).sign("by", game, pack(others[:4]))))
            record = sign(seated(silent), kind, game, body)
            yield f"form-{name}-{what}", "its form is another", logfile.write_records([*kept, record])
    record = sign(seated(silent), Kind.EVENT, game, pack((*unpack(event.pack())[:7], ("x",))))
    yield "form-event-with-a-note-as-text", "its form is another", logfile.write_records([*kept, record])
    have = sign(seated(silent), Kind.HAVE, game, Have(silent, 9, X).pack())
    for what, signature in (("too-short", have.signature[:-1]), ("too-long", have.signature + b"\0")):
        record = Record(have.kind, have.body, signature)
        yield f"form-signature-{what}", "its form is another", logfile.write_records([*kept, record])
    genesis = Record(Kind.GENESIS, room.genesis.record, bytes(64))
    yield "form-genesis-with-a-signature", "it has none", logfile.write_records([genesis, *kept[1:]])
    yield "another-genesis", "a file is of one game", logfile.write_records([*kept, _genesis_of(nonce=9)])
    yield from _alone()


def _genesis_of(**more: Any) -> Record:
    return Record(Kind.GENESIS, make_genesis(LINJA, 2, **more).record)


def _alone() -> Iterator[Made]:
    """Faults of one kind in events in which nothing else is wrong."""
    for name, about, changes in (
        ("another-state-digest-of-a-legal-move", "the state before it is another", {"state": X}),
        ("too-few-in-of-a-legal-move", "a seat that is in is missing", {"inside": frozenset((0,))}),
        ("too-many-in-of-a-legal-move", "there is no such seat", {"inside": frozenset((0, 1, 63))}),
    ):
        room, turn = begun("linja", 2, 2)
        room.broadcast(room.forge(turn, **changes), [1 - turn])
        yield name, f"{about}: its author is out", canonical(room.replicas[1 - turn])
    room, turn = begun("linja", 2, 2)
    notes = (resignation(room.genesis, 1 - turn),)
    room.broadcast(room.forge(turn, RESIGN, body=(0,), notes=notes), [1 - turn])
    about = "the body is empty in one that is in order: its author is out, and nobody else"
    yield "lets-another-leave-with-a-body", about, canonical(room.replicas[1 - turn])


def genesis_alone_logs(signed: bytes, change: Callable[[bytes, int, object], bytes]) -> Iterator[Made]:
    """Yield files that hold a genesis which is well formed, and which these rules do not know."""
    data = unpack(unpack(signed)[0])[5]
    for what, field, value in (
        ("of-other-data", 5, data[::-1]),
        ("with-an-unknown-value-of-an-option", 7, (("bonus", "none"),)),
        ("with-an-unknown-option", 7, (("bonus", "own"), ("malus", "own"))),
        ("without-an-option", 7, ()),
        ("for-one-seat", 8, 1),
    ):
        proposal = change(signed, field, value)
        joins = tuple(
            gen.sign_join(identity(seat), proposal, f"Player{seat}", bytes([seat]) * 32)
            for seat in range(value if what == "for-one-seat" else 2)  # type: ignore[call-overload]
        )
        about = "without the rules it is in order"
        yield f"genesis-{what}", about, logfile.write_records([Record(Kind.GENESIS, pack((proposal, joins)))])


def odd_evidence(start: Record) -> Iterator[tuple[str, list[Record]]]:
    """Yield, each with a name, an evidence of two signed messages that do not exclude each other by their kind."""
    game = gen.read_genesis(start.body).game_id
    have, other = (sign(seated(0), Kind.HAVE, game, Have(0, 1, each * 32).pack()) for each in (b"a", b"b"))
    notes = [sign(seated(0), Kind.NOTE, game, Note(0, "draw", each * 32).pack()) for each in (b"a", b"b")]
    event = sign(
        seated(0), Kind.EVENT, game, Event(1, 0, X, X, frozenset((0, 1)), "move", ((), (), ()), ()).pack()
    )
    for name, pair in (
        ("two-notes", notes),
        ("two-geneses", [start, start]),
        ("a-have-and-an-event", [have, event]),
        ("a-have-and-a-genesis", [have, start]),
    ):
        one, two = sorted((each.pack() for each in pair), key=lambda packed: unpack(packed)[1])
        yield name, [start, Record(Kind.EVIDENCE, pack((one, two)), b"")]
    one, two = sorted((have, other), key=lambda each: each.body)
    yield "two-haves", [start, Record(Kind.EVIDENCE, pack((one.pack(), two.pack())), b"")]
    yield "the-larger-first", [start, Record(Kind.EVIDENCE, pack((two.pack(), one.pack())), b"")]
    three = pack((one.pack(), two.pack(), two.pack()))
    yield "three-haves", [start, Record(Kind.EVIDENCE, three, b"")]


def misshapen_geneses(signed: bytes, joins: list[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield, each with a name, geneses of which one field has another form; host and players have signed all."""

    def joined(proposal: bytes, body: bytes | None = None) -> bytes:
        made = [gen.sign_join(identity(s), proposal, f"Player{s}", bytes([s]) * 32) for s in range(2)]
        if body is not None:
            made[1] = pack((body, identity(1).sign("join", NOBODY, body)))
        return pack((proposal, tuple(made)))

    for what, fields in misshapen(unpack(unpack(signed)[0]), PROPOSAL):
        body = pack(fields)
        yield f"proposal-{what}", joined(pack((body, identity(0).sign("proposal", NOBODY, body))))
    for what, fields in misshapen(unpack(unpack(joins[1])[0]), JOIN):
        yield f"join-{what}", joined(signed, pack(fields))
    for what, halves in misshapen(unpack(joins[1]), ("body", "signature")):
        yield f"signed-join-{what}", pack((signed, (joins[0], pack(halves))))
    for what, halves in misshapen(unpack(signed), ("body", "signature")):
        yield f"signed-proposal-{what}", pack((pack(halves), tuple(joins)))
    for what, parts in misshapen((signed, tuple(joins)), ("proposal", "joins")):
        yield f"form-{what}", pack(parts)
    for what, field, value in (
        ("of-no-seats", 8, 0),
        ("with-33-options", 7, (("bonus", "own"),) * 33),
        ("with-three-parts-of-an-option", 7, (("bonus", "own", "any"),)),
        ("with-an-option-without-a-name", 7, (("", "own"),)),
        ("with-an-option-without-a-value", 7, (("bonus", ""),)),
        *(
            (f"with-{what}", 6, (("time", time), ("watchers", watchers), ("bots", 0), ("league", None)))
            for what, time, watchers in (
                ("no-time", "0h", "yes"),
                ("a-time-with-a-zero-before-it", "01h", "yes"),
                ("a-time-of-five-digits", "10000m", "yes"),
                ("a-time-in-seconds", "12s", "yes"),
                ("a-time-in-other-digits", "\u0661h", "yes"),
                ("a-time-without-a-number", "h", "yes"),
                ("a-time-in-words", "onem", "yes"),
                ("watchers-that-may-be", "12h", "maybe"),
            )
        ),
    ):
        fields = list(unpack(unpack(signed)[0]))
        fields[field] = value
        body = pack(tuple(fields))
        yield f"proposal-{what}", joined(pack((body, identity(0).sign("proposal", NOBODY, body))))


# -- what events say --


def faulty_bodies() -> Iterator[Made]:
    """Yield games in which what an event says has another form: its author is at fault."""
    yield from _of_linja()
    for act, names, twist in _of_six():
        for what in names:
            room = Room(SIX, 2, seed=2, kinds={1: Cheat(act, twist(what)).sit})
            while room.replicas[0].position.ending is None:
                cheats.play_shows(room)
            room.play()
            yield (
                f"six-form-{act}-{what}",
                "its form is another: its author is out",
                canonical(room.replicas[0]),
            )


def _of_linja() -> Iterator[Made]:
    names = {
        "key": ("commitment", "tip", "deck-key", "proof"),
        "coin": ("number", "sides", "of", "value"),
        "move": ("move", "shows", "batches"),
        "resign": (),
        "reveal": ("secret", "result"),
    }
    room = Room(LINJA, 2, seed=3)
    room.play(1)
    room.turn().resign()  # type: ignore[union-attr]
    room.collect()
    room.deliver_all()
    whole = logfile.read_records(canonical(room.replicas[0]))
    events = [(at, Event.read(record.body)) for at, record in enumerate(whole) if record.kind is Kind.EVENT]
    last = {event.act: (at, event) for at, event in events}
    for at, event in last.values():
        for what, body in misshapen(event.body, names[event.act]):
            lie = Event(event.round, event.seat, event.previous, event.state, event.inside, event.act, body)
            signed = sign(seated(event.seat), Kind.EVENT, room.genesis.game_id, lie.pack())
            about = "its form is another: its author is at fault"
            yield f"form-{event.act}-{what}", about, logfile.write_records([*whole[:at], signed])


Twist = Callable[[str], Callable[[Any, Any], Any]]


def _of_six() -> Iterator[tuple[str, tuple[str, ...], Twist]]:
    def variant(names: Iterable[str], value: Any, what: str) -> Any:
        return dict(misshapen(value, names))[what]

    deck = ("name", "size", "left", "right", "commitments", "chain", "responses")
    yield SHUFFLE.act, tuple(_names((("1", 1) + (b"x",) * 5), deck)), lambda what: lambda _, body: (
        variant(deck, body[0], what), *body[1:])  # fmt: skip
    slot = ("deck", "position", "to")
    yield SHARE.act, tuple(_names(("1", 1, 1), slot)), lambda what: lambda _, body: (
        (variant(slot, body[0][0], what), *body[0][1:]), *body[1:]) if body[0] else None  # fmt: skip
    shown = ("deck", "position", "card")
    yield TURN.act, tuple(_names(("1", 1, 1), shown)), lambda what: lambda _, body: (
        body[0], (variant(shown, body[1][0], what), *body[1][1:]), body[2]) if body[1] else None  # fmt: skip
    key = ("commitment", "tip", "deck-key", "proof")
    yield KEYS.act, tuple(_names((b"x",) * 4, key)), lambda what: lambda _, body: variant(key, body, what)


def _names(fields: tuple[Any, ...], names: Iterable[str]) -> Iterator[str]:
    return (name for name, _ in misshapen(fields, names))
