"""Shuffles: honest ones pass, and nothing that was touched afterwards or made for another place does."""

from dataclasses import replace
from itertools import pairwise

import pytest

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.deck import (
    MAX_DECKS,
    SealedDeck,
    UnsealedDeck,
    prove,
    read_proof,
    start_deck,
    take_shuffles,
    verify,
)
from p2pgames_protocol.chance.edwards import NEUTRAL, ORDER, SIZE, Forged
from p2pgames_protocol.chance.elgamal import MAX_CARDS, Cards, DeckId, derive_mask, face_points, first_cards
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.chance.sentences import A_CARD
from tests.protocol.chance import independent
from tests.protocol.chance.seats import GAME, OTHER_GAME, secret_of, sit_down

SEATS = sit_down(3)
DECK = SEATS.start(3)
SENT = DECK.shuffle(SEATS.secrets[0])


def pairs(cards):
    sides = (independent.points(b"".join(side), len(cards)) for side in (cards.left, cards.right))
    return list(zip(*sides, strict=True))


def agreed(deck, sent):
    """Whether the shuffle is taken, by both verifiers; ``sent`` has the right form."""
    before, joint = pairs(deck.stages[-1]), independent.decoded(deck.keys.joint)
    other = independent.shuffled(deck.id.digest, deck.seat, joint, before, sent)
    try:
        after = deck.after_shuffle(sent)
    except Forged:
        assert other is None
        return False
    assert independent.listed(other) == list(after.stages[-1].points)
    return True


def changed(sent, field, data):
    return (*sent[:field], data, *sent[field + 1 :])


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_an_honest_shuffle_is_taken_and_makes_other_cards_of_the_same_faces(size):
    deck = SEATS.start(size)
    sent = deck.shuffle(SEATS.secrets[0])
    assert agreed(deck, sent)
    before, after = deck.stages[-1], deck.after_shuffle(sent).stages[-1]
    secret = sum(key.scalar for key in SEATS.own.values())
    faces = [
        sorted(
            edwards.subtract(b, edwards.multiply(secret, a))
            for a, b in zip(cards.left, cards.right, strict=True)
        )
        for cards in (before, after)
    ]
    assert faces[0] == faces[1] == sorted(deck.faces)
    assert not set(before.points) & set(after.points)
    assert sent == deck.shuffle(SEATS.secrets[0])


def test_the_first_deck_is_open_to_all():
    deck = SEATS.start(5)
    digest = independent.deck_digest(GAME, 0, "tiles")
    joint = independent.decoded(SEATS.keys.joint)
    assert independent.listed(independent.first_deck(digest, joint, 5)) == list(deck.stages[0].points)
    assert deck.id.digest == digest


def test_sizes_of_what_is_sent():
    assert [len(field) for field in SENT] == [96, 96, 96, 32 * 11, 32 * 10]
    assert all(type(field) is bytes for field in SENT)


def test_every_seat_in_turn_seals_the_deck():
    deck = DECK
    for seat in range(3):
        assert isinstance(deck, UnsealedDeck)
        assert deck.seat == seat
        deck = deck.after_shuffle(deck.shuffle(SEATS.secrets[seat]))
    assert isinstance(deck, SealedDeck)
    assert len(deck.stages) == 4
    assert all(not set(one.points) & set(two.points) for one, two in pairwise(deck.stages))


# -- touched afterwards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("field", range(5))
@pytest.mark.parametrize("bit", [0, 1, 7, 100, 254, 255, 256, 300, 511, 640, 767])
def test_no_bit_can_be_turned(field, bit):
    data = bytearray(SENT[field])
    data[bit // 8] ^= 1 << bit % 8
    assert not agreed(DECK, changed(SENT, field, bytes(data)))


@pytest.mark.parametrize("bit", range(0, 32 * 10 * 8, 61))
def test_no_bit_of_the_responses_can_be_turned(bit):
    data = bytearray(SENT[4])
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Forged):
        DECK.after_shuffle(changed(SENT, 4, bytes(data)))


@pytest.mark.parametrize("place", range(10))
def test_every_scalar_has_one_form_and_counts(place):
    at = place * SIZE
    value = int.from_bytes(SENT[4][at : at + SIZE], "little")
    for other in (value + ORDER, (value + 1) % ORDER, 0):
        data = SENT[4][:at] + other.to_bytes(SIZE, "little") + SENT[4][at + SIZE :]
        assert not agreed(DECK, changed(SENT, 4, data))


