"""What is said of an invite that will hardly lead there, and of a host who does not answer."""

from datetime import timedelta
from functools import partial
from ipaddress import ip_network

import pytest
import trio

from p2pgames.text import Verbatim
from p2pgames_protocol.discovery.registry import MeetingWay
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.meeting import RELAY_TIME, Meeting, find_invite
from p2pgames_protocol.net.network import RELEASED, Dialer, _nobody, foreseen_obstacles, no_relay
from p2pgames_protocol.testing.memory import Memory, clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.sentences import NOBODY_ANSWERS, REFUSED
from p2pgames_protocol.transports.tcp import own_networks
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import Unreachable
from p2pgames_protocol.wire.invite import Words
from tests.protocol.meetings import hosting, in_world, joining, player, propose

HOME = tuple(map(ip_network, ("192.168.178.0/24", "fd00:1::/64")))
OFFICE = (ip_network("10.8.0.0/16"),)
PIN = "A" * 52
THERE, NEAR = f"tls:192.168.1.10:7000#{PIN}", f"tls:192.168.178.9:7000#{PIN}"
OUTSIDE, NAMED = f"tls:198.51.100.7:7000#{PIN}", f"tls:example.org:7000#{PIN}"


@pytest.mark.parametrize(
    ("addresses", "networks", "ways", "expect"),
    [
        ((THERE,), HOME, ("tls",), (sentences.ONLY_THERE,)),
        ((THERE,), HOME, ("tls", "iroh"), (sentences.NO_IROH_THERE,)),
        ((THERE, f"tls:[fd00:2::1]:7000#{PIN}"), HOME[:1], ("tls",), (sentences.ONLY_THERE,)),
        ((NEAR,), HOME, ("tls",), ()),
        ((THERE, NEAR), HOME, ("tls",), ()),
        ((THERE, "tls:8.8.8.8:7000#"), HOME, ("tls",), ()),
        ((THERE, NAMED), HOME, ("tls",), ()),
        ((THERE, "iroh:10.0.0.1:1#A"), HOME, ("tls", "iroh"), ()),
        ((THERE, "tor:x.onion:1"), HOME, ("tls",), ()),
        ((f"tls:10.99.0.1:7000#{PIN}",), OFFICE, ("tls",), ()),
        ((f"tls:10.99.0.1:7000#{PIN}",), HOME, ("tls",), (sentences.ONLY_THERE,)),
        (("tls:127.0.0.1:7000#",), HOME, ("tls",), ()),
        ((), HOME, ("tls",), ()),
    ],
)
def test_what_is_foreseen(addresses, networks, ways, expect):
    assert foreseen_obstacles(addresses, networks, ways) == expect


def test_the_networks_of_this_computer_are_none_of_itself_alone():
    assert all(not one.is_loopback for one in own_networks())


def test_a_computer_that_answers_without_a_client_is_told_from_silence():
    async def main():
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listener.socket.getsockname()[1]
        await listener.aclose()
        with pytest.raises(Unreachable, match="answers, but no p2pgames is open there"):
            await Tls(identity(0), b"").dial(f"tls:127.0.0.1:{port}#{PIN}")

    trio.run(main)


@pytest.mark.parametrize(
    ("address", "says"),
    [("memory:x:1", "Nothing comes back"), (THERE, "Nobody answers in time")],
)
def test_silence_at_an_address_of_the_internet_is_a_case_of_its_own(tmp_path, address, says):
    class Silent(Memory):
        name = address.partition(":")[0]

        async def dial(self, address):
            await trio.sleep_forever()

    async def test(world, tmp_path):
        dialer = Dialer(player(1, tmp_path), {Silent.name: Silent(world, "h1")}, {})
        with pytest.raises(Unreachable, match=says):
            await dialer.dial((address,), identity(0).key)

    clocked(in_world, test, tmp_path)


def test_of_several_failures_the_one_that_says_most_is_told():
    place = Verbatim("p")
    failures = {
        "a": NOBODY_ANSWERS(place=place),
        "b": sentences.SILENCE(place=place),
        "c": REFUSED(place=place),
    }
    assert "no p2pgames is open there" in str(_nobody(tuple(failures), failures))
    assert "other player's window" in str(_nobody(("a", "b"), {one: failures[one] for one in "ab"}))
    failures["d"] = sentences.OTHER_PLAYER
    assert str(sentences.OTHER_PLAYER) in str(_nobody(tuple(failures), failures))


@pytest.mark.parametrize(("day", "says"), [(0, "you are offline"), (-1, "date is wrong")])
def test_a_clock_before_the_release_is_why_no_relay_answers(day, says):
    assert says in str(no_relay(RELEASED + timedelta(days=day)))


def listening(world, online, host="h1"):
    """Words by a way that needs a relay."""
    way = MeetingWay(Memory(world, host), addresses=lambda: ("memory:door:4711",), online=online)
    return Meeting(Words(b"secret"), lambda _own: (way,), ("memory",), stretch=lambda s: s.ljust(32, b"\0"))


@pytest.mark.parametrize(("answers", "says"), [(False, "No relay answers"), (True, "compare the words")])
def test_a_guest_is_told_while_it_looks_and_at_the_end_that_no_relay_answers(tmp_path, answers, says):
    told = []

    async def online():
        if not answers:
            await trio.sleep_forever()

    async def test(world, tmp_path):
        began = trio.current_time()
        tell = lambda why: told.append((why, trio.current_time() - began))  # noqa: E731
        with pytest.raises(Unreachable, match=says):
            await find_invite(player(1, tmp_path), listening(world, online), tell=tell)

    clocked(in_world, test, tmp_path)
    assert told == ([] if answers else [(sentences.NO_RELAY, pytest.approx(RELAY_TIME, abs=0.1))])


@pytest.mark.parametrize("late", [0, 2 * RELAY_TIME])
def test_a_host_is_told_that_no_relay_answers(tmp_path, late):
    async def test(world, tmp_path):
        here = listening(world, partial(trio.sleep, late), "door")
        async with hosting(world, tmp_path, propose(), meeting=here):
            await trio.sleep(2 * RELAY_TIME)
            assert here.news() == ([sentences.NO_RELAY] if late else [])

    clocked(in_world, test, tmp_path)


@pytest.mark.parametrize("comes", [True, False])
def test_a_host_is_told_when_the_invite_was_handed_out_and_nobody_comes(tmp_path, comes):
    async def test(world, tmp_path):
        way = MeetingWay(Memory(world, "door"), addresses=lambda: ("memory:door:4711",))
        here = Meeting(
            Words(b"secret"), lambda _own: (way,), ("memory",), stretch=lambda s: s.ljust(32, b"\0")
        )
        async with hosting(world, tmp_path, propose(3), meeting=here):
            invite = await find_invite(player(1, tmp_path), here)
            if comes:
                async with joining(world, tmp_path, 1, invite):
                    await trio.sleep(30)
            else:
                await trio.sleep(30)
            assert here.news() == ([] if comes else [sentences.NOT_THROUGH])
            assert here.news() == []

    clocked(in_world, test, tmp_path)
