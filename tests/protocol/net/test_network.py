"""Finding one another: several addresses, dead ones among them, both dialling at once, loss and return."""

from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_network

import pytest
import trio
import trio.testing

from p2pgames.text import Count, Verbatim
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.acceptor import Acceptor
from p2pgames_protocol.net.connections import MAX_LINKS, Linked
from p2pgames_protocol.net.limits import AUTHOR_RECORDS, AUTHOR_TIME, MAX_ADDRESSES
from p2pgames_protocol.net.link import SILENCE, Link, LinkFault
from p2pgames_protocol.net.network import (
    FIRST_WAIT,
    LAST_WAIT,
    MAX_PORTS,
    NEWS_WAIT,
    STAGGER,
    Network,
    announced_addresses,
)
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.player import AddressRecord
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from p2pgames_protocol.transports import tcp
from p2pgames_protocol.transports.sentences import NOBODY_ANSWERS
from p2pgames_protocol.transports.tls import Tls, write_pin
from p2pgames_protocol.transports.transport import DIAL_TIME, Unreachable
from p2pgames_protocol.wire.address import Ends
from p2pgames_protocol.wire.invite import Invite
from tests.dice import DICE
from tests.protocol.meetings import play_out, player


class Table:
    """Players of one game, each with a network, who find each other by what the test tells them."""

    def __init__(self, nursery, tmp_path, seats=2):
        self.world = World()
        self.nursery = nursery
        self.genesis = make_genesis(DICE, seats)
        self.tmp_path = tmp_path
        self.peers, self.networks = {}, {}

    async def sit(self, seat):
        """Start a player's peer and network; nobody dials yet."""
        someone = player(seat, self.tmp_path)
        peer = await play_game(someone, self.genesis)
        network = Network(someone, [Memory(self.world, f"h{seat}")], Acceptor(someone, peer=peer))
        await self.nursery.start(network.listener.serve, f"h{seat}:1")
        self.peers[seat], self.networks[seat] = peer, network
        return peer

    def mesh(self, seat, *others):
        """Let a player dial the others from now on."""
        known = {seated(other).key: (f"memory:h{other}:1",) for other in others}
        self.nursery.start_soon(self.networks[seat].mesh, self.peers[seat], known)


def at_table(test, tmp_path, seats=2, threshold=0.02):
    """Run a test with a table of players."""

    async def main():
        async with trio.open_nursery() as nursery:
            await test(Table(nursery, tmp_path, seats))
            nursery.cancel_scope.cancel()

    clocked(main, threshold=threshold)


# -- several addresses -------------------------------------------------------------------------------


def test_the_living_address_wins_over_dead_and_hanging_ones(tmp_path):
    async def test(table):
        for seat in (0, 1):
            await table.sit(seat)
        table.world.hanging |= {"memory:hang:1", "memory:hang:2"}
        addresses = ("memory:hang:1", "memory:dead:1", "memory:hang:2", "memory:h1:1", "memory:dead:2")
        before = trio.current_time()
        link = await table.networks[0].dialer.dial(addresses, seated(1).key)
        assert link.key == seated(1).key
        assert trio.current_time() - before < 1
        await link.aclose()

    at_table(test, tmp_path)


def test_somebody_else_at_an_address_does_not_win(tmp_path):
    async def test(table):
        for seat in (0, 1, 2):
            await table.sit(seat)
        link = await table.networks[0].dialer.dial(("memory:h2:1", "memory:h1:1"), seated(1).key)
        assert link.key == seated(1).key
        await link.aclose()
        with pytest.raises(Unreachable, match="is not at this address"):
            await table.networks[0].dialer.dial(("memory:h2:1", "memory:dead:1"), seated(1).key)

    at_table(test, tmp_path, 3)


def test_dead_addresses_alone_end_in_time(tmp_path):
    async def test(table):
        await table.sit(0)
        table.world.hanging.add("memory:hang:1")
        before = trio.current_time()
        with pytest.raises(Unreachable, match="memory:hang:1, memory:dead:1"):
            await table.networks[0].dialer.dial(("memory:hang:1", "memory:dead:1"), seated(1).key)
        assert trio.current_time() - before <= DIAL_TIME
        with pytest.raises(Unreachable, match="No address"):
            await table.networks[0].dialer.dial((), seated(1).key)
        with pytest.raises(Unreachable, match="does not know how to dial pigeon:loft"):
            await table.networks[0].dialer.dial(("pigeon:loft:1#PIN",), seated(1).key)

    at_table(test, tmp_path)


