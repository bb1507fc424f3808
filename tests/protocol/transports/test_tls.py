"""TLS between two computers, and what strangers may try at an open port while people play."""

import os
import ssl
import tempfile
import tracemalloc
from functools import partial
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from cryptography import x509

from p2pgames_protocol.net.acceptor import Acceptor, greet
from p2pgames_protocol.net.limits import MAX_STRANGERS, MAX_STRANGERS_PER_HOST
from p2pgames_protocol.net.link import MAX_FRAME, Link, LinkFault
from p2pgames_protocol.net.session import host_table, join_table
from p2pgames_protocol.testing.memory import clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports import tls
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import ChannelBinding, Pipe, Unreachable
from p2pgames_protocol.wire.codec import pack
from tests.protocol.meetings import HERE, play_out, player, propose
from tests.protocol.plain_tcp import Tcp


def test_the_certificate_is_always_the_same_for_identity_and_device():
    one, again = Tls(identity(0), b"d"), Tls(identity(0), b"d")
    assert one.certificate == again.certificate
    assert one.pin == again.pin == tls.pin_of(one.certificate)
    assert len({one.pin, Tls(identity(0), b"e").pin, Tls(identity(1), b"d").pin}) == 3
    key = x509.load_der_x509_certificate(one.certificate).public_key().public_bytes_raw()
    assert key not in (identity(0).key, one.pin)


def test_the_device_stays_the_same(tmp_path):
    someone = player(0, tmp_path)
    assert someone.home.device(someone.entropy) == someone.home.device(someone.entropy)
    assert someone.home.device(someone.entropy) != player(1, tmp_path).home.device(Random(5).randbytes)


def test_the_private_key_lies_in_no_file_that_could_be_read(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen, load = [], ssl.SSLContext.load_cert_chain

    def watched(context, file, **more):
        seen.append((Path(file).stat().st_mode & 0o777, Path(file).parent.stat().st_mode & 0o777))
        assert b"ENCRYPTED" in Path(file).read_bytes()
        return load(context, file, **more)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", watched)
    assert Tls(identity(0), b"d")._listening.minimum_version is ssl.TLSVersion.TLSv1_3
    assert seen == [(0o600, 0o700)] if os.name == "posix" else seen
    assert not list(tmp_path.iterdir())


async def serving(test, tmp_path, transport=None):
    """Run a test against a door without a table."""
    transport = transport or Tls(identity(0), b"d")
    async with trio.open_nursery() as nursery:
        door = Acceptor(player(0, tmp_path))
        (address,) = await nursery.start(transport.listen, "127.0.0.1:0", door.answer)
        with trio.fail_after(120):
            await test(address, door)
        nursery.cancel_scope.cancel()


def run(test, tmp_path, transport=None):
    trio.run(serving, test, tmp_path, transport)


def test_the_pinned_key_is_let_in_and_both_know_the_channel(tmp_path):
    async def test(address, door):
        pipe = await Tls(identity(1), b"x").dial(address)
        assert pipe.channel == ChannelBinding("tls", Tls(identity(0), b"d").pin)
        assert pipe.stream.selected_alpn_protocol() is None
        link = await greet(player(1, tmp_path), pipe, identity(0).key)
        assert link.key == identity(0).key
        await link.send("game", b"none")
        assert await link.receive() == ("bye", "There is no such table here. Ask the host for a new invite.")
        await link.aclose()

    run(test, tmp_path)


@pytest.mark.parametrize("pin", ["", "A" * 52, tls.write_pin(Tls(identity(1), b"d").pin)])
def test_another_key_than_the_pinned_one_is_refused(tmp_path, pin):
    async def test(address, door):
        with pytest.raises(Unreachable, match="Somebody else answers at 127"):
            await Tls(identity(1), b"x").dial(f"{address.partition('#')[0]}#{pin}")

    run(test, tmp_path)


def test_a_port_that_does_not_speak_tls_is_said_to(tmp_path):
    async def test(address, door):
        with pytest.raises(Unreachable, match="connection is closed at once"):
            await Tls(identity(1), b"x").dial(address.replace("tcp:", "tls:") + "#PIN")

    run(test, tmp_path, Tcp())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\n\r\n", "a web server answers, not p2pgames"),
        (b"<html>Sign in</html>", "a web server answers, not p2pgames"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "another program answers, not p2pgames"),
        (b"", "the connection is closed at once"),
    ],
)
def test_what_answers_in_place_of_tls_is_told_apart(answer, said):
    async def main():
        async def other(stream):
            await stream.receive_some()
            await stream.send_all(answer)
            await stream.aclose()

        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, other, 0, host="127.0.0.1"))
            port = listener.socket.getsockname()[1]
            with pytest.raises(Unreachable, match=said):
                await Tls(identity(1), b"x").dial(f"tls:127.0.0.1:{port}#PIN")
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_the_certificate_of_another_program_is_no_player(tmp_path, monkeypatch):
    monkeypatch.setattr(tls, "NAME", "router.example")

    async def test(address, door):
        assert door
        monkeypatch.setattr(tls, "NAME", "p2pgames")
        with pytest.raises(Unreachable, match="another program answers, not p2pgames"):
            await Tls(identity(1), b"x").dial(f"{address.partition('#')[0]}#PIN")

    run(test, tmp_path)


