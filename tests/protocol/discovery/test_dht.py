"""Looking each other up in a private DHT of a dozen nodes on loopback; the records, and what is refused."""

from functools import partial
from random import Random

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.discovery import dht
from p2pgames_protocol.discovery.dht import NONCE_SIZE, PLAIN, RECORD, Dht, RecordLocation
from p2pgames_protocol.discovery.registry import Enabled, TransportOptions, for_guest, for_host, named_by
from p2pgames_protocol.net import network as dialling
from p2pgames_protocol.net.meeting import Meeting, find_invite
from p2pgames_protocol.net.session import host_table, join_table, resume_game
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import DependencyMissing, Unreachable
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.invite import Words
from tests.dhtnet import SETTINGS, DhtNetwork
from tests.protocol.meetings import HERE, play_out, player, propose

TABLE, OTHER = b"t" * 32, b"u" * 32
PLACE = RecordLocation(identity(0).key, b"s" * 16)
NONCE = b"n" * NONCE_SIZE
needs_library = pytest.mark.skipif(
    dht.find_spec("libtorrent") is None, reason="the extra 'dht' is not installed"
)


def made(seat, nodes=()):
    return Dht(identity(seat), Random(seat).randbytes, nodes, SETTINGS)


# -- records -----------------------------------------------------------------------------------------

addresses = st.lists(
    st.text(st.characters(codec="ascii", categories=("L", "N", "P")), min_size=1, max_size=60)
)


@given(addresses.map(lambda some: tuple(some[:8])))
def test_records_are_read_as_they_are_written_and_all_have_one_length(some):
    record = PLACE.lock(some, NONCE)
    assert len(record) == RECORD <= 1000
    assert PLACE.unlock(record) == some


def test_too_many_addresses_for_a_record_lose_the_last():
    many = tuple(f"tls:{'x' * 240}:{number}" for number in range(8))
    assert PLACE.unlock(PLACE.lock(many, NONCE)) == many[:2]


def test_a_record_shows_nothing_of_what_is_in_it():
    record = PLACE.lock(("tls:192.0.2.1:7000#PIN",), NONCE)
    assert b"192" not in record
    assert record != PLACE.lock(("tls:192.0.2.1:7000#PIN",), b"m" * NONCE_SIZE)


@pytest.mark.parametrize("at", [0, NONCE_SIZE, RECORD - 1])
def test_a_changed_record_is_refused(at):
    record = bytearray(PLACE.lock(("tls:192.0.2.1:7000#PIN",), NONCE))
    record[at] ^= 1
    with pytest.raises(Malformed):
        PLACE.unlock(bytes(record))


@pytest.mark.parametrize("record", [b"", b"x", bytes(RECORD - 1), bytes(RECORD), bytes(RECORD + 1)])
def test_other_bytes_are_refused(record):
    with pytest.raises(Malformed):
        PLACE.unlock(record)


@pytest.mark.parametrize(
    "other",
    [RecordLocation(PLACE.key, b"z" * 16), RecordLocation(identity(1).key, PLACE.secret)],
    ids=["secret", "key"],
)
def test_who_knows_the_key_alone_reads_nothing(other):
    with pytest.raises(Malformed, match="not encrypted for this table"):
        other.unlock(PLACE.lock(("tls:192.0.2.1:7000#PIN",), NONCE))


@pytest.mark.parametrize("plain", [b"\xff\xff", b"\x00\x01\xc0", b"\x00\x00", b"\x00\x02\x91\x01"])
def test_what_is_encrypted_and_no_list_of_addresses_is_refused(plain):
    body = PLACE._cipher().encrypt(NONCE, plain.ljust(PLAIN, b"\0"), PLACE.key)
    with pytest.raises(Malformed):
        PLACE.unlock(NONCE + body)


# -- addresses ---------------------------------------------------------------------------------------


def test_addresses_are_read_as_they_are_written():
    assert dht.read_dht_address(PLACE.text()) == PLACE
    assert len(PLACE.text()) == 83
    assert named_by((PLACE.text(),)) == ("dht",)


@pytest.mark.parametrize(
    "address",
    [
        "dht:",
        "dht:.",
        PLACE.text()[:-1],
        PLACE.text() + "A",
        PLACE.text().lower(),
        PLACE.text().replace(".", "#"),
        RecordLocation(bytes(32), PLACE.secret).text(),
        RecordLocation(PLACE.key, b"short").text(),
    ],
)
def test_other_addresses_are_refused(address):
    with pytest.raises(ValueError):  # noqa: PT011  # each for a reason of its own
        dht.read_dht_address(address)


def test_nodes_are_places():
    assert dht.check_node("192.0.2.1:6881") == "192.0.2.1:6881"
    for wrong in ("192.0.2.1", "192.0.2.1:0", "a:1,b:2"):
        with pytest.raises(ValueError, match="HOST:PORT"):
            dht.check_node(wrong)


# -- the library -------------------------------------------------------------------------------------


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(dht, "find_spec", lambda name: None)
    with pytest.raises(DependencyMissing, match=r"pip install libtorrent$"):
        made(0)


def run(test):
    async def main():
        with trio.fail_after(120):
            async with DhtNetwork() as network, trio.open_nursery() as nursery:
                await test(network, nursery)
                nursery.cancel_scope.cancel()

    trio.run(main)


