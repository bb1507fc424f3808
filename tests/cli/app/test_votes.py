"""Three whole clients over TLS: one is killed at its turn, the two others vote it out after the table's time."""

import json
import threading
from contextlib import ExitStack

import pytest

from p2pgames_cli.main import run
from tests.cli.client import game_file, host, join
from tests.cli.homes import audited

pytestmark = pytest.mark.slow  # the shortest time a table can have is a minute

PATIENCE = 300


def until(client, *words):
    """Read plain lines until one that holds all words; return all lines up to it."""
    seen = []
    for line in client.lines():
        seen.append(line)
        if all(word in line for word in words):
            return seen
    raise AssertionError(f"The client ended before it said {words}: {seen} {client.complaints()}")


@pytest.mark.parametrize("game", ["bus", "metro"])
def test_a_killed_client_is_voted_out_after_the_time_and_not_before(tmp_path, capsys, game):
    names = ("Ada", "Ben", "Cleo")
    homes = [tmp_path / name for name in names]
    bots = {"bus": "driver", "metro": "random"}
    with ExitStack() as stack:
        play = "--bot", bots[game]
        table = "--seats", "3", "--option", "time=1m"
        ada = stack.enter_context(
            host(homes[0], *table, "--name", "Ada", *play, game=game, patience=PATIENCE)
        )
        invite = ada.until("invite")["invite"]
        ben = stack.enter_context(
            join(homes[1], invite, "--yes", "--name", "Ben", *play, mode="--plain", patience=PATIENCE)
        )
        cleo = stack.enter_context(join(homes[2], invite, "--yes", "--name", "Cleo", patience=PATIENCE))
        asked = cleo.until("ask")
        seat = asked["seat"]
        cleo.kill()
        ada.send(do="vote", seat=seat)
        assert "The table has waited for" in ada.until("error")["why"]
        ben.type(f"vote {seat + 1}")
        refused = until(ben, "a vote is allowed after 60 seconds")
        assert not any("is out" in line for line in refused)
        waiting = ada.until("waiting")
        (silent,) = waiting["seats"]
        assert (waiting["allowed_in"], silent["seat"]) == (0, seat)
        assert (silent["votable"], silent["linked"]) == (True, False)
        ada.send(do="vote", seat=seat)
        until(ben, "Ada has voted that nothing has come from Cleo")
        ben.type("vote")
        until(ben, "vote Cleo out? Type yes or no.")
        ben.type("yes")
        until(ben, "You have voted Cleo out.")
        until(ben, "Cleo is out, by the vote of Ada, Ben")
        ends = {}
        threads = [
            threading.Thread(target=lambda: ends.update(ada=ada.until("over"))),
            threading.Thread(target=lambda: ends.update(ben=until(ben, "The game is over"))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert ends["ada"]["basis"] == "played"
        assert [ada.wait(), ben.wait()] == [0, 0]
    reports = [audited(home, capsys) for home in homes[:2]]
    for report in reports:
        (left,) = report["left"]
        assert (left["seat"], left["why"], left["voted_by"]) == (seat, "voted", [0, 3 - seat])
        assert (report["basis"], report["contested"], report["unrevealed"]) == ("played", False, [seat])
    assert run(["audit", str(game_file(homes[1]))]) == 0
    assert "by vote of Ada, Ben" in capsys.readouterr().out
    assert run(["audit", "--fast", str(game_file(homes[1]))]) == 0
    assert json.dumps(reports[0]["seats"]) == json.dumps(reports[1]["seats"])
