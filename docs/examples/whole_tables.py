"""Plays whole tables in memory and checks what everybody has at the end: nothing is sent, and nobody waits.

Run it as ``python whole_tables.py linja``: the word is the name of any game that is installed, your own too. Three
things are tried: a network that loses and doubles messages, with players who come and go; a player who cheats; and
peers as a client has them, whose connections break.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import trio

from p2pgames import registry
from p2pgames.contract import AnyRules
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.merge import canonical
from p2pgames_protocol.audit.report import Grade, Report
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.proposal import Proposal
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.turn import TURN
from p2pgames_protocol.net.farewell import linger
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.start import host_table, join_table
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.cheat import Cheat
from p2pgames_protocol.testing.clock import clocked
from p2pgames_protocol.testing.memory import Memory, World
from p2pgames_protocol.testing.room import Room
from p2pgames_protocol.testing.table import identity


def audited(replica: Replica, rules: AnyRules) -> Report:
    """Audit the game as everybody else would do it from the file."""
    return full(canonical(replica), lambda _name, _version: rules)


def bad_network(rules: AnyRules, seed: int) -> Room:
    """Messages are lost, doubled and overtaken, and players killed; in the end all have the same finished game."""
    room = Room(rules, rules.players[0], seed=seed)
    while not all(replica.complete for replica in room.replicas):
        room.bump()
        if room.random.random() < 0.05:
            room.move()
    assert len(room.digests()) == 1
    assert audited(room.replicas[0], rules).grade is Grade.FINISHED
    return room


def caught(rules: AnyRules) -> Room:
    """Seat 1 makes a move that does not exist: the others are told who did it, and so is everybody with the file."""
    cheat = Cheat(TURN.act, lambda _signer, _body: ("no such move", ()))
    room = Room(rules, rules.players[0], kinds={1: cheat.sit})
    room.play()
    report = audited(room.replicas[0], rules)
    assert [(fault["seat"], fault["round"]) for fault in report.faults] == [(1, cheat.round)]
    return room


async def play(peer: Peer, seed: int) -> None:
    """Play at random to the end, as your client would play, and stay until all have it."""
    random, replica, signer = Random(seed), peer.replica, peer.signer
    while signer is not None and not replica.finished:
        if signer.my_turn:
            moves = replica.rules.moves(replica.position.state, signer.seat, replica.known)
            await peer.act(random.choice(moves))
        else:
            await peer.changed()
    await linger(peer)


async def over_a_network(rules: AnyRules, folder: Path) -> list[Peer]:
    """Peers meet by an invite, with files of their own, and are cut apart: they find each other and play on."""
    world, proposal = World(), Proposal.of(identity(0).key, rules, rules.players[0], bytes(32))

    def player(number: int) -> Player:
        home = Home(folder / f"home{number}")
        home.make()
        return Player(
            identity(number), f"P{number}", home, Random(number).randbytes, lambda _name, _version: rules
        )

    def way(number: int) -> Enabled:
        return Enabled((Memory(world, f"h{number}"),))

    async with (
        host_table(player(0), proposal, listen=("h0:1",), ways=way(0)) as host,
        AsyncExitStack() as guests,
    ):
        sessions = [host]
        for number in range(1, proposal.seats):
            assert host.invite is not None
            joining = join_table(player(number), host.invite, listen=(f"h{number}:1",), ways=way(number))
            sessions.append(await guests.enter_async_context(joining))
        peers = [await session.begun() for session in sessions]
        async with trio.open_nursery() as nursery:
            for number, peer in enumerate(peers):
                nursery.start_soon(play, peer, number)
            await peers[0].wait_until(lambda: len(peers[0].replica.log) > 8)
            world.cut()
    assert len({peer.replica.position.previous for peer in peers}) == 1
    assert audited(peers[1].replica, rules).grade is Grade.FINISHED
    return peers


def main(name: str) -> None:
    """Try all three with a game."""
    rules = registry.game(name).rules
    room = bad_network(rules, seed=1)
    print(f"A bad network: all have the same game of {len(room.replicas[0].log)} rounds.")
    caught(rules)
    print("A cheat: named by the others, and by the audit of the file.")
    with tempfile.TemporaryDirectory() as folder:
        peers = clocked(over_a_network, rules, Path(folder))
    print(f"Peers that were cut apart: all have the same game of {len(peers[0].replica.log)} rounds.")


if __name__ == "__main__":
    main(*sys.argv[1:])
