"""Players who host a table, join it, and play it out."""

from __future__ import annotations

from random import Random

import trio

from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import host_table, join_table
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.memory import Memory, World
from p2pgames_protocol.testing.room import identity
from tests.dice import DICE

HERE = ("127.0.0.1:0",)


def player(number, tmp_path):
    """A player with a home of its own."""
    home = Home(tmp_path / f"home{number}")
    home.make()
    return Player(identity(number), f"P{number}", home, Random(number).randbytes, lambda _n, _v: DICE)


def propose(seats=2, **options):
    """A table that seat 0 proposes."""
    return Proposal.of(identity(0).key, DICE, seats, bytes(32), options)


async def play_out(peer, seed, until=lambda _peer: False):
    """Play at random until the game is over, or so far."""
    random, replica = Random(seed), peer.replica
    while not replica.finished and not until(peer):
        if peer.signer.my_turn:
            await peer.act(random.choice(("roll", "roll", "stop")))
        else:
            await peer.changed()


async def in_world(test, tmp_path):
    async with trio.open_nursery() as nursery:
        await test(World(), tmp_path)
        nursery.cancel_scope.cancel()


def hosting(world, tmp_path, proposal=None, **more):
    """A table in memory."""
    return host_table(
        player(0, tmp_path),
        proposal or propose(),
        listen=("h0:1",),
        ways=Enabled((Memory(world, "h0"),)),
        **more,
    )


def joining(world, tmp_path, number, invite, **more):
    """Somebody who joins in memory."""
    ways = Enabled((Memory(world, f"h{number}"),))
    return join_table(player(number, tmp_path), invite, listen=(f"h{number}:1",), ways=ways, **more)
