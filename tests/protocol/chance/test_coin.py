"""The joint coin: fair, committed, and never out of values."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest

from p2pgames.contract import Roll
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import LENGTH, STRIDE, ChainHead, outcome
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.advance import open_round
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Event, Kind, Note, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import COIN, REVEAL
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.testing.room import Room, forge, seated
from tests.dice import DICE, own_roll
from tests.protocol.rooms import resignation

SECRET, GAME = b"s" * 32, b"g" * 32


def tagged(tag, *parts):
    """The hash, said once more."""
    pieces = [b"p2pgames/1/" + tag, *parts]
    return sha256(b"".join(len(p).to_bytes(4, "big") + p for p in pieces)).digest()


def test_a_chain_is_hashed_from_its_seed():
    value = tagged(b"coin seed", SECRET)
    wanted = {LENGTH: value}
    for index in range(LENGTH, 0, -1):
        value = tagged(b"coin", GAME, (2).to_bytes(8, "big"), index.to_bytes(8, "big"), value)
        wanted[index - 1] = value
    assert coin.tip(SECRET, GAME, 2) == wanted[0]
    for index in (1, 2, STRIDE - 1, STRIDE, STRIDE + 1, LENGTH - 1, LENGTH):
        assert coin.value(SECRET, GAME, 2, index) == wanted[index]


def test_every_game_and_seat_has_a_chain_of_its_own():
    assert len({coin.tip(SECRET, game, seat) for game in (GAME, b"h" * 32) for seat in (0, 1)}) == 4


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, STRIDE + 1, LENGTH)])
def test_a_purse_follows_its_chain_over_numbers_that_were_used_up_unseen(numbers):
    head = ChainHead(coin.tip(SECRET, GAME, 0))
    for index in numbers:
        head = head.advance(GAME, 0, index, coin.value(SECRET, GAME, 0, index))
        assert head.place == index


def test_wrong_values_do_not_fit():
    head = ChainHead(coin.tip(SECRET, GAME, 0))
    right, next_one = (coin.value(SECRET, GAME, 0, index) for index in (1, 2))
    assert head.advance(GAME, 0, 1, right)
    for game, seat, index, value in (
        (GAME, 0, 1, next_one),
        (GAME, 0, 2, right),
        (GAME, 0, 1, right[:31]),
        (GAME, 1, 1, right),
        (b"h" * 32, 0, 1, right),
        (GAME, 0, 0, coin.tip(SECRET, GAME, 0)),
        (GAME, 0, LENGTH + 1, right),
    ):
        assert head.advance(game, seat, index, value) is None
    taken = head.advance(GAME, 0, 1, right)
    assert taken.advance(GAME, 0, 1, right) is None


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


def at_its_last_roll(rolls):
    """A game of Dice in which so many rolls were begun before this one, and no value is known."""
    room = Room(DICE, 2, seed=1)
    room.deliver_all()
    replica = room.replicas[0]
    number = next(n for n, position in enumerate(replica.positions) if position.kind is COIN)
    before = replica.positions[number]
    return room, replace(before, rolls=rolls)


def test_a_chain_has_a_value_for_the_last_roll_of_a_game():
    room, position = at_its_last_roll(LENGTH - 1)
    assert open_round(position).kind is COIN
    secret = GameSecret(seated(0), room.genesis.game_id, 0)
    header = position.round, 0, position.previous, position.state_digest, position.inside
    event = Event(*header, "coin", COIN.contribution(position, 0, secret)())
    assert event.body[0] == LENGTH
    assert validate(position, event, event.pack()).fault is None


def test_a_game_with_more_rolls_than_a_chain_has_values_is_over_without_places():
    _, position = at_its_last_roll(LENGTH)
    after = open_round(position)
    assert after.kind is REVEAL
    assert after.ending == Ending(Basis.PLAYED, None)


@pytest.mark.parametrize(
    "change",
    [
        {0: 2},
        {0: True},
        {0: 0},
        {1: (7,)},
        {1: ()},
        {1: (2, 2)},
        {2: 0},
        {3: b"v" * 32},
        {3: b"v" * 31},
        {3: None},
        {4: None},
    ],
)
def test_a_value_that_names_another_roll_is_a_fault(change):
    room, position = at_its_last_roll(0)
    secret = GameSecret(seated(0), room.genesis.game_id, 0)
    body = dict(enumerate(COIN.contribution(position, 0, secret)())) | change
    header = position.round, 0, position.previous, position.state_digest, position.inside
    event = Event(*header, "coin", tuple(body.values()))
    assert validate(position, event, event.pack()).fault is not None


def test_a_roll_of_a_seat_that_has_left_is_for_nobody():
    room, number = own_roll()
    position = room.replicas[0].positions[number]
    roller = position.ask.seat
    secret = GameSecret(seated(roller), room.genesis.game_id, roller)
    assert COIN.contribution(position, roller, secret)()[1:3] == ((6,), roller)
    gone = replace(position, seats=tuple(seat for seat in position.seats if seat != roller))
    assert COIN.due(gone) == gone.seats
    assert COIN.contribution(gone, roller, secret)()[1:3] == ((6,), None)


def test_a_resignation_between_the_two_halves_of_a_roll_makes_it_void():
    room, number = own_roll()
    played = room.replicas[0]
    roller = played.positions[number].ask.seat
    leaver = (roller + 1) % 3
    observer = Replica(room.genesis, DICE)
    for record in played.records():
        if record.kind is Kind.EVENT and Event.read(record.body).round < number:
            Intake(observer).receive(record)
    value = Event.read(played.log[number][roller].body)
    note = sign(
        seated(leaver), Kind.NOTE, room.genesis.game_id, Note(leaver, "resign", value.previous).pack()
    )
    event = forge(observer, roller, act="coin", body=value.body, notes=(note.pack(),))
    assert Intake(observer).receive(event).status is Status.ACCEPTED
    after = observer.position
    assert (after.kind, after.first_value, after.rolls) == (COIN, None, value.body[0])
    assert after.heads[roller].place == value.body[0]


def test_a_roll_that_somebody_withholds_uses_up_its_index():
    room = Room(DICE, 4, seed=5)
    room.play()
    played = room.replicas[0]
    number = next(n for n, p in enumerate(played.positions) if p.kind is COIN and p.ask == Roll((6, 6)))
    leaver = played.positions[number].seats[-1]
    observer = Replica(room.genesis, DICE)
    for record in played.records():
        if record.kind is Kind.EVENT and Event.read(record.body).round < number:
            Intake(observer).receive(record)
    before = observer.position
    note = resignation(room.genesis, leaver)
    resigned = forge(observer, leaver, act="resign", body=(), notes=(note,))
    for seat, record in played.log[number].items():
        assert Intake(observer).receive(resigned if seat == leaver else record).status is Status.ACCEPTED
    after = observer.position
    assert after.rolls == before.rolls + 1
    assert after.heads == before.heads
    assert after.seats == before.seats[:-1]
    again = played.log[number][before.seats[0]]
    assert Intake(observer).receive(again).status is Status.KNOWN


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
