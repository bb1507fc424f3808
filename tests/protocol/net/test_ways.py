"""Choosing ways to each other: several transports at once, changing them in mid-game, and being looked up."""

import pytest
import trio
import trio.testing

from p2pgames_protocol.discovery import registry as discovery_registry
from p2pgames_protocol.discovery.registry import (
    Enabled,
    TransportSpec,
    at_hand,
    named_by,
    names_in,
    switched_on,
)
from p2pgames_protocol.net.acceptor import Acceptor
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.network import Network, fit_addresses, why_unknown
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import make_genesis, seated
from p2pgames_protocol.transports.transport import ChannelBinding, DependencyMissing, Pipe, Route, Unreachable
from tests.dice import DICE
from tests.protocol.meetings import play_out, player
from tests.protocol.notice_board import NoticeBoard


class Pigeon(Memory):
    """A second transport, with a world of its own: it has no hosts."""

    name = "pigeon"
    has_hosts = False

    async def dial(self, address):
        pipe = await super().dial(address.replace("pigeon:", "memory:"))
        return Pipe(pipe.stream, ChannelBinding("memory"), relay=lambda: "the loft")

    async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
        async with trio.open_nursery() as nursery:
            (found,) = await nursery.start(super().listen, where, handler)
            task_status.started((found.replace("memory:", "pigeon:"),))

    def place(self, where, addresses):
        return where


def in_worlds(test, tmp_path):
    async def main():
        async with trio.open_nursery() as nursery:
            await test(World(), World(), tmp_path, nursery)
            nursery.cancel_scope.cancel()

    clocked(main)


async def sitting(nursery, seat, genesis, tmp_path, transports, wheres, discoveries=()):
    someone = player(seat, tmp_path)
    peer = await play_game(someone, genesis)
    network = Network(someone, transports, Acceptor(someone, peer=peer), discoveries)
    await nursery.start(network.listener.serve, *wheres)
    return peer, network


def test_a_game_goes_on_over_another_carrier_when_one_dies(tmp_path):
    async def test(world, other, tmp_path, nursery):
        genesis, peers = make_genesis(DICE, 2), []
        for seat in range(2):
            transports = [Memory(world, f"h{seat}"), Pigeon(other, f"h{seat}")]
            peer, network = await sitting(
                nursery, seat, genesis, tmp_path, transports, (f"memory:h{seat}:1", f"pigeon:h{seat}:1")
            )
            assert network.sharing.addresses == (f"memory:h{seat}:1", f"pigeon:h{seat}:1")
            known = {seated(1 - seat).key: (f"memory:h{1 - seat}:1",)}
            nursery.start_soon(network.mesh, peer, known)
            peers.append(peer)
        await peers[0].wait_until(
            lambda: bool(peers[0].links.connected) and len(peers[0].address_book.records()) == 2
        )
        assert peers[0].links.routes == {seated(1).key: Route("memory")}
        world.hanging |= {"memory:h0:1", "memory:h1:1"}
        world.cut()
        await peers[0].wait_until(lambda: not peers[0].links.connected)
        await peers[0].wait_until(lambda: bool(peers[0].links.connected))
        # The transport of the hello is the same here; only one world is left.
        assert other.connections
        assert not world.connections
        async with trio.open_nursery() as games:
            for seat, peer in enumerate(peers):
                games.start_soon(play_out, peer, seat)

    in_worlds(test, tmp_path)


def test_the_route_says_whose_relay(tmp_path):
    async def test(world, other, tmp_path, nursery):
        genesis = make_genesis(DICE, 2)
        peer, network = await sitting(nursery, 0, genesis, tmp_path, [Pigeon(other, "h0")], ("pigeon:h0:1",))
        _, far = await sitting(nursery, 1, genesis, tmp_path, [Pigeon(other, "h1")], ("pigeon:h1:1",))
        nursery.start_soon(network.mesh, peer, {seated(1).key: far.sharing.addresses})
        await peer.wait_until(lambda: bool(peer.links.connected))
        assert peer.links.routes == {seated(1).key: Route("memory", "the loft")}

    in_worlds(test, tmp_path)


def test_who_shows_a_game_is_woken_when_a_link_goes_another_way(tmp_path):
    ways = [Route("iroh", "relay.example.org")]

    async def main():
        genesis = make_genesis(DICE, 2)
        peers = [await play_game(player(seat, tmp_path), genesis) for seat in range(2)]
        async with trio.open_nursery() as nursery:
            for peer, far, stream in zip(peers, (1, 0), trio.testing.memory_stream_pair(), strict=True):
                link = Link(stream, lambda: ways[0])
                link.key = seated(far).key
                nursery.start_soon(peer.attach, link)
            await trio.sleep(60)  # nothing happens any more: nobody moves
            assert peers[0].links.routes == {seated(1).key: ways[0]}
            ways[0] = Route("iroh")
            with trio.fail_after(2):
                await peers[0].changed()
            assert peers[0].links.routes == {seated(1).key: Route("iroh")}
            nursery.cancel_scope.cancel()

    clocked(main)


def test_routes_in_words():
    assert str(Route("tls").text()) == "TLS"
    assert str(Route("iroh").text()) == "iroh, direct"
    assert str(Route("iroh", "relay.example.org").text()) == "iroh, relayed by relay.example.org"
    assert str(Route("tor").text()) == "Tor"


