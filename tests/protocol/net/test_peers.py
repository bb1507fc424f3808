"""Peers over streams: hello, lobby, gossip, and what strangers may try."""

from contextlib import asynccontextmanager, suppress
from random import Random

import pytest
import trio
import trio.testing

from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Proposal, Refused, sign_proposal
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import DONE, TURN
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.acceptor import Acceptor, greet, sit_down
from p2pgames_protocol.net.limits import MAX_FAULTS
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Lobby, Seating, Turned, enter
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.net.session import goodbye
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.memory import clocked
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from p2pgames_protocol.transports.transport import ChannelBinding, Pipe
from p2pgames_protocol.wire.address import join_address, split_address, with_port
from p2pgames_protocol.wire.codec import pack
from tests.dice import DICE
from tests.protocol.peers import play_out
from tests.protocol.plain_tcp import Tcp

CHANNEL = ChannelBinding("memory")


def player(seat, tmp_path):
    """A player with a home of its own."""
    home = Home(tmp_path / f"home{seat}")
    home.make()
    random = Random(seat)
    return Player(identity(seat), f"P{seat}", home, random.randbytes, lambda _n, _v: DICE)


def make_door(tmp_path, seats, **more):
    """A host's door with an open table."""
    host = player(0, tmp_path)
    proposal = Proposal.of(host.identity.key, DICE, seats, bytes(32), {})
    return Acceptor(host, Lobby(Seating(host.identity, proposal, "P0", bytes(32)), b"token", **more))


@asynccontextmanager
async def connected(door, person):
    """A link of this player to the door."""
    near, far = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.answer, Pipe(far, CHANNEL))
        yield await greet(person, Pipe(near, CHANNEL), door.player.identity.key)
        nursery.cancel_scope.cancel()


async def guest(door, person, peers, seed):
    async with connected(door, person) as link:
        peer = await sit_down(person, link, b"token")
        peers.append(peer)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, link)
            await play_out(peer, seed)
            nursery.cancel_scope.cancel()


async def whole_table(tmp_path, seats):
    door, peers = make_door(tmp_path, seats), []
    async with trio.open_nursery() as nursery:
        for seat in range(1, seats):
            nursery.start_soon(guest, door, player(seat, tmp_path), peers, seat)
        peer = await door.start()
        peers.append(peer)
        await play_out(peer, 0)
    return peers


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_whole_table_plays_through_its_host(tmp_path, seats):
    peers = clocked(whole_table, tmp_path, seats)
    assert len({peer.replica.position.previous for peer in peers}) == 1
    for peer in peers:
        assert peer.replica.position.kind is DONE
        records, cut = peer.store.open()
        again = Replica(peer.replica.genesis, DICE)
        for record in records[1:]:
            Intake(again).receive(record)
        assert cut == 0
        assert again.position.previous == peer.replica.position.previous


# -- hello and frames --


async def hello(first, second, channels=(CHANNEL, CHANNEL), diallers=(True, False), wanted=None):
    """Let two ends greet each other; return what each raised."""
    ends = [Link(stream) for stream in trio.testing.memory_stream_pair()]
    faults = [None, None]

    async def one(number, who):
        try:
            nonce = bytes([number]) * 32
            if diallers[number]:
                await ends[number].hello(who, wanted or second.key, channels[number], nonce)
            else:
                await ends[number].answer_hello([who], channels[number], nonce)
        except LinkFault as fault:
            faults[number] = str(fault)
            await ends[number].aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(one, 0, first)
        nursery.start_soon(one, 1, second)
    return faults, [end.key for end in ends]


def test_both_ends_learn_each_others_key():
    faults, keys = clocked(hello, identity(0), identity(1))
    assert faults == [None, None]
    assert keys == [identity(1).key, identity(0).key]


def test_a_hello_over_another_channel_or_in_the_wrong_role_does_not_hold():
    for channels, roles in [
        ((CHANNEL, ChannelBinding("tcp")), (True, False)),
        ((CHANNEL, ChannelBinding("memory", b"k")), (True, False)),
        ((CHANNEL, CHANNEL), (True, True)),
    ]:
        faults, keys = clocked(hello, identity(0), identity(1), channels, roles)
        assert any(faults)
        assert b"" in keys


