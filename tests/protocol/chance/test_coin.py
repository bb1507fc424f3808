"""The joint coin: fair, committed, and never out of values."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames.contract import Roll
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import LENGTH, Purse, outcome
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Kind
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.coin import COIN
from p2pgames_protocol.log.rounds.reveal import REVEAL
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.testing.forgery import forge
from p2pgames_protocol.testing.room import Room
from tests.dice import DICE

SECRET = b"s" * 32


def test_a_chain_is_hashed_from_its_seed():
    def tagged(tag, *parts):
        pieces = [b"p2pgames/1/" + tag, *parts]
        return sha256(b"".join(len(p).to_bytes(4, "big") + p for p in pieces)).digest()

    value = tagged(b"coin seed", SECRET, (0).to_bytes(8, "big"))
    assert coin.value(SECRET, LENGTH) == value
    for _ in range(LENGTH):
        value = tagged(b"coin", value)
    assert coin.tip(SECRET, 0) == value


def test_a_purse_follows_its_chains_for_ever():
    purse = Purse(coin.tip(SECRET, 0))
    for index in range(1, 3 * LENGTH + 2):
        owes = purse.owes_tip(index)
        assert owes == (index % LENGTH == 1)
        after = coin.tip(SECRET, (index - 1) // LENGTH + 1) if owes else None
        purse = purse.take(index, coin.value(SECRET, index), after)
        assert purse is not None


@given(st.lists(st.integers(1, LENGTH // 2), min_size=1, max_size=8))
def test_indices_that_were_used_up_unseen_do_not_break_the_chain(gaps):
    purse, index = Purse(coin.tip(SECRET, 0)), 0
    for gap in gaps:
        index += gap
        after = coin.tip(SECRET, (index - 1) // LENGTH + 1) if purse.owes_tip(index) else None
        purse = purse.take(index, coin.value(SECRET, index), after)
        assert purse is not None


def test_wrong_values_and_tips_do_not_fit():
    purse = Purse(coin.tip(SECRET, 0))
    after = coin.tip(SECRET, 1)
    right = coin.value(SECRET, 1)
    assert purse.take(1, right, after)
    assert purse.take(1, right, None) is None
    assert purse.take(1, coin.value(SECRET, 2), after) is None
    assert purse.take(2, right, after) is None
    assert purse.take(1, right[:31], after) is None
    assert purse.take(LENGTH + 1, coin.value(SECRET, LENGTH + 1), after) is None
    second = purse.take(1, right, after)
    assert second.take(2, coin.value(SECRET, 2), after) is None
    assert second.take(2 * LENGTH + 1, coin.value(SECRET, 2 * LENGTH + 1), after) is None


def test_outcomes_are_uniform_and_depend_on_everything():
    values = ((0, b"a" * 32), (1, b"b" * 32))
    counts = Counter(outcome(b"g" * 32, index, values, (6,))[0] for index in range(6000))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert set(counts) == set(range(6))
    assert chi_square < 20.5  # 99.9 % for five degrees of freedom
    base = outcome(b"g" * 32, 1, values, (2**32, 2**32))
    assert base == outcome(b"g" * 32, 1, values[::-1], (2**32, 2**32))
    others = [
        outcome(b"h" * 32, 1, values, (2**32, 2**32)),
        outcome(b"g" * 32, 2, values, (2**32, 2**32)),
        outcome(b"g" * 32, 1, ((0, b"b" * 32), (1, b"a" * 32)), (2**32, 2**32)),
        outcome(b"g" * 32, 1, ((0, b"a" * 32), (2, b"b" * 32)), (2**32, 2**32)),
    ]
    assert len({base, *others}) == 5


def test_draws_are_rejected_above_the_largest_multiple():
    side = 2**63 + 1
    drawn = [outcome(b"g" * 32, index, ((0, b"a" * 32),), (side,))[0] for index in range(200)]
    assert max(drawn) < side
    words = []
    for index in range(200):
        seed = coin.digest("roll", b"g" * 32, coin.encode(index), coin.encode(0), b"a" * 32)
        words.append(int.from_bytes(sha256(coin.prefixed("draw", seed, coin.encode(0))).digest()[:8], "big"))
    assert any(word >= side for word in words)
    for word, value in zip(words, drawn, strict=True):
        assert (word == value) == (word < side)


@pytest.mark.parametrize("seats", [2, 3])
def test_games_with_more_rolls_than_a_chain_holds(seats):
    room = Room(DICE, seats, options={"aim": "300"}, seed=3)
    room.deliver_all()
    while (table := room.turn()) is not None:
        table.act("roll")
        room.collect()
        room.deliver_all()
    assert room.replicas[0].position.rolls > LENGTH
    assert len(room.digests()) == 1
    assert not any(table.position.faults for table in room.replicas)


def test_a_roll_that_somebody_withholds_uses_up_its_index():
    room = Room(DICE, 4, seed=5)
    room.play()
    played = room.replicas[0]
    number = next(n for n, p in enumerate(played.positions) if p.kind is COIN and p.ask == Roll((6, 6)))
    leaver = played.positions[number].seats[-1]
    observer = Replica(room.genesis, DICE)
    for record in played.records():
        if record.kind is Kind.EVENT and Event.read(record.body).round < number:
            Hearing(observer).receive(record)
    before = observer.position
    resignation = forge(observer, leaver, act="resign", body=())
    for seat, record in played.log[number].items():
        assert Hearing(observer).receive(resignation if seat == leaver else record).status is Status.ACCEPTED
    after = observer.position
    assert after.rolls == before.rolls + 1
    assert after.purses == before.purses
    assert after.seats == before.seats[:-1]
    again = played.log[number][before.seats[0]]
    assert Hearing(observer).receive(again).status is Status.KNOWN


def test_a_coin_that_does_not_come_from_the_revealed_secret_is_a_fault():
    room = Room(DICE, 2, seed=1)
    room.play()
    replica = room.replicas[0]
    number = next(n for n, position in enumerate(replica.positions) if position.kind is REVEAL)
    position, record = replica.positions[number], replica.log[number][1]
    event = Event.read(record.body)
    assert validate(position, event, record.body).fault is None
    other_tips = replace(position, tips=(position.tips[0], b"t" * 32))
    assert "coin tip of the key event" in str(validate(other_tips, event, record.body).fault)
    purse = replace(position.purses[1], after=b"t" * 32)
    other_after = replace(position, purses=(position.purses[0], purse))
    assert "coin tip for chain 1" in str(validate(other_after, event, record.body).fault)
