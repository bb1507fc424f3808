"""Whole games between people who have nothing but an invite, and what they are told when that does not work."""

from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random

import pytest
import trio

from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Proposal, Refused
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.net.acceptor import MAX_WATCHERS
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.session import host_table, join_table, make_token, resume_game, watch_table
from p2pgames_protocol.testing.memory import Memory, clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.transport import PortTaken, Unreachable
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.invite import BadInvite, Invite
from tests.dice import DICE
from tests.protocol.meetings import HERE, hosting, in_world, joining, play_out, player, propose


async def game_over_tls(tmp_path, seats):
    peers, links = [], []

    async def join(number, text):
        async with join_table(player(number, tmp_path), invites.read_invite(text), listen=HERE) as session:
            peers.append(await session.begun())
            await peers[-1].wait_until(lambda: len(session.peer.links.connected) == seats - 1)
            links.append(session.peer.links.connected)
            await play_out(session.peer, number)

    with trio.fail_after(120):
        async with host_table(player(0, tmp_path), propose(seats), listen=HERE) as session:
            assert session.invite.addresses[0].startswith("tls:127.0.0.1:")
            async with trio.open_nursery() as nursery:
                for number in range(1, seats):
                    nursery.start_soon(join, number, session.invite.text())
                peers.append(await session.begun())
                await play_out(peers[-1], 0)
    return peers, links


@pytest.mark.parametrize("seats", [2, 3])
def test_a_whole_game_over_tls_everybody_linked_to_everybody(tmp_path, seats):
    peers, links = trio.run(game_over_tls, tmp_path, seats)
    assert len(peers) == seats
    assert all(len(keys) == seats - 1 for keys in links)
    assert len({peer.replica.position.previous for peer in peers}) == 1
    assert all(peer.replica.position.kind is DONE and peer.replica.complete for peer in peers)
    assert not [notice for peer in peers for notice in peer.notices if "forge" in str(notice.why)]


# -- in memory, on a clock that jumps ----------------------------------------------------------------


def test_a_game_broken_off_is_resumed_by_all_in_any_order_at_new_addresses(tmp_path):
    async def test(world, tmp_path):
        half = lambda peer: len(peer.replica.log) > 8  # noqa: E731
        async with hosting(world, tmp_path, propose(3, aim="300")) as host, AsyncExitStack() as stack:
            guests = [
                await stack.enter_async_context(joining(world, tmp_path, n, host.invite)) for n in (1, 2)
            ]
            peers = [await session.begun() for session in (host, *guests)]
            async with trio.open_nursery() as nursery:
                for number, peer in enumerate(peers):
                    nursery.start_soon(play_out, peer, number, half)
            genesis = peers[0].replica.genesis
            await peers[0].wait_until(lambda: len(peers[0].address_book.records()) == 3)
        world.dialled.clear()
        moved = {0: "h0:1", 1: "h1:1", 2: "elsewhere:1"}
        async with AsyncExitStack() as stack:
            again = []
            for number in (2, 0, 1):
                session = resume_game(
                    player(number, tmp_path),
                    genesis,
                    listen=(moved[number],),
                    ways=Enabled((Memory(world, moved[number].partition(":")[0]),)),
                )
                again.append((await stack.enter_async_context(session)).peer)
            for peer in again:
                await peer.wait_until(lambda peer=peer: len(peer.links.connected) == 2)
                assert len(peer.replica.log) > 8
            one = next(
                peer for peer in again if peer.replica.genesis.identities[peer.signer.seat] == identity(1).key
            )
            await one.wait_until(
                lambda: (
                    one.address_book.addresses(genesis.seat_key(identity(2).key)) == ("memory:elsewhere:1",)
                )
            )

    clocked(in_world, test, tmp_path)