def test_who_looks_for_somebody_else_learns_nothing():
    roles = ((CHANNEL, CHANNEL), (True, False))
    faults, keys = clocked(hello, identity(0), identity(1), *roles, identity(2).key)
    assert all("is not at this address" in fault for fault in faults)
    assert keys == [b"", b""]


def test_ones_own_key_is_refused():
    faults, _ = clocked(hello, identity(0), identity(0))
    assert all("your own identity" in fault or "closed" in fault or "gone" in fault for fault in faults)


async def answer_to(data):
    """What a door does with these bytes from a stranger, and whether it closes."""
    near, far = trio.testing.memory_stream_pair()
    link = Link(far)
    async with trio.open_nursery() as nursery:

        async def stranger():
            await near.send_all(data)
            with trio.move_on_after(60):
                while await near.receive_some():
                    pass

        nursery.start_soon(stranger)
        with pytest.raises(LinkFault) as caught:
            await link.answer_hello([identity(0)], CHANNEL, bytes(32))
        await link.aclose()
    return str(caught.value)


def frame(*message):
    """A message as it goes over the wire."""
    body = pack(message)
    return len(body).to_bytes(4, "big") + body


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "announced"),
        (b"\xff\xff\xff\xff", "announced"),
        (b"\0\0\0\0", "announced"),
        (b"\0\0\0\2\xc1\xc1", "msgpack"),
        (b"\0\0\0\1\5", "kind"),
        (frame(5), "kind"),
        (frame("hi"), "due"),
        (frame("hello", 1, b"k"), "due"),
        (frame("hello", 9, bytes(32), bytes(32), identity(0).key), "version 9"),
        (frame("hello", 1, b"short", bytes(32), identity(0).key), "key"),
        (frame("hello", 1, bytes(32), bytes(32), identity(0).key), "valid"),
        (
            frame("hello", 1, identity(1).key, bytes(32), identity(0).key) + frame("proof", bytes(64)),
            "does not hold",
        ),
        (frame("hello", 1, identity(1).key, bytes(32), identity(0).key) + frame("proof", b"x"), "signature"),
        (frame("bye", "go away"), "go away"),
        (b"\0\0", "in time"),
        (b"", "in time"),
    ],
)
def test_strangers_are_dropped_with_a_reason(data, why):
    assert why in clocked(answer_to, data)


def test_a_replayed_hello_does_not_hold():
    async def main():
        recorded = []
        near, far = trio.testing.memory_stream_pair()
        one, other = Link(near), Link(far)
        send = near.send_all

        async def tapped(data):
            recorded.append(bytes(data))
            await send(data)

        near.send_all = tapped
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: one.hello(identity(1), identity(0).key, CHANNEL, b"n" * 32))
            await other.answer_hello([identity(0)], CHANNEL, b"m" * 32)
        return await answer_to(b"".join(recorded))

    assert "does not hold" in clocked(main)


# -- the lobby --


async def knock(door, person, token=b"token", accepts=None):
    """Try to enter; return why not."""
    async with connected(door, person) as link:
        with pytest.raises(Turned) as caught:
            await enter(link, person.identity, token, person.name, lambda _: bytes([9]) * 32, accepts)
    return str(caught.value)


def test_wrong_token_full_table_refusal_and_dislike(tmp_path):
    async def no(_name, _key):
        return False

    async def dislike(proposal):
        raise Refused(f"I do not play {proposal.rules}.")

    assert "not for this table" in clocked(knock, make_door(tmp_path, 2), player(1, tmp_path), b"wrong")
    assert "did not let you in" in clocked(knock, make_door(tmp_path, 2, confirm=no), player(1, tmp_path))
    assert "do not play dice" in clocked(
        knock, make_door(tmp_path, 2), player(1, tmp_path), b"token", dislike
    )
    door = make_door(tmp_path, 2)
    seating, guest = door.lobby.seating, identity(3)
    seating.sit(gen.sign_join(guest, seating.signed, "P3", bytes([3]) * 32), {guest.key})
    assert "full" in clocked(knock, door, player(1, tmp_path))


