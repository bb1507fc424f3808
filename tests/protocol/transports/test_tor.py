"""Tor: what needs no network, a SOCKS server of our own, and (slow) whole games in a private network on loopback."""

import hashlib
import os
import signal
from base64 import b32decode
from functools import partial
from pathlib import Path

import pytest
import trio

from p2pgames_protocol.discovery.registry import Enabled, named_by
from p2pgames_protocol.net.acceptor import Acceptor, greet
from p2pgames_protocol.net.session import host_table, join_table
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports import sentences as tor_messages
from p2pgames_protocol.transports import tor
from p2pgames_protocol.transports.tor import Onion, ask_socks, expanded, onion_name, progress
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    DependencyMissing,
    Phase,
    Route,
    Unreachable,
)
from p2pgames_protocol.wire.invite import Invite
from tests import faketor, tornet
from tests.dice import DICE
from tests.protocol.meetings import play_out, player, propose

needs_tor = pytest.mark.skipif(bool(tornet.missing()), reason="the program tor is not installed")
NOBODY = f"orport=9 no-v2 v3ident={'A' * 40} 127.0.0.1:9 {'B' * 40}"
OFFLINE = f"DirAuthority nobody {NOBODY}\nUseDefaultFallbackDirs 0"
"""The only authority that Tor may ask is none: nothing leaves this computer."""


def made(seat, tmp_path, settings=OFFLINE):
    return Onion(identity(seat), b"d", tmp_path / f"tor{seat}", settings=settings)


def run(test, seconds=120):
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
    assert tor.read_onion(f"tor:{name}:80") == (name, 80, key)
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
        tor.read_onion(address)


def test_expanded_keys_are_clamped():
    key = expanded(bytes(32))
    assert len(key) == 64
    assert key[32:] == hashlib.sha512(bytes(32)).digest()[32:]
    assert key[0] % 8 == 0
    assert key[31] >> 6 == 1


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(DependencyMissing, match="install the program tor"):
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
        ([b"\x05\x00", b"\x05\x04\x00\x01" + bytes(6)], "Nobody answers through Tor"),
        ([b"\x05\x00", b"\x04\x00\x00\x01" + bytes(6)], "Nobody answers through Tor"),
        ([b"\x05\xff"], "does not speak SOCKS 5"),
        ([b"HT"], "does not speak SOCKS 5"),
        ([b"\x05"], "closed the connection"),
        ([b"\x05\x00", b"\x05\x00\x00\x01"], "closed the connection"),
    ],
)
def test_a_proxy_that_cannot_is_said(answers, said):
    async def test(nursery):
        with pytest.RaisesGroup(pytest.RaisesExc(Unreachable, match=said), allow_unwrapped=True):
            await proxied(answers, close=True)

    run(test)


# -- the process, without a network ------------------------------------------------------------------


@needs_tor
def test_tor_opens_the_service_whose_address_we_derive_and_ends_with_us(tmp_path):
    async def test(nursery):
        transport = made(0, tmp_path)
        scope = trio.CancelScope()
        ended = trio.Event()

        async def running(task_status):
            with scope:
                async with trio.open_nursery() as inner:
                    await inner.start(transport.run)
                    (address,) = await inner.start(transport.listen, "*:0", print)
                    told = await transport.tor.ask("GETINFO onions/current")
                    task_status.started((address, "".join(told)))
            ended.set()

        address, told = await nursery.start(running)
        name = address.removeprefix("tor:").removesuffix(f".onion:{tor.ONION_PORT}")
        assert name in told
        assert tor.read_onion(address)[2] == transport.key
        assert told_of(transport.status) == (Phase.STARTING, 0, "Tor is looking for a first relay: 0 %.")
        assert transport.place("*:0", (address,)) == "*:0"
        port = int(transport.tor.socks.rpartition(":")[2])
        scope.cancel()
        await ended.wait()
        with pytest.raises(OSError, match=r"."):
            await trio.open_tcp_stream("127.0.0.1", port)
        with pytest.raises(Unreachable, match="Tor has ended"):
            await transport.dial(address)
        with pytest.raises(Unreachable, match="damaged"):
            await transport.dial("tor:x.onion:9")

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
        transport = made(0, tmp_path, "Nonsense 1")
        with pytest.RaisesGroup(
            pytest.RaisesExc(DependencyMissing, match="Tor does not start: "),
            flatten_subgroups=True,
            allow_unwrapped=True,
        ):
            await transport.run()

    run(test)