def test_links_that_break_are_made_again_and_the_game_goes_on(tmp_path):
    async def test(world, tmp_path):
        async with (
            hosting(world, tmp_path, propose(2, aim="300")) as host,
            joining(world, tmp_path, 1, host.invite) as guest,
        ):
            peers = [await host.begun(), await guest.begun()]
            async with trio.open_nursery() as nursery:
                for number, peer in enumerate(peers):
                    nursery.start_soon(play_out, peer, number)
                for _ in range(3):
                    before = len(peers[0].replica.log)
                    await peers[0].wait_until(lambda before=before: len(peers[0].replica.log) > before + 4)
                    world.cut()
            assert len({peer.replica.position.previous for peer in peers}) == 1
            assert len(world.dialled) > 3

    clocked(in_world, test, tmp_path)


def test_a_watcher_sees_the_game_and_cannot_take_part(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path) as host, joining(world, tmp_path, 1, host.invite) as guest:
            peers = [await host.begun(), await guest.begun()]
            await look(world, tmp_path, host.invite, peers, play=False)
            await look(world, tmp_path, host.watch_invite, peers, play=True)
            with pytest.raises(Turned, match="for watching"):
                async with joining(world, tmp_path, 6, host.watch_invite) as session:
                    await session.begun()

    async def look(world, tmp_path, invite, peers, play):
        async with watch_table(player(5, tmp_path), invite, ways=Enabled((Memory(world, "h5"),))) as watching:
            seen = await watching.begun()
            assert seen.signer is None
            await peers[0].wait_until(lambda: identity(5).key in peers[0].links.connected)
            if play:
                world.cut()
                async with trio.open_nursery() as nursery:
                    for number, peer in enumerate(peers):
                        nursery.start_soon(play_out, peer, number)
                await seen.wait_until(lambda: seen.replica.position.kind is DONE)

    clocked(in_world, test, tmp_path)


def test_watchers_are_capped_and_only_where_the_table_allows_them(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path, propose(watchers="no")) as host:
            with pytest.raises(Turned, match="not open to watchers"):
                async with watch_table(
                    player(5, tmp_path), host.invite, ways=Enabled((Memory(world, "h5"),))
                ) as session:
                    await session.begun()
        async with (
            hosting(world, tmp_path) as host,
            joining(world, tmp_path, 1, host.invite) as guest,
            AsyncExitStack() as stack,
        ):
            await host.begun()
            await guest.begun()
            for number in range(10, 10 + MAX_WATCHERS + 1):
                session = await stack.enter_async_context(
                    watch_table(
                        player(number, tmp_path), host.invite, ways=Enabled((Memory(world, f"h{number}"),))
                    )
                )
                if number < 10 + MAX_WATCHERS:
                    await session.begun()
                else:
                    with pytest.raises(Turned, match="already has as many watchers"):
                        await session.begun()

    clocked(in_world, test, tmp_path)


def test_a_guest_whose_link_breaks_in_the_lobby_gets_its_seat_back(tmp_path):
    async def test(world, tmp_path):
        async with (
            hosting(world, tmp_path, propose(3)) as host,
            joining(world, tmp_path, 1, host.invite) as guest,
        ):
            while len(guest.names) < 2:
                await guest.changed()
            world.cut()
            async with joining(world, tmp_path, 2, host.invite) as other:
                assert (await host.begun()).replica.genesis.names == ("P0", "P1", "P2")
                keys = tuple(identity(number).key for number in range(3))
                assert (await guest.begun()).replica.genesis.identities == keys
                assert (await other.begun()).replica.genesis.identities == keys

    clocked(in_world, test, tmp_path)


