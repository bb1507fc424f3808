"""Players who send each other bundles by hand."""

from __future__ import annotations

from random import Random

import trio

from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.mail import armour
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity, make_genesis
from tests.dice import DICE


def player(number, folder, rules):
    """A player with a home of its own."""
    home = Home(folder / f"home{number}")
    home.make()
    return Player(identity(number), f"P{number}", home, Random(number).randbytes, lambda _n, _v: rules)


class Mail:
    """Players who have nothing but files; each client is opened anew for everything it does."""

    def __init__(self, folder, seats=2, rules=DICE, seed=1):
        self.genesis = make_genesis(rules, seats)
        self.players = [player(number, folder, rules) for number in range(seats)]
        self.random = Random(seed)
        self.sent = 0

    def run(self, number, what=None):
        """Open one player's client, do something, and return its peer."""

        async def do():
            peer = await play_game(self.players[number], self.genesis)
            if what is not None:
                await what(peer)
            return peer

        return trio.run(do)

    def pack(self, number):
        """What this player sends to all others, as text in parts."""
        return self.written(number, self.run(number))

    def written(self, number, peer):
        """The same, of a client that is open."""
        data = armour.write_bundle(peer.replica, armour.rounds_closed(peer.replica, number))
        self.sent += 1
        return "\n".join(armour.write_mail(data, self.random.choice((None, 5, 40))))

    def unpack(self, number, text):
        """Take what came; return what became of its records."""
        outcomes = []

        async def take(peer):
            for data in armour.read_mail(text):
                outcomes.extend(await peer.live.take_in(armour.read_bundle(data).records))

        self.run(number, take)
        return outcomes

    def move(self, number):
        """Make a random move if it is this player's turn; return the peer."""

        async def act(peer):
            if peer.signer.my_turn:
                replica = peer.replica
                moves = replica.rules.moves(replica.position.state, peer.signer.seat, replica.known)
                await peer.act(self.random.choice(moves))

        return self.run(number, act)

    def file(self, number):
        """The bytes of one player's game file."""
        return self.players[number].home.store(self.genesis).path.read_bytes()

    def round(self):
        """Everybody moves if it can, and sends to everybody; return whether that was news to anybody."""
        before = [self.file(number) for number in range(len(self.players)) if self.sent]
        for number in range(len(self.players)):
            text = self.written(number, self.move(number))
            for other in range(len(self.players)):
                if other != number:
                    outcomes = self.unpack(other, text)
                    assert {each.status for each in outcomes} <= {Status.ACCEPTED, Status.KNOWN}
        return before != [self.file(number) for number in range(len(self.players))]
