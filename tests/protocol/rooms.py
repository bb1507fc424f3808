"""Rooms in mid-game, and what is said in them."""

from __future__ import annotations

from p2pgames import registry
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind
from p2pgames_protocol.testing.room import Room
from tests.dice import DICE

LINJA = registry.rules("linja", 0)
METRO = registry.rules("metro", 0)


def begun(seats, moves=3, seed=1):
    """A room in mid-game, and the seat that is to move."""
    room = Room(DICE, seats, seed=seed)
    room.play(moves)
    return room, room.turn().seat


def played(moves, rules=LINJA, seats=2, seed=1):
    """A room in which so many random moves were made."""
    room = Room(rules, seats, seed=seed)
    room.play(moves)
    return room


def say(room, seat, says, to=None):
    """Let a seat agree to something, and everybody hear of it."""
    room.signers[seat].offer(says, to)
    room.collect()
    room.deliver_all()


def all_say(room, says, to=None):
    """Everybody agrees; who is to move comes last."""
    turn = room.turn().seat
    for seat in [s for s in room.replicas[0].position.seats if s != turn] + [turn]:
        say(room, seat, says, to)


def vote_out(room, seat, voters=None):
    """All others still in vote a seat absent, and hear of it."""
    voters = room.replicas[0 if seat else 1].position.seats if voters is None else voters
    for voter in [voter for voter in voters if voter != seat]:
        room.signers[voter].vote(seat)
    room.collect()
    room.deliver_all()


def mine(room, seat):
    """What the seat has said that it has, in its own store."""
    return [r for r in room.stores[seat] if r.kind is Kind.HAVE and Have.read(r.body).seat == seat]
