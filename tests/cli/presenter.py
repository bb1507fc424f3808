"""A presenter at a hot-seat table in a folder, for tests of the screen."""

from __future__ import annotations

from contextlib import asynccontextmanager
from random import Random

import trio

from p2pgames import registry
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.json.player import JsonPlayer
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table.seat_handle import known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.viewpoint import Choices
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


async def hot_seat(folder, name="linja", seats=2, first=0, **options) -> HotSeat:
    """Return a table that has begun; the same every time."""
    owner, rules = identity(0), registry.game(name).rules
    proposal = Proposal.of(owner.key, rules, seats, bytes(32), options, None, first)
    genesis = local_genesis(owner, proposal, NAMES[:seats], Random(1).randbytes)
    hot = HotSeat(genesis, owner, registry.rules, Home(folder).store(genesis), bytes(32))
    Home(folder).make()
    await hot.begin()
    return hot


def a_program(handles):
    """Return what a program plays on these seats."""
    game = registry.game(handles[0].replica.genesis.game)
    return JsonPlayer(TableSession(handles, game, Client(PlayOptions(Mode.JSON))))


class Seated:
    """A presenter whose tasks are done when the test says so."""

    def __init__(self, hot, name, client=None):
        self.hot = hot
        self.tasks = []
        chosen = client or Client(PlayOptions(Mode.SCREEN))
        self.presenter = presenter_at(TableSession(hot.handles, registry.game(name), chosen, local=True))
        self.presenter.start = self.tasks.append
        self.news()

    def news(self):
        """Let the presenter see what is new."""
        self.presenter.catch_up()
        self.list_moves()

    def list_moves(self):
        """List the legal moves, as the client does beside its loop."""
        handle, presenter = self.presenter.model.mine, self.presenter
        self.tasks = [task for task in self.tasks if task != presenter.model.choices.list_moves]
        presenter.start = self.tasks.append
        if handle is not None:
            presenter.model.choices.listed = Choices.of(
                handle.replica.rules, presenter.model.state, seat_of(handle), known_faces(handle)
            )

    async def settle(self):
        """Do what was asked for on the screen."""
        for task in self.tasks:
            await task()
        self.tasks.clear()
        self.news()

    def frame(self, columns=120, rows=40):
        """Return the frame for a screen of this size."""
        return compose(self.presenter, columns, rows)

    def text(self, columns=120, rows=40):
        """Return the frame's characters, a line for every row."""
        return "\n".join("".join(t for _, t in row).rstrip() for row in self.frame(columns, rows).rows)

    async def play(self, plies, bot="careful", seed=1):
        """Let a bot play so many moves for everybody."""
        random, game = Random(seed), self.presenter.model.game
        for _ in range(plies):
            handle = self.presenter.model.mine
            if handle is None:
                break
            replica = handle.replica
            move = game.bots[bot](
                replica.rules, replica.position.state, seat_of(handle), known_faces(handle), random
            )
            await handle.act(move)
            self.news()


@asynccontextmanager
async def seated(folder, name="linja", seats=2, client=None, **options):
    """Give a presenter at a new table."""
    hot = await hot_seat(folder, name, seats, **options)
    yield Seated(hot, name, client)


def presenter_test(function):
    """Run an async test that takes a folder."""

    def run(tmp_path):
        trio.run(function, tmp_path)

    run.__name__, run.__doc__ = function.__name__, function.__doc__
    return run


def settings(folder, text):
    """A client with a full screen that follows these settings."""
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return Client(PlayOptions(Mode.SCREEN), LiveSettings(file))