# -- staying in touch --------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_both_dialling_at_once_leaves_one_link(tmp_path, order):
    async def test(table):
        for seat in order:
            await table.sit(seat)
        for seat in order:
            table.mesh(seat, 1 - seat)
        await trio.sleep(60)
        for seat, peer in table.peers.items():
            assert peer.links.connected == (seated(1 - seat).key,)
            assert len(peer.links) == 1
        dialled = len(table.world.dialled)
        assert dialled <= 4
        await trio.sleep(100)
        assert len(table.world.dialled) == dialled
        async with trio.open_nursery() as games:
            for seat, peer in table.peers.items():
                games.start_soon(play_out, peer, seat)

    at_table(test, tmp_path)


def test_a_mesh_forms_in_any_order_from_what_one_of_them_knows(tmp_path):
    async def test(table):
        for seat in (2, 0, 1):
            await table.sit(seat)
            await trio.sleep(100)
            table.mesh(seat, *([0] if seat else []))
        await trio.sleep(100)
        for seat, peer in table.peers.items():
            assert set(peer.links.connected) == {seated(other).key for other in range(3) if other != seat}
            assert len(peer.address_book.records()) == 3

    at_table(test, tmp_path, 3)


def test_who_is_away_is_dialled_less_and_less_often(tmp_path):
    async def test(table):
        await table.sit(0)
        table.mesh(0, 1)
        await trio.sleep(600)
        times = len(table.world.dialled)
        doubling = LAST_WAIT / FIRST_WAIT
        assert 600 / LAST_WAIT <= times <= 2 * 600 / LAST_WAIT + doubling
        await table.sit(1)
        await trio.sleep(LAST_WAIT + 1)
        assert table.peers[0].links.connected == (seated(1).key,)

    at_table(test, tmp_path)


def test_who_hangs_at_two_addresses_is_dialled_less_and_less_often_too(tmp_path):
    async def test(table):
        await table.sit(0)
        table.world.hanging |= {"memory:h1:1", "memory:h1:2"}
        known = {seated(1).key: ("memory:h1:1", "memory:h1:2")}
        table.nursery.start_soon(table.networks[0].mesh, table.peers[0], known)
        await trio.sleep(1200)
        rounds = len(table.world.dialled) / 2
        # from half to the whole of the longest wait, and DIAL_TIME for the dialling itself
        assert rounds <= 1200 / (LAST_WAIT / 2 + DIAL_TIME) + LAST_WAIT / FIRST_WAIT / 4

    at_table(test, tmp_path)


@pytest.mark.parametrize("dialler", ["h0", "h1"])
def test_after_every_cut_the_other_is_dialled_within_a_second(tmp_path, dialler):
    """However many cuts there were before, and whoever of the two can dial the other."""

    async def test(table):
        for seat in (0, 1):
            await table.sit(seat)
            table.mesh(seat, 1 - seat)
        peer, worst = table.peers[0], 0.0
        table.world.lay(lambda near, _far: near == dialler)
        for number in range(200):
            await peer.wait_until(lambda: peer.links.connected)
            await trio.sleep(number % 7)
            table.world.cut()
            cut = trio.current_time()
            await peer.wait_until(lambda: not peer.links.connected)
            await peer.wait_until(lambda: peer.links.connected)
            worst = max(worst, trio.current_time() - cut)
        assert worst <= 1

    at_table(test, tmp_path, threshold=0.002)


def test_who_came_by_itself_and_is_gone_is_looked_for_as_at_first(tmp_path):
    async def test(table):
        await table.sit(0)
        table.mesh(0, 1)
        await trio.sleep(600)
        near, far = trio.testing.memory_stream_pair()
        link = Link(near)
        link.key = seated(1).key
        table.nursery.start_soon(table.peers[0].attach, link)
        await table.peers[0].wait_until(lambda: table.peers[0].links.connected)
        await trio.sleep(5)
        before = len(table.world.dialled)
        await far.aclose()
        await trio.sleep(5)
        assert len(table.world.dialled) - before >= 4

    at_table(test, tmp_path)


