"""The invite that words stand for is handed to who has them, as long as a seat is free, and to nobody else."""

from contextlib import suppress
from functools import partial

import pytest
import trio
import trio.lowlevel
import trio.testing

from p2pgames_protocol.discovery.registry import (
    MEETING_TABLE,
    Enabled,
    MeetingWay,
    TransportOptions,
    leading_ways,
)
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.meeting import AGAIN, FIND_TIME, HASTE, Meeting, ask_for_invite, find_invite
from p2pgames_protocol.net.session import host_table, watch_table
from p2pgames_protocol.testing.memory import Memory, clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.transport import DependencyMissing, PortTaken, Unreachable
from p2pgames_protocol.wire.invite import (
    BadInvite,
    Invite,
    NoMemory,
    Words,
    meeting_key,
    meeting_token,
    sentences,
)
from tests.protocol.meetings import hosting, in_world, joining, player, propose
from tests.protocol.notice_board import NoticeBoard

SAID = Words(b"secret")
DOOR = "memory:door:4711"


def cheap(secret):
    """A seed for which nobody has to work."""
    return secret.ljust(32, b"\0")


OWN = meeting_key(SAID, cheap)


def at_door(world, host="door"):
    """Words by which one listens at the door, or looks there."""
    way = MeetingWay(Memory(world, host), addresses=lambda: (DOOR,))
    return Meeting(SAID, lambda _own: (way,), ("memory",), stretch=cheap)


def test_who_has_the_words_gets_the_invite_and_plays(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path, meeting=at_door(world)) as host:
            invite = await find_invite(player(1, tmp_path), at_door(world, "h1"))
            assert invite == host.invite
            async with joining(world, tmp_path, 1, invite) as guest:
                assert (await guest.begun()).replica.genesis == (await host.begun()).replica.genesis
                assert DOOR not in world.listening
                with pytest.raises(Unreachable, match="Nobody is waiting under these words"):
                    await find_invite(player(2, tmp_path), at_door(world, "h2"))

    clocked(in_world, test, tmp_path)


@pytest.mark.parametrize("lets", ["yes", "no"])
def test_who_wants_to_watch_gets_no_seat_by_the_words_and_the_host_misses_nobody(tmp_path, lets):
    async def test(world, tmp_path):
        here, proposal = at_door(world), propose(2, watchers=lets)
        async with hosting(world, tmp_path, proposal, meeting=here) as host:
            if lets == "no":
                with pytest.raises(Turned, match="watch"):
                    await find_invite(player(1, tmp_path), at_door(world, "h1"), watches=True)
                return
            invite = await find_invite(player(1, tmp_path), at_door(world, "h1"), watches=True)
            assert invite == host.watch_invite
            await trio.sleep(30)
            assert here.news() == []
            ways = Enabled((Memory(world, "h1"),))
            async with watch_table(player(1, tmp_path), invite, ways=ways) as onlooker:
                seat = await find_invite(player(2, tmp_path), at_door(world, "h2"))
                async with joining(world, tmp_path, 2, seat):
                    assert (await onlooker.begun()).signer is None

    clocked(in_world, test, tmp_path)


def test_a_guest_who_is_early_waits_and_one_whom_nobody_waits_for_is_told(tmp_path):
    found, expected = [], []

    async def test(world, tmp_path):
        began = trio.current_time()
        with pytest.raises(Unreachable, match="compare the words"):
            await find_invite(player(1, tmp_path), at_door(world, "h1"))
        assert trio.current_time() - began == pytest.approx(FIND_TIME, abs=0.1)
        async with trio.open_nursery() as nursery:

            async def early():
                found.append(await find_invite(player(1, tmp_path), at_door(world, "h1")))
                nursery.cancel_scope.cancel()

            nursery.start_soon(early)
            await trio.sleep(5)
            async with hosting(world, tmp_path, meeting=at_door(world)) as host:
                expected.append(host.invite)
                await trio.sleep_forever()
        assert found == expected

    clocked(in_world, test, tmp_path)


