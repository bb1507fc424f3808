"""Words: what survives being read out and typed, and what is said of the rest; the vectors try what they cost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.exceptions import RuntimeError as NoRoom

from p2pgames_protocol.wire import invite
from p2pgames_protocol.wire.invite import BadWords, NoMemory, Words, word_list

secrets = st.binary(min_size=invite.SECRET_SIZE, max_size=invite.SECRET_SIZE).map(Words)
SAID = Words(bytes(range(6))).text()


def cheap(secret):
    """A seed for which nobody has to work."""
    return secret.ljust(32, b"\0")


@given(secrets, st.sampled_from([" ", "-", ", ", "\n\t"]), st.sampled_from([str.lower, str.upper, str.title]))
def test_what_is_shown_is_read(drawn, between, case):
    assert invite.read_words(case(drawn.text().replace(" ", between))) == drawn


@given(secrets)
def test_four_letters_of_each_are_enough(drawn):
    assert invite.read_words(" ".join(word[:4] for word in drawn.text().split())) == drawn


def test_no_two_words_of_the_list_begin_with_the_same_four_letters():
    assert len({word[:4] for word in word_list()}) == len(word_list()) == 2**11


def test_a_word_misheard_or_out_of_place_is_noticed_but_for_one_time_in_a_hundred():
    random, passed = Random(1), 0
    for number in range(1000):
        said = Words(random.randbytes(6)).text().split()
        at, other = random.sample(range(5), 2)
        wrong = list(said)
        wrong[at], wrong[other] = (
            (random.choice(word_list()), said[other]) if number % 2 else (said[other], said[at])
        )
        if wrong != said:
            try:
                invite.read_words(" ".join(wrong))
                passed += 1
            except BadWords:
                pass
    assert 0 < passed < 30


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "five words; this has 0"),
        ("abandon amount liar amount", "five words; this has 4"),
        (f"{SAID} abandon", "five words; this has 6"),
        ("amount abandon liar amount fence", "differs from what was shown"),
        ("abandon amuont liar amount fence", "'amuont' is not one of the words. Did you mean amount"),
        ("abandon amounts liar amount fence", "Did you mean amount"),
        ("aba amount liar amount fence", "'aba' is not one"),
        ("abandon xzxzx liar amount fence", "'xzxzx' is not one of the words. Ask for them again"),
    ],
)
def test_what_is_wrong_is_said(text, says):
    with pytest.raises(BadWords, match=says.replace("?", r"\?")):
        invite.read_words(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (SAID, True),
        ("tram train", True),
        ("tram-train", True),
        ("P2PGAMES:ABC", False),
        ("P2PGAMES:ABC DEF", False),
        ("train", False),
        ("", False),
        ("tram " * 100, False),
    ],
)
def test_words_are_told_from_a_line(text, meant):
    assert invite.looks_like_words(text) is meant


@given(st.text(max_size=40))
def test_no_text_does_anything_else_than_be_refused(text):
    try:
        invite.read_words(text)
    except BadWords as wrong:
        assert str(wrong)


def test_the_secret_is_in_no_repr_and_has_its_length():
    assert repr(Words(b"secret")) == "Words()"
    with pytest.raises(ValueError, match="6"):
        Words(b"short")


def test_the_key_is_of_the_secret_and_of_nothing_else():
    one, other = (
        invite.meeting_key(invite.read_words(SAID), cheap),
        invite.meeting_key(Words(bytes(6)), cheap),
    )
    assert one.key == invite.meeting_key(invite.read_words(SAID.upper()), cheap).key != other.key
    assert invite.meeting_token(one) != invite.meeting_token(other)


def test_a_computer_without_room_says_so(monkeypatch):
    def full(*_arguments):
        raise NoRoom("Unexpected failure in key derivation")

    monkeypatch.setattr(invite.argon2id, "kdf", full)
    with pytest.raises(NoMemory, match="256 MiB"):
        invite.stretch(bytes(6))
