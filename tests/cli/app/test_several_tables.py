"""Several tables at once in one home, each in a process of its own, and none of them twice."""

from contextlib import ExitStack

import pytest

from p2pgames import registry
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity
from tests.cli.client import Client, host, join

BOT = ("--bot", "random")


def refused(home, *command):
    """What a command complains of that ends at once."""
    with Client(home, *command) as client:
        client.process.stdin.close()
        assert client.process.wait(60) == 1
        return client.complaints()


def test_one_home_plays_at_two_tables_and_no_window_opens_one_twice(tmp_path):
    ada, ben = tmp_path / "a", tmp_path / "b"
    with ExitStack() as stack:
        hosts = [stack.enter_context(host(ada)) for _ in range(2)]
        invites = [one.until("invite")["invite"] for one in hosts]
        guests = [stack.enter_context(join(ben, invite, *BOT)) for invite in invites]
        games = [one.until("table")["game_id"] for one in hosts]
        assert len(set(games)) == 2
        assert "open in another window" in refused(ada, "resume", games[0])
        assert "open in another window" in refused(ben, "join", invites[1])
        assert "Another p2pgames" in refused(ada, "id", "name", "Eva")
        hosts[0].kill()
        # At the port it had: it may have been killed before it heard where the guest listens, who knows only that one.
        again = stack.enter_context(Client(ada, "resume", games[0], *BOT))
        assert again.until("over") == guests[0].until("over")
        assert hosts[1].process.poll() is None


def test_each_table_has_an_iroh_key_of_its_own_and_keeps_it(tmp_path):
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    player = Player(identity(0), "Ada", Home(tmp_path), bytes, registry.rules)

    def seed(table):
        (one,) = NetworkOptions(via=("iroh",)).ways(player, table=table).transports
        return one._seed

    assert seed(b"one") == seed(b"one") != seed(b"two")
    assert seed(b"") != seed(b"one")
