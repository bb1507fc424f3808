"""Whole tables of a game with hidden cards: dealt, played, left and revealed, in any order of messages."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import get_ident

import pytest
import trio
import trio.testing

from p2pgames.contract import Choose, Open, Shuffle
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance.deck import MAX_DECKS, cards_after, sizes
from p2pgames_protocol.chance.elgamal import MAX_CARDS, MAX_NAME
from p2pgames_protocol.log.decks import GivenShare
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Event, Kind, Record
from p2pgames_protocol.log.rounds import DONE, FEW, REVEAL, SHARE, SHUFFLE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.testing.cheat import Cheat, wrong_share
from p2pgames_protocol.testing.memory import FaultyDisk
from p2pgames_protocol.testing.room import Room, identity, make_genesis
from tests.protocol.peers import at_one_table, check_sent, game, make_peer
from tests.protocol.rooms import leave_plainly
from tests.six import CARDS, EXTRAS, SIX, rules_of


def check_same(room):
    """Everybody has the same finished log, and a stranger finds it valid; return the report."""
    assert len(room.digests()) == 1
    assert len({canonical(table) for table in room.replicas}) == 1
    for table in room.replicas:
        assert table.position.kind is DONE
        assert not table.accusations.found
    report = audit.full(canonical(room.replicas[0]), rules_of)
    assert (report.grade, report.faults, report.unrevealed) == (Grade.FINISHED, [], ())
    assert fast(canonical(room.replicas[0])).grade is Grade.FINISHED
    return report


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_dealt_played_and_opened(seats):
    room = Room(SIX, seats, seed=seats)
    room.play()
    report = check_same(room)
    assert report.checks["shuffles"] == 2 * seats
    assert report.checks["shares"] == seats * (len(CARDS) + len(EXTRAS))
    public = room.replicas[0].position.decks_state.public
    for deck, faces in (("cards-1", CARDS), ("extras", EXTRAS)):
        assert sorted(face for (name, _), face in public.items() if name == deck) == sorted(faces)


@pytest.mark.parametrize("seed", range(4))
def test_seats_leave_one_by_one_and_the_rest_is_shuffled_under_fresh_keys(seed):
    room = Room(SIX, 4, seed=seed)
    for _ in range(2):
        room.play(1 + seed % 2)
        table = room.signers[room.random.choice(room.replicas[0].position.seats)]
        leave_plainly(table)
        room.collect()
        room.deliver_all()
    room.play()
    report = check_same(room)
    assert len(report.departures) == 2
    assert report.result is not None
    assert room.replicas[0].position.decks_state.epoch >= 1


class Stale(type(SIX)):
    """Rules that go on drawing from the old deck after somebody has left."""

    def ask(self, state):
        ask = super().ask(state)
        if isinstance(ask, Shuffle) and state.deck > 1:
            return Open(((("cards-1", 5), state.turn),))
        return ask


class Passing(type(SIX)):
    """Rules that hand a card that one seat has seen to another."""

    def ask(self, state):
        ask = super().ask(state)
        held = [(f"cards-{deck}", at) for deck, at, face in state.hands if deck and not face]
        return Open(((held[0], 1), (held[1], 0))) if state.extras and isinstance(ask, Choose) else ask


class Beyond(type(SIX)):
    """Rules that draw a card which the deck does not have."""

    def ask(self, state):
        return Open(((("extras", 2), None),)) if state.turning else super().ask(state)


@pytest.mark.parametrize("rules", [Stale(), Passing(), Beyond()], ids=lambda rules: type(rules).__name__)
def test_what_nobody_can_open_ends_the_game_without_a_result(rules):
    room = Room(rules, 3, seed=1)
    room.deliver_all()
    room.turn().act(("turn",))
    room.collect()
    room.deliver_all()
    if isinstance(rules, Stale):
        leave_plainly(room.turn())
        room.collect()
        room.deliver_all()
    for table in room.replicas:
        assert table.position.ending == Ending(
            Basis.RESIGNED if isinstance(rules, Stale) else Basis.PLAYED, None
        )
        assert table.position.kind is DONE


@pytest.mark.parametrize("seed", range(4))
def test_lost_and_doubled_messages_and_restarts_change_nothing(seed):
    room = Room(SIX, 3, seed=seed)
    for _ in range(20000):
        if all(table.complete for table in room.replicas):
            break
        room.bump()
        table = room.turn()
        if table is not None and room.random.random() < 0.05:
            table.act(
                room.random.choice(SIX.moves(table.replica.position.state, table.seat, table.replica.known))
            )
            room.collect()
    check_same(room)
    signed = {}
    for record in (record for store in room.stores for record in store if record.kind is Kind.EVENT):
        event = Event.read(record.body)
        assert signed.setdefault((event.seat, event.round), record.body) == record.body


# -- peers --

GENESIS = make_genesis(SIX, 2)


async def show_all(peer):
    """Show every card as soon as it can be."""
    replica, signer = peer.replica, peer.signer
    while not replica.finished:
        if signer.my_turn:
            await peer.act(SIX.moves(replica.position.state, signer.seat, replica.known)[0])
        else:
            await peer.changed()


def play(disks, sent):
    """Two peers with these disks play to the end; no time passes, so they write alike every time."""
    make = partial(make_peer, genesis=GENESIS, rules=SIX)
    return trio.run(game, disks, sent, make, show_all, clock=trio.testing.MockClock())


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
        assert len({peer.replica.position.previous for peer in peers}) == 1
        assert not any(peer.replica.accusations.found for peer in peers)
        for seat in (0, 1):
            check_sent(seat, sent[seat], again[seat])
            store = Store(Path(f"/seat{seat}.p2pg"), Path("/x"), again[seat])
            noted = {release.card for release in store.given_shares()}
            assert noted == set(peers[seat].signer.auto_signer.shares.given)
            assert len(noted) == len(store.given_shares())


class Watched(Signer):
    """Notes in which threads the work on proofs is done."""

    def __init__(self, *given):
        super().__init__(*given)
        self.threads, self.brief = [], []
        self._next = self.auto_signer.next_job
        self.auto_signer.next_job = self.next_job

    def next_job(self):
        """The same, noted."""
        job = self._next()
        return job and replace(job, run=lambda: (self.kept(job).append(get_ident()), job.run())[1])

    def kept(self, job):
        """Where the thread of this job is noted."""
        return self.brief if job.brief else self.threads


def is_done(peer):
    """Whether everybody has revealed."""
    return peer.replica.position.kind is DONE


def test_proofs_are_made_and_verified_beside_the_event_loop_but_for_those_of_a_few_cards():
    genesis = make_genesis(SIX, 3)
    tables = [Watched(genesis, SIX, identity(seat)) for seat in range(3)]
    peers = trio.run(at_one_table, tables, show_all, is_done)
    for peer in peers:
        # three shuffles, one's own among them, and the reveals; each deal of one to three cards
        assert len(peer.signer.threads) >= 6
        assert get_ident() not in peer.signer.threads
        assert len(peer.signer.brief) > 6
        assert set(peer.signer.brief) == {get_ident()}


def test_proofs_of_more_than_a_few_cards_are_not_brief():
    room = Room(SIX, 3, kinds=dict.fromkeys(range(3), patient))
    position = room.replicas[0].position
    for cards in (1, FEW, FEW + 1):
        asking = replace(position)
        vars(asking)["ask"] = Open(tuple((("cards-1", at), None) for at in range(cards)))
        assert SHARE.is_brief(asking) is (cards <= FEW)
    assert not SHUFFLE.is_brief(position)
    assert not REVEAL.is_brief(position)


def test_honest_peers_name_a_cheat_at_once_and_write_the_proof():
    genesis = make_genesis(SIX, 3)
    cheat = Cheat(SHARE.act, wrong_share, 2)
    kinds = [Signer, cheat.sit, Signer]
    tables = [kind(genesis, SIX, identity(seat)) for seat, kind in enumerate(kinds)]
    peers = trio.run(at_one_table, tables, show_all, lambda peer: bool(peer.replica.position.departures))
    for peer in (peers[0], peers[2]):
        (verdict,) = peer.replica.accusations.found
        assert (verdict.seat, verdict.round) == (1, cheat.round)
        assert any("did not prove its shares" in str(notice.why) for notice in peer.notices)
        report = audit.full(peer.store.disk.read(peer.store.path.with_suffix(".proof")), rules_of)
        assert report.grade is Grade.CHEATED
        assert [(fault["seat"], fault["round"]) for fault in report.faults] == [(1, cheat.round)]


def test_of_three_one_is_killed_and_the_echo_comes_again():
    """The haves of others are not stored: after a restart they are asked for, and the shares go on."""
    genesis = make_genesis(SIX, 3)

    def again(disks):
        tables = [Signer(genesis, SIX, identity(seat)) for seat in range(3)]
        return trio.run(at_one_table, tables, show_all, is_done, disks)

    whole = [FaultyDisk() for _ in range(3)]
    again(whole)
    # threads decide how many records are written at once, so no two games take as many operations: keep off the end
    for fatal in range(5, whole[1].operations * 3 // 4, 17):
        disks = [FaultyDisk(seed=fatal) for _ in range(3)]
        disks[1].left = fatal
        with pytest.raises(BaseException) as caught:  # noqa: PT011  Killed, alone or in a group
            again(disks)
        assert "Killed" in repr(caught.value)
        disks[1].survive()
        peers = again(disks)
        assert len({events_of(peer.replica) for peer in peers}) == 1
        for peer in peers:
            assert not peer.replica.accusations.found
            report = audit.full(peer.store.disk.read(peer.store.path), rules_of)
            assert report.grade is Grade.FINISHED, report.why


def events_of(replica):
    """All events, in order."""
    return tuple(record for record in replica.records() if record.kind is Kind.EVENT)


def test_what_was_released_survives_torn_ends_and_copies(tmp_path):
    store = Store(tmp_path / "g.p2pg", tmp_path / "instance")
    store.create([Record(Kind.GENESIS, GENESIS.record)], b"i" * 32)
    assert store.given_shares() == []
    given_shares = [GivenShare(0, "cards-1", 3, 1), GivenShare(2, "extras", 0, None)]
    store.release(given_shares[:1])
    store.release(given_shares[1:])
    whole = store.local.read_bytes()
    for cut in range(1, 8):
        store.local.write_bytes(whole[:-cut])
        assert store.given_shares() == given_shares[:1]
        store.release(given_shares[1:])
        assert store.given_shares() == given_shares
    store.adopt(b"j" * 32)
    assert store.given_shares() == given_shares
    assert not store.is_copy()
    store.local.write_bytes(whole[:40] + bytes([whole[40] ^ 1]) + whole[41:])
    with pytest.raises(Damaged):
        store.given_shares()
    store.local.unlink()
    assert store.given_shares() == []
    assert store.is_copy()


def test_what_waits_to_be_verified_is_known_and_a_second_event_beside_it_is_evidence():
    room = Room(SIX, 2, seed=1, kinds={0: patient})
    room.deliver_all()
    table = room.signers[0]
    assert table.replica.position.kind is SHUFFLE
    table.auto_signer.complete_job(
        job := table.auto_signer.next_job(), job.run()
    )  # its own shuffle; the other's is due now
    room.collect()
    while table.replica.position.due != (1,) or table.auto_signer.next_job() is None:
        room.deliver()
    job = table.auto_signer.next_job()
    assert job.record is not None
    assert table.replica.waiting_for == (1,)
    assert table.receive(job.record).status is Status.KNOWN
    assert table.receive(room.forge(1, act="shuffle", body=())).status is Status.AUTHOR
    assert table.replica.accusations.verdict.seat == 1
    assert table.auto_signer.next_job() is None


def test_the_largest_shuffle_is_an_event_with_all_notes():
    room, cards, decks = Room(SIX, 3), MAX_CARDS // MAX_DECKS, MAX_DECKS
    room.signers[1].resign()
    ((note, _),) = room.replicas[1].notes.pending(room.replicas[1].position)
    shuffle = ("n" * MAX_NAME, cards, *(bytes(32 * count) for count in (cards, cards, *sizes(cards))))
    large = room.forge(0, act="shuffle", body=(shuffle,) * decks, notes=(note.pack(),) * 16)
    assert len(large.body) > 32 * (7 * MAX_CARDS + 9 * decks)
    assert Event.read(large.body).act == "shuffle"


def patient(*given):
    """A table whose proofs wait."""
    table = Signer(*given)
    table.auto_signer.deferred = True
    return table


def test_a_seat_knows_the_decks_that_it_has_shuffled_and_others_come_to_the_same_by_its_proofs():
    genesis = make_genesis(SIX, 2)
    signers = [Signer(genesis, SIX, identity(seat)) for seat in range(2)]
    for signer in signers:
        signer.auto_signer.deferred = True
        signer.auto_signer.sign_from_now_on()
    while not all(signer.replica.position.kind is SHUFFLE for signer in signers):
        for signer, other in (signers, signers[::-1]):
            for record in signer.replica.outbox.drain():
                other.receive(record)
    job = signers[0].auto_signer.next_job()
    before = cards_after.cache_info()
    record, known = job.run()
    assert cards_after.cache_info() == before
    judged = validate(signers[1].replica.position, Event.read(record.body), record.body)
    assert cards_after.cache_info() != before
    assert (judged.fault, judged.proved.decks) == (None, known.proved.decks)