def test_the_host_answers_to_words_while_it_opens_and_hands_out_the_invite_as_soon_as_there_is_one(tmp_path):
    class Slow(Memory):
        async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
            await trio.sleep(5)
            await super().listen(where, handler, task_status=task_status)

    async def test(world, tmp_path):
        async def guest():
            await trio.sleep(1)
            assert DOOR in world.listening
            found.append(
                (await find_invite(player(1, tmp_path), at_door(world, "h1")), trio.current_time() - began)
            )

        began, found, here = trio.current_time(), [], Enabled((Slow(world, "h0"),))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest)
            table = host_table(
                player(0, tmp_path), propose(), listen=("h0:1",), ways=here, meeting=at_door(world)
            )
            async with table as host:
                await trio.sleep(1)
                assert found == [(host.invite, pytest.approx(5, abs=0.1))]

    clocked(in_world, test, tmp_path)


def test_over_a_relay_the_host_is_dialled_anew_beside_an_attempt_that_began_too_early(tmp_path):
    """The first packet was lost, as nobody was there; when QUIC will try again is not waited for."""
    dialled = []

    class Early(Memory):
        async def dial(self, address):
            dialled.append(address)
            if len(dialled) < 3:
                await trio.sleep(30)
            return await super().dial(address)

    async def test(world, tmp_path):
        way = MeetingWay(Early(world, "h1"), addresses=lambda: (DOOR,), online=partial(trio.sleep, 0))
        there = Meeting(SAID, lambda _own: (way,), ("memory",), stretch=cheap)
        async with hosting(world, tmp_path, meeting=at_door(world)) as host:
            began = trio.current_time()
            assert await find_invite(player(1, tmp_path), there) == host.invite
            assert trio.current_time() - began == pytest.approx(2 * HASTE + AGAIN, abs=0.1)

    clocked(in_world, test, tmp_path)


def test_the_guest_shows_a_key_of_its_own_for_this_alone(tmp_path):
    seen = []

    async def test(world, tmp_path):
        meeting = at_door(world)

        async def serve(link, _message):
            seen.append(link.key)

        async def answer(pipe):
            link = Link(pipe.stream)
            with suppress(LinkFault):
                await link.answer_hello((OWN,), pipe.channel, bytes(32))
                await serve(link, await link.receive())
            await link.aclose()

        async with trio.open_nursery() as nursery:
            await nursery.start(meeting.ways(OWN)[0].transport.listen, "door:0", answer)
            with pytest.raises(Unreachable):
                await find_invite(player(1, tmp_path), at_door(world, "h1"))
            nursery.cancel_scope.cancel()

    clocked(in_world, test, tmp_path)
    assert seen
    assert identity(1).key not in seen
    assert len(set(seen)) == 1


@pytest.mark.parametrize(
    "said",
    [
        ("words", bytes(16)),
        ("words", meeting_token(OWN)[:-1]),
        ("words", meeting_token(OWN).hex()),
        ("words",),
        ("words", bytes(16), "watch"),
        ("words", meeting_token(OWN), "sit"),
        ("words", meeting_token(OWN), "watch", "watch"),
        ("table", meeting_token(OWN)),
        ("table", b""),
        ("watch", meeting_token(OWN)),
    ],
)
def test_who_shows_another_token_gets_a_bye(tmp_path, said):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path, meeting=at_door(world)):
            await find_invite(player(1, tmp_path), at_door(world, "h1"))  # now it is open
            pipe = await Memory(world, "h1").dial(DOOR)
            link = Link(pipe.stream)
            await link.hello(identity(1), OWN.key, pipe.channel, bytes(32))
            await link.send(*said)
            assert (await link.receive())[0] == "bye"
            await link.aclose()

    clocked(in_world, test, tmp_path)


def test_who_calls_on_the_host_there_learns_nothing(tmp_path):
    async def test(world, tmp_path):
        async with hosting(world, tmp_path, meeting=at_door(world)):
            await find_invite(player(1, tmp_path), at_door(world, "h1"))  # now it is open
            pipe = await Memory(world, "h1").dial(DOOR)
            with pytest.raises(LinkFault):
                await Link(pipe.stream).hello(identity(1), identity(0).key, pipe.channel, bytes(32))

    clocked(in_world, test, tmp_path)


