"""Logs of what seldom happens: void rolls, odd resignations, several who leave in one round, records after evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.misconduct import evidence
from p2pgames_protocol.log.position import RoundKind
from p2pgames_protocol.log.records import RESIGN, Kind, Note, Record, sign
from p2pgames_protocol.log.rounds import COIN, REKEY, SHARE, SHUFFLE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.room import Room, seated
from tests.protocol.rooms import all_say, leave_plainly, slow_in, wake
from tests.six import SIX

Made = tuple[str, str, bytes]


def odd_logs() -> Iterator[Made]:
    """Yield name, what it is about, and the file."""
    yield from _resigned_in_steps()
    yield from _resigned_oddly()
    room = Room(SIX, 3, seed=2)
    room.play(3)
    all_say(room, "draw")
    room.sync()
    yield (
        "agreed-draw-of-three",
        "the game is over, and all share the first place",
        canonical(room.replicas[0]),
    )
    yield from _after_evidence()


def _in_step(kind: RoundKind, seats: int = 3, before: Callable[[Room], None] | None = None) -> Room:
    """A table of Six where a round of this kind is open, to which seat 1 has given nothing."""
    room = Room(SIX, seats, seed=4)
    if before is not None:
        room.play(2)
        before(room)
        room.collect()
    while all(replica.position.kind is not kind for replica in room.replicas):
        room.deliver()
    room.signers[1].auto_signer.signing = False
    room.deliver_all()
    room.signers[1].auto_signer.signing = True
    return room


def _finish(room: Room) -> None:
    room.collect()
    room.sync()
    room.play()
    room.sync()


def _resigned_in_steps() -> Iterator[Made]:
    """Who resigns while something else than a choice is due: the round is void."""
    for name, kind in (("void-roll", COIN), ("resigned-in-shuffle", SHUFFLE), ("resigned-in-share", SHARE)):
        room = _in_step(kind)
        leave_plainly(room.signers[1])
        _finish(room)
        yield name, "a player gives up while this is due", canonical(room.replicas[0])
    room = _in_step(SHUFFLE)
    room.signers[1].resign()
    room.collect()
    room.deliver_all()
    about = "the shuffle goes on without a player who hands out the key"
    yield "resigned-openly-in-shuffle", about, canonical(room.replicas[0])
    room = _in_step(REKEY, 4, lambda room: leave_plainly(room.signers[3]))
    leave_plainly(room.signers[1])
    _finish(room)
    yield (
        "resigned-while-shuffled-anew",
        "a second one gives up after fresh keys",
        canonical(room.replicas[0]),
    )
    for name, leave, about in (
        (
            "resigned-openly-by-note-in-rekey",
            Signer.resign,
            "its keys of this round stay, and the shuffle begins",
        ),
        (
            "resigned-by-note-in-rekey",
            leave_plainly,
            "its key of this round is of no use: fresh keys are due again",
        ),
    ):
        yield name, f"fresh keys of one embed that another one gives up: {about}", _embedded_in_rekey(leave)


def _embedded_in_rekey(leave: Callable[[Signer], None]) -> bytes:
    """Seat 3 of four has left; of the others seat 1 gives its keys last, when it knows that seat 2 leaves."""
    room = Room(SIX, 4, seed=4, kinds={1: slow_in(REKEY)})
    room.play(2)
    for leaver, let_go in ((room.signers[3], leave_plainly), (room.signers[2], leave)):
        let_go(leaver)
        room.collect()
        room.deliver_all()
    wake(room.signers[1])
    _finish(room)
    return canonical(room.replicas[0])


def _resigned_oddly() -> Iterator[Made]:
    room = Room(SIX, 4, seed=2)
    room.play(3)
    turn = room.turn().seat
    one, other, _ = (seat for seat in range(4) if seat != turn)

    def note(seat: int, *keys: bytes) -> bytes:
        return sign(
            seated(seat), Kind.NOTE, room.genesis.game_id, Note(seat, RESIGN, keys=keys).pack()
        ).pack()

    key = room.signers[one].auto_signer.due._secret.deck_key(Epoch(room.genesis.game_id)).write()
    notes = {
        "resigned-openly": ((note(one, key),), "its layer is open"),
        "resigned-twice-in-one-event": (
            (note(one, bytes(32)), note(one, key)),
            "the first counts, and opens nothing",
        ),
        "resigned-with-others-keys": ((note(other, key),), "it opens nothing"),
        "resigned-with-too-many-keys": ((note(one, key, key),), "it opens nothing"),
        "two-leave-in-one-round": ((note(other), note(one, key)), "who is to choose lets two others leave"),
        "resigned-with-another": ((note(one), note(turn, key, key)), "it leaves itself, with another one"),
    }
    start = [Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records()]
    for name, (some, about) in notes.items():
        event = room.forge(turn, RESIGN, body=(), notes=some)
        yield name, about, logfile.write_records([*start, event])


def _after_evidence() -> Iterator[Made]:
    room = Room(SIX, 3, seed=2)
    room.play(3)
    turn = room.turn().seat
    start = [Record(Kind.GENESIS, room.genesis.record), *room.replicas[0].records()]
    pair = evidence(room.forge(turn, body=("a", (), ())), room.forge(turn, body=("b", (), ())))
    room.play(1)
    later = [record for record in room.replicas[0].records() if record not in start]
    yield (
        "events-after-evidence",
        "the game went on where it was not known",
        logfile.write_records([*start, pair, *later]),
    )
    yield (
        "evidence-at-the-front",
        "where it stands changes nothing",
        logfile.write_records([start[0], pair, *start[1:]]),
    )
    broken = Record(Kind.EVENT, later[0].body, bytes(64))
    yield "unsigned-after-evidence", "the file is not valid", logfile.write_records([*start, pair, broken])
