"""Whole deals: every seat shuffles, cards are dealt in private and shown, and the secrets confirm it all."""

from dataclasses import replace
from hashlib import sha256

import pytest

from p2pgames_protocol.chance.deck import SealedDeck, prove, take_shuffles
from p2pgames_protocol.chance.decryption_share import open_card, own_share, prove_shares, read_shares
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import Mask, derive_mask
from p2pgames_protocol.chance.secret import recompute_shuffle
from tests.protocol.chance import independent
from tests.protocol.chance.seats import recompute_faces, sit_down

SIZES = {"one": 1, "two": 2, "five": 5}


def seal_all(seats):
    """All decks, shuffled by all seats, and every event as it was sent."""
    decks = [seats.start(size, name) for name, size in SIZES.items()]
    events = []
    for secret in seats.secrets.values():
        events.append(tuple(deck.shuffle(secret) for deck in decks))
        decks = take_shuffles(decks, events[-1])
    return decks, events


def deal(seats, slots):
    """What each seat sees of the cards dealt in turn, as it were at its own screen: slot -> face."""
    numbers = list(seats.secrets)
    owner = {slot: numbers[at % len(numbers)] for at, slot in enumerate(slots)}
    taken = {}
    for seat in numbers:
        owed = [slot for slot in slots if owner[slot] != seat]
        for slot, share in zip(
            owed,
            read_shares(seat, at(slots, owed), prove_shares(seats.own[seat], at(slots, owed))),
            strict=True,
        ):
            taken.setdefault(slot, []).append(share)
    hands = {seat: {} for seat in numbers}
    for slot, seat in owner.items():
        hands[seat][slot] = open_card(slots[slot], [*taken[slot], own_share(seats.own[seat], slots[slot])])
    return hands, taken


def at(slots, names):
    return [slots[name] for name in names]


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_a_whole_deal(number):
    seats = sit_down(number)
    decks, _ = seal_all(seats)
    assert all(isinstance(deck, SealedDeck) for deck in decks)
    slots = {
        (deck.id.name, position): (deck, position) for deck in decks for position in range(len(deck.faces))
    }
    hands, taken = deal(seats, slots)
    seen = {slot: face for hand in hands.values() for slot, face in hand.items()}
    for deck in decks:
        name, faces = deck.id.name, recompute_faces(deck, seats.secrets)
        assert sorted(faces) == list(range(SIZES[name]))
        assert tuple(seen[name, position] for position in range(SIZES[name])) == faces
    for seat, hand in hands.items():  # every card is shown in the end: the owner's share is still missing
        shown = list(hand)
        sent = prove_shares(seats.own[seat], at(slots, shown))
        for slot, share in zip(shown, read_shares(seat, at(slots, shown), sent), strict=True):
            with pytest.raises(ValueError, match="every seat"):
                open_card(slots[slot], taken[slot])
            assert open_card(slots[slot], [*taken[slot], share]) == hand[slot]


def test_the_independent_verifier_follows_a_whole_deal():
    seats = sit_down(2)
    decks, events = seal_all(seats)
    game = seats.epoch.game
    points = [independent.decoded(seats.keys.point(seat)) for seat in (0, 1)]
    joint = independent.added(*points)
    for index, (name, size) in enumerate(SIZES.items()):
        digest = independent.deck_digest(game, 0, name)
        cards, faces = independent.first_deck(digest, joint, size), list(range(size))
        for seat, event in enumerate(events):
            order, factors = independent.order_and_factors(seats.secrets[seat], digest, seat, cards)
            again = independent.reshuffled(joint, cards, order, factors)
            cards = independent.shuffled(digest, seat, joint, cards, event[index])
            assert independent.listed(cards) == independent.listed(again)
            faces = [faces[place] for place in order]
        assert tuple(faces) == recompute_faces(decks[index], seats.secrets)
        keys = [independent.secret_key(seats.secrets[seat], game, 0, seat) for seat in (0, 1)]
        for card, face in zip(cards, faces, strict=True):
            shares = [independent.times(key, card[0]) for key in keys]
            assert independent.opened(digest, size, card, shares) == face


