"""iroh on loopback, without a relay and with one of the tests; none outside is asked."""

from contextlib import suppress

import pytest
import trio
import trio.testing

from p2pgames_protocol.discovery.registry import Enabled, named_by
from p2pgames_protocol.net.acceptor import Acceptor, greet
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.net.session import host_table, join_table, watch_table, ways_before
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.tcp import own_hosts
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    DependencyMissing,
    PortTaken,
    Route,
    Unreachable,
)
from tests.protocol.meetings import play_out, player, propose
from tests.relay import Relay

pytest.importorskip("iroh", reason="there is no iroh for this system")

from p2pgames_protocol.transports import iroh
from p2pgames_protocol.transports.iroh import Iroh, IrohAddress, id_of, named
from p2pgames_protocol.transports.tcp import means_the_same

ID = bytes(range(32))
HERE = "iroh:127.0.0.1:0"


def made(seat, device=b"d", relays=()):
    return Iroh(identity(seat), device, relays)


def over_iroh(seat):
    return Enabled((made(seat),))


async def opened(nursery, seat, handler=None, where="127.0.0.1:0"):
    """Run a transport; return it, and its address if it listens."""
    transport = made(seat)
    await nursery.start(transport.run)
    if handler is None:
        return transport, ""
    (address,) = await nursery.start(transport.listen, where, handler)
    return transport, address


def run(test):
    async def main():
        with trio.fail_after(120):
            async with trio.open_nursery() as nursery:
                await test(nursery)
                nursery.cancel_scope.cancel()

    trio.run(main)


# -- addresses ---------------------------------------------------------------------------------------


def test_addresses_are_read_as_they_are_written():
    for where in (
        IrohAddress(ID, ("192.0.2.1:7000", "[2001:db8::1]:7001")),
        IrohAddress(ID, ("192.0.2.1:7000",), "https://relay.example.org./"),
        IrohAddress(ID, (), "https://relay.example.org"),
    ):
        assert iroh.read_iroh(where.text()) == where
        assert named_by((where.text(),)) == ("iroh",)


def test_an_address_that_would_be_too_long_keeps_the_relay_and_the_first_hosts():
    hosts = tuple(f"[2001:db8:1111:2222:3333:4444:5555:{n}]:65535" for n in range(9))
    kept = iroh.read_iroh(IrohAddress(ID, hosts, "https://relay.example.org/").text())
    assert kept.relay == "https://relay.example.org/"
    assert 2 <= len(kept.hosts) < 9
    assert kept.hosts == hosts[: len(kept.hosts)]


MARK = iroh._written(ID)


@pytest.mark.parametrize(
    "address",
    [
        "iroh:#" + MARK,
        "iroh:192.0.2.1:7000",
        "iroh:192.0.2.1:7000#",
        "iroh:192.0.2.1:7000#" + MARK[:-1],
        "iroh:192.0.2.1:7000#" + MARK.lower(),
        "iroh:192.0.2.1:7000#" + MARK[:-1] + "B",
        "iroh:192.0.2.1:0#" + MARK,
        "iroh:192.0.2.1#" + MARK,
        "iroh:example.org:7000#" + MARK,
        "iroh:https://a.example,https://b.example#" + MARK,
        "iroh:ftp://a.example#" + MARK,
        "iroh:https://#" + MARK,
        "iroh:https://me@a.example#" + MARK,
        "iroh:https://[#" + MARK,
        "iroh:" + ",".join(f"192.0.2.{n}:1" for n in range(9)) + "#" + MARK,
    ],
)
def test_other_addresses_lead_nowhere(address):
    with pytest.raises(ValueError):  # noqa: PT011  # each for a reason of its own
        iroh.read_iroh(address)

    async def test(nursery):
        transport, _ = await opened(nursery, 1)
        with pytest.raises(Unreachable, match="damaged"):
            await transport.dial(address)

    run(test)


def test_an_id_that_is_no_key_leads_nowhere():
    async def test(nursery):
        transport, _ = await opened(nursery, 1)
        no_key = IrohAddress(b"\x02" + bytes(31), ("127.0.0.1:1",)).text()
        with pytest.raises(Unreachable, match="damaged"):
            await transport.dial(no_key)

    run(test)


def test_relays_are_named_by_their_hosts():
    assert named("https://relay.example.org./") == "relay.example.org"
    assert (
        str(Route("iroh", named("https://relay.example.org./")).text())
        == "iroh, relayed by relay.example.org"
    )
    assert "n0" in str(Iroh(identity(0), b"d").about())
    assert "relay.example.org" in str(Iroh(identity(0), b"d", ["https://relay.example.org"]).about())
    assert "without a relay" in str(made(0).about())


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(iroh, "find_spec", lambda name: None)
    with pytest.raises(DependencyMissing, match=r"pip install iroh$"):
        made(0)


