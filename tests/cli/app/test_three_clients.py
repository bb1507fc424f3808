"""Three whole clients over TLS on the loopback play Bus; one of them is killed, and goes on."""

from __future__ import annotations

import json
import threading
from contextlib import ExitStack

import pytest

from p2pgames_cli.main import run
from tests.cli.client import game_file, host, join, replica, resume
from tests.cli.homes import audited

PATIENCE = 240
"""Seconds until a client is killed: a game of Bus has hundreds of steps, and the machine may be busy."""
NAMES = ("Ada", "Ben", "Cleo")


class Trio:
    """Three clients with bots, each with a home of its own."""

    def __init__(self, folder):
        self.homes = [folder / name for name in NAMES]
        self.stack = ExitStack()

    def __enter__(self):
        first = host(self.homes[0], "--seats", "3", *self.arguments(0), game="bus", patience=PATIENCE)
        self.clients = [self.stack.enter_context(first)]
        invite = first.until("invite")["invite"]
        for number in (1, 2):
            client = join(self.homes[number], invite, *self.arguments(number), patience=PATIENCE)
            self.clients.append(self.stack.enter_context(client))
        return self

    def __exit__(self, *_):
        self.stack.close()

    @staticmethod
    def arguments(number):
        return "--name", NAMES[number], "--bot", "driver"

    def kill_and_resume(self, number, step):
        """Kill a client with no warning once it has told this step; check its file, and start it anew."""
        client = self.clients[number]
        for line in client.lines():
            said = json.loads(line)
            if said["type"] == "event" and said["round"] >= step:
                break
        else:
            raise AssertionError(f"The client ended before step {step}: {client.complaints()}")
        client.kill()
        self.clients[number] = self.stack.enter_context(
            resume(self.homes[number], "--bot", "driver", patience=PATIENCE)
        )

    def play(self):
        """Let all three play to the end side by side; return how each says it ended."""
        ends = [None] * 3

        def listen(number):
            ends[number] = self.clients[number].until("over")

        threads = [threading.Thread(target=listen, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [client.wait() for client in self.clients] == [0, 0, 0]
        return ends


def check(table, ends, capsys):
    """All three hold the same finished game, and say the same about it; so do their audits."""
    assert ends[0] == ends[1] == ends[2]
    assert ends[0]["basis"] == "played"
    replicas = [replica(home) for home in table.homes]
    assert len({each.position.previous for each in replicas}) == 1
    assert all(
        each.finished and each.accusations.verdict is None and not each.accusations.found for each in replicas
    )
    reports = [audited(home, capsys) for home in table.homes]
    for report in reports:
        report.pop("file")
        report["checks"].pop("signatures")
    assert reports[0] == reports[1] == reports[2]
    assert reports[0]["basis"] == "played"


def told(home, capsys):
    """What the client prints when it replays the only game of a home in plain lines."""
    assert run(["replay", str(game_file(home)), "--plain"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("victim", [0, 2], ids=["host", "guest"])
def test_three_clients_play_bus_and_one_is_killed_and_goes_on(tmp_path, capsys, victim):
    with Trio(tmp_path) as table:
        table.kill_and_resume(victim, 25)
        check(table, table.play(), capsys)
        words = told(table.homes[1], capsys)
        assert all(f"{name}: " in words for name in NAMES)
        assert "Seat " not in words
