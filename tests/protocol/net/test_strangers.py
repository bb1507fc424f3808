"""What strangers and players can send or do, and what it must not do: crash, flood, lose, lead to the wrong table."""

from contextlib import AsyncExitStack, suppress
from time import process_time

import pytest
import trio
import trio.testing

from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import report
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import NOBODY, Proposal, Refused
from p2pgames_protocol.net.acceptor import Acceptor, greet, watch
from p2pgames_protocol.net.connections import QUEUE
from p2pgames_protocol.net.limits import MAX_ADDRESSES
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import MAX_GUESTS, Lobby, Seating, Turned, enter
from p2pgames_protocol.net.network import Network, announced_addresses
from p2pgames_protocol.net.peer import open_game, play_game
from p2pgames_protocol.net.session import resume_game
from p2pgames_protocol.store.player import AddressBook, AddressRecord
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import ChannelBinding, Pipe, Unreachable
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import digest, pack, unpack
from p2pgames_protocol.wire.invite import BadInvite, Invite
from p2pgames_protocol.wire.names import seen
from tests.dice import DICE
from tests.protocol.meetings import hosting, in_world, joining, play_out, player, propose

SENTENCE = 400
"""Characters: more than any sentence of ours has."""


def frame(*message):
    """A message as it goes over the wire."""
    body = pack(message)
    return len(body).to_bytes(4, "big") + body


def linked(key):
    """Two ends of a link after the hello: ours, at whose other end this key is, and the other's."""
    near, far = trio.testing.memory_stream_pair()
    ends = Link(near), Link(far)
    ends[0].key, ends[1].key = key, b"us"
    return ends


async def sitting(tmp_path, seats=2):
    """A running peer of seat 0."""
    peer = open_game(player(0, tmp_path), make_genesis(DICE, seats))
    await peer.live.start()
    return peer


# -- crashes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["tls:host:99999#PIN", "tls::7#PIN", "tls:host:x#PIN"])
def test_an_address_that_is_none_leads_nowhere_and_ends_nothing(tmp_path, address):
    async def main():
        someone = player(0, tmp_path)
        network = Network(someone, [Tls(someone.identity, b"d")], Acceptor(someone))
        with pytest.raises(Unreachable):
            await network.dialer.dial((address,), seated(1).key)

    trio.run(main)


def test_who_asks_for_everything_and_does_not_read_loses_its_link_alone(tmp_path):
    async def main():
        peer = await sitting(tmp_path)
        near, far = trio.testing.lockstep_stream_pair()
        link = Link(near)
        link.key = seated(1).key
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, link)
            other = Link(far)
            greeting = [await other.receive(), await other.receive()]
            assert [kind for kind, *_ in greeting] == ["want", "chats"]
            for _ in range(QUEUE + 10):
                await far.send_all(frame("want", 0))
                await trio.testing.wait_all_tasks_blocked()
            peer.links.tell_address(await peer.address_book.sign_own(seated(0), ("tls:new:1",)))
            await peer.wait_until(lambda: not peer.links.connected)

    clocked(main)


def test_a_certificate_of_no_known_version_leads_nowhere_and_ends_nothing():
    async def main():
        strange = Tls(identity(0), b"d")
        version = bytes.fromhex("a003020102"), bytes.fromhex("a003020105")
        strange.certificate = strange.certificate.replace(*version)

        async def answer(pipe):
            with suppress(trio.BrokenResourceError):
                await pipe.stream.do_handshake()
                await pipe.stream.receive_some()

        async with trio.open_nursery() as nursery:
            (address,) = await nursery.start(strange.listen, "127.0.0.1:0", answer)
            with pytest.raises(Unreachable):
                await Tls(identity(1), b"x").dial(address)
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_who_joins_again_with_a_damaged_store_is_told_so(tmp_path):
    async def main(world, tmp_path):
        async with hosting(world, tmp_path) as host, AsyncExitStack() as stack:
            invite = host.invite
            async with joining(world, tmp_path, 1, invite) as guest:
                path = (await guest.begun()).store.path
                await guest.peer.wait_until(lambda: len(guest.peer.replica.log) > 0)
            data = path.read_bytes()
            path.write_bytes(data[:300] + bytes([data[300] ^ 1]) + data[301:])
            again = await stack.enter_async_context(joining(world, tmp_path, 1, invite))
            with pytest.raises(Turned):
                await again.begun()

    clocked(in_world, main, tmp_path)


# -- hangs and floods --------------------------------------------------------------------------------


def cost(marks):
    """Processor seconds that it takes to read and to show a text with so many pairs of marks in the wrong order."""
    data = b"\x92\xa5hello\xda" + (4 * marks + 1).to_bytes(2, "big") + b"a"
    data += "\u0301\u0316".encode() * marks
    least = float("inf")
    for _ in range(3):
        began = process_time()
        _, text = unpack(data, len(data))
        assert seen(text).endswith(r"\u0316")
        least = min(least, process_time() - began)
    return least