# -- connections -------------------------------------------------------------------------------------


def test_both_transport_keys_are_known_to_both_and_signed(tmp_path):
    channels = []

    async def test(nursery):
        door = Acceptor(player(0, tmp_path))

        async def answer(pipe):
            channels.append(pipe.channel)
            # iroh finds more ways than the one it was dialled by, and takes any of them.
            assert pipe.host in ("127.0.0.1", *own_hosts())
            await door.answer(pipe)

        _, address = await opened(nursery, 0, answer)
        near, _ = await opened(nursery, 1)
        pipe = await near.dial(address)
        assert pipe.route() == Route("iroh")
        link = await greet(player(1, tmp_path), pipe, identity(0).key)
        assert link.route() == Route("iroh")
        await link.send("game", b"none")
        assert (await link.receive())[0] == "bye"
        await link.finish()
        (theirs,) = channels
        assert theirs == pipe.channel
        assert theirs.listener_key == iroh.read_iroh(address).id
        assert len({theirs.listener_key, theirs.dialler_key, identity(0).key, identity(1).key}) == 4

    run(test)


def test_a_hello_that_names_another_dialler_fails(tmp_path):
    async def test(nursery):
        door = Acceptor(player(0, tmp_path))
        _, address = await opened(nursery, 0, door.answer)
        near, _ = await opened(nursery, 1)
        pipe = await near.dial(address)
        link = Link(pipe.stream)
        other = ChannelBinding("iroh", pipe.channel.listener_key, bytes(32))
        with pytest.raises(LinkFault):
            await link.hello(identity(1), identity(0).key, other, bytes(32))
        await link.aclose()

    run(test)


def test_keys_stay_and_differ_by_player_and_device():
    keys = {made(0)._seed, made(0, b"e")._seed, made(1)._seed, identity(0).seed()}
    keys |= {identity(0).derive("transport key", b"d")}
    assert len(keys) == 5
    assert made(0)._seed == made(0)._seed


def test_bytes_arrive_whole_also_when_reading_is_given_up_in_between():
    sent = bytes(range(256)) * 2000

    async def echo(pipe):
        async with pipe.stream:
            async for some in pipe.stream:
                await pipe.stream.send_all(some)

    async def test(nursery):
        _, address = await opened(nursery, 0, echo)
        near, _ = await opened(nursery, 1)
        pipe = await near.dial(address)
        got = bytearray()
        nursery.start_soon(pipe.stream.send_all, sent)
        while len(got) < len(sent):
            with trio.move_on_after(0.0005):
                got += await pipe.stream.receive_some(1000)
        assert got == sent
        await trio.aclose_forcefully(pipe.stream)
        with pytest.raises(trio.ClosedResourceError):
            await pipe.stream.receive_some()

    run(test)


def test_the_last_words_arrive_before_the_end():
    async def speak(pipe):
        await pipe.stream.receive_some()
        await pipe.stream.send_all(b"x" * 100_000)
        await pipe.stream.aclose()

    async def test(nursery):
        _, address = await opened(nursery, 0, speak)
        near, _ = await opened(nursery, 1)
        pipe = await near.dial(address)
        await pipe.stream.send_all(b"?")
        got = b""
        while len(got) < 100_000:
            some = await pipe.stream.receive_some()
            assert some
            got += some
        await pipe.stream.aclose()

    run(test)


def test_who_has_gone_is_noticed_and_a_dead_address_costs_no_more_than_its_time():
    done = trio.Event()

    async def hang_up(pipe):
        await pipe.stream.receive_some()
        await trio.aclose_forcefully(pipe.stream)
        done.set()

    async def test(nursery):
        _, address = await opened(nursery, 0, hang_up)
        near, _ = await opened(nursery, 1)
        pipe = await near.dial(address)
        await pipe.stream.send_all(b"?")
        await done.wait()
        with suppress(trio.BrokenResourceError):
            assert await pipe.stream.receive_some() == b""
        await pipe.stream.aclose()
        with trio.move_on_after(0.2) as scope:
            await near.dial(IrohAddress(ID, ("127.0.0.1:9",)).text())
        assert scope.cancelled_caught

    run(test)


def test_it_is_noticed_when_there_are_other_addresses(monkeypatch):
    monkeypatch.setattr(iroh, "LOOK", 0.01)

    async def test(nursery):
        transport, address = await opened(nursery, 0, print)
        endpoint = await transport._open()
        await transport._asyncio.do(lambda: endpoint.add_external_addr("203.0.113.5:7"))
        (now,) = await transport.moved("127.0.0.1:0", (address,))
        assert "203.0.113.5:7" in iroh.read_iroh(now).hosts
        with trio.move_on_after(0.1) as scope:
            await transport.moved("127.0.0.1:0", (now,))
        assert scope.cancelled_caught

    run(test)


