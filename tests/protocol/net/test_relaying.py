"""Relaying: every record about once a link, whatever liars, frozen links and losses do; haves where somebody waits."""

from contextlib import asynccontextmanager, suppress
from itertools import combinations, pairwise
from random import Random

import pytest
import trio
import trio.testing

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log.records import Have, Kind, Record, author
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.connections import seats_spared
from p2pgames_protocol.net.limits import SPARE_LINKS
from p2pgames_protocol.net.link import SILENCE, Link, LinkFault
from p2pgames_protocol.net.link_service import ASK_FIRST, AT_ONCE, GRACE, REST
from p2pgames_protocol.testing.memory import FaultyDisk, clocked
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from tests.dice import DICE
from tests.protocol.peers import make_peer, play_out


class Wire(Link):
    """A link that notes what is sent over it, and drops what the test wants it to."""

    def __init__(self, stream, sent, drops):
        super().__init__(stream)
        self.sent, self.drops = sent, drops

    async def send_all(self, several):
        """Send those that are not dropped."""
        several = list(several)
        self.sent += [Record.read(message[1]) for message in several if message[0] == "record"]
        if kept := [message for message in several if not self.drops(message)]:
            await super().send_all(kept)


class Mesh:
    """Peers of one game of dice, with links between those that the test names."""

    def __init__(self, nursery, seats):
        self.nursery = nursery
        self.genesis = make_genesis(DICE, seats, first=0)
        self.peers = []
        self.sent = []
        """Every record that was sent over any link."""
        self.wires = {}

    async def sit(self, pairs, drops=lambda _message: False):
        """Seat everybody, and link these pairs."""
        for seat in range(len(self.genesis.keys)):
            self.peers.append(make_peer(seat, FaultyDisk(), self.genesis))
            await self.peers[-1].live.start()
        for one, other in pairs:
            self.link(one, other, drops)

    def link(self, one, other, drops=lambda _message: False):
        """Link two seats."""
        ends = [Wire(stream, self.sent, drops) for stream in trio.testing.memory_stream_pair()]
        for end, seat, far in zip(ends, (one, other), (other, one), strict=True):
            end.key = self.genesis.keys[far]
            self.wires[seat, far] = end
            self.nursery.start_soon(self.peers[seat].attach, end)

    async def play(self):
        """Play until everybody has left, and see that all have the same."""
        with trio.fail_after(600):
            async with trio.open_nursery() as games:
                for seat, peer in enumerate(self.peers):
                    games.start_soon(play_out, peer, seat)
        assert len({canonical(peer.replica) for peer in self.peers}) == 1
        assert not any(peer.replica.accusations.found for peer in self.peers)

    async def turn(self):
        """Wait until everybody is asked for the first move and all rest; return whose it is."""
        for peer in self.peers:
            await peer.wait_until(lambda peer=peer: peer.replica.position.kind is TURN)
        await trio.sleep(2 * REST)
        return next(peer for peer in self.peers if peer.signer.my_turn)


@asynccontextmanager
async def mesh(seats, pairs, drops=lambda _message: False):
    async with trio.open_nursery() as nursery:
        table = Mesh(nursery, seats)
        await table.sit(pairs, drops)
        yield table
        nursery.cancel_scope.cancel()


def everybody(seats):
    return list(combinations(range(seats), 2))


# -- who is spared -----------------------------------------------------------------------------------


def test_who_gets_a_record_from_whom_it_came_is_spared_if_both_name_the_link():
    event = make_event()
    assert seats_spared(event, [1], {1: frozenset({2, 3}), 2: frozenset({1}), 3: frozenset()}) == {2}
    assert seats_spared(event, [3], {1: frozenset({2}), 2: frozenset({1}), 3: frozenset()}) == frozenset()
    assert seats_spared(event, [], {1: frozenset({2}), 2: frozenset({1})}) == frozenset()


def test_whoever_signed_a_record_hears_it_from_everybody():
    event = make_event()
    assert author(event) == 0
    assert seats_spared(event, [1], {1: frozenset({0, 2}), 0: frozenset({1}), 2: frozenset({1})}) == {2}


@pytest.mark.parametrize("kind", [Kind.VOTE, Kind.NOTE, Kind.EVIDENCE])
def test_what_is_rare_goes_everywhere(kind):
    assert seats_spared(Record(kind, b""), [1], {1: frozenset({2}), 2: frozenset({1})}) == frozenset()


def make_event():
    table = Signer(make_genesis(DICE, 4), DICE, identity(0))
    table.auto_signer.sign_from_now_on()
    return next(record for record in table.replica.records() if record.kind is Kind.EVENT)


