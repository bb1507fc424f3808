"""Shares: only true ones are taken, for exactly the cards, seat, deck and game they were made for."""

from dataclasses import replace

import pytest

from p2pgames_protocol.chance import decryption_share, edwards
from p2pgames_protocol.chance.decryption_share import (
    DecryptionShare,
    open_card,
    own_share,
    prove_shares,
    read_shares,
)
from p2pgames_protocol.chance.edwards import NEUTRAL, ORDER, SIZE, Forged
from p2pgames_protocol.chance.joint_key import SecretKey
from tests.protocol.chance import independent
from tests.protocol.chance.seats import OTHER_GAME, sit_down

SEATS = sit_down(3)
DECK = SEATS.seal(4)
CARDS = SEATS.seal(2, "cards")
SLOTS = [(DECK, 2), (CARDS, 0), (DECK, 0)]
SENT = prove_shares(SEATS.own[1], SLOTS)


def plain(slots):
    """Slots as the independent verifier takes them."""
    for deck, position in slots:
        left, right = deck.cards.left[position], deck.cards.right[position]
        yield deck.id.digest, position, (independent.decoded(left), independent.decoded(right))


def agreed(seat, slots, sent, seats=SEATS):
    """Whether the shares are taken, by both verifiers; ``sent`` has two fields."""
    key = independent.decoded(seats.keys.point(seat))
    other = independent.shares(seat, key, list(plain(slots)), sent)
    try:
        shares = read_shares(seat, slots, sent)
    except Forged:
        assert other is None
        return False
    assert [independent.encoded(share) for share in other] == [share.point for share in shares]
    return True


@pytest.mark.parametrize("number", [1, 2, 3])
def test_honest_shares_are_taken(number):
    slots = SLOTS[:number]
    sent = prove_shares(SEATS.own[1], slots)
    assert agreed(1, slots, sent)
    assert read_shares(1, slots, sent) == tuple(own_share(SEATS.own[1], slot) for slot in slots)
    assert [len(field) for field in sent] == [32 * number, 96]
    assert sent == prove_shares(SEATS.own[1], slots)


def test_no_cards_no_shares():
    assert prove_shares(SEATS.own[1], []) == ()
    assert read_shares(1, [], ()) == ()
    for sent in (SENT, None, [], b"", (b"", b"")):
        with pytest.raises(Forged):
            read_shares(1, [], sent)


def test_a_share_is_the_card_times_the_key():
    share = own_share(SEATS.own[2], (DECK, 3))
    assert share.point == edwards.multiply(SEATS.own[2].scalar, DECK.cards.left[3])
    assert (share.deck, share.position, share.seat) == (DECK.id, 3, 2)