def test_a_host_who_replaces_us_is_found_out(tmp_path):
    async def main():
        me = player(1, tmp_path)
        near, far = trio.testing.memory_stream_pair()
        proposal = Proposal.of(identity(0).key, DICE, 2, bytes(32), {})
        signed = sign_proposal(identity(0), proposal)

        async def false_host():
            link = Link(far)
            await link.answer_hello([identity(0)], CHANNEL, bytes(32))
            await link.expect("table", 1)
            await link.send("proposal", signed)
            await link.expect("join", 1)
            joins = [gen.sign_join(identity(s), signed, f"P{s}", bytes([s]) * 32) for s in (0, 2)]
            await link.send("genesis", gen.assemble(signed, tuple(joins)).record)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(false_host)
            link = await greet(me, Pipe(near, CHANNEL), identity(0).key)
            with pytest.raises(Turned, match="our seat"):
                await sit_down(me, link, b"token")

    clocked(main)


def test_somebody_else_at_the_address_is_refused(tmp_path):
    async def main():
        door = make_door(tmp_path, 2)
        near, far = trio.testing.memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.answer, Pipe(far, CHANNEL))
            with pytest.raises(LinkFault, match="is not at this address"):
                await greet(player(1, tmp_path), Pipe(near, CHANNEL), identity(5).key)

    clocked(main)


# -- a running game --


async def bridged(tmp_path):
    """Three peers in a chain: the middle one carries everything for the ends."""
    made = make_genesis(DICE, 3)
    peers = [open_game(player(seat, tmp_path), made) for seat in range(3)]
    for peer in peers:
        await peer.live.start()
    async with trio.open_nursery() as nursery:
        for left, right in ((0, 1), (1, 2)):
            one, other = map(Link, trio.testing.memory_stream_pair())
            one.key, other.key = seated(right).key, seated(left).key
            nursery.start_soon(peers[left].attach, one)
            nursery.start_soon(peers[right].attach, other)
        async with trio.open_nursery() as games:
            for seat, peer in enumerate(peers):
                games.start_soon(play_out, peer, seat)
        for peer in peers:
            await goodbye(peer)
    return peers


def test_who_cannot_reach_each_other_play_through_a_third(tmp_path):
    peers = clocked(bridged, tmp_path)
    assert len({peer.replica.position.previous for peer in peers}) == 1
    assert all(peer.replica.complete for peer in peers)


async def voted(tmp_path, everybody):
    """A chain of three: two vote while the third, who is there, is slow to move; or only one of them does."""
    made = make_genesis(DICE, 3)
    peers = [open_game(player(seat, tmp_path), made) for seat in range(3)]
    for peer in peers:
        await peer.live.start()
    async with trio.open_nursery() as nursery:
        for left, right in ((0, 1), (1, 2)):
            one, other = map(Link, trio.testing.memory_stream_pair())
            one.key, other.key = seated(right).key, seated(left).key
            nursery.start_soon(peers[left].attach, one)
            nursery.start_soon(peers[right].attach, other)
        while not all(peer.replica.position.kind is TURN for peer in peers):
            await trio.testing.wait_all_tasks_blocked(0.01)
        slow = next(peer for peer in peers if peer.signer.my_turn).signer.seat
        voters = [peer for peer in peers if peer.signer.seat != slow]
        for peer in voters if everybody else voters[:1]:
            await peer.vote(slow)
        async with trio.open_nursery() as games:
            for seat, peer in enumerate(peers):
                games.start_soon(play_out, peer, seat)
        for peer in peers:
            await goodbye(peer)
    return peers, slow


@pytest.mark.parametrize("everybody", [True, False])
def test_votes_and_their_answers_reach_all_over_links(tmp_path, everybody):
    peers, slow = clocked(voted, tmp_path, everybody)
    assert len({peer.replica.position.previous for peer in peers}) == 1
    for peer in peers:
        assert [d.seat for d in peer.replica.position.departures] == ([slow] if everybody else [])
        assert peer.replica.complete
        assert not peer.replica.accusations.found


