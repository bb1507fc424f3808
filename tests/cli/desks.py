"""Desks of several players, which hear of each other when the test says so."""

from __future__ import annotations

from itertools import permutations
from random import Random

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.screen.desk import desk_at
from p2pgames_cli.table.play_options import Manner, Mode
from p2pgames_protocol.net.open_game import open_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.table import identity, make_genesis


async def desks(tmp_path, name="linja", seats=2):
    """The desks of all players of one game, which are not linked."""
    game, genesis, both = registry.game(name), make_genesis(registry.game(name).rules, seats), []
    for seat in range(seats):
        home = Home(tmp_path / f"home{seat}")
        home.make()
        player = Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, registry.rules)
        peer = open_game(player, genesis)
        await peer.begin()
        desk = desk_at([peer], game, Manner(Mode.SCREEN))
        desk.deeds = []
        desk.start = desk.deeds.append
        both.append(desk)
    return both


async def carry(desk, other):
    """Do what was asked for at a desk, and let the other player hear all that was said there."""
    for deed in desk.deeds:
        try:
            await deed()
        except Illegal as refusal:
            desk.refuse(refusal)
    desk.deeds.clear()
    for message in desk.place.talk.chat.messages:
        other.place.talk.chat.hear(message.record, other.ledger.position.round)
    other.catch_up()


async def meet(*desks):
    """Let all players hear all records of each other."""
    for one, other in [*permutations(desks, 2)] * 3:
        await other.place.take_in(list(one.ledger.records()))