@pytest.mark.parametrize(("drawn", "factor"), [(b"\x00", 0.5), (b"\xff", 1.0)])
def test_chance_decides_between_half_the_wait_and_the_whole(tmp_path, drawn, factor):
    """Players who lost each other at one moment do not all come back at one moment."""

    async def test(table):
        await table.sit(0)
        network = table.networks[0]
        network.player = replace(network.player, entropy=lambda size: drawn * size)
        began = trio.current_time()
        table.mesh(0, 1)
        await trio.sleep(0.1)
        for wait in (FIRST_WAIT, FIRST_WAIT * 2, FIRST_WAIT * 4):
            before = len(table.world.dialled)
            began += wait * factor
            await trio.sleep(began - 0.05 - trio.current_time())
            assert len(table.world.dialled) == before
            await trio.sleep(0.1)
            assert len(table.world.dialled) == before + 1

    at_table(test, tmp_path)


def test_presence_says_who_is_linked_and_since_when(tmp_path):
    async def test(table):
        start = trio.current_time()
        for seat in (0, 1):
            await table.sit(seat)
        other = seated(1).key
        assert table.peers[0].links.presence == {other: Linked(linked=False, since=start)}
        await trio.sleep(50)
        table.mesh(0, 1)
        await table.peers[0].wait_until(lambda: table.peers[0].links.connected)
        came = table.peers[0].links.presence[other]
        assert came.linked
        assert 50 <= came.since - start < 52
        await trio.sleep(100)
        assert table.peers[0].links.presence[other] == came
        table.world.hanging.add("memory:h1:1")
        table.world.cut()
        await table.peers[0].wait_until(lambda: not table.peers[0].links.connected)
        assert table.peers[0].links.presence[other] == Linked(linked=False, since=trio.current_time())

    at_table(test, tmp_path)


def test_a_silent_peer_is_noticed_within_fifteen_seconds(tmp_path):
    async def test(table):
        peer = await table.sit(0)
        near, _far = trio.testing.memory_stream_pair()
        link = Link(near)
        link.key = seated(1).key
        table.nursery.start_soon(peer.attach, link)
        await peer.wait_until(lambda: peer.links.connected)
        start = trio.current_time()
        await peer.wait_until(lambda: not peer.links.connected)
        assert SILENCE - 1 <= trio.current_time() - start <= SILENCE
        # The message itself, and no text: a catalogue has it in the language of the player.
        assert peer.notices[-1].why == sentences.SILENT(seconds=Count(15))

    at_table(test, tmp_path)


# -- one live link per player ------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "most"), [(0, 1), (1, MAX_LINKS)])
def test_the_newest_link_wins_where_our_key_is_to_choose(tmp_path, own, most):
    smaller, larger = sorted((0, 1), key=lambda number: seated(number).key)
    own = smaller if own == 0 else larger

    async def test(table):
        peer = await table.sit(own)
        links = []
        for _ in range(MAX_LINKS + 3):
            near, _far = trio.testing.memory_stream_pair()
            links.append(Link(near))
            links[-1].key = seated(1 - own).key
            table.nursery.start_soon(peer.attach, links[-1])
            await trio.testing.wait_all_tasks_blocked()
        assert [line.link for line in peer.links] == links[-most:]
        assert peer.links.connected == (seated(1 - own).key,)

    at_table(test, tmp_path, threshold=1)


# -- addresses told over links -----------------------------------------------------------------------


def test_a_changed_address_reaches_everybody_and_a_stale_own_one_is_told_anew(tmp_path):
    async def test(table):
        for seat in (0, 1, 2):
            await table.sit(seat)
            table.mesh(seat, *range(seat))
        key, peers = seated(2).key, table.peers
        for peer in peers.values():
            await peer.wait_until(lambda peer=peer: len(peer.address_book.records()) == 3)
        table.networks[2].sharing.addresses = ("memory:h2:1", "memory:new:1")
        peers[2].links.changes.wake()
        for peer in peers.values():
            await peer.wait_until(lambda peer=peer: len(peer.address_book.addresses(key)) == 2)

    at_table(test, tmp_path, 3)


async def pester(table, data, times, key=None):
    """Send an address record so often over one link, a player's or that of a key; return why it ended, and the peer."""
    peer = await table.sit(0)
    near, far = trio.testing.memory_stream_pair()
    link, other = Link(near), Link(far)
    link.key = other.key = key or seated(1).key
    table.nursery.start_soon(peer.attach, link)
    with suppress(LinkFault):
        for _ in range(times):
            await other.send("address", data)
    await peer.wait_until(lambda: not peer.links.connected and peer.notices)
    return str(peer.notices[-1].why), peer


