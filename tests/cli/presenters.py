"""Presenters of several players, which hear of each other when the test says so."""

from __future__ import annotations

from itertools import permutations
from random import Random

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.export.picture import stepped
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity, make_genesis


def presenter_of(replica, step=None):
    """A presenter of somebody who steps through a game."""
    return actions.presenter_of(stepped(replica, step))


async def presenters(tmp_path, name="linja", seats=2):
    """The presenters of all players of one game, which are not linked."""
    game, genesis, both = registry.game(name), make_genesis(registry.game(name).rules, seats), []
    for seat in range(seats):
        home = Home(tmp_path / f"home{seat}")
        home.make()
        player = Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, registry.rules)
        peer = open_game(player, genesis)
        await peer.live.start()
        presenter = presenter_at(TableSession([peer], game, Client(PlayOptions(Mode.SCREEN))))
        presenter.tasks = []
        presenter.start = presenter.tasks.append
        both.append(presenter)
    return both


async def carry(presenter, other):
    """Do what was asked for at a presenter, and let the other player hear all that was said there."""
    for task in presenter.tasks:
        try:
            await task()
        except Illegal as refusal:
            presenter.notices.refuse(refusal)
    presenter.tasks.clear()
    for message in presenter.model.handle.talk.chat.messages:
        other.model.handle.talk.chat.receive(message.record, other.model.replica.position.round)
    other.catch_up()


async def meet(*presenters):
    """Let all players hear all records of each other."""
    for one, other in [*permutations(presenters, 2)] * 3:
        await other.model.handle.live.take_in(list(one.model.replica.records()))
