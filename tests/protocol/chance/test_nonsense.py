"""Whatever a peer sends, the answer is `Forged` or a verified value, and never anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.chance.deck import take_shuffles
from p2pgames_protocol.chance.decryption_share import prove_shares, read_shares
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.joint_key import read_key
from tests.protocol.chance.seats import sit_down

SEATS = sit_down(2)
DECKS = [SEATS.start(1, "one"), SEATS.start(2, "two")]
SEALED = SEATS.seal(2)
SLOTS = [(SEALED, 0), (SEALED, 1)]
SHARES = prove_shares(SEATS.own[0], SLOTS)
KEY = SEATS.own[0].prove()

lengths = st.sampled_from([0, 1, 31, 32, 33, 64, 96, 160, 224, 288])
strings = st.one_of(lengths.map(bytes), lengths.map(lambda n: b"\xff" * n), st.sampled_from([*SHARES, *KEY]))
leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), strings)
plain = st.recursive(leaves, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=12)


@given(plain)
def test_nonsense_is_forged(sent):
    for read in (
        lambda: read_key(SEATS.epoch, 1, sent),
        lambda: DECKS[0].after_shuffle(sent),
        lambda: take_shuffles(DECKS, sent),
        lambda: take_shuffles(DECKS, (sent, sent)),
        lambda: read_shares(1, SLOTS, sent),
    ):
        with pytest.raises(Forged):
            read()


@given(st.lists(strings, min_size=5, max_size=5).map(tuple))
def test_five_strings_are_no_shuffle(sent):
    for deck in DECKS:
        with pytest.raises(Forged):
            deck.after_shuffle(sent)