# -- how it gets on, with a program that speaks as Tor does ------------------------------------------

at_unix = pytest.mark.skipif(os.name == "nt", reason="the program of the test is a script")
WARNED = (
    'STATUS_CLIENT WARN BOOTSTRAP PROGRESS=10 TAG=conn_done SUMMARY="Connected to a relay"'
    ' WARNING="Network is unreachable" REASON=NOROUTE COUNT=11 RECOMMENDATION=warn'
)


def told_of(status):
    """How Tor gets on, as it is said in English."""
    return status and (status.phase, status.percent, str(status.sentence))


@pytest.mark.parametrize(
    ("event", "status"),
    [
        (
            'STATUS_CLIENT NOTICE BOOTSTRAP PROGRESS=10 TAG=conn_done SUMMARY="Connected to a relay"',
            (Phase.STARTING, 10, "Tor is looking for a first relay: 10 %."),
        ),
        (
            'status/bootstrap-phase=NOTICE BOOTSTRAP PROGRESS=45 TAG=requesting_descriptors SUMMARY="Asking"',
            (Phase.STARTING, 45, "Tor is reading the list of its relays: 45 %."),
        ),
        (
            'STATUS_CLIENT NOTICE BOOTSTRAP PROGRESS=90 TAG=ap_handshake_done SUMMARY="Handshake finished"',
            (Phase.STARTING, 90, "Tor is building a path through its relays: 90 %."),
        ),
        (
            'STATUS_CLIENT NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY="Done"',
            (Phase.READY, 100, "Tor is connected."),
        ),
        (
            WARNED,
            (
                Phase.STUCK,
                10,
                "Tor is stuck at 10 %: Network is unreachable." + " " + str(tor_messages.ADVICE),
            ),
        ),
        (
            "STATUS_CLIENT NOTICE BOOTSTRAP TAG=x",
            (Phase.STARTING, 0, "Tor is looking for a first relay: 0 %."),
        ),
        ("STATUS_CLIENT NOTICE CIRCUIT_ESTABLISHED", None),
        ("HS_DESC UPLOADED abc UNKNOWN $AA", None),
    ],
)
def test_what_tor_says_of_its_start_is_understood(event, status):
    assert told_of(progress(event)) == status


def faked(seat, tmp_path, script=faketor.SCRIPT):
    """A transport with a program that looks like Tor; all of one test are in one network."""
    program = faketor.install(tmp_path / "bin", tmp_path / "net", script)
    return Onion(identity(seat), b"d", tmp_path / f"tor{seat}", str(program))


async def until(transport, *stages):
    while transport.status.phase not in stages:
        await transport.changed()
    return transport.status


@at_unix
def test_a_start_is_waited_for_and_told(tmp_path):
    first, second = faketor.SCRIPT.splitlines()

    async def test(nursery):
        transport, settled = faked(0, tmp_path, f"{first}\nwait\n{second}"), trio.Event()
        assert told_of(transport.status) == (Phase.STARTING, 0, "Tor is starting.")
        await nursery.start(transport.run)
        await nursery.start(transport.listen, "*:0", print)

        async def settle():
            await transport.until_ready()
            settled.set()

        nursery.start_soon(settle)
        while transport.status.percent < 45:
            await transport.changed()
        assert transport.status.phase is Phase.STARTING
        assert not settled.is_set()
        (tmp_path / "net" / "go").touch()
        await settled.wait()
        known = await until(transport, Phase.KNOWN)
        assert str(known.text) == "Tor is connected, and others can find you through it."

    run(test)