def test_no_text_takes_longer_than_in_proportion_to_its_length():
    # Eight times the length: quadratic would be 64 times the time.
    assert cost(16000) < 24 * cost(2000) + 0.02


def test_who_does_not_read_does_not_hold_up_who_leaves(tmp_path):
    async def main():
        near, _far = trio.testing.lockstep_stream_pair()
        link = Link(near)
        link.key = seated(1).key

        async def read():
            with suppress(LinkFault):
                await link.receive()

        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(read)
                await trio.sleep(6)
                began = trio.current_time()
                scope.cancel()
        return trio.current_time() - began

    assert clocked(main, threshold=0) < 3


def test_a_flood_of_addresses_does_not_part_those_who_pass_it_on(tmp_path):
    async def main():
        peers = [open_game(player(number, tmp_path), make_genesis(DICE, 3)) for number in (0, 1)]
        records = [
            AddressRecord.sign(seated(2), make_genesis(DICE, 3).game_id, number, ("tls:a:1",)).record
            for number in range(MAX_ADDRESSES + 50)
        ]
        for peer in peers:
            await peer.live.start()
        near, far = trio.testing.memory_stream_pair()
        ends = Link(near), Link(far)
        ends[0].key, ends[1].key = seated(1).key, seated(0).key
        async with trio.open_nursery() as nursery:
            for peer, end in zip(peers, ends, strict=True):
                nursery.start_soon(peer.attach, end)
            for half in (records[: MAX_ADDRESSES // 2], records[MAX_ADDRESSES // 2 :]):
                ours, theirs = linked(seated(2).key)
                async with trio.open_nursery() as visit:
                    visit.start_soon(peers[0].attach, ours)
                    for record in half:
                        await theirs.send("address", record)
                    await trio.testing.wait_all_tasks_blocked()
                    visit.cancel_scope.cancel()
            # Most are left out: so many at once come from no honest player. What is taken is passed on.
            for peer in peers:
                await peer.wait_until(
                    lambda peer=peer: not set(records).isdisjoint(peer.address_book.records())
                )
            assert not [notice for notice in peers[1].notices if "floods" in str(notice.why)]
            nursery.cancel_scope.cancel()

    clocked(main)


def test_two_devices_of_one_player_do_not_tell_their_addresses_for_ever(tmp_path):
    one, other = sorted((0, 1), key=lambda number: seated(number).key)

    async def main():
        third = await play_game(player(other, tmp_path), make_genesis(DICE, 2))
        async with trio.open_nursery() as nursery:
            for device in "ab":
                someone = player(one, tmp_path / device)
                peer = await play_game(someone, make_genesis(DICE, 2))
                network = Network(someone, [Memory(World(), device)], Acceptor(someone, peer=peer))
                network.sharing.addresses = (f"memory:{device}:1",)
                ends = list(map(Link, trio.testing.memory_stream_pair()))
                ends[0].key, ends[1].key = seated(other).key, seated(one).key
                nursery.start_soon(peer.attach, ends[0])
                nursery.start_soon(third.attach, ends[1])
                nursery.start_soon(
                    network.sharing.keep_told, peer, peer.replica.genesis.own(network.player.identity)
                )
            await trio.sleep(1)
            network.sharing.addresses = ("memory:moved:1",)
            peer.links.changes.wake()
            await trio.sleep(5)
            nursery.cancel_scope.cancel()
        told = [
            AddressRecord.read(record, third.replica.genesis.game_id)
            for record in third.address_book.records()
        ]
        return {entry.key: entry.counter for entry in told}[seated(one).key]

    assert clocked(main) < 10


@pytest.mark.parametrize(
    "message", [("x" * 60_000,), ("hello", "x" * 60_000, bytes(32), bytes(32)), ("bye", "x" * 60_000)]
)
def test_no_stranger_fills_the_terminal(tmp_path, message):
    async def main():
        near, far = trio.testing.memory_stream_pair()
        await far.send_all(frame(*message))
        with pytest.raises(LinkFault) as caught:
            await Link(near).hello(identity(0), identity(1).key, ChannelBinding("memory"), bytes(32))
        return str(caught.value)

    assert len(clocked(main)) < SENTENCE


def test_no_host_fills_the_terminal(tmp_path):
    async def main():
        ours, theirs = linked(seated(0).key)
        await theirs.send("bye", "Nonsense. " * 5000)
        with pytest.raises(Turned) as caught:
            await enter(ours, identity(1), bytes(16), "P1", lambda _: bytes(32))
        return str(caught.value)

    assert len(clocked(main)) < SENTENCE


# -- forgetting --------------------------------------------------------------------------------------


def test_a_finished_game_that_is_opened_again_stays_a_valid_file(tmp_path):
    async def main(world, tmp_path):
        async with hosting(world, tmp_path) as host, joining(world, tmp_path, 1, host.invite) as guest:
            peers = [await host.begun(), await guest.begun()]
            async with trio.open_nursery() as nursery:
                for number, peer in enumerate(peers):
                    nursery.start_soon(play_out, peer, number)
        genesis, path = peers[0].replica.genesis, peers[0].store.path
        before = audit.full(path.read_bytes(), lambda _n, _v: DICE)
        again = resume_game(
            player(0, tmp_path), genesis, listen=("h0:1",), ways=Enabled((Memory(world, "h0"),))
        )
        async with again as session:
            await session.begun()
        after = audit.full(path.read_bytes(), lambda _n, _v: DICE)
        assert before.grade is report.Grade.FINISHED
        assert after.grade is report.Grade.FINISHED, after.why

    clocked(in_world, main, tmp_path)


def test_who_sits_at_a_crowded_table_may_connect_anew_and_nobody_else_may_come():
    """A link that broke and that the host still has must not keep its player out."""
    token = b"t" * 16
    lobby = Lobby(Seating(identity(0), propose(), "Ada", bytes(32)), token)

    async def come(link):
        with suppress(LinkFault):
            await lobby.welcome(link, token)

    async def main():
        async with trio.open_nursery() as nursery:
            for number in range(MAX_GUESTS):
                nursery.start_soon(come, linked(b"%d" % number)[0])
            await trio.testing.wait_all_tasks_blocked()
            with pytest.raises(LinkFault, match="Too many people"):
                await lobby.welcome(linked(b"somebody else")[0], token)
            again, far = linked(b"7")
            nursery.start_soon(come, again)
            assert (await far.receive())[0] == "proposal"
            nursery.cancel_scope.cancel()

    clocked(main)


def test_who_copies_a_nonce_or_a_key_is_refused_at_once_and_keeps_nobody_else_out():
    """Found out only with the last seat, it would be held against whoever takes that."""
    seating = Seating(identity(0), Proposal.of(identity(0).key, DICE, 3, bytes(32), {}), "Ada", b"n" * 32)
    here = {identity(number).key for number in range(4)}
    body = gen.Join(
        digest("proposal", seating.signed), identity(1).key, identity(0).key, "Eve", bytes(32)
    ).body()
    for copied in (
        gen.sign_join(identity(1), seating.signed, "Eve", b"n" * 32),
        pack((body, identity(1).sign("join", NOBODY, body))),
    ):
        with pytest.raises(Refused, match="same key or nonce"):
            seating.sit(copied, here)
    for number in (2, 3):
        seating.sit(gen.sign_join(identity(number), seating.signed, "P", bytes([number]) * 32), here)
    assert seating.genesis is not None


def test_the_genesis_goes_out_only_when_the_host_has_stored_it(tmp_path):
    async def main():
        host = player(0, tmp_path)
        proposal = Proposal.of(host.identity.key, DICE, 2, bytes(32), {})
        door = Acceptor(host, Lobby(Seating(host.identity, proposal, "P0", bytes(32)), b"t" * 16))
        near, far = trio.testing.memory_stream_pair()
        got = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.answer, Pipe(far, ChannelBinding("memory")))
            guest = player(1, tmp_path)
            link = await greet(guest, Pipe(near, ChannelBinding("memory")), host.identity.key)
            with trio.move_on_after(5):
                got = await enter(link, guest.identity, b"t" * 16, "P1", lambda _: b"n" * 32)
            nursery.cancel_scope.cancel()
        assert got is None or host.home.store(got).path.exists()

    clocked(main)


def test_more_own_addresses_than_eight_are_told_as_eight(tmp_path):
    async def main():
        someone = player(0, tmp_path)
        async with trio.open_nursery() as nursery:
            network = Network(someone, [Memory(World(), "h0")], Acceptor(someone))
            told = [f"host{number}" for number in range(9)]
            await nursery.start(_serve_told, network, told)
            book = AddressBook(tmp_path / "x.addresses", b"g" * 32, [someone.identity.key])
            record = await book.sign_own(someone.identity, network.sharing.addresses)
            nursery.cancel_scope.cancel()
        assert len(AddressRecord.read(record, b"g" * 32).addresses) == 8

    trio.run(main)


async def _serve_told(network, told, *, task_status):
    await network.listener.serve("h0:1", told=told, task_status=task_status)


# -- being led -----------------------------------------------------------------------------------------


async def shown(tmp_path, genesis, invited_by=0):
    """Watch a host that shows this genesis; return the peer that begins."""
    ours, theirs = linked(seated(invited_by).key)
    await theirs.send("genesis", genesis.record)
    return await watch(player(1, tmp_path), ours, b"w" * 16)


def test_who_watches_never_signs_for_a_seat(tmp_path):
    async def main():
        with suppress(Turned):
            peer = await shown(tmp_path, make_genesis(DICE, 2))
            assert peer.signer is None or not peer.signer.auto_signer.signing

    clocked(main)


def test_who_watches_is_not_shown_the_table_of_another_host(tmp_path):
    async def main():
        with pytest.raises(Turned):
            await shown(tmp_path, make_genesis(DICE, 2), invited_by=5)

    clocked(main)


def test_watchers_are_not_told_where_the_players_are(tmp_path):
    async def main():
        peer = await sitting(tmp_path)
        await peer.address_book.sign_own(seated(0), ("tls:192.0.2.1:7#PIN",))
        ours, theirs = linked(seated(9).key)
        kinds = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, ours)
            with trio.move_on_after(2):
                while True:
                    kinds.append((await theirs.receive())[0])
            nursery.cancel_scope.cancel()
        assert "want" in kinds
        assert "address" not in kinds

    clocked(main)