def test_who_keeps_sending_forged_addresses_is_dropped(tmp_path):
    async def test(table):
        why, peer = await pester(table, b"junk", 100)
        assert "keeps sending" in why
        assert not peer.address_book.records()

    at_table(test, tmp_path)


def test_a_watchers_link_hands_no_addresses_on(tmp_path):
    async def test(table):
        why, peer = await pester(table, record, MAX_ADDRESSES + 100, identity(7).key)
        assert "floods" in why
        assert not peer.address_book.records()

    record = AddressRecord.sign(seated(1), make_genesis(DICE, 2).game_id, 0, ("tls:a:1",)).record
    at_table(test, tmp_path)


def test_who_names_new_addresses_again_and_again_is_dialled_every_few_seconds(tmp_path):
    async def test(table):
        peer = await table.sit(0)
        table.mesh(0, 1)
        for number in range(600):
            told = AddressRecord.sign(
                seated(1), table.genesis.game_id, number, (f"memory:third:{number + 1}",)
            )
            await peer.address_book.receive(told)
            peer.links.changes.wake()
            await trio.sleep(0.1)
        third = [address for _host, address in table.world.dialled if "third" in address]
        assert len(third) <= 60 / NEWS_WAIT + 4  # the first ones double from half a second

    at_table(test, tmp_path)


def test_when_an_address_is_dialled_says_nothing_of_those_before(tmp_path):
    class Times(list):
        def append(self, dialled):
            super().append((dialled[1], trio.current_time()))

    async def test(table):
        await table.sit(0)
        table.world.hanging |= {"memory:open:1", "memory:open:2"}
        for kind in ("open", "closed"):
            table.world.dialled, before = Times(), trio.current_time()
            with suppress(Unreachable):
                addresses = (f"memory:{kind}:1", f"memory:{kind}:2", "memory:mark:1")
                await table.networks[0].dialer.dial(addresses, seated(1).key)
            took = dict(table.world.dialled)["memory:mark:1"] - before
            assert took == pytest.approx(2 * STAGGER, abs=0.02)

    at_table(test, tmp_path)


def test_who_floods_with_addresses_is_dropped(tmp_path):
    async def test(table):
        why, peer = await pester(table, record, MAX_ADDRESSES + 100)
        assert "floods" in why
        assert peer.address_book.addresses(seated(1).key) == ("tls:a:1",)

    record = AddressRecord.sign(seated(1), make_genesis(DICE, 2).game_id, 0, ("tls:a:1",)).record
    at_table(test, tmp_path)


def test_what_is_told_in_place_of_our_own_addresses():
    found = ("tls:10.0.0.1:5#PIN", "tls:[fd00::1]:5#PIN")
    assert announced_addresses(found, ()) == list(found)
    assert announced_addresses(found, ("me.example",)) == ["tls:me.example:5#PIN"]
    assert announced_addresses(found, ("me.example:9", "fd00::2")) == [
        "tls:me.example:9#PIN",
        "tls:[fd00::2]:5#PIN",
    ]


# -- whom somebody else may have us dial -----------------------------------------------------------

PIN = write_pin(bytes(32))


class Noted(Tls):
    """Dials nobody, and notes whom it would have."""

    def __init__(self):
        super().__init__(identity(0), b"d")
        self.dialled = []

    async def dial(self, address):
        self.dialled.append(address.removeprefix("tls:").partition("#")[0])
        raise Unreachable(NOBODY_ANSWERS(place=Verbatim(address)))


def dialled(tmp_path, places, there="", **more):
    """Return what a client dials of an address record that came over a link from there."""
    transport, genesis = Noted(), make_genesis(DICE, 2)

    async def main():
        me = player(0, tmp_path)
        book = me.address_book(genesis)
        network = Network(me, [transport], Acceptor(me))
        addresses = tuple(f"tls:{place}#{PIN}" for place in places)
        ends = Ends("127.0.0.1" if there == "127.0.0.1" else "10.1.2.3", there)
        await book.receive(AddressRecord.sign(seated(1), genesis.game_id, 0, addresses), ends.vouch)
        # What was heard holds for a client begun anew, too.
        for one in (book, me.address_book(genesis)):
            transport.dialled.clear()
            with suppress(Unreachable):
                await network.dialer.dial(
                    one.addresses(seated(1).key), seated(1).key, trusted=one.trusted(seated(1).key)
                )
            found.append(sorted(transport.dialled))

    found = []
    clocked(main)
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize(
    "place",
    [
        "127.0.0.1:22",
        "127.1.2.3:22",
        "[::1]:22",
        "[::ffff:127.0.0.1]:22",
        "0.0.0.0:22",
        "[::]:22",
        "localhost:22",
        "2130706433:22",  # 127.0.0.1 as one number, which systems take
        "169.254.169.254:80",
        "[fe80::1]:22",
        "[fe80::1%1]:22",
        "10.255.255.1:22",
        "[fd12:3456::1]:22",
        "224.0.0.251:5353",
        "a..b:22",
    ],
)
@pytest.mark.parametrize("there", ["", "8.8.8.8"])
def test_nobody_far_away_has_us_dial_this_computer_or_a_private_network(tmp_path, place, there):
    assert dialled(tmp_path, [place, "8.8.4.4:4711"], there) == ["8.8.4.4:4711"]


