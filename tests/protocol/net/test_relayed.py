"""iroh with a relay of the tests: players who cannot reach each other play over it, and leave it when they can."""

import json
from random import Random

import pytest

from p2pgames_cli.library.stored_games import replay_file
from tests.cli.client import game_file
from tests.protocol.internet import UDP, Internet, needs_namespaces
from tests.protocol.relays import RELAY, URL, Running

pytestmark = needs_namespaces
pytest.importorskip("iroh", reason="there is no iroh for this system")


def until_linked(client, relay):
    """Read until the client says that the other one is linked by iroh, and by whose relay."""
    for line in client.lines():
        said = json.loads(line)
        if said["type"] == "presence" and [one["relay"] for one in said["by"]] == [relay]:
            assert said["by"][0]["carrier"] == "iroh"
            return
    raise AssertionError(f"The client ended: {client.complaints()}")


def direct(packet):
    """Tell of a packet whether it goes from player to player: with the relay they speak TCP."""
    return packet.protocol == UDP


def _nothing(_packet):
    return False


def played(tmp_path, *ways):
    """Play after the direct way was open, or not, one after the other; the host's client says how it is linked."""
    homes = [tmp_path / name for name in "ab"]
    with Internet() as internet:
        hub = internet.computer(RELAY)
        near, far = (internet.computer(f"203.0.113.{number}") for number in (1, 2))
        near.drops = far.drops = _nothing if ways[0] else direct
        with (
            Running(hub),
            near.client(homes[0], "host", "linja", "--via", "iroh", "--relay", URL) as ada,
            far.client(
                homes[1], "join", ada.until("invite")["invite"], "--relay", URL, "--bot", "random"
            ) as ben,
        ):
            for is_open in ways:
                near.drops = far.drops = _nothing if is_open else direct
                until_linked(ada, "" if is_open else RELAY)
            assert ada.play(Random(1)) == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    assert len({replay_file(game_file(home)).position.previous for home in homes}) == 1


def test_two_who_cannot_reach_each_other_play_over_a_relay(tmp_path):
    played(tmp_path, False)


@pytest.mark.slow  # fifteen seconds of silence
def test_a_link_whose_direct_way_is_lost_comes_back_over_the_relay(tmp_path):
    played(tmp_path, True, False)
