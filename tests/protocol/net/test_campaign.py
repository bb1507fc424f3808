"""Games whose clients are killed again and again, their files put back, cut and changed in between.

A kill comes before any of the file operations, as in `test_store`. Between two kills the game file of one player, or
the folder of games, is what it was at any time before, is cut anywhere, or has one bit turned round. Every player
answers at once, and otherwise than before.
"""

from __future__ import annotations

from random import Random

import pytest
import trio

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.memory import FaultyDisk, Killed
from p2pgames_protocol.testing.room import identity, make_genesis
from tests.dice import DICE
from tests.protocol.peers import at_one_table
from tests.six import SIX

LONGEST = 40
"""Moves of a game of dice."""


class Campaign:
    """One game after another, until so many kills are done."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.kills = self.games = 0
        self.done = {"put back": 0, "folder put back": 0, "cut": 0, "bit": 0, "refused": 0}

    def run(self, kills):
        while self.kills < kills:
            self.game(self.random.choice((DICE, DICE, SIX)), self.random.choice((2, 2, 3)), kills)
            self.games += 1

    def game(self, rules, seats, kills):
        """Play one game to its end, with up to thirty kills in it."""
        genesis = make_genesis(rules, seats, nonce=self.random.randrange(256), first=0)
        disks = [FaultyDisk(seed=self.random.random()) for _ in range(seats)]
        older = [[dict(disk.written)] for disk in disks]
        for _ in range(min(30, kills - self.kills)):
            victim = self.random.randrange(seats)
            disks[victim].left = self.random.randrange(60)
            self.play(genesis, rules, disks)
            if disks[victim].dead:
                self.kills += 1
            for number, disk in enumerate(disks):
                disk.survive()
                older[number].append(dict(disk.written))
            self.damage(victim, disks[victim], older[victim])
        peers = self.play(genesis, rules, disks)
        assert peers is not None, "the game is not finished"
        assert len({peer.replica.position.previous for peer in peers}) == 1
        for peer in peers:
            assert peer.replica.position.kind is DONE
            assert not peer.replica.accusations.found, peer.replica.accusations.found
            assert peer.replica.accusations.verdict is None

    def play(self, genesis, rules, disks):
        """Let all play until the end or a kill; return the peers of a game that came to its end."""
        tables = [Signer(genesis, rules, identity(seat)) for seat in range(len(disks))]
        try:
            return trio.run(at_one_table, tables, self.hasty, is_done, disks)
        except BaseException as end:
            if not killed(end):
                raise
        for table in tables:
            assert not table.replica.accusations.found, table.replica.accusations.found
        return None

    async def hasty(self, peer):
        """Make any legal move the moment it can be made; roll the dice long enough to be killed often."""
        replica, signer = peer.replica, peer.signer
        while not replica.finished:
            if signer.my_turn:
                legal = replica.rules.moves(replica.position.state, signer.seat, replica.known)
                quick = "stop" in legal and len(replica.log) < LONGEST
                await peer.act("roll" if quick else self.random.choice(legal))
            else:
                await peer.changed()

    # -- what happens to the files --

    def damage(self, seat, disk, older):
        """Put back, cut or change the game file of a seat."""
        (path,) = [path for path in disk.written if path.suffix == ".p2pg"] or [None]
        if path is None:
            return
        what = self.random.choice(("put back", "folder put back", "cut", "bit"))
        self.done[what] += 1
        data = disk.written[path]
        back = self.random.choice([files for files in older if path in files] or [disk.written])
        match what:
            case "put back":
                put(disk, path, back[path])
            case "folder put back":
                for file in (path, path.with_suffix(".local")):
                    if file in back:
                        put(disk, file, back[file])
            case "cut":
                put(disk, path, data[: self.random.randint(len(logfile.MAGIC), len(data))])
            case "bit":
                at = self.random.randrange(len(data))
                put(
                    disk, path, data[:at] + bytes([data[at] ^ 1 << self.random.randrange(8)]) + data[at + 1 :]
                )
        if not readable(disk.written[path]):
            # the client refuses it, and its player does as it says: another copy
            self.done["refused"] += 1
            put(disk, path, next(files[path] for files in older if path in files and readable(files[path])))


def put(disk, path, data):
    """Change a file behind the client's back."""
    disk.written[path] = disk.synced[path] = data


def readable(data):
    """Tell whether a client begins with this file."""
    try:
        return bool(logfile.read_records(data[: logfile.split(data).sound]))
    except Damaged:
        return False


def killed(end):
    """Tell whether a run ended by nothing but a kill."""
    if isinstance(end, BaseExceptionGroup):
        return all(killed(one) for one in end.exceptions)
    return isinstance(end, Killed)


def is_done(peer):
    return peer.replica.position.kind is DONE


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_clients_with_damaged_files_convict_nobody(seed):
    Campaign(seed).run(20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_a_thousand_kills_convict_nobody(seed):
    campaign = Campaign(seed)
    campaign.run(100)
    print(f"{campaign.kills} kills in {campaign.games} games: {campaign.done}")