def test_the_invite_leads_back_into_the_game_even_after_the_host_began_anew(tmp_path):
    async def test(world, tmp_path):
        proposal = propose(2, aim="300")
        async with hosting(world, tmp_path, proposal) as host:
            invite = host.invite
            async with joining(world, tmp_path, 1, invite) as guest:
                peer = await guest.begun()
                first = peer.replica.genesis
            # The guest's client went before it had stored anything.
            peer.store.path.unlink()
            async with joining(world, tmp_path, 1, invite) as guest:
                assert (await guest.begun()).replica.genesis == first
        ways = Enabled((Memory(world, "h0"),))
        again = resume_game(player(0, tmp_path), first, listen=("h0:1",), ways=ways)
        async with again as host, joining(world, tmp_path, 1, invite) as guest:
            peers = [await host.begun(), await guest.begun()]
            assert peers[1].replica.genesis == first
            async with trio.open_nursery() as nursery:
                for number, one in enumerate(peers):
                    nursery.start_soon(play_out, one, number)
            assert all(one.replica.finished and not one.replica.accusations.found for one in peers)
            with pytest.raises(Turned, match="full"):
                async with joining(world, tmp_path, 2, invite) as other:
                    await other.begun()

    clocked(in_world, test, tmp_path)


def test_nonces_differ_between_tables_players_and_devices(tmp_path):
    tables = [propose(), Proposal.of(identity(0).key, DICE, 2, bytes([1]) * 32, {})]
    people = [
        player(1, tmp_path),
        player(2, tmp_path),
        replace(player(1, tmp_path / "other"), entropy=Random(9).randbytes),
    ]
    nonces = [person.nonces()(table) for person in people for table in tables]
    assert len(set(nonces)) == len(nonces)
    assert nonces == [person.nonces()(table) for person in people for table in tables]


@pytest.mark.parametrize("note", ["state", "nothing"])
@pytest.mark.parametrize("seats", [2, 3])
def test_who_lost_the_games_file_signs_nothing_before_the_others_have_shown_what_they_have(
    tmp_path, seats, note
):
    """A bot in its place would move at once, otherwise than before: that would be cheating."""

    async def test(world, tmp_path):
        half = lambda peer: len(peer.replica.log) > 8 and not peer.signer.my_turn  # noqa: E731
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(hosting(world, tmp_path, propose(seats, aim="300")))
            peers = []
            guests = [AsyncExitStack() for _ in range(1, seats)]
            sessions = []
            for number, guest in enumerate(guests, 1):
                await stack.enter_async_context(guest)
                sessions.append(
                    await guest.enter_async_context(joining(world, tmp_path, number, host.invite))
                )
            peers = [await session.begun() for session in (host, *sessions)]
            async with trio.open_nursery() as nursery:
                for number, peer in enumerate(peers):
                    nursery.start_soon(play_out, peer, number, half)
            lost = peers[-1].store
            await guests[-1].aclose()
            lost.path.unlink()
            if note == "nothing":
                lost.local.unlink()
                lost.instance.unlink()
            again = await stack.enter_async_context(joining(world, tmp_path, seats - 1, host.invite))
            await again.network.acceptor.ready.wait()
            assert again.network.acceptor.peer.read_only
            assert not again.network.acceptor.peer.signer.my_turn
            peers[-1] = await again.begun()
            assert peers[-1].store.path == lost.path
            async with trio.open_nursery() as nursery:
                for number, peer in enumerate(peers):
                    nursery.start_soon(play_out, peer, number + 77)
            assert all(
                peer.replica.accusations.verdict is None and not peer.replica.accusations.found
                for peer in peers
            )
            assert all(peer.replica.finished for peer in peers)
            assert not peers[-1].read_only
            assert not peers[-1].store.is_copy()

    clocked(in_world, test, tmp_path)