@pytest.mark.parametrize(
    ("field", "place"), [(field, place) for field in range(4) for place in range(11 if field == 3 else 3)]
)
def test_every_point_counts(field, place):
    at = place * SIZE
    point = SENT[field][at : at + SIZE]
    order_two = independent.encoded(independent.plus(independent.decoded(point), (0, -1, 1, 0)))
    others = [edwards.add(point, edwards.BASE), edwards.multiply(2, point), edwards.multiply(-1, point)]
    for other in [NEUTRAL, order_two, bytes(SIZE), b"\xff" * SIZE, *others]:
        assert not agreed(DECK, changed(SENT, field, SENT[field][:at] + other + SENT[field][at + SIZE :]))


@pytest.mark.parametrize("field", range(4))
def test_points_cannot_change_places(field):
    data = SENT[field]
    assert not agreed(DECK, changed(SENT, field, data[SIZE : 2 * SIZE] + data[:SIZE] + data[2 * SIZE :]))


def test_cards_cannot_be_doubled_exchanged_or_replaced():
    left, right = SENT[:2]
    fresh = first_cards(DECK.faces, SEATS.keys)
    doubled = left[:SIZE] + left[:SIZE] + left[2 * SIZE :], right[:SIZE] + right[:SIZE] + right[2 * SIZE :]
    swapped = (
        left[SIZE : 2 * SIZE] + left[:SIZE] + left[2 * SIZE :],
        right[SIZE : 2 * SIZE] + right[:SIZE] + right[64:],
    )
    replaced = fresh.left[0] + left[SIZE:], fresh.right[0] + right[SIZE:]
    masked = (
        edwards.add(left[:SIZE], edwards.BASE) + left[SIZE:],
        edwards.add(right[:SIZE], SEATS.keys.joint) + right[SIZE:],
    )
    for cards in (doubled, swapped, replaced, masked):
        assert not agreed(DECK, (*cards, *SENT[2:]))


@pytest.mark.parametrize("field", range(5))
def test_nothing_is_cut_off_or_added(field):
    data = SENT[field]
    for other in (
        data[:-1],
        data[:-SIZE],
        data + b"\0",
        data + data[:SIZE],
        b"",
        data.hex(),
        bytearray(data),
        None,
        7,
    ):
        with pytest.raises(Forged):
            DECK.after_shuffle(changed(SENT, field, other))


@pytest.mark.parametrize(
    "sent",
    [None, 0, "", b"".join(SENT), (), SENT[:4], (*SENT, b""), [*SENT], (SENT,), ((),) * 5, (None,) * 5],
)
def test_other_things_are_no_shuffles(sent):
    with pytest.raises(Forged):
        DECK.after_shuffle(sent)


def test_a_shuffle_of_another_size_is_refused():
    with pytest.raises(Forged, match="3 cards"):
        DECK.after_shuffle(SEATS.start(4).shuffle(SEATS.secrets[0]))


# -- made for another place -----------------------------------------------------------------------------


def parts():
    cards = Cards(*(edwards.split_points(side, 3, A_CARD) for side in SENT[:2]))
    return DECK.statement(cards), read_proof(*SENT[2:], 3)


@pytest.mark.parametrize(
    "other",
    [
        {"deck": DeckId(Epoch(OTHER_GAME), "tiles").digest},
        {"deck": DeckId(Epoch(GAME, 1), "tiles").digest},
        {"deck": DeckId(Epoch(GAME), "cards").digest},
        {"seat": 1},
        {"joint": edwards.base(99)},
        {"before": first_cards(face_points(DeckId(Epoch(GAME), "cards"), 3), SEATS.keys)},
    ],
    ids=["game", "epoch", "deck", "seat", "key", "cards"],
)
def test_a_proof_serves_one_statement_alone(other):
    statement, proof = parts()
    verify(statement, proof)
    with pytest.raises(Forged):
        verify(replace(statement, **other), proof)


@pytest.mark.parametrize(
    "deck",
    [
        sit_down(3, game=OTHER_GAME).start(3),
        sit_down(3, number=1).start(3),
        sit_down(3, salt="others").start(3),
        sit_down((0, 1)).start(3),
        SEATS.start(3, "cards"),
        DECK.after_shuffle(SENT),
    ],
    ids=["game", "epoch", "secrets", "seats", "name", "turn"],
)
def test_a_shuffle_cannot_be_played_again_elsewhere(deck):
    assert not agreed(deck, SENT)


def test_a_seat_cannot_return_the_deck_to_an_earlier_order():
    second = DECK.after_shuffle(SENT)
    assert not agreed(second, DECK.stages[0].write() + SENT[2:])