GOOD = Invite(identity(0).key, bytes(16), "dice", ("memory:h0:1",))


@pytest.mark.parametrize(
    "answer",
    [
        ("invite", GOOD.text()[:-1]),
        ("invite", Invite(GOOD.host, b"", GOOD.game, GOOD.addresses).text()),
        ("invite", "x" * 5000),
        ("invite", GOOD.text().encode()),
        ("invite", ""),
        ("invite",),
        ("genesis", b""),
        ("bye", "No."),
    ],
)
def test_what_is_no_invite_to_a_table_is_refused(answer):
    async def main():
        near, far = trio.testing.memory_stream_pair()
        link, other = Link(near), Link(far)
        link.key = other.key = OWN.key
        await other.send(*answer)
        with pytest.raises((LinkFault, BadInvite, ValueError)):
            await ask_for_invite(link, OWN)

    clocked(main)


class Broken(Memory):
    """A transport that cannot listen."""

    async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
        raise PortTaken(sentences.NO_MEMORY)


class Missing(Memory):
    """A transport that is not there."""

    async def run(self, *, task_status=trio.TASK_STATUS_IGNORED):
        raise DependencyMissing(sentences.NO_MEMORY)


@pytest.mark.parametrize("kind", [Broken, Missing])
def test_a_way_that_fails_says_why_and_ends_neither_table_nor_the_other_way(tmp_path, kind):
    async def test(world, tmp_path):
        broken, sound = MeetingWay(kind(world, "x")), at_door(world).ways(OWN)[0]
        meeting = Meeting(SAID, lambda _own: (broken, sound), ("x", "memory"), stretch=cheap)
        async with hosting(world, tmp_path, meeting=meeting) as host:
            assert await find_invite(player(1, tmp_path), at_door(world, "h1")) == host.invite
        assert list(map(str, meeting.wrong)) == [str(sentences.NO_MEMORY)]

    clocked(in_world, test, tmp_path)


def test_a_host_without_memory_for_it_says_so_and_keeps_its_table(tmp_path):
    def full(_secret):
        raise NoMemory(sentences.NO_MEMORY)

    async def test(world, tmp_path):
        meeting = Meeting(SAID, lambda _own: (), ("memory",), stretch=full)
        async with hosting(world, tmp_path, meeting=meeting) as host:
            while not meeting.wrong:
                await host.changed()
            async with joining(world, tmp_path, 1, host.invite) as guest:
                await guest.begun()

    clocked(in_world, test, tmp_path)


def test_a_neighbour_is_looked_up_and_told_again_when_it_moves(tmp_path):
    notices, moves = {}, []

    class Moving(Memory):
        async def moved(self, where, addresses):
            if moves:
                return await trio.sleep_forever()
            moves.append(addresses)
            return (DOOR,)

    async def test(world, tmp_path):
        host = MeetingWay(Moving(world, "door"), NoticeBoard(notices, 0))
        guest = MeetingWay(Memory(world, "h1"), NoticeBoard(notices, 1), lambda: ("board:a",))
        there = Meeting(SAID, lambda _own: (host,), ("board",), stretch=cheap)
        here = Meeting(SAID, lambda _own: (guest,), ("board",), stretch=cheap)
        async with hosting(world, tmp_path, meeting=there) as session:
            assert await find_invite(player(1, tmp_path), here) == session.invite
        assert moves

    clocked(in_world, test, tmp_path)
    assert len(MEETING_TABLE) == 32


def test_words_lead_by_what_makes_addresses_of_keys_alone():
    every = ("tcp", "iroh", "tor", "lan", "dht")
    assert set(leading_ways(every, TransportOptions())) <= {"iroh", "lan", "dht"}
    assert leading_ways(every[:-1], TransportOptions(relays=())) == ("lan",)
    assert leading_ways(("tcp",), TransportOptions()) == ()
