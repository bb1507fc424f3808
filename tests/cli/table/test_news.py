"""Whatever happens at a table is told, also where it happens just as a client begins to wait."""

import os
from random import Random

import pytest
import trio
import trio.testing

from p2pgames import registry
from p2pgames_cli.json.player import JsonPlayer
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.table.input import Lines
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_protocol.local.what_if import WhatIf
from tests.cli.presenter import hot_seat

TRIES = 12
"""trio wakes tasks in an order of chance."""


@pytest.fixture
def typing(monkeypatch):
    """The end of standard input at which somebody types."""
    read, write = os.pipe()
    with os.fdopen(read) as there, os.fdopen(write, "w") as here:
        monkeypatch.setattr("sys.stdin", there)
        yield here


def shown(mode, handle, typed):
    """What shows a place to somebody who hears what is printed."""
    if mode is Mode.JSON:
        return JsonPlayer(
            TableSession([handle], registry.game("linja"), Client(PlayOptions(mode), input=typed))
        )
    return LinePlayer(
        TableSession([handle], registry.game("linja"), Client(PlayOptions(mode), input=typed)), piped=True
    )


def first_move(handle):
    replica = handle.replica
    return replica.rules.moves(replica.position.state, handle.signer.seat, replica.known)[0]


@pytest.mark.parametrize("mode", [Mode.JSON, Mode.PLAIN])
def test_nothing_is_missed_that_happens_as_one_begins_to_wait(tmp_path, capsys, typing, mode):
    async def main():
        hot, typed = await hot_seat(tmp_path), Lines()
        for late in range(6 * TRIES):
            table = WhatIf(hot.handles[0].replica, len(hot.handles[0].replica.log), Random(1))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(shown(mode, table.handles[1], typed).run)
                for _ in range(late % 6):
                    await trio.lowlevel.checkpoint()
                await table.handles[0].act(first_move(table.handles[0]))
                await trio.testing.wait_all_tasks_blocked()
                nursery.cancel_scope.cancel()
            printed = capsys.readouterr().out
            assert ('"ask"' if mode is Mode.JSON else "Your turn") in printed, late % 6

    trio.run(main)
