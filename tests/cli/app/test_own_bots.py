"""A host brings bots of its own to a table between computers: everybody is told before, and knows them by one name."""

import pytest

from p2pgames_cli.library.stored_games import game_files
from p2pgames_cli.main import run
from p2pgames_protocol.store.home import Home
from tests.cli.client import game_file, host, join, replica, resume, until

NAMES = ["Ada", "Cleo, bot (random)", "Ben"]
BOTS = ("--seats", "3", "--bots", "random", "--name", "Ada")


def audited(home, capsys):
    """What a full audit of the only game of a home ends with."""
    code = run(["--home", str(home), "audit", str(game_file(home))])
    capsys.readouterr()
    return code


def test_a_bot_plays_beside_its_host_and_goes_on_with_it_after_a_crash(tmp_path, capsys):
    ada, ben = tmp_path / "a", tmp_path / "b"
    with host(ada, *BOTS, "--bot", "random", game="metro") as hers:
        invite = hers.until("invite")["invite"]
        assert hers.until("lobby")["names"] == NAMES[:2]
        with join(ben, invite, "--name", "Ben", "--bot", "random") as his:
            assert his.until("differs")["differs"] == ["Bots that the host brings: 1."]
            his.send(do="agree")
            until(his, "event", lambda said: said["kind"] == "move" and said["seat"] == 1)
            his.send(do="status")
            assert his.until("status")["links"]["1"] == "Ada"
            hers.kill()
            # The bot's log was written by a process that is dead: it goes on from there, and signs nothing twice.
            with resume(ada, "--bot", "random") as again:
                over = again.until("over")
                assert his.until("over") == over
                assert (over["basis"], again.wait(), his.wait()) == ("played", 0, 0)
    (bots,) = (ada / "bots").glob("*/1")
    assert [audited(home, capsys) for home in (ada, ben, bots)] == [0, 0, 0]
    genesis = replica(ben).genesis
    assert (genesis.given, genesis.proposal.bots) == (tuple(NAMES), 1)


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (("--bots", "nobody"), "has the bots"),
        (("--bots", "random", "--seats", "2"), "A seat has to be left for somebody else"),
        (("--bots", "random", "--offline"), "leave out --offline or --bots"),
    ],
)
def test_bots_that_cannot_be_brought_are_refused(tmp_path, capsys, flags, why):
    assert run(["--home", str(tmp_path / "a"), "host", "metro", *flags, "--via", "tcp"]) == 2
    assert why in " ".join(capsys.readouterr().err.split())


def test_a_rematch_brings_the_bots_of_the_game_before(tmp_path):
    with host(tmp_path / "a", *BOTS, game="metro") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite, "--name", "Ben", "--yes") as ben:
            clients, ids = (ada, ben), []
            for again in (True, False):
                ids.append({client.until("table")["game_id"] for client in clients})
                for client in clients:
                    client.until("event")
                    if again:
                        client.send(do="rematch")
                    client.send(do="resign")
                assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    assert [len(each) for each in ids] == [1, 1]
    last = next(each for each in game_files(Home(tmp_path / "b")) if each.id in ids[1])
    assert (last.genesis.given, last.genesis.proposal.bots) == (tuple(NAMES), 1)
