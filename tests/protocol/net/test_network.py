"""Finding one another: several addresses, dead ones among them, both dialling at once, loss and return."""

from contextlib import suppress
from dataclasses import replace

import pytest
import trio
import trio.testing

from p2pgames.text import Count
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.connections import MAX_LINKS, Presence
from p2pgames_protocol.net.door import Door
from p2pgames_protocol.net.limits import MAX_ADDRESSES
from p2pgames_protocol.net.link import SILENCE, Link, LinkFault
from p2pgames_protocol.net.network import FIRST_WAIT, LAST_WAIT, NEWS_WAIT, STAGGER, Network, instead
from p2pgames_protocol.net.open_game import play_game
from p2pgames_protocol.store.address_book import Entry
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from p2pgames_protocol.transports.transport import DIAL_TIME, Unreachable
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
        network = Network(someone, [Memory(self.world, f"h{seat}")], Door(someone, peer=peer))
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
        assert table.peers[0].links.presence == {other: Presence(linked=False, since=start)}
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
        assert table.peers[0].links.presence[other] == Presence(linked=False, since=trio.current_time())

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
        peers[2]._changes.tell()
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

    record = Entry.sign(seated(1), make_genesis(DICE, 2).game_id, 0, ("tls:a:1",)).record
    at_table(test, tmp_path)


def test_who_names_new_addresses_again_and_again_is_dialled_every_few_seconds(tmp_path):
    async def test(table):
        peer = await table.sit(0)
        table.mesh(0, 1)
        for number in range(600):
            told = Entry.sign(seated(1), table.genesis.game_id, number, (f"memory:third:{number + 1}",))
            await peer.address_book.hear(told)
            peer.links.tell()
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

    record = Entry.sign(seated(1), make_genesis(DICE, 2).game_id, 0, ("tls:a:1",)).record
    at_table(test, tmp_path)


def test_what_is_told_in_place_of_our_own_addresses():
    found = ("tls:10.0.0.1:5#PIN", "tls:[fd00::1]:5#PIN")
    assert instead(found, ()) == list(found)
    assert instead(found, ("me.example",)) == ["tls:me.example:5#PIN"]
    assert instead(found, ("me.example:9", "fd00::2")) == ["tls:me.example:9#PIN", "tls:[fd00::2]:5#PIN"]
