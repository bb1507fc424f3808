"""Players bridge players: whoever is reached by one who is reached plays along, in any shape, whoever is the host."""

from __future__ import annotations

import itertools
from random import Random

import pytest
import trio
import trio.testing

from p2pgames.contract import Choose
from p2pgames_cli.table.waiting import bridges
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.rounds import DONE, REVEAL, SHARE, SHUFFLE
from p2pgames_protocol.net.acceptor import Acceptor
from p2pgames_protocol.net.network import LAST_WAIT, Network
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import identity, make_genesis
from tests.dice import DICE
from tests.six import SIX

RULES = {rules.name: rules for rules in (DICE, SIX)}


def chain(order):
    """Each of the order reaches only the next."""
    return {frozenset(pair) for pair in itertools.pairwise(order)}


def ring(order):
    """A chain whose ends reach each other."""
    return chain([*order, order[0]])


def star(order):
    """All reach the first, and nobody else."""
    return {frozenset((order[0], other)) for other in order[1:]}


class Table:
    """Players of one game, linked as the test says. Of each pair only one can dial, as behind most routers."""

    def __init__(self, nursery, folder, rules, seats):
        self.world, self.nursery, self.folder, self.rules = World(), nursery, folder, rules
        self.genesis = make_genesis(rules, seats)
        self.peers = []

    async def sit(self, shape):
        """Seat everybody, reaching each other as the shape says."""
        self.lay(shape)
        for seat in range(len(self.genesis.keys)):
            home = Home(self.folder / f"home{seat}")
            home.make()
            player = Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, lambda n, _: RULES[n])
            peer = await play_game(player, self.genesis)
            network = Network(player, [Memory(self.world, f"h{seat}")], Acceptor(player, peer=peer))
            await self.nursery.start(network.listener.serve, f"h{seat}:1")
            self.peers.append(peer)
            known = {key: (f"memory:h{other}:1",) for other, key in enumerate(self.genesis.keys)}
            self.nursery.start_soon(network.mesh, peer, known)

    def lay(self, shape):
        """Let those pairs reach each other from now on, and nobody else."""
        # Whoever has the smaller number is behind a router: nobody dials it.
        open_ways = {(f"h{min(pair)}", f"h{max(pair)}") for pair in shape}
        self.world.lay(lambda dialler, listener: (dialler, listener) in open_ways)

    async def play(self, until=lambda _replica: False):
        """Play at random until everybody has the end, or is so far."""
        async with trio.open_nursery() as nursery:
            for seat, peer in enumerate(self.peers):
                nursery.start_soon(self._play, peer, Random(seat), until)

    async def _play(self, peer, random, until):
        replica = peer.replica
        while not (replica.complete or until(replica)):
            position = replica.position
            if peer.signer.my_turn and isinstance(position.ask, Choose):
                moves = self.rules.moves(position.state, peer.signer.seat, replica.known)
                await peer.act(random.choice(moves))
            else:
                await peer.changed()

    def linked(self):
        """The pairs that have a link."""
        keys = self.genesis.keys
        return {
            frozenset((seat, keys.index(key)))
            for seat, p in enumerate(self.peers)
            for key in p.links.connected
        }

    def check(self):
        """Everybody has the same finished log, nobody is blamed, and a stranger finds it valid."""
        assert len({canonical(peer.replica) for peer in self.peers}) == 1
        for peer in self.peers:
            assert peer.replica.position.kind is DONE
            assert not peer.replica.accusations.found
        report = audit.full(canonical(self.peers[0].replica), lambda name, _version: RULES[name])
        assert (report.grade, report.basis, report.unrevealed) == (Grade.FINISHED, Basis.PLAYED, ())


def at_table(test, folder, rules, seats):
    async def main():
        async with trio.open_nursery() as nursery:
            await test(Table(nursery, folder, rules, seats))
            nursery.cancel_scope.cancel()

    clocked(main)


