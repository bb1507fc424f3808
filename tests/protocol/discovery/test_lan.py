"""Tables on the local network: what is announced, what is believed, and whole clients that find each other there."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as some

from p2pgames_cli.config.exit_codes import Code
from p2pgames_protocol.discovery.discovery import OpenTable
from p2pgames_protocol.discovery.lan import (
    PERIOD,
    PLAYERS,
    TABLES,
    Lan,
    Notice,
    reached_addresses,
    tag,
    tags,
    to_base32,
)
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.session import host_table, join_table
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.invite import Invite
from tests.cli.terminal_window import Window, newcomer
from tests.protocol.agreed import BOT, check_same
from tests.protocol.internet import Segment, needs_namespaces
from tests.protocol.meetings import player, propose

PIN = to_base32(bytes(range(32)))
NOTICE = Notice(identity(0).key, PIN, "linja", "Ada", 4, 2)
HERE = (f"tls:192.168.1.7:4711#{PIN}", f"tls:[fd00::7]:4711#{PIN}")


def texts(**changes):
    """The texts of a notice as they come, some changed or left out."""
    whole = NOTICE.texts() | changes
    return {name.encode(): str(value).encode() for name, value in whole.items() if value is not None}


# -- what is read ------------------------------------------------------------------------------------


def test_a_notice_is_read_as_it_was_written():
    assert Notice.read(texts()) == NOTICE


@pytest.mark.parametrize(
    "changes",
    [
        {"v": 0},
        {"v": None},
        {"key": None},
        {"key": to_base32(bytes(32))},
        {"key": to_base32(b"short")},
        {"key": "!" * 52},
        {"pin": PIN[:-1]},
        {"pin": PIN.lower()},
        {"pin": f"{PIN}#"},
        {"game": ""},
        {"game": "x" * 33},
        {"name": "A\x1b[2J"},
        {"name": "A\x85da"},
        {"name": "x" * 33},
        {"name": ""},
        {"seats": 17},
        {"seats": "-2"},
        {"seats": "٤"},
        {"free": 5},
        {"free": None},
    ],
    ids=lambda changes: "-".join(f"{name}-{ascii(value)[:12]}" for name, value in changes.items()),
)
def test_what_is_no_table_is_refused(changes):
    with pytest.raises(Malformed):
        Notice.read(texts(**changes))


@given(some.dictionaries(some.sampled_from(list(texts())), some.none() | some.binary(max_size=300)))
def test_whatever_a_neighbour_says_is_read_or_refused(said):
    try:
        read = Notice.read(texts() | said)
    except Malformed:
        return
    assert Notice.read({name.encode(): value.encode() for name, value in read.texts().items()}) == read


def test_only_what_can_be_a_neighbour_is_dialled():
    hosts = (
        "10.0.0.1",
        "127.0.0.1",
        "::1",
        "224.0.0.251",
        "0.0.0.0",  # noqa: S104
        "fe80::1",
        "fe80::1%eth0",
        "::ffff:127.0.0.1",
        "::ffff:0.0.0.0",
        "fd00::1%\x1b[2J",
        "x",
        "fd00::1",
    )
    assert reached_addresses(hosts, 80, "PIN") == ("tls:10.0.0.1:80#PIN", "tls:[fd00::1]:80#PIN")
    assert reached_addresses(hosts, 0, "PIN") == reached_addresses(hosts, 65536, "PIN") == ()
    assert len(reached_addresses([f"10.0.0.{n}" for n in range(99)], 80, "PIN")) == 4


def test_a_tag_changes_every_hour_and_is_found_by_clocks_that_differ():
    now = 1_700_000_000.0
    assert tag(b"s" * 16, now) != tag(b"s" * 16, now + PERIOD)
    assert tag(b"s" * 16, now) != tag(b"t" * 16, now)
    for off in (-PERIOD, 0, PERIOD):
        assert tag(b"s" * 16, now + off) in tags(b"s" * 16, now)


# -- what is announced -------------------------------------------------------------------------------


def test_a_table_is_announced_while_it_is_open_and_a_running_game_names_nobody():
    lan = Lan(identity(0), clock=lambda: 1_700_000_000.0)
    table = bytes(32)
    lan.tell(table, (*HERE, "iroh:something"))
    (quiet,) = lan._services()
    assert (quiet.kind, quiet.hosts, quiet.port) == (PLAYERS, ("192.168.1.7", "fd00::7"), 4711)
    assert quiet.texts == ()
    lan.show(OpenTable(table, "linja", "Ada", 4, 2))
    (loud,) = lan._services()
    assert loud.kind == TABLES
    assert dict(loud.texts) == NOTICE.texts()
    lan.show(None)
    assert lan._services() == [quiet]
    secret = lan.address(table)
    assert secret == f"lan:{secret[4:30]}#{PIN}"
    assert secret != Lan(identity(1)).address(table)


def test_nothing_is_announced_of_a_computer_alone():
    lan = Lan(identity(0))
    lan.tell(bytes(32), (f"tls:127.0.0.1:4711#{PIN}",))
    assert lan._services() == []


@pytest.mark.parametrize("address", ["lan:", "lan:x#y", f"lan:{'A' * 26}", "lan:#"])
def test_an_address_that_is_none_finds_nobody(address):
    with pytest.raises(OSError, match="not on this network"):
        trio.run(Lan(identity(0)).find, address)


# -- knocking ----------------------------------------------------------------------------------------


class Near(Lan):
    """Shows tables to nobody: the test knows where they are."""

    async def run(self, *, task_status=trio.TASK_STATUS_IGNORED):
        task_status.started()


@pytest.mark.parametrize("answer", [True, False])
def test_who_comes_without_the_invite_knocks_and_who_has_it_does_not(tmp_path, answer):
    asked = []

    async def knock(name, key):
        asked.append((name, key))
        return answer

    async def main():
        async with trio.open_nursery() as nursery:
            world, host = World(), player(0, tmp_path)
            discovery = Near(host.identity)
            ways = Enabled((Memory(world, "h0"),), (discovery,))
            async with host_table(host, propose(3), knock=knock, ways=ways) as session:
                assert discovery._open == OpenTable(bytes(32), "dice", "P0", 3, 2)
                assert not any(address.startswith("lan:") for address in session.invite.addresses)
                guest = Enabled((Memory(world, "h1"),))
                async with join_table(player(1, tmp_path), session.invite, ways=guest):
                    while len(session.names) < 2:
                        await session.changed()
                    assert (asked, discovery._open.free) == ([], 1)
                    bare = Invite(session.invite.host, b"", "dice", session.invite.addresses)
                    stranger = Enabled((Memory(world, "h2"),))
                    async with join_table(player(2, tmp_path), bare, ways=stranger) as third:
                        if answer:
                            await third.begun()
                            await session.begun()
                            assert discovery._open is None
                        else:
                            with pytest.raises(Turned, match="did not let you in"):
                                await third.begun()
            nursery.cancel_scope.cancel()

    clocked(main)
    assert asked == [("P2", identity(2).key)]


class Slow(Memory):
    """Listens nowhere before it is told to."""

    name = "slow"

    def __init__(self):
        super().__init__(World(), "slow")
        self.waits, self.opens = trio.Event(), trio.Event()

    async def listen(self, where, handler, *, task_status=trio.TASK_STATUS_IGNORED):
        self.waits.set()
        await self.opens.wait()
        await super().listen(where, handler, task_status=task_status)


def test_who_knocks_while_some_way_is_still_opened_waits_for_the_answer_too(tmp_path):
    async def knock(_name, _key):
        slow.opens.set()
        return True

    slow = Slow()

    async def main():
        world, host = World(), player(0, tmp_path)

        async def stranger():
            await slow.waits.wait()
            bare = Invite(host.identity.key, b"", "dice", ("memory:h0:1",))
            async with join_table(player(1, tmp_path), bare, ways=Enabled((Memory(world, "h1"),))) as guest:
                await guest.begun()
                plays.set()

        plays = trio.Event()
        ways = Enabled((Memory(world, "h0"), slow), (Near(host.identity),))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stranger)
            places = ("memory:h0:1", "slow:slow:1")
            async with host_table(host, propose(), listen=places, knock=knock, ways=ways) as session:
                assert (await session.begun()).replica.genesis.names == ("P0", "P1")
                await plays.wait()

    clocked(main)


def test_a_table_that_is_not_shown_opens_to_nobody_without_its_token(tmp_path):
    async def knock(_name, _key):
        raise AssertionError("The host is not asked.")

    async def main():
        async with trio.open_nursery() as nursery:
            world = World()
            ways = Enabled((Memory(world, "h0"),))
            async with host_table(player(0, tmp_path), propose(), knock=knock, ways=ways) as session:
                bare = Invite(session.invite.host, b"", "dice", session.invite.addresses)
                async with join_table(
                    player(1, tmp_path), bare, ways=Enabled((Memory(world, "h1"),))
                ) as other:
                    with pytest.raises(Turned, match="The invite is not for this table"):
                        await other.begun()
            nursery.cancel_scope.cancel()

    clocked(main)


# -- between whole clients ---------------------------------------------------------------------------


@needs_namespaces
def test_neighbours_see_a_table_knock_and_find_each_other_again_at_other_addresses(tmp_path):
    homes = [tmp_path / name for name in "ab"]
    with Segment() as segment:
        here, there = segment.computer("10.0.0.1/24"), segment.computer("10.0.0.2/24")
        with (
            here.client(homes[0], "host", "linja", "--via", "tcp,lan", "--name", "Ada") as ada,
            there.client(homes[1], "join", "--lan", "--name", "Ben", *BOT) as ben,
        ):
            assert [way["name"] for way in ada.until("ways")["ways"]] == ["lan"]
            (table,) = ben.until("neighbours")["tables"]
            assert {**table, "key": ""} == {
                "table": 1,
                "game": "linja",
                "name": "Ada",
                "shown": "Ada",
                "key": "",
                "seats": 2,
                "free": 1,
            }
            ben.send(join=1)
            assert ada.until("knock")["name"] == "Ben"
            ada.send(do="admit")
            ada.send(move=ada.until("ask")["moves"][0])
            ada.until("ask")  # by now both have told each other where they are
        here.move("10.8.0.1/24")
        there.move("10.8.0.2/24")
        with here.client(homes[0], "resume", *BOT) as ada, there.client(homes[1], "resume", *BOT) as ben:
            assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
        with there.client(homes[1], "join", "--lan", "--timeout", "0") as ben:
            assert ben.wait() == Code.NO_CONTACT
    check_same(*homes)


LIES = """
import socket, sys, time
from zeroconf import ServiceInfo, Zeroconf
kind, speaker = "_p2pgames._tcp.local.", Zeroconf()
true = dict(v="0", key=sys.argv[1], pin=sys.argv[2], game="linja", name="Ada", seats="2", free="1")
lies = [{"name": "A\x1b[2J"}, {"key": "A" * 52}, {"pin": "x"}, {"seats": "99"}, {"free": "0"}, {"v": "7"}, {}]
for number, lie in enumerate(lies):
    host = "10.0.0.3" if lie else "127.0.0.1"
    speaker.register_service(
        ServiceInfo(kind, f"lie{number}.{kind}", port=7000, properties=true | lie, server=f"lie{number}.local.",
                    parsed_addresses=[host]), cooperating_responders=True)
