"""Whole tables of a game with hidden cards: dealt, played, left and revealed, in any order of messages."""

from functools import partial
from pathlib import Path

import pytest
import trio

from p2pgames_protocol import audit
from p2pgames_protocol.audit import Grade
from p2pgames_protocol.fast import fast
from p2pgames_protocol.merge import canonical
from p2pgames_protocol.message import Event, Kind
from p2pgames_protocol.position import Step
from p2pgames_protocol.store import Store
from p2pgames_protocol.table import Table
from tests.protocol.test_store import FaultyDisk, check_sent, game, make_peer
from tests.room import Room, identity, make_genesis
from tests.six import CARDS, EXTRAS, SIX


def rules_of(_name, _version):
    """The rules of the test's game."""
    return SIX


def check_same(room):
    """Everybody has the same finished log, and a stranger finds it valid; return the report."""
    assert len(room.digests()) == 1
    assert len({canonical(table) for table in room.tables}) == 1
    for table in room.tables:
        assert table.position.step is Step.DONE
        assert not table.faults
    report = audit.full(canonical(room.tables[0]), rules_of)
    assert (report.grade, report.faults, report.unrevealed) == (Grade.FINISHED, [], ())
    assert fast(canonical(room.tables[0])).grade is Grade.FINISHED
    return report


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_dealt_played_and_opened(seats):
    room = Room(seats, SIX, seed=seats)
    room.play()
    report = check_same(room)
    assert report.checks["shuffles"] == 2 * seats
    assert report.checks["shares"] == seats * (len(CARDS) + len(EXTRAS))
    public = room.tables[0].position.dealing.public
    for deck, faces in (("cards-1", CARDS), ("extras", EXTRAS)):
        assert sorted(face for (name, _), face in public.items() if name == deck) == sorted(faces)


@pytest.mark.parametrize("seed", range(4))
def test_seats_leave_one_by_one_and_the_rest_is_shuffled_under_fresh_keys(seed):
    room = Room(4, SIX, seed=seed)
    for _ in range(2):
        room.play(1 + seed % 2)
        table = room.tables[room.random.choice(room.tables[0].position.seats)]
        table.resign()
        room.collect()
        room.deliver_all()
    room.play()
    report = check_same(room)
    assert len(report.departures) == 2
    assert report.result is not None
    assert room.tables[0].position.dealing.epoch >= 1


class Bumpy(Room):
    """A room in which messages are lost and participants are killed and come back with what they stored."""

    def restart(self, number):
        """Kill one participant: what is under way to it is lost, its store and its notes are not."""
        again = Table(self.genesis, SIX, identity(number))
        again.remember(self.tables[number].releases.values())
        for record in self.stores[number]:
            again.feed(record)
        again.take()
        again.sign_from_now_on()
        self.tables[number] = again
        self.mail = [(to, record) for to, record in self.mail if to != number]
        self.collect()

    def bump(self):
        """Deliver, lose or double one message, or kill somebody; now and then let everybody ask for what is missing."""
        chance = self.random.random()
        if chance < 0.02:
            self.restart(self.random.randrange(len(self.tables)))
        elif not self.mail:
            for number, table in enumerate(self.tables):
                for to, other in enumerate(self.tables):
                    if to != number:
                        self.mail += [(to, record) for record in table.records(len(other.log))]
        elif chance < 0.3:
            del self.mail[self.random.randrange(len(self.mail))]
        elif chance < 0.35:
            self.mail.append(self.random.choice(self.mail))
        else:
            self.deliver(self.random.randrange(len(self.mail)))


@pytest.mark.parametrize("seed", range(4))
def test_lost_and_doubled_messages_and_restarts_change_nothing(seed):
    room = Bumpy(3, SIX, seed=seed)
    for _ in range(20000):
        if all(table.complete for table in room.tables):
            break
        room.bump()
        table = room.turn()
        if table is not None and room.random.random() < 0.05:
            table.act(room.random.choice(SIX.moves(table.position.state, table.seat, table.known)))
            room.collect()
    check_same(room)
    signed = {}
    for record in (record for store in room.stores for record in store if record.kind is Kind.EVENT):
        event = Event.read(record.body)
        assert signed.setdefault((event.seat, event.round), record.body) == record.body


# -- peers --

GENESIS = make_genesis(2, SIX)


async def show_all(peer):
    """Show every card as soon as it can be."""
    table = peer.ledger
    while not table.finished:
        if table.my_turn:
            await peer.act(SIX.moves(table.position.state, table.seat, table.known)[0])
        else:
            await peer.changed()


def play(disks, sent):
    """Two peers with these disks play to the end over memory streams."""
    return trio.run(game, disks, sent, partial(make_peer, genesis=GENESIS, rules=SIX), show_all)


@pytest.mark.parametrize("victim", [0, 1])
def test_killed_in_the_middle_of_shuffles_deals_and_draws(victim):
    disks = [FaultyDisk(), FaultyDisk()]
    play(disks, [[], []])
    for fatal in range(victim, disks[victim].operations, 11):
        again = [FaultyDisk(seed=fatal), FaultyDisk(seed=fatal)]
        again[victim].left = fatal
        sent = [[], []]
        with pytest.raises(BaseException) as caught:  # noqa: PT011  Killed, alone or in a group
            play(again, sent)
        assert "Killed" in repr(caught.value)
        again[victim].survive()
        peers = play(again, sent)
        assert len({peer.ledger.position.previous for peer in peers}) == 1
        assert not any(peer.ledger.faults for peer in peers)
        for seat in (0, 1):
            check_sent(seat, sent[seat], again[seat])
            store = Store(Path(f"/seat{seat}.p2pg"), Path("/x"), again[seat])
            noted = {release.card for release in store.releases()}
            assert noted == set(peers[seat].ledger.releases)
            assert len(noted) == len(store.releases())
