"""Tor: what needs no network, a SOCKS server of our own, and (slow) whole games in a private network on loopback."""

import hashlib
from base64 import b32decode
from functools import partial

import pytest
import trio

from p2pgames_protocol import onion
from p2pgames_protocol.carrier import Channel, Missing, NoContact, Route
from p2pgames_protocol.meet import host_table, join_table
from p2pgames_protocol.onion import Onion, ask_socks, expanded, onion_name
from p2pgames_protocol.session import Door, greet
from p2pgames_protocol.ways import Ways, named_by
from tests import tornet
from tests.protocol.test_meet import play_out, player, propose
from tests.room import identity

needs_tor = pytest.mark.skipif(bool(tornet.missing()), reason="the program tor is not installed")
NOBODY = f"orport=9 no-v2 v3ident={'A' * 40} 127.0.0.1:9 {'B' * 40}"
OFFLINE = f"DirAuthority nobody {NOBODY}\nUseDefaultFallbackDirs 0"
"""The only authority that Tor may ask is none: nothing leaves this computer."""


def made(seat, tmp_path, settings=OFFLINE):
    return Onion(identity(seat), b"d", tmp_path / f"tor{seat}", settings=settings)


def run(test, seconds=30):
    async def main():
        with trio.fail_after(seconds):
            async with trio.open_nursery() as nursery:
                await test(nursery)
                nursery.cancel_scope.cancel()

    trio.run(main)


# -- names and keys ----------------------------------------------------------------------------------


def test_the_name_of_a_service_is_that_of_the_specification():
    # The Tor Project's own service.
    name = "2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion"
    key = b32decode(name[:56].upper())[:32]
    assert onion_name(key) == name
    assert onion.read(f"tor:{name}:80") == (name, 80, key)
    assert named_by((f"tor:{name}:80",)) == ("tor",)


GOOD = onion_name(bytes(range(32)))


@pytest.mark.parametrize(
    "address",
    [
        f"tor:{GOOD}",
        f"tor:{GOOD}:0",
        f"tor:{GOOD}:70000",
        f"tor:{GOOD.upper()}:9",
        f"tor:{GOOD[1:]}:9",
        f"tor:b{GOOD[1:]}:9",
        f"tor:x.{GOOD}:9",
        "tor:example.org:9",
        "tor:127.0.0.1:9",
        "tor::9",
    ],
)
def test_other_addresses_lead_nowhere(address):
    with pytest.raises(ValueError):  # noqa: PT011  # each for a reason of its own
        onion.read(address)


def test_expanded_keys_are_clamped():
    key = expanded(bytes(32))
    assert len(key) == 64
    assert key[32:] == hashlib.sha512(bytes(32)).digest()[32:]
    assert key[0] % 8 == 0
    assert key[31] >> 6 == 1


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(Missing, match="install the program tor"):
        Onion(identity(0), b"d", tmp_path, program="tor-of-somebody-else")


# -- SOCKS -------------------------------------------------------------------------------------------


async def proxied(answers, host="a.onion", port=9, close=False):
    """Ask a proxy that answers so; return what it was asked."""
    near, far = trio.testing.memory_stream_pair()
    asked = []

    async def serve():
        for answer in answers:
            asked.append(await far.receive_some())
            await far.send_all(answer)
        if close:
            await far.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        await ask_socks(near, host, port)
        await far.send_all(b"hello")
        assert await near.receive_some() == b"hello", "nothing of what follows was eaten"
    return asked


@pytest.mark.parametrize(
    "bound", [b"\x01" + bytes(6), b"\x04" + bytes(18), b"\x03\x05there" + bytes(2)], ids=["v4", "v6", "name"]
)
def test_a_proxy_is_asked_by_name_so_that_nobody_looks_it_up(bound):
    async def test(nursery):
        asked = await proxied([b"\x05\x00", b"\x05\x00\x00" + bound])
        assert asked == [b"\x05\x01\x00", b"\x05\x01\x00\x03\x07a.onion\x00\x09"]

    run(test)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([b"\x05\x00", b"\x05\x04\x00\x01" + bytes(6)], "Nobody answers by Tor"),
        ([b"\x05\x00", b"\x04\x00\x00\x01" + bytes(6)], "Nobody answers by Tor"),
        ([b"\x05\xff"], "does not speak SOCKS 5"),
        ([b"HT"], "does not speak SOCKS 5"),
        ([b"\x05"], "closed the connection"),
        ([b"\x05\x00", b"\x05\x00\x00\x01"], "closed the connection"),
    ],
)
def test_a_proxy_that_cannot_is_said(answers, said):
    async def test(nursery):
        with pytest.RaisesGroup(pytest.RaisesExc(NoContact, match=said), allow_unwrapped=True):
            await proxied(answers, close=True)

    run(test)