def test_older_tls_is_refused(tmp_path):
    async def test(address, door):
        context = tls._dialling.__wrapped__()
        context.minimum_version, context.maximum_version = (ssl.TLSVersion.TLSv1_2,) * 2
        host, port = address.removeprefix("tls:").partition("#")[0].split(":")
        stream = trio.SSLStream(await trio.open_tcp_stream(host, int(port)), context)
        with pytest.raises(trio.BrokenResourceError):
            await stream.do_handshake()
        await trio.aclose_forcefully(stream)

    run(test, tmp_path)


def test_a_silent_port_costs_a_dialler_five_seconds():
    async def main():
        near, _far = trio.testing.memory_stream_pair()
        transport = Tls(identity(1), b"x")

        async def connect(_place):
            return near

        before, tls.connect = tls.connect, connect
        try:
            with pytest.raises(Unreachable, match="something takes the connection but says nothing"):
                await transport.dial("tls:a:1#PIN")
        finally:
            tls.connect = before
        return trio.current_time()

    assert clocked(main, threshold=0) == pytest.approx(tls.HANDSHAKE_TIME)


def test_who_stands_between_with_a_key_of_its_own_cannot_pass_the_hello_on(tmp_path):
    async def test(address, door):
        middle, ends = Tls(identity(7), b"m"), []

        async def between(pipe):
            far = await Tls(identity(7), b"m").dial(address)
            ends.extend((pipe.stream, far.stream))
            async with trio.open_nursery() as nursery:

                async def copy(source, sink):
                    async for data in source:
                        await sink.send_all(data)
                    nursery.cancel_scope.cancel()

                nursery.start_soon(copy, pipe.stream, far.stream)
                nursery.start_soon(copy, far.stream, pipe.stream)

        async with trio.open_nursery() as nursery:
            (trap,) = await nursery.start(middle.listen, "127.0.0.1:0", between)
            pipe = await Tls(identity(1), b"x").dial(trap)
            with pytest.raises(LinkFault):
                await greet(player(1, tmp_path), pipe, identity(0).key)
            nursery.cancel_scope.cancel()
        for stream in ends:
            await trio.aclose_forcefully(stream)

    run(test, tmp_path)


# -- a hostile port ----------------------------------------------------------------------------------


async def plain(address, opened):
    """Connect without TLS."""
    host, port = address.removeprefix("tls:").partition("#")[0].split(":")
    opened.append(await trio.open_tcp_stream(host, int(port)))
    return opened[-1]


async def within(address, opened):
    """Connect with TLS."""
    pipe = await STRANGER.dial(address)
    opened.append(pipe.stream)
    return pipe


async def greeted(address, opened):
    """Connect with TLS and a hello of one's own."""
    pipe = await within(address, opened)
    link = Link(pipe.stream)
    await link.hello(identity(9), identity(0).key, pipe.channel, bytes(32))
    return link


async def garbage(address, opened):
    stream = await plain(address, opened)
    await stream.send_all(Random(1).randbytes(100_000))
    await drained(stream)


async def silent(address, opened):
    await drained(await plain(address, opened))


async def trickling(address, opened):
    stream = await plain(address, opened)
    while True:
        await stream.send_all(b"\x16")
        await trio.testing.wait_all_tasks_blocked(0.01)


async def silent_within(address, opened):
    await drained((await within(address, opened)).stream)


async def oversized(address, opened):
    stream = (await within(address, opened)).stream
    await stream.send_all((MAX_FRAME + 1).to_bytes(4, "big") + bytes(50_000))
    await drained(stream)


async def largest(address, opened):
    stream = (await within(address, opened)).stream
    await stream.send_all(MAX_FRAME.to_bytes(4, "big") + bytes(MAX_FRAME - 1))
    await drained(stream)