def test_a_game_whose_file_was_lost_waits_for_everybody_also_after_a_restart(tmp_path):
    """The host may lack what the third has seen of us."""

    async def test(world, tmp_path):
        half = lambda peer: len(peer.replica.log) > 8  # noqa: E731
        async with hosting(world, tmp_path, propose(3, aim="300")) as host, AsyncExitStack() as stack:
            guests = [
                await stack.enter_async_context(joining(world, tmp_path, n, host.invite)) for n in (1, 2)
            ]
            peers = [await session.begun() for session in (host, *guests)]
            async with trio.open_nursery() as nursery:
                for number, peer in enumerate(peers):
                    nursery.start_soon(play_out, peer, number, half)
            await stack.aclose()
            peers[2].store.path.unlink()
            for _ in range(2):
                async with joining(world, tmp_path, 2, host.invite) as again:
                    peer = await again.begun()
                    await peer.wait_until(
                        lambda peer=peer: len(peer.replica.log) == len(peers[0].replica.log)
                    )
                    await trio.sleep(100)
                    assert peer.read_only
            async with (
                joining(world, tmp_path, 1, host.invite) as third,
                joining(world, tmp_path, 2, host.invite) as again,
            ):
                await third.begun()
                peer = await again.begun()
                await peer.wait_until(lambda: not peer.read_only)
                assert peer.signer.auto_signer.signing

    clocked(in_world, test, tmp_path)


def test_a_player_who_comes_back_under_another_name_keeps_the_first(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path) as host:
            async with joining(world, tmp_path, 1, host.invite) as one:
                await one.begun()
            renamed = replace(player(1, tmp_path), name="Renamed")
            async with join_table(renamed, host.invite, ways=Enabled((Memory(world, "h1"),))) as again:
                assert (await again.begun()).replica.genesis.names == ("P0", "P1")

    clocked(in_world, test, tmp_path)


def test_a_host_that_breaks_off_every_time_is_given_up(tmp_path):
    async def test(world, tmp_path):
        async def rude(pipe):
            link = Link(pipe.stream)
            await link.answer_hello([identity(0)], pipe.channel, bytes(32))
            await link.receive()
            await link.send("bye", "No time.")
            await link.finish()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(Memory(world, "h0").listen, "h0:1", rude)
            await trio.testing.wait_all_tasks_blocked()
            invite = Invite(identity(0).key, bytes(16), "dice", ("memory:h0:1",))
            async with joining(world, tmp_path, 1, invite) as session:
                with pytest.raises(Turned, match="No time"):
                    await session.begun()
            async with watch_table(
                player(1, tmp_path), invite, ways=Enabled((Memory(world, "h1"),))
            ) as session:
                with pytest.raises(Turned, match="No time"):
                    await session.begun()

            async def silly(pipe):
                link = Link(pipe.stream)
                await link.answer_hello([identity(0)], pipe.channel, bytes(32))
                await link.receive()
                await link.send("nonsense")
                await link.finish()

            world.listening["memory:h0:1"] = silly
            before = trio.current_time()
            async with joining(world, tmp_path, 1, invite) as session:
                with pytest.raises(
                    Unreachable, match="The host answers, then breaks off: A message of kind 'nonsense'"
                ):
                    await session.begun()
            assert trio.current_time() - before < 60
            nursery.cancel_scope.cancel()

    clocked(in_world, test, tmp_path)


def test_who_is_killed_before_it_listens_goes_on_by_the_same_ways(tmp_path):
    class Slow(Memory):
        """Takes for ever to know where it listens, as iroh does for seconds where no relay answers."""

        async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
            await trio.sleep_forever()

    async def test(world, tmp_path):
        slow = Enabled((Slow(world, "h1"),))
        async with (
            hosting(world, tmp_path) as host,
            join_table(player(1, tmp_path), host.invite, listen=("h1:0",), ways=slow) as guest,
        ):
            genesis = (await guest.begun()).replica.genesis
            book = player(1, tmp_path).address_book(genesis)
            assert book.hint_of(player(1, tmp_path).own(genesis).key) == ("memory:h1:0",)

    clocked(in_world, test, tmp_path)