@at_unix
def test_a_tor_that_does_not_get_on_says_why_and_may_yet(tmp_path):
    async def test(nursery):
        transport = faked(0, tmp_path, f"{WARNED}\nwait\n{faketor.SCRIPT}")
        await nursery.start(transport.run)
        await until(transport, Phase.STUCK)
        with pytest.raises(Unreachable, match=r"at 10 %: Network is unreachable\. Is this computer online"):
            await transport.until_ready()
        (tmp_path / "net" / "go").touch()
        await until(transport, Phase.READY)
        await transport.until_ready()

    run(test)


@at_unix
def test_a_tor_that_says_nothing_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(tor, "STALL", 0.2)

    async def test(nursery):
        transport = faked(0, tmp_path, "wait")
        await nursery.start(transport.run)
        with pytest.raises(Unreachable, match="Tor is stuck at 0 %: nothing has arrived for"):
            await transport.until_ready()

    run(test)


@at_unix
def test_a_guest_is_told_why_no_table_is_reached(tmp_path):
    async def test(nursery):
        invite = Invite(identity(1).key, bytes(16), DICE, (f"tor:{GOOD}:9",))
        ways = Enabled((faked(0, tmp_path, f"{WARNED}\nwait"),))
        async with join_table(player(0, tmp_path), invite, ways=ways, patience=0) as session:
            with pytest.raises(Unreachable, match="Network is unreachable"):
                await session.begun()

    run(test)


def pids(tmp_path, seat):
    """The processes that have been Tor for a seat, in their order."""
    lines = (tmp_path / "net" / "starts").read_text().splitlines()
    return [int(line.split()[0]) for line in lines if line.endswith(f"tor{seat}/data")]


async def killed_in_mid_game(tmp_path, transports, process_of, **more):
    """Play with two transports; the guest's Tor is killed in mid-game. Return the guest's conditions after that."""
    after = []

    def back():
        now = peers[1].links.transports["tor"]
        if now.phase is Phase.ENDED or (after and after[-1] != now):
            after.append(now)
        return bool(after) and now.phase is Phase.KNOWN

    async with host_table(player(0, tmp_path), propose(), ways=Enabled((transports[0],))) as host:
        await until(transports[0], Phase.KNOWN)
        invite = host.invite
        async with join_table(player(1, tmp_path), invite, ways=Enabled((transports[1],)), **more) as guest:
            peers = [await host.begun(), await guest.begun()]
            before = guest.network.sharing.addresses
            async with trio.open_nursery() as games:
                for seat, peer in enumerate(peers):
                    games.start_soon(play_out, peer, seat, lambda peer: len(peer.replica.log) > 8)
            process = process_of(1)
            os.kill(process, signal.SIGKILL)
            await peers[1].wait_until(back)
            assert process_of(1) != process
            assert guest.network.sharing.addresses == before
            await peers[1].wait_until(lambda: bool(peers[1].links.connected))
            async with trio.open_nursery() as games:
                for seat, peer in enumerate(peers):
                    games.start_soon(play_out, peer, seat)
            assert peers[1].replica.finished
    return after


@at_unix
def test_a_tor_that_dies_in_mid_game_is_started_again_with_the_same_address(tmp_path):
    async def test(nursery):
        transports = [faked(seat, tmp_path) for seat in range(2)]
        after = await killed_in_mid_game(tmp_path, transports, lambda seat: pids(tmp_path, seat)[-1])
        ended = (Phase.ENDED, 0, "Tor has ended (signal 9). It starts again in 1 second.")
        assert told_of(after[0]) == ended
        assert after[-1].phase is Phase.KNOWN
        assert [len(pids(tmp_path, seat)) for seat in range(2)] == [1, 2]

    run(test)