async def nuisance(tmp_path, messages):
    """Attach a link that sends these messages to a running peer; return the peer when the link is gone."""
    peer = open_game(player(0, tmp_path), make_genesis(DICE, 2))
    await peer.live.start()
    near, far = trio.testing.memory_stream_pair()
    far_link = Link(far)
    far_link.key = seated(1).key

    async def send():
        with suppress(trio.BrokenResourceError):
            for message in messages:
                with trio.move_on_after(5):
                    await near.send_all(frame(*message))
            await near.send_eof()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(send)
        await peer.attach(far_link)
        nursery.cancel_scope.cancel()
    return peer


def test_what_nobody_signed_is_dropped_and_who_keeps_sending_it_too(tmp_path):
    junk = [("record", Record(Kind.EVENT, bytes([n]), bytes(64)).pack()) for n in range(MAX_FAULTS + 5)]
    peer = clocked(nuisance, tmp_path, [("record", b"junk"), *junk])
    assert any("keeps sending" in str(notice.why) for notice in peer.notices)
    assert not peer.links.connected
    assert peer.replica.position.round == 0


@pytest.mark.parametrize("message", [("dance",), ("want", -1), ("want", "x"), ("record", 5), ("record",)])
def test_messages_that_do_not_belong_end_the_link(tmp_path, message):
    peer = clocked(nuisance, tmp_path, [message])
    assert "does not belong" in str(peer.notices[-1].why)


def test_asking_again_and_again_costs_the_asker(tmp_path):
    peer = clocked(nuisance, tmp_path, [("want", 0)] * 500)
    assert not peer.links.connected


def test_addresses():
    assert split_address("127.0.0.1:80") == ("127.0.0.1", 80)
    assert split_address(join_address("::1", 80)) == ("::1", 80)
    for wrong in ("nothing", ":80", "host:", "host:x", "host:70000", "host:-1"):
        with pytest.raises(ValueError, match="HOST:PORT"):
            split_address(wrong)


def test_nobody_at_the_address_is_said_so():
    async def main():
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listeners[0].socket.getsockname()[1]
        await listeners[0].aclose()
        with pytest.raises(OSError, match="no p2pgames is open there"):
            await Tcp().dial(f"tcp:127.0.0.1:{port}")

    trio.run(main)


def test_an_observer_has_nothing_to_do(tmp_path):
    async def main():
        peer = open_game(player(5, tmp_path), make_genesis(DICE, 2))
        assert not hasattr(peer.replica, "seat")
        await peer.live.start()
        with pytest.raises(TypeError):
            await peer.act("roll")

    clocked(main)


def test_what_a_seat_signs_is_stored_even_if_the_link_ends_at_that_moment(tmp_path):
    async def main():
        peer = open_game(player(0, tmp_path), make_genesis(DICE, 2))
        await peer.live.start()
        other = Signer(peer.replica.genesis, DICE, identity(1))
        other.auto_signer.sign_from_now_on()
        ours, theirs = map(Link, trio.testing.memory_stream_pair())
        ours.key, theirs.key = seated(1).key, seated(0).key
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, ours)
            await trio.testing.wait_all_tasks_blocked()
            await peer.live.lock.acquire()
            await theirs.send("record", other.replica.outbox.drain()[0].pack())
            await trio.testing.wait_all_tasks_blocked()
            peer.live.lock.release()
            # At this moment a newer link of the same player takes the place of this one.
            next(iter(peer.links)).scope.cancel()
        signed = {r.id for r in peer.replica.records() if r.kind is Kind.EVENT}
        stored = {r.id for r in peer.store.open()[0]}
        assert len(signed) > 1
        assert signed <= stored

    trio.run(main)


@pytest.mark.parametrize("host", ["127.0.0.1", "*", "localhost", "[::1]", "tls:127.0.0.1", "tls:[::1]"])
def test_where_to_listen_needs_no_port(host):
    assert with_port(host) == f"{host}:0"
    assert with_port(f"{host}:7000") == f"{host}:7000"


@pytest.mark.parametrize("wrong", ["", "7000", ":7000", "tls:", "host:", "host:70000", "[::1]:x"])
def test_what_is_no_place_to_listen_at_is_refused(wrong):
    with pytest.raises(ValueError, match="HOST:PORT"):
        with_port(wrong)