@pytest.mark.parametrize("field", [0, 1])
@pytest.mark.parametrize("bit", [0, 5, 255, 256, 300, 511])
def test_no_bit_can_be_turned(field, bit):
    data = bytearray(SENT[field])
    data[bit // 8] ^= 1 << bit % 8
    sent = [*SENT]
    sent[field] = bytes(data)
    assert not agreed(1, SLOTS, tuple(sent))


@pytest.mark.parametrize("place", range(3))
def test_every_share_counts(place):
    at = place * SIZE
    share = SENT[0][at : at + SIZE]
    others = [NEUTRAL, bytes(SIZE), DECK.cards.left[0], SEATS.keys.joint, SEATS.own[1].point]
    others += [edwards.add(share, edwards.BASE), edwards.multiply(-1, share)]
    others += [independent.encoded(independent.plus(independent.decoded(share), (0, -1, 1, 0)))]
    for other in others:
        assert not agreed(1, SLOTS, (SENT[0][:at] + other + SENT[0][at + SIZE :], SENT[1]))


def test_the_response_has_one_form():
    value = int.from_bytes(SENT[1][64:], "little") + ORDER
    assert not agreed(1, SLOTS, (SENT[0], SENT[1][:64] + value.to_bytes(32, "little")))


@pytest.mark.parametrize("place", [0, 32])
def test_every_announcement_counts(place):
    point = SENT[1][place : place + SIZE]
    order_two = independent.encoded(independent.plus(independent.decoded(point), (0, -1, 1, 0)))
    for other in (NEUTRAL, bytes(SIZE), order_two, edwards.add(point, edwards.BASE)):
        assert not agreed(1, SLOTS, (SENT[0], SENT[1][:place] + other + SENT[1][place + SIZE :]))


def test_seats_at_one_computer_verify_shares_once_and_false_ones_each_time():
    sent = prove_shares(SEATS.own[2], SLOTS)
    decryption_share.verify_shares.cache_clear()
    before = decryption_share.verify_shares.cache_info()
    for _ in range(3):
        read_shares(2, SLOTS, sent)
        with pytest.raises(Forged):
            read_shares(2, SLOTS, SENT)
    after = decryption_share.verify_shares.cache_info()
    assert (after.hits - before.hits, after.misses - before.misses) == (2, 4)


def lying_shares(change):
    """Shares that were changed before an otherwise honest proof is made over them."""
    key, cards = SEATS.own[1], [deck.cards.left[position] for deck, position in SLOTS]
    shares = change([edwards.multiply(key.scalar, card) for card in cards])
    bound = decryption_share._statement(1, key.point, decryption_share._shown(SLOTS), shares)
    weights = decryption_share._weights(bound, len(SLOTS))
    nonce = 12345
    first, second = edwards.base(nonce), edwards.combine(edwards.terms([nonce * w for w in weights], cards))
    e = decryption_share._challenge(bound, first, second)
    return b"".join(shares), first + second + edwards.write_scalar(nonce + e * key.scalar)


def test_a_whole_proof_over_true_shares_passes():
    assert agreed(1, SLOTS, lying_shares(lambda shares: shares))


@pytest.mark.parametrize(
    "change",
    [
        lambda shares: [edwards.add(shares[0], edwards.BASE), *shares[1:]],
        lambda shares: [
            edwards.add(shares[0], edwards.BASE),
            edwards.subtract(shares[1], edwards.BASE),
            shares[2],
        ],
        lambda shares: [shares[1], shares[0], shares[2]],
        lambda shares: [edwards.multiply(2, share) for share in shares],
        lambda shares: [own_share(SEATS.own[2], slot).point for slot in SLOTS],
    ],
    ids=["one", "two that cancel", "exchanged", "another key", "another seat's"],
)
def test_a_whole_proof_over_false_shares_is_refused(change):
    assert not agreed(1, SLOTS, lying_shares(change))


@pytest.mark.parametrize(
    "slots",
    [
        SLOTS[::-1],
        [(DECK, 1), *SLOTS[1:]],
        [(DECK, 2), (CARDS, 1), (DECK, 0)],
        [(DECK, 2), (DECK, 0), (DECK, 1)],
        [(SEATS.seal(4, "other"), 2), *SLOTS[1:]],
    ],
)
def test_shares_serve_no_other_cards(slots):
    assert not agreed(1, slots, SENT)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_shares_serve_no_other_number_of_cards(number):
    with pytest.raises(Forged):
        read_shares(1, [*SLOTS, (DECK, 3)][:number], SENT)


@pytest.mark.parametrize("seat", [0, 2])
def test_shares_serve_no_other_seat(seat):
    assert not agreed(seat, SLOTS, SENT)


@pytest.mark.parametrize("number", [0, 1])
def test_shares_serve_no_other_game_or_epoch(number):
    seats = sit_down(3, game=OTHER_GAME if not number else SEATS.epoch.game, number=number)
    deck, cards = seats.seal(4), seats.seal(2, "cards")
    assert not agreed(1, [(deck, 2), (cards, 0), (deck, 0)], SENT, seats)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        0,
        (),
        b"".join(SENT),
        [*SENT],
        SENT[:1],
        (*SENT, b""),
        (SENT[0][:-1], SENT[1]),
        (SENT[0] + b"\0", SENT[1]),
        (SENT[0], SENT[1][:-1]),
        (SENT[0], SENT[1] + b"\0"),
        (SENT[0].hex(), SENT[1]),
        (None, None),
    ],
)
def test_other_things_are_no_shares(sent):
    with pytest.raises(Forged):
        read_shares(1, SLOTS, sent)


def test_shares_are_made_for_sealed_decks_under_the_own_key_only():
    unsealed = SEATS.start(4)
    with pytest.raises(AttributeError):
        prove_shares(SEATS.own[1], [(unsealed, 0)])
    with pytest.raises(AttributeError):
        own_share(SEATS.own[1], (unsealed.after_shuffle(unsealed.shuffle(SEATS.secrets[0])), 0))
    stranger = SecretKey.derive(SEATS.secrets[0], SEATS.epoch, 1)
    with pytest.raises(ValueError, match="key"):
        prove_shares(stranger, SLOTS)
    later = sit_down(3, number=1).seal(2, "later")
    with pytest.raises(ValueError, match="same keys"):
        prove_shares(SEATS.own[1], [*SLOTS, (later, 0)])
    for position in (-1, 4):
        with pytest.raises(ValueError, match="position"):
            own_share(SEATS.own[1], (DECK, position))


def test_shares_are_not_made_by_hand():
    share = own_share(SEATS.own[1], (DECK, 0))
    with pytest.raises(TypeError):
        DecryptionShare(DECK.id, 0, 1, share.card, share.point, None)
    with pytest.raises((TypeError, ValueError)):
        replace(share, seat=0)


def test_a_card_opens_with_the_shares_of_all_seats_in_this_card_only():
    shares = [own_share(SEATS.own[seat], (DECK, 1)) for seat in range(3)]
    face = open_card((DECK, 1), shares)
    card = next(plain([(DECK, 1)]))[2]
    assert face == independent.opened(DECK.id.digest, 4, card, [independent.decoded(s.point) for s in shares])
    assert face == open_card((DECK, 1), shares[::-1])
    other_card = own_share(SEATS.own[2], (DECK, 2))
    other_deck = own_share(SEATS.own[2], (CARDS, 1))
    for given in ([], shares[:2], [*shares[:2], other_card], [*shares[:2], other_deck], [shares[0]] * 3):
        with pytest.raises(ValueError, match=r"share"):
            open_card((DECK, 1), given)
    with pytest.raises(ValueError, match="another card"):
        open_card((DECK, 0), shares)


def test_a_wrong_own_share_opens_nothing():
    own = [SEATS.own[0], SEATS.own[1], replace(SEATS.own[2], scalar=SEATS.own[2].scalar + 1)]
    with pytest.raises(Forged, match="do not open"):
        open_card((DECK, 1), [own_share(key, (DECK, 1)) for key in own])
