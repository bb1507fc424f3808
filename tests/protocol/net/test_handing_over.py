"""Seats that are handed over by a line: to one player, once, and told to all others."""

from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from p2pgames.contract import Illegal
from p2pgames_protocol.audit import full
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.net.peer import keep_seat
from p2pgames_protocol.net.session import make_session, resume_game, take_over_seat
from p2pgames_protocol.store import handover
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.store.handover import BadHandover
from p2pgames_protocol.testing.memory import Memory
from p2pgames_protocol.wire import invite
from p2pgames_protocol.wire.invite import SEAT_PREFIX, BadInvite
from tests.dice import DICE
from tests.protocol.meetings import hosting, in_world, joining, play_out, player

SUCCESSOR = 7


@asynccontextmanager
async def table(world, tmp_path):
    """A host and a guest who have begun to play."""
    async with hosting(world, tmp_path) as host, joining(world, tmp_path, 1, host.invite) as guest:
        yield await host.begun(), await guest.begun()


async def taken(world, tmp_path, line, number=SUCCESSOR):
    """What a player gets by a line, kept in its home."""
    ways = Enabled((Memory(world, f"h{number}"),))
    return await take_over_seat(player(number, tmp_path), line, ways=ways, patience=1)


def resuming(world, tmp_path, genesis, number=SUCCESSOR):
    """A player who goes on with a game of its home."""
    ways = Enabled((Memory(world, f"h{number}"),))
    return resume_game(player(number, tmp_path), genesis, listen=(f"h{number}:1",), ways=ways)


async def linked(peer):
    """Wait until a peer is linked to somebody, who knows where it can be reached, and has shown what it knows."""
    await peer.wait_until(
        lambda: (
            bool(peer.links.connected)
            and not peer.must_show
            and bool(peer.address_book.addresses_of(peer.links.identity.key))
        )
    )


async def a_whole_game(world, tmp_path):
    async with table(world, tmp_path) as (host, guest):
        await linked(guest)
        line = invite.read_invite(guest.seat_transfer.offer().text(SEAT_PREFIX), SEAT_PREFIX)
        seat = await taken(world, tmp_path, line)
        assert seat.genesis == guest.replica.genesis
        assert seat.seat.seed().hex() not in repr(seat)
        await guest.wait_until(lambda: not guest.links)
        for sign in (guest.resign(), guest.act("roll"), guest.say("still here")):
            with pytest.raises(Illegal, match="handed this seat over"):
                await sign
        with pytest.raises(BadHandover, match="already been used"):
            await taken(world, tmp_path, line, 8)
        async with resuming(world, tmp_path, seat.genesis) as session:
            successor = await session.begun()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_out, host, 1)
                nursery.start_soon(play_out, successor, 2)
            (by,) = host.replica.successors.successors_of(1)
            assert (by.name, by.key) == ("P7", player(SUCCESSOR, tmp_path).identity.key)
            assert host.replica.names == ("P0", "P7")
            assert host.replica.successors.before(by, seat.genesis) == "P1"
            await host.wait_until(lambda: host.replica.complete and host.all_stored)
            report = full.full(host.store.path.read_bytes(), lambda _n, _v: DICE)
            assert (report.grade, [by.name for by in report.by], report.faults) == (0, ["P7"], [])


def test_a_successor_plays_on_and_all_are_told_and_nobody_signs_twice(tmp_path):
    trio.run(in_world, a_whole_game, tmp_path)


async def not_any_more(world, tmp_path):
    async with table(world, tmp_path) as (_, guest):
        await linked(guest)
        first, second = guest.seat_transfer.offer(), guest.seat_transfer.offer()
        with pytest.raises(BadHandover, match="no longer valid"):
            await taken(world, tmp_path, first)
        assert not guest.seat_transfer.given
        await taken(world, tmp_path, second)
        genesis = guest.replica.genesis
    giver = player(1, tmp_path)
    assert giver.own(genesis) is None
    async with resuming(world, tmp_path, genesis, 1) as session:
        assert (await session.begun()).signer is None


def test_a_newer_line_takes_the_place_of_the_older_and_the_givers_store_signs_no_more(tmp_path):
    trio.run(in_world, not_any_more, tmp_path)


