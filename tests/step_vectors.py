"""Logs with something that has no place in its step: where the keys are due, at a roll, in a pause, after the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.consents import PAUSE
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Kind, Note, Record, Vote, sign
from p2pgames_protocol.log.rounds import COIN
from p2pgames_protocol.testing.room import Room, seated
from p2pgames_protocol.wire.codec import pack
from tests.first_linja import FIRST_LINJA
from tests.odd_vectors import Made
from tests.protocol.rooms import all_say, played, resignation, slow_in
from tests.signatures import Q
from tests.six import SIX

LINJA = FIRST_LINJA
FAULT = "its author is out, and the log stays valid"


def step_logs() -> Iterator[Made]:
    """Yield name, what it is about, and the file."""
    yield from _in_keys()
    yield from _at_a_roll()
    yield from _leaving()
    yield from _in_a_pause()
    yield from _malformed()
    yield from _after_the_end()


def start(room: Room) -> list[Record]:
    """Return the genesis of a table, and all that seat 0 has heard."""
    return [Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records()]


def _in_keys() -> Iterator[Made]:
    room = Room(LINJA, 2)
    first, second = ([record for record in store if record.kind is Kind.EVENT] for store in room.stores)
    key, note = Event.read(second[0].body), resignation(room.genesis, 1)
    for name, about, changed in (
        (
            "a-deck-key-in-a-game-without-decks",
            "it must be nil",
            replace(key, body=(*key.body[:2], seated(1).key, bytes(64))),
        ),
        ("key-with-a-resignation", "such an event carries no notes", replace(key, notes=(note,))),
        ("resigned-in-keys", "the game is abandoned", replace(key, act=RESIGN, body=(), notes=(note,))),
    ):
        genesis = Record(Kind.GENESIS, room.genesis.record)
        yield name, about, logfile.write_records([genesis, *first, _signed(room, changed)])


def _at_a_roll() -> Iterator[Made]:
    room = Room(LINJA, 2)
    while room.replicas[0].position.round == 0:
        room.deliver()
    lets_go = room.forge(1, RESIGN, body=(), notes=(resignation(room.genesis, 0),))
    kept = [record for record in start(room) if not _is_coin_of(record, 1)]
    yield "lets-another-leave-at-a-roll", "only who is to choose may", logfile.write_records([*kept, lets_go])


def _is_coin_of(record: Record, seat: int) -> bool:
    if record.kind is not Kind.EVENT:
        return False
    event = Event.read(record.body)
    return (event.act, event.seat) == (COIN.act, seat)


def _leaving() -> Iterator[Made]:
    room = played(6)
    turn = room.turn().seat
    notes = tuple(resignation(room.genesis, seat) for seat in (1 - turn, turn))
    event = room.forge(turn, RESIGN, body=(), notes=notes)
    yield "all-leave-in-one-round", "nobody wins", logfile.write_records([*start(room), event])
    yield from _leaving_with_keys()


def _leaving_with_keys() -> Iterator[Made]:
    """Seat 1 of three resigns at the first roll of a game with decks; what the others sign next shows how."""
    secret = (
        Room(SIX, 3).signers[1].auto_signer.due._secret.deck_key(Epoch(Room(SIX, 3).genesis.game_id)).write()
    )
    room = _left_at_the_roll((int.from_bytes(secret, "little") + Q).to_bytes(32, "little"))
    about = "it is not below q, and opens nothing: fresh keys are due"
    yield "resigned-with-a-key-plus-order", about, logfile.write_records(_until(room, 2))
    room = _left_at_the_roll(secret)
    *before, last = _until(room, 2)
    event = Event.read(last.body)
    again = replace(event, notes=(resignation(room.genesis, 1, (secret,)),))
    yield "resigned-by-who-is-out", FAULT, logfile.write_records([*before, _signed(room, again)])


def _left_at_the_roll(key: bytes) -> Room:
    room = Room(SIX, 3, kinds={1: slow_in(COIN)})
    room.deliver_all(shuffled=False)
    lets_go = resignation(room.genesis, 1, (key,))
    room.broadcast(room.forge(1, RESIGN, body=(), notes=(lets_go,)))
    room.deliver_all(shuffled=False)
    return room


def _until(room: Room, number: int) -> list[Record]:
    """Return the genesis, and the events of a table up to those of a round."""
    events = [record for record in room.replicas[0].records() if record.kind is Kind.EVENT]
    genesis = Record(Kind.GENESIS, room.genesis.record)
    return [genesis, *(record for record in events if Event.read(record.body).round <= number)]


def _in_a_pause() -> Iterator[Made]:
    room = played(6)
    all_say(room, PAUSE.name)
    position, turn = room.replicas[0].position, room.turn().seat
    other = Note(1 - turn, PAUSE.name, position.previous)
    agreed = sign(seated(1 - turn), Kind.NOTE, room.genesis.game_id, other.pack())
    again = room.forge(turn, PAUSE.name, body=(), notes=(agreed.pack(),))
    yield "pause-of-a-paused-game", FAULT, logfile.write_records([*start(room), again])


def _malformed() -> Iterator[Made]:
    room = played(6)
    game, turn, before = room.genesis.game_id, room.turn().seat, start(room)
    unknown = pack(("claim", pack((0, 1)), bytes(64)))
    yield "record-of-another-kind", "no such kind", logfile.write_records(before) + logfile.frame(unknown)
    for name, about, keys in (
        ("note-with-seventeen-keys", "one key too many", (bytes(32),) * 17),
        ("note-with-a-short-key", "31 bytes", (bytes(31),)),
    ):
        note = sign(seated(turn), Kind.NOTE, game, pack((turn, RESIGN, keys)))
        yield name, about, logfile.write_records([*before, note])
    for name, about, count in (
        ("event-with-64-notes", "as many as it may embed", 64),
        ("event-with-65-notes", "one too many", 65),
    ):
        notes = (resignation(room.genesis, 1 - turn),) * count
        yield name, about, logfile.write_records([*before, room.forge(turn, notes=notes)])


def _after_the_end() -> Iterator[Made]:
    room = Room(LINJA, 2, seed=3)
    room.play()
    whole = logfile.read_records(canonical(room.replicas[0]))
    reveals = [record for record in whole if record.kind is Kind.EVENT and b"reveal" in record.body]
    kept = whole[: whole.index(reveals[0])]
    event = Event.read(reveals[1].body)
    note = resignation(room.genesis, 1)
    vote = Vote(Ballot.ABSENT, 0, 1, event.round, event.previous, event.inside)
    late = sign(seated(0), Kind.VOTE, room.genesis.game_id, vote.pack())
    yield "vote-after-the-end", "nobody leaves any more", logfile.write_records([*kept, late])
    alone = _signed(room, replace(event, notes=(note,)))
    yield (
        "wrong-reveal-alone",
        "neither has revealed, and nobody is blamed yet",
        logfile.write_records([*kept, alone]),
    )
    for name, about, changed in (
        ("reveal-with-a-resignation", "such an event carries no notes", replace(event, notes=(note,))),
        ("resigned-after-the-end", "a reveal is due", replace(event, act=RESIGN, body=(), notes=(note,))),
    ):
        yield name, about, logfile.write_records([*kept, reveals[0], _signed(room, changed)])


def _signed(room: Room, event: Event) -> Record:
    return sign(seated(event.seat), Kind.EVENT, room.genesis.game_id, event.pack())