async def found(discovery, address, wanted):
    """Look up until what is wanted is there: the DHT takes it up in its own time."""
    while True:
        try:
            if await discovery.find(address) == wanted:
                return
        except Unreachable:
            pass
        await trio.sleep(0.05)


@needs_library
def test_each_table_has_a_key_of_its_own_and_none_is_the_identity(tmp_path):
    async def main():
        one, two = made(0), made(1)
        places = [
            dht.read_dht_address(discovery.address(table))
            for discovery in (one, two)
            for table in (TABLE, OTHER)
        ]
        assert len({place.key for place in places} | {identity(0).key, identity(1).key}) == 6
        assert len({place.secret for place in places}) == 4
        assert made(0).address(TABLE) == one.address(TABLE)

    trio.run(main)


@needs_library
def test_who_moves_is_found_at_the_new_place():
    async def test(network, nursery):
        near, far = made(0, network.nodes[:2]), made(1, network.nodes[-2:])
        for discovery in (near, far):
            await nursery.start(discovery.run)
        address = far.address(TABLE)
        for wanted in (("tls:192.0.2.1:7000#PIN",), ("tls:192.0.2.2:7000#PIN", "tor:x.onion:9")):
            far.tell(TABLE, wanted)
            await found(near, address, wanted)

    run(test)


@needs_library
def test_one_address_is_looked_up_for_several_players_at_once():
    async def test(network, nursery):
        near, far = made(0, network.nodes[:2]), made(1, network.nodes[-2:])
        for discovery in (near, far):
            await nursery.start(discovery.run)
        address, wanted, told = far.address(TABLE), ("tls:192.0.2.1:7000#PIN",), []
        far.tell(TABLE, wanted)
        await found(near, address, wanted)

        async def ask():
            told.append(await near.find(address))

        async with trio.open_nursery() as lookups:
            for _ in range(3):
                lookups.start_soon(ask)
        assert told == [wanted] * 3

    run(test)


@needs_library
def test_who_is_not_there_is_not_found(monkeypatch):
    monkeypatch.setattr(dht, "FIND_TIME", 2.0)

    async def test(network, nursery):
        near = made(0, network.nodes)
        with pytest.raises(Unreachable, match="not running"):
            await near.find(PLACE.text())
        await nursery.start(near.run)
        with pytest.raises(Unreachable, match="not found"):
            await near.find(PLACE.text())
        with pytest.raises(Unreachable, match="damaged"):
            await near.find("dht:nonsense")

    run(test)


@needs_library
def test_words_lead_to_their_host_by_the_dht_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(dht, "_QUIET", {**dht._QUIET, **SETTINGS})
    said = Words(b"secret")

    def by(ways, nodes):
        options = TransportOptions(relays=(), nodes=nodes)
        return Meeting(
            said, partial(ways, names=("tcp", "dht"), options=options, entropy=Random(2).randbytes)
        )

    async def test(network, nursery):
        here, there = by(for_host, network.nodes[:2]), by(partial(for_guest, identity(3)), network.nodes[-2:])
        for one in (here, there):
            one.stretch = lambda secret: secret.ljust(32, b"\0")
        async with host_table(player(0, tmp_path), propose(), listen=HERE, meeting=here) as host:
            assert await find_invite(player(1, tmp_path), there, 100) == host.invite

    run(test)


@needs_library
@pytest.mark.parametrize("how", ["resume", "invite"])
def test_both_have_moved_while_the_game_lay_and_find_each_other_by_the_dht_alone(tmp_path, monkeypatch, how):
    monkeypatch.setattr(dialling, "means_the_same", lambda _host: True)  # loopback stands for the internet

    def ways(seat, nodes=()):
        """While the game begins no node is known: those that then leave would delay every lookup by 15 seconds."""
        return Enabled((Tls(identity(seat), b"d"),), (made(seat, nodes),))

    async def test(network, nursery):
        peers = []
        async with host_table(player(0, tmp_path), propose(), listen=HERE, ways=ways(0)) as host:
            assert host.invite.addresses[-1].startswith("dht:")
            guest = join_table(player(1, tmp_path), host.invite, listen=HERE, ways=ways(1))
            async with guest as session:
                peers = [await host.begun(), await session.begun()]
                for peer, other in zip(peers, (1, 0), strict=True):
                    told = partial(
                        peer.address_book.addresses_of, peer.replica.genesis.seat_key(identity(other).key)
                    )
                    await peer.wait_until(lambda told=told: any(one.startswith("dht:") for one in told()))
        there, back = player(0, tmp_path), player(1, tmp_path)
        genesis, more = peers[0].replica.genesis, {"listen": HERE, "ways": ways(1, network.nodes)}
        # By what is in the book, and by the invite of the first evening.
        again = {
            "resume": lambda: resume_game(back, genesis, **more),
            "invite": lambda: join_table(back, host.invite, patience=60, **more),
        }[how]
        async with (
            resume_game(there, genesis, listen=HERE, ways=ways(0, network.nodes)) as one,
            again() as other,
        ):
            peers = [await one.begun(), await other.begun()]
            async with trio.open_nursery() as games:
                for seat, peer in enumerate(peers):
                    games.start_soon(play_out, peer, seat)

    run(test)
