"""The address book: only what a player of this game signed itself, only the newest, and it survives a restart."""

import pytest
import trio

from p2pgames_protocol.store.player import AddressBook, AddressRecord, without_hints
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.address import MAX_ADDRESSES, group, useful
from p2pgames_protocol.wire.codec import Malformed, pack, unpack

GAME, OTHER = b"g" * 32, b"o" * 32


@pytest.fixture
def book(tmp_path):
    return AddressBook(tmp_path / "x.addresses", GAME, [identity(n).key for n in range(3)])


def hear(book, record):
    return trio.run(book.receive, book.read_record(record))


def entry(number, counter, *addresses, game=GAME):
    return AddressRecord.sign(identity(number), game, counter, addresses).record


def test_the_newest_entry_of_a_player_holds(book):
    assert hear(book, entry(1, 3, "tls:a:1"))
    assert not hear(book, entry(1, 2, "tls:old:1"))
    assert not hear(book, entry(1, 3, "tls:same:1"))
    assert book.addresses(identity(1).key) == ("tls:a:1",)
    assert hear(book, entry(1, 4))
    assert book.addresses(identity(1).key) == ()
    assert book.addresses(identity(2).key) == ()


def forged():
    """Records that must not be believed, by what is wrong with them."""
    body, signature = unpack(entry(1, 1, "tls:a:1"))
    yield "not signed", pack((body, bytes(64)))
    yield "not signed", entry(1, 1, "tls:a:1", game=OTHER)
    yield "not signed", pack((pack((identity(2).key, 1, ("tls:a:1",))), signature))
    yield "not signed", pack((body, identity(2).sign("address", GAME, body)))
    yield "not signed", pack((body, identity(1).sign("hello", GAME, body)))
    yield "no seat", entry(7, 1, "tls:a:1")
    yield "number", entry(1, 2**32)
    yield "array", entry(1, 1, *["tls:a:1"] * (MAX_ADDRESSES + 1))
    yield "short", entry(1, 1, "x" * 257)
    yield "short", entry(1, 1, "tls:ä:1")
    yield "control characters", entry(1, 1, "tls:a:1").replace(b"tls:a:1", b"tls:\n:1")
    yield "key", pack((pack((b"k", 1, ())), signature))
    yield "msgpack", b"\xc1"


@pytest.mark.parametrize(("why", "record"), list(forged()))
def test_what_no_player_signed_for_this_game_is_refused(book, why, record):
    with pytest.raises(Malformed, match=why):
        hear(book, record)
    assert not book.records()


def test_the_book_survives_a_restart_and_a_broken_file_is_an_empty_book(book):
    hear(book, entry(1, 3, "tls:a:1"))
    hear(book, entry(2, 1, "tls:b:1"))
    again = AddressBook(book.path, GAME, book.keys)
    assert sorted(again.records()) == sorted(book.records())
    assert not AddressBook(book.path, OTHER, book.keys).records()
    assert book.path.stat().st_mode & 0o777 == 0o600
    book.path.write_bytes(b"\xc1 junk")
    assert not AddressBook(book.path, GAME, book.keys).records()


def test_what_an_invite_said_is_kept_and_passed_on_to_nobody(book):
    for number in (1, 7):
        trio.run(book.hint, identity(number).key, ("tls:a:1",))
    again = AddressBook(book.path, GAME, book.keys)
    assert again.hinted == {identity(1).key}
    assert again.addresses(identity(1).key) == ("tls:a:1",)
    assert not again.records()
    hear(again, entry(1, 0, "tls:b:1"))
    assert again.addresses(identity(1).key) == ("tls:b:1", "tls:a:1")


def test_ones_own_entry_grows_in_number_only_when_the_addresses_change(book):
    first = trio.run(book.sign_own, identity(0), ("tls:a:1",))
    assert trio.run(book.sign_own, identity(0), ("tls:a:1",)) == first
    second = trio.run(book.sign_own, identity(0), ("tls:b:1",))
    assert AddressRecord.read(second, GAME).counter == AddressRecord.read(first, GAME).counter + 1
    hear(book, entry(0, 9, "tls:from-before-the-book-was-lost:1"))
    assert AddressRecord.read(trio.run(book.sign_own, identity(0), ("tls:b:1",)), GAME).counter == 10


def test_which_own_addresses_mean_something_to_others():
    assert useful(["127.0.0.1", "::1", "fe80::1%eth0", "169.254.1.1"]) == ("127.0.0.1",)
    assert useful(["::1", "fd00::5", "10.0.0.2", "127.0.0.1", "192.0.2.1"]) == (
        "10.0.0.2",
        "192.0.2.1",
        "fd00::5",
    )
    assert len(useful(f"10.0.0.{n}" for n in range(1, 99))) == 6


def test_strangers_are_counted_by_machine():
    assert group("2001:db8::1") == group("2001:db8::2:3:4:5") != group("2001:db8:0:1::1")
    assert group("::ffff:192.0.2.1") == group("192.0.2.1") != group("192.0.2.2")
    assert group("a name") == "a name"


def test_of_a_book_with_a_seat_only_what_the_link_vouches_for_is_a_hint(book):
    async def main():
        await book.hint(identity(0).key, ("tls:127.0.0.1:1", "tls:8.8.8.8:1"))
        await book.hint(identity(1).key, ("tls:10.0.0.1:1",))
        return book.for_others(b"")

    given = trio.run(main)
    kept = without_hints(given, lambda address: "8.8" in address)
    book.path.write_bytes(kept)
    taken = AddressBook(book.path, book.game, book.keys)
    assert not taken.damaged
    assert taken.records() == book.records()
    assert {key: taken.hint_of(key) for key in taken.hinted} == {identity(0).key: ("tls:8.8.8.8:1",)}
    assert without_hints(b"junk", lambda _address: True) == b""