# -- how often ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 5])
def test_once_the_mesh_stands_every_record_goes_once_to_everybody(seats):
    async def test():
        async with mesh(seats, everybody(seats)) as table:
            await table.turn()
            table.sent.clear()
            await table.play()
            sends = len(table.sent) / len({record.id for record in table.sent})
            assert sends <= 1.1 * (seats - 1)
            haves = {record.id for record in table.sent if record.kind is Kind.HAVE}
            events = {record.id for record in table.sent if record.kind is Kind.EVENT}
            assert len(haves) < len(events) / 2

    clocked(test)


@pytest.mark.parametrize("named", [True, False])
def test_a_new_link_is_not_told_what_both_have_from_somebody_who_names_both(named):
    def lost(message):
        if message[0] == "links":
            return not named
        return message[0] == "record" and author(Record.read(message[1])) == 3

    async def main():
        async with mesh(4, [(0, 1), (0, 2), (0, 3)], lost) as table:
            await trio.sleep(REST)
            sent = []
            table.sent = sent  # of the next link
            table.link(1, 2, lost)
            await trio.sleep(REST)
            seats = [author(record) for record in sent if record.kind is Kind.EVENT]
            assert {1, 2} <= set(seats)
            assert (0 in seats) is not named
            await trio.sleep(4 * ASK_FIRST)  # the table waits for seat 3, so everybody asks around
            seats = [author(record) for record in sent if record.kind is Kind.EVENT]
            assert 0 in seats

    clocked(main)


def test_a_move_is_confirmed_when_the_table_rests_and_by_the_next_event_before_that():
    async def test():
        async with mesh(2, everybody(2)) as table:
            first = await table.turn()
            table.sent.clear()
            await first.act("roll")
            await trio.testing.wait_all_tasks_blocked(0.01)
            assert Kind.HAVE not in {record.kind for record in table.sent}
            await trio.sleep(2 * REST)
            confirmed = [Have.read(record.body) for record in table.sent if record.kind is Kind.HAVE]
            newest = len(first.replica.log) - 1
            assert [(have.seat, have.round) for have in confirmed] == [(1 - first.signer.seat, newest)] or (
                sorted((have.seat, have.round) for have in confirmed) == [(0, newest), (1, newest)]
            )

    clocked(test)


# -- shapes, liars, losses ---------------------------------------------------------------------------


SHAPES = {
    "chain": [*pairwise(range(5))],
    "ring": [*pairwise(range(5)), (4, 0)],
    "star": [(0, other) for other in range(1, 5)],
    "two rings": [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_any_connected_shape_carries_everything(shape):
    async def test():
        async with mesh(5, SHAPES[shape]) as table:
            start = trio.current_time()
            await table.play()
            assert trio.current_time() - start < ASK_FIRST

    clocked(test)


def deaf(peer):
    """A modified client that is linked to everybody it says, and passes on nothing but its own."""
    pass_on = peer.links.pass_on
    peer.links.pass_on = lambda r: pass_on(r) if author(r) == peer.signer.seat else None


def test_who_is_to_relay_and_does_not_only_delays():
    """Seat 0 is linked to all and relays nothing; 1 and 2 reach each other only through it and 3."""

    async def test():
        async with mesh(4, [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)]) as table:
            deaf(table.peers[0])
            start = trio.current_time()
            await table.play()
            assert trio.current_time() - start < 20 * ASK_FIRST

    clocked(test)


def test_links_that_nobody_else_names_count_for_nothing():
    """Seat 0 names everybody, but has a link to 1 alone: what came from it goes on to all the others at once."""

    async def test():
        async with mesh(4, [(0, 1), (1, 2), (1, 3)]) as table:
            await trio.testing.wait_all_tasks_blocked(0.01)
            await table.wires[0, 1].send("links", (1, 2, 3))
            start = trio.current_time()
            await table.play()
            assert trio.current_time() - start < ASK_FIRST

    clocked(test)


def test_a_link_that_freezes_keeps_nobody_waiting_until_it_is_noticed():
    async def test():
        frozen = []
        async with mesh(4, everybody(4), lambda _message: bool(frozen)) as table:
            await table.turn()
            for ends in everybody(4):
                if ends != (0, 1):
                    for wire in (table.wires[ends], table.wires[ends[::-1]]):
                        wire.drops = lambda _message: False
            frozen.append("the link between 0 and 1")
            start = trio.current_time()
            await table.play()
            assert trio.current_time() - start < SILENCE

    clocked(test)


def test_a_tenth_of_all_records_may_be_lost():
    async def test():
        random = Random(1)
        async with mesh(4, everybody(4), lambda m: m[0] == "record" and random.random() < 0.1) as table:
            await table.play()

    clocked(test)


def test_what_comes_too_early_is_soon_followed_by_what_it_builds_on():
    """The move is lost, and the roll that follows it is not."""

    async def test():
        lost = []

        def drops(message):
            if message[0] == "record" and lost == ["next"] and Record.read(message[1]).kind is Kind.EVENT:
                lost[0] = "done"
                return True
            return False

        async with mesh(2, everybody(2), drops) as table:
            first = await table.turn()
            other = table.peers[1 - first.signer.seat]
            closed = len(other.replica.log)
            lost.append("next")
            start = trio.current_time()
            await first.act("roll")
            await other.wait_until(lambda: len(other.replica.log) > closed)
            assert lost == ["done"]
            assert trio.current_time() - start == pytest.approx(GRACE, abs=0.1)

    clocked(test)


def test_two_halves_that_meet_again_have_the_same():
    async def test():
        async with mesh(4, [(0, 1), (2, 3)]) as table:
            await trio.sleep(3)
            table.link(1, 2)
            await table.play()

    clocked(test)


# -- the message links -------------------------------------------------------------------------------


async def answered(peer, key, *sent):
    """Send messages over a link of their own; return why it ended."""
    near, far = map(Link, trio.testing.memory_stream_pair())
    near.key, far.key = key, b"them"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.attach, near)
        with suppress(LinkFault):
            for message in sent:
                await far.send(*message)
        with trio.move_on_after(1):
            await peer.wait_until(lambda: not peer.links.connected)
        why = peer.notices[-1].why if peer.notices else None
        nursery.cancel_scope.cancel()
    return why