# -- the process, without a network ------------------------------------------------------------------


@needs_tor
def test_tor_opens_the_service_whose_address_we_derive_and_ends_with_us(tmp_path):
    async def test(nursery):
        carrier = made(0, tmp_path)
        scope = trio.CancelScope()
        ended = trio.Event()

        async def running(task_status):
            with scope:
                async with trio.open_nursery() as inner:
                    await inner.start(carrier.run)
                    (address,) = await inner.start(carrier.listen, "*:0", print)
                    told = await carrier._control.ask("GETINFO onions/current")
                    task_status.started((address, "".join(told)))
            ended.set()

        address, told = await nursery.start(running)
        name = address.removeprefix("tor:").removesuffix(f".onion:{onion.PORT}")
        assert name in told
        assert onion.read(address)[2] == carrier.key
        assert await carrier.ready() == 0
        assert carrier.place("*:0", (address,)) == "*:0"
        port = int(carrier._socks.rpartition(":")[2])
        scope.cancel()
        await ended.wait()
        with pytest.raises(OSError, match=r"."):
            await trio.open_tcp_stream("127.0.0.1", port)
        with pytest.raises(NoContact, match="Tor has ended"):
            await carrier.dial(address)
        with pytest.raises(NoContact, match="damaged"):
            await carrier.dial("tor:x.onion:9")

    run(test)


@needs_tor
def test_keys_stay_and_differ_by_player_and_device(tmp_path):
    again = Onion(identity(0), b"d", tmp_path)
    others = (Onion(identity(1), b"d", tmp_path), Onion(identity(0), b"e", tmp_path))
    assert made(0, tmp_path).key == again.key
    assert len({again.key, *(one.key for one in others), identity(0).key}) == 4


@needs_tor
def test_a_tor_that_does_not_start_says_why(tmp_path):
    async def test(nursery):
        carrier = made(0, tmp_path, "Nonsense 1")
        with pytest.RaisesGroup(
            pytest.RaisesExc(Missing, match="Tor does not start: "),
            flatten_subgroups=True,
            allow_unwrapped=True,
        ):
            await carrier.run()

    run(test)


# -- a private network -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    with tornet.TorNetwork(tmp_path_factory.mktemp("tor")) as network:
        yield network


@needs_tor
@pytest.mark.slow
def test_a_whole_game_over_tor(network, tmp_path):
    async def test(nursery):
        made_for = partial(made, tmp_path=tmp_path, settings=network.settings)
        ways = [Ways((made_for(seat),)) for seat in range(2)]
        async with host_table(player(0, tmp_path), propose(), ways=ways[0]) as host:
            assert [address.partition(":")[0] for address in host.invite.addresses] == ["tor"]
            await tornet.until_ready(ways[0].carriers[0])
            invite = host.invite
            async with join_table(player(1, tmp_path), invite, ways=ways[1], patience=150) as guest:
                peers = [await host.begun(), await guest.begun()]
                await peers[0].wait_until(lambda: bool(peers[0].connected))
                assert peers[0].routes == {identity(1).key: Route("tor")}
                async with trio.open_nursery() as games:
                    for seat, peer in enumerate(peers):
                        games.start_soon(play_out, peer, seat)

    run(test, 240)


@needs_tor
@pytest.mark.slow
def test_the_hello_signs_the_key_of_the_service_and_nobody_else_passes_for_it(network, tmp_path):
    async def test(nursery):
        far, near = (made(seat, tmp_path, network.settings) for seat in (2, 3))
        for carrier in (far, near):
            await nursery.start(carrier.run)
        channels = []
        door = Door(player(2, tmp_path))

        async def answer(pipe):
            channels.append(pipe.channel)
            assert pipe.host == ""
            await door.answer(pipe)

        (address,) = await nursery.start(far.listen, "*:0", answer)
        pipe = None
        while pipe is None:
            try:
                pipe = await near.dial(address)
            except NoContact:
                await trio.sleep(1)
        link = await greet(player(3, tmp_path), pipe, identity(2).key)
        assert link.key == identity(2).key
        assert channels == [pipe.channel] == [Channel("tor", far.key)]
        await link.aclose()
        with pytest.raises(NoContact, match="Nobody answers by Tor"):
            await near.dial(f"tor:{onion_name(bytes(range(32)))}:9")

    run(test, 240)
