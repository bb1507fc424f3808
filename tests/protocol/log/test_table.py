"""Whole tables over a network that shuffles: honest seats end with the same log."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.testing.room import Room
from tests import seeds
from tests.dice import DICE


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_everybody_ends_with_the_same_log(seats, seed):
    room = Room(DICE, seats, seed=seed)
    room.play()
    assert len(room.digests()) == 1
    for table in room.signers:
        assert table.replica.position.kind is DONE
        assert table.replica.position.ending.basis is Basis.PLAYED
        assert set(table.replica.position.revealed) == set(range(seats))
        assert not table.replica.accusations.found
    results = {table.position.ending.result for table in room.replicas}
    assert len(results) == 1


ACTIONS = st.sampled_from(
    ["deliver", "deliver", "deliver", "deliver", "lose", "double", "act", "act", "sync", "resign"]
)


@settings(max_examples=len(seeds(16, 40)))
@given(st.integers(2, 6), st.lists(ACTIONS, max_size=250), st.integers(0, 10**6))
def test_no_order_of_messages_parts_honest_seats(seats, actions, seed):
    room = Room(DICE, seats, seed=seed)
    resigned = 0
    for action in actions:
        if action in ("deliver", "lose", "double") and room.mail:
            index = room.random.randrange(len(room.mail))
            if action == "double":
                room.mail.append(room.mail[index])
            if action == "lose":
                del room.mail[index]
            else:
                room.deliver(index)
        elif action == "act" and room.turn() is not None:
            room.turn().act(room.random.choice(("roll", "stop")))
            room.collect()
        elif action == "sync":
            room.sync()
        elif action == "resign" and resigned < seats - 2:
            stay = [t for t in room.signers if t.seat in t.replica.position.seats and not t.replica.finished]
            if stay:
                room.random.choice(stay).resign()
                resigned += 1
                room.collect()
    for _ in range(2):
        room.sync()
        room.play()
    room.sync()
    assert len(room.digests()) == 1
    assert not any(table.accusations.found or table.haves.diverged for table in room.replicas)
    assert all(table.position.kind is DONE for table in room.replicas)