def test_a_game_is_resumed_at_the_place_where_it_listened(tmp_path):
    """Not at the port that was told to the others: a router may map another one."""

    async def test():
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(
                host_table(player(0, tmp_path), propose(), listen=HERE, addresses=("127.0.0.1",))
            )
            guest = join_table(player(1, tmp_path), host.invite, listen=HERE, addresses=("203.0.113.5:443",))
            async with guest as session:
                peer = await session.begun()
                await peer.wait_until(
                    lambda: (
                        peer.address_book.addresses_of(peer.replica.genesis.seat_key(identity(1).key)) != ()
                    )
                )
                place = session.network.listener.places
            assert place[0].startswith("tls:127.0.0.1:")
            assert peer.address_book.addresses_of(peer.replica.genesis.seat_key(identity(1).key))[
                0
            ].startswith("tls:203.0.113.5:443#")
            async with resume_game(player(1, tmp_path), peer.replica.genesis) as again:
                assert again.network.listener.places == place

    trio.run(test)


def test_who_dislikes_the_proposal_takes_no_seat(tmp_path):
    async def dislike(proposal):
        raise Refused(f"I do not play {proposal.rules}.")

    async def test(world, tmp_path):
        async with hosting(world, tmp_path) as host:
            async with joining(world, tmp_path, 1, host.invite, accepts=dislike) as guest:
                with pytest.raises(Turned, match="I do not play dice"):
                    await guest.begun()
            assert host.names == ("P0",)
            assert host.peer is None

    clocked(in_world, test, tmp_path)


def test_who_left_the_lobby_gives_the_seat_to_the_next(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path, propose(3)) as host:
            async with joining(world, tmp_path, 1, host.invite) as guest:
                while len(guest.names) < 2:
                    await guest.changed()
            async with (
                joining(world, tmp_path, 2, host.invite) as two,
                joining(world, tmp_path, 3, host.invite) as three,
            ):
                peer = await host.begun()
                assert set(peer.replica.genesis.names) == {"P0", "P2", "P3"}
                await two.begun()
                await three.begun()

    clocked(in_world, test, tmp_path)


def test_the_host_is_asked_before_somebody_sits_down(tmp_path):
    async def test(world, tmp_path):
        async def confirm(name, key):
            asked.append((name, key))
            await trio.sleep(100)  # a person thinks; the link holds
            return name == "P2"

        asked = []
        async with hosting(world, tmp_path, confirm=confirm) as host:
            async with joining(world, tmp_path, 1, host.invite) as guest:
                with pytest.raises(Turned, match="did not let you in"):
                    await guest.begun()
            async with joining(world, tmp_path, 2, host.invite) as guest:
                await host.begun()
                await guest.begun()
        assert asked == [("P1", identity(1).key), ("P2", identity(2).key)]

    clocked(in_world, test, tmp_path)


# -- sentences ---------------------------------------------------------------------------------------


def test_a_closed_and_a_full_table_say_so(tmp_path):
    async def test(world, tmp_path):
        async with (
            hosting(world, tmp_path, propose(3)) as host,
            joining(world, tmp_path, 1, host.invite) as one,
        ):
            while len(one.names) < 2:
                await one.changed()
            host.close_table("We play tomorrow.")
            for session in (host, one):
                with pytest.raises(Turned, match=r"We play tomorrow\."):
                    await session.begun()
            async with joining(world, tmp_path, 2, host.invite) as late:
                with pytest.raises(Turned, match=r"We play tomorrow\."):
                    await late.begun()
        async with hosting(world, tmp_path) as host, joining(world, tmp_path, 1, host.invite) as one:
            await one.begun()
            async with joining(world, tmp_path, 2, host.invite) as late:
                with pytest.raises(Turned, match="full already"):
                    await late.begun()

    clocked(in_world, test, tmp_path)


def test_a_host_who_leaves_tells_those_who_wait(tmp_path):
    async def test(world, tmp_path):
        async def guest():
            async with joining(world, tmp_path, 1, host.invite) as session:
                with pytest.raises(Turned, match="The host has closed the table"):
                    await session.begun()
                told.append(session)

        told = []
        async with trio.open_nursery() as nursery, hosting(world, tmp_path, propose(3)) as host:
            nursery.start_soon(guest)
            while len(host.names) < 2:
                await host.changed()
        assert told

    clocked(in_world, test, tmp_path)


