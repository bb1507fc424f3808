"""Rooms in mid-game, and what is said in them."""

from __future__ import annotations

import copy

from p2pgames import registry
from p2pgames_protocol.log.records import RESIGN, Have, Kind, Note, Vote, sign
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.room import Room, seated
from tests.dice import DICE
from tests.first_linja import FIRST_LINJA

LINJA = FIRST_LINJA
METRO = registry.rules("metro", 0)


def begun(seats, moves=3, seed=1):
    """A room in mid-game, and the seat that is to move."""
    room = Room(DICE, seats, seed=seed)
    room.play(moves)
    return room, room.turn().seat


def copies(room):
    """A function that gives a fresh copy of a room; what nobody changes is shared."""
    same = [room.genesis, room.rules]
    for table in room.signers:
        replica = table.replica
        same += [*replica.positions, table.auto_signer.signing_key._identity, table.auto_signer.due._secret]
        same += [*table.auto_signer.shares.given.values()]
        same += [record for given in replica.log for record in given.values()]
        same += [record for seat in range(len(room.signers)) for record in replica.haves.of(seat)]
    return lambda: copy.deepcopy(room, {id(value): value for value in same})


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


def signed_vote(room, position, ballot, voter, seat, event=b""):
    """A validly signed vote on the round that a position is before."""
    vote = Vote(ballot, voter, seat, position.round, position.previous, position.inside, event)
    return sign(seated(voter), Kind.VOTE, room.genesis.game_id, vote.pack())


def leave_plainly(signer):
    """Let a seat resign without handing out its deck keys, as another client might."""
    signer.auto_signer.sign_beside(Note(signer.seat, RESIGN))
    signer.auto_signer.settle()


def slow_in(step):
    """What signs for a seat that gives nothing by itself in rounds of this step."""

    def slow(*given):
        signer = Signer(*given)
        give = signer.auto_signer.due.quick, signer.auto_signer.due.slow
        signer.auto_signer.due.quick, signer.auto_signer.due.slow = (
            lambda: None if signer.replica.position.kind is step else give[0](),
            lambda: None if signer.replica.position.kind is step else give[1](),
        )
        return signer

    return slow


def wake(signer):
    """Let a seat of `slow_in` give what it owes from now on."""
    del signer.auto_signer.due.quick, signer.auto_signer.due.slow
    signer.auto_signer.settle()


def resignation(genesis, seat, keys=()):
    """The signed note by which a seat resigns and hands out these keys, packed."""
    note = Note(seat, RESIGN, keys=tuple(keys))
    return sign(seated(seat), Kind.NOTE, genesis.game_id, note.pack()).pack()


def mine(room, seat):
    """What the seat has said that it has, in its own store."""
    return [r for r in room.stores[seat] if r.kind is Kind.HAVE and Have.read(r.body).seat == seat]
