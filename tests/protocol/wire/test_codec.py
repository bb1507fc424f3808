"""One encoding for every value, and nothing else gets in."""

import struct

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.wire.codec import (
    MAX_BYTES,
    MAX_DEPTH,
    Malformed,
    digest,
    encode,
    pack,
    prefixed,
    unpack,
)
from tests.strategies import wires

plains = st.one_of(wires, st.none(), st.tuples(st.none(), wires))


@given(plains)
def test_what_is_packed_unpacks_to_the_same_value_and_bytes(value):
    data = pack(value)
    assert unpack(data) == value
    assert pack(unpack(data)) == data


@given(st.binary(max_size=60))
def test_any_bytes_are_one_encoding_or_malformed(data):
    try:
        value = unpack(data)
    except Malformed:
        return
    assert pack(value) == data


DEFECTS = {
    "overlong integer": b"\xcc\x01",
    "overlong integer of four bytes": b"\xce\x00\x00\x00\x01",
    "signed where unsigned is shorter": b"\xd0\x05",
    "overlong text": b"\xd9\x01a",
    "overlong bytes": b"\xc5\x00\x01a",
    "overlong array": b"\xdc\x00\x01\x01",
    "float": b"\xcb" + struct.pack(">d", 1.0),
    "float32": b"\xca" + struct.pack(">f", 1.0),
    "not a number": b"\xcb" + struct.pack(">d", float("nan")),
    "map": b"\x81\x01\x02",
    "empty map": b"\x80",
    "map with list key": b"\x81\x91\x01\x02",
    "extension": b"\xd4\x05a",
    "timestamp": msgpack.packb(msgpack.Timestamp(1, 2)),
    "reserved byte": b"\xc1",
    "trailing byte": b"\x01\x01",
    "truncated": b"\x92\x01",
    "empty": b"",
    "invalid utf-8": b"\xa1\xff",
    "lone surrogate": b"\xa3\xed\xa0\x80",
    "overlong null": b"\xa2\xc0\x80",
    "null": b"\xa1\x00",
    "last of the first control characters": b"\xa1\x1f",
    "delete": b"\xa1\x7f",
    "last control character": b"\xa2\xc2\x9f",
    "array longer than the message": b"\xdd\xff\xff\xff\xff",
    "text longer than the message": b"\xdb\xff\xff\xff\xff",
}


@pytest.mark.parametrize("data", DEFECTS.values(), ids=DEFECTS.keys())
def test_every_other_encoding_is_refused(data):
    with pytest.raises(Malformed):
        unpack(data)


def test_depth_and_size_are_limited():
    deep = b"\x91" * MAX_DEPTH + b"\x01"
    assert unpack(deep)
    for bomb in (b"\x91" + deep, b"\x91" * 60000 + b"\x01"):
        with pytest.raises(Malformed):
            unpack(bomb)
    assert len(unpack(pack(b"x" * (MAX_BYTES - 3)))) == MAX_BYTES - 3
    with pytest.raises(Malformed, match="at most"):
        unpack(b"\x01" * (MAX_BYTES + 1))


@pytest.mark.parametrize("value", [1.5, {}, [1], {1}, 2**64, -(2**63) - 1, "a\nb", "\ud800", object()])
def test_what_is_not_allowed_is_not_packed(value):
    with pytest.raises(Malformed):
        pack(value)
    with pytest.raises(Malformed):
        pack((value,))


@pytest.mark.parametrize(
    "text", ["\ufeffa", "e\u0301", "\u00a0", "\U0001f600", "\u0378", "a" + "\u0316" * 99]
)
def test_text_comes_back_as_it_was_whatever_tables_say_of_it(text):
    assert unpack(pack(text)) == text


def test_enums_do_not_slip_through_as_text():
    with pytest.raises(Malformed):
        pack((Kind.EVENT,))


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_no_two_lists_of_parts_share_a_preimage(one, other):
    assert (prefixed("t", *one) == prefixed("t", *other)) == (one == other)
    assert prefixed("t", *one) != prefixed("u", *one)
    assert (digest("t", *one) == digest("t", *other)) == (one == other)


def test_numbers_are_eight_bytes():
    assert encode(1) == b"\0" * 7 + b"\1"
    with pytest.raises(OverflowError):
        encode(2**64)


@given(st.integers(1, 200))
def test_arrays_that_promise_more_than_there_is_are_refused(depth):
    with pytest.raises(Malformed):
        unpack((b"\xdc\xff\xff" * depth)[:MAX_BYTES])
