"""Invites: what survives being sent, typed and broken over lines, and what is said of the rest."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.address import MAX_ADDRESSES
from p2pgames_protocol.wire.codec import digest, pack
from p2pgames_protocol.wire.invite import PREFIX, TOKEN_SIZE, BadInvite, Invite

PINNED = tuple(f"tls:10.0.0.{number}:4711#{'QWERTZUIOP234567' * 3}ABCD" for number in range(1, 5))
INVITE = Invite(identity(0).key, bytes(range(TOKEN_SIZE)), "linja", PINNED)

places = st.builds(
    lambda host, port, pin: f"tls:{host}:{port}{pin}",
    st.from_regex(r"[a-z0-9.]{1,30}", fullmatch=True),
    st.integers(1, 65535),
    st.sampled_from(["", "#", "#A", "#B"]),
)


@given(
    st.sampled_from([b"", bytes(TOKEN_SIZE)]), st.lists(places, min_size=1, max_size=MAX_ADDRESSES).map(tuple)
)
def test_what_is_written_is_read(token, addresses):
    # "#" alone means the pin of the address before, so nobody may have an empty one
    addresses = tuple(address.removesuffix("#") for address in addresses)
    invite = Invite(identity(3).key, token, "dice", addresses)
    assert invites.read_invite(invite.text()) == invite


def test_a_pin_is_written_once():
    assert len(INVITE.text()) < 400
    assert invites.read_invite(INVITE.text()).addresses == PINNED


def wrapped(text, width=20):
    """The text as a mail program breaks it."""
    return "\r\n> ".join(text[at : at + width] for at in range(0, len(text), width)).replace("> ", "  ")


@pytest.mark.parametrize(
    "change",
    [str.lower, str.title, wrapped, lambda t: f"\n\t {t} \n", " ".join, lambda t: t + "\u2003"],
)
def test_case_blanks_and_line_breaks_do_not_matter(change):
    assert invites.read_invite(change(INVITE.text())) == INVITE


def test_every_single_wrong_lost_doubled_or_swapped_character_is_found():
    text = INVITE.text()
    for at in range(len(text)):
        wrong = [
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            *(text[:at] + other + text[at + 1 :] for other in "A7Q0!ß" if other != text[at]),
        ]
        if at + 1 < len(text) and text[at] != text[at + 1]:
            wrong.append(text[:at] + text[at + 1] + text[at] + text[at + 2 :])
        for one in wrong:
            with pytest.raises(BadInvite, match=r"Copy the whole line") as caught:
                invites.read_invite(one)
            assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "text", ["", "hello", PREFIX, PREFIX + "A", PREFIX + "=" * 8, "X" * 10_000, "p2pgames"]
)
def test_what_is_no_invite_gets_a_sentence(text):
    with pytest.raises(BadInvite, match=r"\.$"):
        invites.read_invite(text)


def sealed(*fields):
    """An invite of any fields, with a right checksum."""
    from base64 import b32encode

    body = pack(fields)
    return PREFIX + b32encode(body + digest("invite", body)[:4]).decode().rstrip("=")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ((), "list of fields"),
        ((0, b"", b"", "x", ("a",)), "update the older"),
        ((1, identity(0).key, b"", "x"), "missing"),
        ((True, identity(0).key, b"", "x", ("a",)), "update the older"),
        ((1, identity(0).key, b"", "x", (f"a#{'P' * 52}", "b" * 250 + "#")), "short text"),
        ((1, b"short", b"", "x", ("a",)), "key"),
        ((1, bytes(32), b"", "x", ("a",)), "key"),
        ((1, identity(0).key, b"short", "x", ("a",)), "token"),
        ((1, identity(0).key, b"", "", ("a",)), "game"),
        ((1, identity(0).key, b"", "x", ()), "no address"),
        ((1, identity(0).key, b"", "x", ("a",) * 9), "addresses"),
        ((1, identity(0).key, b"", "x", ("\u202ea:1",)), "short text"),
        ((1, identity(0).key, b"", "x", ("a" * 300,)), "short text"),
        ((1, identity(0).key, b"", "x", (5,)), "short text"),
    ],
)
def test_a_whole_invite_that_makes_no_sense_says_why(fields, why):
    with pytest.raises(BadInvite, match=why) as caught:
        invites.read_invite(sealed(*fields))
    assert "Ask for a new one" in str(caught.value)


@given(st.text(string.ascii_uppercase + "234567", max_size=200))
def test_noise_is_refused(noise):
    with pytest.raises(BadInvite):
        invites.read_invite(PREFIX + noise)


@pytest.mark.parametrize("length", range(1, 9))
def test_the_last_character_counts_whole(length):
    text = Invite(identity(0).key, b"", "g" * length, ("tls:a:1#PIN",)).text()
    for other in set(string.ascii_uppercase + "234567") - {text[-1]}:
        with pytest.raises(BadInvite, match="Copy the whole line"):
            invites.read_invite(text[:-1] + other)


def test_one_line_holds_an_address_of_every_way():
    key = "A" * 52
    every = (
        *PINNED,
        f"iroh:https://relay.example.org./,192.0.2.1:4711,[2001:db8::1]:4711#{key}",
        f"tor:{'a' * 56}.onion:9",
        f"dht:{key}.{'A' * 26}",
        "pigeon:of-a-later-version",
    )
    assert len(every) == MAX_ADDRESSES
    text = Invite(identity(0).key, bytes(TOKEN_SIZE), "linja", every).text()
    assert invites.read_invite(text).addresses == every
    assert len(text) < 900