async def again(world, tmp_path):
    """The link breaks after the giver has let go: the same player gets it again, and no other."""
    async with table(world, tmp_path) as (_, guest):
        await linked(guest)
        line = guest.seat_transfer.offer()
        own = player(SUCCESSOR, tmp_path)
        network = make_session(own, Enabled((Memory(world, "h7"),))).network
        link = await network.dialer.dial(line.addresses, line.host)
        await link.send("seat", line.token)
        await guest.wait_until(lambda: guest.seat_transfer.given)
        await link.aclose()
        with pytest.raises(BadHandover, match="already been used"):
            await taken(world, tmp_path, line, 8)
        assert not guest.seat_transfer.arrived
        assert (await taken(world, tmp_path, line)).seat.key == guest.links.identity.key
        await guest.wait_until(lambda: guest.seat_transfer.arrived)


def test_a_link_that_breaks_loses_no_seat(tmp_path):
    trio.run(in_world, again, tmp_path)


async def copied(world, tmp_path):
    async with table(world, tmp_path) as (_, guest):
        await linked(guest)
        seat = handover.of_store(guest.links.identity, guest.replica.genesis, guest.store, b"")
        line = guest.seat_transfer.offer()
        for number in (0, 1):  # both have a seat there
            with pytest.raises(BadHandover, match="have a seat"):
                await keep_seat(player(number, tmp_path), line, seat)
        sealed = handover.seal(seat.pack(), line.token, player(1, tmp_path).entropy)
        assert seat.seat.seed() not in sealed
        assert handover.read_handover(handover.unseal(sealed, line.token)) == seat_of(seat)
        with pytest.raises(BadHandover, match="does not open"):
            handover.unseal(sealed, bytes(16))
        for damaged in (sealed[:-1], sealed[:40], b"", b"p2pgames seat 1\n", sealed + b"\0"):
            with pytest.raises(BadHandover):
                handover.unseal(damaged, line.token)


def seat_of(seat):
    """Key pairs are equal if their seeds are."""
    return handover.Handover(Same(seat.seat), seat.genesis, seat.records, seat.given, seat.book)


class Same:
    def __init__(self, pair):
        self.key, self.pair = pair.key, pair

    def __eq__(self, other):
        return other.seed() == self.pair.seed()

    __hash__ = None


def test_a_file_of_a_seat_is_opened_by_its_line_alone_and_kept_by_who_has_no_seat(tmp_path):
    trio.run(in_world, copied, tmp_path)


def test_a_line_of_a_seat_is_no_invite_and_an_invite_no_such_line(tmp_path):
    line = invite.Invite(player(1, tmp_path).identity.key, bytes(16), "dice", ())
    assert invite.read_invite(line.text(SEAT_PREFIX), SEAT_PREFIX) == line
    for text, prefix in ((line.text(SEAT_PREFIX), invite.PREFIX), (line.text(), SEAT_PREFIX)):
        with pytest.raises(BadInvite):
            invite.read_invite(text, prefix)


async def interrupted(world, tmp_path, monkeypatch):
    def crash(*_arguments, **_more):
        raise RuntimeError

    async with table(world, tmp_path) as (_, guest):
        await linked(guest)
        seat = handover.of_store(guest.links.identity, guest.replica.genesis, guest.store, b"")
        line, own = guest.seat_transfer.offer(), player(7, tmp_path)
        files, store = own.taken_seat(seat.genesis), own.home.store(seat.genesis)
        for at in ("adopt", "release", "create"):
            with monkeypatch.context() as patched:
                patched.setattr(Store, at, crash)
                with pytest.raises(RuntimeError):
                    await keep_seat(own, line, seat)
            assert files.taken().key == seat.seat.key, "no game is there without its seed"
            assert not store.path.exists()
        await keep_seat(own, line, seat)
        assert files.own(own.identity).key == seat.seat.key
        assert store.open()[0] == list(seat.records)
        with pytest.raises(BadHandover, match="already have a seat"):
            await keep_seat(own, line, seat)


def test_who_is_killed_while_a_seat_is_stored_takes_it_again(tmp_path, monkeypatch):
    trio.run(in_world, partial(interrupted, monkeypatch=monkeypatch), tmp_path)