def test_who_has_moved_is_looked_up_when_all_known_addresses_fail(tmp_path):
    async def test(world, other, tmp_path, nursery):
        genesis, notices = make_genesis(DICE, 2), {}
        boards = [NoticeBoard(notices, seat) for seat in range(2)]
        _, network = await sitting(
            nursery, 1, genesis, tmp_path, [Memory(world, "new")], ("new:1",), [boards[1]]
        )
        network.sharing.findable(genesis.proposal.nonce)
        assert boards[1].running
        assert network.sharing.addresses == ("memory:new:1", "board:b")
        assert notices == {"board:b": ("memory:new:1",)}
        _, dialling = await sitting(
            nursery, 0, genesis, tmp_path, [Memory(world, "h0")], ("h0:1",), [boards[0]]
        )
        link = await dialling.dialer.dial(("memory:old:1", "board:b"), seated(1).key)
        assert link.key == seated(1).key
        assert boards[0].asked == ["board:b"]
        await link.aclose()
        link = await dialling.dialer.dial(("memory:new:1", "board:b"), seated(1).key)
        await link.aclose()
        assert boards[0].asked == ["board:b"], "nobody is looked up who is where it was"

    in_worlds(test, tmp_path)


def test_what_is_looked_up_is_not_looked_up_again_nor_believed(tmp_path):
    async def test(world, other, tmp_path, nursery):
        genesis = make_genesis(DICE, 2)
        board = NoticeBoard({"board:b": ("board:b", "memory:old:1"), "board:c": ("memory:h0:1",)}, 0)
        _, network = await sitting(nursery, 0, genesis, tmp_path, [Memory(world, "h0")], ("h0:1",), [board])
        with pytest.raises(Unreachable, match="memory:old:1"):
            await network.dialer.dial(("memory:old:1", "board:b"), seated(1).key)
        with pytest.raises(Unreachable, match="is not at this address"):
            await network.dialer.dial(("board:c",), seated(1).key)
        with pytest.raises(Unreachable, match="No address"):
            await network.dialer.dial(("board:d",), seated(1).key)
        assert board.asked == ["board:b", "board:c", "board:d"]

    in_worlds(test, tmp_path)


def test_a_watcher_runs_its_ways_without_listening(tmp_path):
    async def test(world, other, tmp_path, nursery):
        board = NoticeBoard({}, 0)
        _, network = await sitting(
            nursery, 0, make_genesis(DICE, 2), tmp_path, [Memory(world, "h0")], (), [board]
        )
        assert board.running
        network.sharing.findable(bytes(32))
        assert network.sharing.addresses == ()
        assert not board.notices, "who listens nowhere cannot be found"

    in_worlds(test, tmp_path)


def test_of_too_many_addresses_every_carrier_keeps_some():
    many, one = [f"tls:{n}" for n in range(8)], ["iroh:x"]
    assert fit_addresses([many, one], 8) == [*many[:7], "iroh:x"]
    assert fit_addresses([many, many, one], 5) == ["tls:0", "tls:1", "tls:0", "tls:1", "iroh:x"]
    assert fit_addresses([one], 8) == one


def test_names_of_ways(tmp_path):
    assert names_in("tcp, tcp") == ("tcp",)
    for wrong in ("pigeon", "", "tcp,"):
        with pytest.raises(ValueError, match="choose from tcp"):
            names_in(wrong)
    assert named_by(("tls:127.0.0.1:1#PIN", "pigeon:loft", "nonsense")) == ("tcp",)
    assert switched_on(player(0, tmp_path), ("tcp",)).transports[0].name == "tls"
    assert "tcp, which is not switched on" in str(why_unknown("tls:127.0.0.1:1#PIN"))
    assert "does not know how to dial pigeon:loft" in str(why_unknown("pigeon:loft#PIN"))


def test_auto_is_what_is_installed_and_starts_nothing(monkeypatch):
    found = names_in("auto")
    assert {"tcp", "lan"} <= set(found) <= {"tcp", "iroh", "lan"}
    assert not any(discovery_registry.TRANSPORTS[name].starts for name in found)
    assert names_in("auto,dht,tcp") == (*found, "dht")
    monkeypatch.setattr(discovery_registry, "find_spec", lambda _name: None)
    assert names_in("auto") == ("tcp", "lan")


def test_what_is_not_installed_is_said_and_passed_over_where_others_are_left(tmp_path, monkeypatch):
    def absent(player, wishes):
        raise DependencyMissing("Pigeons need a loft.")

    monkeypatch.setitem(
        discovery_registry.TRANSPORTS, "pigeon", TransportSpec("pigeon", "pigeon", absent, "By pigeon.")
    )
    someone = player(0, tmp_path)
    with pytest.raises(DependencyMissing, match="loft"):
        switched_on(someone, ("tcp", "pigeon"))
    found, missing = at_hand(someone, ("tcp", "pigeon"))
    assert isinstance(found, Enabled)
    assert [transport.name for transport in found.transports] == ["tls"]
    assert missing == ["Pigeons need a loft."]
    with pytest.raises(DependencyMissing, match="loft"):
        at_hand(someone, ("pigeon",))