print("told", flush=True)
time.sleep(100)
"""


@needs_namespaces
def test_only_a_table_that_can_be_one_is_listed(tmp_path):
    with Segment() as segment:
        here, there = segment.computer("10.0.0.1/24"), segment.computer("10.0.0.2/24")
        liar = segment.computer("10.0.0.3/24")
        told = [sys.executable, "-c", LIES, to_base32(identity(5).key), PIN]
        with (
            subprocess.Popen([*liar.enter, *told], stdout=subprocess.PIPE) as lies,
            ExitStack() as stack,
            here.client(tmp_path / "a", "host", "bus", "--via", "lan", "--name", "Ada") as ada,
        ):
            stack.callback(lies.kill)
            assert lies.stdout.readline() == b"told\n"
            ada.until("ways")
            with there.client(tmp_path / "b", "join", "--lan") as ben:
                assert [one["game"] for one in ben.until("neighbours")["tables"]] == ["bus"]


@needs_namespaces
def test_a_table_is_found_from_the_home(tmp_path):
    with Segment() as segment:
        here, there = segment.computer("10.0.0.1/24"), segment.computer("10.0.0.2/24")
        at_home = {"P2PGAMES_HOME": str(tmp_path / "b"), "LANGUAGE": "en"}
        with (
            here.client(tmp_path / "a", "host", "linja", "--via", "lan", "--name", "Ada", *BOT) as ada,
            Window(prefix=there.enter, columns=80, rows=24, **at_home) as ben,
        ):
            newcomer(ben, "Ben")
            ada.until("ways")
            ben.press("m4")
            ben.until("Tables nearby", "1 Ada", "linja, 1 of 2 seats is free")
            ben.press("1")
            assert ada.until("knock")["name"] == "Ben"
            ada.send(do="admit")
            ben.until("Linja", "Ada")


def test_who_is_reached_by_tcp_alone_loads_no_library_of_the_local_network():
    code = (
        "import sys, p2pgames_cli.app.host, p2pgames_cli.app.join, p2pgames_cli.json.player\n"
        "assert 'zeroconf' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