def test_a_taken_port_is_said(monkeypatch):
    monkeypatch.setattr(iroh, "WAITS", (0.0,))

    async def test(nursery):
        first, _ = await opened(nursery, 0, None)
        first.prepare("127.0.0.1:0")
        await first._open()
        taken = first.place("127.0.0.1:0", ())
        assert taken.startswith("127.0.0.1:")
        second, _ = await opened(nursery, 1)
        second.prepare(taken)
        with pytest.raises(PortTaken, match=r"--listen iroh:HOST:PORT"):
            await second._open()

    run(test)


async def nobody(pipe):
    """Answer nobody."""
    await pipe.stream.aclose()


@pytest.mark.parametrize(("device", "goes_on"), [(b"d", True), (b"e", False)])
def test_who_has_the_same_key_goes_on_at_the_same_port_at_once(monkeypatch, device, goes_on):
    """With a dial under way a closed endpoint would hold its port for seconds, and here nobody waits for it."""
    monkeypatch.setattr(iroh, "WAITS", ())

    async def test(nursery):
        gone = "iroh:127.0.0.1:9#" + MARK
        async with trio.open_nursery() as first:
            before, address = await opened(first, 0, nobody)
            first.start_soon(before.dial, gone)
            await trio.testing.wait_all_tasks_blocked(0.01)
            opened_before = before.leave_open()
            first.cancel_scope.cancel()
        place = before.place("127.0.0.1:0", ())
        after = made(0, device)
        after.go_on_with(opened_before)
        await nursery.start(after.run)
        if not goes_on:
            with pytest.raises(PortTaken):
                await after.listen(place, nobody)
            return
        assert await nursery.start(after.listen, place, nobody) == (address,)
        near, _ = await opened(nursery, 1)
        assert (await near.dial(address)).channel.listener_key == iroh.read_iroh(address).id

    run(test)


def test_who_says_no_goodbye_closes_nothing(monkeypatch):
    """With a dial under way to close an endpoint takes seconds."""
    closed = []

    async def close(endpoint):
        closed.append(endpoint.id().to_bytes())

    monkeypatch.setattr("iroh.Endpoint.close", close)

    async def test(nursery):
        for says in (True, False):
            there = Iroh(identity(0), b"d", (), says_goodbye=says)
            async with trio.open_nursery() as first:
                await first.start(there.run)
                await first.start(there.listen, "127.0.0.1:0", nobody)
                first.cancel_scope.cancel()
            assert closed == [id_of(identity(0), b"d")]

    run(test)


# -- tables ------------------------------------------------------------------------------------------


def test_a_whole_game_over_iroh_watched_and_resumed(tmp_path):
    async def test():
        async with host_table(player(0, tmp_path), propose(), listen=(HERE,), ways=over_iroh(0)) as host:
            assert [address.partition(":")[0] for address in host.invite.addresses] == ["iroh"]
            watching = watch_table(player(5, tmp_path), host.watch_invite, ways=over_iroh(5))
            async with (
                join_table(player(1, tmp_path), host.invite, listen=(HERE,), ways=over_iroh(1)) as guest,
                watching as watcher,
            ):
                peers = [await host.begun(), await guest.begun()]
                looker = await watcher.begun()
                own = peers[0].replica.genesis.keys[1]
                await peers[0].wait_until(lambda: own in peers[0].links.connected)
                assert peers[0].links.routes[own] == Route("iroh")
                async with trio.open_nursery() as games:
                    for seat, peer in enumerate(peers):
                        games.start_soon(play_out, peer, seat)
                await looker.wait_until(lambda: looker.replica.finished)
                place = guest.network.listener.places
        genesis = peers[1].replica.genesis
        assert ways_before(player(1, tmp_path), genesis) == ("iroh",)
        assert open_game(player(1, tmp_path), genesis).address_book.hint_of(genesis.keys[1]) == place

    with_time(test)


def test_a_mixed_table_one_by_iroh_one_by_tls(tmp_path):
    """The host speaks both; each guest one of them, and the host carries between the two."""

    async def test():
        both = Enabled((Tls(identity(0), b"d"), made(0)))
        listen = ("tls:127.0.0.1:0", HERE)
        tls = Enabled((Tls(identity(1), b"d"),))
        async with host_table(player(0, tmp_path), propose(3), listen=listen, ways=both) as host:
            assert {address.partition(":")[0] for address in host.invite.addresses} == {"tls", "iroh"}
            async with (
                join_table(player(1, tmp_path), host.invite, listen=("tls:127.0.0.1:0",), ways=tls) as one,
                join_table(player(2, tmp_path), host.invite, listen=(HERE,), ways=over_iroh(2)) as other,
            ):
                peers = [await session.begun() for session in (host, one, other)]
                await peers[0].wait_until(lambda: len(peers[0].links.connected) == 2)
                assert peers[0].links.routes == {
                    peers[0].replica.genesis.keys[1]: Route("tls"),
                    peers[0].replica.genesis.keys[2]: Route("iroh"),
                }
                async with trio.open_nursery() as games:
                    for seat, peer in enumerate(peers):
                        games.start_soon(play_out, peer, seat)
                assert len({peer.replica.position.previous for peer in peers}) == 1

    with_time(test)


