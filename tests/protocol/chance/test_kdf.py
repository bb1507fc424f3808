"""What is derived from a secret: the same every time, bound to its purpose, and without bias."""

import traceback
from collections import Counter

import pytest

from p2pgames_protocol.chance import edwards
from tests.protocol.chance.seats import secret_of

SECRET = secret_of(0)


def test_values_are_bound_to_secret_tag_parts_and_index():
    values = {
        edwards.scalar(SECRET, "a", b"x"),
        edwards.scalar(secret_of(1), "a", b"x"),
        edwards.scalar(SECRET, "b", b"x"),
        edwards.scalar(SECRET, "a", b"y"),
        edwards.scalar(SECRET, "a", b"x", b""),
        edwards.scalar(SECRET, "a", b"x", index=1),
    }
    assert len(values) == 6
    assert edwards.scalars(SECRET, "a", b"x", number=2)[1] == edwards.scalar(SECRET, "a", b"x", index=1)


@pytest.mark.parametrize("size", [1, 2, 3, 60, 128])
def test_a_permutation_holds_every_number_once(size):
    order = edwards.permutation(SECRET, "order", size=size)
    assert sorted(order) == list(range(size))
    assert order == edwards.permutation(SECRET, "order", size=size)


def test_permutations_are_equally_likely():
    tries = 24 * 500
    seen = Counter(
        edwards.permutation(SECRET, "order", index.to_bytes(4, "big"), size=4) for index in range(tries)
    )
    assert len(seen) == 24
    chi_square = sum((count - 500) ** 2 / 500 for count in seen.values())
    assert chi_square < 49.7  # one in a thousand for 23 degrees of freedom; the input is fixed


def test_words_that_would_make_small_numbers_likelier_are_passed_over():
    most = 2**64 // 3 * 3
    assert edwards._below(3, iter([most, 2**64 - 1, most - 1])) == (most - 1) % 3
    assert edwards._below(4, iter([2**64 - 1])) == 3


@pytest.mark.parametrize("secret", [b"", b"a secret that is too short", SECRET + b"!", "text" * 8, None])
def test_a_secret_of_another_kind_is_refused_without_showing_it(secret):
    with pytest.raises(ValueError, match="32 bytes") as refused:
        edwards.scalar(secret, "a")
    assert not secret or repr(secret)[2:-1] not in "".join(traceback.format_exception(refused.value))
