"""Whole clients on computers of their own: behind routers, over bad lines, moved, frozen and found again."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.protocol.agreed import BOT, check_same
from tests.protocol.internet import Internet, Router, needs_namespaces

pytestmark = needs_namespaces


def ends_of(*clients):
    """Wait until all are done; return how the game ended, the same for all."""
    ends = [client.until("over") for client in clients]
    assert [client.wait() for client in clients] == [0] * len(clients)
    assert ends.count(ends[0]) == len(ends)
    return ends[0]["basis"]


def until_seen(client, others):
    """Read until the client has links to these seats and no more."""
    for line in client.lines():
        said = json.loads(line)
        if said["type"] == "presence" and said["connected"] == others:
            return
    raise AssertionError(f"The client ended: {client.complaints()}")


def test_two_behind_two_routers_play_through_a_third_that_both_reach(tmp_path):
    """Both have the same address, each in a network of its own; their clients never meet."""
    homes = [tmp_path / name for name in "abc"]
    with Internet() as internet:
        hub = internet.computer("203.0.113.1")
        left = internet.computer("192.168.1.2", router=Router("198.51.100.1"))
        right = internet.computer("192.168.1.2", router=Router("198.51.100.2"))
        with hub.client(homes[0], "host", "bus", "--seats", "3", *BOT) as ada:
            invite = ada.until("invite")["invite"]
            with (
                left.client(homes[1], "join", invite, *BOT) as ben,
                right.client(homes[2], "join", invite, *BOT) as cleo,
            ):
                until_seen(ada, [1, 2])
                assert ends_of(ada, ben, cleo) == "played"
    check_same(*homes)
    assert {place[2] for one in (left, right) for place in one.router.heard} == {"203.0.113.1"}


def test_a_line_that_delays_and_loses_is_a_slow_line(tmp_path):
    homes = [tmp_path / name for name in "ab"]
    with Internet() as internet:
        near = internet.computer("203.0.113.1", "2001:db8::1", delay=0.05, loss=0.05)
        far = internet.computer("203.0.113.2", "2001:db8::2", delay=0.05, loss=0.05)
        with (
            near.client(homes[0], "host", "linja", *BOT) as ada,
            far.client(homes[1], "join", ada.until("invite")["invite"], *BOT) as ben,
        ):
            assert ends_of(ada, ben) == "played"
    check_same(*homes)


def test_a_line_that_swallows_large_packets_carries_a_game(tmp_path):
    """Nobody is told: what ICMP would say gets lost, too."""
    homes, sizes = [tmp_path / name for name in "ab"], set()

    def is_large(packet):
        sizes.add(len(packet.data))
        return len(packet.data) > 1280

    with Internet() as internet:
        near = internet.computer("203.0.113.1", "2001:db8::1", drops=is_large)
        far = internet.computer("203.0.113.2", "2001:db8::2")
        with (
            near.client(homes[0], "host", "line1", *BOT) as ada,
            far.client(homes[1], "join", ada.until("invite")["invite"], *BOT) as ben,
        ):
            assert ends_of(ada, ben) == "played"
    check_same(*homes)
    assert 1200 < max(sizes) <= 1280


def test_who_moves_to_another_address_is_found_again(tmp_path):
    """In the middle of the game a laptop goes from cable to Wi-Fi; the old address is gone."""
    homes = [tmp_path / name for name in "ab"]
    with Internet() as internet:
        desk = internet.computer("203.0.113.1")
        laptop = internet.computer("203.0.113.2")
        with (
            desk.client(homes[0], "host", "linja") as ada,
            laptop.client(homes[1], "join", ada.until("invite")["invite"], *BOT) as ben,
        ):
            until_seen(ada, [1])
            laptop.move("203.0.113.77")
            assert ada.play(Random(1)) == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    check_same(*homes)


@pytest.mark.slow  # fifteen seconds of silence
def test_the_new_address_of_who_moved_is_told_by_who_still_reaches_it(tmp_path):
    """The laptop cannot dial whoever is behind a router: only from a third does that one learn where it is now."""
    with Internet() as internet:
        hub = internet.computer("203.0.113.1")
        laptop = internet.computer("203.0.113.2")
        inside = internet.computer("192.168.1.2", router=Router("198.51.100.1"))
        with hub.client(tmp_path / "a", "host", "bus", "--seats", "3") as ada:
            invite = ada.until("invite")["invite"]
            with laptop.client(tmp_path / "b", "join", invite) as ben:
                ben.until("lobby")
                with inside.client(tmp_path / "c", "join", invite) as cleo:
                    until_seen(cleo, [0, 1])
                    laptop.move("203.0.113.77")
                    until_seen(cleo, [0])
                    until_seen(cleo, [0, 1])
        assert "203.0.113.77" in {place[2] for place in inside.router.heard}


@pytest.mark.slow  # fifteen seconds of silence
def test_when_one_way_dies_another_one_takes_over(tmp_path):
    """Nothing says that the way is dead: packets vanish. Both ends notice the silence and meet over IPv6."""
    homes = [tmp_path / name for name in "ab"]
    with Internet() as internet:
        here = internet.computer("203.0.113.1", "2001:db8::1")
        there = internet.computer("203.0.113.2", "2001:db8::2")
        with (
            here.client(homes[0], "host", "linja") as ada,
            there.client(homes[1], "join", ada.until("invite")["invite"], *BOT) as ben,
        ):
            until_seen(ada, [1])
            here.drops = lambda packet: packet.version == 4
            until_seen(ada, [])
            until_seen(ada, [1])
            assert ada.play(Random(1)) == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    check_same(*homes)