# -- what the shuffle hides, and how -----------------------------------------------------------------------


def test_masks_follow_from_secret_deck_seat_and_cards():
    cards = DECK.stages[0]
    masks = [
        derive_mask(secret_of(0), DECK.id, 0, cards),
        derive_mask(secret_of(1), DECK.id, 0, cards),
        derive_mask(secret_of(0), SEATS.start(3, "cards").id, 0, cards),
        derive_mask(secret_of(0), DECK.id, 1, cards),
        derive_mask(secret_of(0), DECK.id, 0, DECK.after_shuffle(SENT).stages[-1]),
    ]
    assert len({mask.factors for mask in masks}) == 5
    assert all(len(set(mask.factors)) == 3 for mask in masks)
    order, factors = independent.order_and_factors(secret_of(0), DECK.id.digest, 0, pairs(cards))
    assert (masks[0].order, masks[0].factors) == (tuple(order), tuple(factors))


def test_no_response_repeats_when_anything_proved_is_different():
    cards = DECK.stages[0]
    mask = derive_mask(secret_of(0), DECK.id, 0, cards)
    statement = DECK.statement(mask.apply(cards, SEATS.keys.joint))
    proofs = [prove(secret_of(0), replace(statement, seat=seat), mask) for seat in range(3)]
    seen = [
        scalar
        for proof in proofs
        for scalar in (*proof.sums, *proof.chain_responses, *proof.permuted_responses)
    ]
    assert len(set(seen)) == len(seen)
    assert not set(proofs[0].commitments) & set(proofs[1].commitments)


def test_masks_are_not_shown():
    mask = derive_mask(secret_of(0), DECK.id, 0, DECK.stages[0])
    assert repr(mask) == "Mask(hidden)"


def test_a_wrong_secret_shuffles_nothing():
    with pytest.raises(ValueError, match="secret"):
        DECK.shuffle(secret_of(1))


# -- several decks in one event ------------------------------------------------------------------------------


def test_all_decks_of_an_event_are_taken_together():
    decks = [SEATS.start(1, "one"), SEATS.start(2, "two")]
    sent = tuple(deck.shuffle(SEATS.secrets[0]) for deck in decks)
    taken = take_shuffles(decks, sent)
    assert [deck.id.name for deck in taken] == ["one", "two"]
    for other in (sent[::-1], sent[:1], (*sent, sent[0]), (sent[0], sent[0]), [*sent], (), None, sent[0]):
        with pytest.raises(Forged):
            take_shuffles(decks, other)


def test_the_form_of_all_decks_is_checked_before_any_proof():
    decks = [SEATS.start(1, "one"), SEATS.start(2, "two")]
    sent = tuple(deck.shuffle(SEATS.secrets[0]) for deck in decks)
    false = changed(sent[0], 4, bytes(len(sent[0][4])))
    with pytest.raises(Forged, match="prove"):
        take_shuffles(decks, (false, sent[1]))
    with pytest.raises(Forged, match="2 cards"):
        take_shuffles(decks, (false, changed(sent[1], 3, b"")))


def test_limits():
    assert len(face_points(DECK.id, MAX_CARDS)) == MAX_CARDS
    for size in (0, -1, MAX_CARDS + 1):
        with pytest.raises(ValueError, match="cards"):
            SEATS.start(size)
    with pytest.raises(ValueError, match="decks"):
        take_shuffles([DECK] * (MAX_DECKS + 1), ())
    for name in ("", "n" * 65, "ü" * 33):
        with pytest.raises(ValueError, match="name"):
            DeckId(SEATS.epoch, name)
    with pytest.raises(ValueError, match="epoch"):
        start_deck(DeckId(Epoch(GAME, 1), "tiles"), SEATS.keys, 3)


def test_decks_are_not_made_by_hand():
    with pytest.raises(TypeError):
        SealedDeck(DECK.id, DECK.keys, DECK.faces, DECK.stages, None)
    with pytest.raises(TypeError):
        UnsealedDeck(DECK.id, DECK.keys, DECK.faces, DECK.stages, None)
    with pytest.raises((TypeError, ValueError)):
        replace(SEATS.seal(2), stages=DECK.stages)


def test_who_shuffles_knows_the_deck_that_others_come_to_by_its_proof():
    sent, known = DECK.shuffled(SEATS.secrets[0])
    assert sent == SENT
    assert known == DECK.after_shuffle(SENT)
    assert known != DECK
