"""When a running peer writes: what its seat signs before it is sent, what others signed with that, or at rest."""

from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgames_protocol.log.file import MAGIC, frames
from p2pgames_protocol.log.records import Event, Kind, Record, author
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.net import live_replica
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.link_service import REST
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.testing.memory import FaultyDisk, clocked
from p2pgames_protocol.testing.room import seated
from tests.dice import DICE
from tests.protocol.peers import GENESIS, game, linked, make_peer

STORE = Store(Path("/eye.p2pg"), Path("/eye"), FaultyDisk())


def watcher(disk):
    """A peer without a seat."""
    return Peer(Replica(GENESIS, DICE), Store(STORE.path, STORE.instance, disk), bytes(32))


def unwritten(peer):
    """How many events of its log a peer has not written."""
    stored = {record.id for record in peer.store.open()[0]}
    events = [record for record in peer.replica.records() if record.kind is Kind.EVENT]
    return sum(record.id not in stored for record in events)


async def at_turn(players):
    """Wait until somebody is to move, and return who."""
    while True:
        for one in players:
            if one.signer.my_turn:
                return one
        await players[0].changed()


async def one_move(players, eye):
    """Let who is at turn move, and wait until the watcher knows of it."""
    mover = await at_turn(players)
    rounds = len(mover.replica.log)
    await mover.act("roll")
    await heard(eye, rounds)


async def heard(eye, rounds):
    """Wait until a watcher knows more rounds, and stores nothing of them any more: anything may wake it before."""
    await eye.wait_until(lambda: len(eye.replica.log) > rounds and eye.all_stored)


async def begun(*disks):
    """Two players and a watcher, not linked yet."""
    players = [make_peer(seat, disk) for seat, disk in enumerate(disks[:2])]
    for one in players:
        await one.live.start()
    eye = watcher(disks[2])
    await eye.live.start()
    return players, eye


def test_what_others_signed_is_known_at_once_and_written_when_the_table_rests():
    async def main():
        players, eye = await begun(FaultyDisk(), FaultyDisk(), FaultyDisk())
        async with linked(players, (players[0], eye)):
            await one_move(players, eye)
            await trio.sleep(2 * REST)
            assert unwritten(eye) == 0
            operations = eye.store.disk.operations
            await one_move(players, eye)
            assert eye.store.disk.operations == operations
            assert unwritten(eye) > 0
            assert eye.all_stored
            await trio.sleep(2 * REST)
            assert unwritten(eye) == 0

    clocked(main)


def test_what_was_put_off_is_written_when_the_link_ends():
    async def main():
        players, eye = await begun(FaultyDisk(), FaultyDisk(), FaultyDisk())
        async with linked(players):
            ends = [Link(stream) for stream in trio.testing.memory_stream_pair()]
            ends[0].key, ends[1].key = seated(0).key, b"watcher"
            async with trio.open_nursery() as both:
                both.start_soon(eye.attach, ends[0])
                both.start_soon(players[0].attach, ends[1])
                await one_move(players, eye)
                await one_move(players, eye)
                assert unwritten(eye) > 0
                both.cancel_scope.cancel()
            assert unwritten(eye) == 0

    clocked(main)


def test_once_the_game_is_over_nothing_is_put_off():
    async def main():
        players, eye = await begun(FaultyDisk(), FaultyDisk(), FaultyDisk())
        async with linked(players, (players[0], eye)):
            while not eye.replica.finished:
                mover = await at_turn(players)
                rounds = len(mover.replica.log)
                await mover.act("stop")
                await heard(eye, rounds)
            assert unwritten(eye) == 0

    clocked(main)


def test_no_more_is_put_off_than_a_few_dozen_records(monkeypatch):
    monkeypatch.setattr(live_replica, "MAX_LATE", 3)

    async def main():
        players, eye = await begun(FaultyDisk(), FaultyDisk(), FaultyDisk())
        async with linked(players, (players[0], eye)):
            for _ in range(4):
                await one_move(players, eye)
                assert unwritten(eye) <= 3

    clocked(main)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_signs_follows_in_its_file_all_that_it_is_built_on(seat):
    disks = [FaultyDisk(), FaultyDisk()]
    peers = clocked(game, disks, [[], []])
    assert unwritten(peers[seat]) == 0
    written = set()
    for record in peers[seat].store.open()[0]:
        if record.kind is Kind.EVENT:
            event = Event.read(record.body)
            if author(record) == seat:
                before = peers[seat].replica.branch.log[: event.round]
                assert {one.id for given in before for one in given.values()} <= written
            written.add(record.id)


class Sent:
    """What goes out over the link of a seat: whatever that seat signed is safe on its disk by then."""

    def __init__(self, seat, disk):
        self.seat, self.disk, self.own = seat, disk, 0

    def extend(self, sent):
        """Look at the file as it would be found after a power cut."""
        data = self.disk.synced[Path(f"/seat{self.seat}.p2pg")]
        safe = {Record.read(one).id for one in frames(data, len(MAGIC)).payloads}
        for record in map(Record.read, sent):
            if author(record) == self.seat:
                assert record.id in safe
                self.own += 1


def test_nothing_goes_out_that_was_signed_here_and_is_not_safe():
    disks = [FaultyDisk(), FaultyDisk()]
    sent = [Sent(seat, disk) for seat, disk in enumerate(disks)]
    clocked(game, disks, sent)
    assert min(one.own for one in sent) > 5
