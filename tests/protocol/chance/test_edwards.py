"""The group: strict at the edge, exact inside, and the same as the arithmetic of the document."""

import re
from hashlib import sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.edwards import BASE, NEUTRAL, ORDER, Forged
from p2pgames_protocol.chance.sentences import A_CARD
from tests import ROOT
from tests.protocol.chance import independent

DOCUMENT = ROOT / "protocol" / "SPEC.md"
P = independent.P
scalars = st.integers(-(2**256), 2**256)


def test_the_public_key_of_rfc_8032_7_1_test_1():
    secret = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    half = bytearray(sha512(secret).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert edwards.base(int.from_bytes(half, "little")).hex() == public


@given(scalars, scalars)
def test_sums_and_products(one, other):
    both = edwards.add(edwards.base(one), edwards.base(other))
    assert both == edwards.base(one + other)
    assert edwards.subtract(both, edwards.base(other)) == edwards.base(one)
    assert edwards.multiply(one, edwards.base(other)) == edwards.base(one * other)
    assert edwards.combine([(one, BASE), (other, edwards.base(3)), (other, BASE)]) == edwards.base(
        one + 4 * other
    )


@pytest.mark.parametrize("zero", [0, ORDER, -ORDER, 5 * ORDER])
def test_the_neutral_element_takes_part(zero):
    point = edwards.hash_to_point("test")
    assert edwards.base(zero) == edwards.multiply(zero, point) == edwards.subtract(point, point) == NEUTRAL
    assert edwards.add(point, NEUTRAL) == point
    assert edwards.multiply(7, NEUTRAL) == edwards.add(NEUTRAL, NEUTRAL) == NEUTRAL
    assert edwards.combine([(1, point), (zero, point)]) == point
    assert edwards.combine([(3, point), (-3, point)]) == edwards.combine([]) == NEUTRAL


def low_order_points():
    """The eight points whose order divides the cofactor, from a point off the subgroup."""
    y = 2
    while (point := independent.with_y(y, 0)) is None or independent.encoded(
        independent.times(4, independent.times(edwards.ORDER, point))
    ) == NEUTRAL:
        y += 1
    eighth = independent.times(edwards.ORDER, point)
    return [independent.times(n, eighth) for n in range(8)]


LOW = low_order_points()


def test_low_order_points_are_eight():
    assert len({independent.encoded(point) for point in LOW}) == 8


def test_the_point_by_which_an_old_library_is_known():
    good = independent.with_y(int.from_bytes(BASE, "little"), 0)
    assert independent.encoded(independent.plus(good, (0, -1, 1, 0))) == edwards._MIXED


@pytest.mark.parametrize("low", range(8))
def test_points_of_low_order_are_refused(low):
    with pytest.raises(Forged, match="not a point"):
        edwards.read_point(independent.encoded(LOW[low]), A_CARD)


@pytest.mark.parametrize("low", range(1, 8))
def test_points_with_a_part_of_low_order_are_refused(low):
    good = independent.with_y(int.from_bytes(BASE, "little"), 0)
    mixed = independent.encoded(independent.plus(good, LOW[low]))
    with pytest.raises(Forged, match="not a point"):
        edwards.read_point(mixed, A_CARD)


@pytest.mark.parametrize(
    "data",
    [
        (1 + P).to_bytes(32, "little"),  # y is not below p
        (2**255 - 1).to_bytes(32, "little"),
        bytes([1] + [0] * 30 + [0x80]),  # minus zero
        bytes([2] + [0] * 31),  # not on the curve
        BASE[:31],
        BASE + b"\0",
        b"",
        bytearray(BASE),
        BASE.hex(),
        None,
        5,
    ],
)
def test_other_things_are_no_points(data):
    with pytest.raises(Forged, match="not a point"):
        edwards.read_point(data, A_CARD)


OUTSIDE = [
    *map(independent.encoded, LOW),
    *(
        independent.encoded(independent.plus(independent.with_y(int.from_bytes(BASE, "little"), 0), low))
        for low in LOW[1:]
    ),
    (1 + P).to_bytes(32, "little"),
    (2**255 - 1).to_bytes(32, "little"),
    bytes([1] + [0] * 30 + [0x80]),
    bytes([2] + [0] * 31),
]


@pytest.mark.parametrize("scalar", [0, 1, 2, 8, -1, ORDER, ORDER + 1, 4 * ORDER, 8 * ORDER, ORDER // 8])
@pytest.mark.parametrize("data", OUTSIDE, ids=range(len(OUTSIDE)))
def test_a_sum_of_points_not_read_yet_notices_each_outside_the_group_whatever_it_is_multiplied_by(
    data, scalar
):
    beside = [(7, BASE), (scalar, data), (3, edwards.base(5))]
    assert edwards.combine_unread(beside) is None
    assert edwards.combine_unread([*beside, (-scalar, data)]) is None


@given(st.lists(st.tuples(st.integers(-2, 2**260), st.integers(1, 5)), max_size=6))
def test_a_sum_of_points_not_read_yet_is_that_of_read_ones(parts):
    terms = [(scalar, edwards.base(number)) for scalar, number in parts]
    assert edwards.combine_unread(terms) == edwards.combine(terms)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**256))
def test_a_sum_takes_the_points_that_are_read(data, scalar):
    try:
        point = edwards.read_point(data, A_CARD)
    except Forged:
        assert edwards.combine_unread([(scalar, data)]) is None
    else:
        assert edwards.combine_unread([(scalar, data)]) == edwards.multiply(scalar, point)


@given(st.binary(min_size=32, max_size=32))
def test_points_are_read_alike_by_the_independent_decoder(data):
    try:
        read = edwards.read_point(data, A_CARD)
    except Forged:
        assert independent.decoded(data) is None
    else:
        assert independent.encoded(independent.decoded(data)) == read == data


@pytest.mark.parametrize("value", [0, 1, ORDER - 1])
def test_scalars_below_the_order_are_read(value):
    assert edwards.read_scalar(edwards.write_scalar(value), A_CARD) == value


@pytest.mark.parametrize("value", [ORDER, ORDER + 1, 2**256 - 1])
def test_scalars_from_the_order_on_are_refused(value):
    with pytest.raises(Forged, match="order"):
        edwards.read_scalar(value.to_bytes(32, "little"), A_CARD)


@pytest.mark.parametrize("data", [b"", bytes(31), bytes(33), bytearray(32), 0, None, True])
def test_other_things_are_no_scalars(data):
    with pytest.raises(Forged):
        edwards.read_scalar(data, A_CARD)


@pytest.mark.parametrize("size", [0, 32, 63, 65, 96])
def test_lists_have_exactly_their_length(size):
    with pytest.raises(Forged):
        edwards.split_points((BASE * 4)[:size], 2, A_CARD)
    with pytest.raises(Forged):
        edwards.read_scalars(bytes(size), 2, A_CARD)
    assert edwards.split_points(BASE * 2, 2, A_CARD) == (BASE, BASE)


@given(st.binary(max_size=40))
def test_hashing_follows_the_document(part):
    assert edwards.hash_to_point("test", part) == independent.encoded(independent.hashed("test", part))
    assert edwards.hash_to_scalar("test", part) == independent.s("test", part)


def test_hashed_points_are_members():
    for index in range(50):
        edwards.read_point(edwards.hash_to_point("member", bytes([index])), A_CARD)


def test_parts_are_not_run_together():
    assert edwards.hash_to_point("test", b"ab", b"c") != edwards.hash_to_point("test", b"a", b"bc")
    assert edwards.hash_to_scalar("test", b"ab") != edwards.hash_to_scalar("test", b"ab", b"")


def test_the_examples_in_the_document():
    point, scalar = re.findall(r"`([0-9a-f]{64})`", DOCUMENT.read_text(encoding="utf-8"))
    assert edwards.hash_to_point("example").hex() == point
    assert edwards.write_scalar(edwards.hash_to_scalar("example")).hex() == scalar