SHAPES = [
    pytest.param(
        shape,
        order,
        id=f"{shape.__name__}-{''.join(map(str, order))}",
        marks=[pytest.mark.slow] if len(order) > 5 else [],
    )
    for shape, order in [
        (chain, (0, 1, 2)),
        (chain, (1, 0, 2)),
        (chain, (2, 0, 3, 1)),
        (chain, (0, 1, 2, 3, 4, 5)),
        (star, (1, 0, 2)),
        (star, (4, 0, 1, 2, 3)),
        (ring, (2, 0, 3, 1)),
        (ring, (5, 0, 4, 1, 3, 2)),
    ]
]


@pytest.mark.parametrize(("shape", "order"), SHAPES)
def test_all_play_to_the_end_through_each_other(tmp_path, shape, order):
    async def test(table):
        await table.sit(shape(order))
        await table.play()
        assert table.linked() <= shape(order)
        table.check()

    at_table(test, tmp_path, DICE, len(order))


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2, 3)])
def test_hidden_cards_are_shuffled_dealt_and_opened_through_each_other(tmp_path, order):
    async def test(table):
        await table.sit(chain(order))
        await table.play()
        table.check()

    at_table(test, tmp_path, SIX, len(order))


def at(step):
    """Tells when a log has come to such a round."""
    return lambda replica: replica.position.kind is step


def rounds(number):
    """Tells when a log has so many rounds."""
    return lambda replica: len(replica.log) >= number


PARTINGS = [
    pytest.param(DICE, rounds(6), id="in-mid-game"),
    pytest.param(DICE, lambda replica: replica.finished, id="at-the-end"),
    pytest.param(SIX, at(SHUFFLE), id="before-a-shuffle"),
    pytest.param(SIX, rounds(3), id="between-shuffles", marks=pytest.mark.slow),
    pytest.param(SIX, at(SHARE), id="while-dealing"),
    pytest.param(SIX, at(REVEAL), id="before-the-secrets"),
]


@pytest.mark.parametrize(("rules", "when"), PARTINGS)
def test_a_table_that_was_parted_goes_on_where_the_parts_meet_again(tmp_path, rules, when):
    """A chain breaks in the middle, both parts wait, and another chain with other neighbours heals it."""

    async def test(table):
        await table.sit(chain((0, 1, 2, 3)))
        await table.play(until=when)
        table.lay({frozenset((0, 1)), frozenset((2, 3))})
        with trio.move_on_after(2 * LAST_WAIT):
            await table.play()
        assert not any(peer.replica.complete for peer in table.peers)
        table.lay(chain((1, 0, 3, 2)))
        await table.play()
        table.check()

    at_table(test, tmp_path, rules, 4)


@pytest.mark.parametrize("seed", [0, 1])
def test_links_that_come_and_go_part_nobody_for_good(tmp_path, seed):
    """Every few seconds the table lies otherwise, often in parts; in the end it is a chain."""
    random = Random(seed)

    async def test(table):
        seats = range(len(table.genesis.keys))
        pairs = [frozenset((a, b)) for a in seats for b in seats if a < b]
        await table.sit(chain(list(seats)))
        async with trio.open_nursery() as nursery:

            async def shake():
                for _ in range(12):
                    table.lay(set(random.sample(pairs, 2)))
                    await trio.sleep(random.uniform(0, 5))
                table.lay(chain(random.sample(seats, len(seats))))

            nursery.start_soon(shake)
            await table.play()
        table.check()

    at_table(test, tmp_path, (DICE, SIX)[seed % 2], 4)


def test_who_is_known_only_through_others_is_not_called_away(tmp_path):
    async def test(table):
        await table.sit(chain((0, 1, 2)))
        first = table.peers[0]
        assert bridges(first, 2) == ()
        await table.play(until=lambda replica: len(replica.log) > 5)
        await first.wait_until(lambda: bridges(first, 2))
        assert (bridges(first, 1), bridges(first, 2)) == ((), ("Player1",))
        table.lay({frozenset((1, 2))})
        await first.wait_until(lambda: not first.links.connected)
        assert bridges(first, 2) == ()

    at_table(test, tmp_path, DICE, 3)
