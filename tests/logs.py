"""Short logs of all kinds, made once: finished and running, of every game, with decks, votes and forks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.consents import DRAW, PAUSE, TAKEBACK
from p2pgames_protocol.log.records import Ballot, Event, Kind, Record, Vote, sign
from p2pgames_protocol.testing.room import Room, seated
from tests.first_linja import FIRST_LINJA, rules_of
from tests.six import SIX


def played(name: str, seats: int, moves: int = 10**6, cut: int | None = None) -> bytes:
    """A game of random moves, of which only so many records may be left."""
    room = Room(rules_of(name, 0), seats, seed=1)
    room.play(moves)
    return logfile.write_records(logfile.read_records(canonical(room.replicas[0]))[:cut])


def begun(name: str, seats: int, moves: int) -> tuple[Room, int]:
    """A table in mid-game, and the seat at turn."""
    room = Room(rules_of(name, 0), seats, seed=3)
    room.play(moves)
    turn = room.turn()
    assert turn is not None
    return room, turn.seat


def agreed() -> bytes:
    """A game of Linja with a takeback, a pause and a draw."""
    room, _ = begun("linja", 2, 6)
    for says, more in ((TAKEBACK.name, 2), (PAUSE.name, 2), (DRAW.name, 0)):
        turn = room.turn().seat
        to = room.replicas[0].position.past[-2].round if says == TAKEBACK.name else None
        for seat in (1 - turn, turn):
            room.signers[seat].offer(says, to)
            room.collect()
            room.deliver_all()
        room.play(more)
    return canonical(room.replicas[0])


def resigned(name: str, seats: int, at_turn: bool) -> bytes:
    """A game that a seat leaves, and the others play on."""
    room, turn = begun(name, seats, 2)
    room.signers[turn if at_turn else (turn + 1) % seats].resign()
    room.collect()
    room.deliver_all()
    room.play()
    return canonical(room.replicas[(turn + 2) % seats])


def voted_alone(contested: bool) -> bytes:
    """A game of Linja that ends by the vote of one of two, which an event contests."""
    room, silent = begun("linja", 2, 4)
    room.cut = {silent}
    if contested:
        table = room.signers[silent]
        table.act(table.replica.rules.moves(table.replica.position.state, silent, table.replica.known)[0])
        room.collect()
    room.signers[1 - silent].vote(silent)
    room.collect()
    if contested:
        room.cut = set()
        room.sync()
        room.sync()
    return canonical(room.replicas[1 - silent])


def denied() -> bytes:
    """A game of Linja in which one of two has voted the other absent, whose event its next ones are built on."""
    records = logfile.read_records(played("linja", 2))
    event = next(Event.read(r.body) for r in records if r.kind is Kind.EVENT and b"move" in r.body)
    return logfile.write_records([*records, _absent(1 - event.seat, event.seat, event)])


def voted_on_each_other() -> bytes:
    """A game of Linja for the first roll of which each of two has voted the other absent."""
    records = logfile.read_records(played("linja", 2))
    roll = next(Event.read(r.body) for r in records if r.kind is Kind.EVENT and b"coin" in r.body)
    kept = [
        r
        for r in records
        if r.kind is not Kind.HAVE and (r.kind is not Kind.EVENT or Event.read(r.body).round < roll.round)
    ]
    return logfile.write_records([*kept, *(_absent(voter, 1 - voter, roll) for voter in range(2))])


def _absent(voter: int, seat: int, event: Event) -> Record:
    vote = Vote(Ballot.ABSENT, voter, seat, event.round, event.previous, event.inside)
    return sign(seated(voter), Kind.VOTE, Room(FIRST_LINJA, 2, seed=1).genesis.game_id, vote.pack())


def voted(contested: bool) -> bytes:
    """A game of Six in which two put out the third, whose event may turn up."""
    room, silent = begun("six", 3, 1)
    room.cut = {silent}
    if contested:
        table = room.signers[silent]
        table.act(SIX.moves(table.replica.position.state, silent, table.replica.known)[0])
        room.collect()
    for voter in range(3):
        if voter != silent:
            room.signers[voter].vote(silent)
    room.collect()
    room.deliver_all()
    room.cut = set()
    room.signers[silent].auto_signer.signing = False
    room.sync()
    room.sync()
    room.play()
    return canonical(room.replicas[(silent + 1) % 3])


def forked(name: str) -> bytes:
    """A game in which a seat has signed two events for a round."""
    records = logfile.read_records(played(name, 2))
    event = next(Event.read(r.body) for r in records[::-1] if r.kind is Kind.EVENT and b"move" in r.body)
    room = Room(rules_of(name, 0), 2, seed=1)
    other = Event(
        event.round, event.seat, event.previous, event.state, event.inside, "move", (("dance",), ())
    )
    records.append(sign(seated(event.seat), Kind.EVENT, room.genesis.game_id, other.pack()))
    return logfile.write_records(records)


MAKERS: dict[str, Callable[[], bytes]] = {
    "linja": partial(played, "linja", 2),
    "linja running": partial(played, "linja", 2, 5),
    "agreed": agreed,
    "resigned at turn": partial(resigned, "linja", 2, True),
    "resigned by note": partial(resigned, "six", 3, False),
    "voted between two": partial(voted_alone, False),
    "voted between two and contested": partial(voted_alone, True),
    "false absence": denied,
    "votes on each other": voted_on_each_other,
    "voted": partial(voted, False),
    "voted and contested": partial(voted, True),
    "forked": partial(forked, "six"),
    "forked linja": partial(forked, "linja"),
    "six": partial(played, "six", 2),
    "six for four, running": partial(played, "six", 4, 3),
    "bus running": partial(played, "bus", 3, 6),
    "socks running": partial(played, "socks", 2, 4),
    "metro running": partial(played, "metro", 2, 1),
    "line1 running": partial(played, "line1", 2, 1),
}


@cache
def log_of(name: str) -> bytes:
    """The file of a log."""
    return MAKERS[name]()