def test_those_who_stay_shuffle_again_under_fresh_keys():
    before = sit_down(3).seal(5)
    seats = sit_down((0, 2), number=1)
    deck = seats.seal(4)
    assert deck.keys.seats == (0, 2)
    assert not set(deck.keys.points) & set(before.keys.points)
    assert not set(deck.faces) & set(before.faces)
    faces = [
        open_card((deck, position), [own_share(key, (deck, position)) for key in seats.own.values()])
        for position in range(4)
    ]
    assert tuple(faces) == recompute_faces(deck, seats.secrets)


def test_orders_depend_on_every_secret():
    orders = set()
    for salt in ("", "b"):
        for other in ("", "c"):
            seats = sit_down(2, salt=salt)
            fresh = sit_down(2, salt=other)
            mixed = {0: seats.secrets[0], 1: fresh.secrets[1]}
            orders.add(recompute_faces(_sealed_by(mixed), mixed))
    assert len(orders) == 4


def _sealed_by(secrets):
    from p2pgames_protocol.chance.joint_key import SecretKey, join_keys
    from tests.protocol.chance.seats import Seats

    epoch = sit_down(2).epoch
    own = {seat: SecretKey.derive(secret, epoch, seat) for seat, secret in secrets.items()}
    return Seats(epoch, secrets, own, join_keys(key.public for key in own.values())).seal(30)


# -- when the secrets are revealed ------------------------------------------------------------------------


def test_a_false_secret_is_found_out():
    seats = sit_down(3)
    deck = seats.seal(4)
    assert sorted(recompute_shuffle(deck, 1, seats.secrets[1])) == [0, 1, 2, 3]
    with pytest.raises(Forged, match="key of seat 2"):
        recompute_shuffle(deck, 1, seats.secrets[0])
    with pytest.raises(Forged, match="key of seat 1"):
        recompute_faces(deck, {0: seats.secrets[1], 1: seats.secrets[0], 2: seats.secrets[2]})
    with pytest.raises(KeyError):
        recompute_faces(deck, {0: seats.secrets[0], 1: seats.secrets[1]})
    with pytest.raises(ValueError, match="no deck key"):
        recompute_shuffle(deck, 3, seats.secrets[1])


@pytest.mark.parametrize("what", ["order", "factors"])
def test_a_shuffle_of_ones_own_choice_is_found_out_at_the_end(what):
    seats = sit_down(2)
    deck = seats.start(3)
    mask = derive_mask(seats.secrets[0], deck.id, 0, deck.stages[0])
    other = {"order": mask.order[::-1], "factors": mask.factors[::-1]}
    mask = replace(mask, **{what: other[what]})
    assert isinstance(mask, Mask)
    after = mask.apply(deck.stages[0], seats.keys.joint)
    deck = deck.after_shuffle(after.write() + prove(seats.secrets[0], deck.statement(after), mask).write())
    sealed = deck.after_shuffle(deck.shuffle(seats.secrets[1]))
    with pytest.raises(Forged, match="shuffle of seat 1"):
        recompute_faces(sealed, seats.secrets)
    assert recompute_shuffle(sealed, 1, seats.secrets[1])


# -- the format ---------------------------------------------------------------------------------------------

FORMAT = "538be7094e35a431edfb01991c2b2de35813ef5dd1b1f2625ea830a4e4eb6e2c"


def test_the_format_has_not_changed():
    """All bytes of a fixed deal; a change here makes every older log invalid."""
    seats = sit_down(3)
    decks, events = seal_all(seats)
    slots = [(deck, position) for deck in decks for position in range(len(deck.faces))]
    messages = [
        *(field for key in seats.own.values() for field in key.prove()),
        *(field for event in events for shuffle in event for field in shuffle),
        *(field for key in seats.own.values() for field in prove_shares(key, slots)),
        *(bytes(recompute_faces(deck, seats.secrets)) for deck in decks),
    ]
    assert sha256(b"".join(messages)).hexdigest() == FORMAT
