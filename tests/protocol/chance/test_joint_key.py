"""Deck keys: nobody brings a key without knowing its secret part, and no proof serves elsewhere."""

from dataclasses import replace

import pytest

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.edwards import BASE, NEUTRAL, ORDER, Forged
from p2pgames_protocol.chance.joint_key import DeckKey, Epoch, Keys, SecretKey, join_keys, read_key
from tests.protocol.chance import independent
from tests.protocol.chance.seats import GAME, OTHER_GAME, secret_of, sit_down

EPOCH = Epoch(GAME, 0)
KEY = SecretKey.derive(secret_of(1), EPOCH, 1)
SENT = KEY.prove()


def agreed(epoch, seat, sent):
    """Whether the key is taken, by both verifiers."""
    try:
        read_key(epoch, seat, sent)
    except Forged:
        taken = False
    else:
        taken = True
    assert independent.key_is_valid(epoch.game, epoch.number, seat, sent) == taken
    return taken


def test_an_honest_key_is_taken():
    assert agreed(EPOCH, 1, SENT)
    assert read_key(EPOCH, 1, SENT) == KEY.public
    assert KEY.scalar == independent.secret_key(secret_of(1), GAME, 0, 1)
    assert KEY.prove() == SENT


@pytest.mark.parametrize(
    ("epoch", "seat"), [(Epoch(OTHER_GAME), 1), (Epoch(GAME, 1), 1), (EPOCH, 0), (EPOCH, 2)]
)
def test_a_proof_serves_no_other_game_epoch_or_seat(epoch, seat):
    assert not agreed(epoch, seat, SENT)
    assert SecretKey.derive(secret_of(1), epoch, seat).point != KEY.point


def test_a_proof_serves_no_other_key():
    other = SecretKey.derive(secret_of(2), EPOCH, 1)
    assert not agreed(EPOCH, 1, (other.point, SENT[1]))


def test_a_key_that_cancels_another_cannot_be_proved():
    rogue = edwards.subtract(BASE, KEY.point)  # the joint key would be the base point
    assert not agreed(EPOCH, 0, (rogue, SecretKey(EPOCH, 0, 1, rogue).prove()[1]))


@pytest.mark.parametrize("bit", range(0, 512, 3))
def test_no_bit_of_a_proof_can_be_turned(bit):
    proof = bytearray(SENT[1])
    proof[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Forged):
        read_key(EPOCH, 1, (SENT[0], bytes(proof)))


def test_the_response_has_one_form():
    value = int.from_bytes(SENT[1][32:], "little") + ORDER
    assert not agreed(EPOCH, 1, (SENT[0], SENT[1][:32] + value.to_bytes(32, "little")))


def test_the_announcement_counts():
    order_two = independent.encoded(independent.plus(independent.decoded(SENT[1][:32]), (0, -1, 1, 0)))
    for other in (NEUTRAL, bytes(32), order_two, edwards.add(SENT[1][:32], BASE)):
        assert not agreed(EPOCH, 1, (SENT[0], other + SENT[1][32:]))


def test_points_off_the_group_are_refused_also_where_their_equation_would_hold():
    """With the point of order eight in key and announcement the torsion cancels for one challenge in eight."""
    low = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    off = edwards.add(KEY.point, low)
    parts = *EPOCH.parts(1), off
    for nonce in range(1, 99):
        announced = edwards.add(edwards.base(nonce), low)
        e = edwards.hash_to_scalar("deck key proof", *parts, announced)
        response = edwards.write_scalar(nonce + e * KEY.scalar)
        assert not agreed(EPOCH, 1, (off, announced + response))
        if e % 8 == 7:
            break
    else:
        pytest.fail("no challenge cancels the torsion")


@pytest.mark.parametrize(
    "sent",
    [
        None,
        5,
        SENT[0] + SENT[1],
        [*SENT],
        (),
        SENT[:1],
        (*SENT, b""),
        (NEUTRAL, SENT[1]),
        (SENT[0], SENT[1][:-1]),
        (SENT[0], SENT[1] + b"\0"),
        (SENT[0] + b"\0", SENT[1]),
        ("", SENT[1]),
    ],
)
def test_other_things_are_no_keys(sent):
    with pytest.raises(Forged):
        read_key(EPOCH, 1, sent)


def test_the_joint_key_is_the_sum_in_seat_order():
    seats = sit_down((4, 0, 2))
    assert seats.keys.seats == (0, 2, 4)
    assert seats.keys.joint == edwards.base(sum(key.scalar for key in seats.own.values()))
    assert seats.keys.point(4) == seats.own[4].point
    with pytest.raises(ValueError, match="no deck key"):
        seats.keys.point(1)


def test_keys_that_do_not_belong_together_are_not_joined():
    later = SecretKey.derive(secret_of(0), Epoch(GAME, 1), 0).public
    for keys in ([], [KEY.public, KEY.public], [later, KEY.public]):
        with pytest.raises(ValueError, match="one epoch"):
            join_keys(keys)


def test_keys_that_cancel_one_another_are_refused():
    opposite = SecretKey(EPOCH, 0, -KEY.scalar, edwards.base(-KEY.scalar))
    with pytest.raises(Forged, match="cancel"):
        join_keys([read_key(EPOCH, 0, opposite.prove()), KEY.public])


def test_verified_keys_are_not_made_by_hand():
    with pytest.raises(TypeError):
        DeckKey(EPOCH, 1, KEY.point, None)
    with pytest.raises(TypeError):
        Keys(EPOCH, (1,), (KEY.point,), KEY.point, None)
    with pytest.raises((TypeError, ValueError)):
        replace(KEY.public, seat=2)


def test_a_secret_key_is_not_shown():
    for shown in (repr(KEY), str(KEY), f"{KEY}", repr([KEY])):
        assert str(KEY.scalar) not in shown
        assert secret_of(1).hex() not in shown


def test_a_nonce_serves_one_proof():
    assert len({KEY.nonce("a", b"x"), KEY.nonce("a", b"y"), KEY.nonce("b", b"x")}) == 3


@pytest.mark.parametrize("game", [b"", GAME[:31], GAME + b"\0"])
def test_a_game_id_has_32_bytes(game):
    with pytest.raises(ValueError, match="32"):
        Epoch(game)