# -- differences from SPEC.md --------------------------------------------------------------------------


def test_a_boolean_is_no_round(tmp_path):
    async def main():
        peer = await sitting(tmp_path)
        ours, theirs = linked(seated(1).key)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, ours)
            await theirs.send("want", True)
            with trio.move_on_after(5):
                await peer.wait_until(lambda: not peer.links.connected and peer.notices)
            nursery.cancel_scope.cancel()
        assert [notice for notice in peer.notices if "does not belong" in str(notice.why)]

    clocked(main)


def test_a_message_that_comes_in_two_halves_survives_the_end_of_a_wait():
    async def main():
        ours, theirs = linked(b"other")
        data, done = frame("ping") + frame("hi"), trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ours.meanwhile, done.wait)
            await theirs._stream.send_all(data[:6])
            await trio.testing.wait_all_tasks_blocked()
            done.set()
        await theirs._stream.send_all(data[6:])
        return await ours.receive()

    assert clocked(main, threshold=0) == ("hi",)


@pytest.mark.parametrize(("letter", "other"), [("I", "\u0131"), ("S", "\u017f")])
def test_letters_outside_ascii_are_no_base32(letter, other):
    for number in range(100):
        text = Invite(identity(0).key, bytes([number]) * 16, "linja", ("tls:a:1",)).text()
        if letter in text[9:]:
            with pytest.raises(BadInvite):
                invites.read_invite(text[:9] + text[9:].replace(letter, other))
            return
    raise AssertionError