@pytest.mark.parametrize("named", [(1, 0), (1, 1), (3,), (-1,), (True,), ("1",), (b"",), ((),)], ids=repr)
def test_links_of_another_form_end_the_link(named):
    async def test():
        async with mesh(3, []) as table:
            why = await answered(table.peers[0], seated(1).key, ("links", named))
            assert why == sentences.LINKS_OF_PLAYERS

    clocked(test)


def test_a_watcher_has_no_links_to_name():
    async def test():
        async with mesh(3, []) as table:
            why = await answered(table.peers[0], seated(9).key, ("links", (1,)))
            assert why == sentences.LINKS_OF_PLAYERS

    clocked(test)


def test_who_keeps_naming_links_is_dropped_and_who_gathers_changes_is_not():
    async def test():
        async with mesh(3, []) as table:
            many = [("links", (number % 2,)) for number in range(SPARE_LINKS)]
            assert await answered(table.peers[0], seated(1).key, *many) is None
            assert (
                await answered(table.peers[0], seated(1).key, *many, ("links", ())) == sentences.LINKS_FLOOD
            )
            assert AT_ONCE < SPARE_LINKS

    clocked(test)


def test_somebody_who_comes_and_goes_makes_nobody_else_a_flooder():
    async def test():
        async with mesh(3, [(0, 1)]) as table:
            for _ in range(40):
                with trio.move_on_after(0.01):
                    await answered(table.peers[0], seated(2).key)
                await trio.testing.wait_all_tasks_blocked(0.001)
            await trio.sleep(2)
            assert seated(0).key in table.peers[1].links.connected

    clocked(test)


# -- greeting ----------------------------------------------------------------------------------------


def test_a_have_comes_after_all_that_its_seat_holds():
    """Who doubts whether it has signed more than it knows believes a have that came over this link (SPEC 20.4)."""

    async def test():
        async with mesh(2, [(0, 1)]) as table:
            await table.turn()
            near, far = map(Link, trio.testing.memory_stream_pair())
            near.key, far.key = b"watcher", b"them"
            table.nursery.start_soon(table.peers[0].attach, near)
            mover = await table.turn()
            await mover.act("roll")
            await trio.sleep(2 * REST)
            await far.send("want", 0)
            kinds = []
            with trio.move_on_after(0.1):
                while (message := await far.receive()) is not None:
                    if message[0] == "record":
                        kinds.append(Record.read(message[1]).kind)
            assert kinds == sorted(kinds, key=lambda kind: kind is Kind.HAVE)
            log, opened = table.peers[0].replica.log, table.peers[0].replica.branch.open
            assert kinds.count(Kind.EVENT) == sum(map(len, [*log, opened]))

    clocked(test)
