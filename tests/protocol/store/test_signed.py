"""A game file that was put back, cut or changed makes nobody sign a round a second time."""

from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.testing.memory import FaultyDisk
from tests.protocol.peers import check_sent, game, make_peer

LOG, LOCAL, NOTE = Path("/seat0.p2pg"), Path("/seat0.local"), Path("/state0")
"""The files of the first seat."""


def played():
    """The disks after a whole game, and what was sent in it."""
    disks, sent = [FaultyDisk(), FaultyDisk()], [[], []]
    trio.run(game, disks, sent)
    return disks, sent


def put(disk, path, data):
    """Change a file behind the client's back."""
    disk.written[path] = disk.synced[path] = data


def copied(disk):
    """The same files on a disk of their own."""
    twin = FaultyDisk()
    twin.written, twin.synced = dict(disk.written), dict(disk.synced)
    return twin


def cuts(data):
    """The lengths of the file after each of its records."""
    at, ends = len(logfile.MAGIC), []
    for payload in logfile.split(data).payloads:
        at += logfile.HEAD + len(payload)
        ends.append(at)
    return ends


async def hurry(peer):
    """Play otherwise than before as far as it goes, whoever is there."""
    while peer.signer.my_turn:
        await peer.act("stop" if peer.replica.position.state.turns in (1, 3) else "roll")


async def hasty(peer):
    """Play otherwise than before, to the end."""
    while not peer.replica.finished:
        await hurry(peer)
        await peer.changed()


async def alone(disk, sent):
    """Let the first seat play with nobody there, as far as it goes; return the peer."""
    peer = make_peer(0, disk)
    await peer.live.resume(peer.store.open()[0])
    await hurry(peer)
    sent.extend(record.pack() for record in peer.replica.records())
    return peer


def goes_on(disks, sent):
    """Let the first seat play alone, then both; check that nobody is blamed and nothing was signed twice."""
    trio.run(alone, disks[0], sent[0])
    peers = trio.run(lambda: game(disks, sent, play=hasty))
    assert len({peer.replica.position.previous for peer in peers}) == 1
    assert not any(peer.replica.accusations.found for peer in peers)
    for seat in (0, 1):
        check_sent(seat, sent[seat], disks[seat])
    return peers


@pytest.mark.parametrize("everything", [False, True], ids=["file", "folder"])
def test_an_older_file_put_back_signs_nothing_twice(everything):
    whole, sent = played()
    ends = cuts(whole[0].written[LOG])
    assert len(ends) > 10
    for end in ends:
        disks = [copied(disk) for disk in whole]
        put(disks[0], LOG, whole[0].written[LOG][:end])
        if everything:
            put(disks[0], LOCAL, whole[0].written[LOCAL][:32])
        goes_on(disks, [list(each) for each in sent])


def test_a_file_that_is_cut_anywhere_signs_nothing_twice():
    whole, sent = played()
    last = cuts(whole[0].written[LOG])[-4]
    for end in range(last, len(whole[0].written[LOG]), 7):
        disks = [copied(disk) for disk in whole]
        put(disks[0], LOG, whole[0].written[LOG][:end])
        goes_on(disks, [list(each) for each in sent])