@pytest.mark.parametrize(
    "told", ["h\u00f6me.example", "a." * 150 + "example"], ids=["outside-ascii", "overlong"]
)
def test_an_address_that_nobody_could_read_is_not_told(told):
    try:
        addresses = tuple(announced_addresses(("tls:10.0.0.1:5#PIN",), (told,)))
    except ValueError:
        return
    text = Invite(identity(0).key, bytes(16), "linja", addresses).text()
    assert invites.read_invite(text).addresses == addresses


# -- rematches ---------------------------------------------------------------------------------------


async def told(tmp_path, key, *messages):
    """A peer that heard this over a link from somebody with this key, and whether that ended the link."""
    peer = await sitting(tmp_path)
    ours, theirs = linked(key)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.attach, ours)
        for message in messages:
            await theirs.send(*message)
        await theirs.send("want", 0)
        await trio.testing.wait_all_tasks_blocked()
        ended = not peer.links.connected
        nursery.cancel_scope.cancel()
    return peer, ended


def invite_of(number, token=b"t" * 16):
    return Invite(identity(number).key, token, "dice", ("tls:127.0.0.1:7#AAAA",)).text()


def test_a_player_offers_a_rematch_and_says_where(tmp_path):
    async def main():
        said = [("rematch",), ("rematch", invite_of(1)), ("rematch",)]
        peer, ended = await told(tmp_path, seated(1).key, *said)
        assert not ended
        assert {key: invite.host for key, invite in peer.rematches.items()} == {
            seated(1).key: identity(1).key
        }

    trio.run(main)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (7, ("rematch",)),
        (7, ("rematch", invite_of(7))),
        (1, ("rematch", invite_of(0))),
        (1, ("rematch", invite_of(1, b""))),
        (1, ("rematch", "P2PGAMES:AAAA")),
        (1, ("rematch", "x" * 5000)),
        (1, ("rematch", b"bytes")),
        (1, ("rematch", invite_of(1), 1)),
    ],
)
def test_a_rematch_that_is_none_ends_its_link(tmp_path, number, message):
    async def main():
        peer, ended = await told(tmp_path, seated(number).key, message)
        assert ended
        assert peer.rematches == {}

    trio.run(main)
