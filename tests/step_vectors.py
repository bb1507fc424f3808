"""Logs with something that has no place in its step: where the keys are due, at a roll, in a pause, after the end.

Also moves that Linja forbids, each for one reason alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.consents import PAUSE, TAKEBACK
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Kind, Note, Record, Vote, sign
from p2pgames_protocol.log.rounds import COIN, REVEAL
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.log.validate import result_of
from p2pgames_protocol.testing.room import Room, identity, seated
from p2pgames_protocol.wire.codec import pack
from tests.first_linja import BOARD, FIRST_LINJA, GOAL, WAY, after
from tests.odd_vectors import Made
from tests.protocol.rooms import all_say, played, resignation, slow_in, vote_out
from tests.signatures import Q
from tests.six import SIX

LINJA = FIRST_LINJA
FAULT = "its author is out, and the log stays valid"
BLOCKED = (
    "o56f46 o76f40b56 o01f35 o21f30 o01f15 o10t01 o01f15 o10b01 o01f15 o10b01 o01f15 o65f50b76 "
    "o12f12 o65f50b76 o12f25 o10t23 o23f34 - o23f67t76 - o34f67t76 - o34f57b65 o76 - -"
)
"""Turns after which neither player of Linja can open, from Red's first on, and two passes: "-" is one, o an opening,
f a follow-up, b and t a bonus with a pawn of one's own or of theirs, each from row to row."""


def step_logs() -> Iterator[Made]:
    """Yield name, what it is about, and the file."""
    yield from _in_keys()
    yield from _at_a_roll()
    yield from _leaving()
    yield from _in_a_pause()
    yield from _malformed()
    yield from _after_the_end()
    yield from _half_reveals()
    yield from _forbidden_in_linja()


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
    for name, about, value in (
        ("coin-with-another-value", "it does not hash back to the tip", b"v" * 32),
        (
            "coin-of-another-seats-chain",
            "it hashes back to the tip of the other seat",
            room.signers[0].auto_signer.due._secret.coin_value(1),
        ),
    ):
        coin = room.forge(1, COIN.act, body=(1, (2,), None, value))
        yield name, f"{about}: {FAULT}", logfile.write_records([*kept, coin])


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
    room.play(1)
    vote_out(room, room.turn().seat)
    yield "vote-after-a-pause", "the pause was for one round: the vote counts", canonical(room.replicas[0])
    room = played(6)
    to = room.replicas[0].position.past[-2].round
    all_say(room, TAKEBACK.name, to)
    position, turn = room.replicas[0].position, room.turn().seat
    other = Note(1 - turn, TAKEBACK.name, position.previous, to)
    agreed = sign(seated(1 - turn), Kind.NOTE, room.genesis.game_id, other.pack())
    again = room.forge(turn, TAKEBACK.name, body=(to,), notes=(agreed.pack(),))
    about = f"that round is no longer on the line: {FAULT}"
    yield "takeback-twice-to-one-round", about, logfile.write_records([*start(room), again])


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


class _HalfSecret(GameSecret):
    """A secret of which one half of the key event is, the other half being that of another secret."""

    __slots__ = ("_other", "_tip")

    def __init__(self, own: GameSecret, other: GameSecret, *, tip: bool) -> None:
        self._bytes, self._game, self._seat = own._bytes, own._game, own._seat
        self._other, self._tip = other, tip

    def commitment(self) -> bytes:
        return self._other.commitment() if self._tip else super().commitment()

    def coin_tip(self) -> bytes:
        return super().coin_tip() if self._tip else self._other.coin_tip()

    def coin_value(self, index: int) -> bytes:
        return super().coin_value(index) if self._tip else self._other.coin_value(index)


def _half_reveals() -> Iterator[Made]:
    for name, tip in {"tip": True, "commitment": False}.items():

        def sit(*given: Any, tip: bool = tip) -> Signer:
            signer = slow_in(REVEAL)(*given)
            other = GameSecret(identity(9), given[0].game_id, 1)
            signer.auto_signer.due._secret = _HalfSecret(signer.auto_signer.due._secret, other, tip=tip)
            return signer

        room = Room(LINJA, 2, seed=3, kinds={1: sit})
        room.play()
        room.sync()
        ending = room.replicas[0].position.ending
        secret = room.signers[1].auto_signer.due._secret.reveal()
        reveal = room.forge(1, REVEAL.act, body=(secret, result_of(ending).plain))
        about = f"the {name} of the key event follows from the secret, and nothing else does"
        yield f"reveal-of-the-{name}-alone", about, logfile.write_records([*start(room), reveal])


# Moves that Linja forbids. Each is looked for in games at random: at any turn the first that breaks just one rule.


