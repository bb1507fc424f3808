"""A table that fills up is opened again in other ways: seats, and invites whose ways remain, stay good."""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio

from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.net.session import host_table, join_table, leave_open
from p2pgames_protocol.testing.memory import Memory, World
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.wire.address import transport_of
from tests.protocol.meetings import HERE, play_out, player, propose

HOSTS = (*HERE, "memory:h0:1")


async def soon(test):
    """Give up where it takes too long."""
    with trio.fail_after(60):
        await test()


class OtherWays(Exception):
    """Ends a session as a host does who wants other ways."""


def tls(number, tmp_path):
    who = player(number, tmp_path)
    return Tls(who.identity, who.home.device(who.entropy))


async def filled(session, number):
    while len(session.names) < number:
        await session.changed()


async def left_open(host, guest, *ways, kept):
    """Host in these ways until a guest has sat down, then leave the table open; return that, and the invite."""
    with suppress(OtherWays):
        async with host_table(
            host, propose(3), listen=HOSTS[: len(ways)], ways=Enabled(ways), confirm=guest.asked
        ) as session:
            guest.invite = session.invite
            guest.came.set()
            await filled(session, 2)
            before = leave_open(session, kept)
            raise OtherWays
    return before, session.invite


class Guest:
    """Joins as soon as there is an invite, and notes who the host was asked about."""

    def __init__(self, over):
        self.over, self.came, self.asked_about, self.invite = over, trio.Event(), [], None

    async def asked(self, name, _key):
        self.asked_about.append(name)
        return True

    async def play(self, tmp_path):
        await self.came.wait()
        ways = Enabled((self.over,))
        async with join_table(player(1, tmp_path), self.invite, listen=(), ways=ways) as session:
            await play_out(await session.begun(), 1)


async def left_alone(host, tmp_path, *, kept):
    """Leave a table open that was open by TLS, and whose guest does not come back; return that, and the invite."""
    guest = Guest(tls(1, tmp_path))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.play, tmp_path)
        left = await left_open(host, guest, tls(0, tmp_path), kept=kept)
        nursery.cancel_scope.cancel()
    return left


@pytest.mark.parametrize("over", ["tls", "memory"])
def test_who_sat_there_stays_and_the_old_invite_leads_to_the_table(tmp_path, over):
    async def test():
        world, host = World(), player(0, tmp_path)
        memory = over == "memory"
        guest = Guest(Memory(world, "h1") if memory else tls(1, tmp_path))
        first = (tls(0, tmp_path), Memory(world, "h0")) if memory else (tls(0, tmp_path),)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest.play, tmp_path)
            before, old = await left_open(host, guest, *first, kept=("tls", "memory"))
            now = Enabled((tls(0, tmp_path), Memory(world, "h0")))
            async with host_table(
                host, propose(3), listen=HOSTS[1 + memory :], ways=now, confirm=guest.asked, before=before
            ) as session:
                assert session.names == ("P0", "P1"), "the seat is kept before its player is back"
                assert set(old.addresses) <= set(session.invite.addresses)
                assert {transport_of(one) for one in session.invite.addresses} == {"tls", "memory"}
                async with join_table(
                    player(2, tmp_path), old, ways=Enabled((tls(2, tmp_path), Memory(world, "h2")))
                ) as other:
                    peers = await session.begun(), await other.begun()
                    async with trio.open_nursery() as players:
                        for number, peer in zip((0, 2), peers, strict=True):
                            players.start_soon(play_out, peer, number)
        assert peers[0].replica.genesis.names == ("P0", "P1", "P2")
        assert guest.asked_about == ["P1", "P2"], "who was let in is not asked about again"

    trio.run(soon, test)


def test_other_places_count_and_a_port_that_is_taken_is_given_up(tmp_path):
    async def test():
        host = player(0, tmp_path)
        before, old = await left_alone(host, tmp_path, kept=("tls",))
        port = before.places[0].rpartition(":")[2]
        assert f":{port}#" in old.addresses[0]
        async with (
            host_table(
                player(3, tmp_path), propose(), listen=before.places, ways=Enabled((tls(3, tmp_path),))
            ),
            host_table(host, propose(3), ways=Enabled((tls(0, tmp_path),)), before=before) as session,
        ):
            assert f":{port}#" not in session.invite.addresses[0]
        ways = Enabled((tls(0, tmp_path),))
        async with host_table(
            host, propose(3), listen=("tls:127.0.0.1:0",), ways=ways, before=before
        ) as session:
            assert not [one for one in session.invite.addresses if f":{port}#" in one]

    trio.run(soon, test)


def test_a_way_that_is_switched_on_again_comes_back_to_its_port(tmp_path):
    async def test():
        world, host = World(), player(0, tmp_path)
        before, old = await left_alone(host, tmp_path, kept=("memory",))
        memory = Enabled((Memory(world, "h0"),))
        async with host_table(host, propose(3), listen=HOSTS[1:], ways=memory, before=before) as session:
            assert session.invite.addresses == ("memory:h0:1",)
            before = leave_open(session, ("tls",), before)
        both = Enabled((tls(0, tmp_path), Memory(world, "h0")))
        async with host_table(host, propose(3), listen=HOSTS[1:], ways=both, before=before) as session:
            assert set(session.invite.addresses) == {"memory:h0:1", *old.addresses}

    trio.run(soon, test)