def with_time(test):
    async def main():
        with trio.fail_after(120):
            await test()

    trio.run(main)


def test_a_panic_within_the_library_ends_a_dial_and_nothing_else(monkeypatch):
    import iroh as library

    def panics(_key):
        for _ in range(2):  # only once can it be said what is logged
            library.set_log_level(library.LogLevel.OFF)

    monkeypatch.setattr(library.EndpointId, "from_bytes", panics)

    async def test(nursery):
        transport, _ = await opened(nursery, 1)
        with pytest.raises(Unreachable):
            await transport.dial(IrohAddress(ID, ("127.0.0.1:1",)).text())

    run(test)


# -- with a relay ------------------------------------------------------------------------------------


async def relayed(nursery, tmp_path):
    """A host at a relay, and a guest who knows no other place of it; and the addresses that the host tells."""
    relay = Relay()
    await nursery.start(relay.run)
    host, guest = (made(seat, relays=[relay.url]) for seat in range(2))
    for transport in (host, guest):
        await nursery.start(transport.run)
    routes = []

    async def answer(pipe):
        routes.append(pipe.route)
        while some := await pipe.stream.receive_some():
            await pipe.stream.send_all(some)

    (address,) = await nursery.start(host.listen, "127.0.0.1:0", answer)
    return relay, guest, iroh.read_iroh(address), routes


def test_a_link_begins_at_the_relay_and_goes_on_directly_and_says_so_all_the_time(tmp_path):
    async def test(nursery):
        relay, guest, where, there = await relayed(nursery, tmp_path)
        assert where.relay == relay.url
        assert where.hosts
        pipe = await guest.dial(IrohAddress(where.id, (), where.relay).text())
        assert relay.passed > 0
        seen = []
        # An end leaves the relay when a datagram has come directly: as long as one still uses it, something is sent.
        while not seen or seen[-1].relay or there[0]().relay:
            seen.append(pipe.route())
            await pipe.stream.send_all(b"x")
            assert await pipe.stream.receive_some()
            await trio.sleep(0.01)  # looking for the direct way needs the processor more than this loop does
        assert seen[-1] == Route("iroh")
        assert {route.relay for route in seen} <= {"127.0.0.1", ""}

    run(test)


def test_who_is_told_no_relay_uses_none(tmp_path):
    async def test(nursery):
        relay, _, where, _ = await relayed(nursery, tmp_path)
        stubborn = made(2)
        await nursery.start(stubborn.run)
        passed = relay.passed
        with pytest.raises(Unreachable, match="Nobody answers through iroh"):
            await stubborn.dial(IrohAddress(where.id, (), where.relay).text())
        assert relay.passed == passed
        pipe = await stubborn.dial(where.text())
        assert pipe.route() == Route("iroh")
        assert relay.passed == passed

    run(test)


def test_a_relay_that_is_not_there_only_costs_its_time(monkeypatch):
    monkeypatch.setattr(iroh, "ONLINE_TIME", 0.2)

    async def test(nursery):
        transport = made(0, relays=["http://127.0.0.1:9/"])
        await nursery.start(transport.run)
        (address,) = await nursery.start(transport.listen, "127.0.0.1:0", print)
        where = iroh.read_iroh(address)
        assert where.hosts
        assert where.relay in ("", "http://127.0.0.1:9/")

    run(test)


@pytest.mark.parametrize(
    ("places", "kept"),
    [
        ("127.0.0.1:1,8.8.8.8:2", "8.8.8.8:2"),
        ("http://127.0.0.1:3340,8.8.8.8:2", "8.8.8.8:2"),
        ("http://localhost:3340/,8.8.8.8:2", "8.8.8.8:2"),
        ("https://8.8.8.8/,127.0.0.1:1", "https://8.8.8.8/"),
        ("http://127.0.0.1:1/,127.0.0.1:1", "http://127.0.0.1:1/"),  # our own player's relay
        ("[::1]:1", ""),
    ],
)
def test_of_an_address_that_others_name_the_places_near_here_are_left_out(places, kept):
    transport = Iroh(identity(0), b"d", ("http://127.0.0.1:1/",))
    found = trio.run(transport.permitted, f"iroh:{places}#{MARK}", lambda host, _port: means_the_same(host))
    assert found == ((f"iroh:{kept}#{MARK}",) if kept else ())
