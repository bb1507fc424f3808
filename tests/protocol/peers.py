"""Peers that play over memory streams."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import combinations
from pathlib import Path
from random import Random

import trio
import trio.testing

from p2pgames_protocol.log.records import Event, Have, Kind, Record
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import linger
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.testing.memory import FaultyDisk
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from tests.dice import DICE

GENESIS = make_genesis(DICE, 2, first=0)


def make_peer(seat, disk, genesis=GENESIS, rules=DICE):
    """A peer over a disk."""
    store = Store(Path(f"/seat{seat}.p2pg"), Path(f"/state{seat}"), disk)
    table = Signer(genesis, rules, identity(seat))
    return Peer(table.replica, store, bytes([seat]) * 32, table)


async def stopper(peer):
    """Play: roll twice, then stop."""
    while not peer.replica.finished:
        if peer.signer.my_turn:
            await peer.act("stop" if peer.replica.position.state.turns > 3 else "roll")
        else:
            await peer.changed()


async def until_done(peer):
    await peer.wait_until(lambda: peer.replica.position.kind is DONE)


async def game(disks, sent, make=make_peer, play=stopper):
    """Two peers play over memory streams until both are done, or a disk kills one."""
    peers = []
    for seat in (0, 1):
        peer = make(seat, disks[seat])
        try:
            stored, _ = peer.store.open()
        except FileNotFoundError:
            await peer.live.start()
        else:
            await peer.live.resume(stored)
        peers.append(peer)
    left, right = (Link(stream) for stream in trio.testing.memory_stream_pair())
    left.key, right.key = seated(1).key, seated(0).key
    tap(left, sent[0])
    tap(right, sent[1])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peers[0].attach, left)
        nursery.start_soon(peers[1].attach, right)
        nursery.start_soon(play, peers[0])
        nursery.start_soon(play, peers[1])
        for peer in peers:
            await until_done(peer)
        nursery.cancel_scope.cancel()
    return peers


def tap(link, seen):
    """Note every record that goes out over the link."""
    send_all = link.send_all

    async def tapped(messages):
        seen.extend(message[1] for message in messages if message[0] == "record")
        await send_all(messages)

    link.send_all = tapped


def check_sent(seat, sent, disk):
    """What a seat sent was never contradicted, and is all in its store."""
    stored = {record.id for record in Store(Path(f"/seat{seat}.p2pg"), Path("/x"), disk).open()[0]}
    rounds = {}
    for record in map(Record.read, sent):
        read = {Kind.EVENT: Event, Kind.HAVE: Have}.get(record.kind)
        if read and read.read(record.body).seat == seat:
            key = (record.kind, read.read(record.body).round)
            assert rounds.setdefault(key, record.body) == record.body
            assert record.id in stored


async def at_one_table(tables, play_seat, done, disks=None):
    """Let peers with these tables play over memory streams, everybody linked to everybody, until all are done."""
    disks = disks or [FaultyDisk() for _ in tables]
    peers = [
        Peer(
            table.replica,
            Store(Path(f"/{seat}.p2pg"), Path(f"/state{seat}"), disk),
            bytes([seat]) * 32,
            table,
        )
        for seat, (table, disk) in enumerate(zip(tables, disks, strict=True))
    ]
    async with trio.open_nursery() as nursery:
        for peer in peers:
            try:
                stored, _ = peer.store.open()
            except FileNotFoundError:
                await peer.live.start()
            else:
                await peer.live.resume(stored)
        for one, other in combinations(range(len(peers)), 2):
            ends = [Link(stream) for stream in trio.testing.memory_stream_pair()]
            ends[0].key, ends[1].key = (peers[seat].replica.genesis.keys[seat] for seat in (other, one))
            nursery.start_soon(peers[one].attach, ends[0])
            nursery.start_soon(peers[other].attach, ends[1])
        for peer in peers:
            nursery.start_soon(play_seat, peer)
        for peer in peers:
            await peer.wait_until(lambda peer=peer: done(peer))
        nursery.cancel_scope.cancel()
    return peers


@asynccontextmanager
async def linked(*pairs):
    """Links between pairs of peers, made anew when they break: a slow disk takes long in the tests' time."""

    async def keep(one, other):
        while True:
            ends = [Link(stream) for stream in trio.testing.memory_stream_pair()]
            async with trio.open_nursery() as both:
                for peer, end, far in ((one, ends[0], other), (other, ends[1], one)):
                    end.key = far.replica.genesis.keys[far.signer.seat] if far.signer else b"watcher"
                    both.start_soon(peer.attach, end)
            await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        for one, other in pairs:
            nursery.start_soon(keep, one, other)
        yield
        nursery.cancel_scope.cancel()


async def play_out(peer, seed):
    """Play at random until the game is over, then stay until all have it."""
    random = Random(seed)
    while not peer.replica.finished:
        if peer.signer.my_turn:
            await peer.act(random.choice(("roll", "roll", "stop")))
        else:
            await peer.changed()
    await linger(peer)