async def wrong_proof(address, opened):
    stream = (await within(address, opened)).stream
    for message in (("hello", 1, identity(1).key, bytes(32)), ("proof", bytes(64))):
        body = pack(message)
        await stream.send_all(len(body).to_bytes(4, "big") + body)
    await drained(stream)


async def wrong_token(address, opened):
    link = await greeted(address, opened)
    await link.send("table", bytes(16))
    await link.receive()


async def unreadable(address, opened):
    link = await greeted(address, opened)
    await link.send("watch", bytes(60_000))
    await link.receive()


async def drained(stream):
    while await stream.receive_some():
        pass


STRANGER = Tls(identity(9), b"x")
HOSTILE = [
    garbage, silent, trickling, silent_within, oversized, largest, wrong_proof, wrong_token, unreadable
]  # fmt: skip


async def attack(what, address):
    opened = []
    try:
        await what(address, opened)
    except (OSError, trio.BrokenResourceError, trio.ClosedResourceError, LinkFault):
        return
    finally:
        for stream in opened:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)


async def besieged(tmp_path, rounds):
    """Play a long game over TLS with strangers at both ports; return how much memory was held, and the peers."""
    peers, most = [], 0

    async def siege(addresses, nursery, *, task_status):
        for number in range(rounds):
            for what in HOSTILE:
                nursery.start_soon(attack, what, addresses[number % len(addresses)])
            for _ in range(20):
                await trio.lowlevel.checkpoint()
            if number == rounds // 2:
                task_status.started()

    async def watch(door):
        nonlocal most
        while True:
            most = max(most, len(door.preauth))
            await trio.lowlevel.checkpoint()

    async with (
        host_table(player(0, tmp_path), propose(2, aim="300"), listen=HERE) as host,
        join_table(player(1, tmp_path), host.invite, listen=HERE) as guest,
        trio.open_nursery() as nursery,
    ):
        peers = [await host.begun(), await guest.begun()]
        addresses = [session.network.sharing.addresses[0] for session in (host, guest)]
        nursery.start_soon(watch, host.network.acceptor)
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        async with trio.open_nursery() as games:
            await games.start(siege, addresses, nursery)
            for number, peer in enumerate(peers):
                games.start_soon(play_out, peer, number)
        peak = tracemalloc.get_traced_memory()[1] - before
        nursery.cancel_scope.cancel()
    return peak, peers, most


def test_the_game_goes_on_beside_hundreds_of_strangers_and_memory_stays_bounded(tmp_path):
    tracemalloc.start()
    try:
        peak, peers, most = trio.run(partial(besieged, tmp_path, 30))
    finally:
        tracemalloc.stop()
    assert len({peer.replica.position.previous for peer in peers}) == 1
    assert all(peer.replica.complete for peer in peers)
    assert 1 < most <= MAX_STRANGERS_PER_HOST
    assert peak < 8 * 2**20, peak


def test_strangers_from_everywhere_are_capped_and_the_oldest_go_first(tmp_path):
    async def main():
        door = Acceptor(player(0, tmp_path))
        async with trio.open_nursery() as nursery:
            streams = []
            for number in range(MAX_STRANGERS + 40):
                near, far = trio.testing.memory_stream_pair()
                streams.append(near)
                nursery.start_soon(door.answer, Pipe(far, ChannelBinding("memory"), f"192.0.2.{number}"))
                await trio.testing.wait_all_tasks_blocked()
            assert len(door.preauth) == MAX_STRANGERS
            near, far = trio.testing.memory_stream_pair()
            nursery.start_soon(door.answer, Pipe(far, ChannelBinding("memory"), "192.0.2.250"))
            link = await greet(player(1, tmp_path), Pipe(near, ChannelBinding("memory")), identity(0).key)
            assert link.key == identity(0).key
            await link.aclose()
            await trio.sleep(30)
            assert not len(door.preauth)
            nursery.cancel_scope.cancel()

    clocked(main)


def test_a_replayed_hello_of_a_player_opens_nothing(tmp_path):
    async def test(address, door):
        pipe = await Tls(identity(1), b"x").dial(address)
        said, send = [], pipe.stream.send_all

        async def tapped(data):
            said.append(bytes(data))
            await send(data)

        pipe.stream.send_all = tapped
        link = await greet(player(1, tmp_path), pipe, identity(0).key)
        await link.aclose()
        again = (await Tls(identity(1), b"x").dial(address)).stream
        await again.send_all(b"".join(said))
        link = Link(again)
        assert (await link.receive())[0] == "hello"
        await link.receive()
        assert await link.receive() is None
        await link.aclose()

    run(test, tmp_path)