def test_nobody_at_any_address_names_them_all(tmp_path):
    async def test(world, tmp_path):
        world.hanging.add("memory:b:2")
        invite = Invite(identity(0).key, bytes(16), "dice", ("memory:a:1", "memory:b:2", "tls:c:3#PIN"))
        before = trio.current_time()
        async with joining(world, tmp_path, 1, invite) as session:
            with pytest.raises(Unreachable) as caught:
                await session.begun()
        assert all(place in str(caught.value) for place in ("memory:a:1", "memory:b:2", "tls:c:3"))
        assert "PIN" not in str(caught.value)
        assert 15 <= trio.current_time() - before < 60

    clocked(in_world, test, tmp_path)


def test_ones_own_invite_is_refused(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path) as host:
            for opened in (join_table, watch_table):
                with pytest.raises(BadInvite, match="your own"):
                    async with opened(player(0, tmp_path), host.invite):
                        pass

    clocked(in_world, test, tmp_path)


def test_a_port_in_use_and_an_impossible_place_say_what_to_do(tmp_path):
    async def test():
        async with host_table(player(0, tmp_path), propose(), listen=HERE) as host:
            port = host.invite.addresses[0].partition("#")[0].rpartition(":")[2]
            with pytest.raises(PortTaken, match=f"Port {port} is in use at 127.0.0.1. Close"):
                async with host_table(player(1, tmp_path), propose(), listen=(f"127.0.0.1:{port}",)):
                    pass
        with pytest.raises(PortTaken, match="Choose an address of this computer"):
            async with host_table(player(0, tmp_path), propose(), listen=("192.0.2.77:0",)):
                pass
        with pytest.raises(ValueError, match="HOST:PORT"):
            async with host_table(player(0, tmp_path), propose(), listen=("nonsense",)):
                pass

    trio.run(test)


def test_the_invite_holds_what_the_host_wants_told(tmp_path):
    async def test():
        told = ("home.example", "203.0.113.5:99", "[2001:db8::1]:7", "2001:db8::2")
        async with host_table(player(0, tmp_path), propose(), listen=HERE, addresses=told) as host:
            places = [address.partition("#")[0] for address in host.invite.addresses]
            port = places[0].rpartition(":")[2]
            assert places == [
                f"tls:home.example:{port}",
                "tls:203.0.113.5:99",
                "tls:[2001:db8::1]:7",
                f"tls:[2001:db8::2]:{port}",
            ]
            assert len({address.partition("#")[2] for address in host.invite.addresses}) == 1
        with pytest.raises(ValueError, match="HOST or HOST:PORT"):
            async with host_table(player(0, tmp_path), propose(), listen=HERE, addresses=("a b",)):
                pass

    trio.run(test)


def test_errors_of_the_body_come_out_as_they_are(tmp_path):
    async def test():
        with pytest.raises(KeyError):
            async with host_table(player(0, tmp_path), propose(), listen=HERE):
                raise KeyError

    trio.run(test)


def test_who_comes_to_the_next_table_before_it_opens_waits_for_it(tmp_path):
    async def test(world, tmp_path):
        following = Proposal.of(identity(0).key, DICE, 2, bytes([1]) * 32, {})
        token, begun, there = make_token(identity(0), following), [], trio.Event()

        async def join(invite):
            async with joining(world, tmp_path, 1, invite) as session:
                begun.append(await session.begun())
                there.set()

        async with trio.open_nursery() as nursery:
            async with hosting(world, tmp_path) as session:
                session.network.acceptor.coming = token
                nursery.start_soon(join, replace(session.invite, token=token))
                await trio.sleep(1)
                assert session.names == ("P0",)
                assert not begun
            async with hosting(world, tmp_path, following) as session:
                await session.begun()
                await there.wait()
        assert [peer.replica.genesis.proposal for peer in begun] == [following]

    clocked(in_world, test, tmp_path)