@pytest.mark.parametrize(
    ("there", "place"),
    [
        ("127.0.0.1", "127.0.0.1:4711"),
        ("127.0.0.1", "[::1]:4711"),
        ("10.1.2.3", "127.0.0.1:4711"),  # both ends are this computer, by its address in a network
        ("10.9.9.9", "10.255.255.1:4711"),
        ("fe80::2", "169.254.1.1:4711"),
        ("192.168.1.2", "192.168.178.3:4711"),
        ("fd00::1", "[fd12::1]:4711"),
    ],
)
def test_who_is_near_may_name_what_is_near(tmp_path, there, place):
    expected = [] if "169" in place else [place]
    assert dialled(tmp_path, [place], there) == expected


def test_a_neighbours_address_is_dialled_whoever_names_it(tmp_path, monkeypatch):
    monkeypatch.setattr(tcp, "own_networks", lambda: (ip_network("10.255.255.0/24"),))
    assert dialled(tmp_path, ["10.255.255.1:22", "10.255.254.1:22"]) == ["10.255.255.1:22"]


def test_a_name_is_looked_up_once(tmp_path, monkeypatch):
    """What a name server says the next time is not what was looked at."""

    async def resolved(_host):
        return "8.8.8.8", "127.0.0.1", "9.9.9.9"

    monkeypatch.setattr(tcp, "resolved", resolved)
    assert dialled(tmp_path, ["example.net:4711"], "127.0.0.1") == ["8.8.8.8:4711", "9.9.9.9:4711"]


@pytest.mark.parametrize("there", ["", "127.0.0.1"])
def test_a_player_has_few_ports_of_a_host_dialled(tmp_path, there):
    host = "127.0.0.1" if there else "8.8.8.8"
    places = [f"{host}:{port}" for port in range(4711, 4719)]
    assert dialled(tmp_path, places, there) == places[:MAX_PORTS]


def test_what_was_given_by_hand_is_dialled_wherever_it_leads(tmp_path):
    transport = Noted()

    async def main():
        network = Network(player(0, tmp_path), [transport], Acceptor(player(0, tmp_path)))
        for where in (invite, invite.over(Ends(there="8.8.8.8").vouch)):
            with suppress(Unreachable):
                await network.dialer.dial(where.addresses, where.host, trusted=where.trusted)

    invite = Invite(identity(1).key, bytes(16), "dice", (f"tls:127.0.0.1:4711#{PIN}",))
    clocked(main)
    assert transport.dialled == ["127.0.0.1:4711"]


def test_new_addresses_of_one_player_are_heard_now_and_then(tmp_path):
    async def test(table):
        peer, heard = await table.sit(0), []
        near, far = trio.testing.memory_stream_pair()
        link, other = Link(near), Link(far)
        link.key = other.key = seated(1).key

        async def hear():
            with suppress(LinkFault):
                await peer.attach(link)

        table.nursery.start_soon(hear)
        for number in range(AUTHOR_RECORDS + 20):
            told = AddressRecord.sign(
                seated(1), table.genesis.game_id, number, (f"memory:third:{number + 1}",)
            )
            await other.send("address", told.record)
            await trio.sleep(0.1)
            heard.append(peer.address_book.addresses_of(seated(1).key))
        assert len(set(heard)) == AUTHOR_RECORDS
        for _ in range(6):
            await trio.sleep(AUTHOR_TIME / 6)
            await other.send("ping")
        await other.send(
            "address", AddressRecord.sign(seated(1), table.genesis.game_id, 99, ("tls:a:1",)).record
        )
        await trio.sleep(0.1)
        assert peer.address_book.addresses_of(seated(1).key) == ("tls:a:1",)

    at_table(test, tmp_path)