def _forbidden_in_linja() -> Iterator[Made]:
    for name, move_in in {
        "passes-where-a-pawn-can-open": lambda _state: (),
        "opens-onto-a-full-row": lambda state: _onto_a_full_row(state, "open"),
        "follows-up-onto-a-full-row": lambda state: _onto_a_full_row(state, "follow"),
        "takes-a-bonus-onto-a-full-row": lambda state: _onto_a_full_row(state, "bonus"),
        "follows-up-from-the-goal-line": _from_the_goal_line,
        "bonus-after-an-inexact-follow-up": _bonus_unearned,
        "moves-a-locked-pawn": _locked,
    }.items():
        room, move = _room_for(move_in)
        data = logfile.write_records([*start(room), room.forge(room.turn().seat, body=(move, (), ()))])
        yield f"linja-{name}", FAULT, data
    yield "linja-two-passes", "neither player can move: pawns and passed change (A.1)", _two_passes()


def _two_passes() -> bytes:
    kinds = {"o": "open", "f": "follow", "b": "bonus", "t": "theirs"}
    for nonce in range(20):
        room = Room(LINJA, 2, {"bonus": "any"}, nonce=nonce)
        room.deliver_all()
        if room.turn().seat == 0:
            break
    for turn in BLOCKED.split():
        steps = re.findall(r"([ofbt])(\d)(\d)", turn)
        room.turn().act(tuple((kinds[kind], int(row), int(end)) for kind, row, end in steps))
        room.collect()
        room.deliver_all()
    return canonical(room.replicas[0])


def _room_for(move_in: Any) -> tuple[Room, Any]:
    for seed in range(100):
        room = Room(LINJA, 2, {"bonus": "any"}, seed=seed)
        room.play(1)
        while room.turn() is not None:
            if (move := move_in(room.replicas[0].position.state)) is not None:
                return room, move
            room.play(1)
    raise ValueError("No game comes to such a position.")


def _steps(state: Any, turn: Any, kind: str) -> Iterator[Any]:
    """Every step of a kind by which a pawn that is there moves as far as it should, legal or not."""
    pawns, way = state.pawns if turn is None else turn.pawns, WAY[state.turn]
    far = way if turn is None else way * turn.strength
    ends = {
        "open": lambda row: [row + way],
        "follow": lambda row: [min(max(row + far, 0), 7)],
        "bonus": lambda row: [row - 1, row + 1],
    }[kind]
    own = pawns[state.turn]
    yield from ((kind, row, end) for row in range(8) if own[row] for end in ends(row) if 0 <= end < 8)


def _turns(state: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every legal turn so far without a bonus: its steps, and what may come next."""
    for opening in _steps(state, None, "open"):
        if (opened := after(state, None, opening)) is not None:
            yield (opening,), opened
            for follow in _steps(state, opened, "follow") if opened.strength else ():
                if (followed := after(state, opened, follow)) is not None:
                    yield (opening, follow), followed


def _onto_a_full_row(state: Any, kind: str) -> Any:
    begun = [((), None)] if kind == "open" else _turns(state)
    for steps, turn in begun:
        may = turn is None or (turn.bonus if kind == "bonus" else turn.strength)
        pawns = state.pawns if turn is None else turn.pawns
        for step in _steps(state, turn, kind) if may else ():
            _, row, end = step
            full = 0 < end < 7 and pawns[0][end] + pawns[1][end] >= BOARD["inner_row_max"]
            if full and (kind == "bonus" or row != GOAL[state.turn]):
                return (*steps, step)
    return None


def _from_the_goal_line(state: Any) -> Any:
    found = (
        (*steps, step)
        for steps, turn in _turns(state)
        if turn.strength
        for step in _steps(state, turn, "follow")
        if step[1] == GOAL[state.turn]
    )
    return next(found, None)


def _bonus_unearned(state: Any) -> Any:
    found = (
        (*steps, step)
        for steps, turn in _turns(state)
        if len(steps) == 2 and steps[1][2] == GOAL[state.turn] and not turn.bonus
        for step in _steps(state, turn, "bonus")
        if after(state, replace(turn, bonus=True), step) is not None
    )
    return next(found, None)


def _locked(state: Any) -> Any:
    goal = GOAL[1 - state.turn]
    step = ("theirs", goal, goal + (1 if goal == 0 else -1))
    found = (
        (*steps, step)
        for steps, turn in _turns(state)
        if turn.bonus
        and turn.pawns[1 - state.turn][goal]
        and sum(pawns[step[2]] for pawns in turn.pawns) < BOARD["inner_row_max"]
    )
    return next(found, None)