@at_unix
def test_a_tor_that_does_not_start_again_is_tried_with_growing_pauses(tmp_path):
    clock = trio.testing.MockClock(rate=1)

    async def main():
        with trio.fail_after(3600):
            async with trio.open_nursery() as nursery:
                transport = faked(0, tmp_path)
                await nursery.start(transport.run)
                await until(transport, Phase.READY)
                program, (process,) = tmp_path / "bin" / "tor", pids(tmp_path, 0)
                away = program.rename(tmp_path / "tor")
                clock.rate = 50
                os.kill(process, signal.SIGKILL)
                said = []
                while len(said) < 9:
                    await transport.changed()
                    if transport.status.phase is Phase.ENDED:
                        said.append(str(transport.status.text))
                        with pytest.raises(Unreachable, match="Tor has ended"):
                            await transport.until_ready()
                assert [text.rpartition(" in ")[2] for text in said] == [
                    "1 second.",
                    *(f"{seconds} seconds." for seconds in (2, 4, 8, 16, 32, 60, 60, 60)),
                ]
                assert "signal 9" in said[0]
                assert said[1] == "Tor has ended (No such file or directory). It starts again in 2 seconds."
                clock.rate = 1
                away.rename(program)
                clock.jump(60)
                await until(transport, Phase.READY)
                nursery.cancel_scope.cancel()

    trio.run(main, clock=clock)


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
        ways = [Enabled((made_for(seat),)) for seat in range(2)]
        async with host_table(player(0, tmp_path), propose(), ways=ways[0]) as host:
            assert [address.partition(":")[0] for address in host.invite.addresses] == ["tor"]
            await tornet.until_ready(ways[0].transports[0])
            invite = host.invite
            async with join_table(player(1, tmp_path), invite, ways=ways[1], patience=150) as guest:
                peers = [await host.begun(), await guest.begun()]
                await peers[0].wait_until(lambda: bool(peers[0].links.connected))
                assert peers[0].links.routes == {peers[0].replica.genesis.keys[1]: Route("tor")}
                async with trio.open_nursery() as games:
                    for seat, peer in enumerate(peers):
                        games.start_soon(play_out, peer, seat)

    run(test, 240)


@needs_tor
@pytest.mark.slow
def test_a_game_goes_on_after_the_real_one_was_killed(network, tmp_path):
    async def test(nursery):
        transports = [made(seat, tmp_path, network.settings) for seat in range(2)]

        def process_of(seat):
            (process,) = (
                int(entry.name)
                for entry in Path("/proc").iterdir()
                if entry.name.isdecimal() and str(tmp_path / f"tor{seat}" / "torrc") in arguments(entry)
            )
            return process

        after = await killed_in_mid_game(tmp_path, transports, process_of, patience=150)
        assert str(after[0].text).startswith("Tor has ended (signal 9).")

    run(test, 300)


def arguments(entry):
    """Return the command line of a process."""
    try:
        return (entry / "cmdline").read_text()
    except OSError:
        return ""


@needs_tor
@pytest.mark.slow
def test_the_hello_signs_the_key_of_the_service_and_nobody_else_passes_for_it(network, tmp_path):
    async def test(nursery):
        far, near = (made(seat, tmp_path, network.settings) for seat in (2, 3))
        for transport in (far, near):
            await nursery.start(transport.run)
        channels = []
        door = Acceptor(player(2, tmp_path))

        async def answer(pipe):
            channels.append(pipe.channel)
            assert pipe.host == ""
            await door.answer(pipe)

        (address,) = await nursery.start(far.listen, "*:0", answer)
        pipe = None
        while pipe is None:
            try:
                pipe = await near.dial(address)
            except Unreachable:
                await trio.sleep(1)
        link = await greet(player(3, tmp_path), pipe, identity(2).key)
        assert link.key == identity(2).key
        assert channels == [pipe.channel] == [ChannelBinding("tor", far.key)]
        await link.aclose()
        with pytest.raises(Unreachable, match="Nobody answers through Tor"):
            await near.dial(f"tor:{onion_name(bytes(range(32)))}:9")

    run(test, 240)
